/** Pages that die while they claim a reward, and what a shopper finds afterwards. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { CLAIM, type Gate, type Hold, startGate } from '../helpers/gate.ts';
import type { TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import type { Route, RoutedShop, Way } from './way.ts';

/** Milliseconds that a test waits at most. */
const PATIENCE = 60_000;

export const waysToDie: Record<string, (page: Page) => Promise<unknown>> = {
  'is closed': (page) => page.close(),
  crashes: async (page) => {
    const gone = new Promise((resolve) => page.once('error', resolve));
    const session = await page.createCDPSession();
    // Never answered, because nobody is left to answer.
    session.send('Page.crash').catch(() => undefined);
    return gone;
  },
  'goes elsewhere': (page) => page.goto('about:blank'),
};

export interface Shown {
  state: string;
  code: string | undefined;
  words: string;
  contact: boolean;
}

/** The display of the element once it has finished its work. */
export async function settle(page: Page): Promise<Shown> {
  await page.waitForSelector('reward-claim[data-state]:not([data-state=claiming])', { timeout: PATIENCE });
  return page.$eval('reward-claim', (claim) => {
    const seen = (selector: string) =>
      [...claim.shadowRoot!.querySelectorAll<HTMLElement>(selector)].find(
        (part) => !part.closest('[aria-hidden=true]') && part.offsetHeight > 0,
      );
    return {
      state: claim.dataset['state']!,
      code: seen('[part=code]')?.innerText,
      words: seen('[part~=message]')?.innerText.trim() ?? '',
      contact: Boolean(seen('slot[name=contact] > p')),
    };
  });
}

/** Waits until the service is done with every claim that reached it, and says how many there were. */
export async function servedAll(shop: TestShop): Promise<number> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const claims = await shop.requests('claimRewardGrant');
    if (claims.every(({ status }) => status !== null)) return claims.length;
    assert.ok(Date.now() < deadline, 'the service is done with its claims');
  }
}

export const press = (page: Page) =>
  page.$eval('reward-claim', (claim) =>
    claim.shadowRoot!.querySelector<HTMLElement>('button[part=button]')!.click(),
  );

/** Presses the button of a page that came back, and holds what it shows against what the service did. */
export async function tryAgain(
  page: Page,
  shop: TestShop,
  token: string,
  what: string,
  hasGateway: boolean,
): Promise<void> {
  const { claims } = await shop.grantRecord(token);
  await page.$eval('reward-claim', (claim) => {
    for (const name of ['reward-claim-success', 'reward-claim-error'])
      claim.addEventListener(name, () => claim.setAttribute('answered', ''));
  });
  await press(page);
  await page.waitForSelector('reward-claim[answered]', { timeout: PATIENCE });
  const shown = await settle(page);
  const record = await shop.grantRecord(token);
  assert.equal(record.claims, 1, `granted once: ${what}`);
  // A gateway keeps what was granted, so that the same code is given again; without one nobody has it any more.
  if (claims === 0 || hasGateway) {
    assert.deepEqual([shown.state, shown.code], ['claimed', record.discountCode], `another try: ${what}`);
  } else {
    assert.deepEqual([shown.state, shown.code], ['error', undefined], `already granted: ${what}`);
    assert.match(shown.words, /already.*claimed.*the shop can help/i, what);
    assert.ok(shown.contact, `the shop can be reached: ${what}`);
  }
}

/**
 * Presses the button after an answer of the service was lost behind the gateway: it does not know either, and does not
 * ask for a second grant unless the merchant says that the service gives the same again.
 */
export async function assertStillUnknown(
  page: Page,
  shop: TestShop,
  token: string,
  what: string,
): Promise<void> {
  const { claims } = await shop.grantRecord(token);
  const asked = (await shop.requests('claimRewardGrant')).length;
  await page.$eval('reward-claim', (claim) => {
    claim.addEventListener('reward-claim-error', () => claim.setAttribute('answered', ''));
  });
  await press(page);
  await page.waitForSelector('reward-claim[answered]', { timeout: PATIENCE });
  const shown = await settle(page);
  assert.deepEqual([shown.state, shown.code], ['unconfirmed', undefined], what);
  assert.ok(shown.contact, `the shop can be reached: ${what}`);
  assert.equal((await shop.grantRecord(token)).claims, claims, what);
  assert.equal((await shop.requests('claimRewardGrant')).length, asked, what);
}

export interface ClaimStage {
  /** Offers a new shopper a grant that nobody has claimed, on the merchant's page. Closes the last one's pages. */
  offerGrant(withMap: boolean): Promise<{ shop: RoutedShop; token: string }>;
  /** Opens the merchant's page; `prepare` runs before. */
  visit(prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
  /** Holds the next claim, or its answer, between the page and whatever it asks. */
  hold(side: 'request' | 'answer'): Hold;
  /** Opens a page that reports when its claimed code has been drawn. */
  visitWatched(): Promise<{ page: Page; drawn: Promise<unknown>; isDrawn: () => boolean }>;
}

/** Starts everything before the tests of a suite, and ends it after them. */
export function setClaimStage(way: Way): ClaimStage {
  let sandbox: Sandbox;
  let browser: Browser;
  let context: BrowserContext | undefined;
  let merchant: MerchantPage;
  let route: Route;
  let gate: Gate;

  before(async () => {
    [sandbox, browser, merchant] = await Promise.all([
      // Chrome itself sends a request again whose connection was used before and is dropped; here only shoppers do.
      startSandbox({ keepAlive: false }),
      openBrowser(),
      startMerchantPage('reward-claim'),
    ]);
    route = await way.open(sandbox.url, { origins: [merchant.origin] });
    gate = await startGate(route.origin);
  });
  after(async () => {
    await browser.close();
    merchant.close();
    await gate.close();
    await route.close();
    await sandbox.close();
  });

  async function visit(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = await context!.newPage();
    await prepare?.(page);
    await page.goto(merchant.origin);
    return page;
  }

  return {
    visit,
    hold: (side) => gate.hold(side, CLAIM),
    async offerGrant(withMap) {
      await context?.close();
      context = await browser.createBrowserContext();
      const shop = await route.openShop();
      const service = shop.service.replace(route.origin, gate.url);
      const { token } = await shop.grant();
      const map = withMap ? `error-map='{ "grant_already_claimed": "already-claimed" }'` : '';
      merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title>
    <script type="module" src="/first.js"></script></head>
    <body><reward-claim ${service} token="${token}" ${map}></reward-claim></body></html>`;
      return { shop, token };
    },
    async visitWatched() {
      const { promise: drawn, resolve } = Promise.withResolvers<undefined>();
      let isDrawn = false;
      const page = await visit((opened) =>
        opened.exposeFunction('drawn', () => {
          isDrawn = true;
          resolve(undefined);
        }),
      );
      await page.$eval('reward-claim', (claim) => {
        const { drawn } = globalThis as unknown as { drawn: () => void };
        new MutationObserver(() => {
          // The second frame begins when the first has been drawn.
          if (claim.dataset['state'] === 'claimed')
            requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
        }).observe(claim, { attributeFilter: ['data-state'] });
      });
      return { page, drawn, isDrawn: () => isDrawn };
    },
  };
}
