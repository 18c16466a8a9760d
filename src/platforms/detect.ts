import type { PlatformName } from './platform.ts';

/** The shop system whose page this is, by what its pages have; undefined where it is none that we know. */
export function detectPlatform(): PlatformName | undefined {
  const page = globalThis as {
    Shopify?: { routes?: unknown; shop?: unknown; actions?: unknown };
    wcSettings?: unknown;
    wc_add_to_cart_params?: unknown;
    woocommerce_params?: unknown;
    BCData?: unknown;
    stencilUtils?: unknown;
  };
  if (page.Shopify?.routes ?? page.Shopify?.shop ?? page.Shopify?.actions) return 'shopify';
  if (page.wcSettings ?? page.wc_add_to_cart_params ?? page.woocommerce_params) return 'woocommerce';
  if (page.BCData ?? page.stencilUtils) return 'bigcommerce';
  return undefined;
}
