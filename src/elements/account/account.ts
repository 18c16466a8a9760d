/**
 * What comes after the first look of `<otp-login>` and `<reward-claim>`: one file for both, loaded when the page is idle,
 * before the first look where the browser remembers something, and at once when the shopper acts. It brings its own
 * copies of all that it imports, and shares with the elements what they hand over.
 */
export { otpLoginLater as otpLogin, rewardClaimLater as rewardClaim } from '../../locales/en.ts';
export { LoginLater } from '../otp-login/otp-login.later.ts';
export { ClaimLater } from '../reward-claim/reward-claim.later.ts';
export { useLit } from './lit.ts';
