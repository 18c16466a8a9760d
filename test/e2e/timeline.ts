/** The story with the keyboard alone, on a page that forbids all it can, and whom it asks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { TestShop } from '../helpers/control.ts';
import { assertFocus, assertOrder, focused, tabTo } from './focus.ts';
import { articles, frames, openStory, setStage } from './story.ts';
import type { Way } from './way.ts';

const pictures = [1, 2, 3].map((order) => ({ url: `nordlicht-0${order}.webp`, order }));
const entries = [
  { title: 'Gallery', gallery: pictures },
  {
    title: 'Links',
    content: 'Read https://shop.example/yarn\nor write to us@shop.example.',
    location: 'Tromsø',
    image: pictures[0],
  },
  { title: 'Film', video: { url: 'nordlicht-film.webm', poster_url: 'nordlicht-04.webp' } },
  { title: 'Papers', gallery: [{ url: 'https://files.example/chart.pdf', file_type: 'application/pdf' }] },
  ...Array.from({ length: 20 }, (_, index) => ({
    title: `Day ${index + 1}`,
    created_at: new Date(Date.UTC(2024, 11 - index, 5)).toISOString(),
  })),
];

/** The entries that the service adds to the story's own from now on. */
const fresh = [{ id: 1e6, type: 'update', title: 'New', created_at: '2030-01-01T00:00:00Z' }];

/** Looks for new entries, of which there is one. */
async function lookForNew(page: Page, shop: TestShop): Promise<void> {
  const known = await page.$eval('collection-timeline', (timeline) => timeline.entries.slice(0, 5));
  const body = { data: [...fresh, ...known], pagination: {} };
  await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body });
  assert.equal(await page.$eval('collection-timeline', (timeline) => timeline.refresh()), 1);
  await page.waitForSelector('collection-timeline >>> [part=fresh]');
}

/** Waits until the gallery has come to rest at this picture, and says so. */
const slideAt = (page: Page, number: number) =>
  page.waitForFunction(
    (wanted) => {
      const root = document.querySelector('collection-timeline')!.shadowRoot!;
      const list = root.querySelector('[part=gallery]')!;
      const left =
        list.children[wanted - 1]!.getBoundingClientRect().left - list.getBoundingClientRect().left;
      return Math.abs(left) < 1 && root.querySelector('.count')!.getAttribute('data-at') === String(wanted);
    },
    {},
    number,
  );

const isGone = (page: Page, selector: string) =>
  page.waitForFunction(
    (wanted) => !document.querySelector('collection-timeline')!.shadowRoot!.querySelector(wanted),
    {},
    selector,
  );

/** The note about a copied link goes after a while, so the wait has to begin before the press. */
const isNoted = (page: Page) => page.waitForSelector('collection-timeline >>> .note');

export const timeline = (way: Way): void => {
  describe(`A story${way.name}`, () => {
    const stage = setStage(way);

    describe('A reader with the keyboard alone', () => {
      test('moves a gallery, opens a picture, copies a link, goes to a month, and sees new and further entries', async () => {
        const { page, shop, context, lines } = await openStory(stage, {
          timeline: { entries },
          attributes: 'limit="12" paging="button" scrubber group-by="month"',
        });
        assert.equal(await focused(page), 'body', 'nothing is focused on load');
        const at = (name: string) => `collection-timeline ${name}`;

        // The slider over the months comes first.
        await tabTo(page, at('input'));
        await page.keyboard.press('End');
        await frames(page, 10);
        await assertFocus(page, at('input'));
        const month = await page.$eval('collection-timeline >>> input', (input) =>
          input.getAttribute('aria-valuetext'),
        );
        assert.match(month!, /2024/);
        await page.keyboard.press('Home');
        await frames(page, 10);

        // Of each entry its link, then its pictures and their buttons.
        await tabTo(page, at('link'));
        await Promise.all([isNoted(page), page.keyboard.press('Enter')]);
        const id = await page.$eval('collection-timeline', (timeline) => timeline.entries[0]!.id);
        assert.equal(
          await page.evaluate(() => navigator.clipboard.readText()),
          `${stage.merchant.origin}/story#entry-${id}`,
        );
        await assertFocus(page, at('link'));

        // The Tab key leads to the picture in view only.
        await tabTo(page, at('next'));
        await slideAt(page, 1);
        for (const [key, number] of [
          ['Space', 2],
          ['ArrowRight', 3],
          ['ArrowRight', 1],
          ['ArrowLeft', 3],
        ] as const) {
          await page.keyboard.press(key);
          await slideAt(page, number);
          await assertFocus(page, at('next'));
        }

        // Back to the picture in view.
        await page.keyboard.down('Shift');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.up('Shift');
        await assertFocus(page, at('enlarge'));
        await slideAt(page, 3);
        await page.keyboard.press('Enter');
        await page.waitForSelector('collection-timeline >>> dialog[open]');
        await assertOrder(page, at('previous'), at('next'));
        await page.keyboard.press('ArrowRight');
        await frames(page, 5);
        await page.keyboard.press('Escape');
        await isGone(page, 'dialog');
        await assertFocus(page, at('enlarge'));

        await lookForNew(page, shop);
        assert.equal(await focused(page), at('enlarge'), 'what is new takes no focus');
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await tabTo(page, at('fresh'));
        await page.keyboard.press('Enter');
        await page.waitForSelector('collection-timeline >>> #entry-1000000');
        await page.waitForFunction(
          () =>
            document.querySelector('collection-timeline')!.shadowRoot!.activeElement?.id === 'entry-1000000',
        );

        await tabTo(page, at('button'));
        const before = await articles(page);
        await page.keyboard.press('Enter');
        await page.waitForFunction(
          (count) =>
            document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length >
            count,
          {},
          before,
        );
        await page.waitForFunction(() =>
          document.querySelector('collection-timeline')!.shadowRoot!.activeElement?.matches('article'),
        );
        assert.deepEqual(lines, []);
        await context.close();
      });
    });

    describe('A page that forbids all it can', () => {
      test('sees no violation, no console line, no cookie and no request to anybody else, whatever is used', async (t) => {
        const { url } = stage.sandbox;
        const { origin } = stage.route;
        stage.merchant.headers['content-security-policy'] = [
          "default-src 'none'",
          "script-src 'self' 'nonce-watch'",
          // Of the page itself; the elements need none.
          "style-src 'nonce-watch'",
          `connect-src ${origin}`,
          `img-src ${url} data:`,
          `media-src ${url}`,
          "require-trusted-types-for 'script'",
          'trusted-types lit-html',
        ].join('; ');
        t.after(() => delete stage.merchant.headers['content-security-policy']);
        const { page, shop, context, lines, requests } = await openStory(stage, {
          timeline: { collection: { name: 'Nordlicht', image: pictures[1] }, entries },
          attributes: `collection-id limit="12" json-ld scrubber group-by="month" layout="cards"
        map-url="https://maps.example/?q={location}" refresh-interval="600"`,
          prepare: async (opened) => {
            await opened.evaluateOnNewDocument(() => {
              const violations: string[] = [];
              Object.assign(globalThis, { violations });
              addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
                violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
              );
            });
          },
        });
        await page.waitForSelector('collection-timeline >>> a[href="https://shop.example/yarn"]');
        await page.waitForSelector('head > script[type="application/ld+json"]');
        await page.locator('collection-timeline >>> [part=enlarge]').click();
        await page.waitForSelector('collection-timeline >>> dialog[open]');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Escape');
        await isGone(page, 'dialog');
        await page.$eval('collection-timeline >>> article video', (video) => {
          video.muted = true;
          return video.play();
        });
        await Promise.all([
          isNoted(page),
          page.locator('collection-timeline >>> article [part=link]').click(),
        ]);
        await lookForNew(page, shop);
        await page.locator('collection-timeline >>> [part=fresh]').click();
        await page.waitForSelector('collection-timeline >>> #entry-1000000');
        await page.evaluate(() => (location.hash = '#entry-1000000'));
        await page.waitForSelector('collection-timeline >>> [aria-current]');
        await page.evaluate(() => document.querySelector('collection-timeline')!.setAttribute('lang', 'de'));
        await page.waitForSelector('collection-timeline >>> .container[lang=de]');
        for (let turns = 0; turns < 100 && !(await page.$('collection-timeline[data-page=end]')); turns++) {
          await page.evaluate(() =>
            scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
          );
          await frames(page, 4);
        }
        // The last of them may be drawn in a later frame.
        await page.waitForFunction(
          (count) =>
            document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length ===
            count,
          {},
          entries.length + fresh.length,
        );

        const own = new Set([stage.merchant.origin, url, origin].map((each) => new URL(each).host));
        const others = requests.map((each) => each.url()).filter((each) => !each.startsWith('data:'));
        assert.deepEqual(
          others.filter((each) => !own.has(new URL(each).host)),
          [],
        );
        const toService = others
          .filter((each) => each.startsWith(url) || each.startsWith(origin))
          .map((each) => new URL(each).pathname);
        assert.deepEqual(
          [...new Set(toService.map((path) => path.replace(/^\/apps\/rewards(?=\/)|[^/]+$/g, '')))].sort(),
          ['/media/', '/v1/', '/v1/collections/'],
          'nothing but the collection, the timeline and its media',
        );
        assert.deepEqual(
          await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
          [],
        );
        assert.deepEqual(lines, []);
        assert.deepEqual(await context.cookies(), []);
        await context.close();
      });
    });
  });
};
