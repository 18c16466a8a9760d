/** `<reward-claim>` in a WooCommerce shop: the demo's page on the fake cart of demo/carts/woocommerce.ts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, JUMPER, newGrant, setStage } from './shop-stage.ts';
import { testSilence } from './shop-faults.ts';
import { testShop } from './shop-ways.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();
const shop = shops.woocommerce;
const { path } = shop;

testShop(stage, shop);
testSilence(stage, shop);

describe("In WooCommerce's own ways", () => {
  test('a nonce that is over is no reason to fail: shoppers log in, and pages are kept for days', async () => {
    const shopper = await enter(stage, path);
    await shopper.add(JUMPER);
    const first = await shopper.claim();
    await shopper.apply();
    await shopper.state('applied');
    await shopper.page.evaluate(() => fetch('/wp-login.php', { method: 'POST', redirect: 'manual' }));
    await shopper.page.$eval(
      'reward-claim',
      (claim, token) => claim.setAttribute('token', token),
      await newGrant(stage),
    );
    const second = await shopper.claim();
    await shopper.apply();
    await shopper.state('applied');
    await shopper.waitForTotal('€156.20');
    assert.deepEqual(await shopper.codes(), [first, second]);
    await shopper.leave();
  });

  test('the mini-cart of the blocks hears that the cart is new', async () => {
    const shopper = await enter(stage, path);
    await shopper.add(JUMPER);
    await shopper.claim();
    await shopper.page.evaluate(() => {
      document.body.addEventListener('wc-blocks_removed_from_cart', () =>
        Object.assign(globalThis, { heard: true }),
      );
    });
    await shopper.apply();
    await shopper.state('applied');
    await shopper.waitForTotal('€175.10');
    assert.equal(await shopper.page.evaluate(() => 'heard' in globalThis), true);
    await shopper.leave();
  });

  test("a refusal is told in the shop's own words, as text", async () => {
    const shopper = await enter(stage, path, { grant: { scope: 'product' } });
    await shopper.add('102');
    await shopper.claim();
    await shopper.apply();
    await shopper.state('not-applied');
    assert.equal(await shopper.message(), 'Sorry, this coupon is not applicable to selected products.');
    await shopper.leave();
  });
});
