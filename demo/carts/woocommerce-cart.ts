/** The contents of a fake WooCommerce cart, and their form in the Store API: see woocommerce.ts. */
import { createHash } from 'node:crypto';
import { products, reduction, type Discount } from './cart.ts';

export interface WooCart {
  /** The cart's token and nonces are derived from it. */
  id: string;
  logins: number;
  /** How many of each product, by its id. */
  items: Map<string, number>;
  /** In the order in which they came, by code. */
  coupons: Map<string, Discount>;
}

const shippingCost = 500;
const currency = {
  currency_code: 'EUR',
  currency_symbol: '€',
  currency_minor_unit: 2,
  currency_decimal_separator: ',',
  currency_thousand_separator: '.',
  currency_prefix: '',
  currency_suffix: ' €',
};

/** As WordPress writes text into HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
export const keyOf = (id: string): string => hash(id).slice(0, 32);

function linesOf(cart: WooCart) {
  return [...cart.items].map(([id, quantity]) => {
    const product = products.find((one) => one.id === id)!;
    return { id, quantity, product, total: product.price * quantity };
  });
}

/** The amount that a coupon takes off, in cents. */
function valueOf(cart: WooCart, discount: Discount): number {
  const meant = linesOf(cart).filter(({ id }) => discount.products?.includes(id) ?? true);
  return reduction(
    discount,
    meant.reduce((sum, { total }) => sum + total, 0),
  );
}

export const isForCart = (cart: WooCart, { products: meant }: Discount): boolean =>
  meant?.some((id) => cart.items.has(id)) ?? true;

/** The cart as in every answer: amounts are strings, in cents. */
export function describe(cart: WooCart) {
  const lines = linesOf(cart);
  const inMinorUnits = (amounts: Record<string, number>) => ({
    ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)])),
    ...currency,
  });
  const items = lines.reduce((sum, { total }) => sum + total, 0);
  const coupons = [...cart.coupons].map(([code, discount]) => ({
    code,
    discount,
    value: valueOf(cart, discount),
  }));
  const discount = Math.min(
    items,
    coupons.reduce((sum, { value }) => sum + value, 0),
  );
  const isFree = coupons.some((one) => one.discount.kind === 'free-shipping');
  const shipping = items === 0 || isFree ? 0 : shippingCost;
  return {
    items: lines.map(({ id, quantity, product, total }) => ({
      key: keyOf(id),
      id: Number(id),
      quantity,
      name: product.title,
      permalink: `/product/${product.handle}/`,
      images: [
        { id: Number(id), src: product.image, thumbnail: product.image, name: product.handle, alt: '' },
      ],
      prices: inMinorUnits({ price: product.price, regular_price: product.price, sale_price: product.price }),
      totals: inMinorUnits({
        line_subtotal: total,
        line_subtotal_tax: 0,
        line_total: total,
        line_total_tax: 0,
      }),
      extensions: {},
    })),
    coupons: coupons.map(({ code, value, discount: { kind } }) => ({
      code: escaped(code),
      discount_type: kind === 'percentage' ? 'percent' : 'fixed_cart',
      totals: inMinorUnits({ total_discount: value, total_discount_tax: 0 }),
    })),
    fees: [],
    totals: {
      ...inMinorUnits({
        total_items: items,
        total_items_tax: 0,
        total_fees: 0,
        total_fees_tax: 0,
        total_discount: discount,
        total_discount_tax: 0,
        total_shipping: shipping,
        total_shipping_tax: 0,
        total_price: items - discount + shipping,
        total_tax: 0,
      }),
      tax_lines: [],
    },
    needs_payment: items > 0,
    needs_shipping: items > 0,
    items_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    errors: [],
    extensions: {},
  };
}
