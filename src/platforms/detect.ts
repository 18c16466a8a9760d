import type { PlatformName } from './platform.ts';

/** What the shop systems' own scripts leave in the pages that they serve. */
interface ShopPage {
  /** Every Liquid page: https://shopify.dev/docs/api/ajax#locale-aware-urls */
  Shopify?: { routes?: unknown; shop?: unknown };
  /**
   * Pages with WooCommerce's blocks, and pages with its older scripts: `woocommerce_params` and the others in
   * plugins/woocommerce/includes/class-wc-frontend-scripts.php of https://github.com/woocommerce/woocommerce
   */
  wcSettings?: unknown;
  woocommerce_params?: unknown;
  wc_add_to_cart_params?: unknown;
  wc_cart_fragments_params?: unknown;
  /** Pages of Stencil themes: https://developer.bigcommerce.com/docs/storefront/stencil */
  BCData?: unknown;
  stencilUtils?: unknown;
}

/** WooCommerce's class on every page of the site: `wc_body_class` and `wc_no_js` in its wc-template-functions.php. */
const wooBody = '.woocommerce-js, .woocommerce-no-js';

/** Where a Stencil theme's own files are, with the shop's name after it. */
const stencilFile = 'script[src*=".bigcommerce.com/s-"], link[href*=".bigcommerce.com/s-"]';

/** The shop system whose page this is, by what its pages have; undefined where it is none that we know. */
export function detectPlatform(): PlatformName | undefined {
  const page = globalThis as ShopPage;
  if (page.Shopify?.routes ?? page.Shopify?.shop) return 'shopify';
  const isWoo =
    page.wcSettings ?? page.woocommerce_params ?? page.wc_add_to_cart_params ?? page.wc_cart_fragments_params;
  if (isWoo || document.body.matches(wooBody)) return 'woocommerce';
  if (page.BCData ?? page.stencilUtils ?? document.querySelector(stencilFile)) return 'bigcommerce';
  return undefined;
}
