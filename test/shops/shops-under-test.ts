/** The demo's three shops, as far as their tests differ. */
import type { Shopper } from '../helpers/cart-server.ts';

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
  /** Puts a jumper, a hat and OTHER-10 into a bag, as the theme does. */
  fillBag: (ask: Shopper) => Promise<void>;
  /** Page widths in pixels. widths.soak.test.ts tests all of them in each shop. */
  widths: Widths;
}

export interface Widths {
  wholeWay: number[];
  lateElements: number[];
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
    fillBag: async (ask) => {
      const items = ['101', '102'].map((id) => ({ id, quantity: 1 }));
      await ask('POST /cart/add.js', { items });
      await ask('POST /cart/update.js', { discount: 'OTHER-10' });
    },
    widths: { wholeWay: [320], lateElements: [1280] },
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
    fillBag: async (ask) => {
      const { headers } = await ask(`GET ${woocommerceApi}/cart`);
      const nonce = headers.get('nonce')!;
      for (const id of [101, 102])
        await ask(`POST ${woocommerceApi}/cart/add-item`, { id, quantity: 1 }, { nonce });
      await ask(`POST ${woocommerceApi}/cart/apply-coupon`, { code: 'OTHER-10' }, { nonce });
    },
    widths: { wholeWay: [1280], lateElements: [320] },
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
    fillBag: async (ask) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const id of ['101', '102'])
        await ask('POST /remote/v1/cart/add', `product_id=${id}&qty[]=1`, form);
      const { body } = await ask('GET /api/storefront/carts');
      const [{ id }] = body as [{ id: string }];
      await ask(`POST /api/storefront/checkouts/${id}/coupons`, { couponCode: 'OTHER-10' });
    },
    widths: { wholeWay: [320], lateElements: [390] },
  },
} as const satisfies Record<string, ShopUnderTest>;
