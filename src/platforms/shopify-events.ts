/** The events through which Shopify themes and apps announce changes of the cart. */
import type { AjaxCart } from './shopify-cart.ts';

const dispatch = (type: string, fields: object): boolean =>
  document.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), fields));

const amountOf = (hundredths: number, currencyCode: string) => ({
  totalAmount: { amount: (hundredths / 100).toFixed(2), currencyCode },
});

/** The cart in the format of the events: https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-discount-update */
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
 * Announces a change made through the Ajax API, as it starts. `change` resolves with the shopper's resulting cart.
 * https://shopify.dev/docs/api/storefront-events-and-actions/events/dispatch
 */
export function announce(codes: readonly string[], change: Promise<AjaxCart>): void {
  const promise = change.then((cart) => ({ cart: standardCart(cart), detail: { sections: cart.sections } }));
  dispatch('shopify:cart:discount-update', { discountCodes: codes.map((code) => ({ code })), promise });
  promise.catch((error: unknown) => {
    // https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-error
    dispatch('shopify:cart:error', { error: (error as Error).message, code: 'SERVICE_UNAVAILABLE' });
  });
}

/** https://shopify.dev/docs/api/storefront-events-and-actions/events */
const changes = ['shopify:cart:discount-update', 'shopify:cart:lines-update'];

/** Themes without these events still use the Ajax API. */
const ajaxChange = /\/cart\/(?:add|change|clear|update)(?:\.js)?$/;

/** Calls `changed` after each change of the cart. Returns a function that stops watching. */
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
