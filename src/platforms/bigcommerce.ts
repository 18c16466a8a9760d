/**
 * BigCommerce, by its REST Storefront API: https://developer.bigcommerce.com/docs/rest-storefront/carts and
 * https://developer.bigcommerce.com/docs/rest-storefront/checkouts/checkout-coupons. A checkout has its cart's id.
 *
 * Most shops take one coupon for an order, and a second one takes its place; a page cannot know whether. So where a code
 * that was there is gone afterwards, it is put back.
 */
import type { Applied, CartCode, Platform } from './platform.ts';
import { ask, isObject, isSame, post, type Reply, unusable } from './request.ts';

const api = '/api/storefront';

/** https://developer.bigcommerce.com/docs/rest-management/checkouts/checkout-coupons */
const longest = 50;

interface Cart {
  /** Undefined where there is no cart, which is when nothing is in it. */
  id: string | undefined;
  codes: string[];
}

function codesIn(cart: unknown): string[] | undefined {
  const coupons: unknown = isObject(cart) ? cart['coupons'] : undefined;
  if (!Array.isArray(coupons)) return undefined;
  const codes = (coupons as unknown[]).map((each) => (isObject(each) ? each['code'] : undefined));
  return codes.filter((code) => typeof code === 'string');
}

/** Undefined where the answer is no list of carts. */
function cartOf({ status, body }: Reply): Cart | undefined {
  if (status >= 300 || !Array.isArray(body)) return undefined;
  const [cart] = body as unknown[];
  if (cart === undefined) return { id: undefined, codes: [] };
  const codes = codesIn(cart);
  return isObject(cart) && typeof cart['id'] === 'string' && codes ? { id: cart['id'], codes } : undefined;
}

const read = (): Promise<Reply> => ask(`${api}/carts`);
const couponsOf = (id: string): string => `${api}/checkouts/${encodeURIComponent(id)}/coupons`;
const has = (codes: readonly string[], code: string) => codes.some((each) => isSame(each, code));

async function putBack(id: string, code: string, lost: readonly string[]): Promise<string[] | undefined> {
  try {
    await ask(`${couponsOf(id)}/${encodeURIComponent(code)}`, { method: 'DELETE' });
    for (const couponCode of lost) await post(couponsOf(id), { couponCode });
    return cartOf(await read())?.codes;
  } catch {
    return undefined;
  }
}

/** What the shop says to shoppers, in its own words; a proxy's words are not shown. */
function refusalOf(body: Record<string, unknown>): Applied {
  const [first] = Array.isArray(body['errors']) ? (body['errors'] as unknown[]) : [];
  const text = [isObject(first) ? first['message'] : undefined, body['detail'], body['title']].find(
    (each) => typeof each === 'string' && each !== '',
  ) as string | undefined;
  const code = String(body['code'] ?? body['type']);
  if (code.includes('empty_cart')) return { outcome: 'not-applicable', reason: 'empty-cart' };
  return { outcome: 'not-applicable', reason: code.includes('combin') ? 'not-combinable' : 'refused', text };
}

async function add(code: string): Promise<Applied> {
  if (code === '' || code.length > longest) return { outcome: 'not-applicable', reason: 'not-a-code' };
  const first = await read();
  const before = cartOf(first);
  if (!before) return { outcome: 'not-possible', error: unusable(first) };
  if (before.id === undefined) return { outcome: 'not-applicable', reason: 'empty-cart' };
  if (has(before.codes, code)) return { outcome: 'applied' };

  let reply: Reply | undefined;
  let error: unknown;
  try {
    reply = await post(couponsOf(before.id), { couponCode: code });
    error = unusable(reply);
  } catch (problem) {
    error = problem;
  }
  // Whatever was answered, or not: what counts is what the cart has now.
  const now = cartOf(await read());
  if (!now) return { outcome: 'not-possible', error };
  if (now.id === undefined) return { outcome: 'not-applicable', reason: 'empty-cart' };
  if (has(now.codes, code)) {
    const lost = before.codes.filter((each) => !has(now.codes, each));
    const restored = lost.length > 0 ? await putBack(now.id, code, lost) : undefined;
    if (restored && !has(restored, code)) return { outcome: 'not-applicable', reason: 'not-combinable' };
    return { outcome: 'applied' };
  }
  const isRefused = reply && [400, 422].includes(reply.status) && isObject(reply.body);
  return isRefused ? refusalOf(reply!.body as Record<string, unknown>) : { outcome: 'not-possible', error };
}

/** What a theme asks when a shopper changes the cart: src/api/cart.js of https://github.com/bigcommerce/stencil-utils */
const isChange = ({ name }: PerformanceEntry) => /\/remote\/v1\/(cart|apply-code)/.test(name);

export const platform: Platform = {
  name: 'bigcommerce',
  apply: async (code, { mayReload }) => {
    try {
      const applied = await add(code);
      // Themes draw coupons on the cart's page only, and only when it is loaded.
      if (applied.outcome === 'applied' && mayReload) location.reload();
      return applied;
    } catch (error) {
      return { outcome: 'not-possible', error };
    }
  },
  /** The shop takes a coupon out that does not fit any more, so those that are there count. */
  codes: async (): Promise<CartCode[] | undefined> => {
    const cart = await read().then(cartOf, () => undefined);
    return cart?.codes.map((code) => ({ code, isApplicable: true }));
  },
  cartUrl: '/cart.php',
  linkFor: () => undefined,
  /** Themes have no event that reaches other scripts, but what they ask can be seen. */
  watch: (changed) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(isChange)) changed();
    });
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  },
};
