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
import { drawSections } from './shopify-sections.ts';

/** https://shopify.dev/docs/api/storefront/latest/mutations/cartDiscountCodesUpdate */
const MAX_CODES = 250;
/** https://shopify.dev/docs/api/admin-graphql/latest/input-objects/DiscountCodeBasicInput */
const LONGEST_CODE = 255;

const refuse = (reason: Refusal): Applied => ({ outcome: 'not-applicable', reason });

/**
 * The theme's own action. Shopify adds a default one to every page, which loads an unknown theme's page again:
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

/** The codes in the cart after a change, and the sections that the answer included. */
interface Result {
  codes: CartCode[];
  sections?: AjaxCart['sections'];
}

async function write(old: string[], code: string, change: Promise<AjaxCart>): Promise<Result> {
  try {
    const cart = await change;
    return { codes: codesOf(cart), sections: cart.sections };
  } catch (error) {
    // Perhaps only the answer was lost, so the cart decides.
    const now = codesOf(await readCart());
    if (!findCode(now, code) && old.every((each) => findCode(now, each))) throw error;
    return { codes: now };
  }
}

/** Restores the cart's earlier codes, and returns whether that worked. Repeats a failed request once. */
async function putBack(codes: string[]): Promise<boolean> {
  const change = writeCodes(codes).catch(() => writeCodes(codes));
  // Listeners were told about the new code, so they must hear about its removal as well.
  announce(codes, change);
  return change.then(
    () => true,
    () => false,
  );
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
  const wanted = [...old, code];
  const change = writeCodes(wanted, options.sections);
  announce(wanted, change);
  const { codes, sections } = await write(old, code, change);

  const now = findCode(codes, code);
  const counts = (each: CartCode) => findCode(codes, each.code)?.isApplicable === true;
  if (before.some((each) => each.isApplicable && !counts(each))) {
    const isBack = await putBack(old);
    // The earlier codes could not be restored, and ours counts.
    if (!isBack && now?.isApplicable) return { outcome: 'applied' };
    return refuse(now?.isApplicable ? 'not-combinable' : 'refused');
  }
  // The cart keeps a code that does not count. It may count after the next change, or for a logged-in customer.
  if (!now?.isApplicable) return refuse(now ? 'not-yet' : 'refused');
  await show(wanted, sections, options);
  return { outcome: 'applied' };
}

/** Makes the page show the cart with the new code. */
async function show(
  codes: string[],
  given: AjaxCart['sections'],
  { sections, mayReload, mustStay }: ApplyOptions,
): Promise<void> {
  const action = mustStay ? undefined : themeAction();
  if (action && (await showByAction(action, codes))) return;
  const isShown = await drawSections(sections, given);
  // Deferred, so that the caller can record the outcome first.
  if (mayReload && !mustStay && (!isShown || sections.length === 0)) setTimeout(() => location.reload());
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
    // A lone surrogate cannot be encoded in an address.
    if (!wanted || /\p{Surrogate}/u.test(wanted)) return undefined;
    const here = location.pathname.replace(/^\/+/, '/') + location.search;
    return `${root()}discount/${encodeURIComponent(wanted)}?redirect=${encodeURIComponent(here)}`;
  },
  watch: watchCart,
};
