import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Discount } from '../../demo/carts/cart.ts';
import { createBigCommerceCart } from '../../demo/carts/bigcommerce.ts';
import { openCarts, type CartServer } from '../helpers/cart-server.ts';

const discounts: Record<string, Discount> = {
  'PERCENT-10': { kind: 'percentage', value: 10 },
  'MINUS-500': { kind: 'fixed-amount', value: 500 },
  'FREE-SHIPPING': { kind: 'free-shipping', value: 0 },
  'PERCENT-50-ALONE': { kind: 'percentage', value: 50, isCombinable: false },
  'PERCENT-20-HAT': { kind: 'percentage', value: 20, products: ['102'] },
};
const discountOf = (code: string): Discount | undefined => discounts[code.toUpperCase()];

describe('the fake BigCommerce cart', () => {
  let shop: CartServer;
  let shopOfMany: CartServer;
  before(async () => {
    shop = await openCarts(createBigCommerceCart({ discountOf }));
    shopOfMany = await openCarts(createBigCommerceCart({ discountOf, coupons: 2 }));
  });
  after(() => Promise.all([shop.close(), shopOfMany.close()]));

  /** A shopper with a jumper and a hat in the cart. */
  async function shopping(shopper = shop.newShopper()) {
    const lineItems = [101, 102].map((productId) => ({ productId, quantity: 1 }));
    const { id } = (await shopper('POST /api/storefront/carts', { lineItems })).body;
    const checkout = `/api/storefront/checkouts/${id}`;
    return {
      shopper,
      checkout,
      items: `/api/storefront/carts/${id}/items`,
      apply: (couponCode: string) => shopper(`POST ${checkout}/coupons`, { couponCode }),
      cart: async () => (await shopper('GET /api/storefront/carts')).body[0],
    };
  }

  const codesOf = ({ coupons }: { coupons: { code: string }[] }): string[] => coupons.map(({ code }) => code);

  test('nothing in the cart is no cart', async () => {
    assert.deepEqual((await shop.newShopper()('GET /api/storefront/carts')).body, []);
  });

  test('a coupon lowers the total, and is there after a reload', async () => {
    const { apply, cart, shopper, checkout } = await shopping();
    const version: number = (await cart()).version;
    const { status, body } = await apply('PERCENT-10');
    assert.deepEqual([status, body.subtotal, body.grandTotal], [200, 234, 215.6]);
    const after = await cart();
    assert.deepEqual([after.baseAmount, after.cartAmount, codesOf(after)], [234, 210.6, ['PERCENT-10']]);
    assert.equal(after.version, version + 1);
    assert.equal((await shopper(`GET ${checkout}`)).body.grandTotal, 215.6);
    assert.equal((await shopper(`DELETE ${checkout}/coupons/percent-10`)).body.grandTotal, 239);
  });

  test('a second coupon takes the place of the first', async () => {
    const { apply } = await shopping();
    await apply('PERCENT-10');
    assert.deepEqual(codesOf((await apply('MINUS-500')).body), ['MINUS-500']);
  });

  test('a shop may allow more, and refuses what is too many or not combinable', async () => {
    const { apply, cart, shopper, checkout } = await shopping(shopOfMany.newShopper());
    await apply('PERCENT-10');
    await apply('free-shipping');
    assert.deepEqual(
      [(await cart()).cartAmount, codesOf(await cart())],
      [210.6, ['PERCENT-10', 'free-shipping']],
    );
    assert.equal((await apply('MINUS-500')).body.code, 'not_combinable');
    await shopper(`DELETE ${checkout}/coupons/free-shipping`);
    assert.deepEqual(codesOf((await apply('PERCENT-50-ALONE')).body), ['PERCENT-50-ALONE']);
    assert.equal((await apply('PERCENT-10')).body.code, 'not_combinable');
  });

  test('refusals have a status, a type and a title', async () => {
    const { apply, shopper, items, cart } = await shopping();
    const { status, body } = await apply('NOPE');
    assert.deepEqual([status, body.status, body.type], [400, 400, 'invalid_coupon_code']);
    assert.match(body.title, /not valid/);
    assert.equal((await apply('x'.repeat(51))).status, 422);
    const hat = (await cart()).lineItems.physicalItems[1];
    await shopper(`DELETE ${items}/${hat.id}`);
    assert.equal((await apply('PERCENT-20-HAT')).body.code, 'not_applicable');
  });

  test('the cart ends with its last item, and its checkout says so', async () => {
    const { apply, shopper, items, cart } = await shopping();
    for (const { id } of (await cart()).lineItems.physicalItems) await shopper(`DELETE ${items}/${id}`);
    assert.equal(await cart(), undefined);
    assert.equal((await apply('PERCENT-10')).body.type, 'empty_cart');
    assert.equal((await shop.newShopper()('POST /api/storefront/checkouts/1/coupons', {})).status, 404);
  });

  test('a change of a cart that was changed meanwhile is refused', async () => {
    const { shopper, items, cart } = await shopping();
    const { version, lineItems } = await cart();
    const path = `PUT ${items}/${lineItems.physicalItems[0].id}`;
    assert.equal((await shopper(path, { lineItem: { quantity: 2 }, version })).body.baseAmount, 423);
    assert.equal((await shopper(path, { lineItem: { quantity: 3 }, version })).status, 409);
  });

  test('a lost answer comes after the change', async () => {
    const { shopper, apply, cart } = await shopping();
    const fault = { path: '/checkouts/*/coupons', kind: 'drop', after: true };
    await shopper('POST /fake-carts/bigcommerce/faults', fault);
    await assert.rejects(apply('PERCENT-10'), TypeError);
    assert.deepEqual(codesOf(await cart()), ['PERCENT-10']);
  });
});
