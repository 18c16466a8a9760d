/**
 * A WooCommerce theme's access to its cart, in the same way as the WooCommerce blocks:
 * https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/cart/
 */
import { ask, type CartView, type ShopSystem } from './system.ts';

interface WooCart {
  items: {
    key: string;
    name: string;
    quantity: number;
    images: { src: string }[];
    totals: { line_subtotal: string };
  }[];
  coupons: { code: string; totals: { total_discount: string } }[];
  totals: { total_items: string; total_shipping: string; total_price: string; currency_code: string };
}

const root = '/wp-json/wc/store/v1';

function viewOf({ items, coupons, totals }: WooCart): CartView {
  return {
    lines: items.map(({ key, name, quantity, images, totals: { line_subtotal } }) => ({
      id: key,
      title: name,
      image: images[0]?.src ?? '',
      quantity,
      total: Number(line_subtotal),
    })),
    codes: coupons.map(({ code, totals: { total_discount } }) => ({
      code,
      isApplicable: true,
      amount: Number(total_discount),
    })),
    subtotal: Number(totals.total_items),
    shipping: Number(totals.total_shipping),
    total: Number(totals.total_price),
    currency: totals.currency_code,
  };
}

export function wooSystem(): ShopSystem {
  // Writing needs a nonce, and every answer brings a new one:
  // https://developer.woocommerce.com/docs/apis/store-api/nonce-tokens/
  const send = async (path: string, body: unknown) => {
    const { headers } = await fetch(`${root}/cart`);
    await ask(`${root}/cart/${path}`, body, { headers: { Nonce: headers.get('nonce') ?? '' } });
  };
  return {
    read: async () => viewOf(await ask<WooCart>(`${root}/cart`)),
    add: async (id) => {
      await send('add-item', { id: Number(id), quantity: 1 });
      document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart'));
    },
    remove: (key) => send('remove-item', { key }),
    addCode: (code) => send('apply-coupon', { code }),
    removeCode: (code) => send('remove-coupon', { code }),
    watch: (changed) => {
      // The events that the mini-cart listens to:
      // https://github.com/woocommerce/woocommerce/blob/trunk/docs/block-development/reference/dom-events.md
      for (const name of ['wc-blocks_added_to_cart', 'wc-blocks_removed_from_cart'])
        document.body.addEventListener(name, changed);
    },
  };
}
