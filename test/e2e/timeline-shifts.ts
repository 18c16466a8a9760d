/** Nothing on the page moves by itself: not while it loads, not when pictures or further entries come. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type {} from '../../src/elements/collection-timeline/collection-timeline.ts';
import type { HeldRequest } from '../helpers/control.ts';
import { stopLongTimers } from '../helpers/timers.ts';
import { articles, frames, openStory, setStage } from './story.ts';
import type { Way } from './way.ts';

const picture = (index: number) => ({ url: `nordlicht-0${(index % 9) + 1}.webp` });
const entries = Array.from({ length: 24 }, (_, index) => ({
  type: 'update',
  title: `Day ${index + 1}`,
  content: 'What somebody wrote. '.repeat((index * 5) % 7),
  // From today to weeks ago, so that dates are told in both ways.
  created_at: new Date(Date.now() - index * 36e5 * 20).toISOString(),
  ...(index % 3 === 0 && { image: picture(index) }),
  ...(index % 5 === 1 && { gallery: [1, 2, 3].map((order) => ({ ...picture(index + order), order })) }),
  ...(index % 7 === 2 && { video: { url: 'nordlicht-film.webm', poster_url: picture(index).url } }),
}));

/** Holds every picture back until it is let go. */
async function holdPictures(page: Page): Promise<{ letGo: () => Promise<void> }> {
  let held: HTTPRequest[] | undefined = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (held && request.resourceType() === 'image') held.push(request);
    else void request.continue();
  });
  return {
    letGo: async () => {
      const pictures = held ?? [];
      held = undefined;
      assert.ok(pictures.length, 'pictures are asked for');
      await Promise.all(pictures.map((each) => each.continue()));
      // The ones beside the first of a gallery are not near.
      await page.waitForFunction(() =>
        [...document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('img')]
          .filter((image) => !image.closest('.slides > li:not(:first-child)'))
          .filter((image) => image.getBoundingClientRect().top < innerHeight)
          .every(({ complete }) => complete),
      );
    },
  };
}

/** The state of the page a few frames after a turn of the wheel, in one call. */
const afterTurn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const { dataset, shadowRoot } = document.querySelector('collection-timeline')!;
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    return {
      isOnItsWay: dataset['page'] === 'loading',
      // After three pages there is a button, which nobody presses here.
      isAllRead: isAtEnd && shadowRoot!.querySelectorAll('article').length === 24,
    };
  });

type Case = [layout: 'feed' | 'cards' | 'alternating', width: number];

const allCases: Case[] = [
  ['feed', 390],
  ['feed', 1280],
  ['cards', 390],
  ['cards', 1280],
  ['alternating', 390],
  ['alternating', 1280],
];

/**
 * @param cases layouts, and the width of the page in pixels
 * @param buttonCases the same, for a timeline whose next page comes with a button
 */
export const timelineShifts = (way: Way, cases = allCases, buttonCases = cases): void => {
  describe(`Zero layout shift${way.name}`, () => {
    const stage = setStage(way);

    for (const [layout, width] of cases) {
      test(`slow service, late pictures, reading to the end: ${layout}, ${width} px`, async () => {
        let pictures: Awaited<ReturnType<typeof holdPictures>> | undefined;
        const answers: HeldRequest[] = [];
        const laterPages: HeldRequest[] = [];
        const { page, context, lines, shifts } = await openStory(stage, {
          timeline: { collection: { name: 'Nordlicht', description: 'Wool.', image: picture(1) }, entries },
          attributes: `collection-id layout="${layout}" limit="8"`,
          width,
          prepare: async (opened, opening) => {
            // A slow machine may need longer than a request may take.
            await stopLongTimers(opened);
            for (const operation of ['getCollection', 'listTimeline'])
              answers.push(await opening.hold(operation));
            for (let later = 0; later < 2; later++) laterPages.push(await opening.hold('listTimeline'));
            pictures = await holdPictures(opened);
          },
          arrive: async (opened) => {
            for (const answer of answers) {
              await answer.arrived();
              await frames(opened, 4);
              await answer.release();
            }
          },
        });
        await frames(page, 4);
        assert.deepEqual(await shifts(), [], 'while it loaded');
        await pictures!.letGo();
        await frames(page, 4);
        assert.deepEqual(await shifts(), [], 'when the pictures came');
        await page.mouse.move(width / 2, 400);
        let turnsOnItsWay = 0;
        let heldPages = 0;
        // As a person turns a wheel, until the end of the page is seen. Each page comes some turns after it was asked for.
        for (let turns = 0; turns < 200; turns++) {
          await page.mouse.wheel({ deltaY: 320 });
          const { isOnItsWay, isAllRead } = await afterTurn(page);
          if (isOnItsWay) turnsOnItsWay++;
          if (turnsOnItsWay === 2) {
            const later = laterPages[heldPages++]!;
            await later.arrived();
            await later.release();
            // `data-page` may not change for long enough to be noticed: the next page may be requested at once.
            await page.waitForFunction(
              (count) =>
                document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article')
                  .length === count,
              {},
              8 * (1 + heldPages),
            );
            turnsOnItsWay = 0;
          }
          if (isAllRead) break;
        }
        assert.equal(await articles(page), 24, 'all of it was read');
        assert.equal(heldPages, 2, 'both further pages came while it was read');
        assert.deepEqual(await shifts(), [], 'while it was read');
        assert.deepEqual(lines, []);
        await context.close();
      });
    }

    for (const [layout, width] of buttonCases) {
      test(`a slow next page by its button, and new entries: ${layout}, ${width} px`, async () => {
        const { page, shop, context, lines, shifts } = await openStory(stage, {
          timeline: { entries },
          attributes: `layout="${layout}" limit="8" paging="button"`,
          width,
        });
        // Longer than the 500 ms in which a browser blames a click for a shift. Nothing races it.
        await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 900 });
        // As a person does who goes down the page.
        await page.mouse.move(width / 2, 400);
        await page.locator('collection-timeline >>> .foot [part=button]').click();
        await page.waitForFunction(
          () =>
            document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length ===
            16,
        );
        await frames(page, 4);
        assert.deepEqual(await shifts(), [], 'when the next page came');

        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        const fresh = [1, 2, 3].map((id) => ({
          id: 1e6 + id,
          type: 'update',
          title: `New ${id}`,
          created_at: new Date().toISOString(),
        }));
        const known = await page.$eval('collection-timeline', (timeline) => timeline.entries.slice(0, 5));
        const answer = await shop.hold('listTimeline', {
          fault: 'wrong-shape',
          body: { data: [...fresh, ...known], pagination: {} },
        });
        const refreshed = page.$eval('collection-timeline', (timeline) => timeline.refresh());
        await answer.arrived();
        await frames(page, 4);
        await answer.release();
        assert.equal(await refreshed, 3);
        await page.waitForSelector('collection-timeline >>> [part=fresh]');
        await frames(page, 4);
        assert.deepEqual(await shifts(), [], 'when new entries were told of');
        await page.locator('collection-timeline >>> [part=fresh]').click();
        await page.waitForSelector('collection-timeline >>> #entry-1000001');
        await frames(page, 40);
        assert.deepEqual(await shifts(), [], 'when they were shown');
        assert.deepEqual(lines, []);
        await context.close();
      });
    }
  });
};
