/** A shop whose pages load the built files, and the shoppers who visit it. */
import { after, before } from 'node:test';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';

export interface Stage {
  sandbox: Sandbox;
  browser: Browser;
  /** The shop: its pages, the built files, and the service under `/apps/rewards`. */
  merchant: MerchantPage;
}

/**
 * Starts the sandbox, the shop and the browser before the tests of a file, and stops them afterwards.
 *
 * @param argsFor further arguments of the browser
 */
export function setStage(argsFor: (merchant: MerchantPage) => string[] = () => []): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [sandbox, merchant] = await Promise.all([startSandbox(), startMerchantPage('storefront-elements')]);
    const browser = await launch(argsFor(merchant));
    Object.assign(stage, { sandbox, browser, merchant });
  });
  after(async () => {
    await stage.browser.close();
    stage.merchant.close();
    await stage.sandbox.close();
  });
  return stage;
}

/** Starts the browser. A full Chrome runs in its new headless mode, which behaves like one with windows. */
export async function launch(further: string[] = []): Promise<Browser> {
  const { args, ...found } = await findBrowser();
  const headless = process.env['CHROME_PATH'] ? true : 'shell';
  return puppeteer.launch({ ...found, args: [...args, ...further], headless });
}

/** The built file of all elements, which asks the service under `/apps/rewards`. */
export const script =
  '<script type="module" src="/storefront-elements.js" data-base-url="/apps/rewards"></script>';

/** A page of the shop. */
export const shopPage = (body: string, head = script): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

export interface Visit {
  page: Page;
  context: BrowserContext;
  shop: TestShop;
  /** Lines in the console, and uncaught errors. */
  complaints: string[];
}

/** A new shopper; the shop asks the service with a key of its own. */
export async function enter({ sandbox, browser, merchant }: Stage): Promise<Visit> {
  const shop = await openShop(sandbox.url, 'publishable');
  merchant.gateway = { url: sandbox.url, apiKey: shop.key };
  merchant.pages = {};
  merchant.headers = {};
  merchant.handle = undefined;
  merchant.requests = [];
  const context = await browser.createBrowserContext();
  const complaints: string[] = [];
  const page = await openTab(context, complaints);
  return { page, context, shop, complaints };
}

/** Another tab of the same shopper. */
export async function openTab(context: BrowserContext, complaints: string[] = []): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => {
    if (!isKeyWarning(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}

/** Holds the service's answers until they are let go. */
export function holdAnswers({ merchant }: Stage): () => void {
  const held = Promise.withResolvers<undefined>();
  merchant.gateway = { ...merchant.gateway!, held: held.promise };
  return () => held.resolve(undefined);
}

/** Waits until an element is in one of the states. */
export const inState = (page: Page, tag: string, ...states: string[]) =>
  page.waitForSelector(states.map((state) => `${tag}[data-state=${state}]`).join());

/** Presses the main button of an element. */
export const press = (page: Page, tag: string) => page.locator(`${tag} >>> [part=button]`).click();

/** Logs in with the code that is mailed to an address. */
export async function logIn(page: Page, shop: TestShop, email: string): Promise<void> {
  await inState(page, 'otp-login', 'email');
  await page.locator('otp-login >>> [part=input]').fill(email);
  await press(page, 'otp-login');
  await inState(page, 'otp-login', 'code');
  await page.locator('otp-login >>> [part=input]').fill(await shop.mailedCode(email));
  await press(page, 'otp-login');
  await inState(page, 'otp-login', 'verified');
}

/** The visible text of a part; empty if there is none. */
export const textOf = (page: Page, tag: string, part: string): Promise<string> =>
  page.evaluate(
    (name, wanted) => {
      const all = document.querySelector(name)?.shadowRoot?.querySelectorAll(`[part~=${wanted}]`) ?? [];
      return [...all].find((each) => !each.closest('[aria-hidden=true]'))?.textContent.trim() ?? '';
    },
    tag,
    part,
  );

/** The discount code that the shop has granted, as the shopper sees it. */
export const codeOf = async (page: Page): Promise<string> => {
  await inState(page, 'reward-claim', 'claimed', 'applied', 'not-applied');
  return textOf(page, 'reward-claim', 'code');
};

/** Lets the page draw some frames. */
export const frames = (page: Page, count = 2): Promise<void> =>
  page.evaluate(async (times) => {
    for (let frame = 0; frame < times; frame++) await new Promise(requestAnimationFrame);
  }, count);
