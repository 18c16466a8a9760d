/**
 * demo/timelines.html: the four layouts of the timeline with a designer's data and with awful data, light and dark,
 * from left to right and from right to left, on a small phone and on a tablet.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { type Demo, startBuiltDemo } from '../e2e/demo.ts';
import { listen, loadPictures, openShippedBrowser, stopClock, violations } from './support.ts';

/** How far down pictures are loaded, in pixels. */
const AWFUL_HEIGHT = 6000;

export interface Story {
  theme: 'light' | 'dark';
  lang: 'en' | 'ar';
  /** Of the page, in pixels. */
  width: number;
}

export interface AwfulStory {
  layout: 'feed' | 'compact' | 'alternating' | 'cards';
  width: number;
}

let demo: Demo;
let browser: Browser;

async function openTimelines(
  query: string,
  width: number,
  most?: number,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints = listen(page);
  await stopClock(page, Date.UTC(2026, 9, 21, 9, 41, 57));
  await page.emulateTimezone('UTC');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.setViewport({ width, height: 900, deviceScaleFactor: 1 });
  await page.goto(`${demo.shop}timelines.html?${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'all');
  await loadPictures(page, most);
  return { page, complaints };
}

/** How far the page, or anything in it that is not made for it, can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Declares the tests; a file calls it once. */
export function describeTimelines(stories: Story[], awful: AwfulStory[]): void {
  describe('On the page of timelines', () => {
    before(async () => {
      [demo, browser] = await Promise.all([startBuiltDemo(), openShippedBrowser()]);
    });
    after(async () => {
      await browser.close();
      await demo.stop();
    });

    for (const { theme, lang, width } of stories)
      test(`the story of a product fits the page, pleases axe and leaves the console silent: ${theme}, ${lang}, ${width} px wide`, async () => {
        const { page, complaints } = await openTimelines(`theme=${theme}&lang=${lang}`, width);
        assert.equal(await overflow(page), 0);
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(complaints, []);
        await page.close();
      });

    for (const { layout, width } of awful)
      test(`awful data fits the page, runs nothing and pleases axe in the layout ${layout}, ${width} px wide`, async () => {
        const query = `theme=light&data=awful&layout=${layout}`;
        const { page, complaints } = await openTimelines(query, width, AWFUL_HEIGHT);
        assert.equal(await overflow(page), 0);
        // Only of what is not there: an alert would stop the page, and what is thrown would be here.
        const missing = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
        assert.deepEqual([...new Set(complaints)], [missing]);
        assert.deepEqual(await violations(page), []);
        await page.close();
      });
  });
}
