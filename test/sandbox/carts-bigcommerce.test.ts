import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createBigCommerceCart } from '../../demo/carts/bigcommerce.ts';
import { discountOf, openShop, type Shopper } from './carts-support.ts';

describe('the fake BigCommerce cart', () => {
  let newShopper: () => Shopper;
  let newShopperOfMany: () => Shopper;
  before(async () => {
    newShopper = await openShop(createBigCommerceCart({ discountOf }));
    newShopperOfMany = await openShop(createBigCommerceCart({ discountOf, coupons: 2 }));
  });

  /** A shopper with a jumper and a hat in the cart. */
  async function shopping(shopper = newShopper()) {
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
    assert.deepEqual((await newShopper()('GET /api/storefront/carts')).body, []);
  });

  test('a coupon lowers the total, and is there after a reload', async () => {
    const { apply, cart, shopper, checkout } = await shopping();
    const version: number = (await cart()).version;
    const { status, body } = await apply('TEN');
    assert.deepEqual([status, body.subtotal, body.grandTotal], [200, 234, 215.6]);
    const after = await cart();
    assert.deepEqual([after.baseAmount, after.cartAmount, codesOf(after)], [234, 210.6, ['TEN']]);
    assert.equal(after.version, version + 1);
    assert.equal((await shopper(`GET ${checkout}`)).body.grandTotal, 215.6);
    assert.equal((await shopper(`DELETE ${checkout}/coupons/ten`)).body.grandTotal, 239);
  });

  test('a second coupon takes the place of the first', async () => {
    const { apply } = await shopping();
    await apply('TEN');
    assert.deepEqual(codesOf((await apply('MINUS5')).body), ['MINUS5']);
  });

  test('a shop may allow more, and refuses what is too many or not combinable', async () => {
    const { apply, cart, shopper, checkout } = await shopping(newShopperOfMany());
    await apply('TEN');
    await apply('ship');
    assert.deepEqual([(await cart()).cartAmount, codesOf(await cart())], [210.6, ['TEN', 'ship']]);
    assert.equal((await apply('MINUS5')).body.code, 'not_combinable');
    await shopper(`DELETE ${checkout}/coupons/ship`);
    assert.deepEqual(codesOf((await apply('ALONE')).body), ['ALONE']);
    assert.equal((await apply('TEN')).body.code, 'not_combinable');
  });

  test('refusals have a status, a type and a title', async () => {
    const { apply, shopper, items, cart } = await shopping();
    const { status, body } = await apply('NOPE');
    assert.deepEqual([status, body.status, body.type], [400, 400, 'invalid_coupon_code']);
    assert.match(body.title, /not valid/);
    assert.equal((await apply('x'.repeat(51))).status, 422);
    const hat = (await cart()).lineItems.physicalItems[1];
    await shopper(`DELETE ${items}/${hat.id}`);
    assert.equal((await apply('HATS')).body.code, 'not_applicable');
  });

  test('the cart ends with its last item, and its checkout says so', async () => {
    const { apply, shopper, items, cart } = await shopping();
    for (const { id } of (await cart()).lineItems.physicalItems) await shopper(`DELETE ${items}/${id}`);
    assert.equal(await cart(), undefined);
    assert.equal((await apply('TEN')).body.type, 'empty_cart');
    assert.equal((await newShopper()('POST /api/storefront/checkouts/1/coupons', {})).status, 404);
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
    await assert.rejects(apply('TEN'), TypeError);
    assert.deepEqual(codesOf(await cart()), ['TEN']);
  });
});
