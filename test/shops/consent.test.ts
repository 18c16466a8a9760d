/** The data that the browser keeps for a shopper, and when: docs/privacy.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Consent, Defaults } from '../../src/index.ts';
import { drawn, openPage, settle, setStage, type PageOptions, type Visit } from '../cdn/support.ts';

const stage = setStage('storefront-elements');

const EMAIL = 'shopper@example.com';

/** Everything that a page can keep in a browser, by its name. Its history has a test of its own. */
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...document.cookie.split('; ').filter(Boolean),
    ...(await indexedDB.databases()).map(({ name = '' }) => name),
    ...(await caches.keys()),
  ]);

/** Without what is different each time. */
const kinds = async (page: Page) =>
  [...new Set((await stored(page)).map((name) => name.replace(/(login|claim|place):.*/, '$1')))].sort();

const ALL = ['claim', 'login', 'place', 'there:login', 'token:reward'].map(
  (name) => `storefront-elements:${name}`,
);

/** In docs/privacy.md, without what is only there after a log-out. */
const documented = [
  ...readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8').matchAll(
    /^\| `(storefront-elements:(?!end:)[a-z:]+?):?…`/gm,
  ),
].map(([, name]) => name!.replace('token', 'token:reward'));

interface ShopPage extends Visit {
  token: string;
  /** The link by which the shopper came, with the token. */
  link: string;
}

/** A page with all elements, and a shopper who followed a link with a token to it. */
async function openAll(data = '', attributes = '', options: PageOptions = {}): Promise<ShopPage> {
  const visit = await openPage(
    stage,
    async (shop) => {
      const { slug } = await shop.timeline({
        entries: Array.from({ length: 30 }, (_, index) => ({ title: `Entry ${index}` })),
      });
      return `<otp-login ${attributes}></otp-login>
        <reward-claim token-param="reward" platform="none" ${attributes}></reward-claim>
        <collection-timeline collection-slug="${slug}" ${attributes}></collection-timeline>
        <a id="elsewhere" href="/elsewhere">Elsewhere</a>
        <script type="module" src="/first.js" data-base-url="/apps/rewards" ${data}></script>`;
    },
    options,
  );
  stage.merchant.pages['/elsewhere'] = '<!doctype html><title>Elsewhere</title>';
  const { token } = await visit.shop.grant();
  const link = `${stage.merchant.origin}/?link#reward=${token}`;
  await visit.page.goto(link);
  await ready(visit.page);
  return { ...visit, token, link };
}

async function ready(page: Page): Promise<void> {
  await drawn(page, 'otp-login');
  await drawn(page, 'reward-claim');
  await drawn(page, 'collection-timeline', 'ready');
  await settle(page);
}

const click = (page: Page, selector: string) => page.locator(`${selector} >>> [part=button]`).click();

/** Logs in, claims, and does something in the story. */
async function useAll({ page, shop }: ShopPage): Promise<void> {
  await page.locator('otp-login >>> input').fill(EMAIL);
  await click(page, 'otp-login');
  await drawn(page, 'otp-login', 'code');
  await page.locator('otp-login >>> input').fill(await shop.mailedCode(EMAIL));
  await click(page, 'otp-login');
  await drawn(page, 'otp-login', 'verified');
  await click(page, 'reward-claim');
  await drawn(page, 'reward-claim', 'claimed');
  await page.evaluate(() => {
    const articles = document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article');
    articles[19]!.scrollIntoView();
    articles[19]!.click();
  });
}

async function leave(page: Page): Promise<void> {
  await Promise.all([
    page.waitForNavigation(),
    page.$eval('#elsewhere', (link) => (link as HTMLElement).click()),
  ]);
}

/** Configures the shopper's answer, as a script of the page does. */
const answer = (page: Page, consent: Consent) =>
  page.evaluate(
    async (file, given) => {
      const { configure } = (await import(file)) as { configure: (defaults: Defaults) => void };
      configure({ consent: given });
    },
    '/first.js',
    consent,
  );

const codeIn = (page: Page) =>
  page.$eval('reward-claim', (claim) => claim.shadowRoot!.querySelector('[part=code]')!.textContent.trim());

describe('A shopper who only looks', () => {
  test('has nothing stored, and a reload or the way back loses no reward', async () => {
    const visit = await openAll();
    const { page, token, complaints } = visit;
    assert.equal(page.url(), `${stage.merchant.origin}/?link`, 'the token is gone from the address');
    assert.deepEqual(await stored(page), []);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await settle(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await stored(page), []);
    await leave(page);
    assert.deepEqual(await stored(page), []);
    await page.goBack();
    await ready(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await stored(page), []);
    await click(page, 'reward-claim');
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal(await codeIn(page), (await visit.shop.grantRecord(token)).discountCode);
    assert.deepEqual(complaints, []);
    await visit.context.close();
  });

  test('keeps the reward while the page writes its history by itself', async () => {
    const { page, context, shop, token } = await openAll();
    for (const step of [
      () => history.replaceState({ variant: 1 }, '', '/?variant=1'),
      () => history.pushState({ filter: 2 }, '', '/?filter=2'),
      () => (location.hash = 'reviews'),
    ]) {
      await page.evaluate(step);
      await page.reload();
      await ready(page);
      assert.equal(await page.$eval('reward-claim', (claim) => claim.state), 'ready');
    }
    assert.deepEqual(await stored(page), []);
    await page.goBack();
    assert.deepEqual(
      await page.evaluate(() => [(history.state as { filter: number }).filter, location.search]),
      [2, '?filter=2'],
      'and has its own state back',
    );
    await ready(page);
    await click(page, 'reward-claim');
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal((await shop.grantRecord(token)).claims, 1);
    await context.close();
  });
});

describe('A shopper who does something', () => {
  test('has that stored which docs/privacy.md tells of, and nothing else', async () => {
    const visit = await openAll();
    const { page, context } = visit;
    await useAll(visit);
    await leave(page);
    assert.deepEqual(await kinds(page), ALL);
    assert.deepEqual(documented.sort(), ALL);
    await context.close();
  });

  test('and opens the link again in a new tab, has the reward on the shop’s other pages too', async () => {
    const visit = await openAll();
    await click(visit.page, 'reward-claim');
    await drawn(visit.page, 'reward-claim', 'claimed');
    const code = await codeIn(visit.page);
    const page = await visit.context.newPage();
    await page.goto(visit.link);
    await drawn(page, 'reward-claim', 'claimed');
    await page.goto(`${stage.merchant.origin}/?another`);
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal(await codeIn(page), code);
    await visit.context.close();
  });

  for (const [name, data, attributes] of [
    ['by an attribute of the elements', '', 'consent="denied"'],
    ['by the script’s tag', 'data-consent="denied"', ''],
    ['by no-storage', '', 'no-storage'],
  ] as const)
    test(`and said no, ${name}, has nothing stored, and all works while the page is open`, async () => {
      const visit = await openAll(data, attributes);
      const { page, context, complaints } = visit;
      await useAll(visit);
      assert.notEqual(await codeIn(page), '');
      assert.deepEqual(await stored(page), []);
      await leave(page);
      assert.deepEqual(await stored(page), []);
      assert.deepEqual(complaints, []);
      await context.close();
    });

  test('and says no later, has nothing stored any more, and still sees the code', async () => {
    const visit = await openAll();
    const { page, context } = visit;
    await useAll(visit);
    assert.notDeepEqual(await stored(page), []);
    await answer(page, 'denied');
    await settle(page);
    const code = await codeIn(page);
    assert.notEqual(code, '');
    await leave(page);
    assert.deepEqual(await stored(page), []);
    await context.close();
  });
});

describe('While a page waits for the shopper’s answer', () => {
  test('nothing is stored, and a code of before is not lost, however often the page is left', async () => {
    const visit = await openAll('data-consent="pending"');
    const { page, context, complaints } = visit;
    await useAll(visit);
    const code = await codeIn(page);
    assert.deepEqual(await stored(page), []);
    await answer(page, 'granted');
    await settle(page);
    const claimed = async () => (await kinds(page)).filter((name) => name.endsWith('claim'));
    assert.equal((await claimed()).length, 1);
    for (let times = 0; times < 2; times++) {
      await page.goto(visit.link);
      await drawn(page, 'reward-claim', 'claimed');
      assert.equal(await codeIn(page), code);
      assert.equal((await claimed()).length, 1);
    }
    await answer(page, 'denied');
    await settle(page);
    assert.deepEqual(await claimed(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a claim of a link is known on the shop’s other pages after the answer', async () => {
    const visit = await openAll('data-consent="pending"');
    const { page, context } = visit;
    await click(page, 'reward-claim');
    await drawn(page, 'reward-claim', 'claimed');
    const code = await codeIn(page);
    await answer(page, 'granted');
    await settle(page);
    await page.goto(`${stage.merchant.origin}/?another`);
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal(await codeIn(page), code);
    await context.close();
  });

  test('what other links brought is there again when a no turns into a yes', async () => {
    const visit = await openAll();
    const { page, context, shop } = visit;
    await useAll(visit);
    const code = await codeIn(page);
    const { token } = await shop.grant();
    await page.goto(visit.link.replace(visit.token, token));
    await drawn(page, 'reward-claim', 'ready');
    await answer(page, 'denied');
    await settle(page);
    assert.doesNotMatch(String(await stored(page)), /claim|login/);
    await answer(page, 'granted');
    await settle(page);
    await page.goto(visit.link);
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal(await codeIn(page), code);
    await context.close();
  });
});

describe('Where Shopify asks the shopper', () => {
  /** As much of Shopify as decides on it; `choose` is what its banner does. */
  const prepare = (page: Page) =>
    page.evaluateOnNewDocument(() => {
      let isAllowed = false;
      Object.assign(globalThis, {
        Shopify: { customerPrivacy: { preferencesProcessingAllowed: () => isAllowed } },
        choose: (choice: boolean) => {
          isAllowed = choice;
          document.dispatchEvent(new CustomEvent('visitorConsentCollected'));
        },
      });
    });
  const choose = async (page: Page, choice: boolean) => {
    await page.evaluate((is) => (globalThis as unknown as { choose(is: boolean): void }).choose(is), choice);
    await settle(page);
  };

  test('what is stored follows the answer: no, yes, and no again', async () => {
    const visit = await openAll('', '', { prepare });
    const { page, context } = visit;
    await useAll(visit);
    assert.deepEqual(await stored(page), []);
    await choose(page, true);
    assert.deepEqual(
      await kinds(page),
      ALL.filter((name) => !name.includes('place')),
      'the place is not known before the page is left',
    );
    await choose(page, false);
    assert.deepEqual(await stored(page), []);
    assert.notEqual(await codeIn(page), '');
    await leave(page);
    assert.deepEqual(await stored(page), []);
    await context.close();
  });
});
