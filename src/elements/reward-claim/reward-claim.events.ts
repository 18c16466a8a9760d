import type { ApiError } from '../../api/errors.ts';
import type { RewardGrantClaim } from '../../api/models.ts';

const options: EventInit = { bubbles: true, composed: true };

/** The service granted the reward. */
export class RewardClaimSuccessEvent extends Event {
  /** The claim result as the service sent it; the grant's token is not in it. */
  readonly result: RewardGrantClaim;

  constructor(result: RewardGrantClaim) {
    super('reward-claim-success', options);
    this.result = result;
  }
}

/** The claim failed, or nobody knows whether it did. */
export class RewardClaimErrorEvent extends Event {
  /** The error's `code`: the service's own word, or one of the client's. */
  readonly reason: string;
  readonly error: ApiError;

  constructor(error: ApiError) {
    super('reward-claim-error', options);
    this.reason = error.code;
    this.error = error;
  }
}

/** The shopper copied the discount code, and the clipboard really took it. */
export class RewardClaimCopyEvent extends Event {
  constructor() {
    super('reward-claim-copy', options);
  }
}

declare global {
  // Heard on the element, on everything around it, on document and on window.
  interface GlobalEventHandlersEventMap {
    'reward-claim-success': RewardClaimSuccessEvent;
    'reward-claim-error': RewardClaimErrorEvent;
    'reward-claim-copy': RewardClaimCopyEvent;
  }
}
