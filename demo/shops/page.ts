/**
 * The globals that a shop system puts into its pages before any other script runs, and the theme that uses them. The
 * address selects the system: `/shops/shopify.html`, `/en-ca/shops/shopify.html` (a market), `/shops/woocommerce.html`,
 * `/shops/bigcommerce.html`. Any other page belongs to a shop that the elements do not know.
 */
import { putShopify } from '../carts/shopify-page.ts';
import { bigCommerceSystem } from './bigcommerce.ts';
import { startDrawer } from './drawer.ts';
import { SECTION, shopifySystem, viewOf } from './shopify.ts';
import type { ShopSystem } from './system.ts';
import { wooSystem } from './woocommerce.ts';

const [, market = '/', name] = /^(\/[a-z]{2}-[a-z]{2}\/|\/)shops\/(\w+)\.html$/.exec(location.pathname) ?? [];
const asked = new URLSearchParams(location.search);

/** Adds the globals and markup of a system's pages to this one. */
const systems: Record<string, () => ShopSystem> = {
  shopify: () => {
    const actions = asked.get('actions');
    const isCanada = market === '/en-ca/';
    putShopify({
      root: market,
      ...(isCanada && { currency: 'CAD', country: 'CA' }),
      ...(actions === '' && { actions: {} }),
      // Like a theme that shows the new cart itself.
      ...(actions === 'theme' && {
        actions: {
          redraw: (cart) => {
            document.querySelector('shop-cart')!.view = viewOf(cart);
          },
        },
      }),
    });
    return shopifySystem(market);
  },
  woocommerce: () => {
    // https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/src/Blocks/Assets/AssetDataRegistry.php
    const wcSettings = { currency: { code: 'EUR' }, storePages: { cart: { permalink: '/cart/' } } };
    Object.assign(globalThis, { wcSettings });
    // The theme's bag is a WooCommerce block.
    document.querySelector('#bag')!.classList.add('wp-block-woocommerce-mini-cart');
    return wooSystem();
  },
  bigcommerce: () => {
    // Of the Cornerstone theme: https://github.com/bigcommerce/cornerstone
    Object.assign(globalThis, { BCData: { product_attributes: null, csrf_token: 'demo' } });
    return bigCommerceSystem();
  },
};

// The plain shop also keeps its cart with Shopify, but its pages do not reveal that.
const system = systems[name ?? '']?.() ?? shopifySystem('/');

if (name === 'shopify') document.querySelector('#section')!.id = `shopify-section-${SECTION}`;
for (const claim of document.querySelectorAll('reward-claim')) {
  const apply = asked.get('apply');
  if (apply) claim.setAttribute('apply', apply);
  if (name === 'shopify') claim.setAttribute('cart-sections', SECTION);
}
for (const each of document.querySelectorAll<HTMLElement>('[data-system]'))
  each.hidden = each.dataset['system'] !== name;
startDrawer(system);
