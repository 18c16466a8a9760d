/** The names of the supported shop systems. */
import type { PlatformName } from './platform.ts';

export const platformNames = [
  'shopify',
  'woocommerce',
  'bigcommerce',
] as const satisfies readonly PlatformName[];
