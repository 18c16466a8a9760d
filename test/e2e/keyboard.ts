/** A shopper who uses only the keyboard: where the focus goes, and whether it is visible there. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import type { TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { assertFocus, assertOrder, focused } from './focus.ts';
import type { Route, Way } from './way.ts';

/** A new shopper's page, which may use the clipboard; and what a theme developer would complain about. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.createBrowserContext();
  const clipboard = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(new URL(url).origin, ...clipboard);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warn';
    if (isBad && !isKeyWarning(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport({ width: 1280, height: 844 });
  await page.goto(url, { waitUntil: 'networkidle0' });
  return { page, complaints };
}

/** Waits until an element is in this state; selectors reach through shadow roots. */
export const reach = (page: Page, tag: string, state: string) =>
  page.waitForSelector(`pierce/${tag}[data-state=${state}]`, { timeout: 30_000 });

/** Types over all that the field has. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Home');
  await page.keyboard.down('Shift');
  await page.keyboard.press('End');
  await page.keyboard.up('Shift');
  await page.keyboard.type(text);
}

/** Logs in, from the address field on; a wrong code comes first. */
export async function logIn(page: Page, shop: TestShop, login: string, email: string): Promise<void> {
  await assertFocus(page, `${login} input`);
  await assertOrder(page, `${login} button`);
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.waitForSelector('pierce/input[aria-invalid=true]', { timeout: 30_000 });
  await assertFocus(page, `${login} input`);
  await retype(page, email);
  await page.keyboard.press('Enter');

  await reach(page, 'otp-login', 'code');
  await assertFocus(page, `${login} input`);
  await assertOrder(page, `${login} button`, `${login} link`, `${login} link`);
  const code = await shop.mailedCode(email);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await page.waitForSelector('pierce/input[aria-invalid=true]', { timeout: 30_000 });
  await assertFocus(page, `${login} input`);
  await retype(page, code);
  await page.keyboard.press('Enter');
}

/** Copies the code from where the claim has put the focus. */
export async function copy(page: Page, shop: TestShop, token: string): Promise<void> {
  await assertFocus(page, 'reward-claim value');
  await page.keyboard.press('Tab');
  await assertFocus(page, 'reward-claim copy');
  await page.keyboard.press('Space');
  await page.waitForFunction(() =>
    document
      .querySelector('reward-claim')!
      .shadowRoot!.querySelector('#message')!
      .textContent.includes('Code copied'),
  );
  await assertFocus(page, 'reward-claim copy');
  const { discountCode, claims } = await shop.grantRecord(token);
  assert.equal(claims, 1);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), discountCode);
}

export const keyboardInClaim = (way: Way): void => {
  describe(`A shopper with the keyboard alone, in one element${way.name}`, () => {
    let sandbox: Sandbox;
    let browser: Browser;
    let merchant: MerchantPage;
    let route: Route;
    before(async () => {
      [sandbox, browser, merchant] = await Promise.all([
        startSandbox(),
        openBrowser({ networkEnabled: true }),
        startMerchantPage('storefront-elements'),
      ]);
      route = await way.open(sandbox.url, { origins: [merchant.origin], requireLogin: true });
    });
    after(async () => {
      await browser.close();
      merchant.close();
      await route.close();
      await sandbox.close();
    });

    test('logs in inside a claim that requires it; the claim goes on by itself, then the code is copied', async () => {
      const shop = await route.openShop();
      const { token } = await shop.grant();
      merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title>
      <script type="module" src="/first.js"></script></head><body>
      <a id="before" href="#before">Before</a>
      <reward-claim ${shop.service} token="${token}" requires-login></reward-claim>
      <a id="after" href="#after">After</a>
      </body></html>`;
      const { page, complaints } = await openPage(browser, merchant.origin);
      await reach(page, 'reward-claim', 'login');
      assert.equal(await focused(page), 'body', 'nothing is focused on load');
      await page.keyboard.press('Tab');
      await assertOrder(page, 'reward-claim otp-login input', 'reward-claim otp-login button', 'after');
      await page.keyboard.press('Tab');
      await logIn(page, shop, 'reward-claim otp-login', 'inside@example.com');
      await reach(page, 'reward-claim', 'claimed');
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);
      await copy(page, shop, token);
      await assertOrder(page, 'after');
      assert.deepEqual(complaints, []);
      await page.browserContext().close();
    });
  });
};
