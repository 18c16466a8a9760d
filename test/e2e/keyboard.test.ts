/** Everything a shopper does, with the keyboard alone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type Demo, startBuiltDemo } from './demo.ts';
import { assertFocus, assertOrder, tabTo } from './focus.ts';
import { copy, keyboardInClaim, logIn, openPage, reach } from './keyboard.ts';
import { direct } from './way.ts';

let demo: Demo;
let browser: Browser;
let shop: TestShop;
before(async () => {
  [demo, browser] = await Promise.all([startBuiltDemo(), openBrowser({ networkEnabled: true })]);
  shop = await openShop(demo.sandbox, 'publishable');
});
after(async () => {
  await browser.close();
  await demo.stop();
});

describe('A shopper with the keyboard alone', () => {
  test('logs in, claims, copies the code, sees the way to use it, and reads on', async () => {
    const { token } = await shop.grant();
    const { page, complaints } = await openPage(browser, new URL(`/?token=${token}`, demo.shop).href);
    await tabTo(page, 'otp-login input');
    await logIn(page, shop, 'otp-login', 'keyboard@example.com');
    await reach(page, 'otp-login', 'verified');
    await assertFocus(page, 'otp-login message');
    // The message is read, and no stop of the Tab key.
    await tabTo(page, 'otp-login link');
    await assertOrder(page, 'reward-claim button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await reach(page, 'reward-claim', 'claimed');
    await copy(page, shop, token);
    await assertOrder(page, 'reward-claim apply');

    await tabTo(page, 'collection-timeline button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () =>
        document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length === 40,
    );
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });
});

keyboardInClaim(direct);
