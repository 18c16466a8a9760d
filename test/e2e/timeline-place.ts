/** The way back: a shopper who was reading an entry finds it at the same place. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { stopLongTimers } from '../helpers/timers.ts';
import { articles, frames, openStory, setStage } from './story.ts';
import type { Way } from './way.ts';

interface Place {
  title: string;
  top: number;
}

/** The entry at the upper edge of the view, and where it stands there. */
const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(() => {
    const root = document.querySelector('collection-timeline')!.shadowRoot!;
    const article = [...root.querySelectorAll('article')].find(
      (each) => each.getBoundingClientRect().bottom > 0,
    )!;
    const title = article.querySelector('[part=title]')!.textContent;
    return { title, top: Math.round(article.getBoundingClientRect().top) };
  });

/** Reads on to about the 45th entry, over three pages that come by themselves, and does something there. */
async function readOn(page: Page): Promise<Place> {
  for (let turns = 0; turns < 200 && (await articles(page)) < 60; turns++) {
    await page.evaluate(() => {
      const root = document.querySelector('collection-timeline')!.shadowRoot!;
      [...root.querySelectorAll('article')].at(-1)!.scrollIntoView({ block: 'end', behavior: 'instant' });
    });
    await frames(page, 4);
  }
  await page.evaluate(() => {
    const root = document.querySelector('collection-timeline')!.shadowRoot!;
    const article = root.querySelectorAll('article')[44]!;
    scrollBy({ top: article.getBoundingClientRect().top + 13, behavior: 'instant' });
    article.click();
  });
  await frames(page, 10);
  const place = await placeOf(page);
  assert.equal(place.title, 'Entry 45');
  return place;
}

/** Scrolls to an entry that is drawn, and does something there. */
async function readTo(page: Page, index: number): Promise<Place> {
  await page.evaluate((each) => {
    const root = document.querySelector('collection-timeline')!.shadowRoot!;
    const article = root.querySelectorAll('article')[each]!;
    article.scrollIntoView({ behavior: 'instant' });
    article.click();
  }, index);
  await frames(page, 10);
  return placeOf(page);
}

const timeline = {
  entries: Array.from({ length: 70 }, (_, index) => ({
    title: `Entry ${index + 1}`,
    content: 'What somebody wrote. '.repeat((index * 5) % 7),
    ...(index % 4 === 0 && { image: { url: 'nordlicht-01.webp' } }),
  })),
};

/** On these pages a timeline's room ends for its reasons, never by the time. */
const open: typeof openStory = (stage, options) =>
  openStory(stage, {
    ...options,
    prepare: async (page, shop) => {
      await stopLongTimers(page);
      await options.prepare?.(page, shop);
    },
  });

/** Follows the link on the page to another one. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await Promise.all([
    page.waitForNavigation(),
    page.evaluate(() => document.querySelector<HTMLAnchorElement>('#elsewhere')!.click()),
  ]);
}

/** Goes back to the story, which must be a new document. */
async function goBack(page: Page): Promise<void> {
  await page.goBack();
  const [type, isOld] = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return [visit!.type, 'isOld' in globalThis];
  });
  assert.deepEqual([type, isOld], ['back_forward', false], 'the page is loaded again');
}

async function assertPlace(page: Page, expected: Place): Promise<void> {
  await page.waitForSelector('collection-timeline[data-state=ready]');
  await page.waitForFunction(
    (title) => {
      const root = document.querySelector('collection-timeline')!.shadowRoot!;
      const article = [...root.querySelectorAll('article')].find(
        (each) => each.getBoundingClientRect().bottom > 0,
      );
      return article?.querySelector('[part=title]')!.textContent === title;
    },
    {},
    expected.title,
  );
  // And stays there, when pictures have come and the browser has had its own idea of the place.
  await frames(page, 30);
  const place = await placeOf(page);
  assert.equal(place.title, expected.title);
  assert.ok(Math.abs(place.top - expected.top) <= 2, `${place.top} px instead of ${expected.top}`);
}

export const timelinePlace = (way: Way): void => {
  describe(`The place in a story${way.name}`, () => {
    const stage = setStage(way);

    describe('on the way back to a page that is loaded again', () => {
      for (const attributes of ['', 'layout="compact" scrubber', 'layout="cards" group-by="month"'])
        test(`leads to the same entry at the same place ${attributes}`, async () => {
          const { page, context, lines } = await open(stage, {
            timeline,
            attributes: `limit="20" ${attributes}`,
          });
          const place = await readOn(page);
          await leave(page);
          await goBack(page);
          await assertPlace(page, place);
          assert.deepEqual(lines, []);
          await context.close();
        });
    });

    describe('over reloads and visits', () => {
      test('is kept over a reload', async () => {
        const { page, shop, context, lines } = await open(stage, { timeline, attributes: 'limit="20"' });
        const place = await readOn(page);
        const before = (await shop.requests('listTimeline')).length;
        await page.reload();
        await assertPlace(page, place);
        // In one request, not page by page.
        assert.equal((await shop.requests('listTimeline')).length, before + 1);
        assert.deepEqual(lines, []);
        await context.close();
      });

      test('is kept when the page is reloaded again before the entries have come', async () => {
        const { page, shop, context } = await open(stage, { timeline, attributes: 'limit="20"' });
        const place = await readOn(page);
        const held = await shop.hold('listTimeline');
        await page.reload();
        await held.arrived();
        const before = (await shop.requests('listTimeline')).length;
        await page.reload();
        await assertPlace(page, place);
        // In one request again: the browser's own scroll position alone would need several.
        assert.equal((await shop.requests('listTimeline')).length, before + 1);
        await held.release();
        await context.close();
      });

      for (const hasActed of [true, false])
        test(`is kept ${hasActed ? 'after a click' : 'for those who only read'}, and the end of the page stays out of view`, async () => {
          const { page, shifts, context } = await open(stage, {
            timeline,
            attributes: 'limit="20"',
            width: 390,
          });
          await page.evaluate((isClicked) => {
            const root = document.querySelector('collection-timeline')!.shadowRoot!;
            const article = root.querySelectorAll('article')[9]!;
            scrollBy({ top: article.getBoundingClientRect().top + 13, behavior: 'instant' });
            if (isClicked) article.click();
          }, hasActed);
          await frames(page, 10);
          const place = await placeOf(page);
          assert.equal(place.title, 'Entry 10');
          await page.reload();
          await assertPlace(page, place);
          assert.deepEqual(await shifts(), []);
          await context.close();
        });

      /** The page has its usual length: not that of the placeholder that keeps the place. */
      const isUsualLength = (page: Page) =>
        page.waitForFunction(() => document.documentElement.scrollHeight < 30 * innerHeight);

      test('is given up after an error: the page is as short as on a first visit, also while it is tried again', async () => {
        const { page, shop, context } = await open(stage, {
          timeline,
          attributes: 'limit="20"',
          width: 390,
        });
        await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
        await frames(page, 10);
        const failure = await shop.hold('listTimeline', { fault: 'status', status: 404 });
        await page.reload();
        await failure.arrived();
        await page.waitForFunction(() => scrollY === 2000);
        const answer = await shop.hold('listTimeline');
        await failure.release();
        await page.waitForSelector('collection-timeline[data-state=error]');
        await isUsualLength(page);
        await page.locator('collection-timeline >>> .foot [part=button]').click();
        await answer.arrived();
        await frames(page);
        await isUsualLength(page);
        await answer.release();
        await page.waitForSelector('collection-timeline[data-state=ready]');
        await context.close();
      });

      const short = { entries: timeline.entries.slice(0, 12) };
      const reviews = '<div style="block-size: 4000px">Reviews</div>';
      for (const { name, story, attributes, place, content, script, hasActed } of [
        { name: 'further down than the first page', story: timeline, attributes: '', place: 9000 },
        { name: 'at the first of few entries', story: short, attributes: 'reserve', place: 0 },
        { name: 'in what follows a story', story: short, attributes: '', place: 6000, content: reviews },
        {
          name: 'where a listener keeps further pages back',
          story: timeline,
          attributes: 'layout="compact"',
          place: 0,
          script: `addEventListener('collection-timeline-page-before', (event) => event.preventDefault())`,
        },
        {
          name: 'where a button loads further pages',
          story: timeline,
          attributes: 'paging="button"',
          place: 9e9,
          hasActed: true,
        },
      ])
        test(`leaves the page as long as before: ${name}`, async () => {
          const { page, context } = await open(stage, {
            timeline: story,
            attributes: `limit="20" ${attributes}`,
            width: 390,
            prepare: async (opened) => {
              stage.merchant.html = stage.merchant.html.replace('<footer>', `${content ?? ''}<footer>`);
              if (script) await opened.evaluateOnNewDocument(script);
            },
          });
          if (hasActed)
            await page.evaluate(() =>
              document.querySelector('collection-timeline')!.shadowRoot!.querySelector('article')!.click(),
            );
          await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
          await frames(page, 30);
          const length = () => page.evaluate(() => document.documentElement.scrollHeight);
          const before = await length();
          await page.reload();
          await page.waitForSelector('collection-timeline[data-state=ready]');
          await isUsualLength(page);
          await frames(page, 30);
          const ratio = (await length()) / before;
          assert.ok(ratio > 0.3 && ratio < 1.5, `${ratio} times as long`);
          await context.close();
        });

      test('is the end of the page for those who were there', async () => {
        const { page, context } = await open(stage, {
          timeline: { entries: timeline.entries.slice(0, 12) },
          attributes: 'limit="20"',
          width: 390,
        });
        const toEnd = () =>
          page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
        const footer = () => page.$eval('footer', (each) => Math.round(each.getBoundingClientRect().bottom));
        await toEnd();
        await frames(page, 10);
        const bottom = await footer();
        await page.reload();
        await page.waitForSelector('collection-timeline[data-state=ready]');
        await page.waitForFunction(
          (expected) =>
            Math.round(document.querySelector('footer')!.getBoundingClientRect().bottom) === expected,
          {},
          bottom,
        );
        await frames(page, 30);
        assert.equal(await footer(), bottom);
        await context.close();
      });

      const grouped = {
        timeline: {
          entries: Array.from({ length: 20 }, (_, index) => ({
            title: `Entry ${index + 1}`,
            content: 'A sentence that somebody wrote. '.repeat((index * 5) % 7),
            // Six in each month.
            created_at: `2026-0${6 - Math.floor(index / 6)}-15T12:00:00Z`,
            image: { url: 'nordlicht-01.webp' },
          })),
        },
        attributes: 'limit="20" group-by="month"',
        // Only the entries: the story pushes what is below it out of view.
        prepare: () => {
          stage.merchant.html = stage.merchant.html.replace(/<footer>.*<\/footer>/s, '');
          return Promise.resolve();
        },
      };

      test('is kept in a story with groups, and nothing that is in view then moves', async () => {
        const { page, shifts, context } = await open(stage, grouped);
        const place = await readTo(page, 12);
        await page.reload();
        await assertPlace(page, place);
        assert.deepEqual(await shifts(), []);
        await context.close();
      });

      test('does not change when the browser restores the position while the first entries are drawn', async () => {
        const { page, shifts, context } = await open(stage, grouped);
        const place = await readTo(page, 17);
        const position = await page.evaluate(() => scrollY);
        // A browser may do this at any time. Here the page does it, as soon as the first entries are drawn.
        await page.evaluateOnNewDocument((top) => {
          history.scrollRestoration = 'manual';
          const positions: number[] = [];
          Object.assign(globalThis, { positions });
          addEventListener('scroll', () => positions.push(scrollY));
          const watch = () => {
            const root = document.querySelector('collection-timeline')?.shadowRoot;
            if (!root) return void requestAnimationFrame(watch);
            const restore = new MutationObserver(() => {
              if (!root.querySelector('article')) return;
              restore.disconnect();
              scrollTo({ top, behavior: 'instant' });
            });
            restore.observe(root, { childList: true, subtree: true });
          };
          watch();
        }, position);
        await page.reload();
        await assertPlace(page, place);
        const positions = await page.evaluate(
          () => (globalThis as unknown as { positions: number[] }).positions,
        );
        assert.notDeepEqual(positions, []);
        assert.deepEqual(
          positions.filter((each) => Math.abs(each - position) > 2),
          [],
        );
        assert.deepEqual(await shifts(), []);
        await context.close();
      });

      test('is reached by a link to an entry in a story with groups, and nothing that is in view then moves', async () => {
        const { page, shifts, context } = await open(stage, grouped);
        const [id, title] = await page.evaluate(() => {
          const root = document.querySelector('collection-timeline')!.shadowRoot!;
          const article = root.querySelectorAll('article')[12]!;
          return [article.id, article.querySelector('[part=title]')!.textContent];
        });
        await page.goto('about:blank');
        await page.goto(`${stage.merchant.origin}/story#${id}`);
        await page.waitForFunction(
          (each) => document.querySelector('collection-timeline')?.shadowRoot?.activeElement?.id === each,
          {},
          id,
        );
        await frames(page, 10);
        assert.equal((await placeOf(page)).title, title);
        assert.deepEqual(await shifts(), []);
        await context.close();
      });

      test('is the entry that a link leads to, after a reload because nothing had come', async () => {
        const { page, shop, context } = await open(stage, { timeline, attributes: 'limit="20"' });
        const id = await page.$eval('collection-timeline', ({ entries }) => `entry-${entries[14]!.id}`);
        await page.goto('about:blank');
        await shop.fault({ operation: 'listTimeline', fault: 'status', status: 404 });
        await page.goto(`${stage.merchant.origin}/story#${id}`);
        await page.waitForSelector('collection-timeline[data-state="error"]');
        await page.reload();
        await page.waitForFunction(
          (each) => document.querySelector('collection-timeline')?.shadowRoot?.activeElement?.id === each,
          {},
          id,
        );
        await context.close();
      });

      for (const [linked, read] of [
        [2, 15],
        [45, 50],
      ] as const)
        test(`is kept for those who came by a link to entry ${linked} and read on without a click`, async () => {
          const { page, context } = await open(stage, { timeline, attributes: 'limit="70"' });
          const ids = await page.$eval('collection-timeline', ({ entries }) => entries.map(({ id }) => id));
          const id = `entry-${ids[linked - 1]}`;
          stage.merchant.html = stage.merchant.html.replace('limit="70"', 'limit="20"');
          const focus = () =>
            page.evaluate(() => document.querySelector('collection-timeline')?.shadowRoot?.activeElement?.id);
          await page.goto('about:blank');
          await page.goto(`${stage.merchant.origin}/story#${id}`);
          await page.waitForFunction(
            (each) => document.querySelector('collection-timeline')?.shadowRoot?.activeElement?.id === each,
            {},
            id,
          );
          await page.$eval(`collection-timeline >>> #entry-${ids[read - 1]}`, (article) =>
            scrollBy({ top: article.getBoundingClientRect().top + 13, behavior: 'instant' }),
          );
          await frames(page, 10);
          const place = await placeOf(page);
          assert.equal(place.title, `Entry ${read}`);
          await page.reload();
          const marked = await page.waitForSelector('collection-timeline >>> [aria-current]');
          assert.equal(await marked!.evaluate((article) => article.id), id);
          await assertPlace(page, place);
          assert.equal(await focus(), undefined, 'the focus is not moved');
          await context.close();
        });

      test('is kept also where new entries came in meanwhile', async () => {
        const { page, shop, context } = await open(stage, { timeline, attributes: 'limit="20"' });
        const place = await readOn(page);
        const known = await page.$eval('collection-timeline', (element) => element.entries);
        const fresh = [1, 2, 3].map((id) => ({ ...known[0]!, id: 1e6 + id, title: `New ${id}` }));
        await leave(page);
        const body = { data: [...fresh, ...known].slice(0, known.length), pagination: {} };
        await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body });
        await goBack(page);
        await assertPlace(page, place);
        await context.close();
      });

      test('is forgotten with no-storage: the way back loads only the first entries', async () => {
        const { page, context, requests } = await open(stage, {
          timeline,
          attributes: 'limit="20" no-storage',
        });
        await readOn(page);
        await leave(page);
        requests.length = 0;
        await goBack(page);
        await page.waitForSelector('collection-timeline[data-state=ready]');
        assert.equal(await page.evaluate(() => sessionStorage.length), 0);
        const first = requests.find(
          (each) => each.method() === 'GET' && each.url().includes('/v1/timeline?'),
        );
        const { searchParams } = new URL(first!.url());
        assert.deepEqual([searchParams.get('limit'), searchParams.get('offset')], ['20', '0']);
        await context.close();
      });

      test('is not for those who come anew: a link begins at the top', async () => {
        const { page, context } = await open(stage, { timeline, attributes: 'limit="20"' });
        await readOn(page);
        await leave(page);
        await page.goto(`${stage.merchant.origin}/story`);
        await page.waitForSelector('collection-timeline[data-state=ready]');
        await frames(page, 10);
        assert.equal(await page.evaluate(() => scrollY), 0);
        assert.equal((await placeOf(page)).title, 'Entry 1');
        await context.close();
      });
    });
  });
};
