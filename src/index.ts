/** Every public name. Importing it registers nothing; `./define.ts` does. */
export * from './api/index.ts';
export { configure, type Consent, type Defaults } from './elements/shared/settings.ts';
export * from './elements/collection-timeline/collection-timeline.events.ts';
export {
  CollectionTimeline,
  type CollectionTimelineState,
} from './elements/collection-timeline/collection-timeline.ts';
export * from './elements/otp-login/otp-login.events.ts';
export { OtpLogin, type OtpLoginState } from './elements/otp-login/otp-login.ts';
export * from './elements/reward-claim/reward-claim.events.ts';
export { RewardClaim, type RewardClaimState } from './elements/reward-claim/reward-claim.ts';
