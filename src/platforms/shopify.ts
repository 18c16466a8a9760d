/** Discount codes in a Shopify shop's cart, through the theme's `updateCart` action or else the Ajax API. */
import { findCode, isSameCode } from './codes.ts';
import type { Applied, ApplyOptions, CartCode, Platform, Refusal } from './platform.ts';
import { ANSWER_TIMEOUT } from './request.ts';
import { type AjaxCart, codesOf, listed, readCart, root, writeCodes } from './shopify-cart.ts';
import { announce, watchCart } from './shopify-events.ts';
import { shopifyGlobal, type UpdateCart } from './shopify-global.ts';
import { drawSections } from './shopify-sections.ts';

/** The cart after a change. */
interface Result {
  codes: CartCode[];
  /** The shop's message about our code. */
  text?: string | undefined;
  /** Sections that the answer included. */
  sections?: AjaxCart['sections'];
}

/** https://shopify.dev/docs/api/storefront/latest/mutations/cartDiscountCodesUpdate */
const MAX_CODES = 250;
/** https://shopify.dev/docs/api/admin-graphql/latest/input-objects/DiscountCodeBasicInput */
const LONGEST_CODE = 255;

const counts = (codes: readonly CartCode[], code: string): boolean =>
  findCode(codes, code)?.isApplicable === true;
const refuse = (reason: Refusal, text?: string): Applied => ({ outcome: 'not-applicable', reason, text });

/** The Ajax API takes codes as a comma-separated list. */
const isListable = (codes: readonly string[]): boolean => !codes.some((code) => code.includes(','));

function updateCart(): UpdateCart | undefined {
  const action = shopifyGlobal()?.actions?.updateCart;
  return typeof action === 'function' ? action : undefined;
}

/** Runs the theme's action with a time limit, because a theme's own handler may never settle. */
async function runAction(action: UpdateCart, discountCodes: string[]): ReturnType<UpdateCart> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('updateCart was not answered')));
  });
  return Promise.race([action({ discountCodes }, { signal }), tooLate]);
}

/**
 * Adds the code through the theme's action, which also shows the new cart. It may reload the page, so only code that runs
 * synchronously afterwards is certain to run. Undefined if the action failed and the cart does not have the code.
 */
async function byAction(action: UpdateCart, codes: string[], code: string): Promise<Result | undefined> {
  try {
    const { cart, userErrors = [], warnings = [] } = (await runAction(action, codes)) ?? {};
    const warning =
      warnings.find(({ target }) => target && isSameCode(target, code)) ??
      warnings.find((each) => each.code?.startsWith('DISCOUNT_'));
    return {
      codes: listed(cart?.discountCodes) ?? codesOf(await readCart()),
      text: (userErrors[0] ?? warning)?.message,
    };
  } catch {
    // The action may have failed only after the change was made.
    const now = codesOf(await readCart());
    return findCode(now, code) && { codes: now };
  }
}

async function byAjax(old: string[], code: string, sections: readonly string[]): Promise<Result> {
  const codes = [...old, code];
  const change = writeCodes(codes, sections);
  announce(codes, change);
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

/** Restores the cart's earlier codes, and returns whether that worked. Never rejects. */
async function putBack(codes: string[], action: UpdateCart | undefined): Promise<boolean> {
  let isBack = false;
  const done = () => (isBack = true);
  // Not through the action alone, which may be reloading the page. A failed request is repeated once.
  if (isListable(codes)) {
    const change = writeCodes(codes).catch(() => writeCodes(codes));
    // Listeners were told about the new code, so they must hear about its removal as well.
    if (!action) announce(codes, change);
    await change.then(done, () => undefined);
  }
  // Only the action can update what the action has displayed.
  if (action) await runAction(action, codes).then(done, () => undefined);
  return isBack;
}

async function add(code: string, { sections, mayReload, mustStay }: ApplyOptions): Promise<Applied> {
  const cart = await readCart();
  if (cart.item_count === 0) return refuse('empty-cart');
  const before = codesOf(cart);
  const held = findCode(before, code);
  if (held) return held.isApplicable ? { outcome: 'applied' } : refuse('refused');
  if (before.length >= MAX_CODES) return refuse('not-combinable');

  const old = before.map((each) => each.code);
  const action = mustStay ? undefined : updateCart();
  let after = action && (await byAction(action, [...old, code], code));
  const isByAction = after !== undefined;
  if (!after) {
    if (!isListable([code])) return refuse('not-a-code');
    if (!isListable(old)) throw new Error('A code in the cart contains a comma');
    after = await byAjax(old, code, sections);
  }

  const { codes, text } = after;
  const isLost = before.some((each) => each.isApplicable && !counts(codes, each.code));
  if (isLost || !counts(codes, code)) {
    const isBack = await putBack(old, isByAction ? action : undefined);
    // The earlier codes could not be restored, and ours counts.
    if (!isBack && counts(codes, code)) return { outcome: 'applied' };
    return refuse(counts(codes, code) ? 'not-combinable' : 'refused', text);
  }
  if (!isByAction) {
    const isShown = await drawSections(sections, after.sections);
    // Deferred, so that the caller can record the outcome first.
    if (mayReload && !mustStay && (!isShown || sections.length === 0)) setTimeout(() => location.reload());
  }
  return { outcome: 'applied' };
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
