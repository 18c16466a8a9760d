/**
 * Shop systems whose carts accept one coupon per request. Adds a coupon, and puts back those that it displaced.
 */
import { hasCode } from './codes.ts';
import type { Applied, Platform, PlatformName } from './platform.ts';
import { type Reply, unusable } from './request.ts';

export interface CouponCart {
  codes: readonly string[];
  /** Whether the cart has no items that a code could apply to. */
  isEmpty: boolean;
}

/** The requests to a shop. Each rejects if there is no response. */
export interface CouponShop<Cart extends CouponCart> {
  read: () => Promise<Reply>;
  /** The cart in a response; undefined if there is none, for example because a proxy answered. */
  cartOf: (reply: Reply) => Cart | undefined;
  add: (cart: Cart, code: string) => Promise<Reply>;
  remove: (cart: Cart, code: string) => Promise<Reply>;
  /** The shop's reason for refusing the code; undefined if the response is not a refusal. */
  refusalOf: (reply: Reply, code: string, others: readonly string[]) => Applied | undefined;
}

interface Page {
  name: PlatformName;
  cartUrl: () => string;
  /** Whether the shop system accepts codes of this form at all. */
  isCode?: (code: string) => boolean;
  /** Makes the page show the new cart. */
  redraw: (mayReload: boolean) => void;
  watch: Platform['watch'];
}

/** Undefined if there is no response. */
const readCart = <Cart extends CouponCart>(shop: CouponShop<Cart>): Promise<Cart | undefined> =>
  shop.read().then(shop.cartOf, () => undefined);

/** Removes a code that displaced others, and adds those again. Tries twice. */
async function putBack<Cart extends CouponCart>(
  shop: CouponShop<Cart>,
  cart: Cart,
  code: string,
  lost: readonly string[],
): Promise<Applied> {
  const steps = [
    async () => shop.remove(cart, code),
    ...lost.map((each) => async () => shop.add(cart, each)),
  ];
  let now: Cart | undefined;
  for (let tries = 2; tries > 0; tries -= 1) {
    // A failed step does not stop the others. The cart that is read afterwards decides.
    for (const step of steps) await step().catch(() => undefined);
    now = await readCart(shop);
    if (!now || hasCode(now.codes, code)) continue;
    const { codes } = now;
    if (lost.every((each) => hasCode(codes, each)))
      return { outcome: 'not-applicable', reason: 'not-combinable' };
  }
  if (now && ![code, ...lost].some((each) => hasCode(now!.codes, each))) {
    // The shopper would have none of the codes, and this one was accepted before.
    await shop.add(now, code).catch(() => undefined);
    now = await readCart(shop);
  }
  return { outcome: now && hasCode(now.codes, code) ? 'applied' : 'not-possible' };
}

async function add<Cart extends CouponCart>(shop: CouponShop<Cart>, code: string): Promise<Applied> {
  const first = await shop.read();
  const before = shop.cartOf(first);
  if (!before) return { outcome: 'not-possible', error: unusable(first) };
  if (before.isEmpty) return { outcome: 'not-applicable', reason: 'empty-cart' };
  if (hasCode(before.codes, code)) return { outcome: 'applied' };

  let reply: Reply | undefined;
  let error: unknown;
  try {
    reply = await shop.add(before, code);
    error = unusable(reply);
  } catch (problem) {
    error = problem;
  }
  // Even after an error, the code may be in the cart, so the cart decides.
  const now = (reply && shop.cartOf(reply)) ?? shop.cartOf(await shop.read());
  if (!now) return { outcome: 'not-possible', error };
  if (hasCode(now.codes, code)) {
    const lost = before.codes.filter((each) => !hasCode(now.codes, each));
    return lost.length > 0 ? putBack(shop, now, code, lost) : { outcome: 'applied' };
  }
  if (now.isEmpty) return { outcome: 'not-applicable', reason: 'empty-cart' };
  return (reply && shop.refusalOf(reply, code, before.codes)) ?? { outcome: 'not-possible', error };
}

export const createPlatform = <Cart extends CouponCart>(shop: CouponShop<Cart>, page: Page): Platform => ({
  name: page.name,
  apply: async (code, { mayReload, mustStay }) => {
    if (page.isCode?.(code) === false) return { outcome: 'not-applicable', reason: 'not-a-code' };
    try {
      const applied = await add(shop, code);
      if (applied.outcome === 'applied') page.redraw(mayReload && !mustStay);
      return applied;
    } catch (error) {
      return { outcome: 'not-possible', error };
    }
  },
  /** These shops remove coupons that no longer apply, so every coupon in a cart with items applies. */
  read: async () => {
    const cart = await readCart(shop);
    if (!cart) return undefined;
    const { codes, isEmpty } = cart;
    return { codes: codes.map((code) => ({ code, isApplicable: !isEmpty })), isEmpty };
  },
  get cartUrl() {
    return page.cartUrl();
  },
  linkFor: () => undefined,
  watch: page.watch,
});

/** The codes in a list of coupons. WooCommerce and BigCommerce use the same format. */
export function codesIn(coupons: readonly unknown[]): string[] {
  const codes = coupons.map((each) => (each as { code?: unknown } | null)?.code);
  return codes.filter((code) => typeof code === 'string');
}
