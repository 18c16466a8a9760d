import type { Countdown } from '../shared/countdown.ts';
import type { CartController } from './cart.ts';
import type { ClaimHost, ClaimWords } from './claim-host.ts';
import type { RewardClaimProblem } from './claim-problem.ts';
import type { RewardClaimState } from './claim-state.ts';
import type { CodeActions } from './code-actions.ts';
import type { CurrentClaim } from './current-claim.ts';

/** The flow as its views see it. */
export interface ClaimModel {
  readonly host: ClaimHost;
  readonly t: ClaimWords;
  readonly claim: CurrentClaim;
  readonly cart: CartController;
  readonly actions: CodeActions;
  readonly countdown: Countdown;
  readonly state: RewardClaimState;
  readonly problem: RewardClaimProblem | undefined;
  /** Seconds until the next attempt; 0 if there is nothing to wait for. */
  readonly secondsLocked: number;
  /** When the result arrived or was restored, in milliseconds since the epoch. */
  readonly resultAt: number;
  readonly addToCart: (event: Event) => void;
  readonly useOtherAccount: (event: Event) => void;
}
