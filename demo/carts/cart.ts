/** What the fake carts of the shop systems have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a code is worth to a fake cart. */
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
  /** What a code is worth; undefined for a code that the shop does not know. */
  discountOf: (code: string) => Discount | undefined | Promise<Discount | undefined>;
}

export interface FakeCart {
  /** Answers a request that is the shop system's; false leaves it to others. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** What can be put into each fake cart. Prices are in cents. */
export const products = [
  { id: '101', handle: 'yoke-jumper', title: 'Yoke jumper', price: 18_900, image: '/media/product.webp' },
  { id: '102', handle: 'wool-hat', title: 'Wool hat', price: 4_500, image: '/media/product-3.webp' },
] as const;

export type Product = (typeof products)[number];

/** What a discount takes off an amount, in cents: never more than there is. */
export function reduction({ kind, value }: Discount, amount: number): number {
  const off = kind === 'percentage' ? Math.round((amount * value) / 100) : value;
  return Math.min(kind === 'free-shipping' ? 0 : off, amount);
}
