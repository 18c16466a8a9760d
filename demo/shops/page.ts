/**
 * What a shop system puts into its pages before any other script runs, and the theme that stands on it. The address says
 * which: `/shops/shopify.html`, `/en-ca/shops/shopify.html` (a market), `/shops/woocommerce.html`,
 * `/shops/bigcommerce.html`. Any other page is a shop that the elements know nothing of.
 */
import { bigCommerceSystem } from './bigcommerce.ts';
import { startDrawer } from './drawer.ts';
import { SECTION, shopifySystem } from './shopify.ts';
import { shopifyActions } from './shopify-actions.ts';
import type { ShopSystem } from './system.ts';
import { wooSystem } from './woocommerce.ts';

const [, market = '/', name] = /^(\/[a-z]{2}-[a-z]{2}\/|\/)shops\/(\w+)\.html$/.exec(location.pathname) ?? [];
const asked = new URLSearchParams(location.search);

/** What a theme does whose own way to show a new cart is to ask for its section. */
async function drawSection(): Promise<void> {
  const system = shopifySystem(market);
  const view = await system.read();
  document.querySelector('shop-cart')!.view = view;
}

const systems: Record<string, () => { globals: object; system: ShopSystem }> = {
  shopify: () => {
    // https://shopify.dev/docs/api/ajax#locale-aware-urls and `Shopify.currency`, `Shopify.locale` of every theme.
    const isCanada = market === '/en-ca/';
    const Shopify = {
      shop: 'nordlicht.myshopify.com',
      locale: 'en',
      country: isCanada ? 'CA' : 'DE',
      currency: { active: isCanada ? 'CAD' : 'EUR', rate: isCanada ? '1.5' : '1.0' },
      routes: { root: market },
    };
    const actions = asked.get('actions');
    if (actions !== null)
      Object.assign(Shopify, {
        actions: shopifyActions(market, actions === 'theme' ? drawSection : undefined),
      });
    return { globals: { Shopify }, system: shopifySystem(market) };
  },
  woocommerce: () => ({
    // https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/src/Blocks/Assets/AssetDataRegistry.php
    globals: { wcSettings: { currency: { code: 'EUR' }, storePages: { cart: { permalink: '/cart/' } } } },
    system: wooSystem(),
  }),
  bigcommerce: () => ({
    // Of the Cornerstone theme: https://github.com/bigcommerce/cornerstone
    globals: { BCData: { product_attributes: null, csrf_token: 'demo' } },
    system: bigCommerceSystem(),
  }),
};

const setUp = systems[name ?? '']?.();
if (setUp) Object.assign(globalThis, setUp.globals);
// The plain shop keeps its cart with Shopify, too, but its pages do not say so.
const system = setUp?.system ?? shopifySystem('/');

if (name === 'shopify') document.querySelector('#section')!.id = `shopify-section-${SECTION}`;
for (const claim of document.querySelectorAll('reward-claim')) {
  const apply = asked.get('apply');
  if (apply) claim.setAttribute('apply', apply);
  if (name === 'shopify') claim.setAttribute('cart-sections', SECTION);
}
for (const each of document.querySelectorAll<HTMLElement>('[data-system]'))
  each.hidden = each.dataset['system'] !== name;
startDrawer(system);
