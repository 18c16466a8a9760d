/** A reward that a server drew, on a page that has what the server has not: a shop with a cart, and a way to share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { html } from 'lit';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../helpers/browser.ts';
import { bundleForPage, elements, hydration, importForServer, serverElements } from './bundles.ts';
import { toHtml } from './story.ts';

let browser: Browser;
let server: Server;
let remove: () => void;

before(async () => {
  const [found, forServer, scripts] = await Promise.all([
    findBrowser(),
    importForServer(serverElements),
    bundleForPage(hydration, elements),
  ]);
  ({ remove } = forServer);
  browser = await puppeteer.launch({ ...found, headless: 'shell' });
  const drawn = await toHtml(
    html`<reward-claim base-url="/rewards" token="a-token-of-sixteen"></reward-claim>`,
  );
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reward</title>
    <script>
      globalThis.Shopify = { shop: 'test.myshopify.com', routes: { root: '/' } };
      navigator.share ??= () => Promise.resolve();
    </script></head><body>${drawn}</body></html>`;
  server = createServer(({ url = '/' }, response) => {
    const script = scripts[url];
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(script ?? page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(async () => {
  await browser.close();
  server.close();
  remove();
});

describe('A reward that a server drew', () => {
  test('is taken over in a shop, and then keeps the space that the cart needs', async () => {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const count = (selector: string) => tab.$$eval(`reward-claim >>> ${selector}`, ({ length }) => length);
    await tab.$eval('reward-claim >>> [part=button]', (button) =>
      button.toggleAttribute('data-drawn-by-server'),
    );
    assert.equal(await count('.space [part=apply]'), 0);
    await tab.addScriptTag({ type: 'module', url: '/page.js' });
    await tab.waitForSelector('reward-claim[data-state=ready]');
    await tab.waitForFunction(() =>
      document.querySelector('reward-claim')!.shadowRoot!.querySelector('.space [part=apply]'),
    );
    assert.deepEqual(
      [
        await count('.container'),
        await count('button[part=button]'),
        await count('button[data-drawn-by-server]'),
      ],
      [1, 1, 1],
    );
    assert.deepEqual(complaints, []);
  });
});
