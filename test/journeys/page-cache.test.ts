/**
 * The way back to a page. Browsers keep pages in memory (the back/forward cache) and show them again as they were left;
 * the headless shell among our dependencies always loads them again. Shoppers must not notice a difference.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { startMerchantPage } from '../helpers/merchant-page.ts';
import {
  codeOf,
  enter,
  frames,
  holdAnswers,
  inState,
  logIn,
  launch,
  openTab,
  press,
  setStage,
  shopPage,
  type Stage,
  textOf,
  type Visit,
} from './support.ts';

/** Whether the browser restores a page without any script from memory. */
async function keepsPages(): Promise<boolean> {
  const [browser, merchant] = await Promise.all([launch(), startMerchantPage('otp-login')]);
  try {
    merchant.html = shopPage('An empty page', '');
    const page = await browser.newPage();
    await page.goto(`${merchant.origin}/first`);
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    await page.goto(`${merchant.origin}/second`);
    await page.goBack();
    return await page.evaluate(() => 'isSame' in globalThis);
  } finally {
    await browser.close();
    merchant.close();
  }
}

const isKept = await keepsPages();
const stage = setStage();

/** Opens the shop's page, with `body` in it. */
async function open(body: (visit: Visit) => string | Promise<string>, head?: string): Promise<Visit> {
  const visit = await enter(stage);
  const { merchant } = stage;
  merchant.html = shopPage(await body(visit), head);
  merchant.pages['/elsewhere'] = shopPage('Another page of the shop');
  await visit.page.goto(`${merchant.origin}/reward`);
  await visit.page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  return visit;
}

const leave = (page: Page, path = '/elsewhere') => page.goto(stage.merchant.origin + path);

/** Goes back, and checks that the browser kept the page wherever it keeps pages. */
async function comeBack(page: Page): Promise<void> {
  await page.goBack();
  const [isSame, reasons] = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as unknown as {
      notRestoredReasons?: unknown;
    }[];
    return ['isSame' in globalThis, JSON.stringify(visit?.notRestoredReasons)];
  });
  assert.equal(isSame, isKept, `Reasons for loading the page again: ${reasons}`);
}

const claimPage = async ({ shop }: Visit, attributes = '') =>
  `<reward-claim token="${(await shop.grant()).token}" ${attributes}></reward-claim>`;

async function claim(page: Page): Promise<string> {
  await inState(page, 'reward-claim', 'ready');
  await press(page, 'reward-claim');
  return codeOf(page);
}

describe(`Back on a page that the browser ${isKept ? 'kept in memory' : '(a headless shell) loads again'}`, () => {
  test('a claimed reward is there, and was claimed once', async () => {
    const visit = await open((each) => claimPage(each));
    const { page, shop, context, complaints } = visit;
    const code = await claim(page);
    await leave(page);
    await comeBack(page);
    assert.equal(await codeOf(page), code);
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a reward that was claimed in another tab meanwhile shows its code', async () => {
    const { page, context, complaints } = await open((each) => claimPage(each));
    await inState(page, 'reward-claim', 'ready');
    await leave(page);
    const tab = await openTab(context, complaints);
    await tab.goto(`${stage.merchant.origin}/reward`);
    const code = await claim(tab);
    await page.bringToFront();
    await comeBack(page);
    assert.equal(await codeOf(page), code);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a claim without an answer yet ends with the code or says that nobody knows, and is not sent again', async () => {
    const { page, shop, context, complaints } = await open((each) => claimPage(each));
    await inState(page, 'reward-claim', 'ready');
    const letGo = holdAnswers(stage);
    await press(page, 'reward-claim');
    await inState(page, 'reward-claim', 'claiming');
    await asked(stage, '/claim');
    await leave(page);
    // Browsers may keep a page with a request, or not.
    await page.goBack();
    const isSame = await page.evaluate(() => 'isSame' in globalThis);
    letGo();
    if (isSame) assert.notEqual(await codeOf(page), '');
    else {
      await inState(page, 'reward-claim', 'unconfirmed');
      assert.match(await textOf(page, 'reward-claim', 'message'), /can’t tell whether/);
    }
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a login that ended on the next page is over', async () => {
    const { page, shop, context, complaints } = await open(() => '<otp-login></otp-login>');
    stage.merchant.pages['/elsewhere'] = stage.merchant.html;
    await logIn(page, shop, 'back@example.com');
    await leave(page);
    await inState(page, 'otp-login', 'verified');
    await page.locator('otp-login >>> button[part=link]').click();
    await inState(page, 'otp-login', 'email');
    await comeBack(page);
    await inState(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  describe('a code', () => {
    const shopify = `<script>Shopify = { shop: 'shop.example', routes: { root: '/' } }</script>
      <script type="module" src="/storefront-elements.js" data-base-url="/apps/rewards"></script>`;

    /** Claims a reward in a shop whose cart has a product. */
    async function claimWithCart() {
      const visit = await open((each) => claimPage(each), shopify);
      const cart = createShopifyCart({ discountOf: () => ({ kind: 'percentage', value: 10 }) });
      stage.merchant.handle = (request, response) => cart.handle(request, response);
      await change(visit.page, '/cart/add.js', { id: 101, quantity: 1 });
      return { ...visit, code: await claim(visit.page) };
    }

    const change = (page: Page, path: string, body: object) =>
      page.evaluate(
        async (address, text) => {
          const headers = { 'content-type': 'application/json' };
          const { ok, status } = await fetch(address, { method: 'POST', headers, body: text });
          if (!ok) throw new Error(`${address} answered ${status}`);
        },
        path,
        JSON.stringify(body),
      );

    test('that was added to the cart on the next page is in the cart', async () => {
      const { page, context, code, complaints } = await claimWithCart();
      await leave(page);
      await change(page, '/cart/update.js', { discount: code });
      await comeBack(page);
      await inState(page, 'reward-claim', 'applied');
      assert.equal(await codeOf(page), code);
      assert.deepEqual(complaints, []);
      await context.close();
    });

    test('that was taken out of the cart on the next page can be added again', async () => {
      const { page, context, complaints } = await claimWithCart();
      await page.locator('reward-claim >>> [part=apply]').click();
      await inState(page, 'reward-claim', 'applied');
      await leave(page);
      await change(page, '/cart/update.js', { discount: '' });
      await comeBack(page);
      await inState(page, 'reward-claim', 'claimed');
      await page.locator('reward-claim >>> [part=apply]').click();
      await inState(page, 'reward-claim', 'applied');
      assert.deepEqual(complaints, []);
      await context.close();
    });
  });

  describe('a story', () => {
    const entries = Array.from({ length: 60 }, (_, index) => ({
      title: `Entry ${index + 1}`,
      content: 'Words of the shop. '.repeat((index * 5) % 7),
    }));
    const storyPage = async ({ shop }: Visit, attributes = '') =>
      `<collection-timeline collection-slug="${(await shop.timeline({ entries })).slug}" limit="20" ${attributes}>
       </collection-timeline>`;

    /** The entry at the upper edge of the view. */
    const entryInView = (page: Page) =>
      page.evaluate(() => {
        const all = document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article');
        return [...all].find((each) => each.getBoundingClientRect().bottom > 0)?.querySelector('[part=title]')
          ?.textContent;
      });

    test('is at the place where the shopper left it', async () => {
      const { page, context, complaints } = await open((each) => storyPage(each));
      await inState(page, 'collection-timeline', 'ready');
      // A shopper who scrolls moves the pointer, a finger or a key.
      await page.mouse.move(200, 200);
      await page.evaluate(() => {
        const article = document
          .querySelector('collection-timeline')!
          .shadowRoot!.querySelectorAll('article')[14]!;
        article.scrollIntoView({ behavior: 'instant' });
        scrollBy({ top: 10, behavior: 'instant' });
        article.click();
      });
      await frames(page, 5);
      assert.equal(await entryInView(page), 'Entry 15');
      await leave(page);
      await comeBack(page);
      await inState(page, 'collection-timeline', 'ready');
      await page.waitForFunction(() => scrollY > 0);
      await frames(page, 20);
      assert.equal(await entryInView(page), 'Entry 15');
      assert.deepEqual(complaints, []);
      await context.close();
    });

    test('looks for new entries at once if its interval has passed, and shows them when asked', async () => {
      const { page, shop, context, complaints } = await open((each) =>
        storyPage(each, 'refresh-interval="600"'),
      );
      await inState(page, 'collection-timeline', 'ready');
      const known = await page.$eval('collection-timeline', (element) => element.entries);
      // An hour passes on the device's clock.
      await page.evaluate(() => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + 3_600_000;
      });
      await leave(page);
      const body = { data: [{ ...known[0], id: 1e6, title: 'News' }, ...known].slice(0, known.length) };
      await shop.fault({
        operation: 'listTimeline',
        fault: 'wrong-shape',
        body: { ...body, pagination: {} },
      });
      await comeBack(page);
      await inState(page, 'collection-timeline', 'ready');
      if (isKept) await page.locator('collection-timeline >>> .notice button').click();
      await page.waitForFunction(
        () =>
          document.querySelector('collection-timeline')!.shadowRoot!.querySelector('[part=title]')
            ?.textContent === 'News',
      );
      assert.deepEqual(complaints, []);
      await context.close();
    });
  });
});

/** Waits until the service has been asked for an address that ends like this. */
async function asked({ merchant }: Stage, end: string): Promise<void> {
  const late = AbortSignal.timeout(60_000);
  while (!merchant.requests.some(({ path }) => path.endsWith(end))) {
    late.throwIfAborted();
    await new Promise(setImmediate);
  }
}
