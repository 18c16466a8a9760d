/** The interface through which a shop system adds a discount code to the shopper's cart. Types only. */

export type PlatformName = 'shopify' | 'woocommerce' | 'bigcommerce';

/** A code in the cart, spelled as the shop system spells it. */
export interface CartCode {
  code: string;
  /** Whether the code applies now. A cart may keep a code that does not apply to its items. */
  isApplicable: boolean;
}

/** The parts of a cart that concern codes. */
export interface CartContent {
  codes: CartCode[];
  /** Whether it has no items that a code could apply to. */
  isEmpty: boolean;
}

/** The reason why a shop system did not apply a code. */
export type Refusal =
  /** The shop rejected the code: unknown, expired, or not valid for the items in the cart. */
  | 'refused'
  /** The cart keeps the code, but the code does not apply to its current items. */
  | 'not-yet'
  /** The cart has no items that a code could apply to. */
  | 'empty-cart'
  /** The shop accepts no codes of this length or with these characters. */
  | 'not-a-code'
  /** The code is valid, but not together with a code already in the cart, which was kept. */
  | 'not-combinable';

/** The outcome of applying a code. The shopper still has the code in every case. */
export type Applied =
  | { outcome: 'applied' }
  /** `text`: the shop system's own message to the shopper, in the shop's language. */
  | { outcome: 'not-applicable'; reason: Refusal; text?: string | undefined }
  /** The shop could not be reached, or its response was lost. `error` is for developers and contains no code. */
  | { outcome: 'not-possible'; error?: unknown };

export interface ApplyOptions {
  /** The parts of a Shopify theme to render again, as `id`, `id=selector` or `=selector`; empty for the known themes'. */
  sections: readonly string[];
  /** Whether the page may be reloaded if nothing else would show the new cart. */
  mayReload: boolean;
  /** Set if a reload would lose the claimed reward: then nothing that might reload the page is used. */
  mustStay?: boolean;
}

export interface Platform {
  readonly name: PlatformName;
  /** Adds a code to the codes in the cart and removes none. Never rejects. */
  apply(code: string, options: ApplyOptions): Promise<Applied>;
  /** Undefined if the cart cannot be read. Never rejects. */
  read(): Promise<CartContent | undefined>;
  /** The URL of the cart page. */
  readonly cartUrl: string;
  /** A URL that adds the code to the cart when opened; undefined if the shop system has none. */
  linkFor(code: string): string | undefined;
  /** Calls `changed` whenever something else may have changed the cart. Returns a function that stops watching. */
  watch(changed: () => void): () => void;
}
