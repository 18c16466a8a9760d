/** A BigCommerce theme's access to its cart: https://developer.bigcommerce.com/docs/rest-storefront/carts */
import { ask, type CartView, emptyCart, type ShopSystem } from './system.ts';

interface BigCommerceCart {
  id: string;
  currency: { code: string };
  baseAmount: number;
  cartAmount: number;
  coupons: { code: string; discountedAmount: number }[];
  lineItems: {
    physicalItems: {
      id: string;
      name: string;
      imageUrl: string;
      quantity: number;
      extendedListPrice: number;
    }[];
  };
}

const root = '/api/storefront';

/** This system has amounts in whole units. */
const inCents = (amount: number) => Math.round(amount * 100);

const viewOf = ({ baseAmount, cartAmount, coupons, currency, lineItems }: BigCommerceCart): CartView => ({
  lines: lineItems.physicalItems.map(({ id, name, imageUrl, quantity, extendedListPrice }) => ({
    id,
    title: name,
    image: imageUrl,
    quantity,
    total: inCents(extendedListPrice),
  })),
  codes: coupons.map(({ code, discountedAmount }) => ({
    code,
    isApplicable: true,
    amount: inCents(discountedAmount),
  })),
  subtotal: inCents(baseAmount),
  shipping: 0,
  total: inCents(cartAmount),
  currency: currency.code,
});

export function bigCommerceSystem(): ShopSystem {
  const find = async () => (await ask<BigCommerceCart[]>(`${root}/carts`))[0];
  const needed = async () => {
    const cart = await find();
    if (!cart) throw new Error('There is nothing in the bag yet.');
    return cart;
  };
  const remove = (path: string) => ask(`${root}/${path}`, undefined, { method: 'DELETE' });
  return {
    read: async () => {
      const cart = await find();
      return cart ? viewOf(cart) : emptyCart;
    },
    // As Stencil themes do it: src/api/cart.js of https://github.com/bigcommerce/stencil-utils
    add: async (productId) => {
      const body = new URLSearchParams({ product_id: productId, 'qty[]': '1' });
      await ask('/remote/v1/cart/add', undefined, { method: 'POST', body });
    },
    remove: async (lineId) => {
      await remove(`carts/${(await needed()).id}/items/${lineId}`);
    },
    // A cart's checkout has its id: https://developer.bigcommerce.com/docs/rest-storefront/checkouts/checkout-coupons
    addCode: async (couponCode) => {
      await ask(`${root}/checkouts/${(await needed()).id}/coupons`, { couponCode });
    },
    removeCode: async (code) => {
      await remove(`checkouts/${(await needed()).id}/coupons/${encodeURIComponent(code)}`);
    },
    // Stencil has no event for this, so the theme listens to the element.
    watch: (changed) => document.addEventListener('reward-claim-applied', changed),
  };
}
