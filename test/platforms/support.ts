/**
 * The fake carts in a browser test: they answer at the root of the test's own origin, all three at once, and each test
 * file has a cookie jar, so carts of its own (test/wtr.config.mjs). Discount codes exist by their name, see
 * test/helpers/carts.mjs:
 *
 *   PERCENT-10   MINUS-500   FREE-SHIPPING   and anything after it: PERCENT-10-B
 *   …ALONE       counts only without others          …HAT   is only for product 102
 *   any other    is unknown to the shop
 *
 * Products are in demo/carts/cart.ts: 101 costs 189.00, 102 costs 45.00. A Shopify theme of the fake has the sections
 * `cart-drawer` and `cart-icon-bubble`. BigCommerce shops take one coupon for an order, unless `allowCoupons(5)`.
 */

type System = 'shopify' | 'woocommerce' | 'bigcommerce';

interface Fault {
  /** `drop`: the connection breaks; `html`: a page with status 200. */
  kind: 'drop' | '500' | '429' | 'html';
  times?: number;
  /** The number of earlier requests that are answered normally. */
  skip?: number;
  /** The change is made, and its answer goes wrong. */
  after?: boolean;
}

export interface TestCart {
  /** Puts one of each into the cart, as a shopper would. */
  fill: (...products: string[]) => Promise<void>;
  /** The codes that count in the shop now, in small letters. */
  codes: () => Promise<string[]>;
  /** The amount that the shopper would pay for the items in the cart, in cents, without shipping. */
  total: () => Promise<number>;
  /** Enters a code as the shopper would by hand. */
  enter: (code: string) => Promise<void>;
  /** The next request to a path that ends like this goes wrong; `*` is one segment. */
  fail: (path: string, fault: Fault) => Promise<void>;
  /** Forgets the faults. */
  heal: () => Promise<void>;
  /** Empties the cart and forgets the faults. */
  reset: () => Promise<void>;
}

type Fields = Record<string, unknown>;

async function ask(method: string, path: string, body?: Fields, headers: Record<string, string> = {}) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  // The answer comes from the fake cart, whose own tests check its type.
  // oxlint-disable-next-line typescript/no-explicit-any
  const read = (): Promise<any> => (response.status === 204 ? Promise.resolve(undefined) : response.json());
  return { headers: response.headers, body: await read() };
}

const control = (system: System): Pick<TestCart, 'fail' | 'heal' | 'reset'> => ({
  fail: async (path, fault) => {
    await ask('POST', `/fake-carts/${system}/faults`, { path, ...fault });
  },
  heal: async () => {
    await ask('POST', `/fake-carts/${system}/heal`);
  },
  reset: async () => {
    await ask('POST', `/fake-carts/${system}/reset`);
  },
});

interface Code {
  code: string;
  applicable?: boolean;
}
const small = (codes: Code[]) => codes.map(({ code }) => code.toLowerCase());

const shopify: TestCart = {
  ...control('shopify'),
  fill: async (...products) => {
    await ask('POST', '/cart/add.js', { items: products.map((id) => ({ id, quantity: 1 })) });
  },
  codes: async () => {
    const { body } = await ask('GET', '/cart.js');
    return small((body.discount_codes as Code[]).filter(({ applicable }) => applicable));
  },
  total: async () => (await ask('GET', '/cart.js')).body.total_price as number,
  enter: async (code) => {
    const { body } = await ask('GET', '/cart.js');
    const codes = [...(body.discount_codes as Code[]).map((each) => each.code), code];
    await ask('POST', '/cart/update.js', { discount: codes.join(',') });
  },
};

const storeApi = '/wp-json/wc/store/v1/cart';
const woocommerce: TestCart = {
  ...control('woocommerce'),
  fill: async (...products) => {
    for (const id of products) {
      const nonce = (await ask('GET', storeApi)).headers.get('nonce') ?? '';
      await ask('POST', `${storeApi}/add-item`, { id: Number(id), quantity: 1 }, { nonce });
    }
  },
  codes: async () => small((await ask('GET', storeApi)).body.coupons),
  total: async () => {
    const { total_items: items, total_discount: off } = (await ask('GET', storeApi)).body.totals as Fields;
    return Number(items) - Number(off);
  },
  enter: async (code) => {
    const nonce = (await ask('GET', storeApi)).headers.get('nonce') ?? '';
    await ask('POST', `${storeApi}/apply-coupon`, { code }, { nonce });
  },
};

const storefront = '/api/storefront';
const bigcommerce: TestCart = {
  ...control('bigcommerce'),
  fill: async (...products) => {
    const lineItems = products.map((id) => ({ productId: Number(id), quantity: 1 }));
    const { body } = await ask('GET', `${storefront}/carts`);
    const [cart] = body as { id: string }[];
    await ask('POST', `${storefront}/carts${cart ? `/${cart.id}/items` : ''}`, { lineItems });
  },
  codes: async () => {
    const [cart] = (await ask('GET', `${storefront}/carts`)).body as { coupons: Code[] }[];
    return cart ? small(cart.coupons) : [];
  },
  total: async () => {
    const [cart] = (await ask('GET', `${storefront}/carts`)).body as { cartAmount: number }[];
    return cart ? Math.round(cart.cartAmount * 100) : 0;
  },
  enter: async (couponCode) => {
    const [cart] = (await ask('GET', `${storefront}/carts`)).body as { id: string }[];
    await ask('POST', `${storefront}/checkouts/${cart!.id}/coupons`, { couponCode });
  },
};

const carts: Record<System, TestCart> = { shopify, woocommerce, bigcommerce };

/** An empty cart of this shop system. */
export async function newCart(system: System): Promise<TestCart> {
  await carts[system].reset();
  return carts[system];
}

/** How many coupons the BigCommerce shop takes for an order: 1 or 5. Another shop, so another cart, too. */
export function allowCoupons(count: 1 | 5): void {
  document.cookie = `fake-coupons=${count}; Path=/; SameSite=Lax`;
}

/** Answers of the page's own requests, in their order, as `POST /cart/update.js`. */
export function watchRequests(): { asked: string[]; stop: () => void } {
  const original = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname}${search}`);
    return original(input, init);
  };
  return {
    asked,
    stop: () => {
      globalThis.fetch = original;
    },
  };
}
