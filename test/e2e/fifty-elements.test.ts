import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { countReady, makeFifty, READY } from '../bench-page/fifty.ts';
import { findBrowser } from '../helpers/browser.ts';
import { openShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';

let sandbox: Sandbox;
let browser: Browser;
let merchant: MerchantPage;

before(async () => {
  [sandbox, browser, merchant] = await Promise.all([
    startSandbox(),
    findBrowser().then((found) => puppeteer.launch({ ...found, headless: 'shell' })),
    startMerchantPage('storefront-elements'),
  ]);
});

after(async () => {
  await browser.close();
  merchant.close();
  await sandbox.close();
});

describe('Fifty elements on one page', () => {
  test('all show what they have, and the service is asked once for each source', async () => {
    const shop = await openShop(sandbox.url, 'publishable');
    const { markup, requests } = await makeFifty(shop);
    merchant.html = `<!doctype html><html lang="en"><head><title>Fifty</title><link rel="icon" href="data:,">
      <script type="module" src="/first.js"></script></head><body>${markup}</body></html>`;
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(merchant.origin, { waitUntil: 'networkidle0' });
    assert.equal(await page.$$eval('[base-url]', ({ length }) => length), 50);
    assert.deepEqual(await page.evaluate(countReady), READY);
    assert.deepEqual(complaints, []);
    const asked = (await shop.requests()).map(({ operation }) => operation);
    assert.deepEqual(
      asked.toSorted(),
      Object.entries(requests)
        .flatMap(([operation, count]) => Array.from({ length: count }, () => operation))
        .toSorted(),
    );
  });
});
