/** The preview's cart: it accepts every code and changes nothing. */
import type { Platform } from '../../platforms/platform.ts';

const applied = new Set<string>();

export const platform: Platform = {
  name: 'shopify',
  apply: (code) => {
    applied.add(code);
    return Promise.resolve({ outcome: 'applied' });
  },
  read: () =>
    Promise.resolve({ codes: [...applied].map((code) => ({ code, isApplicable: true })), isEmpty: false }),
  // A link to the cart would take the merchant away from the page.
  cartUrl: '#',
  linkFor: () => undefined,
  watch: () => () => undefined,
};
