import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { run as runAxe } from 'axe-core';
import type { Browser, LaunchOptions, Page } from 'puppeteer-core';
import { findBrowser, openBrowser } from '../helpers/browser.ts';
import { finishMotion } from '../helpers/motion.ts';

/** Always the browser of the development dependencies: another one draws other pixels, and names things differently. */
export async function openShippedBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = await findBrowser({ ...process.env, CHROME_PATH: undefined, TEST_FONT: undefined });
  found.args.push(
    // Pictures come with what is around them, not a moment later.
    '--disable-lcd-text',
    '--force-device-scale-factor=1',
    '--disable-checker-imaging',
    // A request to a foreign host fails, and the console says so.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  );
  return openBrowser({ ...found, ...options });
}

/**
 * Collects the console's errors and warnings from now on. A refused request of a gallery's tile appears as the tile's
 * name and the status.
 */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warn') return;
    const url = message.location().url ?? '';
    const tile = url.includes('/wp-json/') ? 'cart' : /\/gallery\/[\w-]+\/(.+)-[\da-f]{8}\//.exec(url)?.[1];
    complaints.push(tile ? `${tile}: ${/\d{3}\b|net::\w+/.exec(message.text())?.[0]}` : message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** The rules of axe that depend on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** The problems that axe finds on the whole page, shadow roots included. @param rules all by default */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const require = createRequire(import.meta.url);
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  // A transition begins with the frame that draws it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.evaluate(finishMotion);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run: typeof runAxe } };
    const found = await axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    if (!found.passes.length) return ['axe checked nothing'];
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
    );
  }, rules);
}

/** Lets the clock of a page stand still, so that what was yesterday is yesterday in every picture. */
export async function stopClock(page: Page, time: number): Promise<void> {
  await page.evaluateOnNewDocument((now) => {
    Date.now = () => now;
    globalThis.Date = new Proxy(Date, {
      construct: (date, parts) => Reflect.construct(date, parts.length ? parts : [now]) as Date,
    });
  }, time);
}

/**
 * Stops the timers that would change a tile while a slow test still looks at it: the time limits of requests, and the
 * end of "Link copied". The demo serves each module as a file of its own, so a timer is known by the module that sets it.
 */
export async function holdDeadlines(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(
    (modules) => {
      const { setTimeout: wait } = globalThis;
      const held = (...timer: Parameters<typeof wait>) => {
        const caller = new Error().stack!.split('\n')[2]!;
        return modules.some((each) => caller.includes(each)) ? undefined : wait(...timer);
      };
      Object.assign(globalThis, { setTimeout: held });
      AbortSignal.timeout = () => new AbortController().signal;
    },
    ['/src/api/timing.ts', '/src/elements/collection-timeline/copy-link.ts'],
  );
}

/**
 * Scrolls through the page, as far as so many pixels, until every picture that is in view somewhere there has come, and
 * back to the top.
 */
export async function loadPictures(page: Page, most = 1e6): Promise<void> {
  const missing = await page.evaluate(async (lowest) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const all = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) =>
      [...document.querySelectorAll('collection-timeline')].flatMap((timeline) => [
        ...timeline.shadowRoot!.querySelectorAll<HTMLElementTagNameMap[Tag]>(tag),
      ]);
    // The other slides of a gallery, or of the pictures in full, are not loaded before somebody comes to them.
    const isOutside = (image: HTMLElement) => {
      const slides = image.closest('.slides, .full')?.getBoundingClientRect();
      const { left, right, top, width } = image.getBoundingClientRect();
      return !width || top > lowest || (slides && (right <= slides.left + 1 || left >= slides.right - 1));
    };
    const images = all('img').filter((image) => !isOutside(image));
    for (const image of images) {
      // Scrolling moves what is sticky by parts of a pixel.
      const { top, bottom } = image.getBoundingClientRect();
      if (top >= innerHeight || bottom <= 0) image.scrollIntoView({ block: 'center', behavior: 'instant' });
      for (const late = performance.now() + 60_000; !image.complete && performance.now() < late;)
        await nextFrame();
    }
    // The browser's own controls come and go as they like.
    const noControls = new CSSStyleSheet();
    noControls.replaceSync('video::-webkit-media-controls { display: none !important; }');
    for (const { shadowRoot } of document.querySelectorAll('collection-timeline'))
      shadowRoot!.adoptedStyleSheets.push(noControls);
    for (const video of all('video')) {
      if (video.dataset['poster'] && !isOutside(video)) {
        if (!video.poster) video.scrollIntoView({ block: 'center', behavior: 'instant' });
        while (!video.poster) await nextFrame();
      }
      // Nothing tells when a poster is there; what the browser has already, it shows with the next drawing.
      if (video.poster)
        await Object.assign(new Image(), { src: video.poster })
          .decode()
          .catch(() => undefined);
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await nextFrame();
    await nextFrame();
    return images.filter(({ complete }) => !complete).map(({ src }) => src);
  }, most);
  assert.deepEqual(missing, [], 'every picture has come');
}
