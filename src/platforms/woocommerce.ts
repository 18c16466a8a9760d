/**
 * WooCommerce, through its Store API: https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/cart
 * A coupon "for individual use only" silently removes all others; coupons.ts puts them back.
 *
 * `/checkout-link/` also accepts a code, but is not used because it empties the cart first:
 * https://developer.woocommerce.com/docs/best-practices/urls-and-routing/checkout-urls
 */
import { codesIn, type CouponCart, createPlatform } from './coupons.ts';
import type { Applied } from './platform.ts';
import { ask, isObject, post, type Reply } from './request.ts';
import { redraw, watch } from './woocommerce-page.ts';
import { addressOf, cartUrl, pageNonce } from './woocommerce-settings.ts';

/** The HTML entities in WooCommerce's currencies (`get_woocommerce_currency_symbols()`) and translated messages. */
const entities: Record<string, string> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  euro: '€',
  pound: '£',
  yen: '¥',
  fnof: 'ƒ',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

/** The shop's messages are HTML. As plain text they are safe to display. */
const plainText = (html: string): string =>
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

/** The Store API returns codes as HTML: `a&b` comes back as `a&amp;b`. */
function cartOf({ body, status }: Reply): CouponCart | undefined {
  if (status >= 300 || !isObject(body) || !Array.isArray(body['coupons'])) return undefined;
  return { codes: codesIn(body['coupons']).map(plainText), isEmpty: body['items_count'] === 0 };
}

/** Each response includes the next nonce: https://developer.woocommerce.com/docs/apis/store-api/nonce-tokens */
let nonce: string | undefined;

function rememberNonce(reply: Reply): Reply {
  nonce = reply.headers.get('nonce') ?? nonce;
  return reply;
}

const read = async (): Promise<Reply> => rememberNonce(await ask(addressOf('cart')));

/** The shop rejects requests with an expired nonce and returns a new one, so the request is repeated with that. */
async function change(action: 'apply-coupon' | 'remove-coupon', code: string): Promise<Reply> {
  const send = async () =>
    rememberNonce(await post(addressOf(`cart/${action}`), { code }, { nonce: nonce ?? pageNonce() ?? '' }));
  const before = nonce;
  const reply = await send();
  const isExpired =
    isObject(reply.body) && /^woocommerce_rest_(missing|invalid)_nonce$/.test(String(reply.body['code']));
  if (!isExpired) return reply;
  // Some proxies remove unknown headers from error responses.
  if (nonce === before) await read();
  return send();
}

/** Whether a text has the code as a whole: `10` is neither in `110` nor in `$10.50`. */
const names = (text: string, code: string): boolean => {
  const literal = code.toLowerCase().replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,])${literal}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'u').test(text);
};

/**
 * All refusals have the same error code, and their messages are in the shop's language. But if another coupon blocks ours,
 * the message names that coupon.
 */
function refusalOf({ body }: Reply, code: string, others: readonly string[]): Applied | undefined {
  if (!isObject(body) || !String(body['code']).startsWith('woocommerce_rest_cart_coupon')) return undefined;
  const text = typeof body['message'] === 'string' ? plainText(body['message']) : undefined;
  const message = text?.toLowerCase() ?? '';
  const isNamed = (each: string) => names(message, each);
  const isBlocked = !isNamed(code) && others.some(isNamed);
  return { outcome: 'not-applicable', reason: isBlocked ? 'not-combinable' : 'refused', text };
}

export const platform = createPlatform(
  {
    read,
    cartOf,
    add: (_, code) => change('apply-coupon', code),
    remove: (_, code) => change('remove-coupon', code),
    refusalOf,
  },
  { name: 'woocommerce', cartUrl, redraw, watch },
);
