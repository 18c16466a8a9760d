import type { Platform } from './platform.ts';

// TODO(helper): to be replaced.
export const platform: Platform = {
  name: 'shopify',
  apply: () => Promise.resolve({ outcome: 'not-possible' }),
  codes: () => Promise.resolve(undefined),
  cartUrl: '/cart',
  linkFor: () => undefined,
  watch: () => () => undefined,
};
