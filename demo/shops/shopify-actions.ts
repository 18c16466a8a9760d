/**
 * `Shopify.actions` as Shopify puts them on every storefront, by what is published:
 * https://shopify.dev/docs/api/storefront-events-and-actions/actions/update-cart. What they do for a theme that Shopify
 * does not recognize is to load the page again; a theme can put its own way in the place of that.
 */
import type { ShopifyCart } from '../carts/shopify-cart.ts';
import { ask } from './system.ts';

interface Payload {
  /** All codes that the cart shall have: they replace those that it had. */
  discountCodes?: string[];
}

const published = ({ discount_codes, total_price, currency }: ShopifyCart) => ({
  discountCodes: discount_codes,
  cost: { totalAmount: { amount: (total_price / 100).toFixed(1), currencyCode: currency } },
});

/** @param redraw the theme's own way to show the cart; without it the page is loaded again */
export function shopifyActions(root: string, redraw: (() => Promise<void>) | undefined) {
  const update = async (discountCodes: string[]) => {
    const cart = await ask<ShopifyCart>(`${root}cart/update.js`, { discount: discountCodes.join(',') });
    return { cart: published(cart), userErrors: [], warnings: [] };
  };
  const updateCart = async ({ discountCodes }: Payload) => {
    const promise = update(discountCodes ?? []);
    // https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-discount-update
    const event = new Event('shopify:cart:discount-update', { bubbles: true });
    document.dispatchEvent(Object.assign(event, { discountCodes, promise }));
    const result = await promise;
    if (redraw) await redraw();
    else location.reload();
    return result;
  };
  const getCart = async () => ({ cart: published(await ask<ShopifyCart>(`${root}cart.js`)) });
  return { updateCart: Object.assign(updateCart, { isDefault: () => !redraw }), getCart };
}
