/** The elements in a real page with a real gateway: the effects of a login, and its end. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { atEnd, callAt, openGateway, SESSIONS, type TestGateway } from './support.ts';

let sandbox: Sandbox;
let browser: Browser;
let merchant: MerchantPage;
let shop: TestShop;

before(async () => {
  [sandbox, browser, merchant] = await Promise.all([
    startSandbox({ log: () => undefined }),
    openBrowser({ networkEnabled: true }),
    startMerchantPage('storefront-elements'),
  ]);
  // The gateways are closed by support.ts, before the sandbox.
  atEnd(() => sandbox.close());
  shop = await openShop(sandbox.url);
});
after(async () => {
  await browser.close();
  merchant.close();
});

/** The page's console messages and errors, and the headers of its requests to the gateway. */
let complaints: string[];
let sent: Record<string, string>[];
beforeEach(() => {
  complaints = [];
  sent = [];
});

const start = (options: Partial<GatewayOptions> = {}): Promise<TestGateway> =>
  openGateway({ origins: [merchant.origin], requireLogin: true, ...options }, { sandbox, shop });

/** A shopper's page with a login, and a claim of this token or with these attributes. */
async function open(gateway: TestGateway, claim: string, attributes = ''): Promise<Page> {
  const service = `base-url="${gateway.url}" ${attributes}`;
  merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title><link rel="icon" href="data:,">
    <script type="module" src="/first.js"></script></head><body>
    <otp-login ${service}></otp-login>
    <reward-claim ${service} ${claim.includes('=') ? claim : `token="${claim}"`}></reward-claim></body></html>`;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => {
    // The browser itself reports every refusal.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url().startsWith(gateway.url)) sent.push(request.headers());
  });
  await page.goto(merchant.origin);
  return page;
}

const reach = (page: Page, tag: string, state: string) => page.waitForSelector(`${tag}[data-state=${state}]`);

const click = (page: Page, selector: string) => page.locator(selector).click();

async function logIn(page: Page, email: string, login = 'otp-login'): Promise<void> {
  await page.locator(`${login} >>> [part=input]`).fill(email);
  await click(page, `${login} >>> [part=button]`);
  await page.waitForSelector(`${login} >>> input[name=code]`);
  await page.locator(`${login} >>> [part=input]`).fill(await shop.mailedCode(email));
  await click(page, `${login} >>> [part=button]`);
}

/** The next answer to a POST, as opposed to the browser's preflight request. */
const answerOf = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().endsWith(path) && response.request().method() === 'POST');

const shownCode = (page: Page) =>
  page.$eval('reward-claim >>> [part=code]', (code) => (code as HTMLElement).innerText);

const session = (page: Page) =>
  page.evaluate(() => /"session":\{"token":"([^"]+)"/.exec(Object.values(sessionStorage).join())?.[1]);

describe('A login at a gateway', () => {
  test('lets the shopper claim, also after a reload; the log-out revokes it', async () => {
    const gateway = await start();
    const { token } = await shop.grant();
    const page = await open(gateway, token);
    await reach(page, 'reward-claim', 'ready');
    await click(page, 'reward-claim >>> [part=button]');
    // Nobody is logged in: the gateway says so, and the claim offers the login.
    await reach(page, 'reward-claim', 'login');
    assert.equal((await shop.grantRecord(token)).claims, 0);
    await logIn(page, 'session-1@example.com', 'reward-claim >>> otp-login');
    await reach(page, 'reward-claim', 'claimed');
    const { discountCode, claims } = await shop.grantRecord(token);
    assert.deepEqual([await shownCode(page), claims], [discountCode, 1]);
    const given = (await session(page))!;
    assert.ok(sent.length >= 4);
    assert.ok(
      sent.every((headers) => !('x-api-key' in headers)),
      'no page has a key',
    );

    await page.reload();
    await reach(page, 'otp-login', 'verified');
    assert.equal(await session(page), given);
    const told = answerOf(page, '/v1/access/logout');
    await click(page, 'otp-login >>> button[part=link]');
    assert.equal((await told).status(), 204);
    await reach(page, 'otp-login', 'email');
    assert.equal(await session(page), undefined);
    const again = await callAt(gateway.url, `POST /v1/rewards/grants/${token}/claim`, {
      token: given,
      origin: merchant.origin,
    });
    assert.deepEqual([again.status, again.body.code], [401, 'session_invalid']);
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });

  test('is over when the gateway says so: another login, and the claim goes on', async () => {
    let ahead = 0;
    const gateway = await start({ now: () => Date.now() + ahead });
    const { token } = await shop.grant();
    const page = await open(gateway, token);
    await logIn(page, 'session-2@example.com');
    await reach(page, 'otp-login', 'verified');
    const first = await session(page);
    // The gateway's clock goes on, the shopper's does not.
    ahead = 13 * 3_600_000;
    await click(page, 'reward-claim >>> [part=button]');
    await reach(page, 'reward-claim', 'login');
    await reach(page, 'otp-login', 'email');
    assert.equal((await shop.grantRecord(token)).claims, 0);
    await logIn(page, 'session-2@example.com', 'reward-claim >>> otp-login');
    await reach(page, 'reward-claim', 'claimed');
    await reach(page, 'otp-login', 'verified');
    assert.notEqual(await session(page), first);
    assert.equal((await shop.grantRecord(token)).claims, 1);
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });

  test('of another shopper gets nothing; that of the first gets the same code on another device', async () => {
    const gateway = await start();
    const { token } = await shop.grant();
    const mine = await open(gateway, token);
    await logIn(mine, 'owner@example.com');
    await reach(mine, 'otp-login', 'verified');
    await click(mine, 'reward-claim >>> [part=button]');
    await reach(mine, 'reward-claim', 'claimed');
    const code = await shownCode(mine);

    const page = await open(gateway, token);
    await logIn(page, 'other@example.com');
    await reach(page, 'otp-login', 'verified');
    await click(page, 'reward-claim >>> [part=button]');
    await page.waitForSelector('reward-claim[data-problem=wrong-account]');
    const words = await page.$eval('reward-claim', ({ shadowRoot }) => shadowRoot!.textContent);
    assert.ok(!words.includes(code));
    await click(page, 'reward-claim >>> [part=button]');
    await reach(page, 'reward-claim', 'login');
    await logIn(page, 'owner@example.com', 'reward-claim >>> otp-login');
    await reach(page, 'reward-claim', 'claimed');
    assert.equal(await shownCode(page), code);
    assert.equal((await shop.grantRecord(token)).claims, 1);
    assert.deepEqual(complaints, []);
    await mine.browserContext().close();
    await page.browserContext().close();
  });

  test('in a cookie, which no script can read, is sent to another host of the site', async () => {
    const gateway = await start({ sessions: { ...SESSIONS, cookie: {} } });
    const { token } = await shop.grant();
    const page = await open(gateway, token, 'credentials="include"');
    await logIn(page, 'cookie@example.com');
    await reach(page, 'otp-login', 'verified');
    const [cookie] = await page.browserContext().cookies();
    assert.ok(cookie?.httpOnly);
    assert.equal(await session(page), undefined);
    await click(page, 'reward-claim >>> [part=button]');
    await reach(page, 'reward-claim', 'claimed');
    assert.equal((await shop.grantRecord(token)).claims, 1);
    const told = answerOf(page, '/v1/access/logout');
    await click(page, 'otp-login >>> button[part=link]');
    assert.equal((await told).status(), 204);
    assert.deepEqual(await page.browserContext().cookies(), []);
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });
});

describe('A logout at a gateway', () => {
  test('deletes the cookie of a login whose tab was closed', async () => {
    const gateway = await start({ sessions: { ...SESSIONS, cookie: {} } });
    const { token } = await shop.grant();
    const closed = await open(gateway, token, 'credentials="include"');
    await logIn(closed, 'closed@example.com');
    await reach(closed, 'otp-login', 'verified');
    const context = closed.browserContext();
    const page = await context.newPage();
    await closed.close();
    await page.goto(merchant.origin);
    await reach(page, 'otp-login', 'email');
    const told = answerOf(page, '/v1/access/logout');
    await page.$eval('otp-login', (login) => {
      login.logout();
    });
    assert.equal((await told).status(), 204);
    assert.deepEqual(await context.cookies(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('A code behind a gateway', () => {
  test('is locked after five tries, and a new one logs in', async () => {
    const gateway = await start();
    const { token } = await shop.grant();
    const page = await open(gateway, token, 'resend-after="0"');
    const email = 'tries@example.com';
    await page.locator('otp-login >>> [part=input]').fill(email);
    await click(page, 'otp-login >>> [part=button]');
    await reach(page, 'otp-login', 'code');
    const right = await shop.mailedCode(email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) {
      await page.locator('otp-login >>> [part=input]').fill(wrong);
      const answered = answerOf(page, '/verify');
      await click(page, 'otp-login >>> [part=button]');
      assert.equal((await answered).status(), 200);
      await reach(page, 'otp-login', 'code');
    }
    // Not even the right one any more.
    await page.locator('otp-login >>> [part=input]').fill(right);
    await click(page, 'otp-login >>> [part=button]');
    await reach(page, 'otp-login', 'locked-out');
    await click(page, 'otp-login >>> button[part=link]');
    await reach(page, 'otp-login', 'code');
    await page.locator('otp-login >>> [part=input]').fill(await shop.mailedCode(email));
    await click(page, 'otp-login >>> [part=button]');
    await reach(page, 'otp-login', 'verified');
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });
});

describe('A claim behind a gateway', () => {
  test('that is under way on another device is waited for, and gives the same code', async () => {
    const gateway = await start({ requireLogin: false });
    const { token } = await shop.grant();
    const held = await shop.hold('claimRewardGrant');
    const pages = [await open(gateway, token), await open(gateway, token)] as const;
    for (const page of pages) await reach(page, 'reward-claim', 'ready');
    await Promise.all(pages.map((page) => click(page, 'reward-claim >>> [part=button]')));
    await held.arrived();
    for (const page of pages) await reach(page, 'reward-claim', 'claiming');
    await held.release();
    for (const page of pages) await reach(page, 'reward-claim', 'claimed');
    const { discountCode, claims } = await shop.grantRecord(token);
    assert.equal(claims, 1);
    assert.deepEqual(await Promise.all(pages.map(shownCode)), [discountCode, discountCode]);
    for (const page of pages) await page.browserContext().close();
  });

  test('whose answer was lost is not confirmed, and never asked for twice', async () => {
    const gateway = await start({ requireLogin: false });
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    const page = await open(gateway, token);
    for (let tries = 0; tries < 2; tries++) {
      const answered = answerOf(page, '/claim');
      await click(page, 'reward-claim >>> [part=button]');
      assert.equal((await answered).status(), 502);
      await reach(page, 'reward-claim', 'unconfirmed');
    }
    assert.equal((await shop.grantRecord(token)).claims, 1);
    await page.browserContext().close();
  });

  test('reserves a code for the address of the session', async () => {
    const gateway = await start({ reserve: true });
    const { rewardId, codeId } = await shop.rewardCode();
    const page = await open(gateway, `reward-id="${rewardId}" code-id="${codeId}"`);
    await reach(page, 'reward-claim', 'login');
    await logIn(page, 'Reserve@Example.com', 'reward-claim >>> otp-login');
    await reach(page, 'reward-claim', 'reserved');
    const text = await page.$eval('reward-claim', (claim) => claim.shadowRoot!.textContent);
    assert.match(text, /reserve@example\.com/);
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });
});

describe('A sandboxed frame', () => {
  const frameOrigin = () => merchant.origin.replace('127.0.0.1', 'localhost');

  /** A page with a frame of another host, which claims by itself as far as the gateway lets it. */
  async function frameIn(sandboxed: string): Promise<{ page: Page; frame: Frame; token: string }> {
    const gateway = await start({ requireLogin: false, origins: [merchant.origin, frameOrigin()] });
    const { token } = await shop.grant();
    const page = await open(gateway, token);
    merchant.pages['/frame'] = merchant.html;
    merchant.html = `<!doctype html><html lang="en"><head><title>Shop</title></head><body>
      <iframe src="${frameOrigin()}/frame" sandbox="${sandboxed}" width="600" height="900"></iframe></body></html>`;
    await page.goto(merchant.origin);
    const frame = await (await page.$('iframe'))!.contentFrame();
    await frame.waitForSelector('reward-claim[data-state=ready]');
    await frame.locator('reward-claim >>> [part=button]').click();
    return { page, frame, token };
  }

  test('with an origin of its own claims, if the gateway lists that origin', async () => {
    const { page, frame, token } = await frameIn('allow-scripts allow-same-origin');
    await frame.waitForSelector('reward-claim[data-state=claimed]');
    assert.equal((await shop.grantRecord(token)).claims, 1);
    assert.deepEqual(complaints, []);
    await page.browserContext().close();
  });

  test('without one is refused, because any website can make such a frame', async () => {
    const { page, frame, token } = await frameIn('allow-scripts');
    await frame.waitForSelector('reward-claim[data-state=unconfirmed]');
    assert.equal((await shop.grantRecord(token)).claims, 0);
    await page.browserContext().close();
  });
});
