/**
 * WooCommerce, by its Store API: https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/cart
 * A coupon "for individual use only" puts all others out without a word; coupons.ts puts them back.
 *
 * `/checkout-link/` would take a code, too, but empties the cart first, so it is not used:
 * https://developer.woocommerce.com/docs/best-practices/urls-and-routing/checkout-urls
 */
import { codesIn, type CouponCart, createPlatform } from './coupons.ts';
import type { Applied } from './platform.ts';
import { ask, isObject, post, type Reply } from './request.ts';
import { redraw, watch } from './woocommerce-page.ts';
import { addressOf, cartUrl, pageNonce } from './woocommerce-settings.ts';

function cartOf({ body, status }: Reply): CouponCart | undefined {
  if (status >= 300 || !isObject(body) || !Array.isArray(body['coupons'])) return undefined;
  return { codes: codesIn(body['coupons']), isEmpty: body['items_count'] === 0 };
}

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

/**
 * A refusal has one code for all reasons, and its words are in the shop's language. But where another code is in the way,
 * it is that one that they name.
 */
function refusalOf({ body }: Reply, code: string, others: readonly string[]): Applied | undefined {
  if (!isObject(body) || !String(body['code']).startsWith('woocommerce_rest_cart_coupon')) return undefined;
  const text = typeof body['message'] === 'string' ? plainText(body['message']) : undefined;
  const said = text?.toLowerCase() ?? '';
  const isNamed = (each: string) => said.includes(each.toLowerCase());
  const isInTheWay = !isNamed(code) && others.some(isNamed);
  return { outcome: 'not-applicable', reason: isInTheWay ? 'not-combinable' : 'refused', text };
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
