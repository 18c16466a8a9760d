/** The demo with its shops, and the shoppers who enter them. */
import { after, before } from 'node:test';
import type { Browser, BrowserContext } from 'puppeteer-core';
import { type Demo, startBuiltDemo } from '../e2e/demo.ts';
import { openBrowser } from '../helpers/browser.ts';
import { newCartShopper } from '../helpers/cart-server.ts';
import { Shopper } from './shopper.ts';
import type { ShopUnderTest } from './shops-under-test.ts';

export interface Stage {
  demo: Demo;
  browser: Browser;
}

/** Starts everything before the tests of a file, and ends it after them. */
export function setStage(): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [demo, browser] = await Promise.all([startBuiltDemo(), openBrowser({ networkEnabled: true })]);
    Object.assign(stage, { demo, browser });
  });
  after(async () => {
    await stage.browser.close();
    await stage.demo.stop();
  });
  return stage;
}

/** The token of a new grant; 10 per cent off everything unless it is said. */
export async function newGrant({ demo }: Stage, grant: Record<string, unknown> = {}): Promise<string> {
  const response = await fetch(`${demo.sandbox}/sandbox/grants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  });
  return ((await response.json()) as { token: string }).token;
}

/**
 * Gives a shopper a new bag with a jumper, a hat and OTHER-10 before a page is opened. Filling it in the theme's drawer
 * would take longer than most tests do.
 */
export async function giveFullBag(
  { demo }: Stage,
  context: BrowserContext,
  shop: ShopUnderTest,
): Promise<void> {
  const cookies = new Map<string, string>();
  await shop.fillBag(newCartShopper(new URL(demo.shop).origin, cookies));
  const { hostname: domain } = new URL(demo.shop);
  await context.setCookie(...[...cookies].map(([name, value]) => ({ name, value, domain, path: '/' })));
}

export const JUMPER = '101';
export const HAT = '102';

/** Runs in the page. */
function watchPage(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.localName}#${node.id}` : String(node?.nodeName);
        return `${name} ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
      });
      shifts.push(`${value}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // An event may come when the page is on its way to be loaded again.
  for (const name of ['reward-claim-applied', 'reward-claim-apply-error'])
    document.addEventListener(name, () => {
      sessionStorage.setItem('heard', `${sessionStorage.getItem('heard') ?? ''}${name} `);
    });
}

interface EnterOptions {
  width?: number;
  grant?: Record<string, unknown>;
  /** The shop that has a bag with a jumper, a hat and OTHER-10 for the shopper; an empty one by default. */
  fullBagOf?: ShopUnderTest;
}

/** A new shopper opens a shop's page by the link to a reward. */
export async function enter(
  stage: Stage,
  path: string,
  { width = 390, grant, fullBagOf }: EnterOptions = {},
): Promise<Shopper> {
  const context = await stage.browser.createBrowserContext();
  if (fullBagOf) await giveFullBag(stage, context, fullBagOf);
  const page = await context.newPage();
  const shopper = new Shopper(page, stage.demo.shop);
  await page.evaluateOnNewDocument(watchPage);
  await page.setViewport({ width, height: 844 });
  const token = await newGrant(stage, grant);
  await shopper.go(`${path}${path.includes('?') ? '&' : '?'}token=${token}`);
  return shopper;
}
