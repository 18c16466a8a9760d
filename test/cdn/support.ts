/** Pages as merchants write them, with the built files on the shop's own server and on a CDN. */
import { createHash } from 'node:crypto';
import { after, before } from 'node:test';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { version } from '../../src/elements/shared/define.ts';
import { firefox } from '../engines/firefox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { withoutHash } from '../helpers/built.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';

/** `ENGINE=firefox` runs a file of tests there. */
export const isFirefox = process.env['ENGINE'] === 'firefox';

export const OLD_VERSION = '0.0.9';

export interface Stage {
  sandbox: Sandbox;
  browser: Browser;
  /** The shop: its pages, its own copies of the files, and the service under `/apps/rewards`. */
  merchant: MerchantPage;
  /** The files on another origin. */
  cdn: MerchantPage;
}

/** All files that a page can name. */
export const allEntries = [
  'storefront-elements',
  'otp-login',
  'reward-claim',
  'collection-timeline',
  'storefront-elements.classic',
  'loader',
];

/**
 * Starts everything before the tests of a file, with some of the built files, and ends it after them. The same files are
 * in `/copy/`, and as an older version in `/old/`.
 */
export const setStage = (...entries: string[]): Stage => startStage(entries, false);

/** The same, for tests that listen to requests with Puppeteer. */
export const setListeningStage = (...entries: string[]): Stage => startStage(entries, true);

function startStage(entries: string[], networkEnabled: boolean): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [sandbox, browser, merchant, cdn] = await Promise.all([
      startSandbox(),
      isFirefox ? puppeteer.launch(firefox) : openBrowser({ networkEnabled }),
      startMerchantPage(...entries),
      startMerchantPage(...entries),
    ]);
    const built = Object.fromEntries(
      Object.entries(merchant.scripts).filter(([path]) => !path.startsWith('/assets/')),
    );
    for (const [path, code] of Object.entries(built)) {
      merchant.scripts[`/copy${path}`] = code;
    }
    for (const [path, code] of Object.entries(asOldVersion(built))) merchant.scripts[`/old${path}`] = code;
    Object.assign(stage, { sandbox, browser, merchant, cdn });
  });
  after(async () => {
    await stage.browser.close();
    stage.merchant.close();
    stage.cdn.close();
    await stage.sandbox.close();
  });
  return stage;
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64').slice(0, -1);

/** The same files as a build of an older version, whose entries know the hashes of its chunks. */
function asOldVersion(scripts: Record<string, string>): Record<string, string> {
  const old = Object.fromEntries(
    Object.entries(scripts).map(([path, code]) => [path, code.replaceAll(version, OLD_VERSION)]),
  );
  const changed = Object.keys(scripts).filter(
    (path) => path !== withoutHash(path) && old[path] !== scripts[path],
  );
  for (const path of Object.keys(old))
    for (const chunk of changed) old[path] = old[path]!.replace(hashOf(scripts[chunk]!), hashOf(old[chunk]!));
  return old;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  shop: TestShop;
  /** Console messages and page errors. */
  complaints: string[];
  /** The files that the page requested from the shop and the CDN, without their folder. */
  loaded: () => string[];
}

export interface PageOptions {
  headers?: Record<string, string>;
  /** Of `<html>`. */
  attributes?: string;
  head?: string;
  /** Whether something that the page waits for is held back. */
  isLate?: boolean;
  /** Done before the page is opened. */
  prepare?: (page: Page, shop: TestShop) => unknown;
}

/** Opens a page of the shop for a shopper of its own; `body` may name the shop's test key. */
export async function openPage(
  stage: Stage,
  body: string | ((shop: TestShop) => string | Promise<string>),
  { headers = {}, attributes = 'lang="en"', head = '', isLate = false, prepare }: PageOptions = {},
): Promise<Visit> {
  const { sandbox, browser, merchant, cdn } = stage;
  const shop = await openShop(sandbox.url, 'publishable');
  const content = typeof body === 'string' ? body : await body(shop);
  merchant.gateway = { url: sandbox.url, apiKey: shop.key };
  merchant.headers = headers;
  merchant.html = `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>Shop</title>
    <link rel="icon" href="data:,">${head}</head><body>${content}</body></html>`;
  merchant.requests = [];
  cdn.requests = [];
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!isKeyWarning(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await prepare?.(page, shop);
  const opened = page.goto(merchant.origin);
  // A test may end before a late page has loaded.
  opened.catch(() => undefined);
  await (isLate ? page.waitForSelector('body') : opened);
  const loaded = () =>
    [...merchant.requests, ...cdn.requests]
      .map(({ path }) => path)
      .filter((path) => /\.js(\?|$)/.test(path))
      .map((path) => withoutHash(path.replace(/^.*\/(?=[^/]*$)/, '')));
  return { page, context, shop, complaints, loaded };
}

/** Waits until the element is in the state, or merely drawn. */
export const drawn = (page: Page, tag: string, state?: string) =>
  page.waitForSelector(`${tag}[data-state${state ? `=${state}` : ''}]`);

/**
 * Waits until an element matches, in the page or in a shadow root. Waiting for a plain selector would miss changes in
 * shadow roots.
 */
export const isThere = (page: Page, selector: string) =>
  page.waitForFunction(
    (wanted) => {
      const isIn = (root: ParentNode): boolean =>
        root.querySelector(wanted) !== null ||
        [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && isIn(shadowRoot));
      return isIn(document);
    },
    {},
    selector,
  );

/** Waits until an element speaks a language, which comes in a file of its own. */
export const speaks = (page: Page, language: string, direction = 'ltr', selector = 'otp-login') =>
  page.waitForSelector(`${selector} >>> .container[lang=${language}][dir=${direction}]`);

/**
 * Waits until a claim shows its built-in login. Nothing changes outside the claim then, so no selector could wait for
 * it.
 */
export const loginDrawn = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('reward-claim')].some((claim) =>
      claim.shadowRoot?.querySelector('otp-login[data-state=email]'),
    ),
  );

/** Waits two frames, so that pending work in the page is done. */
export const frames = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Waits until the page has sent all requests so far: a later request has been answered. */
export async function settle(page: Page): Promise<void> {
  await frames(page);
  await page.evaluate(() => fetch('/').then((answer) => answer.text()));
}

/** Waits until the console has said this, and gives all lines that are the library's own. */
export async function told({ page, complaints }: Visit, words: string | RegExp): Promise<string[]> {
  const said = () => complaints.filter((line) => line.startsWith('<'));
  const isSaid = () =>
    typeof words === 'string'
      ? said().some((line) => line.includes(words))
      : complaints.some((line) => words.test(line));
  const late = AbortSignal.timeout(60_000);
  while (!isSaid()) {
    const next = Promise.withResolvers<unknown>();
    page.once('console', next.resolve);
    late.addEventListener('abort', () => next.reject(new Error(`The console said only: ${said().join()}`)));
    await next.promise;
  }
  return said();
}

/** Puts elements into the page's body, as a script of the page does. */
export const add = (page: Page, html: string): Promise<void> =>
  page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);

/** Keeps the requests for some files back until they are let go; to be called before the page is opened. */
export async function hold(page: Page, files: RegExp): Promise<{ letGo: () => Promise<void> }> {
  const held = Promise.withResolvers<undefined>();
  let isHolding = true;
  const others: string[] = [];
  const session = await page.createCDPSession();
  // The page may be gone by then.
  const resume = (requestId: string) =>
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  session.on('Fetch.requestPaused', ({ request, requestId }) => {
    if (!isHolding || !files.test(request.url)) return void resume(requestId);
    others.push(requestId);
    held.resolve(undefined);
  });
  await session.send('Fetch.enable');
  return {
    letGo: async () => {
      await held.promise;
      isHolding = false;
      await Promise.all(others.map(resume));
    },
  };
}
