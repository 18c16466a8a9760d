/** Pages of a shop with the built files of login and claim, whose flows come when the test lets them. */
import { after, before } from 'node:test';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import { isKeyWarning } from '../../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../../helpers/merchant-page.ts';

/** Milliseconds that a test waits at most. */
const PATIENCE = 60_000;

export type Tag = 'otp-login' | 'reward-claim';

/** The result of a request for a flow. */
export type Fate = 'comes' | 'is held' | 'fails';

export interface Visit {
  page: Page;
  context: BrowserContext;
  shop: TestShop;
  token: string;
  /** How often a flow was requested. */
  asked: () => number;
  /** Sets the result of later requests. Requests that are held are released, or fail with `fails`. */
  let: (fate: Fate) => Promise<void>;
  /** Waits until flows have been requested so often. */
  askedFor: (times: number) => Promise<void>;
  /** Console messages and page errors. */
  lines: string[];
}

export interface Stage {
  sandbox: Sandbox;
  merchant: MerchantPage;
  browser: Browser;
}

export function setStage(): Stage {
  const stage = {} as Stage;
  before(async () => {
    [stage.sandbox, stage.browser, stage.merchant] = await Promise.all([
      startSandbox({ keepAlive: false }),
      openBrowser({ networkEnabled: true }),
      startMerchantPage('otp-login', 'reward-claim'),
    ]);
  });
  after(async () => {
    await stage.browser.close();
    stage.merchant.close();
    await stage.sandbox.close();
  });
  return stage;
}

export interface Settings {
  fate?: Fate;
  /** The elements of the page and their attributes, besides the service's address. */
  elements?: Partial<Record<Tag, string>>;
  width?: number;
  hasTouch?: boolean;
  /** An earlier visit, whose browser context, shop and token this visit reuses. */
  before?: Visit;
  path?: string;
  /** The elements whose scripts the page loads; by default those of `elements`. */
  scripts?: Tag[];
  /** HTML inside each element. */
  inside?: string;
  /** A module script of the page itself, after those of the elements. */
  script?: string;
}

/** Notes every state that an element shows, and every movement of the page. */
const watch = () => {
  const told: Record<string, unknown[]> = { shifts: [], events: [], 'otp-login': [], 'reward-claim': [] };
  Object.assign(globalThis, { told });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      told['shifts']!.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((records) => {
    for (const { target } of records) {
      const { localName, dataset } = target as HTMLElement;
      const states = told[localName];
      if (states?.at(-1) !== dataset['state']) states?.push(dataset['state']);
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-state'] });
  for (const name of [
    'otp-login-send-before',
    'otp-login-code-sent',
    'otp-login-success',
    'otp-login-restore',
    'otp-login-error',
    'reward-claim-claim-before',
    'reward-claim-success',
    'reward-claim-restore',
    'reward-claim-error',
  ])
    addEventListener(name, (event) => {
      const { kind = '' } = event as Event & { kind?: string };
      told['events']!.push(`${name} ${kind}`.trim());
    });
};

/** The notes so far. */
export const told = (page: Page, what: Tag | 'shifts' | 'events') =>
  page.evaluate((name) => (globalThis as unknown as { told: Record<string, string[]> }).told[name]!, what);

/** Opens a page with the elements, each from its own script. */
export async function openPage(
  { browser, merchant, sandbox }: Stage,
  {
    fate = 'comes',
    elements = { 'otp-login': '', 'reward-claim': '' },
    width = 800,
    hasTouch = false,
    before,
    path = '/',
    scripts = Object.keys(elements) as Tag[],
    inside = '',
    script = '',
  }: Settings = {},
): Promise<Visit> {
  const shop = before?.shop ?? (await openShop(sandbox.url, 'publishable'));
  const token = before?.token ?? (await shop.grant({ valueType: 'percentage', value: 15 })).token;
  const tags = Object.entries(elements);
  merchant.html = `<!doctype html><html lang="en"><head><title>Shop</title>
    ${scripts.map((tag) => `<script type="module" src="/assets/${tag}.js" data-base-url="${sandbox.url}"></script>`).join('')}
    <script type="module">${script}</script></head>
    <body>${tags
      .map(
        ([tag, attributes]) =>
          // The first of two attributes with one name counts.
          `<${tag} ${attributes.replace('TOKEN', token)} base-url="${sandbox.url}" api-key="${shop.key}">${inside}</${tag}>`,
      )
      .join('')}<p>What stands below.</p></body></html>`;
  const context = before?.context ?? (await browser.createBrowserContext());
  const page = await context.newPage();
  await page.setViewport({ width, height: 900, hasTouch });
  const lines: string[] = [];
  page.on('console', (message) => {
    // The browser's own message about a file that did not load.
    if (!message.text().startsWith('Failed to load resource') && !isKeyWarning(message.text()))
      lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  let current = fate;
  let asked = 0;
  const held: HTTPRequest[] = [];
  const waiting: (() => void)[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!/\/(login|claim)-flow\.\w+\.js/.test(request.url())) return void request.continue();
    asked++;
    for (const each of waiting) each();
    if (current === 'is held') held.push(request);
    else void (current === 'fails' ? request.abort() : request.continue());
  });
  await page.evaluateOnNewDocument(watch);
  await page.goto(merchant.origin + path);
  // Scripts load their elements asynchronously.
  await page.waitForFunction(
    (tags) => tags.every((tag) => [...document.querySelectorAll(tag)].every((each) => each.dataset['state'])),
    {},
    scripts,
  );
  return {
    page,
    context,
    shop,
    token,
    lines,
    asked: () => asked,
    let: async (next) => {
      current = next;
      await Promise.all(held.splice(0).map((each) => (next === 'fails' ? each.abort() : each.continue())));
    },
    askedFor: (times) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('No flow was requested.')), PATIENCE);
        const check = () => {
          if (asked < times) return;
          clearTimeout(late);
          resolve();
        };
        waiting.push(check);
        check();
      }),
  };
}

export const inState = (page: Page, tag: Tag, state: string) =>
  page.waitForSelector(`${tag}[data-state=${state}]`, { timeout: PATIENCE });

/** Waits until every element has its flow. */
export const isThere = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('otp-login, reward-claim')].every((each) =>
      Boolean((each as unknown as { flow?: unknown }).flow),
    ),
  );

const middleOf = (page: Page, tag: Tag, selector = 'div') =>
  page.$eval(
    tag,
    (element, inside) => {
      const { left, top, width, height } = element.shadowRoot!.querySelector(inside)!.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    selector,
  );

export async function tap(page: Page, tag: Tag, selector: string): Promise<void> {
  const { x, y } = await middleOf(page, tag, selector);
  await page.touchscreen.tap(x, y);
}

export async function moveFinger(page: Page, tag: Tag): Promise<void> {
  const { x, y } = await middleOf(page, tag);
  const finger = await page.touchscreen.touchStart(x, y);
  await finger.move(x, y - 60);
  await finger.end();
}

/** Types an address and presses the button. */
export async function askForCode({ page }: Visit, email: string): Promise<void> {
  await page.locator('otp-login >>> [part=input]').fill(email);
  await page.locator('otp-login >>> [part=button]').click();
}

export const press = ({ page }: Visit, tag: Tag) =>
  page.$eval(tag, (element) =>
    element.shadowRoot!.querySelector<HTMLElement>('button[part=button]')!.click(),
  );

/** The text of the message as screen readers read it. */
export const messageOf = (page: Page, tag: Tag) =>
  page.$eval(tag, (element) => {
    const message = element.shadowRoot!.querySelector('#message')!.cloneNode(true) as Element;
    for (const hidden of message.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return message.textContent.replace(/[\u2066-\u2069]/g, '').trim();
  });

export const buttonOf = (page: Page, tag: Tag) =>
  page.$eval(tag, (element) => {
    const button = element.shadowRoot!.querySelector('button[part=button]')!;
    return [button.textContent.trim(), button.getAttribute('aria-disabled')];
  });

let addresses = 0;
export const newEmail = () => `a${++addresses}-${Math.random().toString(36).slice(2, 10)}@example.com`;
