/**
 * The English words of all elements, and the type of every language. `{name}` is replaced with a value. No text depends on a
 * number: times and amounts come complete from `Intl` ("2 minutes", "15%").
 *
 * Each step of an element has its own module, so that a page loads only the English words that it shows.
 */
import { common } from './en/common.ts';
import { commonLater } from './en/common-later.ts';
import { otpLogin } from './en/otp-login.ts';
import { otpLoginLater } from './en/otp-login-later.ts';
import { rewardClaim } from './en/reward-claim.ts';
import { rewardClaimLater } from './en/reward-claim-later.ts';
import { timelineStart } from './en/timeline-start.ts';
import { collectionTimeline } from './en/collection-timeline.ts';
import { preview } from './en/preview.ts';

type Texts<T> = { readonly [K in keyof T]: string };

/** A language: every word of every element. */
export interface Words {
  common: Texts<typeof common & typeof commonLater>;
  otpLogin: Texts<typeof otpLogin & typeof otpLoginLater>;
  rewardClaim: Texts<typeof rewardClaim & typeof rewardClaimLater>;
  collectionTimeline: Texts<typeof collectionTimeline>;
  preview: Texts<typeof preview>;
}

export type CommonWords = Words['common'];

export {
  collectionTimeline,
  common,
  commonLater,
  otpLogin,
  otpLoginLater,
  preview,
  rewardClaim,
  rewardClaimLater,
  timelineStart,
};
