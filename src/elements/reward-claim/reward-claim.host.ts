import type { RewardClaim } from './reward-claim.ts';

/** The element as its later half sees it, with what it keeps from the page. */
export type ClaimHost = { [K in keyof RewardClaim]: RewardClaim[K] } & {
  readonly t: RewardClaim['t'];
  readonly locale: RewardClaim['locale'];
  readonly service: RewardClaim['service'];
  readonly grantToken: RewardClaim['grantToken'];
  readonly isBroken: RewardClaim['isBroken'];
  readonly needsLogin: RewardClaim['needsLogin'];
  readonly money: RewardClaim['money'];
  readonly problem: RewardClaim['problem'];
  readonly act: RewardClaim['act'];
};
