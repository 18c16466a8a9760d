/** What a shopper does by hand with the code that they have: copy it, share it, follow a link with it. */
import { isCurrency, applyUrl, describeReward } from './discount.ts';
import type { RewardClaimController } from './reward-claim.controller.ts';
import {
  RewardClaimApplyEvent,
  RewardClaimBeforeEvent,
  RewardClaimCopyEvent,
  RewardClaimShareEvent,
} from './reward-claim.events.ts';
import type { ClaimHost } from './reward-claim.host.ts';

/** Asks the page whether the shopper may go on. */
export const mayGoOn = (host: ClaimHost, step: 'claim' | 'reserve' | 'copy' | 'share' | 'apply'): boolean =>
  host.dispatchEvent(new RewardClaimBeforeEvent(step));

/** What a Shopify page shows its prices in: https://shopify.dev/docs/api/liquid/objects/cart#cart-currency */
const shopCurrency = () =>
  (globalThis as { Shopify?: { currency?: { active?: string } } }).Shopify?.currency?.active ?? '';

export class CodeUse {
  /** What became of the last copy: said until the next action. */
  copied: 'copied' | 'failed' | undefined;
  copiedAt = 0;

  readonly #host: ClaimHost;
  readonly #claim: RewardClaimController;

  constructor(host: ClaimHost, claim: RewardClaimController) {
    this.#host = host;
    this.#claim = claim;
  }

  /** Empty for a discount that needs none. */
  get code(): string {
    const { grant, code } = this.#claim;
    return (grant ? grant.codeType !== 'automatic' && grant.discountCode : code?.code) || '';
  }

  /** What the code is worth, in words. */
  get title(): string {
    const { grant } = this.#claim;
    const { locale, minorUnits, money, t } = this.#host;
    if (!grant) return t.code;
    const currency = money || shopCurrency();
    return describeReward(grant, t, {
      language: locale.language,
      currency: isCurrency(currency) ? currency : '',
      isMinor: minorUnits,
    });
  }

  /** The embedder's address that uses the code; undefined without one that may be followed. */
  get url(): string | undefined {
    const { applyHosts, applyUrl: template } = this.#host;
    return template ? applyUrl(template, this.code, applyHosts ?? '') : undefined;
  }

  tell(copied: 'copied' | 'failed' | undefined): void {
    this.copied = copied;
    this.#host.requestUpdate();
  }

  readonly copy = async (): Promise<void> => {
    if (!mayGoOn(this.#host, 'copy')) return;
    // A second copy is said again only if the words were gone in between.
    this.tell(undefined);
    this.copiedAt = Date.now();
    await this.#host.updateComplete;
    try {
      await navigator.clipboard.writeText(this.code);
      this.tell('copied');
      this.#host.dispatchEvent(new RewardClaimCopyEvent());
    } catch {
      // No permission, or no secure context: the shopper can still copy by hand.
      this.tell('failed');
      const code = this.#host.renderRoot.querySelector('.code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  };

  readonly share = async (): Promise<void> => {
    if (!mayGoOn(this.#host, 'share')) return;
    try {
      // The address without its parameters, which may be the shopper's own.
      await navigator.share({
        text: `${this.title}: ${this.code}`,
        url: location.origin + location.pathname,
      });
      this.#host.dispatchEvent(new RewardClaimShareEvent());
    } catch {
      // The shopper thought better of it.
    }
  };

  readonly follow = (event: Event): void => {
    if (mayGoOn(this.#host, 'apply')) this.#host.dispatchEvent(new RewardClaimApplyEvent());
    else event.preventDefault();
  };
}
