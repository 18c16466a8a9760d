import type { PlatformName } from './platform.ts';

/** What the shop systems' own scripts leave in the pages that they serve. */
interface ShopPage {
  /** Every Liquid page: https://shopify.dev/docs/api/ajax#locale-aware-urls. Other scripts make the name alone. */
  Shopify?: { routes?: unknown; shop?: unknown };
  /** Pages with blocks of WooCommerce, and pages with its older scripts (includes/class-wc-frontend-scripts.php). */
  wcSettings?: unknown;
  woocommerce_params?: unknown;
  /** Pages of Stencil themes: templates/layout/base.html of https://github.com/bigcommerce/cornerstone */
  BCData?: unknown;
  stencilBootstrap?: unknown;
  /** Not on a server that draws the elements, and without a body in the head. */
  document?: { body: HTMLElement | null };
}

/**
 * WooCommerce's class on every page of the site: `wc_body_class` and `wc_no_js` in includes/wc-template-functions.php of
 * https://github.com/woocommerce/woocommerce
 */
const wooBody = /\bwoocommerce-(no-)?js\b/;

/** The shop system whose page this is, by what its pages have; undefined where it is none that we know. */
export function detectPlatform(): PlatformName | undefined {
  const page = globalThis as ShopPage;
  if (page.Shopify?.routes ?? page.Shopify?.shop) return 'shopify';
  const woo = page.wcSettings ?? page.woocommerce_params;
  if (woo || wooBody.test(page.document?.body?.className ?? '')) return 'woocommerce';
  return (page.BCData ?? page.stencilBootstrap) ? 'bigcommerce' : undefined;
}
