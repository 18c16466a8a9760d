/** Every example of docs/events.md on a real page, and what comes of it. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { testExamples } from './examples.ts';
import { claim, logIn, openExample, setStage } from './shop.ts';

const stage = setStage();
const first = (blocks: string[] | undefined) => blocks![0]!;

const textOf = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent);
const shows = (page: Page, selector: string, text: string) =>
  page.waitForFunction((at, words) => document.querySelector(at)!.textContent === words, {}, selector, text);

testExamples('events.md', {
  tellAnalytics: async ({ js }) => {
    const visit = await openExample(stage, { js: first(js) });
    const { page, context } = visit;
    await logIn(visit);
    await claim(visit);
    await page.waitForSelector('collection-timeline[data-state=ready]');
    const id = await page.$eval('collection-timeline', ({ shadowRoot }) => {
      location.hash = shadowRoot!.querySelectorAll('article')[2]!.id;
      return Number(location.hash.replace('#entry-', ''));
    });
    await page.waitForFunction(
      () => (globalThis as unknown as { dataLayer: unknown[] }).dataLayer.length === 3,
    );
    assert.deepEqual(
      await page.evaluate(() => (globalThis as unknown as { dataLayer: unknown[] }).dataLayer),
      [{ event: 'login' }, { event: 'reward', kind: 'percentage' }, { event: 'story', entry: id }],
    );
    await context.close();
  },

  onlyOurAddresses: async ({ js }) => {
    const visit = await openExample(stage, { js: first(js) });
    const { page, shop, context } = visit;
    await page.locator('otp-login >>> [part=input]').fill('ada@staff.example');
    await page.locator('otp-login >>> [part=button]').click();
    await shows(page, '#hint', 'Staff log in through the portal.');
    assert.deepEqual(await shop.requests('createOtp'), []);
    await logIn(visit);
    await context.close();
  },

  greetMembers: async ({ js }) => {
    const visit = await openExample(stage, { js: first(js) });
    const { page, context } = visit;
    const email = await logIn(visit);
    assert.equal(await textOf(page, '#greeting'), `Hello, ${email}`);
    await page.reload();
    await shows(page, '#greeting', `Hello, ${email}`);
    await page.locator('otp-login >>> [part=link]').click();
    await shows(page, '#greeting', '');
    await context.close();
  },

  applyInPlace: async ({ js }) => {
    const visit = await openExample(stage, { js: first(js) });
    const { page, context } = visit;
    await claim(visit);
    const code = await page.$eval('reward-claim >>> [part=code]', ({ textContent }) => textContent);
    await page.locator('reward-claim >>> [part=apply]').click();
    await shows(page, '#hint', 'The discount is in your cart.');
    assert.ok(stage.merchant.requests.some(({ path }) => path === `/discount/${code}`));
    assert.equal(page.url(), `${stage.merchant.origin}/`, 'the shopper is where they were');
    await context.close();
  },

  ownLightbox: async ({ js }) => {
    const { page, context } = await openExample(stage, { js: first(js) });
    await page.locator('collection-timeline >>> [part=enlarge]').click();
    const picture = await page.waitForSelector('body > dialog[open] img');
    assert.match(await picture!.evaluate(({ src }) => src), /\/media\/[\w-]+\.webp$/);
    assert.equal(await page.$('collection-timeline >>> dialog'), null);
    await context.close();
  },

  logErrors: async ({ js }) => {
    const { page, shop, context } = await openExample(stage, { js: first(js) });
    const body = { message: 'Back soon.', code: 'unavailable', details: {} };
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 503, body });
    const logged = page.waitForRequest((request) => request.url().endsWith('/log'));
    await page.locator('otp-login >>> [part=input]').fill('ada@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    const text = await (await logged).fetchPostData();
    assert.deepEqual(JSON.parse(text!), { type: 'otp-login-error', reason: 'unavailable', status: 503 });
    await context.close();
  },
});
