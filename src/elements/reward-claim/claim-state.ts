import type { RewardClaimProblem } from './claim-problem.ts';

/** The state that a shopper sees; also on the host as `data-state`, for the theme. */
export type RewardClaimState =
  | 'login'
  | 'ready'
  | 'claiming'
  | 'claimed'
  | 'reserved'
  | 'applying'
  | 'applied'
  | 'not-applied'
  | 'not-reserved'
  | 'expired'
  | 'unconfirmed'
  | 'locked-out'
  | 'offline'
  | 'error'
  | 'no-token'
  | 'misconfigured';

interface Claim {
  /** False while the attributes are wrong. */
  hasService: boolean;
  /** Whether there is a grant token or a reward to claim. */
  hasTarget: boolean;
  isClaiming?: boolean;
  /** Whether the shopper has to log in before the next attempt. */
  asksLogin: boolean;
  isLocked?: boolean;
  problem: RewardClaimProblem | undefined;
}

/** The state of a claim without a result: no grant, and no code. */
export function stateWithoutResult(claim: Claim): RewardClaimState {
  const { problem } = claim;
  if (!claim.hasService || problem === 'misconfigured') return 'misconfigured';
  if (claim.isClaiming) return 'claiming';
  if (!claim.hasTarget) return 'no-token';
  if (claim.asksLogin) return 'login';
  if (claim.isLocked) return 'locked-out';
  if (problem === 'offline' || problem === 'unconfirmed' || problem === 'not-reserved') return problem;
  return problem ? 'error' : 'ready';
}
