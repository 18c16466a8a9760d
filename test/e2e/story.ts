/** A merchant's page with a story on it, as the tests of the timeline in a real page open it. */
import { after, before } from 'node:test';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser, openBrowser } from '../helpers/browser.ts';
import type { TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { type LayoutShift, tellOwnShifts } from '../helpers/shifts.ts';
import type { Route, Way } from './way.ts';

export interface Stage {
  sandbox: Sandbox;
  browser: Browser;
  merchant: MerchantPage;
  route: Route;
}

/** Starts everything before the tests of a suite, and ends it after them. */
export function setStage(way: Way): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [sandbox, browser, merchant] = await Promise.all([
      startSandbox(),
      findBrowser().then(({ args }) =>
        // A page kept in memory would come back as it was, without a restored place.
        openBrowser({ args: [...args, '--disable-features=BackForwardCache'], networkEnabled: true }),
      ),
      startMerchantPage('collection-timeline'),
    ]);
    const route = await way.open(sandbox.url, { origins: [merchant.origin] });
    Object.assign(stage, { sandbox, browser, merchant, route });
  });
  after(async () => {
    await stage.browser.close();
    stage.merchant.close();
    await stage.route.close();
    await stage.sandbox.close();
  });
  return stage;
}

export interface StoryPage {
  page: Page;
  shop: TestShop;
  context: BrowserContext;
  /** The console's messages and uncaught errors. */
  lines: string[];
  /** Layout shifts that no input of the shopper's explains, each with what moved. */
  shifts: () => Promise<string[]>;
  /** Every request of the page. */
  requests: HTTPRequest[];
}

interface StoryOptions {
  timeline: Record<string, unknown>;
  attributes?: string;
  width?: number;
  /** Called before the page is opened. */
  prepare?: (page: Page, shop: TestShop) => Promise<void>;
  /** Called once the page has loaded; the timeline may still be waiting for its entries. */
  arrive?: (page: Page) => Promise<void>;
}

export async function openStory(stage: Stage, options: StoryOptions): Promise<StoryPage> {
  const { sandbox, browser, merchant, route } = stage;
  const { timeline, attributes = '', width = 1280, prepare, arrive } = options;
  const shop = await route.openShop();
  const { slug, collectionId } = await shop.timeline(timeline);
  const source = attributes.includes('collection-id') ? '' : `collection-slug="${slug}"`;
  merchant.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Story</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <style nonce="watch">
      body { margin: 0 16px; font: 16px/1.5 sans-serif; }
      collection-timeline:not(:defined) { display: block; min-block-size: 100svh; }
    </style>
    <script type="module" src="/first.js"></script></head><body>
    <h1>A shop</h1>
    <collection-timeline ${shop.service} ${source}
      ${attributes.replace('collection-id', `collection-id="${collectionId}"`)}></collection-timeline>
    <footer><h2>After the story</h2><p>${'Words of the shop. '.repeat(60)}</p></footer>
    <a id="elsewhere" href="${sandbox.url}/sandbox">Elsewhere</a>
    </body></html>`;
  const context = await browser.createBrowserContext();
  const clipboard = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(merchant.origin, ...clipboard);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const lines: string[] = [];
  const requests: HTTPRequest[] = [];
  page.on('console', (message) => {
    if (!isKeyWarning(message.text())) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  page.on('request', (request) => requests.push(request));
  await tellOwnShifts(page);
  await page.evaluateOnNewDocument(watchShifts);
  await page.setViewport({ width, height: 844 });
  await prepare?.(page, shop);
  await page.goto(`${merchant.origin}/story`);
  await arrive?.(page);
  await page.waitForSelector('collection-timeline[data-state=ready]');
  return {
    page,
    shop,
    context,
    lines,
    requests,
    shifts: () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
  };
}

/** Runs in the page. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) {
      if (isOwnShift(shift)) continue;
      const moved = shift.sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName);
        return `${name} from ${previousRect.y} to ${currentRect.y}, ${previousRect.height} to ${currentRect.height} high`;
      });
      shifts.push(`${shift.value}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Lets the page draw a few frames. */
export const frames = (page: Page, count = 2) =>
  page.evaluate(async (times) => {
    for (let frame = 0; frame < times; frame++) await new Promise(requestAnimationFrame);
  }, count);

export const articles = (page: Page) =>
  page.$eval('collection-timeline', ({ shadowRoot }) => shadowRoot!.querySelectorAll('article').length);
