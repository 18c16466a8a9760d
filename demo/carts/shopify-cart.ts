/**
 * The contents and prices of a fake Shopify cart: the JSON of `/cart.js`.
 * https://shopify.dev/docs/api/ajax/reference/cart#get-locale-cart-js
 */
import { type CartOptions, type Discount, type Product, products, reduction } from './cart.ts';

/** A cart as it is stored. Its prices are calculated when it is read. */
export interface StoredCart {
  token: string;
  lines: { id: string; quantity: number }[];
  /** As they were sent, in their order. Codes that do not apply are kept. */
  codes: string[];
  note: string;
  attributes: Record<string, unknown>;
}

/** A market's currency, and its price for a euro. */
export interface Market {
  currency: string;
  rate: number;
}

const title = ({ kind, value }: Discount) =>
  kind === 'percentage' ? value.toFixed(1) : (value / 100).toFixed(2);

interface Known extends Discount {
  code: string;
}

type Line = Omit<Product, 'price'> & { price: number; quantity: number };

/** An order discount applies to all lines, a product discount only to its own. */
const isForOrder = ({ products: some }: Discount) => !some;
const isForLine = ({ products: some }: Discount, { id }: Line) => some?.includes(id) ?? false;

function doesFit(discount: Discount, lines: readonly Line[]): boolean {
  return lines.some((line) => isForOrder(discount) || isForLine(discount, line));
}

/**
 * The amount that several codes take off together: product discounts first, then order discounts off the remaining
 * amount.
 */
function reckon(discounts: readonly Known[], lines: readonly Line[]) {
  const off = lines.map((line) => {
    const full = line.price * line.quantity;
    let left = full;
    return discounts
      .filter((discount) => isForLine(discount, line))
      .map((discount) => {
        const amount = reduction(discount, left);
        left -= amount;
        return { discount, amount };
      });
  });
  const lineTotals = off.map((each) => each.reduce((sum, { amount }) => sum + amount, 0));
  const full = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const subtotal = full - lineTotals.reduce((sum, amount) => sum + amount, 0);
  let total = subtotal;
  const order = discounts.filter(isForOrder).map((discount) => {
    const amount = Math.min(reduction(discount, subtotal), total);
    total -= amount;
    return { discount, amount };
  });
  return { off, lineTotals, order, full, subtotal, total };
}

/**
 * The codes that count. Those that allow others count together; one that does not counts alone, if it takes off more.
 * https://help.shopify.com/en/manual/discounts/discount-combinations
 */
function choose(fitting: readonly Known[], lines: readonly Line[]): readonly Known[] {
  const together = fitting.filter(({ isCombinable = true }) => isCombinable);
  const alone = fitting.filter(({ isCombinable = true }) => !isCombinable);
  const choices = [together, ...alone.map((each) => [each])].filter(({ length }) => length > 0);
  const best = choices.toSorted((a, b) => reckon(a, lines).total - reckon(b, lines).total);
  return best[0] ?? [];
}

const applied = (type: 'cart' | 'line', { code, kind, value }: Known, amount: number) => ({
  type: 'discount_code',
  key: code,
  title: code,
  description: code,
  value: title({ kind, value }),
  created_at: '2025-05-15T13:00:00Z',
  value_type: kind === 'percentage' ? 'percentage' : 'fixed_amount',
  allocation_method: 'across',
  target_selection: type === 'cart' ? 'all' : 'entitled',
  target_type: 'line_item',
  total_allocated_amount: amount,
});

export type ShopifyCart = Awaited<ReturnType<typeof readCart>>;

/** The cart as the Ajax API gives it. */
export async function readCart(stored: StoredCart, { discountOf }: CartOptions, market: Market) {
  const lines = stored.lines.flatMap(({ id, quantity }): Line[] => {
    const product = products.find((each) => each.id === id);
    const price = Math.round((product?.price ?? 0) * market.rate);
    return product ? [{ ...product, price, quantity }] : [];
  });
  const asked = await Promise.all(
    stored.codes.map(async (code) => ({ code, discount: await discountOf(code) })),
  );
  const fitting = asked.flatMap(({ code, discount }) =>
    discount && doesFit(discount, lines) ? [{ ...discount, code }] : [],
  );
  const counting = choose(fitting, lines);
  const { off, lineTotals, order, full, subtotal, total } = reckon(counting, lines);

  return {
    token: stored.token,
    note: stored.note,
    attributes: stored.attributes,
    original_total_price: full,
    total_price: total,
    total_discount: full - total,
    total_weight: 0,
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items: lines.map(({ id, handle, title: name, image, price, quantity }, i) => {
      const [whole, less] = [price * quantity, lineTotals[i]!];
      return {
        id: Number(id),
        // As in a real shop, it changes with the discounts.
        key: `${id}:${Buffer.from(`${id}-${less}`).toString('hex')}`,
        properties: {},
        quantity,
        variant_id: Number(id),
        product_id: Number(id),
        title: name,
        product_title: name,
        variant_title: null,
        handle,
        url: `/products/${handle}?variant=${id}`,
        image,
        price,
        original_price: price,
        presentment_price: price / 100,
        discounted_price: Math.round((whole - less) / quantity),
        final_price: Math.round((whole - less) / quantity),
        line_price: whole,
        original_line_price: whole,
        final_line_price: whole - less,
        total_discount: less,
        line_level_total_discount: less,
        line_level_discount_allocations: off[i]!.map(({ discount, amount }) => ({
          amount,
          discount_application: applied('line', discount, amount),
        })),
        discounts: off[i]!.map(({ discount, amount }) => ({ amount, title: discount.code })),
        requires_shipping: true,
        gift_card: false,
      };
    }),
    requires_shipping: lines.length > 0,
    currency: market.currency,
    items_subtotal_price: subtotal,
    cart_level_discount_applications: order
      .filter(({ amount }) => amount > 0)
      .map(({ discount, amount }) => applied('cart', discount, amount)),
    discount_codes: stored.codes.map((code) => ({
      code,
      applicable: counting.some((discount) => discount.code === code),
    })),
  };
}
