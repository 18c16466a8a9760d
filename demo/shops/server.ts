/** The shop systems' side of the demo: their fake carts, at the root of the shop, and the pages that stand on them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBigCommerceCart } from '../carts/bigcommerce.ts';
import type { CartOptions, Discount } from '../carts/cart.ts';
import { createShopifyCart } from '../carts/shopify.ts';
import { createWooCommerceCart } from '../carts/woocommerce.ts';
import { SECTION } from './shopify.ts';

/** Codes that the shop has besides those of the rewards. */
const ownCodes: Record<string, Discount> = {
  'OTHER-10': { kind: 'percentage', value: 10 },
  'ALONE-20': { kind: 'percentage', value: 20, isCombinable: false },
  'HAT-5': { kind: 'fixed-amount', value: 500, products: ['102'] },
};

const kinds: Record<string, Discount['kind']> = {
  percentage: 'percentage',
  fixed_amount: 'fixed-amount',
  free_shipping: 'free-shipping',
};

/** The value of a code: the shop's own, or the sandbox's for the code of a reward. */
async function discountOf(sandboxUrl: string, code: string): Promise<Discount | undefined> {
  const own = ownCodes[code.toUpperCase()];
  if (own) return own;
  const response = await fetch(`${sandboxUrl}/sandbox/codes/${encodeURIComponent(code)}`);
  if (!response.ok) return undefined;
  const worth = (await response.json()) as { valueType: string; value: number | null; scope: string };
  const kind = kinds[worth.valueType];
  if (!kind) return undefined;
  // The sandbox has whole amounts of the shop's currency, and this shop one product in all of its collections.
  const value = kind === 'fixed-amount' ? Math.round((worth.value ?? 0) * 100) : (worth.value ?? 0);
  return { kind, value, ...(worth.scope !== 'sitewide' && { products: ['101'] }) };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Where a shop system has its cart, and the page of the demo that shows it. */
const cartPages: Record<string, string> = {
  '/cart': 'shopify',
  '/cart/': 'woocommerce',
  '/cart.php': 'bigcommerce',
};

const market = /^\/[a-z]{2}-[a-z]{2}(?=\/)/;

/** As strict as docs/csp.md: whatever the policy forbids is an error in the console. `ws:` is for Vite. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws:",
  "base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types lit-html storefront-sections 'allow-duplicates'",
].join('; ');

/** Answers the requests that belong to a shop system. Returns false for others, perhaps with a changed address. */
export function answerShops(sandboxUrl: string) {
  const options: CartOptions = { discountOf: (code) => discountOf(sandboxUrl, code) };
  const carts = [
    createShopifyCart({
      ...options,
      renderSection: (id, { cart }) =>
        id === SECTION ? `<shop-cart data-cart="${escaped(JSON.stringify(cart))}"></shop-cart>` : undefined,
    }),
    createWooCommerceCart(options),
    createBigCommerceCart({ ...options, coupons: 5 }),
  ];
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    for (const cart of carts) if (await cart.handle(request, response)) return true;
    const [path = '/', query = ''] = (request.url ?? '/').split('?');
    const [prefix = ''] = market.exec(path) ?? [];
    const name = cartPages[path.slice(prefix.length)];
    if (name) {
      response.writeHead(302, { location: `${prefix}/shops/${name}.html#cart` }).end();
      return true;
    }
    if (/^\/shops\/(shopify|woocommerce|bigcommerce)\.html$/.test(path.slice(prefix.length))) {
      response.setHeader('content-security-policy', policy);
      // One page for all of them; its script looks at the address.
      request.url = `/shops/shop.html?${query}`;
    }
    return false;
  };
}
