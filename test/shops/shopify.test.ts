/** `<reward-claim>` in a Shopify shop: the demo's page on the fake cart of demo/carts/shopify.ts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, HAT, JUMPER, setStage } from './shop-stage.ts';
import { testLosses, testSilence } from './shop-faults.ts';
import { testAccess, testShop } from './shop-ways.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();
const shop = shops.shopify;
const { path } = shop;

testShop(stage, shop);
testAccess(stage, shop);
testLosses(stage, shop);
testSilence(stage, shop);

describe("In Shopify's own ways", () => {
  test("a shopper of a market stays in it, with its money and its cart's addresses", async () => {
    const shopper = await enter(stage, `/en-ca${path}`);
    await shopper.add(JUMPER);
    assert.equal(await shopper.total(), 'CA$283.50');
    await shopper.claim();
    await shopper.apply();
    await shopper.state('applied');
    await shopper.waitForTotal('CA$255.15');
    const ofCart = shopper.asked.filter((each) => each.includes('/cart'));
    assert.deepEqual(
      ofCart.filter((each) => !each.includes(' /en-ca/cart')),
      [],
    );
    assert.match(
      await shopper.page.$eval('reward-claim >>> [part=cart]', (link) => link.getAttribute('href')!),
      /^\/en-ca\/cart$/,
    );
    await shopper.leave();
  });

  test("the theme's section is drawn again, also while the drawer is open", async () => {
    const shopper = await enter(stage, `${path}?apply=after-claim`);
    await shopper.add(JUMPER);
    await shopper.page.$eval('shop-cart', (cart) => cart.classList.add('old'));
    await shopper.openBag();
    await shopper.page.$eval('reward-claim', (claim) =>
      claim.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click(),
    );
    await shopper.state('applied');
    await shopper.waitForTotal('€170.10');
    assert.equal(await shopper.page.$('shop-cart.old'), null, 'it is a new one');
    assert.equal(await shopper.page.$eval('#cart', (drawer) => drawer.matches('[open]')), true);
    await shopper.leave();
  });

  test("Shopify's default action would load the page again; the sections show the reward without that", async () => {
    const shopper = await enter(stage, `${path}?actions`);
    await shopper.add(JUMPER);
    await shopper.enterCode('OTHER-10');
    const code = await shopper.claim();
    await shopper.page.evaluate(() => (document.documentElement.dataset['same'] = ''));
    await shopper.apply();
    await shopper.state('applied');
    await shopper.waitForTotal('€151.20');
    await shopper.waitForCodes(['OTHER-10', code]);
    assert.ok(await shopper.page.$('[data-same]'), 'it is the same page');
    await shopper.leave();
  });

  test('a theme that has its own way to show a new cart goes it', async () => {
    const shopper = await enter(stage, `${path}?actions=theme`);
    await shopper.add(JUMPER);
    await shopper.enterCode('OTHER-10');
    const code = await shopper.claim();
    await shopper.apply();
    await shopper.state('applied');
    await shopper.waitForTotal('€151.20');
    await shopper.waitForCodes(['OTHER-10', code]);
    assert.deepEqual(shopper.complaints, []);
    await shopper.leave();
  });

  test("the shop's link is a way by hand that brings the code into the bag", async () => {
    const shopper = await enter(stage, path);
    await shopper.add(JUMPER);
    const code = await shopper.claim();
    await shopper.plant('shopify', 'faults', { path: '/cart/update.js', kind: '500', times: 3 });
    await shopper.apply();
    await shopper.state('not-applied');
    const arrived = shopper.page.waitForNavigation();
    await shopper.page.locator('reward-claim >>> [part=apply-link]').click();
    await arrived;
    await shopper.drawn();
    await shopper.state('applied');
    await shopper.waitForCodes([code]);
    await shopper.leave();
  });

  test('a code that waits for its product stays in the bag while the shopper adds and removes another one', async () => {
    const shopper = await enter(stage, path, { grant: { scope: 'product' } });
    const { page } = shopper;
    await shopper.add(HAT);
    const code = await shopper.claim();
    await shopper.apply();
    await shopper.state('not-applied');
    await shopper.enterCode('OTHER-10');
    await shopper.openBag();
    await page.locator('.codes [aria-label="Remove OTHER-10"]').click();
    await page.waitForFunction(() => !document.querySelector('.codes')?.textContent.includes('OTHER-10'));
    await shopper.closeBag();
    await shopper.add(JUMPER);
    await shopper.waitForCodes([code]);
    await shopper.leave();
  });

  test('a code that somebody takes out of the bag is no longer shown as applied', async () => {
    const shopper = await enter(stage, path);
    await shopper.add(JUMPER);
    const code = await shopper.claim();
    await shopper.apply();
    await shopper.state('applied');
    await shopper.page.evaluate(() =>
      fetch('/cart/update.js', { method: 'POST', body: new URLSearchParams('discount=') }),
    );
    await shopper.reload();
    await shopper.state('claimed');
    assert.equal(await shopper.code(), code);
    await shopper.leave();
  });
});
