import type { ApiError } from '../../api/errors.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import type { PlatformName, Refusal } from '../../platforms/platform.ts';
import type { RewardClaimProblem } from './claim-problem.ts';

const options: EventInit = { bubbles: true, composed: true };

/** What the shopper is about to do; `preventDefault()` keeps it from happening, and nothing changes. */
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

/** The reward is known from before a reload, or was claimed or reserved in another tab. */
export class RewardClaimRestoreEvent extends Event {
  readonly result: RewardGrantClaim | undefined;
  readonly code: RewardCode | undefined;

  constructor(result: RewardGrantClaim | undefined, code: RewardCode | undefined) {
    super('reward-claim-restore', options);
    this.result = result;
    this.code = code;
  }
}

/** The claim failed, or nobody knows whether it did. */
export class RewardClaimErrorEvent extends Event {
  /** What it means. */
  readonly kind: RewardClaimProblem;
  /** The error's `code`: the service's own word, or one of the client's; else the same as `kind`. */
  readonly reason: string;
  /** Undefined where nothing was sent, and where the service had no code to reserve. */
  readonly error: ApiError | undefined;

  constructor(kind: RewardClaimProblem, error: ApiError | undefined) {
    super('reward-claim-error', options);
    this.kind = kind;
    this.reason = error?.code ?? kind;
    this.error = error;
  }
}

/** The shopper copied the discount code, and the clipboard really took it. */
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

/** The code is in the shop's cart and counts there, because the shopper wanted it. */
export class RewardClaimAppliedEvent extends Event {
  /** The shop system whose cart has it. */
  readonly platform: PlatformName;

  constructor(platform: PlatformName) {
    super('reward-claim-applied', options);
    this.platform = platform;
  }
}

/** The code could not be taken into the shop's cart. The shopper still has it. */
export class RewardClaimApplyErrorEvent extends Event {
  /** The shop system that was asked. */
  readonly platform: PlatformName;
  /** Why the shop system would not; `not-possible` where it could not be asked, or its answer was lost. */
  readonly reason: Refusal | 'not-possible';
  /** What the shop system says to shoppers, in its own words and language, where it says anything. */
  readonly text: string | undefined;
  /** What went wrong, for developers; it has no code in it. */
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

/** The reserved code's time is up, while the page is open. */
export class RewardClaimExpireEvent extends Event {
  constructor() {
    super('reward-claim-expire', options);
  }
}

declare global {
  // Heard on the element, on everything around it, on document and on window.
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
