import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Discount } from '../../demo/carts/cart.ts';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { type CartServer, openCarts, type Shopper } from '../helpers/cart-server.ts';

const discounts: Record<string, Discount> = {
  TEN: { kind: 'percentage', value: 10 },
  FIVE: { kind: 'fixed-amount', value: 500 },
  HATS: { kind: 'percentage', value: 50, products: ['102'] },
  ALONE: { kind: 'percentage', value: 20, isCombinable: false },
  TINY: { kind: 'percentage', value: 1, isCombinable: false },
  SHIPPING: { kind: 'free-shipping', value: 0 },
};

describe('the fake Shopify cart', () => {
  let carts: CartServer;
  let ask: Shopper;
  before(async () => {
    carts = await openCarts(
      createShopifyCart({
        discountOf: (code) => discounts[code.toUpperCase()],
        renderSection: (id, { cart, root, page }) =>
          id === 'cart-drawer' ? `${cart.total_price} at ${root} on ${page}` : undefined,
      }),
    );
  });
  after(() => carts.close());
  beforeEach(() => {
    ask = carts.newShopper();
  });

  const addJumper = () => ask('POST /cart/add.js', { items: [{ id: 101, quantity: 1 }] });
  const setCodes = async (discount: string) => (await ask('POST /cart/update.js', { discount })).body;

  test('is empty at first, and each shopper has another', async () => {
    await addJumper();
    assert.equal((await ask('GET /cart.js')).body.item_count, 1);
    const { body } = await carts.newShopper()('GET /cart.js');
    assert.deepEqual([body.item_count, body.total_price, body.discount_codes], [0, 0, []]);
  });

  test('what is added is told, one thing as itself and several as a list', async () => {
    const one = await ask('POST /cart/add.js', { id: '102', quantity: 2 });
    assert.deepEqual([one.status, one.body.quantity, one.body.final_line_price], [200, 2, 9000]);
    const form = await ask('POST /cart/add.js', 'id=102&quantity=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(form.body.quantity, 3);
    assert.equal((await addJumper()).body.items[0].title, 'Yoke jumper');
    assert.equal((await ask('GET /cart.json')).body.item_count, 4);
  });

  test('what the shop does not sell is not found, and what is not in the cart cannot be changed', async () => {
    const added = await ask('POST /cart/add.js', { id: 999 });
    assert.deepEqual(added.body, { status: 404, message: 'Cart Error', description: 'Cannot find variant' });
    const changed = await ask('POST /cart/change.js', { id: '101', quantity: 2 });
    assert.deepEqual([changed.status, changed.body.message], [422, 'Cart Error']);
    assert.equal((await ask('POST /cart/update.js', { updates: { 999: 1 } })).status, 422);
  });

  test('quantities change by variant, by key and by place', async () => {
    await addJumper();
    const byId = await ask('POST /cart/change.js', { id: 101, quantity: 3 });
    assert.equal(byId.body.total_price, 56_700);
    const byKey = await ask('POST /cart/change.js', { id: byId.body.items[0].key, quantity: 2 });
    assert.equal(byKey.body.item_count, 2);
    assert.equal((await ask('POST /cart/change.js', { line: 1, quantity: 0 })).body.item_count, 0);
  });

  test('a code takes off, and another update replaces the whole set', async () => {
    await addJumper();
    const ten = await setCodes('TEN');
    assert.deepEqual(ten.discount_codes, [{ code: 'TEN', applicable: true }]);
    assert.deepEqual([ten.total_price, ten.total_discount], [17_010, 1_890]);
    assert.equal(ten.cart_level_discount_applications[0].total_allocated_amount, 1_890);
    const five = await setCodes('FIVE');
    assert.deepEqual(five.discount_codes, [{ code: 'FIVE', applicable: true }]);
    assert.equal(five.total_price, 18_400);
    const both = await setCodes('FIVE, ten,Ten,');
    assert.deepEqual(
      both.discount_codes.map(({ code }: { code: string }) => code),
      ['FIVE', 'ten'],
    );
    assert.equal(both.total_price, 16_510);
    assert.deepEqual((await setCodes('')).discount_codes, []);
  });

  test('a code for one product changes the price of its line only', async () => {
    await addJumper();
    assert.deepEqual((await setCodes('HATS')).discount_codes, [{ code: 'HATS', applicable: false }]);
    await ask('POST /cart/add.js', { id: 102, quantity: 2 });
    const { body } = await ask('GET /cart.js');
    assert.deepEqual(
      body.items.map((item: { discounted_price: number }) => item.discounted_price),
      [18_900, 2_250],
    );
    assert.deepEqual(body.discount_codes, [{ code: 'HATS', applicable: true }]);
    assert.deepEqual([body.items_subtotal_price, body.cart_level_discount_applications], [23_400, []]);
    assert.equal(body.items[1].line_level_discount_allocations[0].amount, 4_500);
  });

  test('a code that the shop does not know stays, and does not count', async () => {
    await addJumper();
    const cart = await setCodes('TEN,NOBODY');
    assert.deepEqual(cart.discount_codes, [
      { code: 'TEN', applicable: true },
      { code: 'NOBODY', applicable: false },
    ]);
    assert.equal(cart.total_price, 17_010);
  });

  test('of codes that do not go together the better one counts', async () => {
    await addJumper();
    const applicable = async (codes: string) =>
      (await setCodes(codes)).discount_codes.map((each: { applicable: boolean }) => each.applicable);
    assert.deepEqual(await applicable('TEN,ALONE'), [false, true]);
    assert.deepEqual(await applicable('TEN,TINY'), [true, false]);
    assert.deepEqual(await applicable('TEN,SHIPPING'), [true, true]);
  });

  test('a code in an empty cart waits there for things', async () => {
    assert.deepEqual((await setCodes('TEN')).discount_codes, [{ code: 'TEN', applicable: false }]);
    await addJumper();
    assert.equal((await ask('GET /cart.js')).body.total_price, 17_010);
    const cleared = await ask('POST /cart/clear.js', {});
    assert.deepEqual([cleared.body.item_count, cleared.body.total_price], [0, 0]);
    assert.deepEqual(cleared.body.discount_codes, [{ code: 'TEN', applicable: false }]);
  });

  test('every path has its markets, and a market its currency', async () => {
    await ask('POST /en-ca/cart/add.js', { id: 102 });
    const canada = await ask('POST /en-ca/cart/update.js', { discount: 'TEN' });
    assert.deepEqual([canada.body.currency, canada.body.total_price], ['CAD', 6_075]);
    const home = await ask('GET /de/cart.js');
    assert.deepEqual([home.body.currency, home.body.total_price], ['EUR', 4_050]);
  });

  test('sections come with the change, drawn for the page that asks or for the one that is named', async () => {
    await addJumper();
    const referer = `${carts.url}/products/yoke-jumper`;
    const body = { discount: 'TEN', sections: 'cart-drawer,nothing' };
    const bundled = await ask('POST /en-ca/cart/update.js', body, { referer });
    assert.deepEqual(bundled.body.sections, {
      'cart-drawer':
        '<div id="shopify-section-cart-drawer" class="shopify-section">25515 at /en-ca/ on /products/yoke-jumper</div>',
      nothing: null,
    });
    const named = await ask('POST /cart/add.js', {
      id: 101,
      sections: ['cart-drawer'],
      sections_url: '/pages/about',
    });
    assert.match(named.body.sections['cart-drawer'], /on \/pages\/about</);
    assert.equal(named.body.id, 101);
  });

  test('any page comes in sections', async () => {
    const several = await ask('GET /en-ca/collections/all?sections=cart-drawer,nothing');
    assert.deepEqual(Object.keys(several.body), ['cart-drawer', 'nothing']);
    const one = await ask('GET /?section_id=cart-drawer');
    assert.match(one.body, /^<div id="shopify-section-cart-drawer".*>0 at \/ on \/</);
    assert.equal((await ask('GET /?section_id=nothing')).status, 404);
    assert.equal((await ask('GET /collections/all')).body, 'Not a cart');
  });

  test('a link to share brings its code and goes on, but only within the shop', async () => {
    await addJumper();
    const went = await ask('GET /discount/TEN?redirect=/collections/all?page=2');
    assert.deepEqual([went.status, went.headers.get('location')], [302, '/collections/all?page=2']);
    assert.equal((await ask('GET /cart.js')).body.total_price, 17_010);
    for (const redirect of ['https://evil.example/', '//evil.example/', '/\\evil.example/'])
      assert.equal(
        (await ask(`GET /discount/FIVE?redirect=${encodeURIComponent(redirect)}`)).headers.get('location'),
        '/',
      );
    assert.equal((await ask('GET /cart.js')).body.total_price, 18_400);
  });

  test('a fault comes as often as it was asked for, and only to who asked', async () => {
    await addJumper();
    const fault = (kind: string, more = {}) =>
      ask('POST /fake-carts/shopify/faults', { path: '/cart/update.js', kind, ...more });
    await fault('500', { times: 2 });
    const other = await carts.newShopper()('POST /cart/update.js', { discount: 'TEN' });
    assert.equal(other.status, 200);
    for (const status of [500, 500, 200])
      assert.equal((await ask('POST /en-ca/cart/update.js', { discount: 'TEN' })).status, status);
    await fault('429');
    const slow = await ask('POST /cart/update.js', { discount: 'TEN' });
    assert.deepEqual([slow.status, slow.headers.get('retry-after')], [429, '2']);
    await fault('500', { skip: 1 });
    for (const status of [200, 500, 200])
      assert.equal((await ask('POST /cart/update.js', { discount: 'TEN' })).status, status);
    await fault('html');
    assert.match((await ask('POST /cart/update.js', { discount: 'TEN' })).body, /^<!doctype html>/);
    assert.equal((await fault('flood')).status, 400);
  });

  test('a lost answer may have made the change, or not', async () => {
    await addJumper();
    const lose = async (discount: string, after: boolean) => {
      await ask('POST /fake-carts/shopify/faults', { path: '/cart/update.js', kind: 'drop', after });
      await assert.rejects(ask('POST /cart/update.js', { discount }));
      return (await ask('GET /cart.js')).body.discount_codes.length;
    };
    assert.equal(await lose('TEN', false), 0);
    assert.equal(await lose('TEN', true), 1);
  });

  test('healing forgets the faults and says whether they were met, and a reset empties the cart, too', async () => {
    await addJumper();
    for (const [what, count] of [
      ['heal', 1],
      ['reset', 0],
    ] as const) {
      await ask('POST /fake-carts/shopify/faults', { path: '/cart.js', kind: '500', times: 9 });
      await ask('POST /fake-carts/shopify/faults', { path: '/elsewhere', kind: '500' });
      await ask('GET /cart.js');
      const { body: faults } = await ask(`POST /fake-carts/shopify/${what}`);
      assert.deepEqual(
        (faults as { met: number }[]).map(({ met }) => met),
        [1, 0],
      );
      const { status, body } = await ask('GET /cart.js');
      assert.deepEqual([status, body.item_count], [200, count]);
    }
  });
});
