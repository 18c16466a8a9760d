/** How a shop system takes a discount code into the shopper's cart: one interface, one module for each system. */

/** A code that the cart has, as the shop system spells it. */
export interface CartCode {
  code: string;
  /** Whether it counts now: a cart may keep a code that does not fit what is in it. */
  isApplicable: boolean;
}

/** Why a shop system would not count a code. */
export type Refusal =
  /** It says no: the code is unknown to it, over, or not for what is in the cart. */
  | 'refused'
  /** There is nothing in the cart that a code could count for. */
  | 'empty-cart'
  /** It takes no code of this length or with these characters. */
  | 'not-a-code'
  /** It counts, but not together with a code that the cart had; that one was kept. */
  | 'not-combinable';

/** What came of it. Whatever it is, the shopper still has the code. */
export type Applied =
  | { outcome: 'applied' }
  /** `text`: what the shop system says to shoppers, in its own words and language. */
  | { outcome: 'not-applicable'; reason: Refusal; text?: string | undefined }
  /** Nobody could be asked, or the answer was lost; `error` is for developers, and has no code in it. */
  | { outcome: 'not-possible'; error?: unknown };

export interface ApplyOptions {
  /** The ids of sections that a Shopify theme shall draw again. */
  sections: readonly string[];
  /** Whether the page shall be loaded again where nothing else would show the new cart. */
  mayReload: boolean;
  /** Whether what the shopper was given would go with the page: then nothing that may load it again is used. */
  mustStay?: boolean;
}

export interface Platform {
  readonly name: PlatformName;
  /** Adds a code to those that the cart has. It never rejects, and takes no other code out. */
  apply(code: string, options: ApplyOptions): Promise<Applied>;
  /** The codes of the cart; undefined where that cannot be known. It never rejects. */
  codes(): Promise<CartCode[] | undefined>;
  /** Where the shopper sees the cart. */
  readonly cartUrl: string;
  /** An address that brings the code into the cart when it is opened, for use by hand; undefined where there is none. */
  linkFor(code: string): string | undefined;
  /** Calls back when something else may have changed the cart, until the returned function is called. */
  watch(changed: () => void): () => void;
}

export const platformNames = ['shopify', 'woocommerce', 'bigcommerce'] as const;
export type PlatformName = (typeof platformNames)[number];

/** What each shop system's pages have. A module exports its `platform`. */
const files: Record<PlatformName, () => Promise<{ platform: Platform }>> = {
  shopify: () => import('./shopify.ts'),
  woocommerce: () => import('./woocommerce.ts'),
  bigcommerce: () => import('./bigcommerce.ts'),
};

export const loadPlatform = async (name: PlatformName): Promise<Platform> => (await files[name]()).platform;
