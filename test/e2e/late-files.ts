/** The code that draws the entries is in a separate file: it may load late, fail to load, or have changed. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import type {} from '../../src/elements/collection-timeline/collection-timeline.ts';
import { openBrowser } from '../helpers/browser.ts';
import { chunkPath } from '../helpers/built.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import type { Route, Way } from './way.ts';

const state = (page: Page, wanted: string) =>
  page.waitForSelector(`collection-timeline[data-state=${wanted}]`, { timeout: 60_000 });
const failures = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { failures: string[] }).failures);
const articles = (page: Page) =>
  page.$eval('collection-timeline', ({ shadowRoot }) => shadowRoot!.querySelectorAll('article').length);

export const lateFiles = (way: Way): void => {
  describe(`The file that draws a timeline’s entries${way.name}`, () => {
    let sandbox: Sandbox;
    let browser: Browser;
    let merchant: MerchantPage;
    /** The paths of the files, and what they contain. */
    let storyPath: string;
    let toldPath: string;
    let story: string;
    let told: string;
    let route: Route;

    before(async () => {
      [sandbox, browser, merchant] = await Promise.all([
        startSandbox(),
        openBrowser({ networkEnabled: true }),
        startMerchantPage('collection-timeline'),
      ]);
      const paths = Object.keys(merchant.scripts);
      storyPath = chunkPath(paths, 'story');
      toldPath = chunkPath(paths, 'json-ld');
      story = merchant.scripts[storyPath]!;
      told = merchant.scripts[toldPath]!;
      route = await way.open(sandbox.url, { origins: [merchant.origin] });
    });
    afterEach(() => {
      Object.assign(merchant.scripts, { [storyPath]: story, [toldPath]: told });
    });
    after(async () => {
      await browser.close();
      merchant.close();
      await route.close();
      await sandbox.close();
    });

    /** Opens the page, and keeps the request for a file until it is let go. */
    async function open({ held: file = '', attributes = '' } = {}): Promise<{
      page: Page;
      letGo: () => Promise<void>;
    }> {
      const shop = await route.openShop();
      merchant.html = `<!doctype html><html lang="en"><head><title>Late</title>
    <style>collection-timeline:not([data-state]) { display: block; min-height: 100svh; }</style>
    <script>
      globalThis.failures = [];
      addEventListener('collection-timeline-error', ({ error }) => failures.push(error.name));
      addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
      globalThis.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
        .observe({ type: 'layout-shift', buffered: true });
    </script>
    <script type="module" src="/collection-timeline.js"></script></head>
    <body><collection-timeline ${shop.service} collection-slug="nordlicht-aw26" paging="button"
      ${attributes}>
    </collection-timeline><p>Below</p></body></html>`;
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const held = Promise.withResolvers<HTTPRequest>();
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (file && request.url().includes(file)) held.resolve(request);
        else void request.continue();
      });
      await page.goto(merchant.origin, { waitUntil: 'domcontentloaded' });
      return {
        page,
        letGo: async () => {
          await (await held.promise).continue();
        },
      };
    }

    test('comes late: the service was asked meanwhile, the space was kept, and nothing moves', async () => {
      const { page, letGo } = await open({ held: storyPath });
      // The browser lists a request when it has the answer.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/timeline')),
      );
      await state(page, 'loading');
      assert.equal(await articles(page), 0);
      await letGo();
      await state(page, 'ready');
      assert.equal(await articles(page), 20);
      assert.equal(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift), 0);
      assert.deepEqual(await failures(page), []);
      await page.browserContext().close();
    });

    test('is missing: the shopper is told once, and another try brings the entries when it is back', async () => {
      merchant.scripts[storyPath] = '<!doctype html><p>Gone</p>';
      const { page } = await open();
      await state(page, 'error');
      const text = await page.$eval(
        'collection-timeline',
        ({ shadowRoot }) => shadowRoot!.querySelector('.message')!.textContent,
      );
      assert.match(text, /No connection/);
      assert.deepEqual(await failures(page), ['NetworkError']);
      merchant.scripts[storyPath] = story;
      await page.locator('collection-timeline >>> [part=button]').click();
      await state(page, 'ready');
      assert.equal(await articles(page), 20);
      assert.deepEqual(await failures(page), ['NetworkError']);
      await page.browserContext().close();
    });

    test('was altered on its way: it is not run', async () => {
      merchant.scripts[storyPath] = `globalThis.wasRun = true; ${story}`;
      const { page } = await open();
      await state(page, 'error');
      assert.equal(await page.evaluate(() => 'wasRun' in globalThis), false);
      assert.equal(await articles(page), 0);
      await page.browserContext().close();
    });

    test('is there without the one that tells search engines of them: the page has no error', async () => {
      merchant.scripts[toldPath] = 'altered';
      const { page, letGo } = await open({ held: toldPath, attributes: 'json-ld' });
      await state(page, 'ready');
      const link = await page.waitForSelector(`link[href*="${toldPath}"]`);
      const failed = link!.evaluate(
        (node) => new Promise((resolve) => node.addEventListener('error', () => setTimeout(resolve))),
      );
      await letGo();
      await failed;
      assert.deepEqual(await failures(page), []);
      assert.equal(await articles(page), 20);
      await page.browserContext().close();
    });
  });
};
