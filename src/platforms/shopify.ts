/** Discount codes in a Shopify shop's cart: by the theme's own action, or else by the Ajax API. */
import type { Applied, ApplyOptions, CartCode, Platform, Refusal } from './platform.ts';
import {
  codesOf,
  listed,
  readCart,
  root,
  shopifyOfPage,
  timeLimit,
  writeCodes,
  type AjaxCart,
} from './shopify-cart.ts';
import { announce, watchCart } from './shopify-events.ts';
import { drawSections } from './shopify-sections.ts';

/** https://shopify.dev/docs/api/storefront-events-and-actions/actions/update-cart */
type UpdateCart = (
  payload: { discountCodes: string[] },
  options: { signal: AbortSignal },
) => Promise<
  | {
      cart?: { discountCodes?: unknown } | null;
      userErrors?: { message: string }[];
      warnings?: { code?: string; message: string; target?: string }[];
    }
  // A theme's own handler may forget to answer.
  | undefined
>;

/** The cart after a change. */
interface Result {
  codes: CartCode[];
  /** What the shop says about our code. */
  text?: string | undefined;
  /** Sections that came with it. */
  sections?: AjaxCart['sections'];
}

/** https://shopify.dev/docs/api/storefront/latest/mutations/cartDiscountCodesUpdate */
const mostCodes = 250;
/** https://shopify.dev/docs/api/admin-graphql/latest/input-objects/DiscountCodeBasicInput */
const longestCode = 255;

/** Codes are the same in upper and lower case. */
const find = (codes: readonly CartCode[], code: string): CartCode | undefined =>
  codes.find((each) => each.code.toLowerCase() === code.toLowerCase());
const counts = (codes: readonly CartCode[], code: string): boolean =>
  find(codes, code)?.isApplicable === true;
const refuse = (reason: Refusal, text?: string): Applied => ({ outcome: 'not-applicable', reason, text });

/** The Ajax API takes a list with commas. */
const isListable = (codes: readonly string[]): boolean => !codes.some((code) => code.includes(','));

function updateCart(): UpdateCart | undefined {
  const action = shopifyOfPage().actions?.updateCart;
  return typeof action === 'function' ? (action as UpdateCart) : undefined;
}

/** The answer of the theme's action, which a theme may forget to give. */
async function act(action: UpdateCart, discountCodes: string[]): ReturnType<UpdateCart> {
  const signal = AbortSignal.timeout(timeLimit);
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('updateCart was not answered')));
  });
  return Promise.race([action({ discountCodes }, { signal }), tooLate]);
}

/**
 * The action shows the new cart by itself. It may also load the page again, and then only what follows at once is sure to
 * happen. Undefined where it changed nothing.
 */
async function byAction(action: UpdateCart, codes: string[], code: string): Promise<Result | undefined> {
  try {
    const { cart, userErrors = [], warnings = [] } = (await act(action, codes)) ?? {};
    const warning =
      warnings.find(({ target }) => target?.toLowerCase() === code.toLowerCase()) ??
      warnings.find((each) => each.code?.startsWith('DISCOUNT_'));
    return {
      codes: listed(cart?.discountCodes) ?? codesOf(await readCart()),
      text: (userErrors[0] ?? warning)?.message,
    };
  } catch {
    // It may be done for all that.
    const now = codesOf(await readCart());
    return find(now, code) && { codes: now };
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
    // The cart knows whether the change was made, and only its answer was lost.
    const now = codesOf(await readCart());
    if (!find(now, code) && old.every((each) => find(now, each))) throw error;
    return { codes: now };
  }
}

/** The cart gets back what it had: whether it did. It never rejects. */
async function putBack(codes: string[], action: UpdateCart | undefined): Promise<boolean> {
  let isBack = false;
  const done = () => (isBack = true);
  // Not by the action alone, which may be loading the page again; and once more where it fails.
  if (isListable(codes)) {
    const change = writeCodes(codes).catch(() => writeCodes(codes));
    // What was announced is no longer so.
    if (!action) announce(codes, change);
    await change.then(done, () => undefined);
  }
  // What the action showed, only the action takes back.
  if (action) await act(action, codes).then(done, () => undefined);
  return isBack;
}

async function add(code: string, { sections, mayReload, mustStay }: ApplyOptions): Promise<Applied> {
  const cart = await readCart();
  if (cart.item_count === 0) return refuse('empty-cart');
  const before = codesOf(cart);
  const held = find(before, code);
  if (held) return held.isApplicable ? { outcome: 'applied' } : refuse('refused');
  if (before.length >= mostCodes) return refuse('not-combinable');

  const old = before.map((each) => each.code);
  const action = mustStay ? undefined : updateCart();
  let after = action && (await byAction(action, [...old, code], code));
  const isByAction = after !== undefined;
  if (!after) {
    if (!isListable([code])) return refuse('not-a-code');
    if (!isListable(old)) throw new Error('A code of the cart has a comma');
    after = await byAjax(old, code, sections);
  }

  const { codes, text } = after;
  const isLost = before.some((each) => each.isApplicable && !counts(codes, each.code));
  if (isLost || !counts(codes, code)) {
    const isBack = await putBack(old, isByAction ? action : undefined);
    // Nobody answers any more, and ours is what counts.
    if (!isBack && counts(codes, code)) return { outcome: 'applied' };
    return refuse(counts(codes, code) ? 'not-combinable' : 'refused', text);
  }
  if (!isByAction) {
    const isShown = await drawSections(sections, after.sections);
    // Later, so that whoever asked can note first what came of it.
    if (mayReload && !mustStay && (!isShown || sections.length === 0)) setTimeout(() => location.reload());
  }
  return { outcome: 'applied' };
}

export const platform: Platform = {
  name: 'shopify',
  async apply(code, options) {
    const wanted = code.trim();
    if (!wanted || wanted.length > longestCode) return refuse('not-a-code');
    try {
      return await add(wanted, options);
    } catch (error) {
      return { outcome: 'not-possible', error };
    }
  },
  codes: () => readCart().then(codesOf, () => undefined),
  get cartUrl() {
    return `${root()}cart`;
  },
  /** Links for sharing, which come back to this page: https://help.shopify.com/en/manual/discounts/managing-discount-codes */
  linkFor(code) {
    const wanted = code.trim();
    // A lone surrogate cannot be in an address.
    if (!wanted || /\p{Surrogate}/u.test(wanted)) return undefined;
    const here = location.pathname.replace(/^\/+/, '/') + location.search;
    return `${root()}discount/${encodeURIComponent(wanted)}?redirect=${encodeURIComponent(here)}`;
  },
  watch: watchCart,
};
