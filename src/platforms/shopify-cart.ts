/**
 * A Shopify shop's cart by its Ajax API: https://shopify.dev/docs/api/ajax/reference/cart
 * Every address begins with `Shopify.routes.root`, which has the market in it (`/en-ca/`), so that language and currency
 * are the shopper's: https://shopify.dev/docs/api/ajax#locale-aware-urls
 */
import type { CartCode } from './platform.ts';

/** What is read of the answer; it has more. Amounts are hundredths, whatever the currency. */
export interface AjaxCart {
  token: string;
  item_count: number;
  total_price: number;
  currency: string;
  items: { key: string; quantity: number; final_line_price: number }[];
  discount_codes: { code: string; applicable: boolean }[];
  /** The HTML of sections that were asked for; null for one that cannot be drawn. */
  sections?: Record<string, string | null>;
}

/** How long an answer may take, in milliseconds. */
export const timeLimit = 10_000;

interface ShopifyGlobal {
  routes?: { root?: unknown };
  actions?: { updateCart?: unknown };
}

export const shopifyOfPage = (): ShopifyGlobal => (globalThis as { Shopify?: ShopifyGlobal }).Shopify ?? {};

/** Ends with a slash. */
export function root(): string {
  const given = shopifyOfPage().routes?.root;
  const isPath = typeof given === 'string' && /^\/(?![/\\])/.test(given);
  return isPath ? given.replace(/\/?$/, '/') : '/';
}

const isCode = (each: unknown): each is { code: string; applicable?: unknown } =>
  typeof (each as { code?: unknown } | null)?.code === 'string';

/** What the Ajax API and a theme's action list; undefined where it is no such list. */
export const listed = (codes: unknown): CartCode[] | undefined =>
  Array.isArray(codes) && codes.every(isCode)
    ? codes.map(({ code, applicable }) => ({ code, isApplicable: applicable === true }))
    : undefined;

/** Errors name the path and not what was sent, because that has codes. */
async function ask(path: string, init?: RequestInit): Promise<AjaxCart> {
  let response: Response;
  try {
    response = await fetch(root() + path, {
      ...init,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeLimit),
    });
  } catch {
    throw new Error(`${path} was not answered`);
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  // The page that asks for a password comes with status 200, too.
  const cart = (await response.json().catch(() => undefined)) as Partial<AjaxCart> | undefined;
  const isCart =
    listed(cart?.discount_codes) && Array.isArray(cart?.items) && typeof cart.item_count === 'number';
  if (!isCart) throw new Error(`${path} answered something that is not a cart`);
  return cart as AjaxCart;
}

export const readCart = (): Promise<AjaxCart> => ask('cart.js');

/**
 * Puts these codes in the place of all that the cart has. Sections, five at most, are drawn in the same answer:
 * https://shopify.dev/docs/api/ajax/reference/cart#update-discounts-in-the-cart, #bundled-section-rendering
 */
export const writeCodes = (codes: readonly string[], sections: readonly string[] = []): Promise<AjaxCart> =>
  ask('cart/update.js', {
    method: 'POST',
    // It goes on where an action of the theme loads the page again.
    keepalive: true,
    body: JSON.stringify({
      discount: codes.join(','),
      ...(sections.length > 0 && { sections }),
    }),
  });

/** In an empty cart none counts, whatever it still has. */
export const codesOf = ({ discount_codes: codes, item_count: count }: AjaxCart): CartCode[] =>
  listed(codes)!.map((each) => ({ ...each, isApplicable: each.isApplicable && count > 0 }));
