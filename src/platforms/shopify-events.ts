/** The events by which a Shopify theme and apps tell each other of the cart. */
import type { AjaxCart } from './shopify-cart.ts';

const told = (type: string, fields: object): boolean =>
  document.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), fields));

const amountOf = (hundredths: number, currencyCode: string) => ({
  totalAmount: { amount: (hundredths / 100).toFixed(2), currencyCode },
});

/** The cart as events have it: https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-discount-update */
const standardCart = ({ token, item_count, total_price, currency, items, discount_codes }: AjaxCart) => ({
  id: `gid://shopify/Cart/${token}`,
  totalQuantity: item_count,
  cost: amountOf(total_price, currency),
  lines: items.map(({ key, quantity, final_line_price }) => ({
    id: `gid://shopify/CartLine/${key}`,
    quantity,
    cost: amountOf(final_line_price, currency),
  })),
  discountCodes: discount_codes,
});

/**
 * Tells of a change that we make ourselves, as it starts. `updateCart` does this by itself, and listeners would hear of
 * the same change twice: https://shopify.dev/docs/api/storefront-events-and-actions/events/dispatch
 */
export function announce(codes: readonly string[], change: Promise<AjaxCart>): void {
  const promise = change.then((cart) => ({ cart: standardCart(cart) }));
  told('shopify:cart:discount-update', { discountCodes: codes.map((code) => ({ code })), promise });
  promise.catch((error: unknown) => {
    // https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-error
    told('shopify:cart:error', { error: (error as Error).message, code: 'SERVICE_UNAVAILABLE' });
  });
}

/** https://shopify.dev/docs/api/storefront-events-and-actions/events */
const changes = ['shopify:cart:discount-update', 'shopify:cart:lines-update'];

/** A theme that has no such events changes the cart by the Ajax API all the same. */
const ajaxChange = /\/cart\/(?:add|change|clear|update)(?:\.js)?$/;

/** Calls back when a change of the cart is over, until the returned function is called. */
export function watchCart(changed: () => void): () => void {
  const end = new AbortController();
  const hear = async ({ promise }: Event & { promise?: unknown }): Promise<void> => {
    await Promise.allSettled([promise]);
    if (!end.signal.aborted) changed();
  };
  for (const type of changes) {
    document.addEventListener(type, (event) => void hear(event), { signal: end.signal });
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => ajaxChange.test(new URL(name).pathname))) changed();
  });
  observer.observe({ type: 'resource' });
  return () => {
    end.abort();
    observer.disconnect();
  };
}
