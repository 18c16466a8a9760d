/**
 * A Shopify shop's cart, through the Ajax API: https://shopify.dev/docs/api/ajax/reference/cart
 * Every URL starts with `Shopify.routes.root`, which contains the market (`/en-ca/`), so that responses are in the
 * shopper's language and currency: https://shopify.dev/docs/api/ajax#locale-aware-urls
 */
import type { CartCode } from './platform.ts';
import { ANSWER_TIMEOUT } from './request.ts';
import { shopifyGlobal } from './shopify-global.ts';

/** The fields that are read. Amounts are in hundredths in every currency. */
export interface AjaxCart {
  token: string;
  item_count: number;
  total_price: number;
  currency: string;
  items: { key: string; quantity: number; final_line_price: number }[];
  discount_codes: { code: string; applicable: boolean }[];
  /** The HTML of the requested sections; null for a section that cannot be rendered. */
  sections?: Record<string, string | null>;
}

/** The path of the current market and language, with a slash at the end. */
export function root(): string {
  const given = shopifyGlobal()?.routes?.root;
  const isPath = typeof given === 'string' && /^\/(?![/\\])/.test(given);
  return isPath ? given.replace(/\/?$/, '/') : '/';
}

const isCode = (each: unknown): each is { code: string; applicable?: unknown } =>
  typeof (each as { code?: unknown } | null)?.code === 'string';

/** The codes in a list from the Ajax API; undefined if the value is not such a list. */
const listed = (codes: unknown): CartCode[] | undefined =>
  Array.isArray(codes) && codes.every(isCode)
    ? codes.map(({ code, applicable }) => ({ code, isApplicable: applicable === true }))
    : undefined;

/** Errors name only the path, because the request body contains codes. */
async function ask(path: string, init?: RequestInit): Promise<AjaxCart> {
  let response: Response;
  try {
    response = await fetch(root() + path, {
      ...init,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
  } catch {
    throw new Error(`${path} was not answered`);
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  // The password page of an unpublished shop also has status 200.
  const cart = (await response.json().catch(() => undefined)) as Partial<AjaxCart> | undefined;
  const isCart =
    listed(cart?.discount_codes) && Array.isArray(cart?.items) && typeof cart.item_count === 'number';
  if (!isCart) throw new Error(`${path} answered something that is not a cart`);
  return cart as AjaxCart;
}

export const readCart = (): Promise<AjaxCart> => ask('cart.js');

/**
 * Replaces all codes in the cart. The response includes the HTML of up to five sections:
 * https://shopify.dev/docs/api/ajax/reference/cart#update-discounts-in-the-cart, #bundled-section-rendering
 */
export const writeCodes = (codes: readonly string[], sections: readonly string[] = []): Promise<AjaxCart> =>
  ask('cart/update.js', {
    method: 'POST',
    // Completes even if the shopper leaves the page.
    keepalive: true,
    body: JSON.stringify({
      discount: codes.join(','),
      // Without the URL, Shopify would render them for the page of the referrer, which a page may hide.
      ...(sections.length > 0 && { sections, sections_url: location.pathname }),
    }),
  });

/** The Ajax API accepts codes as a comma-separated list. */
export const isListable = (codes: readonly string[]): boolean => !codes.some((code) => code.includes(','));

/** An empty cart may keep codes, but none of them applies. */
export const codesOf = ({ discount_codes: codes, item_count: count }: AjaxCart): CartCode[] =>
  listed(codes)!.map((each) => ({ ...each, isApplicable: each.isApplicable && count > 0 }));
