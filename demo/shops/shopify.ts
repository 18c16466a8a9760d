/** A Shopify theme's access to its cart: https://shopify.dev/docs/api/ajax/reference/cart */
import type { ShopifyCart } from '../carts/shopify-cart.ts';
import { ask, type CartView, type ShopSystem } from './system.ts';

/** The section that this theme has its cart in. */
export const SECTION = 'cart-drawer';

export function viewOf(cart: ShopifyCart): CartView {
  const applied = [
    ...cart.cart_level_discount_applications.map(
      (each) => [each.title, each.total_allocated_amount] as const,
    ),
    ...cart.items
      .flatMap((item) => item.line_level_discount_allocations)
      .map(({ amount, discount_application }) => [discount_application.title, amount] as const),
  ];
  const amountOf = (code: string) =>
    applied.reduce((sum, [title, amount]) => (title === code ? sum + amount : sum), 0);
  return {
    lines: cart.items.map((item) => ({
      id: item.key,
      title: item.product_title,
      image: item.image,
      quantity: item.quantity,
      total: item.original_line_price,
    })),
    codes: cart.discount_codes.map(({ code, applicable }) => ({
      code,
      isApplicable: applicable,
      amount: amountOf(code),
    })),
    subtotal: cart.original_total_price,
    shipping: 0,
    total: cart.total_price,
    currency: cart.currency,
  };
}

/** @param root where the shopper's market is: `/`, or such as `/en-ca/` */
export function shopifySystem(root: string): ShopSystem {
  const read = () => ask<ShopifyCart>(`${root}cart.js`);
  // Also those that do not apply yet.
  const codesOf = ({ discount_codes }: ShopifyCart) => discount_codes.map(({ code }) => code);
  // The call replaces the set: https://shopify.dev/docs/api/ajax/reference/cart#update-discounts-in-the-cart
  const setCodes = (codes: string[]) =>
    ask<ShopifyCart>(`${root}cart/update.js`, { discount: codes.join(',') });
  return {
    read: async () => viewOf(await read()),
    add: async (productId) => {
      await ask(`${root}cart/add.js`, { items: [{ id: Number(productId), quantity: 1 }] });
    },
    remove: async (key) => {
      await ask(`${root}cart/change.js`, { id: key, quantity: 0 });
    },
    addCode: async (code) => {
      const before = codesOf(await read());
      const { discount_codes } = await setCodes([...before, code]);
      const counts = discount_codes.some(
        (each) => each.applicable && each.code.toUpperCase() === code.toUpperCase(),
      );
      if (counts) return;
      await setCodes(before);
      throw new Error(`${code} does not count for this bag.`);
    },
    removeCode: async (code) => {
      await setCodes(codesOf(await read()).filter((each) => each !== code));
    },
    // Any script that changes the cart also redraws the section, or reloads the page.
    watch: () => undefined,
  };
}
