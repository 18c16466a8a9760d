import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { askShopify, mayStore } from './consent.ts';
import { storeAgain, withdraw } from './records.ts';

type Host = ReactiveControllerHost & Element & { readonly noStorage: boolean };

/** What Shopify tells the document when the shopper has chosen (https://shopify.dev/docs/api/customer-privacy). */
const CHOSEN = 'visitorConsentCollected';

/**
 * Has what is stored follow the shopper's consent: after a no it lives in memory only, after a later yes it is stored
 * again. The attribute, the page's default and Shopify's API may change at any time.
 */
export class ConsentWatch implements ReactiveController {
  readonly #host: Host;
  /** Of records: `login`, `claim`. */
  readonly #kind: string;
  readonly #changed = () => this.#host.requestUpdate();
  // It goes with the element. The page's default has all elements drawn anew by itself.
  readonly #observer = new MutationObserver(this.#changed);
  #last: boolean | undefined;

  constructor(host: Host, kind: string) {
    this.#host = host;
    this.#kind = kind;
    this.#observer.observe(host, { attributeFilter: ['consent'] });
    askShopify(this.#changed);
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener(CHOSEN, this.#changed);
  }

  hostDisconnected(): void {
    document.removeEventListener(CHOSEN, this.#changed);
  }

  hostUpdate(): void {
    // An element that stores nothing has nothing to take back: what is stored is another's.
    const now = this.#host.noStorage ? undefined : mayStore(this.#host);
    if (now === this.#last) return;
    this.#last = now;
    if (now) storeAgain(this.#kind);
    else if (now === false) withdraw(this.#kind);
  }
}
