/** `<reward-claim>` in a BigCommerce shop: the demo's page on the fake cart of demo/carts/bigcommerce.ts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, JUMPER, setStage } from './shop-stage.ts';
import { testSilence } from './shop-faults.ts';
import { testShop } from './shop-ways.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();
const shop = shops.bigcommerce;
const { path } = shop;

testShop(stage, shop);
testSilence(stage, shop);

describe("In BigCommerce's own ways", () => {
  test("the theme draws the cart when it hears the element's event", async () => {
    const shopper = await enter(stage, path);
    await shopper.add(JUMPER);
    const code = await shopper.claim();
    await shopper.apply();
    await shopper.waitForTotal('€170.10');
    await shopper.waitForCodes([code]);
    assert.equal(
      await shopper.page.$eval('reward-claim >>> [part=cart]', (link) => link.getAttribute('href')),
      '/cart.php',
    );
    await shopper.leave();
  });
});
