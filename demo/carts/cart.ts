/** Shared by the fake carts of all shop systems. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The value of a code in a fake cart. */
export interface Discount {
  kind: 'percentage' | 'fixed-amount' | 'free-shipping';
  /** Per cent, or an amount in the smallest unit of the shop's currency; 0 for free shipping. */
  value: number;
  /** Whether it counts beside other codes; default yes. */
  isCombinable?: boolean;
  /** The products that it is for, by their id; without them for all. */
  products?: string[];
}

export interface CartOptions {
  /** Returns the value of a code, or undefined for a code that the shop does not know. */
  discountOf: (code: string) => Discount | undefined | Promise<Discount | undefined>;
}

export interface FakeCart {
  /** Answers a request to the shop system. Resolves to false for any other request. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** The products of every fake cart. Prices are in cents. */
export const products = [
  { id: '101', handle: 'yoke-jumper', title: 'Yoke jumper', price: 18_900, image: '/media/product.webp' },
  { id: '102', handle: 'wool-hat', title: 'Wool hat', price: 4_500, image: '/media/product-3.webp' },
] as const;

export type Product = (typeof products)[number];

/** The amount that a discount takes off, in cents: never more than `amount`. */
export function reduction({ kind, value }: Discount, amount: number): number {
  const off = kind === 'percentage' ? Math.round((amount * value) / 100) : value;
  return Math.min(kind === 'free-shipping' ? 0 : off, amount);
}
