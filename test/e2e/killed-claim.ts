/**
 * A page may die at any instant of a claim. Whatever the service did by then, the shopper who comes back finds the
 * code, or is told honestly that nobody knows, and never a dead end. `KILL_SEED` repeats a run's delays.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../helpers/browser.ts';
import type { TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import type { Route, RoutedShop, Way } from './way.ts';

const KILLS = 50;
/** A gateway is not asked as often: each claim takes longer, and what is shown is certain. */
const KILLS_BEHIND_GATEWAY = 30;
/** More kills, if on this machine no page died at one of the times. */
const MOST_KILLS = 100;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const deadPages: Page[] = [];
/** Closes what is left of the pages that died. */
const bury = () => Promise.all(deadPages.splice(0).map((page) => page.close().catch(() => undefined)));

const waysToDie: Record<string, (page: Page) => Promise<unknown>> = {
  'is closed': (page) => page.close(),
  crashes: async (page) => {
    const gone = new Promise((resolve) => page.once('error', resolve));
    const session = await page.createCDPSession();
    // Never answered, because nobody is left to answer.
    session.send('Page.crash').catch(() => undefined);
    deadPages.push(page);
    return gone;
  },
  'goes elsewhere': (page) => {
    deadPages.push(page);
    return page.goto('about:blank');
  },
};

interface Shown {
  state: string;
  code: string | undefined;
  words: string;
  contact: boolean;
}

/** What the element shows once it no longer works on something. */
async function settle(page: Page): Promise<Shown> {
  await page.waitForSelector('reward-claim[data-state]:not([data-state=claiming])', { timeout: 15_000 });
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
async function servedAll(shop: TestShop): Promise<number> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const claims = await shop.requests('claimRewardGrant');
    if (claims.every(({ status }) => status !== null)) return claims.length;
    assert.ok(Date.now() < deadline, 'the service is done with its claims');
  }
}

const press = (page: Page) =>
  page.$eval('reward-claim', (claim) =>
    claim.shadowRoot!.querySelector<HTMLElement>('button[part=button]')!.click(),
  );

/** Presses the button of a page that came back, and holds what it shows against what the service did. */
async function tryAgain(
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
  await page.waitForSelector('reward-claim[answered]', { timeout: 15_000 });
  const shown = await settle(page);
  const record = await shop.grantRecord(token);
  assert.equal(record.claims, 1, `granted once: ${what}`);
  // A gateway keeps what was granted, so that the same code is given again; without one nobody has it any more.
  if (claims === 0 || hasGateway) {
    assert.deepEqual([shown.state, shown.code], ['claimed', record.discountCode], `another try: ${what}`);
  } else {
    assert.deepEqual([shown.state, shown.code], ['error', undefined], `already granted: ${what}`);
    assert.match(shown.words, /already.*claimed.*The shop can help you/i, what);
    assert.ok(shown.contact, `the shop can be reached: ${what}`);
  }
}

/**
 * Presses the button after an answer of the service was lost behind the gateway: it does not know either, and does not
 * ask for a second grant unless the merchant says that the service gives the same again.
 */
async function assertStillUnknown(page: Page, shop: TestShop, token: string, what: string): Promise<void> {
  const { claims } = await shop.grantRecord(token);
  const asked = (await shop.requests('claimRewardGrant')).length;
  await page.$eval('reward-claim', (claim) => {
    claim.addEventListener('reward-claim-error', () => claim.setAttribute('answered', ''));
  });
  await press(page);
  await page.waitForSelector('reward-claim[answered]', { timeout: 15_000 });
  const shown = await settle(page);
  assert.deepEqual([shown.state, shown.code], ['unconfirmed', undefined], what);
  assert.ok(shown.contact, `the shop can be reached: ${what}`);
  assert.equal((await shop.grantRecord(token)).claims, claims, what);
  assert.equal((await shop.requests('claimRewardGrant')).length, asked, what);
}

export const killedClaim = (way: Way): void => {
  describe(`A shopper whose page dies while a reward is being claimed${way.name}`, () => {
    let sandbox: Sandbox;
    let browser: Browser;
    let context: BrowserContext;
    let merchant: MerchantPage;
    let route: Route;

    before(async () => {
      [sandbox, browser, merchant] = await Promise.all([
        // Chrome itself sends a request again whose connection was used before and is dropped; here only shoppers do.
        startSandbox({ keepAlive: false }),
        findBrowser().then((found) => puppeteer.launch({ ...found, headless: 'shell' })),
        startMerchantPage('reward-claim'),
      ]);
      route = await way.open(sandbox.url, { origins: [merchant.origin] });
      context = await browser.createBrowserContext();
    });
    after(async () => {
      await browser.close();
      merchant.close();
      await route.close();
      await sandbox.close();
    });

    /** A grant that nobody has claimed, and the page that offers it. */
    async function offerGrant(withMap: boolean): Promise<{ shop: RoutedShop; token: string }> {
      const shop = await route.openShop();
      const { token } = await shop.grant();
      const map = withMap ? `error-map='{ "grant_already_claimed": "already-claimed" }'` : '';
      merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title>
    <script type="module" src="/first.js"></script></head>
    <body><reward-claim ${shop.service} token="${token}" ${map}></reward-claim></body></html>`;
      return { shop, token };
    }

    async function visit(): Promise<Page> {
      const page = await context.newPage();
      await page.goto(merchant.origin);
      return page;
    }

    /** A page that tells when its claimed code was really drawn. */
    async function visitWatched(): Promise<{ page: Page; isDrawn: () => boolean }> {
      const page = await context.newPage();
      let isDrawn = false;
      await page.exposeFunction('drawn', () => (isDrawn = true));
      await page.goto(merchant.origin);
      await page.$eval('reward-claim', (claim) => {
        const { drawn } = globalThis as unknown as { drawn: () => void };
        new MutationObserver(() => {
          // The second frame begins when the first has been drawn.
          if (claim.dataset['state'] === 'claimed')
            requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
        }).observe(claim, { attributeFilter: ['data-state'] });
      });
      return { page, isDrawn: () => isDrawn };
    }

    const leastKills = way.hasGateway ? KILLS_BEHIND_GATEWAY : KILLS;
    test(`finds the code, or hears that nobody knows, after ${leastKills} deaths at random instants`, async (t) => {
      const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 31);
      t.diagnostic(`KILL_SEED=${seed}`);
      const random = randomFrom(seed);
      const times = {
        'before the request': 0,
        'during the request': 0,
        'after the answer, before it was drawn': 0,
        'after it was drawn': 0,
      };
      const returns: Record<string, number> = {};
      const started = Date.now();
      let kills = 0;
      while (kills < leastKills || (kills < MOST_KILLS && Object.values(times).includes(0))) {
        const [death, die] = Object.entries(waysToDie)[kills % 3]!;
        const isSlow = kills % 2 === 1;
        // Each the time that a claim takes here, and some more; at once where none was in time so far.
        const isLate = kills >= leastKills && !times['before the request'];
        const delay = isLate ? 0 : random() * (isSlow ? 120 : 60) * way.slowness;
        const what = `${death} ${delay.toFixed(1)} ms after the click${isSlow ? ', slow service' : ''}, KILL_SEED=${seed}`;
        kills++;

        const { shop, token } = await offerGrant(kills % 4 < 2);
        if (isSlow)
          await shop.fault({
            operation: 'claimRewardGrant',
            fault: 'latency',
            ms: Math.round(random() * 60),
          });
        const { page, isDrawn } = await visitWatched();
        assert.equal((await settle(page)).state, 'ready', what);
        press(page).catch(() => undefined);
        await pause(delay);
        const wasDrawn = isDrawn();
        await die(page);

        const back = await visit();
        const shown = await settle(back);
        const requests = await servedAll(shop);
        const record = await shop.grantRecord(token);
        assert.ok(record.claims <= 1, what);
        returns[`${record.state}, shown ${shown.state}`] =
          (returns[`${record.state}, shown ${shown.state}`] ?? 0) + 1;
        switch (shown.state) {
          case 'claimed':
            assert.deepEqual([record.claims, shown.code], [1, record.discountCode], what);
            times[wasDrawn ? 'after it was drawn' : 'after the answer, before it was drawn']++;
            break;
          case 'unconfirmed':
            times[requests ? 'during the request' : 'before the request']++;
            await tryAgain(back, shop, token, what, way.hasGateway);
            break;
          case 'ready':
            assert.deepEqual([record.claims, requests], [0, 0], `nothing is lost: ${what}`);
            times['before the request']++;
            await tryAgain(back, shop, token, what, way.hasGateway);
            break;
          default:
            assert.fail(`${shown.state} after a page ${what}`);
        }
        await back.close();
        await bury();
      }
      t.diagnostic(`${kills} pages died in ${Date.now() - started} ms: ${JSON.stringify(times)}`);
      t.diagnostic(`what the service had done, and what was shown: ${JSON.stringify(returns)}`);
      assert.ok(
        !Object.values(times).includes(0),
        `pages died at each of the times: ${JSON.stringify(times)}`,
      );
    });

    for (const fault of ['drop-before', 'drop-after', 'truncated-body'] as const)
      test(`hears that nobody knows after an answer that was lost (${fault}), also after a reload`, async () => {
        const { shop, token } = await offerGrant(fault === 'drop-after');
        await shop.fault({ operation: 'claimRewardGrant', fault });
        const page = await visit();
        assert.equal((await settle(page)).state, 'ready');
        await press(page);
        await page.waitForSelector('reward-claim[data-state=unconfirmed]');
        const shown = await settle(page);
        assert.match(shown.words, /could not confirm/);
        assert.ok(shown.contact);
        assert.equal((await shop.grantRecord(token)).claims, fault === 'drop-before' ? 0 : 1);

        await page.reload();
        assert.deepEqual(await settle(page), shown);
        if (way.hasGateway) await assertStillUnknown(page, shop, token, fault);
        else await tryAgain(page, shop, token, fault, false);
        await page.reload();
        const isClaimed = fault === 'drop-before' && !way.hasGateway;
        assert.equal((await settle(page)).state, isClaimed ? 'claimed' : 'unconfirmed');
        await page.close();
      });
  });
};
