/**
 * Server-rendered elements in the browser: if the page has Lit's hydration support, they are hydrated. Otherwise, they
 * are drawn again.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { html, nothing } from 'lit';
import type { Browser, Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { bundleForPage, elements, hydration, importForServer, serverElements } from './bundles.ts';
import type { TimelineEntry } from '../../src/api/models.ts';
import { collection, entries, toHtml } from './story.ts';

let sandbox: Sandbox;
let browser: Browser;
let server: Server;
let origin: string;
let remove: () => void;
const scripts: Record<string, Record<string, string>> = {};
let page = '';

before(async () => {
  [sandbox, browser, { remove }, scripts['with'], scripts['without']] = await Promise.all([
    startSandbox(),
    openBrowser({ networkEnabled: true }),
    importForServer(serverElements),
    bundleForPage(hydration, elements),
    bundleForPage(elements),
  ]);
  server = createServer(({ url = '/' }, response) => {
    const [, kind = '', ...path] = url.split('/');
    const script = scripts[kind]?.[`/${path.join('/')}`];
    if (url !== '/' && script === undefined) response.statusCode = 404;
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(script ?? (url === '/' ? page : ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await browser.close();
  server.close();
  await sandbox.close();
  remove();
});

interface Options {
  /** Whether the page has Lit's hydration. */
  kind: 'with' | 'without';
  language?: string;
  timeZone?: string;
  service?: { url: string; key: string; slug: string; entries: TimelineEntry[] };
}

/** Serves what the server draws, and opens it: `start` lets the elements' script come. */
async function open({ kind, language = 'en', timeZone = 'UTC', service }: Options) {
  const story = service?.entries ?? entries(`${sandbox.url}/media`);
  const drawn = await toHtml(
    html`<collection-timeline
      .entries=${story}
      .collection=${collection}
      base-url=${service?.url ?? nothing}
      api-key=${service?.key ?? nothing}
      collection-slug=${service?.slug ?? nothing}
      paging="button"
    ></collection-timeline>`,
  );
  const data = JSON.stringify({ entries: story, collection }).replaceAll('<', '\\u003c');
  page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Story</title></head><body>
    ${drawn}
    <script>
      const timeline = document.querySelector('collection-timeline');
      globalThis.before = [...timeline.shadowRoot.querySelectorAll('article, h2, time, img')];
      globalThis.told = before.find(({ localName }) => localName === 'time').textContent;
      // What the server drew with, a property, is no part of its HTML.
      Object.assign(timeline, ${data});
    </script></body></html>`;
  const context = await browser.createBrowserContext();
  const clipboard = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(origin, ...clipboard);
  const tab = await context.newPage();
  await tab.emulateTimezone(timeZone);
  const lines: string[] = [];
  tab.on('console', (message) => {
    if (!isKeyWarning(message.text())) lines.push(message.text());
  });
  tab.on('pageerror', (error) => lines.push(String(error)));
  await tab.goto(`${origin}/`);
  const start = async () => {
    await tab.addScriptTag({ type: 'module', url: `/${kind}/page.js` });
    await tab.waitForSelector('collection-timeline[data-state=ready]');
    // Two drawings: the server's, and the shopper's.
    await tab.evaluate(async () => {
      const timeline = document.querySelector('collection-timeline') as unknown as {
        updateComplete: Promise<unknown>;
      };
      for (let drawings = 0; drawings < 3; drawings++) await timeline.updateComplete;
      await new Promise(requestAnimationFrame);
    });
  };
  return { tab, lines, start, close: () => context.close() };
}

/** How many of each there are, to see that nothing is there twice. */
const counts = (tab: Page) =>
  tab.evaluate(() => {
    const root = document.querySelector('collection-timeline')!.shadowRoot!;
    return Object.fromEntries(
      ['.container', 'article', 'h2', '[part=gallery]', '[part=link]', '.foot', '[role=status]'].map(
        (each) => [each, root.querySelectorAll(each).length],
      ),
    );
  });

/** How many of the server's own elements are still shown. */
const kept = (tab: Page) =>
  tab.evaluate(() => {
    const { before } = globalThis as unknown as { before: Element[] };
    return { kept: before.filter(({ isConnected }) => isConnected).length, of: before.length };
  });

const firstDate = (tab: Page) => tab.$eval('collection-timeline >>> time', (time) => time.textContent.trim());

describe('What a server drew', () => {
  test('is seen before any script runs', async () => {
    const { tab, close } = await open({ kind: 'with' });
    assert.equal(await firstDate(tab), 'March 4, 2024');
    assert.equal((await counts(tab))['article'], 23);
    const height = await tab.$eval('collection-timeline', ({ offsetHeight }) => offsetHeight);
    assert.ok(height > 1500, `${height} px`);
    await close();
  });

  test('is taken over: its very elements stay, nothing is there twice, and the console says nothing', async () => {
    const { tab, lines, start, close } = await open({ kind: 'with' });
    const before = await counts(tab);
    await start();
    assert.deepEqual(await counts(tab), before);
    const { kept: left, of } = await kept(tab);
    assert.ok(of > 40);
    assert.equal(left, of);
    assert.deepEqual(lines, []);
    await close();
  });

  test('becomes the shopper’s: their language, their time zone, and their side of the page', async () => {
    const { tab, lines, start, close } = await open({
      kind: 'with',
      language: 'ar',
      timeZone: 'Europe/Berlin',
    });
    assert.equal(await firstDate(tab), 'March 4, 2024');
    await start();
    await tab.waitForFunction(
      () =>
        document
          .querySelector('collection-timeline')!
          .shadowRoot!.querySelector('.container')!
          .getAttribute('lang') === 'ar',
    );
    const date = new Intl.DateTimeFormat('ar', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2024, 2, 5),
    );
    assert.equal(await firstDate(tab), date);
    assert.equal(
      await tab.$eval('collection-timeline >>> .container', (box) => getComputedStyle(box).direction),
      'rtl',
    );
    const { kept: left, of } = await kept(tab);
    assert.equal(left, of);
    assert.deepEqual(lines, []);
    await close();
  });

  test('works like any other: links are copied, pictures open, links are found in its texts', async () => {
    const { tab, lines, start, close } = await open({ kind: 'with' });
    await start();
    // The note goes after a while.
    const noted = tab.waitForSelector('collection-timeline >>> #entry-12 .note');
    await Promise.all([noted, tab.locator('collection-timeline >>> #entry-12 [part=link]').click()]);
    assert.equal(await tab.evaluate(() => navigator.clipboard.readText()), `${origin}/#entry-12`);
    await tab.waitForSelector(
      'collection-timeline >>> #entry-11 [part=content] a[href="https://shop.example/yarn"]',
    );
    await tab.locator('collection-timeline >>> #entry-11 [part=enlarge]').click();
    await tab.waitForSelector('collection-timeline >>> dialog[open]');
    await tab.keyboard.press('Escape');
    await tab.waitForFunction(
      () => !document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog'),
    );
    await tab.locator('collection-timeline >>> [part=next]').click();
    await tab.waitForSelector('collection-timeline >>> .count[data-at="2"]');
    assert.equal((await kept(tab)).kept, (await kept(tab)).of);
    assert.deepEqual(lines, []);
    await close();
  });

  test('follows what the page changes afterwards', async () => {
    const { tab, lines, start, close } = await open({ kind: 'with' });
    await start();
    await tab.evaluate(() => {
      const timeline = document.querySelector('collection-timeline')! as unknown as {
        entries: unknown;
        groupBy: string;
      };
      timeline.entries = [{ id: 1, type: 'x', created_at: '2020-01-01', title: 'Another one' }];
      timeline.groupBy = 'year';
    });
    await tab.waitForSelector('collection-timeline >>> .group-heading');
    assert.equal((await counts(tab))['article'], 1);
    assert.equal(
      await tab.$eval('collection-timeline >>> [part=title]', (title) => title.textContent),
      'Another one',
    );
    assert.deepEqual(lines, []);
    await close();
  });

  test('is drawn anew on a page without Lit’s hydration, and is not there twice', async () => {
    const { tab, lines, start, close } = await open({ kind: 'without', timeZone: 'Europe/Berlin' });
    const before = await counts(tab);
    await start();
    assert.deepEqual(await counts(tab), before);
    assert.equal((await kept(tab)).kept, 0);
    assert.equal(await firstDate(tab), 'March 5, 2024');
    assert.equal(
      await tab.$eval(
        'collection-timeline',
        ({ shadowRoot }) => shadowRoot!.querySelectorAll('style').length,
      ),
      0,
    );
    assert.deepEqual(lines, []);
    await close();
  });

  test('goes on with the service’s next page, where there is one', async () => {
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(`${sandbox.url}/sandbox/timelines`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ count: 40 }),
    });
    const { slug } = (await made.json()) as { slug: string };
    const { url, keys } = sandbox;
    const first = await fetch(`${url}/v1/timeline?collection_slug=${slug}&limit=20`, {
      headers: { 'x-api-key': keys.publishable },
    });
    const { data } = (await first.json()) as { data: TimelineEntry[] };
    for (const kind of ['with', 'without'] as const) {
      const { tab, lines, start, close } = await open({
        kind,
        service: { url, key: keys.publishable, slug, entries: data },
      });
      const asked: string[] = [];
      tab.on('request', (request) => asked.push(request.url()));
      await start();
      assert.deepEqual(
        asked.filter((each) => each.includes('/v1/')),
        [],
        'the first page is given',
      );
      // As a person does who goes down the page.
      await tab.mouse.move(100, 100);
      await tab.locator('collection-timeline >>> [part=button]').click();
      await tab.waitForFunction(
        () =>
          document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length ===
          40,
      );
      const [next] = asked.filter((each) => each.includes('/v1/'));
      const offset = Number(new URL(next!).searchParams.get('offset'));
      assert.ok(offset === 19 || offset === 20, `from where the given ones end: ${offset}`);
      assert.deepEqual(lines, []);
      await close();
    }
  });
});
