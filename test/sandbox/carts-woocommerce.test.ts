import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Discount } from '../../demo/carts/cart.ts';
import { createWooCommerceCart } from '../../demo/carts/woocommerce.ts';
import { openCarts, type CartServer, type Reply } from '../helpers/cart-server.ts';

const discounts: Record<string, Discount> = {
  'PERCENT-10': { kind: 'percentage', value: 10 },
  'MINUS-500': { kind: 'fixed-amount', value: 500 },
  'FREE-SHIPPING': { kind: 'free-shipping', value: 0 },
  'PERCENT-50-ALONE': { kind: 'percentage', value: 50, isCombinable: false },
  'PERCENT-20-HAT': { kind: 'percentage', value: 20, products: ['102'] },
};
const discountOf = (code: string): Discount | undefined => discounts[code.toUpperCase()];

describe('the fake WooCommerce cart', () => {
  let shop: CartServer;
  before(async () => {
    shop = await openCarts(createWooCommerceCart({ discountOf }));
  });
  after(() => shop.close());

  const cartPath = '/wp-json/wc/store/v1/cart';

  /** A shopper with a jumper and a hat in the cart, who always sends the last nonce. */
  async function shopping() {
    const shopper = shop.newShopper();
    const first = await shopper(`GET ${cartPath}`);
    let nonce = first.headers.get('nonce')!;
    const change = async (what: string, body: unknown): Promise<Reply> => {
      const reply = await shopper(`POST ${cartPath}/${what}`, body, { nonce });
      nonce = reply.headers.get('nonce') ?? nonce;
      return reply;
    };
    await change('add-item', { id: 101, quantity: 1 });
    await change('add-item', { id: 102, quantity: 1 });
    return { shopper, change, cart: async () => (await shopper(`GET ${cartPath}`)).body };
  }

  const codesOf = (cart: { coupons: { code: string }[] }): string[] => cart.coupons.map(({ code }) => code);

  test('a coupon lowers the total, in cents, and is there after a reload in small letters', async () => {
    const { change, cart } = await shopping();
    assert.equal((await cart()).totals.total_price, '23900');
    const { status, body } = await change('apply-coupon', { code: 'PERCENT-10' });
    assert.deepEqual([status, body.totals.total_discount, body.totals.total_price], [200, '2340', '21560']);
    assert.deepEqual(codesOf(await cart()), ['percent-10']);
    assert.equal((await change('apply-coupon', { code: 'free-shipping' })).body.totals.total_price, '21060');
    assert.deepEqual(codesOf((await change('remove-coupon', { code: 'PERCENT-10' })).body), [
      'free-shipping',
    ]);
  });

  test('the address may carry the parameters, and the route too', async () => {
    const { shopper, cart } = await shopping();
    const nonce = (await shopper(`GET ${cartPath}/`)).headers.get('nonce')!;
    await shopper('POST /index.php?rest_route=/wc/store/v1/cart/apply-coupon&code=PERCENT-10', undefined, {
      nonce,
    });
    assert.deepEqual(codesOf(await cart()), ['percent-10']);
  });

  test('refusals have one code and a text in HTML', async () => {
    const { change, cart } = await shopping();
    const refusal = async (code: string) => {
      const { status, body } = await change('apply-coupon', { code });
      assert.deepEqual([status, body.code], [400, 'woocommerce_rest_cart_coupon_error']);
      assert.equal(body.data.status, 400);
      return body.message;
    };
    assert.match(
      await refusal('<b>'),
      /^Coupon &quot;&lt;b&gt;&quot; cannot be applied because it does not exist/,
    );
    await change('apply-coupon', { code: 'PERCENT-10' });
    assert.match(await refusal('percent-10'), /already been applied/);
    assert.deepEqual(codesOf(await cart()), ['percent-10']);
  });

  test('a coupon for individual use puts the others out, and lets none in', async () => {
    const { change } = await shopping();
    await change('apply-coupon', { code: 'PERCENT-10' });
    assert.deepEqual(codesOf((await change('apply-coupon', { code: 'PERCENT-50-ALONE' })).body), [
      'percent-50-alone',
    ]);
    assert.match(
      (await change('apply-coupon', { code: 'PERCENT-10' })).body.message,
      /in conjunction with other/,
    );
  });

  test('a coupon leaves with the product that it is for', async () => {
    const { change, cart } = await shopping();
    await change('apply-coupon', { code: 'PERCENT-20-HAT' });
    const hat = (await cart()).items.find(({ id }: { id: number }) => id === 102);
    assert.deepEqual(codesOf((await change('remove-item', { key: hat.key })).body), []);
    assert.match((await change('apply-coupon', { code: 'PERCENT-20-HAT' })).body.message, /not applicable/);
    assert.equal((await change('remove-item', { key: hat.key })).status, 409);
  });

  test('without a good nonce nothing changes, and the answer brings one', async () => {
    const { shopper, cart } = await shopping();
    const body = { code: 'PERCENT-10' };
    const missing = await shopper(`POST ${cartPath}/apply-coupon`, body);
    assert.deepEqual([missing.status, missing.body.code], [401, 'woocommerce_rest_missing_nonce']);
    const nonce = missing.headers.get('nonce')!;
    await shopper('POST /wp-login.php');
    const over = await shopper(`POST ${cartPath}/apply-coupon`, body, { nonce });
    assert.deepEqual([over.status, over.body.code], [403, 'woocommerce_rest_invalid_nonce']);
    assert.deepEqual(codesOf(await cart()), []);
    const fresh = over.headers.get('nonce')!;
    assert.equal((await shopper(`POST ${cartPath}/apply-coupon`, body, { nonce: fresh })).status, 200);
  });

  test('a cart token stands for the cart and needs no nonce', async () => {
    const { shopper, cart } = await shopping();
    const token = (await shopper(`GET ${cartPath}`)).headers.get('cart-token')!;
    const body = { code: 'PERCENT-10' };
    const { status } = await shop.newShopper()(`POST ${cartPath}/apply-coupon`, body, {
      'cart-token': token,
    });
    assert.equal(status, 200);
    assert.deepEqual(codesOf(await cart()), ['percent-10']);
  });

  test('a checkout link empties the cart first', async () => {
    const { shopper, change, cart } = await shopping();
    await change('apply-coupon', { code: 'MINUS-500' });
    const { status, headers } = await shopper('GET /checkout-link/?products=102:2&coupon=PERCENT-10');
    assert.deepEqual([status, headers.get('location')], [302, '/checkout/']);
    const { items_count: count, totals, ...after } = await cart();
    assert.deepEqual([count, totals.total_price, codesOf(after)], [2, '8600', ['percent-10']]);
  });

  test('a lost answer comes after the change, and a reset empties the cart', async () => {
    const { shopper, change, cart } = await shopping();
    const fault = { path: '/cart/apply-coupon', kind: 'drop', after: true };
    await shopper('POST /fake-carts/woocommerce/faults', fault);
    await assert.rejects(change('apply-coupon', { code: 'PERCENT-10' }), TypeError);
    assert.deepEqual(codesOf(await cart()), ['percent-10']);
    await shopper('POST /fake-carts/woocommerce/reset');
    assert.equal((await cart()).items_count, 0);
  });

  test('what is not the Store API is left to others', async () => {
    assert.equal((await shop.newShopper()('GET /wp-json/wp/v2/posts')).body, 'Not a cart');
  });
});
