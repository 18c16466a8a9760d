import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../helpers/browser.ts';
import { openShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';

let sandbox: Sandbox;
let browser: Browser;
let merchant: MerchantPage;
let shoppers = 0;

before(async () => {
  [sandbox, browser, merchant] = await Promise.all([
    startSandbox(),
    findBrowser().then((found) => puppeteer.launch({ ...found, headless: 'shell' })),
    startMerchantPage('storefront-elements'),
  ]);
  merchant.scripts['/watch.js'] = `
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
  `;
});

after(async () => {
  await browser.close();
  merchant.close();
  await sandbox.close();
});

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

/** All that the page's origin keeps, by key. */
type Kept = Record<'sessionStorage' | 'localStorage', Record<string, string>>;

/** Goes through all elements as a shopper would, and gives what is kept in the browser after that. */
async function goThroughEverything(
  scripts: string[],
  attributes = '',
): Promise<{ kept: Kept; secrets: string[] }> {
  const shop = await openShop(sandbox.url, 'publishable');
  const { token } = await shop.grant();
  const service = `base-url="${sandbox.url}" api-key="${shop.key}"`;
  merchant.html = `<!doctype html><html lang="en"><head><title>Strict</title><script src="/watch.js"></script>
    ${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('\n')}
    </head><body>
    <otp-login ${service} ${attributes}></otp-login>
    <reward-claim ${service} ${attributes} token="${token}"></reward-claim>
    <collection-timeline ${service} collection-slug="nordlicht-aw26" paging="button"></collection-timeline>
    </body></html>`;
  const context = await browser.createBrowserContext();
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(merchant.origin, { waitUntil: 'networkidle0' });

  const email = `strict-${++shoppers}@example.com`;
  await tab.locator('otp-login >>> [part=input]').fill(email);
  await tab.locator('otp-login >>> [part=button]').click();
  await tab.waitForSelector('otp-login[data-state=code]');
  const code = await shop.mailedCode(email);
  await tab.locator('otp-login >>> [part=input]').fill(code);
  await tab.locator('otp-login >>> [part=button]').click();
  await tab.waitForSelector('otp-login[data-state=verified]');
  await tab.locator('reward-claim >>> [part=button]').click();
  await tab.waitForSelector('reward-claim[data-state=claimed]');
  await tab.locator('collection-timeline >>> [part=button]').click();
  await tab.waitForFunction(
    () =>
      document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length === 40,
  );
  const { violations, kept } = await tab.evaluate((): { violations: string[]; kept: Kept } => ({
    violations: (globalThis as unknown as { violations: string[] }).violations,
    kept: {
      sessionStorage: Object.fromEntries(Object.entries(sessionStorage)),
      localStorage: Object.fromEntries(Object.entries(localStorage)),
    },
  }));
  assert.deepEqual(violations, []);
  assert.deepEqual(complaints, []);
  assert.deepEqual(await context.cookies(), []);
  await context.close();
  return { kept, secrets: [token, code, shop.key] };
}

describe('The self-contained file on a page with a strict Content-Security-Policy and Trusted Types', () => {
  const allow = (trustedTypes: string) =>
    (merchant.headers['content-security-policy'] = strictPolicy(trustedTypes));

  test('goes through login, claim and timeline without a violation, a console line or a cookie', async () => {
    allow('lit-html');
    await goThroughEverything(['/first.js']);
  });

  test('keeps the login for the tab and the claim for the browser, and no token, one-time code or key', async () => {
    allow('lit-html');
    const { kept, secrets } = await goThroughEverything(['/first.js']);
    assert.deepEqual(Object.keys(kept.sessionStorage), [`storefront-elements:login:${sandbox.url}`]);
    const claims = Object.keys(kept.localStorage);
    assert.equal(claims.length, 1);
    assert.match(claims[0]!, /^storefront-elements:claim:[\da-f]{64}$/);
    for (const secret of secrets) assert.equal(JSON.stringify(kept).includes(secret), false, secret);
  });

  test('keeps nothing at all with no-storage', async () => {
    allow('lit-html');
    const { kept } = await goThroughEverything(['/first.js'], 'no-storage');
    assert.deepEqual(kept, { sessionStorage: {}, localStorage: {} });
  });

  test('can be loaded twice where the page allows a policy to be made twice', async () => {
    allow("lit-html 'allow-duplicates'");
    await goThroughEverything(['/first.js', '/second.js']);
  });
});
