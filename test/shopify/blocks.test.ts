/** The blocks in a Dawn-like page, as Shopify draws them and as shoppers use them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { violations } from '../gallery/support.ts';
import { openShop } from '../helpers/control.ts';
import { type Block, openPage, setStage, type Visit } from './shop.ts';

const stage = setStage();

const inState = (page: Page, tag: string, state: string) =>
  page.waitForSelector(`${tag}[data-state=${state}]`);

/** Nothing went wrong, nothing moved, and nobody was told a key. */
async function leave({ page, context, complaints, shifts, shop }: Visit): Promise<void> {
  assert.deepEqual(complaints, []);
  assert.deepEqual(await shifts(), []);
  const html = await page.content();
  assert.ok(!html.includes(shop.key) && !/api-key/i.test(html), 'no key in the page');
  await context.close();
}

/** A grant of the sandbox, whoever asks for it. */
const newGrant = async () => (await openShop(stage.sandbox.url)).grant();

const entries = ['First sketches', 'The yarn is here', 'On the loom'].map((title, index) => ({
  type: 'update',
  title,
  content: 'What somebody wrote about it, in two lines or so, that evening.',
  created_at: new Date(Date.UTC(2026, 8 + index, 3)).toISOString(),
}));

const timeline = async (settings: Record<string, unknown> = {}): Promise<Block[]> => {
  const { slug } = await stage.shop.timeline({ entries });
  return [{ block: 'collection-timeline', settings: { collection_slug: slug, ...settings } }];
};

describe('The login block', () => {
  test('logs a shopper in', async () => {
    const visit = await openPage(stage, [{ block: 'otp-login' }]);
    const { page, shop } = visit;
    await inState(page, 'otp-login', 'email');
    assert.deepEqual(await violations(page), []);
    await page.locator('otp-login >>> [part=input]').fill('wool@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    await inState(page, 'otp-login', 'code');
    await page.locator('otp-login >>> [part=input]').fill(await shop.mailedCode('wool@example.com'));
    await page.locator('otp-login >>> [part=button]').click();
    await inState(page, 'otp-login', 'verified');
    assert.deepEqual(await violations(page), []);
    await leave(visit);
  });

  test('has the address of a customer, where the merchant wants that', async () => {
    const customer = { email: '"o\'k"&<b>@example.com' };
    const visit = await openPage(stage, [{ block: 'otp-login', settings: { prefill: true } }], { customer });
    await inState(visit.page, 'otp-login', 'email');
    const field = (await visit.page.$('otp-login >>> [part=input]'))!;
    assert.equal(await field.evaluate((input) => (input as HTMLInputElement).value), customer.email);
    await leave(visit);
    const other = await openPage(stage, [{ block: 'otp-login' }], { customer });
    assert.ok(!(await other.page.content()).includes('example.com'));
    await leave(other);
  });
});

describe('The reward block', () => {
  const block = { block: 'reward-claim' };

  test('claims the reward of the link', async () => {
    const { token } = await newGrant();
    const visit = await openPage(stage, [block], { address: `?reward=${token}` });
    const { page, shop } = visit;
    await inState(page, 'reward-claim', 'ready');
    assert.deepEqual(await violations(page), []);
    assert.equal((await shop.requests()).length, 0, 'nothing is asked before the shopper acts');
    assert.ok(!page.url().includes(token), 'the token is gone from the address');
    await page.locator('reward-claim >>> [part=button]').click();
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await shop.grantRecord(token)).claims, 1);
    assert.deepEqual(await violations(page), []);
    await leave(visit);
  });
});

describe('The timeline block', () => {
  test('shows the story of a collection, and more of it by its button', async () => {
    const visit = await openPage(stage, () => timeline({ heading: 'How it is made', scrubber: true }));
    const { page } = visit;
    await inState(page, 'collection-timeline', 'ready');
    const titles = await page.$$eval('collection-timeline >>> [part~=title]', (all) =>
      all.map((each) => each.textContent.trim()),
    );
    assert.deepEqual(titles, entries.map(({ title }) => title).reverse());
    assert.deepEqual(await violations(page), []);
    await leave(visit);
  });

  test('is not there without a collection', async () => {
    const visit = await openPage(stage, [{ block: 'collection-timeline' }]);
    assert.equal(await visit.page.$('collection-timeline'), null);
    await leave(visit);
  });
});
