/** The contents of a fake BigCommerce cart, and their form in the Storefront API: see bigcommerce.ts. */
import { products, reduction, type Discount } from './cart.ts';

export interface BigCart {
  /** Undefined while there is no cart, that is, while it has no items. */
  id: string | undefined;
  /** Grows with each change. */
  version: number;
  lines: { id: string; productId: string; quantity: number }[];
  /** In the order in which they came, by code. */
  coupons: Map<string, Discount>;
  /** The ids of carts that were emptied. */
  ended: Set<string>;
}

const shippingCost = 500;
const couponTypes: Record<Discount['kind'], string> = {
  percentage: 'percentage_discount',
  'fixed-amount': 'per_total_discount',
  'free-shipping': 'free_shipping',
};

/** Amounts of the Storefront API are numbers in whole units of the currency. */
const inUnits = (cents: number): number => cents / 100;

export const isForCart = (cart: BigCart, { products: meant }: Discount): boolean =>
  cart.lines.some(({ productId }) => meant?.includes(productId) ?? true);

function linesOf(cart: BigCart) {
  return cart.lines.map((line) => {
    const product = products.find(({ id }) => id === line.productId)!;
    return { ...line, product, total: product.price * line.quantity };
  });
}

const baseOf = (cart: BigCart): number => linesOf(cart).reduce((sum, { total }) => sum + total, 0);

function couponsOf(cart: BigCart) {
  return [...cart.coupons].map(([code, discount], index) => {
    const meant = linesOf(cart).filter(({ productId }) => discount.products?.includes(productId) ?? true);
    const amount = meant.reduce((sum, { total }) => sum + total, 0);
    const value = reduction(discount, amount);
    return { id: String(index + 1), code, couponType: couponTypes[discount.kind], value };
  });
}

function amountOf(cart: BigCart): number {
  const off = couponsOf(cart).reduce((sum, { value }) => sum + value, 0);
  return Math.max(baseOf(cart) - off, 0);
}

const writeCoupons = (cart: BigCart) =>
  couponsOf(cart).map(({ value, ...coupon }) => ({ ...coupon, discountedAmount: inUnits(value) }));

export function describeCart(cart: BigCart) {
  return {
    id: cart.id,
    customerId: 0,
    email: '',
    currency: { name: 'Euro', code: 'EUR', symbol: '€', decimalPlaces: 2 },
    isTaxIncluded: true,
    baseAmount: inUnits(baseOf(cart)),
    discountAmount: 0,
    cartAmount: inUnits(amountOf(cart)),
    coupons: writeCoupons(cart),
    discounts: [],
    lineItems: {
      physicalItems: linesOf(cart).map(({ id, quantity, product, total }) => ({
        id,
        parentId: null,
        variantId: Number(product.id),
        productId: Number(product.id),
        sku: '',
        name: product.title,
        url: `/${product.handle}/`,
        quantity,
        imageUrl: product.image,
        originalPrice: inUnits(product.price),
        listPrice: inUnits(product.price),
        salePrice: inUnits(product.price),
        extendedListPrice: inUnits(total),
        extendedSalePrice: inUnits(total),
        isShippingRequired: true,
      })),
      digitalItems: [],
      giftCertificates: [],
      customItems: [],
    },
    locale: 'en',
    version: cart.version,
  };
}

export function describeCheckout(cart: BigCart) {
  const isFree = [...cart.coupons.values()].some(({ kind }) => kind === 'free-shipping');
  const shipping = isFree ? 0 : shippingCost;
  return {
    id: cart.id,
    cart: describeCart(cart),
    billingAddress: null,
    consignments: [],
    orderId: null,
    shippingCostTotal: inUnits(shipping),
    shippingCostBeforeDiscount: inUnits(shippingCost),
    handlingCostTotal: 0,
    taxTotal: 0,
    coupons: writeCoupons(cart),
    taxes: [],
    subtotal: inUnits(baseOf(cart)),
    grandTotal: inUnits(amountOf(cart) + shipping),
    giftCertificates: [],
    customerMessage: '',
  };
}
