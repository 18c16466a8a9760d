/**
 * BigCommerce, through its REST Storefront API: https://developer.bigcommerce.com/docs/rest-storefront/carts and
 * https://developer.bigcommerce.com/docs/rest-storefront/checkouts/checkout-coupons. A checkout has the same id as
 * its cart.
 *
 * In most shops, an order accepts one coupon, and a second coupon replaces the first; a page cannot know in advance. If an
 * earlier code is gone afterwards, coupons.ts puts it back.
 */
import { codesIn, type CouponCart, createPlatform } from './coupons.ts';
import type { Applied } from './platform.ts';
import { ask, isObject, post, type Reply } from './request.ts';

const api = '/api/storefront';

/** https://developer.bigcommerce.com/docs/rest-management/checkouts/checkout-coupons */
const LONGEST_CODE = 50;

interface Cart extends CouponCart {
  id: string;
}

/** Reads a list of carts, which is empty while there is no cart, or the checkout that a change returns. */
function cartOf({ status, body }: Reply): Cart | undefined {
  if (status >= 300) return undefined;
  if (Array.isArray(body) && body.length === 0) return { id: '', codes: [], isEmpty: true };
  const cart: unknown = Array.isArray(body) ? body[0] : isObject(body) ? body['cart'] : undefined;
  if (!isObject(cart) || typeof cart['id'] !== 'string' || !Array.isArray(cart['coupons'])) return undefined;
  return { id: cart['id'], codes: codesIn(cart['coupons']), isEmpty: false };
}

const couponsOf = ({ id }: Cart): string => `${api}/checkouts/${encodeURIComponent(id)}/coupons`;

/** Only messages meant for shoppers are passed on, unchanged. */
function refusalOf({ status, body }: Reply): Applied | undefined {
  if (![400, 422].includes(status) || !isObject(body)) return undefined;
  const [first] = Array.isArray(body['errors']) ? (body['errors'] as unknown[]) : [];
  const messages = [isObject(first) ? first['message'] : undefined, body['detail'], body['title']];
  const text = messages.find((each) => typeof each === 'string');
  const code = String(body['code'] ?? body['type']);
  return { outcome: 'not-applicable', reason: code.includes('combin') ? 'not-combinable' : 'refused', text };
}

/** The requests that themes send when a shopper changes the cart: src/api/cart.js of https://github.com/bigcommerce/stencil-utils */
const isChange = ({ name }: PerformanceEntry) => /\/remote\/v1\/(cart|apply-code)/.test(name);

export const platform = createPlatform<Cart>(
  {
    read: () => ask(`${api}/carts`),
    cartOf,
    add: (cart, couponCode) => post(couponsOf(cart), { couponCode }),
    remove: (cart, code) => ask(`${couponsOf(cart)}/${encodeURIComponent(code)}`, { method: 'DELETE' }),
    refusalOf,
  },
  {
    name: 'bigcommerce',
    cartUrl: () => '/cart.php',
    isCode: (code) => code !== '' && code.length <= LONGEST_CODE,
    // Themes show coupons only on the cart page, and only when it loads.
    redraw: (mayReload) => {
      if (mayReload) location.reload();
    },
    /** Themes dispatch no events that other scripts can hear, but their requests can be observed. */
    watch: (changed) => {
      const observer = new PerformanceObserver((list) => {
        if (list.getEntries().some(isChange)) changed();
      });
      observer.observe({ type: 'resource' });
      return () => observer.disconnect();
    },
  },
);
