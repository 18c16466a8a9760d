import { shopifyGlobal } from '../../platforms/shopify-global.ts';
import type { ClaimHost, ClaimWords } from './claim-host.ts';
import { currencyOf } from './claim-settings.ts';
import type { CurrentClaim } from './current-claim.ts';
import { applyUrl, describeReward, isCurrency } from './discount.ts';
import {
  RewardClaimApplyEvent,
  RewardClaimBeforeEvent,
  RewardClaimCopyEvent,
  RewardClaimShareEvent,
} from './reward-claim.events.ts';

interface Flow {
  readonly t: ClaimWords;
  readonly claim: CurrentClaim;
}

/** The currency of a Shopify shop, unless the page shows prices in another one: the amount is not converted. */
function shopCurrency(): string | undefined {
  const { active, rate } = shopifyGlobal()?.currency ?? {};
  return Number(rate ?? 1) === 1 ? active : undefined;
}

/** Ways to use a code by hand: copy it, share it, follow a link with it. */
export class CodeActions {
  /** Changes with every result of a copy, and when that is removed. */
  isOdd = false;

  readonly #host: ClaimHost;
  readonly #flow: Flow;
  #copyResult: 'copied' | 'failed' | undefined;
  #copiedAt = 0;

  constructor(host: ClaimHost, flow: Flow) {
    this.#host = host;
    this.#flow = flow;
  }

  /** Empty for a discount that needs no code. */
  get code(): string {
    const { grant, code } = this.#flow.claim;
    return (grant ? grant.codeType !== 'automatic' && grant.discountCode : code?.code) || '';
  }

  /** The value of the code, in words. */
  get title(): string {
    const { claim, t } = this.#flow;
    const { grant } = claim;
    const { minorUnits, wordsLanguage } = this.#host;
    if (!grant) return t.code;
    const currency = currencyOf(this.#host) || (shopCurrency() ?? '');
    return describeReward(grant, t, {
      language: wordsLanguage,
      currency: isCurrency(currency) ? currency : '',
      isMinor: minorUnits,
    });
  }

  /** The embedder's URL that uses the code; undefined if there is none or it is not allowed. */
  get url(): string | undefined {
    const { applyHosts, applyUrl: template } = this.#host;
    return template ? applyUrl(template, this.code, applyHosts ?? '') : undefined;
  }

  /** The outcome of the last copy, shown until the next action. */
  get copyResult(): 'copied' | 'failed' | undefined {
    return this.code ? this.#copyResult : undefined;
  }

  /** When the result of a copy was last shown or removed, in milliseconds since the epoch. */
  get copiedAt(): number {
    return this.#copiedAt;
  }

  forgetCopy(): void {
    this.#showCopy(undefined);
  }

  readonly copy = async (): Promise<void> => {
    if (!this.#host.dispatchEvent(new RewardClaimBeforeEvent('copy'))) return;
    try {
      await navigator.clipboard.writeText(this.code);
      this.#showCopy('copied');
      this.#host.dispatchEvent(new RewardClaimCopyEvent());
    } catch {
      // No permission, or no secure context: the shopper can still copy by hand.
      this.#showCopy('failed');
      const code = this.#host.renderRoot.querySelector('.code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  };

  readonly share = async (): Promise<void> => {
    if (!this.#host.dispatchEvent(new RewardClaimBeforeEvent('share'))) return;
    try {
      // Without the URL's parameters, which may be personal.
      await navigator.share({
        text: `${this.title}: ${this.code}`,
        url: location.origin + location.pathname,
      });
      this.#host.dispatchEvent(new RewardClaimShareEvent());
    } catch {
      // The shopper cancelled.
    }
  };

  readonly followLink = (event: Event): void => {
    if (this.#host.dispatchEvent(new RewardClaimBeforeEvent('apply')))
      this.#host.dispatchEvent(new RewardClaimApplyEvent());
    else event.preventDefault();
  };

  #showCopy(result: 'copied' | 'failed' | undefined): void {
    this.#copyResult = result;
    this.#copiedAt = Date.now();
    this.isOdd = !this.isOdd;
    this.#host.requestUpdate();
  }
}
