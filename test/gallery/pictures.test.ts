/**
 * The look of the elements. Each picture shows one element in one state, alone on its page, so that nothing beside it
 * can move it. UPDATE_SCREENSHOTS=1 rewrites the pictures that look different; look at each before you commit it, because
 * all versions stay in the repository's history.
 */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { type Demo, startBuiltDemo } from '../e2e/demo.ts';
import { folder, looksAsBefore } from './compare.ts';
import { loadPictures, openShippedBrowser, stopClock } from './support.ts';

interface Picture {
  /** A tile of /gallery.html, or a layout on /timelines.html. */
  show: { state: string } | { layout: string; data?: 'awful' };
  theme: 'light' | 'dark';
  width: number;
  lang?: string;
  /** Where the picture ends at the latest, in pixels. */
  most?: number;
  /** Covers the viewport. */
  isModal?: boolean;
  /** A part of the element that is left out. */
  without?: string;
}

const pictures: Picture[] = [
  { show: { state: 'otp-email' }, theme: 'light', width: 390 },
  { show: { state: 'otp-wrong-code' }, theme: 'dark', width: 390 },
  { show: { state: 'otp-resent' }, theme: 'light', width: 390 },
  { show: { state: 'otp-code' }, theme: 'light', width: 640 },
  { show: { state: 'otp-verified' }, theme: 'dark', width: 640 },
  { show: { state: 'otp-locked-out' }, theme: 'light', width: 390 },

  { show: { state: 'claim-ready' }, theme: 'light', width: 390 },
  { show: { state: 'claim-login' }, theme: 'dark', width: 390 },
  { show: { state: 'claim-percentage' }, theme: 'light', width: 640 },
  { show: { state: 'claim-long-code' }, theme: 'light', width: 390 },
  { show: { state: 'claim-cart' }, theme: 'dark', width: 390 },
  { show: { state: 'claim-applied-reserved' }, theme: 'light', width: 390, lang: 'ar' },
  { show: { state: 'claim-cart-refused' }, theme: 'light', width: 640 },
  { show: { state: 'claim-unconfirmed' }, theme: 'dark', width: 640 },

  { show: { state: 'timeline-header' }, theme: 'light', width: 800 },
  { show: { state: 'timeline-fresh' }, theme: 'dark', width: 390 },
  { show: { state: 'timeline-page-error' }, theme: 'light', width: 390 },
  { show: { state: 'timeline-lightbox' }, theme: 'dark', width: 390, most: 844, isModal: true },
  { show: { layout: 'feed' }, theme: 'dark', width: 390, lang: 'ar' },
  { show: { layout: 'compact' }, theme: 'light', width: 390 },
  { show: { layout: 'alternating' }, theme: 'light', width: 800 },
  { show: { layout: 'cards' }, theme: 'dark', width: 800 },
  { show: { layout: 'feed', data: 'awful' }, theme: 'light', width: 390, most: 3000, without: 'header' },
  { show: { layout: 'cards', data: 'awful' }, theme: 'dark', width: 800, most: 3000 },
];

/** Where a picture ends at the latest, unless it says otherwise. */
const HEIGHT = 1400;

const nameOf = ({ show, theme, width, lang }: Picture) =>
  [...('state' in show ? [show.state] : ['timeline', show.layout, show.data]), theme, lang, width]
    .filter(Boolean)
    .join('-');

const hasPhotographs = ({ show }: Picture) => 'layout' in show || show.state.startsWith('timeline-');

const fileOf = (picture: Picture) => `${nameOf(picture)}.${hasPhotographs(picture) ? 'webp' : 'png'}`;

/** The tile fills the page from its first pixel on. */
const alone = `
  .top, main h2, main h3 { display: none; }
  body, main > section { padding: 0; max-inline-size: none; }
  .tiles { display: block; }
  .stage { border-radius: 0; }
`;

let demo: Demo;
let browser: Browser;
before(async () => {
  [demo, browser] = await Promise.all([startBuiltDemo(), openShippedBrowser()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

async function open({ show, theme, width, lang = 'en', most = HEIGHT, without }: Picture): Promise<Page> {
  const page = await browser.newPage();
  // Countdowns show the same time in every picture; it is just before a full minute, because they follow the service's
  // clock, which goes on.
  await stopClock(page, Date.UTC(2026, 9, 'state' in show ? 14 : 21, 9, 41, 57));
  await page.evaluateOnNewDocument(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    alone + (without ? `collection-timeline::part(${without}) { display: none; }` : ''),
  );
  await page.emulateTimezone('UTC');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.setViewport({ width, height: most, deviceScaleFactor: 1 });
  const query = new URLSearchParams({ ...show, theme, lang });
  await page.goto(`${demo.shop}${'state' in show ? 'gallery' : 'timelines'}.html?${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], { timeout: 60_000 });
  assert.equal(await page.evaluate(() => document.documentElement.dataset['ready']), 'all');
  return page;
}

describe('A picture', () => {
  for (const picture of pictures)
    test(`of ${nameOf(picture)} looks as before`, async () => {
      const page = await open(picture);
      const { width, most = HEIGHT, isModal } = picture;
      if (hasPhotographs(picture)) await loadPictures(page, most);
      const clip = await page.$eval('.stage', (stage) => {
        const { x, y, width, height } = stage.getBoundingClientRect();
        return { x, y, width, height };
      });
      assert.deepEqual([clip.x, clip.y, clip.width], [0, 0, width], 'it begins and ends at whole pixels');
      // The last pixel has the edge of the tile.
      clip.height = isModal ? most : Math.min(Math.round(clip.height), most);
      await looksAsBefore(page, clip, fileOf(picture));
      await page.close();
    });

  test('is small, and there are few', () => {
    const files = readdirSync(folder);
    assert.deepEqual(files.toSorted(), pictures.map(fileOf).toSorted(), 'each file is compared');
    assert.ok(files.length <= 24, `${files.length} files`);
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    assert.ok(bytes <= 1.5e6, `${bytes} bytes`);
  });
});
