/** A reward that a server drew, on a page that has what the server has not: a shop with a cart, and a way to share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { html } from 'lit';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../helpers/browser.ts';
import { bundleForPage, elements, hydration, importForServer, serverElements } from './bundles.ts';
import { toHtml } from './story.ts';

let browser: Browser;
let server: Server;
let remove: () => void;

before(async () => {
  const [opened, forServer, scripts] = await Promise.all([
    openBrowser({ networkEnabled: true }),
    importForServer(serverElements),
    bundleForPage(hydration, elements),
  ]);
  ({ remove } = forServer);
  browser = opened;
  const drawn = await toHtml(
    html`<reward-claim base-url="/rewards" token="a-token-of-sixteen" reserve></reward-claim>`,
  );
  const drawnForLink = await toHtml(
    html`<reward-claim base-url="https://evil.example" token-param="reward"></reward-claim>`,
  );
  const pageOf = (
    claim: string,
  ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reward</title>
    <script>
      globalThis.Shopify = { shop: 'test.myshopify.com', routes: { root: '/' } };
      navigator.share ??= () => Promise.resolve();
    </script></head><body>${claim}</body></html>`;
  server = createServer(({ url = '/' }, response) => {
    const script = scripts[url];
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(script ?? pageOf(url.startsWith('/link') ? drawnForLink : drawn));
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

  test('is taken over also if its base URL may not have the token of a link, which is then sent nowhere', async () => {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('request', (request) => hosts.add(new URL(request.url()).host));
    const { port } = server.address() as AddressInfo;
    await tab.goto(`http://127.0.0.1:${port}/link#reward=the-token-of-a-link`);
    await tab.addScriptTag({ type: 'module', url: '/page.js' });
    await tab.waitForSelector('reward-claim[data-state=misconfigured]');
    assert.equal(await tab.$$eval('reward-claim >>> .container', ({ length }) => length), 1);
    const warned = new Promise((resolve) => tab.once('console', resolve));
    // The texts of warnings are loaded when somebody turns to the element.
    await tab.hover('reward-claim');
    await warned;
    assert.equal(complaints.length, 1);
    assert.match(complaints[0]!, /^<reward-claim> base-url must be on the origin of the page/);
    assert.deepEqual([...hosts], [`127.0.0.1:${port}`]);
  });
});
