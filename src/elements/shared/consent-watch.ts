import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CONSENT_EVENT, hasOwnConsent, loadShopifyConsent, mayStore } from './consent.ts';
import { withdraw } from './record-store.ts';
import { storeAgain } from './shared-record.ts';

type Host = ReactiveControllerHost & Element & { readonly noStorage: boolean };

/**
 * Applies the shopper's consent to stored records: after a refusal they live in memory only, after a later consent they
 * are stored again. The attribute, the page's default and Shopify's API may change at any time.
 */
export class ConsentWatch implements ReactiveController {
  readonly #host: Host;
  /** The records' kind: `login`, `claim`. */
  readonly #kind: string;
  readonly #changed = () => this.#host.requestUpdate();
  #last: boolean | undefined;

  constructor(host: Host, kind: string) {
    this.#host = host;
    this.#kind = kind;
    // The observer ends with the element. A change of the page's default redraws all elements anyway.
    new MutationObserver(this.#changed).observe(host, { attributeFilter: ['consent'] });
    loadShopifyConsent(this.#changed);
    // Before the records are read for the first time.
    this.hostUpdate();
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener(CONSENT_EVENT, this.#changed);
  }

  hostDisconnected(): void {
    document.removeEventListener(CONSENT_EVENT, this.#changed);
  }

  hostUpdate(): void {
    // An element that stores nothing has nothing to withdraw: the stored records belong to others.
    const consent = this.#host.noStorage ? undefined : mayStore(this.#host);
    if (consent === this.#last) return;
    this.#last = consent;
    // The page's consent is for all records. Where an element has its own, each decides about its own records.
    const kinds = document.querySelector('[consent]') ? [this.#kind] : ['login', 'claim'];
    for (const kind of kinds)
      if (consent) storeAgain(kind);
      else if (consent === false) withdraw(kind, hasOwnConsent(this.#host));
  }
}
