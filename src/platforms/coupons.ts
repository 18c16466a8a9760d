/** Shop systems whose carts take coupons one by one: how one is added, and none that was there is lost. */
import type { Applied, Platform, PlatformName } from './platform.ts';
import { isSame, type Reply, unusable } from './request.ts';

export interface CouponCart {
  codes: readonly string[];
  /** Whether there is nothing that a code could count for. */
  isEmpty: boolean;
}

/** What is asked of a shop. Each rejects where no answer came. */
export interface CouponShop<Cart extends CouponCart> {
  read: () => Promise<Reply>;
  /** The cart of any answer; undefined where it has none, as when a proxy answered. */
  cartOf: (reply: Reply) => Cart | undefined;
  add: (cart: Cart, code: string) => Promise<Reply>;
  remove: (cart: Cart, code: string) => Promise<Reply>;
  /** Why the shop says no; undefined where the answer does not say that. */
  refusalOf: (reply: Reply, code: string, others: readonly string[]) => Applied | undefined;
}

interface Page {
  name: PlatformName;
  cartUrl: () => string;
  /** Whether the system could take such a code at all. */
  isCode?: (code: string) => boolean;
  /** Has the page show the new cart. */
  redraw: (mayReload: boolean) => void;
  watch: Platform['watch'];
}

/** Undefined where nobody answers. */
const readCart = <Cart extends CouponCart>(shop: CouponShop<Cart>): Promise<Cart | undefined> =>
  shop.read().then(shop.cartOf, () => undefined);

const has = (codes: readonly string[], code: string) => codes.some((each) => isSame(each, code));

/** A code that puts others out is taken out again, and they are put back; what fails is tried once more. */
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
    // Where one fails the next is tried all the same: what counts is what the cart has then.
    for (const step of steps) await step().catch(() => undefined);
    now = await readCart(shop);
    if (!now || has(now.codes, code)) continue;
    const { codes } = now;
    if (lost.every((each) => has(codes, each)))
      return { outcome: 'not-applicable', reason: 'not-combinable' };
  }
  return { outcome: now && has(now.codes, code) ? 'applied' : 'not-possible' };
}

async function add<Cart extends CouponCart>(shop: CouponShop<Cart>, code: string): Promise<Applied> {
  const first = await shop.read();
  const before = shop.cartOf(first);
  if (!before) return { outcome: 'not-possible', error: unusable(first) };
  if (before.isEmpty) return { outcome: 'not-applicable', reason: 'empty-cart' };
  if (has(before.codes, code)) return { outcome: 'applied' };

  let reply: Reply | undefined;
  let error: unknown;
  try {
    reply = await shop.add(before, code);
    error = unusable(reply);
  } catch (problem) {
    error = problem;
  }
  // Whatever was answered, or not: what counts is what the cart has now.
  const now = (reply && shop.cartOf(reply)) ?? shop.cartOf(await shop.read());
  if (!now) return { outcome: 'not-possible', error };
  if (has(now.codes, code)) {
    const lost = before.codes.filter((each) => !has(now.codes, each));
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
  /** A coupon that does not fit any more is taken out by the shop, so those that are there count, if anything is. */
  codes: async () => {
    const cart = await readCart(shop);
    return cart?.codes.map((code) => ({ code, isApplicable: !cart.isEmpty }));
  },
  get cartUrl() {
    return page.cartUrl();
  },
  linkFor: () => undefined,
  watch: page.watch,
});

/** The codes of a list of coupons, as both systems write it. */
export function codesIn(coupons: readonly unknown[]): string[] {
  const codes = coupons.map((each) => (each as { code?: unknown } | null)?.code);
  return codes.filter((code) => typeof code === 'string');
}
