/** The supported shop systems, and the module that implements each. */
import type { Platform, PlatformName } from './platform.ts';

export const platformNames = [
  'shopify',
  'woocommerce',
  'bigcommerce',
] as const satisfies readonly PlatformName[];

const loaders: Record<PlatformName, () => Promise<{ platform: Platform }>> = {
  shopify: () => import('./shopify.ts'),
  woocommerce: () => import('./woocommerce.ts'),
  bigcommerce: () => import('./bigcommerce.ts'),
};

/** Loads the module of a shop system. Rejects if its file cannot be loaded. */
export const loadPlatform = async (name: PlatformName): Promise<Platform> => (await loaders[name]()).platform;
