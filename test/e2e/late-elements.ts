/** The demo's product page keeps the places of its elements until they are drawn, however late that is. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { frames, hold } from '../cdn/support.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type Demo, startBuiltDemo } from './demo.ts';

interface Moved {
  /** Milliseconds since the page began. */
  at: number;
  what: string;
}

/** Runs in the page: keeps what moved, and from where to where. */
function watchShifts(): void {
  interface Shift extends PerformanceEntry {
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const shifts: Moved[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { sources, startTime: at } of list.getEntries() as Shift[])
      for (const { node, previousRect, currentRect } of sources)
        shifts.push({ at, what: `${node?.nodeName} from ${previousRect.top} to ${currentRect.top}` });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @param widths of the page, in pixels */
export function testLateElements(widths: number[]): void {
  describe('On the product page nothing moves where the elements come late', () => {
    let demo: Demo;
    let browser: Browser;

    before(async () => {
      demo = await startBuiltDemo();
      browser = await openBrowser();
    });
    after(async () => {
      await browser.close();
      await demo.stop();
    });

    for (const width of widths)
      for (const tag of ['otp-login', 'reward-claim', 'collection-timeline'])
        test(`<${tag}> at the top of the view, ${width} px wide`, async () => {
          const page = await browser.newPage();
          await page.setViewport({ width, height: 844 });
          await page.evaluateOnNewDocument(watchShifts);
          const files = await hold(page, /\/storefront-elements\.js$/);
          const loaded = page.goto(demo.shop);
          // The last that the page's own scripts draw.
          await page.waitForSelector('#tokens [aria-current]');
          await page.$eval(tag, (element) => element.scrollIntoView());
          await frames(page);
          const before = await page.evaluate(() => performance.now());
          await files.letGo();
          await loaded;
          for (const [each, state] of [
            ['otp-login', 'email'],
            ['reward-claim', 'ready'],
            ['collection-timeline', 'ready'],
          ])
            await page.waitForSelector(`${each}[data-state=${state}]`);
          await frames(page);
          await frames(page);
          const shifts = (await page.evaluate('shifts')) as Moved[];
          assert.deepEqual(
            shifts.filter(({ at }) => at > before),
            [],
          );
          await page.close();
        });
  });
}
