import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { countReady, makeFifty, READY } from '../../bench/page/fifty.ts';
import { hold } from '../cdn/support.ts';
import { openBrowser } from '../helpers/browser.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import type { Route, RoutedShop, Way } from './way.ts';

/**
 * Runs in the page, before anything of its own: how many stories were drawn between two frames, at the most. One story for
 * every ten milliseconds does not count, because a busy machine may draw a frame late.
 */
function countDrawings(): void {
  const drawn = { mostAtOnce: 0 };
  let before = 0;
  let turns = 0;
  const takeTurn = () => {
    turns++;
    setTimeout(takeTurn, 10);
  };
  takeTurn();
  const look = () => {
    const now = document.querySelectorAll('collection-timeline[data-state=ready]').length;
    drawn.mostAtOnce = Math.max(drawn.mostAtOnce, now - before - turns);
    before = now;
    turns = 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, { drawn });
}

export const fiftyElements = (way: Way): void => {
  describe(`Fifty elements on one page${way.name}`, () => {
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
      route = await way.open(sandbox.url, { origins: [merchant.origin] });
    });

    after(async () => {
      await browser.close();
      merchant.close();
      await route.close();
      await sandbox.close();
    });

    /** A page of fifty, not yet opened, and what its elements may ask for. */
    async function setUp(shop: RoutedShop) {
      const { markup, requests } = await makeFifty(shop, shop.service);
      merchant.html = `<!doctype html><html lang="en"><head><title>Fifty</title><link rel="icon" href="data:,">
      <script type="module" src="/first.js"></script></head><body>${markup}</body></html>`;
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!isKeyWarning(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      const expected = Object.entries(requests).flatMap(([operation, count]) =>
        Array.from({ length: count }, () => operation),
      );
      return { page, complaints, expected };
    }

    /** They take turns, so the network may rest before all have asked. */
    async function allReady(page: Page) {
      await page.waitForFunction(`JSON.stringify((${String(countReady)})()) === '${JSON.stringify(READY)}'`);
      await page.waitForNetworkIdle();
    }

    const operationsOf = async (shop: RoutedShop) =>
      (await shop.requests()).map(({ operation }) => operation).toSorted();

    test('all show what they have, few in one frame, and the service is asked once for each source', async () => {
      const shop = await route.openShop();
      const { page, complaints, expected } = await setUp(shop);
      await page.evaluateOnNewDocument(countDrawings);
      await page.goto(merchant.origin);
      assert.equal(await page.$$eval('[base-url]', ({ length }) => length), 50);
      await allReady(page);
      assert.deepEqual(complaints, []);
      // The answer to 14 of them comes at once; a frame that has to lay out all of them keeps the page from answering.
      const mostAtOnce = (await page.evaluate('drawn.mostAtOnce')) as number;
      assert.ok(mostAtOnce <= 7, `${mostAtOnce} stories between two frames`);
      assert.deepEqual(await operationsOf(shop), expected.toSorted());
      await page.close();
    });

    test('the service is asked once for each source where the story comes while some are not yet drawn', async () => {
      const shop = await route.openShop();
      const { page, complaints, expected } = await setUp(shop);
      const story = await hold(page, /\/story\.\w+\.js$/);
      const loaded = page.goto(merchant.origin);
      await page.waitForSelector('collection-timeline[data-state=loading]');
      await story.letGo();
      await loaded;
      await allReady(page);
      assert.deepEqual(complaints, []);
      assert.deepEqual(await operationsOf(shop), expected.toSorted());
      await page.close();
    });
  });
};
