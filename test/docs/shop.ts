/** A shop that runs the examples of the documents: its own server, a gateway to the sandbox, and a host of scripts. */
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { version } from '../../src/elements/shared/define.ts';
import { watch } from '../embed/strict.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';

export interface Stage {
  sandbox: Sandbox;
  browser: Browser;
  /** The shop's own server. */
  merchant: MerchantPage;
  /** `https://cdn.example` of the examples. */
  cdn: MerchantPage;
}

const entries = [
  'storefront-elements',
  'storefront-elements.classic',
  'loader',
  'otp-login',
  'reward-claim',
  'collection-timeline',
];

/** Starts everything before the tests of a file, and ends it after them. */
export function setStage(): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [sandbox, browser, merchant, cdn] = await Promise.all([
      startSandbox(),
      openBrowser({ networkEnabled: true }),
      startMerchantPage(...entries),
      startMerchantPage(...entries),
    ]);
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

/** Puts the addresses of a test in the place of an example's. */
export const addressed = (text: string, { sandbox, cdn }: Stage): string =>
  text
    .replaceAll(`https://cdn.example/storefront-elements/${version}`, cdn.origin)
    .replaceAll('https://cdn.example', cdn.origin)
    .replaceAll(`"/storefront-elements/${version}/`, '"/')
    .replaceAll('https://service.example', sandbox.url)
    .replaceAll('https://media.example', sandbox.url);

export interface ShopPage {
  page: Page;
  shop: TestShop;
  context: BrowserContext;
  complaints: string[];
}

/** The elements that the examples of styles and scripts apply to. */
const everything = `
  <otp-login base-url="/apps/rewards"></otp-login>
  <p class="members-only">For members only</p>
  <reward-claim base-url="/apps/rewards" token="the-token-from-the-invitation" apply-url="/discount/{code}"></reward-claim>
  <collection-timeline base-url="/apps/rewards" collection-slug="nordlicht-aw26" paging="button"
    group-by="month"></collection-timeline>
  <p id="greeting"></p><p id="hint"></p><dialog><img alt=""></dialog>`;

interface Code {
  html?: string;
  css?: string;
  js?: string;
  headers?: Record<string, string>;
  /** Whether the elements' script is there; default true. An example that has its own needs none. */
  hasScript?: boolean;
}

/** Opens a page of the shop with an example on it, for a shopper of its own. */
export async function openExample(stage: Stage, code: Code): Promise<ShopPage> {
  const { sandbox, browser, merchant } = stage;
  const { html = everything, css = '', js = '', headers = {}, hasScript = !html.includes('<script') } = code;
  const shop = await openShop(sandbox.url, 'publishable');
  const { token } = await shop.grant();
  merchant.gateway = { url: sandbox.url, apiKey: shop.key };
  merchant.headers = headers;
  merchant.requests = [];
  merchant.reports = [];
  merchant.styles['/example.css'] = `body { margin: 16px; font: 16px/1.5 sans-serif; } ${css}`;
  merchant.scripts['/example.js'] = js;
  merchant.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title>
    <link rel="stylesheet" href="/example.css">
    ${js && '<script type="module" src="/example.js"></script>'}
    ${hasScript ? '<script type="module" src="/storefront-elements.js"></script>' : ''}</head><body>
    ${addressed(html, stage).replaceAll('the-token-from-the-invitation', token)}</body></html>`;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.evaluateOnNewDocument(watch);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!isKeyWarning(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport({ width: 1000, height: 900 });
  await page.goto(merchant.origin);
  return { page, shop, context, complaints };
}

const logIns = { count: 0 };

/** Logs in, wherever the fields are. */
export async function logIn(
  { page, shop }: ShopPage,
  fields = 'otp-login >>> [part=input]',
): Promise<string> {
  const email = `docs-${++logIns.count}@example.com`;
  await page.waitForSelector('otp-login[data-state=email]');
  const [forEmail, forCode = forEmail] = fields.split(', ');
  await page.locator(forEmail!).fill(email);
  await page.locator('otp-login >>> [part=button]').click();
  await page.waitForSelector('otp-login[data-state=code]');
  await page.locator(forCode!).fill(await shop.mailedCode(email));
  await page.locator('otp-login >>> [part=button]').click();
  await page.waitForSelector('otp-login[data-state=verified]');
  return email;
}

export async function claim({ page }: ShopPage): Promise<void> {
  await page.waitForSelector('reward-claim[data-state=ready]');
  await page.locator('reward-claim >>> [part=button]').click();
  await page.waitForSelector('reward-claim[data-state=claimed]');
}

/** A computed style of a part, or of what an ordinary selector finds. */
export const styleOf = async (page: Page, selector: string, property: string): Promise<string> => {
  const found = await page.waitForSelector(selector);
  return found!.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
};
