/** Everything a shopper does, with the keyboard alone: where the focus goes, and that it is seen there. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { type Demo, startDemo } from './demo.ts';
import { assertFocus, assertOrder, focused, tabTo } from './focus.ts';

let demo: Demo;
let browser: Browser;
let merchant: MerchantPage;
let shop: TestShop;
before(async () => {
  [demo, browser, merchant] = await Promise.all([
    startDemo(),
    findBrowser().then((found) => puppeteer.launch({ ...found, headless: 'shell' })),
    startMerchantPage('storefront-elements'),
  ]);
  shop = await openShop(demo.sandbox, 'publishable');
});
after(async () => {
  await browser.close();
  merchant.close();
  await demo.stop();
});

/** A new shopper's page, which may use the clipboard; and what a theme developer would complain about. */
async function openPage(url: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.createBrowserContext();
  const clipboard = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(new URL(url).origin, ...clipboard);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport({ width: 1280, height: 844 });
  await page.goto(url, { waitUntil: 'networkidle0' });
  return { page, complaints };
}

/** Waits until an element is in this state; selectors reach through shadow roots. */
const reach = (page: Page, tag: string, state: string) =>
  page.waitForSelector(`pierce/${tag}[data-state=${state}]`, { timeout: 5000 });

/** Types over all that the field has. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Home');
  await page.keyboard.down('Shift');
  await page.keyboard.press('End');
  await page.keyboard.up('Shift');
  await page.keyboard.type(text);
}

/** Logs in, from the address field on; a wrong code comes first. */
async function logIn(page: Page, login: string, email: string): Promise<void> {
  await assertFocus(page, `${login} input`);
  await assertOrder(page, `${login} button`);
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.waitForSelector('pierce/input[aria-invalid=true]', { timeout: 5000 });
  await assertFocus(page, `${login} input`);
  await retype(page, email);
  await page.keyboard.press('Enter');

  await reach(page, 'otp-login', 'code');
  await assertFocus(page, `${login} input`);
  await assertOrder(page, `${login} button`, `${login} link`, `${login} link`);
  const code = await shop.mailedCode(email);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await page.waitForSelector('pierce/input[aria-invalid=true]', { timeout: 5000 });
  await assertFocus(page, `${login} input`);
  await retype(page, code);
  await page.keyboard.press('Enter');
}

/** Copies the code from where the claim has put the focus. */
async function copy(page: Page, token: string): Promise<void> {
  await assertFocus(page, 'reward-claim value');
  await page.keyboard.press('Tab');
  await assertFocus(page, 'reward-claim copy');
  await page.keyboard.press('Space');
  await page.waitForFunction(() =>
    document
      .querySelector('reward-claim')!
      .shadowRoot!.querySelector('#message')!
      .textContent.includes('Copied.'),
  );
  await assertFocus(page, 'reward-claim copy');
  const { discountCode, claims } = await shop.grantRecord(token);
  assert.equal(claims, 1);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), discountCode);
}

describe('A shopper with the keyboard alone', () => {
  test('logs in, claims, copies the code, sees the way to use it, and reads on', async () => {
    const { token } = await shop.grant();
    const { page, complaints } = await openPage(new URL(`/?token=${token}`, demo.shop).href);
    await tabTo(page, 'otp-login input');
    await logIn(page, 'otp-login', 'keyboard@example.com');
    await reach(page, 'otp-login', 'verified');
    await assertFocus(page, 'otp-login message');
    // The message is read, and no stop of the Tab key.
    await tabTo(page, 'otp-login link');
    await assertOrder(page, 'reward-claim button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await reach(page, 'reward-claim', 'claimed');
    await copy(page, token);
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

  test('logs in inside a claim that requires it; the claim goes on by itself, then the code is copied', async () => {
    const { token } = await shop.grant();
    merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title>
      <script type="module" src="/first.js"></script></head><body>
      <a id="before" href="#before">Before</a>
      <reward-claim base-url="${demo.sandbox}" api-key="${shop.key}" token="${token}" requires-login></reward-claim>
      <a id="after" href="#after">After</a>
      </body></html>`;
    const { page, complaints } = await openPage(merchant.origin);
    await reach(page, 'reward-claim', 'login');
    assert.equal(await focused(page), 'body', 'nothing is focused on load');
    await page.keyboard.press('Tab');
    await assertOrder(page, 'reward-claim otp-login input', 'reward-claim otp-login button', 'after');
    await page.keyboard.press('Tab');
    await logIn(page, 'reward-claim otp-login', 'inside@example.com');
    await reach(page, 'reward-claim', 'claimed');
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    await copy(page, token);
    await assertOrder(page, 'after');
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });
});
