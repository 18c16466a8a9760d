/**
 * Every state of the elements, drawn on a page with a foreign style sheet and on one without. Inherited properties
 * (font, colour and the like) are up to the page, and the same on both. The pictures must not differ in a single pixel.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'puppeteer-core';
import { themeStyles } from '../../src/elements/shared/theme.styles.ts';
import { type Demo, startDemo } from '../e2e/demo.ts';
import { holdDeadlines, loadPictures, openShippedBrowser, stopClock } from '../gallery/support.ts';
import { crop, encodePng, readPixels } from '../helpers/pixels.ts';
import { names, readSheets, type Sheet } from './sheets.ts';

/** Of a state, in pixels. */
const WIDTH = 750;
/** All states are in view at once: what is outside of it is drawn when the browser gets round to it. */
const VIEW = { width: 7 * WIDTH, height: 4600 };
/**
 * Pixels of a state that may differ by a shade: the round corners and marks of films and galleries, which the browser
 * draws on layers of their own, and not every time the same. One letter is more.
 */
const CORNERS = 40;

let demo: Demo;
let browser: Browser;
let sheets: Record<Sheet, string>;
before(async () => {
  [demo, browser, sheets] = await Promise.all([startDemo(), openShippedBrowser(), readSheets()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

/** The custom properties that the elements take from a theme on purpose. */
const themeProperties = [
  ...new Set(themeStyles.cssText.match(/(?<=var\(\s*)--(?!storefront-|dawn-|theme-)[\w-]+/g)),
];
assert.ok(themeProperties.length > 20);

/** Every state at a place of its own, which no style sheet moves, on a ground that shows nothing else. */
const places = `
  html, body {
    background: #fff !important;
  }
  body > * {
    visibility: hidden;
  }
  .stage.stage.stage {
    all: initial !important;
    position: absolute !important;
    left: var(--left) !important;
    top: var(--top) !important;
    display: block !important;
    box-sizing: border-box !important;
    inline-size: ${WIDTH}px !important;
    padding: 16px !important;
    background: #fff !important;
    color: #222 !important;
    font: 16px Inter, sans-serif !important;
    ${themeProperties.map((name) => `${name}: initial !important;`).join('\n    ')}
  }
  .stage collection-timeline {
    --storefront-reserve: 300px !important;
  }
`;

async function openGallery(query: string, view: typeof VIEW): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await stopClock(page, Date.UTC(2026, 9, 14, 9, 41, 57));
  await holdDeadlines(page);
  await page.emulateTimezone('UTC');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  // The view stays small until every state is reached, because each step draws all of it again.
  await page.setViewport({ width: 1280, height: 900, deviceScaleFactor: 1 });
  await page.goto(`${demo.shop}gallery.html?latency=3600000&theme=light&${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], { timeout: 60_000 });
  await page.setViewport({ ...view, deviceScaleFactor: 1 });
  await loadPictures(page);
  await page.addStyleTag({ content: places });
  await page.evaluate(
    (width, most) => {
      // Classes that such sheets look for around what a merchant pastes in.
      document.body.classList.add('editor-styles-wrapper', 'wp-site-blocks', 'container');
      let [left, top] = [0, 0];
      for (const stage of document.querySelectorAll<HTMLElement>('.stage')) {
        stage.classList.add('wp-block-group', 'is-layout-flow', 'entry-content', 'card-body');
        const height = Math.ceil(stage.getBoundingClientRect().height);
        if (top && top + height > most) [left, top] = [left + width, 0];
        stage.style.setProperty('--left', `${left}px`);
        stage.style.setProperty('--top', `${top}px`);
        top += height;
      }
    },
    WIDTH,
    view.height,
  );
  return page;
}

interface Drawing {
  /** PNG. Most are equal to the byte, and need no decoding. */
  file: Buffer;
  /** Where each state is. */
  boxes: { name: string; x: number; y: number; width: number; height: number }[];
}

async function draw(page: Page): Promise<Drawing> {
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll('.stage')].map((stage) => {
      const { x, y, width, height } = stage.getBoundingClientRect();
      return {
        name: stage.parentElement!.id,
        x: x + scrollX,
        y: y + scrollY,
        width,
        height: Math.ceil(height),
      };
    }),
  );
  for (const { name, x, y, width, height } of boxes)
    assert.ok(x + width <= VIEW.width && y + height <= VIEW.height, `${name} is in view`);
  return { file: Buffer.from(await page.screenshot({ optimizeForSpeed: true })), boxes };
}

/** The states that look different, each with its size or how many of its pixels do, and where to see it. */
async function differences(plain: Drawing, drawn: Drawing): Promise<string[]> {
  const isSame = plain.file.equals(drawn.file);
  const pictures = isSame ? [] : await Promise.all([plain, drawn].map(({ file }) => readPixels(file)));
  const found: string[] = [];
  for (const [index, box] of plain.boxes.entries()) {
    const { name, width, height } = box;
    const now = drawn.boxes[index]!;
    if (JSON.stringify(now) !== JSON.stringify(box))
      found.push(`${name}: ${width} × ${height} became ${now.width} × ${now.height}`);
    else if (!isSame) {
      const [one, other] = await Promise.all(pictures.map((picture) => crop(picture, box)));
      if (one!.data.equals(other!.data)) continue;
      const marked = { width, height, data: Buffer.alloc(one!.data.length) };
      const count = pixelmatch(one!.data, other!.data, marked.data, width, height, {
        threshold: 0,
        includeAA: true,
      });
      if (count <= CORNERS) continue;
      const folder = mkdtempSync(join(tmpdir(), 'hostile-css-'));
      for (const [kind, picture] of Object.entries({ plain: one!, drawn: other!, marked }))
        writeFileSync(join(folder, `${name}-${kind}.png`), await encodePng(picture));
      found.push(`${name}: ${count} pixels, ${folder}`);
    }
  }
  return found;
}

describe('The elements look the same on a page with the style sheet of', () => {
  let page: Page;
  let plain: Drawing;
  before(async () => {
    page = await openGallery('', VIEW);
    plain = await draw(page);
  });
  after(() => page.browserContext().close());

  /** The states that look different while a style sheet is on the page. */
  async function changedBy(content: string): Promise<string[]> {
    const sheet = await page.addStyleTag({ content });
    assert.ok(await sheet.evaluate((tag) => tag.sheet!.cssRules.length), 'it has rules');
    const drawn = await draw(page);
    await sheet.evaluate((tag) => (tag as Element).remove());
    return differences(plain, drawn);
  }

  for (const name of names)
    test(`${name}, in every state`, async () => {
      assert.deepEqual(await changedBy(sheets[name]), []);
    });

  test('nobody; a rule that may reach them changes what it names', async () => {
    const changed = await changedBy('otp-login[data-state=email]::part(button) { border-radius: 0 }');
    assert.deepEqual(
      changed.map((line) => line.split(':')[0]),
      ['otp-email', 'otp-invalid-email'],
    );
  });
});

describe('A picture in full looks the same on a page with the style sheet of', () => {
  let page: Page;
  before(async () => {
    page = await openGallery('state=timeline-lightbox', { width: 1280, height: 900 });
    await page.waitForFunction(
      () =>
        document
          .querySelector('collection-timeline')!
          .shadowRoot!.querySelector<HTMLImageElement>('dialog img')!.complete,
    );
  });
  after(() => page.browserContext().close());

  for (const name of names)
    test(name, async () => {
      const plain = await page.screenshot({ optimizeForSpeed: true });
      const sheet = await page.addStyleTag({ content: sheets[name] });
      const drawn = await page.screenshot({ optimizeForSpeed: true });
      await sheet.evaluate((tag) => (tag as Element).remove());
      assert.ok(Buffer.from(plain).equals(Buffer.from(drawn)));
    });
});
