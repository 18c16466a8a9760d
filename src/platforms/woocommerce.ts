/**
 * WooCommerce, by its Store API: https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/cart
 *
 * `/checkout-link/` would take a code, too, but empties the cart first, so it is not used:
 * https://developer.woocommerce.com/docs/best-practices/urls-and-routing/checkout-urls
 */
import type { Applied, CartCode, Platform } from './platform.ts';
import { ask, isObject, isSame, post, type Reply, unusable } from './request.ts';
import { redraw, watch } from './woocommerce-page.ts';
import { addressOf, cartUrl, pageNonce } from './woocommerce-settings.ts';

interface Cart {
  codes: string[];
  isEmpty: boolean;
}

/** Undefined where it is not a cart: the API may be closed, or a proxy answered. */
function cartOf({ body, status }: Reply): Cart | undefined {
  if (status >= 300 || !isObject(body) || !Array.isArray(body['coupons'])) return undefined;
  const coupons: unknown[] = body['coupons'];
  const codes = coupons.map((each) => (isObject(each) ? each['code'] : undefined));
  return { codes: codes.filter((code) => typeof code === 'string'), isEmpty: body['items_count'] === 0 };
}

const has = (codes: readonly string[], code: string) => codes.some((each) => isSame(each, code));

/** Each answer brings the next one: https://developer.woocommerce.com/docs/apis/store-api/nonce-tokens */
let nonce: string | undefined;

function noted(reply: Reply): Reply {
  nonce = reply.headers.get('nonce') ?? nonce;
  return reply;
}

const read = async (): Promise<Reply> => noted(await ask(addressOf('cart')));

/** A request with a nonce that is over was not carried out, so it is made again with the one that came instead. */
async function change(action: 'apply-coupon' | 'remove-coupon', code: string): Promise<Reply> {
  const send = async () =>
    noted(await post(addressOf(`cart/${action}`), { code }, { nonce: nonce ?? pageNonce() ?? '' }));
  const before = nonce;
  const reply = await send();
  const isOver =
    isObject(reply.body) && /^woocommerce_rest_(missing|invalid)_nonce$/.test(String(reply.body['code']));
  if (!isOver) return reply;
  // Some proxies take unknown headers from errors.
  if (nonce === before) await read();
  return send();
}

const entities: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' };

/** What the shop says is HTML; as text it can be shown without trusting it. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi,
      (all, decimal?: string, hex?: string, name?: string) => {
        const point = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : undefined;
        return point === undefined ? (entities[name!.toLowerCase()] ?? all) : String.fromCodePoint(point);
      },
    )
    .trim();

/**
 * A refusal has one code for all reasons, and its words are in the shop's language. But where another code is in the way,
 * it is that one that they name.
 */
function refusalOf(message: unknown, code: string, others: readonly string[]): Applied {
  const text = typeof message === 'string' ? plainText(message) : undefined;
  const said = text?.toLowerCase() ?? '';
  const isInTheWay =
    !said.includes(code.toLowerCase()) && others.some((each) => said.includes(each.toLowerCase()));
  return { outcome: 'not-applicable', reason: isInTheWay ? 'not-combinable' : 'refused', text };
}

/** A coupon "for individual use only" puts all others out without a word. They are put back, and it is taken out. */
async function putBack(code: string, lost: readonly string[]): Promise<string[] | undefined> {
  try {
    await change('remove-coupon', code);
    for (const each of lost) await change('apply-coupon', each);
    return cartOf(await read())?.codes;
  } catch {
    return undefined;
  }
}

async function add(code: string): Promise<Applied> {
  const first = await read();
  const before = cartOf(first);
  if (!before) return { outcome: 'not-possible', error: unusable(first) };
  if (has(before.codes, code)) return { outcome: 'applied' };
  if (before.isEmpty) return { outcome: 'not-applicable', reason: 'empty-cart' };

  let reply: Reply | undefined;
  let error: unknown;
  try {
    reply = await change('apply-coupon', code);
  } catch (problem) {
    error = problem;
  }
  // Whatever was answered, or not: what counts is what the cart has now.
  const now = (reply && cartOf(reply)) ?? cartOf(await read());
  if (!now) return { outcome: 'not-possible', error: error ?? (reply && unusable(reply)) };
  if (has(now.codes, code)) {
    const lost = before.codes.filter((each) => !has(now.codes, each));
    const restored = lost.length > 0 ? await putBack(code, lost) : undefined;
    if (restored && !has(restored, code)) return { outcome: 'not-applicable', reason: 'not-combinable' };
    return { outcome: 'applied' };
  }
  const body = reply?.body;
  const isRefused = isObject(body) && String(body['code']).startsWith('woocommerce_rest_cart_coupon');
  return isRefused
    ? refusalOf(body['message'], code, before.codes)
    : { outcome: 'not-possible', error: error ?? (reply && unusable(reply)) };
}

export const platform: Platform = {
  name: 'woocommerce',
  apply: async (code, { mayReload }) => {
    try {
      const applied = await add(code);
      if (applied.outcome === 'applied') redraw(mayReload);
      return applied;
    } catch (error) {
      return { outcome: 'not-possible', error };
    }
  },
  /** Coupons that do not fit any more are taken out by the shop, so those that are there count. */
  codes: async (): Promise<CartCode[] | undefined> => {
    const cart = await read().then(cartOf, () => undefined);
    return cart?.codes.map((code) => ({ code, isApplicable: true }));
  },
  get cartUrl() {
    return cartUrl();
  },
  linkFor: () => undefined,
  watch,
};
