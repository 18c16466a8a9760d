import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { build } from 'vite';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../helpers/browser.ts';
import { openShop } from '../helpers/control.ts';

let sandbox: Sandbox;
let browser: Browser;
let server: Server;
let origin: string;
let page = '';
let policy = '';

before(async () => {
  let script: string;
  [sandbox, browser, script] = await Promise.all([
    startSandbox(),
    findBrowser().then((found) => puppeteer.launch({ ...found, headless: 'shell' })),
    bundleOf('storefront-elements'),
  ]);
  // The page as a merchant writes it, with the headers that a strict shop sends.
  server = createServer((request, response) => {
    response.setHeader('content-security-policy', policy);
    if (/^\/(first|second|watch)\.js/.test(request.url!)) {
      response.setHeader('content-type', 'text/javascript');
      response.end(request.url === '/watch.js' ? watch : script);
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(async () => {
  await browser.close();
  server.close();
  await sandbox.close();
});

const watch = `
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
`;

async function bundleOf(mode: string): Promise<string> {
  const [bundle] = [await build({ mode, logLevel: 'warn', build: { write: false } })].flat();
  assert.ok(bundle && 'output' in bundle);
  return bundle.output[0].code;
}

/** What a strict shop sends; Lit makes the policy `lit-html`. */
const strictPolicy = (trustedTypes: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src ${sandbox.url}`,
    `img-src ${sandbox.url}`,
    `media-src ${sandbox.url}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');

async function goThroughEverything(scripts: string[]): Promise<void> {
  const shop = await openShop(sandbox.url, 'publishable');
  const { token } = await shop.grant();
  const service = `base-url="${sandbox.url}" api-key="${shop.key}"`;
  page = `<!doctype html><html lang="en"><head><title>Strict</title><script src="/watch.js"></script>
    ${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('\n')}
    </head><body>
    <otp-login ${service}></otp-login>
    <reward-claim ${service} token="${token}"></reward-claim>
    <collection-timeline ${service} collection-slug="nordlicht-aw26"></collection-timeline>
    </body></html>`;
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(origin, { waitUntil: 'networkidle0' });

  const email = `strict-${scripts.length}@example.com`;
  await tab.locator('otp-login >>> [part=input]').fill(email);
  await tab.locator('otp-login >>> [part=button]').click();
  await tab.waitForSelector('otp-login[data-state=code]');
  await tab.locator('otp-login >>> [part=input]').fill(await shop.mailedCode(email));
  await tab.locator('otp-login >>> [part=button]').click();
  await tab.waitForSelector('otp-login[data-state=verified]');
  await tab.locator('reward-claim >>> [part=button]').click();
  await tab.waitForSelector('reward-claim[data-state=claimed]');
  await tab.locator('collection-timeline >>> [part=button]').click();
  await tab.waitForFunction(
    () =>
      document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length === 40,
  );
  const seen = await tab.evaluate(() => ({
    violations: (globalThis as unknown as { violations: string[] }).violations,
    stored: localStorage.length + sessionStorage.length,
  }));
  assert.deepEqual(seen, { violations: [], stored: 0 });
  assert.deepEqual(complaints, []);
  assert.deepEqual(await browser.cookies(), []);
  await tab.close();
}

describe('The self-contained file on a page with a strict Content-Security-Policy and Trusted Types', () => {
  test('goes through login, claim and timeline without a violation, a console line or a cookie', async () => {
    policy = strictPolicy('lit-html');
    await goThroughEverything(['/first.js']);
  });

  test('can be loaded twice where the page allows a policy to be made twice', async () => {
    policy = strictPolicy("lit-html 'allow-duplicates'");
    await goThroughEverything(['/first.js', '/second.js']);
  });
});
