/** The `Shopify` global of a shop's pages. */

/** https://shopify.dev/docs/api/storefront-events-and-actions/actions/update-cart */
export interface UpdateCart {
  (payload: { discountCodes: string[] }, options: { signal: AbortSignal }): Promise<unknown>;
  /** Whether this is Shopify's default action, because the theme has none. */
  isDefault?: () => boolean;
}

/** https://shopify.dev/docs/api/customer-privacy */
export interface CustomerPrivacy {
  /** Whether data that serves the shopper, such as a login or a claim, may be stored. */
  preferencesProcessingAllowed?: () => boolean;
  /** Whether the shopper's visit may be measured. */
  analyticsProcessingAllowed?: () => boolean;
  /** The shopper's choices: `yes`, `no`, or '' before the first one. */
  currentVisitorConsent?: () => { preferences?: string; analytics?: string } | undefined;
}

/**
 * The properties that this project reads. All are optional: other scripts may define the global, and some properties
 * are missing on some pages.
 */
export interface ShopifyGlobal {
  /**
   * `root` is the path of the current market and language, such as `/en-ca/`. Storefront addresses start with it.
   * https://shopify.dev/docs/api/ajax#locale-aware-urls
   */
  routes?: { root?: string };
  /**
   * The shop's `myshopify.com` domain, written by `content_for_header`.
   * https://shopify.dev/docs/api/liquid/objects/content_for_header
   */
  shop?: string;
  /**
   * The language of the page, such as `en` or `pt-BR`, written by `content_for_header`.
   * https://shopify.dev/docs/api/liquid/objects/content_for_header
   */
  locale?: string;
  /**
   * True in the theme editor. Compare with `true`: an element of the page with `id="Shopify"` also becomes a global.
   * https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks#detect-the-theme-editor
   */
  designMode?: boolean;
  /**
   * `active` is the currency of the page's prices (ISO 4217), and `rate`, such as `1.0`, converts the shop's own prices to it.
   * https://shopify.dev/docs/api/liquid/objects/cart#cart-currency
   */
  currency?: { active?: string; rate?: string };
  /** Missing until `loadFeatures` has loaded it. https://shopify.dev/docs/api/customer-privacy */
  customerPrivacy?: CustomerPrivacy;
  /** Loads optional APIs such as `customerPrivacy`. https://shopify.dev/docs/api/customer-privacy */
  loadFeatures?: (features: { name: string; version: string }[], done: (error?: unknown) => void) => void;
  /** https://shopify.dev/docs/api/storefront-events-and-actions/actions */
  actions?: { updateCart?: UpdateCart };
  /** `publish` emits a customer event. https://shopify.dev/docs/api/web-pixels-api/emitting-data */
  analytics?: { publish?: (name: string, data: Record<string, unknown>) => unknown };
}

/** Undefined outside Shopify, and until `content_for_header` has run. */
export const shopifyGlobal = (): ShopifyGlobal | undefined =>
  (globalThis as { Shopify?: ShopifyGlobal }).Shopify;
