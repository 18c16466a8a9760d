/**
 * Every state of the elements in demo/gallery.html: that it is reached, that axe accepts it, and what screen readers
 * are given. UPDATE_SNAPSHOTS=1 rewrites snapshots/*.txt.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { tiles } from '../../demo/gallery-tiles.ts';
import { type Demo, startDemo } from '../e2e/demo.ts';
import { outlines } from './outline.ts';
import { holdDeadlines, listen, openShippedBrowser, stopClock, violations } from './support.ts';

const variants = [
  { name: 'light', query: 'theme=light' },
  { name: 'dark, in Arabic', query: 'theme=dark&lang=ar' },
  { name: 'narrow', query: 'theme=light&width=320' },
] as const;
const elements = ['otp-login', 'reward-claim', 'collection-timeline'] as const;
const shown = tiles.filter(({ isModal }) => !isModal);

let demo: Demo;
let browser: Browser;
before(async () => {
  [demo, browser] = await Promise.all([startDemo(), openShippedBrowser()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

interface Gallery {
  page: Page;
  /** Console complaints by tile: messages of the elements, and statuses of requests. */
  complaints: string[];
}

async function openGallery(query: string, width = 1280): Promise<Gallery> {
  // A context of its own: a claim that is under way holds one of the browser's few connections, also after its page.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints = listen(page);
  // Countdowns stand still, so they read the same in every picture; seconds before a minute is full, because the
  // elements reckon with the service's clock, which goes on.
  await stopClock(page, Date.UTC(2026, 9, 14, 9, 41, 57));
  await holdDeadlines(page);
  await page.emulateTimezone('UTC');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.setViewport({ width, height: 900, deviceScaleFactor: 1 });
  await page.goto(`${demo.shop}gallery.html?latency=3600000&${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], { timeout: 180_000 });
  return { page, complaints };
}

for (const { name, query } of variants)
  describe(`The gallery, ${name}`, () => {
    let gallery: Gallery;
    before(async () => {
      gallery = await openGallery(query);
    });
    after(() => gallery.page.browserContext().close());

    test('shows every state, and the console says only what it must', async () => {
      const { page, complaints } = gallery;
      const notes = await page.$$eval('#progress, .lost', (all) => all.map(({ textContent }) => textContent));
      assert.deepEqual(
        { notes, complaints: complaints.toSorted() },
        { notes: [`${shown.length} of ${shown.length} tiles have arrived.`], complaints: expectedComplaints },
      );
    });

    test('has nothing that axe objects to', async () => {
      assert.deepEqual(await violations(gallery.page), []);
    });

    if (name === 'narrow')
      test('fits a page of 320 pixels that is zoomed to 200 %', async () => {
        const { page } = gallery;
        const before = page.viewport();
        await page.setViewport({ ...before!, width: 160 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.setViewport(before);
        assert.equal(width, 160, 'nothing scrolls sideways');
      });

    if (name === 'light')
      for (const element of elements)
        test(`gives screen readers ${element} as it did before`, async () => {
          const names = shown.filter(({ tag }) => tag === element).map((tile) => tile.name);
          await isReadAsBefore(gallery.page, names, element);
        });
  });

for (const [name, query, width] of [
  ['wide', 'theme=light', 1280],
  ['phone-ar', 'theme=dark&lang=ar', 390],
] as const)
  describe(`Pictures in full, ${name}`, () => {
    let gallery: Gallery;
    before(async () => {
      gallery = await openGallery(`state=timeline-lightbox&${query}`, width);
    });
    after(() => gallery.page.browserContext().close());

    test('have nothing that axe objects to, and leave the console silent', async () => {
      assert.deepEqual(await violations(gallery.page), []);
      assert.deepEqual(gallery.complaints, []);
    });

    if (name === 'wide')
      test('are read as they were before', () =>
        isReadAsBefore(gallery.page, ['timeline-lightbox'], 'collection-timeline-lightbox'));
  });

async function isReadAsBefore(page: Page, names: string[], snapshot: string): Promise<void> {
  const states = await outlines(page, names);
  const now = `${states.join('\n\n')}\n`;
  const folder = join(import.meta.dirname, 'snapshots');
  const file = join(folder, `${snapshot}.txt`);
  if (process.env['UPDATE_SNAPSHOTS']) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, now);
  }
  assert.equal(now, readFileSync(file, 'utf8'), 'UPDATE_SNAPSHOTS=1 accepts what is new');
}

/** The browser notes every refusal by itself; the elements warn only of the attributes that are wrong. */
const expectedComplaints = [
  '<collection-timeline> collection-id must be given, or collection-slug or token-id instead.',
  '<otp-login> base-url must be an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment.',
  '<reward-claim> token must be a grant token of 16 to 200 characters.',
  'cart: 400',
  'claim-already-claimed: 409',
  'claim-contact: 410',
  'claim-expired-grant: 410',
  'claim-locked-out: 429',
  'claim-not-started: 409',
  'claim-own-words: 409',
  'claim-unconfirmed: 503',
  'claim-unknown-token: 404',
  'claim-used-up: 409',
  'claim-wrong-account: 403',
  'otp-locked-out: 429',
  'otp-offline: net::ERR_EMPTY_RESPONSE',
  // Requests that only read are tried three times.
  'timeline-error: 503',
  'timeline-error: 503',
  'timeline-error: 503',
  'timeline-page-error: 503',
  'timeline-page-error: 503',
  'timeline-page-error: 503',
];
