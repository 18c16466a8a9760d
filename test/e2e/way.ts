/** How a page reaches the service: with a key in it, or through a gateway that keeps the key (test/gateway/ways.ts). */
import { openShop, type TestShop } from '../helpers/control.ts';

/** A test's part of the sandbox, and how elements name where it is. */
export interface RoutedShop extends TestShop {
  /** The elements' attributes. */
  service: string;
}

export interface Route {
  /** Whom the page's elements ask. */
  origin: string;
  /** Without what an earlier shop was asked and spoilt with. */
  openShop(): Promise<RoutedShop>;
  close(): Promise<void>;
}

export interface RouteOptions {
  /** The pages' origins. */
  origins: string[];
  /** Whether the gateway wants a login before a claim. */
  requireLogin?: boolean;
}

export interface Way {
  /** The text that it adds to the names of tests. */
  name: string;
  hasGateway: boolean;
  /** How much longer a claim takes than directly, about. */
  slowness: number;
  open(sandboxUrl: string, options: RouteOptions): Promise<Route>;
}

export const direct: Way = {
  name: '',
  hasGateway: false,
  slowness: 1,
  open: (sandboxUrl) =>
    Promise.resolve({
      origin: sandboxUrl,
      openShop: async () => {
        const shop = await openShop(sandboxUrl, 'publishable');
        return { ...shop, service: `base-url="${sandboxUrl}" api-key="${shop.key}"` };
      },
      close: () => Promise.resolve(),
    }),
};
