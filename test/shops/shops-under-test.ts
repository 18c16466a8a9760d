/** The demo's three shops, as far as their tests differ. */

export interface ShopUnderTest {
  /** As in `data-system` and the fake cart's control. */
  system: 'shopify' | 'woocommerce' | 'bigcommerce';
  path: string;
  /**
   * The price of a jumper and a hat: with OTHER-10, with a reward of 10 per cent as well, and with a second such
   * reward.
   */
  totals: { before: string; after: string; two: string };
  /** The element's requests to the shop system when it adds a code, each as `POST /cart/update.js`. */
  steps: { method: string; path: string }[];
}

const woocommerceApi = '/wp-json/wc/store/v1';

export const shops = {
  shopify: {
    system: 'shopify',
    path: '/shops/shopify.html',
    // A jumper of 189 and a hat of 45, and 10 per cent of that for each code.
    totals: { before: '€210.60', after: '€187.20', two: '€163.80' },
    steps: [
      { method: 'GET', path: '/cart.js' },
      { method: 'POST', path: '/cart/update.js' },
    ],
  },
  woocommerce: {
    system: 'woocommerce',
    path: '/shops/woocommerce.html',
    // A jumper of 189, a hat of 45, 5 for delivery, and 10 per cent of the products for each code.
    totals: { before: '€215.60', after: '€192.20', two: '€168.80' },
    steps: [
      { method: 'GET', path: `${woocommerceApi}/cart` },
      { method: 'POST', path: `${woocommerceApi}/cart/apply-coupon` },
    ],
  },
  bigcommerce: {
    system: 'bigcommerce',
    path: '/shops/bigcommerce.html',
    // A jumper of 189 and a hat of 45, and 10 per cent of that for each code.
    totals: { before: '€210.60', after: '€187.20', two: '€163.80' },
    steps: [
      { method: 'GET', path: '/api/storefront/carts' },
      { method: 'POST', path: '/api/storefront/checkouts/*/coupons' },
    ],
  },
} as const satisfies Record<string, ShopUnderTest>;
