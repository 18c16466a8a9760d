/**
 * Horizon and the themes based on it, which update their cart automatically: assets/component-cart-items.js of
 * https://github.com/Shopify/horizon (4.1.3). Since version 4, they listen to Shopify's standard event, and take the HTML
 * of their sections from its promise.
 */
const cartItems = () => document.querySelectorAll<HTMLElement>('cart-items-component[data-section-id]');

/** The sections of a Horizon theme that show the cart on this page; none in other themes. */
export const horizonSections = (): string[] => [
  ...new Set([...cartItems()].map(({ dataset }) => dataset['sectionId']!)),
];

/** Tells version 3 of Horizon, which has its own event for this, that the codes of the cart changed. */
export function tellHorizon(): void {
  const detail = { data: {} };
  document.dispatchEvent(new CustomEvent('discount:update', { bubbles: true, detail }));
}
