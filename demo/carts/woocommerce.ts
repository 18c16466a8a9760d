/**
 * A fake WooCommerce cart: the Store API's cart and the checkout links, as their documentation and source describe
 * them.
 *
 * - Paths, fields and errors: https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/cart
 * - Nonces: https://developer.woocommerce.com/docs/apis/store-api/nonce-tokens. A new one comes with every answer, also
 *   with errors (`add_response_headers` in plugins/woocommerce/src/StoreApi/Routes/V1/AbstractCartRoute.php of
 *   https://github.com/woocommerce/woocommerce). It is the shopper's: a log-in ends all that were given out before.
 * - Cart tokens, which need no nonce: https://developer.woocommerce.com/docs/apis/store-api/cart-tokens
 * - Refusals: `apply_coupon` in src/StoreApi/Utilities/CartController.php and includes/class-wc-discounts.php there.
 *   Codes are in small letters, messages in HTML, and a coupon for individual use removes all others.
 * - Checkout links, which empty the cart:
 *   https://woocommerce.com/document/creating-sharable-checkout-urls-in-woocommerce/
 */
import { randomUUID } from 'node:crypto';
import { products, type CartOptions, type FakeCart } from './cart.ts';
import { serveCart, type Answer, type Call } from './server.ts';
import { describe, escaped, hash, isForCart, keyOf, type WooCart } from './woocommerce-cart.ts';

const couponError = 'woocommerce_rest_cart_coupon_error';

const nonceOf = (cart: WooCart): string => hash(`${cart.id} ${cart.logins}`).slice(0, 10);

const failure = (status: number, code: string, message: string, cart?: WooCart): Answer => ({
  status,
  body: { code, message, data: { status, ...(cart && { cart: describe(cart) }) } },
});

async function applyCoupon(
  cart: WooCart,
  given: string,
  { discountOf }: CartOptions,
): Promise<Answer | undefined> {
  const code = given.trim().toLowerCase();
  const refuse = (message: string) => failure(400, couponError, message);
  const name = `&quot;${escaped(code)}&quot;`;
  const discount = await discountOf(given.trim());
  if (!discount) return refuse(`Coupon ${name} cannot be applied because it does not exist.`);
  if (cart.coupons.has(code)) return refuse(`Coupon code ${name} has already been applied.`);
  if (!isForCart(cart, discount)) return refuse('Sorry, this coupon is not applicable to selected products.');
  const [alone] = [...cart.coupons].find(([, other]) => other.isCombinable === false) ?? [];
  if (alone !== undefined) {
    const first = `&quot;${escaped(alone)}&quot;`;
    return refuse(`${first} has already been applied and cannot be used in conjunction with other coupons.`);
  }
  if (discount.isCombinable === false) cart.coupons.clear();
  cart.coupons.set(code, discount);
  return undefined;
}

function removeCoupon(cart: WooCart, given: string): Answer | undefined {
  if (cart.coupons.delete(given.trim().toLowerCase())) return undefined;
  const message = 'Coupon cannot be removed because it is not already applied to the cart.';
  return failure(409, 'woocommerce_rest_cart_coupon_invalid_code', message, cart);
}

function addItem(cart: WooCart, id: string, quantity: number): Answer | undefined {
  if (!products.some((product) => product.id === id)) {
    const message = `Product with ID &quot;${escaped(id)}&quot; was not found and cannot be added to the cart.`;
    return failure(400, 'woocommerce_rest_cart_invalid_product', message);
  }
  cart.items.set(id, (cart.items.get(id) ?? 0) + quantity);
  return undefined;
}

function changeItem(cart: WooCart, key: string, quantity: number): Answer | undefined {
  const id = [...cart.items.keys()].find((one) => keyOf(one) === key);
  if (id === undefined) {
    return failure(
      409,
      'woocommerce_rest_cart_invalid_key',
      'Cart item no longer exists or is invalid.',
      cart,
    );
  }
  if (quantity > 0) cart.items.set(id, quantity);
  else cart.items.delete(id);
  // A coupon that no longer applies to any item in the cart is removed.
  for (const [code, discount] of cart.coupons) {
    if (!isForCart(cart, discount)) cart.coupons.delete(code);
  }
  return undefined;
}

export function createWooCommerceCart(options: CartOptions): FakeCart {
  const carts = new Map<string, WooCart>();

  async function checkoutLink(cart: WooCart, query: URLSearchParams): Promise<Answer> {
    cart.items.clear();
    cart.coupons.clear();
    for (const product of (query.get('products') ?? '').split(',')) {
      const [id = '', quantity = '1'] = product.split(':');
      addItem(cart, id, Number(quantity));
    }
    const coupon = query.get('coupon');
    if (coupon !== null) await applyCoupon(cart, coupon, options);
    return { status: 302, headers: { location: '/checkout/' } };
  }

  async function answer({ request, url, path, sent, cart: own }: Call<WooCart>): Promise<Answer> {
    carts.set(own.id, own);
    if (path === '/checkout-link') return checkoutLink(own, url.searchParams);
    if (path === '/wp-login.php') {
      own.logins += 1;
      return { status: 302, headers: { location: '/' } };
    }

    const byToken = carts.get(String(request.headers['cart-token']));
    const cart = byToken ?? own;
    const isChange = request.method !== 'GET';
    // Parameters of the REST API may be in the address or in the body.
    const fields: Record<string, unknown> = { ...Object.fromEntries(url.searchParams), ...sent };
    const field = (name: string): string => {
      const value = fields[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    const changes: Record<string, () => Promise<Answer | undefined> | Answer | undefined> = {
      '/cart/add-item': () => addItem(cart, field('id'), Number(fields['quantity'] ?? 1)),
      '/cart/update-item': () => changeItem(cart, field('key'), Number(fields['quantity'])),
      '/cart/remove-item': () => changeItem(cart, field('key'), 0),
      '/cart/apply-coupon': () => applyCoupon(cart, field('code'), options),
      '/cart/remove-coupon': () => removeCoupon(cart, field('code')),
    };

    const nonce = request.headers['nonce'];
    const change = changes[path];
    const isKnown = isChange ? change !== undefined : path === '/cart';
    const message = 'Missing the Nonce header. This endpoint requires a valid nonce.';
    let failed: Answer | undefined;
    if (!isKnown) {
      const text = 'No route was found matching the URL and request method.';
      return failure(404, 'rest_no_route', text);
    }
    if (isChange && !byToken && nonce === undefined) {
      failed = failure(401, 'woocommerce_rest_missing_nonce', message);
    } else if (isChange && !byToken && nonce !== nonceOf(cart)) {
      failed = failure(403, 'woocommerce_rest_invalid_nonce', 'Nonce is invalid.');
    } else failed = await change?.();
    return {
      ...(failed ?? { status: path === '/cart/add-item' ? 201 : 200, body: describe(cart) }),
      headers: {
        nonce: nonceOf(cart),
        'nonce-timestamp': String(Math.floor(Date.now() / 1000)),
        'user-id': '0',
        'cart-token': cart.id,
      },
    };
  }

  return serveCart<WooCart>({
    system: 'woocommerce',
    cookie: 'wp_woocommerce_session',
    empty: () => ({ id: randomUUID(), logins: 0, items: new Map(), coupons: new Map() }),
    pathOf: ({ pathname, searchParams }) => {
      // A shop without "pretty permalinks" has its API in the query.
      const page = pathname.replace(/\/$/, '');
      if (page === '/checkout-link' || page === '/wp-login.php') return page;
      const route = searchParams.get('rest_route') ?? /^\/wp-json(\/.*)$/.exec(pathname)?.[1] ?? '';
      return /^\/wc\/store(?:\/v1)?(\/.*?)\/?$/.exec(route)?.[1];
    },
    answer,
  });
}
