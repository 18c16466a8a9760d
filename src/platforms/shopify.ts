/**
 * Discount codes in a Shopify shop's cart, through the Ajax API. The page shows the new cart through the theme's own
 * `updateCart` action, its sections, or a reload.
 */
import { findCode } from './codes.ts';
import type { Applied, ApplyOptions, CartCode, Platform, Refusal } from './platform.ts';
import { ANSWER_TIMEOUT } from './request.ts';
import { type AjaxCart, codesOf, isListable, readCart, root, writeCodes } from './shopify-cart.ts';
import { announce, watchCart } from './shopify-events.ts';
import { shopifyGlobal, type UpdateCart } from './shopify-global.ts';
import { horizonSections, tellHorizon } from './shopify-horizon.ts';
import { type CartPart, drawParts, findParts, idsOf } from './shopify-sections.ts';

/** https://shopify.dev/docs/api/storefront/latest/mutations/cartDiscountCodesUpdate */
const MAX_CODES = 250;
/** https://shopify.dev/docs/api/admin-graphql/latest/input-objects/DiscountCodeBasicInput */
const LONGEST_CODE = 255;
/** https://shopify.dev/docs/api/ajax/section-rendering */
const MAX_SECTIONS = 5;

const refuse = (reason: Refusal): Applied => ({ outcome: 'not-applicable', reason });

/**
 * The theme's own action. Shopify adds a default action to every page, which reloads an unknown theme's page:
 * https://shopify.dev/docs/api/storefront-events-and-actions/actions/configure
 */
function themeAction(): UpdateCart | undefined {
  const action = shopifyGlobal()?.actions?.updateCart;
  return typeof action === 'function' && action.isDefault?.() !== true ? action : undefined;
}

/** Shows the codes through the theme's action, with a time limit, because it may never settle. Returns whether it did. */
function showByAction(action: UpdateCart, discountCodes: string[]): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(false));
    // The action may throw before it returns a promise.
    void Promise.resolve({ discountCodes })
      .then((payload) => action(payload, { signal }))
      .then(
        () => resolve(true),
        () => resolve(false),
      );
  });
}

/** The resulting cart, and the outcome for the code. */
interface Change {
  cart: AjaxCart;
  applied: Applied;
}

/** Adds the code. If the response was lost, the cart decides. */
async function write(old: string[], code: string, sections: string[]): Promise<AjaxCart> {
  try {
    return await writeCodes([...old, code], sections);
  } catch (error) {
    const cart = await readCart();
    const now = codesOf(cart);
    if (!findCode(now, code) && old.every((each) => findCode(now, each))) throw error;
    return cart;
  }
}

/** Adds the code to the earlier ones, which are restored if it displaced one of them. */
async function change(before: readonly CartCode[], code: string, sections: string[]): Promise<Change> {
  const old = before.map((each) => each.code);
  const cart = await write(old, code, sections);
  const codes = codesOf(cart);
  const now = findCode(codes, code);
  const counts = (each: CartCode) => findCode(codes, each.code)?.isApplicable === true;
  if (before.every((each) => !each.isApplicable || counts(each))) {
    // The cart keeps a code that does not apply. It may apply after the next change, or for a logged-in customer.
    const reason = now ? 'not-yet' : 'refused';
    return { cart, applied: now?.isApplicable ? { outcome: 'applied' } : refuse(reason) };
  }
  // A failed request is repeated once.
  const back = await writeCodes(old, sections).catch(() => writeCodes(old, sections).catch(() => undefined));
  if (!back && now?.isApplicable) return { cart, applied: { outcome: 'applied' } };
  return { cart: back ?? cart, applied: refuse(now?.isApplicable ? 'not-combinable' : 'refused') };
}

async function add(code: string, options: ApplyOptions): Promise<Applied> {
  const cart = await readCart();
  if (cart.item_count === 0) return refuse('empty-cart');
  const before = codesOf(cart);
  const held = findCode(before, code);
  if (held) return held.isApplicable ? { outcome: 'applied' } : refuse('not-yet');
  if (before.length >= MAX_CODES) return refuse('not-combinable');

  const old = before.map((each) => each.code);
  if (!isListable([code])) return refuse('not-a-code');
  if (!isListable(old)) throw new Error('A code in the cart contains a comma');
  const horizon = horizonSections();
  const parts = findParts(options.sections).filter(({ id }) => !horizon.includes(id));
  const changed = change(before, code, [...horizon, ...idsOf(parts)].slice(0, MAX_SECTIONS));
  const wanted = [...old, code];
  announce(
    wanted,
    changed.then(({ cart: left }) => left),
  );
  const { cart: left, applied } = await changed;
  if (applied.outcome === 'applied') await show(wanted, parts, left, options);
  return applied;
}

/** Makes the page show the cart with the new code. */
async function show(
  codes: string[],
  parts: readonly CartPart[],
  { sections }: AjaxCart,
  { mayReload, mustStay }: ApplyOptions,
): Promise<void> {
  const isHorizon = horizonSections().length > 0;
  if (isHorizon) tellHorizon();
  const action = isHorizon || mustStay ? undefined : themeAction();
  if (action && (await showByAction(action, codes))) return;
  const isShown = (await drawParts(parts, sections)) || isHorizon;
  // Deferred, so that the caller can record the outcome first.
  if (mayReload && !mustStay && !isShown) setTimeout(() => location.reload());
}

export const platform: Platform = {
  name: 'shopify',
  async apply(code, options) {
    const wanted = code.trim();
    if (!wanted || wanted.length > LONGEST_CODE) return refuse('not-a-code');
    try {
      return await add(wanted, options);
    } catch (error) {
      return { outcome: 'not-possible', error };
    }
  },
  read: () =>
    readCart().then(
      (cart) => ({ codes: codesOf(cart), isEmpty: cart.item_count === 0 }),
      () => undefined,
    ),
  get cartUrl() {
    return `${root()}cart`;
  },
  /** A shareable discount link that redirects back to this page: https://help.shopify.com/en/manual/discounts/managing-discount-codes */
  linkFor(code) {
    const wanted = code.trim();
    // A lone surrogate cannot be encoded in a URL.
    if (!wanted || /\p{Surrogate}/u.test(wanted)) return undefined;
    const here = location.pathname.replace(/^\/+/, '/') + location.search;
    return `${root()}discount/${encodeURIComponent(wanted)}?redirect=${encodeURIComponent(here)}`;
  },
  watch: watchCart,
};
