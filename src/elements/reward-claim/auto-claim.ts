import type { ReactiveController } from 'lit';
import { isPreview } from '../shared/preview.ts';
import type { ClaimHost } from './claim-host.ts';

interface Claim {
  isReady: () => boolean;
  claim: () => void;
}

/** Claims without a click if the embedder asks for it, but only while a shopper sees the page. */
export class AutoClaim implements ReactiveController {
  readonly #host: ClaimHost;
  readonly #claim: Claim;
  /** A token is claimed once: after a failure the shopper decides. */
  #claimedToken = '';

  constructor(host: ClaimHost, claim: Claim) {
    this.#host = host;
    this.#claim = claim;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.run);
    document.addEventListener('prerenderingchange', this.run);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.run);
    document.removeEventListener('prerenderingchange', this.run);
  }

  readonly run = (): void => {
    const { autoClaim, grantToken } = this.#host;
    if (!autoClaim || !this.#claim.isReady() || this.#claimedToken === grantToken || !isSeen()) return;
    this.#claimedToken = grantToken;
    this.#claim.claim();
  };
}

/** Whether a shopper sees the page. A theme editor's preview is a frame. */
function isSeen(): boolean {
  const { prerendering } = document as { prerendering?: boolean };
  return !isPreview() && !prerendering && document.visibilityState === 'visible' && window.top === window;
}
