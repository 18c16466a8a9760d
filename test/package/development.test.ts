/** The console messages for developers, when a bundler builds the page for development and for production. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../helpers/browser.ts';
import { type PackedPackage, packPackage } from './packed.ts';
import { bundle, servePage } from './use.ts';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page in the making</title>
  <link rel="icon" href="data:,"><script type="module" src="/page.js"></script></head><body>
  <otp-login base-url="/apps/rewards" code-length="many"></otp-login>
  <reward-claim base-url="/apps/rewards" token="the-token-from-the-invitation" currency="euro"></reward-claim>
  </body></html>`;

const loginMessage = '<otp-login> code-length must be a whole number above 0.';

describe('A login and a claim with wrong attributes', () => {
  let packed: PackedPackage;
  let browser: Browser;
  before(async () => {
    packed = await packPackage();
    browser = await openBrowser({ networkEnabled: true });
  });
  after(async () => {
    await browser.close();
    packed.remove();
  });

  /** Opens the page; `messages` grows with what our elements write into the console. */
  async function open(code: string, condition: 'production' | 'development') {
    const scripts = await bundle(packed.folder, code, condition);
    const server = await servePage(page, scripts);
    const tab = await browser.newPage();
    const messages: string[] = [];
    tab.on('console', (message) => {
      if (message.text().startsWith('<')) messages.push(message.text());
    });
    const requests: string[] = [];
    tab.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await tab.goto(server.origin, { waitUntil: 'networkidle0' });
    await tab.waitForSelector('otp-login[data-state=email]');
    const close = async () => {
      await tab.close();
      server.close();
    };
    return { tab, messages, requests, close };
  }

  const all = "import 'storefront-elements/define';";
  const single =
    "import 'storefront-elements/otp-login/define'; import 'storefront-elements/reward-claim/define';";
  for (const [name, code] of Object.entries({ all, single }))
    test(`report them at once in a development build: ${name}`, async () => {
      const { messages, close } = await open(code, 'development');
      assert.ok(messages.includes(loginMessage), messages.join('\n'));
      assert.ok(
        messages.some((message) => message.startsWith('<reward-claim> currency ')),
        messages.join('\n'),
      );
      await close();
    });

  test('report them in production once a shopper touches them, and load less until then', async () => {
    const { tab, messages, requests, close } = await open(all, 'production');
    assert.deepEqual(messages, []);
    const untouched = requests.length;
    const reported = once(tab as never, 'console');
    await tab.locator('otp-login >>> [part=input]').click();
    await reported;
    assert.deepEqual(messages, [loginMessage]);
    assert.ok(requests.length > untouched);
    await close();
  });
});
