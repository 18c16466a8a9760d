import type { ApiError } from '../../api/errors.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import type { PlatformName, Refusal } from '../../platforms/platform.ts';
import type { RewardClaimProblem } from './claim-problem.ts';

const options: EventInit = { bubbles: true, composed: true };

/** Before an action of the shopper. `preventDefault()` cancels it, and nothing changes. */
export class RewardClaimBeforeEvent extends Event {
  constructor(step: 'claim' | 'reserve' | 'copy' | 'share' | 'apply') {
    super(`reward-claim-${step}-before`, { ...options, cancelable: true });
  }
}

/** The service granted the reward. */
export class RewardClaimSuccessEvent extends Event {
  /** The claim result as the service sent it; the grant's token is not in it. */
  readonly result: RewardGrantClaim;

  constructor(result: RewardGrantClaim) {
    super('reward-claim-success', options);
    this.result = result;
  }
}

/** The service reserved the code. */
export class RewardClaimReserveEvent extends Event {
  /** The code as the service sent it. */
  readonly code: RewardCode;

  constructor(code: RewardCode) {
    super('reward-claim-reserve', options);
    this.code = code;
  }
}

/** The reward or code was restored after a reload, or taken over from another tab. */
export class RewardClaimRestoreEvent extends Event {
  readonly result: RewardGrantClaim | undefined;
  readonly code: RewardCode | undefined;

  constructor(result: RewardGrantClaim | undefined, code: RewardCode | undefined) {
    super('reward-claim-restore', options);
    this.result = result;
    this.code = code;
  }
}

/** The claim failed, or could not be confirmed. */
export class RewardClaimErrorEvent extends Event {
  /** The meaning of the failure. */
  readonly kind: RewardClaimProblem;
  /** The error's `code`, from the service or the client; without an error the same as `kind`. */
  readonly reason: string;
  /** Undefined if nothing was sent, and if the service had no code to reserve. */
  readonly error: ApiError | undefined;

  constructor(kind: RewardClaimProblem, error: ApiError | undefined) {
    super('reward-claim-error', options);
    this.kind = kind;
    this.reason = error?.code ?? kind;
    this.error = error;
  }
}

/** The discount code is on the clipboard. */
export class RewardClaimCopyEvent extends Event {
  constructor() {
    super('reward-claim-copy', options);
  }
}

/** The shopper shared the reward. */
export class RewardClaimShareEvent extends Event {
  constructor() {
    super('reward-claim-share', options);
  }
}

/** The shopper follows the link that uses the code. */
export class RewardClaimApplyEvent extends Event {
  constructor() {
    super('reward-claim-apply', options);
  }
}

/** The code was added to the shop's cart for the shopper, and applies there. */
export class RewardClaimAppliedEvent extends Event {
  /** The shop system of the cart. */
  readonly platform: PlatformName;

  constructor(platform: PlatformName) {
    super('reward-claim-applied', options);
    this.platform = platform;
  }
}

/** The code could not be added to the shop's cart. The shopper still has it. */
export class RewardClaimApplyErrorEvent extends Event {
  /** The shop system of the cart. */
  readonly platform: PlatformName;
  /** The shop system's reason; `not-possible` if it could not be reached, or its response was lost. */
  readonly reason: Refusal | 'not-possible';
  /** The shop system's own message to the shopper, in the shop's language, if it has one. */
  readonly text: string | undefined;
  /** The error, for developers. It never contains the code. */
  readonly error: unknown;

  constructor(
    platform: PlatformName,
    reason: Refusal | 'not-possible',
    text: string | undefined,
    error: unknown,
  ) {
    super('reward-claim-apply-error', options);
    this.platform = platform;
    this.reason = reason;
    this.text = text;
    this.error = error;
  }
}

/** The reserved code expired while the page was open. */
export class RewardClaimExpireEvent extends Event {
  constructor() {
    super('reward-claim-expire', options);
  }
}

declare global {
  // They bubble, so listeners can be on the element, its ancestors, document and window.
  interface GlobalEventHandlersEventMap {
    'reward-claim-claim-before': RewardClaimBeforeEvent;
    'reward-claim-reserve-before': RewardClaimBeforeEvent;
    'reward-claim-copy-before': RewardClaimBeforeEvent;
    'reward-claim-share-before': RewardClaimBeforeEvent;
    'reward-claim-apply-before': RewardClaimBeforeEvent;
    'reward-claim-success': RewardClaimSuccessEvent;
    'reward-claim-reserve': RewardClaimReserveEvent;
    'reward-claim-restore': RewardClaimRestoreEvent;
    'reward-claim-error': RewardClaimErrorEvent;
    'reward-claim-copy': RewardClaimCopyEvent;
    'reward-claim-share': RewardClaimShareEvent;
    'reward-claim-apply': RewardClaimApplyEvent;
    'reward-claim-applied': RewardClaimAppliedEvent;
    'reward-claim-apply-error': RewardClaimApplyErrorEvent;
    'reward-claim-expire': RewardClaimExpireEvent;
  }
}
