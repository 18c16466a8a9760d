/**
 * A fake BigCommerce cart: the carts and checkouts of the REST Storefront API, as they are documented.
 *
 * - Carts: https://developer.bigcommerce.com/docs/rest-storefront/carts. Without a cart the list is empty; the cart
 *   ends with its last item.
 * - Coupons: https://developer.bigcommerce.com/docs/rest-storefront/checkouts/checkout-coupons. The checkout has the
 *   cart's id. Fifty characters at most:
 *   https://developer.bigcommerce.com/docs/rest-management/checkouts/checkout-coupons
 * - One coupon at a time unless the shop allows up to five:
 *   https://bigcommerce.com/blog/multiple-coupons-per-order-available-in-enterprise-stores. The article does not say
 *   what happens to the first coupon. Here the second one replaces it, which is the worse case for a shopper.
 * - Errors: the `StorefrontErrorResponseBody` of https://github.com/bigcommerce/checkout-sdk-js
 *   (packages/core/src/common/error/error-response-body.ts), with `empty_cart` as in coupon-request-sender.ts there,
 *   and the codes that https://github.com/bigcommerce/checkout-js knows (packages/core/src/app/cart/Redeemable.tsx).
 */
import { randomUUID } from 'node:crypto';
import { products, type CartOptions, type FakeCart } from './cart.ts';
import { describeCart, describeCheckout, isForCart, type BigCart } from './bigcommerce-cart.ts';
import { serveCart, type Answer, type Call } from './server.ts';

export interface BigCommerceOptions extends CartOptions {
  /** How many coupons the shop allows for an order, 1 to 5; default 1. */
  coupons?: number;
}

/**
 * The form of a theme: `itemAdd` in src/api/cart.js of https://github.com/bigcommerce/stencil-utils. The shape of its answer is
 * not documented.
 */
const THEME_ADD = '/remote/v1/cart/add';

const failure = (status: number, code: string, title: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: { status, code, type: code, title, errors: [{ code, message: title }] },
});

const conflict = (): Answer => failure(409, 'cart_conflict', 'The cart was changed by another request.');
const lost = (): Answer => failure(404, 'not_found', 'Not found');

function changed(cart: BigCart, describe: (cart: BigCart) => unknown): Answer {
  cart.version += 1;
  return { status: 200, body: describe(cart) };
}

/** The lines of a request, or undefined if one of them cannot be bought. */
function linesIn(sent: Record<string, unknown>): { id: string; quantity: number }[] | undefined {
  const lines = Array.isArray(sent['lineItems']) ? (sent['lineItems'] as Record<string, unknown>[]) : [];
  const wanted = lines.map(({ productId, quantity }) => ({
    id: Number(productId),
    quantity: Number(quantity),
  }));
  const isFine = wanted.every(
    ({ id, quantity }) => quantity >= 1 && products.some((product) => Number(product.id) === id),
  );
  return lines.length > 0 && isFine
    ? wanted.map(({ id, quantity }) => ({ id: String(id), quantity }))
    : undefined;
}

function addItems(cart: BigCart, sent: Record<string, unknown>): Answer {
  const lines = linesIn(sent);
  if (!lines) return failure(422, 'invalid_product', 'The product does not exist or cannot be bought.');
  cart.id ??= randomUUID();
  for (const { id, quantity } of lines) {
    const line = cart.lines.find((one) => one.productId === id);
    if (line) line.quantity += quantity;
    else cart.lines.push({ id: randomUUID(), productId: id, quantity });
  }
  return changed(cart, describeCart);
}

/** Ends the cart when it has no items. Its id is then no longer valid. */
function end(cart: BigCart): Answer {
  if (cart.id !== undefined) cart.ended.add(cart.id);
  cart.id = undefined;
  cart.lines = [];
  cart.coupons.clear();
  return { status: 204 };
}

function changeItem(cart: BigCart, itemId: string, quantity: number): Answer {
  const line = cart.lines.find(({ id }) => id === itemId);
  if (!line) return lost();
  line.quantity = quantity;
  cart.lines = cart.lines.filter((one) => one.quantity > 0);
  if (cart.lines.length === 0) return end(cart);
  for (const [code, discount] of cart.coupons) {
    if (!isForCart(cart, discount)) cart.coupons.delete(code);
  }
  return changed(cart, describeCart);
}

async function addCoupon(
  cart: BigCart,
  code: unknown,
  { discountOf, coupons: allowed = 1 }: BigCommerceOptions,
): Promise<Answer> {
  if (typeof code !== 'string' || code === '' || code.length > 50) {
    return failure(422, 'invalid_request', 'The coupon code is missing or longer than 50 characters.');
  }
  const discount = await discountOf(code);
  if (!discount) return failure(400, 'invalid_coupon_code', 'The coupon code you entered is not valid.');
  if (!isForCart(cart, discount)) {
    return failure(400, 'not_applicable', 'The coupon code does not apply to the items in your cart.');
  }
  const kept = [...cart.coupons.keys()].find((one) => one.toLowerCase() === code.toLowerCase());
  const others = [...cart.coupons].filter(([one]) => one !== kept);
  const isTaken = others.some(([, other]) => other.isCombinable === false) && allowed > 1;
  if (isTaken || (allowed > 1 && others.length >= allowed)) {
    return failure(
      400,
      'not_combinable',
      'The coupon code cannot be used with the other coupons in your cart.',
    );
  }
  if (allowed === 1 || discount.isCombinable === false) cart.coupons.clear();
  cart.coupons.set(kept ?? code, discount);
  return changed(cart, describeCheckout);
}

export function createBigCommerceCart(options: BigCommerceOptions): FakeCart {
  async function change({ request, path, sent, cart }: Call<BigCart>): Promise<Answer> {
    const method = request.method ?? 'GET';
    const [kind, id, part, item] = path.split('/').slice(1).map(decodeURIComponent);
    const isCart = kind === 'carts' || kind === 'cart';
    if (isCart && id === undefined && method === 'POST') return addItems(cart, sent);
    if (id === undefined || id !== cart.id) {
      const isEnded = id !== undefined && cart.ended.has(id) && kind === 'checkouts';
      return isEnded ? failure(400, 'empty_cart', 'The cart is empty.') : lost();
    }
    const { version } = sent;
    if (version !== undefined && version !== cart.version) return conflict();
    if (isCart && part === undefined && method === 'DELETE') return end(cart);
    if (isCart && part === 'items' && item === undefined && method === 'POST') return addItems(cart, sent);
    if (isCart && part === 'items' && item !== undefined) {
      const { quantity } = (sent['lineItem'] ?? {}) as { quantity?: number };
      if (method === 'DELETE') return changeItem(cart, item, 0);
      if (method === 'PUT') return changeItem(cart, item, Number(quantity));
    }
    if (kind === 'checkouts' && part === 'coupons') {
      if (method === 'POST' && item === undefined) return addCoupon(cart, sent['couponCode'], options);
      const held = [...cart.coupons.keys()].find((code) => code.toLowerCase() === item?.toLowerCase());
      if (method === 'DELETE' && held !== undefined) {
        cart.coupons.delete(held);
        return changed(cart, describeCheckout);
      }
    }
    return lost();
  }

  return serveCart<BigCart>({
    system: 'bigcommerce',
    cookie: 'SHOP_SESSION_TOKEN',
    empty: () => ({ id: undefined, version: 1, lines: [], coupons: new Map(), ended: new Set() }),
    pathOf: ({ pathname }) =>
      pathname === THEME_ADD
        ? pathname
        : /^\/api\/storefront(\/(?:carts?|checkouts)(?:\/.*?)?)\/?$/.exec(pathname)?.[1],
    answer: (call) => {
      const { request, path, cart, sent } = call;
      if (path === THEME_ADD)
        return addItems(cart, {
          lineItems: [{ productId: sent['product_id'], quantity: sent['qty[]'] ?? 1 }],
        });
      if (request.method === 'GET') {
        if (path === '/carts' || path === '/cart') {
          return { status: 200, body: cart.id === undefined ? [] : [describeCart(cart)] };
        }
        const isCheckout = cart.id !== undefined && path === `/checkouts/${cart.id}`;
        return isCheckout ? { status: 200, body: describeCheckout(cart) } : lost();
      }
      return change(call);
    },
  });
}
