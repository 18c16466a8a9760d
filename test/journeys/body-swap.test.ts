/**
 * Shops that change pages without loading them. As Turbo does it, the body is replaced, the head keeps only its scripts
 * and styles, and the way back shows a copy of the old body that was made with `cloneNode(true)` before it was left.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import {
  codeOf,
  enter,
  frames,
  holdAnswers,
  inState,
  logIn,
  press,
  setStage,
  shopPage,
  textOf,
  type Visit,
} from './support.ts';

const stage = setStage();

/** Turbo's way of changing pages, as far as elements notice it. */
const turbo = `
  const snapshots = new Map();
  const swap = (body) => {
    document.head.querySelectorAll(':not(script, style, link[rel=stylesheet])').forEach((each) => each.remove());
    document.body.replaceWith(body);
  };
  const show = (body) => {
    snapshots.set(location.pathname, document.body.cloneNode(true));
    swap(body);
  };
  globalThis.turbo = {
    visit: async (path) => {
      const text = await (await fetch(path)).text();
      // Elements of a parsed page are upgraded when they enter the page, as in Turbo.
      show(document.importNode(new DOMParser().parseFromString(text, 'text/html').body, true));
      history.pushState({ turbo: { restorationIdentifier: path } }, '', path);
    },
  };
  addEventListener('popstate', () => {
    swap(snapshots.get(location.pathname).cloneNode(true));
  });`;

const head = `<script type="module" src="/storefront-elements.js" data-base-url="/apps/rewards"></script>
  <script src="/turbo.js"></script>`;

/** Opens a page of the shop; `/elsewhere` is the next one. */
async function open(
  body: (visit: Visit) => string | Promise<string>,
  { path = '/reward', elsewhere = '<p>Another page of the shop</p>' } = {},
): Promise<Visit> {
  const visit = await enter(stage);
  const { merchant } = stage;
  merchant.html = shopPage(await body(visit), head);
  merchant.scripts['/turbo.js'] = turbo;
  merchant.pages['/elsewhere'] = shopPage(elsewhere, head);
  await visit.page.goto(merchant.origin + path);
  return visit;
}

const go = (page: Page, path = '/elsewhere') =>
  page.evaluate(
    (to) => (globalThis as unknown as { turbo: { visit: (path: string) => unknown } }).turbo.visit(to),
    path,
  );

const back = (page: Page) =>
  page.evaluate(async () => {
    const returned = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await returned;
  });

const claimPage = async ({ shop }: Visit, attributes = '') =>
  `<reward-claim token="${(await shop.grant()).token}" ${attributes}></reward-claim>`;

async function claim(page: Page): Promise<string> {
  await inState(page, 'reward-claim', 'ready');
  await press(page, 'reward-claim');
  return codeOf(page);
}

describe('A shop that replaces the body', () => {
  test('shows a claimed reward again on the way back, and claims it once', async () => {
    const { page, shop, context, complaints } = await open((each) => claimPage(each));
    const code = await claim(page);
    await go(page);
    await back(page);
    assert.equal(await codeOf(page), code);
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('shows the code of a claim that was answered while another page was open', async () => {
    const { page, shop, context, complaints } = await open((each) => claimPage(each));
    await inState(page, 'reward-claim', 'ready');
    const letGo = holdAnswers(stage);
    await press(page, 'reward-claim');
    await inState(page, 'reward-claim', 'claiming');
    const answered = page.waitForResponse((response) => response.url().endsWith('/claim'));
    await go(page);
    letGo();
    await answered;
    await back(page);
    assert.notEqual(await codeOf(page), '');
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('joins a claim that is still without an answer on the way back', async () => {
    const { page, shop, context, complaints } = await open((each) => claimPage(each));
    await inState(page, 'reward-claim', 'ready');
    const letGo = holdAnswers(stage);
    await press(page, 'reward-claim');
    await inState(page, 'reward-claim', 'claiming');
    await go(page);
    await back(page);
    await page.waitForFunction(() =>
      document.querySelector('reward-claim')?.shadowRoot?.querySelector('button'),
    );
    await frames(page);
    assert.equal(await page.$eval('reward-claim', ({ dataset }) => dataset['state']), 'claiming');
    letGo();
    assert.notEqual(await codeOf(page), '');
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('keeps the token of a link over pages, and never in the address', async () => {
    const visit = await enter(stage);
    const { page, shop, context, complaints } = visit;
    const { token } = await shop.grant();
    stage.merchant.scripts['/turbo.js'] = turbo;
    stage.merchant.html = shopPage('<reward-claim token-param="reward"></reward-claim>', head);
    stage.merchant.pages['/elsewhere'] = shopPage('<p>Another page of the shop</p>', head);
    await page.goto(`${stage.merchant.origin}/reward#reward=${token}`);
    await inState(page, 'reward-claim', 'ready');
    await go(page);
    await back(page);
    await inState(page, 'reward-claim', 'ready');
    assert.equal(page.url(), `${stage.merchant.origin}/reward`);
    assert.notEqual(await claim(page), '');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('keeps a shopper logged in from page to page', async () => {
    const { page, shop, context, complaints } = await open(() => '<otp-login></otp-login>', {
      elsewhere: '<otp-login></otp-login>',
    });
    await logIn(page, shop, 'turbo@example.com');
    await go(page);
    await inState(page, 'otp-login', 'verified');
    await page.locator('otp-login >>> button[part=link]').click();
    await inState(page, 'otp-login', 'email');
    await back(page);
    await isDrawn(page, 'otp-login', '[part=input]');
    await inState(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('shows a story again, and its lightbox does not stay open', async () => {
    const { page, context, complaints } = await open(
      () => '<collection-timeline collection-slug="nordlicht-aw26" json-ld></collection-timeline>',
    );
    await inState(page, 'collection-timeline', 'ready');
    await page.waitForSelector('script[type="application/ld+json"]');
    await page.locator('collection-timeline >>> .enlarge').click();
    await isDrawn(page, 'collection-timeline', 'dialog[open]');
    await go(page);
    await page.waitForFunction(() => !document.querySelector('script[type="application/ld+json"]'));
    // Nothing on the next page is behind a dialog.
    assert.equal(
      await page.evaluate(() => document.elementFromPoint(20, 20)?.closest('p, body')?.localName),
      'p',
    );
    await back(page);
    await isDrawn(page, 'collection-timeline', 'article');
    await inState(page, 'collection-timeline', 'ready');
    assert.equal(await page.$('collection-timeline >>> dialog'), null);
    await page.waitForSelector('script[type="application/ld+json"]');
    assert.equal(await page.$$eval('script[type="application/ld+json"]', ({ length }) => length), 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('puts the old body itself back, with everything as it was', async () => {
    const { page, context, complaints } = await open(
      async (each) => `${await claimPage(each)}
      <collection-timeline collection-slug="nordlicht-aw26"></collection-timeline>`,
    );
    const code = await claim(page);
    await inState(page, 'collection-timeline', 'ready');
    await page.evaluate(() => {
      const old = document.body;
      Object.assign(globalThis, { old });
      old.replaceWith(document.createElement('body'));
    });
    await frames(page);
    await page.evaluate(() => document.body.replaceWith((globalThis as unknown as { old: HTMLElement }).old));
    assert.equal(await codeOf(page), code);
    await inState(page, 'collection-timeline', 'ready');
    await page.locator('collection-timeline >>> .enlarge').click();
    await isDrawn(page, 'collection-timeline', 'dialog[open]');
    await page.keyboard.press('Escape');
    assert.equal(await textOf(page, 'reward-claim', 'code'), code);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('View transitions', () => {
  test('can wait until new elements are drawn', async () => {
    const { page, shop, context, complaints } = await open(() => '<p>Before</p>');
    const { token } = await shop.grant();
    await page.evaluate(async (grant) => {
      await customElements.whenDefined('reward-claim');
      const transition = document.startViewTransition(async () => {
        const claim = document.createElement('reward-claim');
        claim.setAttribute('token', grant);
        const login = document.createElement('otp-login');
        document.body.replaceChildren(claim, login);
        // The page draws no frames meanwhile.
        await Promise.all([claim.updateComplete, login.updateComplete]);
      });
      // Rejects if the browser gave up waiting.
      await transition.ready;
      await transition.finished;
    }, token);
    await inState(page, 'otp-login', 'email');
    assert.notEqual(await claim(page), '');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('from page to page leave a claimed reward as it is', async () => {
    const visit = await enter(stage);
    const { page, shop, context, complaints } = visit;
    const { token } = await shop.grant();
    const style = `<style>@view-transition { navigation: auto }</style>${head}`;
    stage.merchant.scripts['/turbo.js'] = '';
    stage.merchant.html = shopPage(
      `<a href="/next">Next</a><reward-claim token="${token}"></reward-claim>`,
      style +
        `<script>addEventListener('pagereveal', ({ viewTransition }) => { globalThis.transition = viewTransition })</script>`,
    );
    await page.goto(`${stage.merchant.origin}/reward`);
    const code = await claim(page);
    await Promise.all([page.waitForNavigation(), page.locator('a').click()]);
    assert.equal(await codeOf(page), code);
    const isAnimated = await page.evaluate(async () => {
      const { transition } = globalThis as unknown as { transition: ViewTransition | null };
      await transition?.finished;
      return Boolean(transition);
    });
    assert.equal(isAnimated, true, 'the browser showed a transition');
    assert.equal(await codeOf(page), code);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

/** When something is in the element's shadow root. */
const isDrawn = (page: Page, tag: string, selector: string) =>
  page.waitForFunction(
    (name, wanted) => document.querySelector(name)?.shadowRoot?.querySelector(wanted),
    {},
    tag,
    selector,
  );
