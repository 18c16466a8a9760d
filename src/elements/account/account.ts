/**
 * What comes after the first look of `<otp-login>` and `<reward-claim>`: one file for both, loaded when the shopper turns
 * to one of them, before the first look where the browser remembers something, and when another tab has news. It brings
 * its own copies of all that it imports, and shares with the elements what they hand over.
 */
import { commonLater, otpLoginLater, rewardClaimLater } from '../../locales/en.ts';
export { LoginLater } from '../otp-login/otp-login.later.ts';
export { ClaimLater } from '../reward-claim/reward-claim.later.ts';
export { useLit } from './lit.ts';

export const otpLogin = { ...commonLater, ...otpLoginLater };
export const rewardClaim = { ...commonLater, ...rewardClaimLater };
