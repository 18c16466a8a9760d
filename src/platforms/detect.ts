import type { PlatformName } from './platform.ts';
import { shopifyGlobal } from './shopify-global.ts';

/** The globals that WooCommerce's and BigCommerce's own scripts define. */
interface ShopPage {
  /** Pages with WooCommerce blocks. */
  wcSettings?: unknown;
  /** Pages with WooCommerce's older scripts (includes/class-wc-frontend-scripts.php). */
  woocommerce_params?: unknown;
  /** Pages of Stencil themes: templates/layout/base.html of https://github.com/bigcommerce/cornerstone */
  BCData?: unknown;
  stencilBootstrap?: unknown;
  /** Missing when a server renders the elements. The body is missing while the head is being parsed. */
  document?: { body: HTMLElement | null };
}

/**
 * The class that WooCommerce adds to every page of a site: `wc_body_class` and `wc_no_js` in
 * includes/wc-template-functions.php of https://github.com/woocommerce/woocommerce
 */
const wooBody = /\bwoocommerce-(no-)?js\b/;

/** The shop system that serves this page; undefined if it is none of the supported ones. */
export function detectPlatform(): PlatformName | undefined {
  const page = globalThis as ShopPage;
  // Other scripts may create an empty `Shopify` object, so the global alone proves nothing.
  const shopify = shopifyGlobal();
  if (shopify?.routes ?? shopify?.shop) return 'shopify';
  const woo = page.wcSettings ?? page.woocommerce_params;
  if (woo || wooBody.test(page.document?.body?.className ?? '')) return 'woocommerce';
  return (page.BCData ?? page.stencilBootstrap) ? 'bigcommerce' : undefined;
}
