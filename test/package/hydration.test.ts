/** A page that a server drew with the package, taken over in the browser by the package in a bundle. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { rulesOf } from '../../build/first-look.ts';
import { openBrowser } from '../helpers/browser.ts';
import { exampleOf } from './examples.ts';
import { type PackedPackage, packPackage } from './packed.ts';
import { bundle, inNode, servePage } from './use.ts';

type Drawn = HTMLElement & { updateComplete: Promise<unknown> };

let packed: PackedPackage;
let browser: Browser;
let server: Awaited<ReturnType<typeof servePage>>;
let unconfigured: typeof server;

before(async () => {
  packed = await packPackage();
  browser = await openBrowser();
  const example = exampleOf('server', 'js').replace('export const page', 'const page');
  const drawn = await inNode(packed.folder, `${example}\nconsole.log(page);`);
  const scripts = await bundle(
    packed.folder,
    `import '@lit-labs/ssr-client/lit-element-hydrate-support.js'; import 'storefront-elements/define';
    import { configure } from 'storefront-elements'; globalThis.configure = configure;`,
  );
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Drawn by a server</title>
    <link rel="icon" href="data:,"><style>${await rulesOf('docs/quick-start.md')}</style></head><body>
    ${drawn}</body></html>`;
  server = await servePage(page, scripts);
  unconfigured = await servePage(page.replaceAll(' base-url="/apps/rewards"', ''), scripts);
});
after(async () => {
  await browser.close();
  server.close();
  unconfigured.close();
  packed.remove();
});

describe('A page that a server drew with the package', () => {
  test('is taken over in the browser: each part stays the one it was, and is there once', async () => {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    await tab.goto(server.origin);
    const parts = () =>
      tab.$$eval('otp-login, reward-claim, collection-timeline', (elements) =>
        elements.map((element) => {
          const all = [...element.shadowRoot!.querySelectorAll('[part]')];
          // Marked at the first look, so that another one in its place is seen at the second.
          if (!customElements.get(element.localName))
            for (const each of all) each.toggleAttribute('data-drawn-by-server', true);
          return all.map(
            (each) => `${each.getAttribute('part')} ${each.hasAttribute('data-drawn-by-server')}`,
          );
        }),
      );
    const heights = () =>
      tab.$$eval('otp-login, reward-claim, collection-timeline', (elements) =>
        elements.map((element) => (element as HTMLElement).offsetHeight),
      );
    const before = await parts();
    const heightsBefore = await heights();
    for (const each of before) assert.ok(each.length >= 3, `${each.length} parts`);
    await tab.addScriptTag({ type: 'module', url: '/page.js' });
    for (const [tag, state] of [
      ['otp-login', 'email'],
      ['reward-claim', 'ready'],
      ['collection-timeline', 'ready'],
    ])
      await tab.waitForSelector(`${tag}:defined[data-state=${state}]`);
    // Two drawings: the server's, and the shopper's.
    await tab.evaluate(async () => {
      const elements = document.querySelectorAll<Drawn>('otp-login, reward-claim, collection-timeline');
      for (const element of elements)
        for (let drawings = 0; drawings < 3; drawings++) await element.updateComplete;
      await new Promise(requestAnimationFrame);
    });
    const names = (lists: string[][]) => lists.map((list) => list.map((each) => each.split(' ')[0]));
    const now = await parts();
    assert.deepEqual(names(now), names(before));
    assert.deepEqual(
      now.flat().filter((each) => each.endsWith('false')),
      [],
    );
    assert.deepEqual(await heights(), heightsBefore, 'the rules that reserve space add none');
    assert.deepEqual(complaints, []);
    await tab.locator('otp-login >>> [part=input]').fill('shopper@example.com');
  });

  test('is taken over before the page knows the service, and has each part once', async () => {
    const tab = await browser.newPage();
    const errors: unknown[] = [];
    tab.on('pageerror', (error) => errors.push(error));
    await tab.goto(unconfigured.origin);
    await tab.addScriptTag({ type: 'module', url: '/page.js' });
    await tab.waitForSelector('otp-login[data-state=misconfigured]');
    await tab.waitForSelector('reward-claim[data-state=misconfigured]');
    await tab.evaluate(() =>
      (globalThis as unknown as { configure: (settings: object) => void }).configure({
        baseUrl: '/apps/rewards',
      }),
    );
    await tab.waitForSelector('otp-login[data-state=email]');
    await tab.waitForSelector('reward-claim[data-state=ready]');
    const counts = await tab.evaluate(() =>
      ['otp-login', 'reward-claim'].map((tag) => {
        const root = document.querySelector(tag)!.shadowRoot!;
        return ['.container', 'form', 'h2'].map((part) => root.querySelectorAll(part).length);
      }),
    );
    assert.deepEqual(counts, [
      [1, 1, 1],
      [1, 0, 1],
    ]);
    assert.deepEqual(errors, []);
    await tab.locator('otp-login >>> [part=input]').fill('shopper@example.com');
  });
});
