/** The first requests of a timeline, and that for its story, leave while its code is on the way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { chunkPath } from '../helpers/built.ts';
import { drawn, hold, openPage, setListeningStage } from './support.ts';

const stage = setListeningStage(
  'collection-timeline',
  'storefront-elements',
  'storefront-elements.classic',
  'loader',
);

const timeline = (attributes = 'collection-slug="nordlicht-aw26"') =>
  `<collection-timeline base-url="/apps/rewards" ${attributes}></collection-timeline>`;
const module = (file: string) => `<script type="module" src="/${file}.js"></script>`;

/** The requests to the service so far, without the origin. */
const sent = () =>
  stage.merchant.requests.map(({ path }) => path).filter((path) => path.startsWith('/apps/rewards/'));

const scripts: Record<string, string> = {
  'its own file': module('collection-timeline'),
  'the file of all elements': module('storefront-elements'),
  'the classic script': '<script src="/storefront-elements.classic.js" defer></script>',
  'the loader': module('loader'),
};

const isStory = (path: string) => /\bstory\.[^/]*js$/.test(path);
const isTimeline = (path: string) => path.includes('/v1/timeline?');

/** Opens a page whose elements get no code until it is released. */
async function openHeld(body: string, prepare?: (page: Page) => unknown) {
  let code: Awaited<ReturnType<typeof hold>> | undefined;
  const visit = await openPage(stage, body, {
    isLate: true,
    prepare: async (page) => {
      // An early answer that is old is not taken.
      await page.evaluateOnNewDocument(() => {
        performance.now = () => 0;
      });
      await prepare?.(page);
      code = await hold(page, /-element\.[^/]*js/);
    },
  });
  return { ...visit, release: code!.letGo };
}

describe('The first page of a timeline', () => {
  for (const [name, script] of Object.entries(scripts))
    test(`is requested before the element's code has arrived, and once, with ${name}`, async () => {
      const asked = Promise.withResolvers<unknown>();
      const { page, complaints, context, release } = await openHeld(timeline() + script, (page) =>
        page.on('requestfinished', (request) => isTimeline(request.url()) && asked.resolve(undefined)),
      );
      await asked.promise;
      await release();
      await drawn(page, 'collection-timeline', 'ready');
      assert.deepEqual(sent(), [
        '/apps/rewards/v1/timeline?limit=20&collection_slug=nordlicht-aw26&offset=0',
      ]);
      assert.deepEqual(complaints, []);
      await context.close();
    });

  const asked: Record<string, string> = {
    'all attributes of its source':
      'collection-id="ID" collection-slug="nordlicht-aw26" min-date="2026-01-01" max-date="2026-12-31" order="desc" order-by="created_at" limit="5" include-count',
    'only the id of its collection': 'collection-id="ID"',
    'a token': 'token-id="1" limit="7"',
    'the id of its collection and a token': 'collection-id="ID" token-id="1"',
  };
  for (const [name, attributes] of Object.entries(asked))
    test(`is requested once with ${name}: the early request is the element's own`, async () => {
      const { page, shop, context } = await openPage(stage, async (shop) => {
        const { collectionId } = await shop.timeline({ count: 3 });
        return timeline(attributes.replace('ID', collectionId)) + module('storefront-elements');
      });
      await page.waitForSelector('collection-timeline:is([data-state=ready], [data-state=empty])');
      const paths = sent();
      assert.deepEqual([...new Set(paths)], paths);
      // The rest of a short first page is another request.
      assert.equal(paths.filter((path) => isTimeline(path) && path.endsWith('offset=0')).length, 1);
      assert.equal((await shop.requests()).length, paths.length);
      await context.close();
    });

  test('comes with the key of the tag, from another origin too', async () => {
    const { page, shop, context } = await openPage(
      stage,
      ({ url, key }) =>
        `<collection-timeline base-url="${url}" api-key="${key}" collection-slug="nordlicht-aw26"></collection-timeline>` +
        module('storefront-elements'),
    );
    await drawn(page, 'collection-timeline', 'ready');
    const requests = await shop.requests('listTimeline');
    assert.deepEqual(
      requests.map(({ status }) => status),
      [200],
    );
    await context.close();
  });

  test('is shared by two timelines with the same source', async () => {
    const { page, context } = await openPage(stage, timeline() + timeline() + module('loader'));
    await page.waitForFunction(
      () => document.querySelectorAll('collection-timeline[data-state=ready]').length === 2,
    );
    assert.equal(sent().length, 1);
    await context.close();
  });

  test('is requested again by an element whose code arrives much later', async () => {
    const asked = Promise.withResolvers<unknown>();
    const { page, shop, context, release } = await openHeld(timeline() + module('loader'), (page) =>
      page.on('requestfinished', (request) => isTimeline(request.url()) && asked.resolve(undefined)),
    );
    await asked.promise;
    await page.evaluate(() => {
      performance.now = () => 60_000;
    });
    await release();
    await drawn(page, 'collection-timeline', 'ready');
    assert.equal((await shop.requests('listTimeline')).length, 2);
    await context.close();
  });

  test('is requested again by the element after the early request has failed', async () => {
    const { page, complaints, shop, context } = await openPage(
      stage,
      timeline() + module('storefront-elements'),
      {
        prepare: (_, shop) => shop.fault({ operation: 'listTimeline', fault: 'status', status: 503 }),
      },
    );
    await drawn(page, 'collection-timeline', 'ready');
    assert.deepEqual(
      (await shop.requests('listTimeline')).map(({ status }) => status),
      [503, 200],
    );
    assert.equal(complaints.filter((line) => !line.includes('503')).length, 0);
    await context.close();
  });
});

describe('The code that draws the entries', () => {
  for (const [name, script] of Object.entries(scripts))
    test(`is requested before the element's code has arrived, and once, with ${name}`, async () => {
      const asked = Promise.withResolvers<unknown>();
      const { page, complaints, context, loaded, release } = await openHeld(timeline() + script, (page) =>
        page.on('requestfinished', (request) => isStory(request.url()) && asked.resolve(undefined)),
      );
      await asked.promise;
      await release();
      await drawn(page, 'collection-timeline', 'ready');
      assert.equal(loaded().filter(isStory).length, 1);
      assert.deepEqual(complaints, []);
      await context.close();
    });

  test('is requested again under another address if it was altered on the way, and the shopper sees nothing of it', async () => {
    const { scripts } = stage.merchant;
    const path = chunkPath(Object.keys(scripts), 'story', '/copy/');
    const { [path]: original } = scripts;
    scripts[path] = `globalThis.isAltered = true; ${original}`;
    const failed = Promise.withResolvers<unknown>();
    const { page, context, release } = await openHeld(
      timeline() + module('copy/collection-timeline'),
      (page) =>
        page.on('console', (message) => {
          if (message.text().includes('story.')) failed.resolve(undefined);
        }),
    );
    await failed.promise;
    scripts[path] = original!;
    await release();
    await drawn(page, 'collection-timeline', 'ready');
    assert.equal(await page.evaluate(() => 'isAltered' in globalThis), false);
    await context.close();
  });

  test('is not requested on a page without a timeline', async () => {
    const { page, context, loaded } = await openPage(
      stage,
      `<otp-login base-url="/apps/rewards"></otp-login>${module('storefront-elements')}`,
    );
    await drawn(page, 'otp-login', 'email');
    assert.deepEqual(loaded().filter(isStory), []);
    await context.close();
  });
});

describe('No early request leaves', () => {
  // With a button, nothing follows them by itself.
  const own = 'collection-slug="nordlicht-aw26" paging="button"';
  const entries = '[{ "id": 1, "type": "update", "created_at": "2026-01-01" }]';
  const pages: Record<string, string> = {
    'in the theme editor': `<script>globalThis.Shopify = { designMode: true }</script>${timeline()}`,
    'while an attribute is wrong': timeline('collection-slug="nordlicht-aw26" token-id="0"'),
    'without a service': '<collection-timeline collection-slug="nordlicht-aw26"></collection-timeline>',
    'for entries that the page provides': timeline(`${own} entries='${entries}'`),
    'for properties that the page has set': `${timeline(own)}
      <script>document.querySelector('collection-timeline').entries = ${entries}</script>`,
    'for a login and a claim, before the shopper acts':
      '<otp-login base-url="/apps/rewards"></otp-login><reward-claim base-url="/apps/rewards" token="0123456789abcdef"></reward-claim>',
  };
  for (const [name, body] of Object.entries(pages))
    test(name, async () => {
      const { page, context, release } = await openHeld(body + module('storefront-elements'));
      // The files are requested after the early requests.
      await release();
      await page.waitForSelector(':is(collection-timeline, otp-login)[data-state]');
      assert.deepEqual(sent(), []);
      await context.close();
    });

  test('on the way back, where the element may ask for more entries', async () => {
    const { page, context } = await openPage(stage, timeline() + module('storefront-elements'));
    await drawn(page, 'collection-timeline', 'ready');
    await page.reload();
    await drawn(page, 'collection-timeline', 'ready');
    assert.equal(sent().length, 2);
    await context.close();
  });
});
