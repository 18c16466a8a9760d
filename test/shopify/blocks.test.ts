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

/** A phone with a dark theme, and a desk with a light one. */
const looks = [
  { name: '390 px, dark', width: 390, scheme: 3 },
  { name: '1280 px, light', width: 1280, scheme: 1 },
] as const;

describe('With the settings as they come', () => {
  for (const { name, ...look } of looks)
    test(`the elements look as the theme does, in the shop and in its editor: ${name}`, async () => {
      const { token } = await newGrant();
      for (const designMode of [false, true]) {
        const blocks = ['otp-login', 'reward-claim', 'collection-timeline'].map((block) => ({ block }));
        const visit = await openPage(stage, blocks, {
          ...look,
          designMode,
          embed: {},
          address: `#reward=${token}`,
        });
        const { page, context } = visit;
        await inState(page, 'reward-claim', 'ready');
        await inState(page, 'otp-login', 'email');
        const found = await page.evaluate(() => {
          const own = document.createElement('button');
          own.className = 'button';
          document.querySelector('.storefront-block')!.append(own);
          const of = (button: Element) => {
            const { backgroundColor, borderRadius, fontWeight } = getComputedStyle(button);
            return [
              backgroundColor,
              getComputedStyle(button.querySelector('span') ?? button).color,
              borderRadius,
              fontWeight,
            ];
          };
          const ours = ['otp-login', 'reward-claim'].map((tag) =>
            of(document.querySelector(tag)!.shadowRoot!.querySelector('[part=button]')!),
          );
          const rules = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
          return { theme: of(own), ours, rules: rules.join() };
        });
        assert.deepEqual(found.ours, [found.theme, found.theme]);
        assert.doesNotMatch(found.rules, /--storefront-/);
        await context.close();
      }
    });

  test('no look is chosen, and no rule of the app sets one', () => {
    const colors = [...stage.extension.schemas.values()].flatMap(({ settings }) =>
      settings.filter(({ type, id }) => type === 'color' || id === 'radius'),
    );
    assert.ok(colors.length > 8);
    for (const setting of colors) assert.ok(!('default' in setting), setting.id);
    const css = stage.extension.files.get('assets/storefront-elements.css')!;
    assert.doesNotMatch(css, /--storefront-[\w-]+:/);
  });
});

/** Checks that nothing went wrong, nothing moved, and the page has no key. */
async function leave({ page, context, complaints, shifts, shop }: Visit): Promise<void> {
  assert.deepEqual(complaints, []);
  assert.deepEqual(await shifts(), []);
  const html = await page.content();
  assert.ok(!html.includes(shop.key) && !/api-key/i.test(html), 'no key in the page');
  await context.close();
}

/** A new grant of the sandbox, which any shop's key may claim. */
const newGrant = async () => (await openShop(stage.sandbox.url)).grant();

const titles = ['Sketches', 'Yarn', 'Dye', 'Loom', 'Cut', 'Seams', 'Labels'];
const entries = titles.map((title, index) => ({
  type: 'update',
  title,
  content: 'What somebody wrote about it, in two lines or so, that evening.',
  created_at: new Date(Date.UTC(2026, 2 + index, 3)).toISOString(),
}));

const timeline = async (settings: Record<string, unknown> = {}): Promise<Block[]> => {
  const { slug } = await stage.shop.timeline({ entries });
  return [{ block: 'collection-timeline', settings: { collection_slug: slug, ...settings } }];
};

describe('The login block', () => {
  for (const { name, ...look } of looks)
    test(`logs a shopper in: ${name}`, async () => {
      const visit = await openPage(stage, [{ block: 'otp-login' }], look);
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

  for (const { name, ...look } of looks)
    test(`claims the reward of the link: ${name}`, async () => {
      const { token } = await newGrant();
      const visit = await openPage(stage, [block], { ...look, address: `#reward=${token}` });
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

describe('The reward block to reserve a reward', () => {
  const ids = { reward_id: 'reward-1', code_id: 'code-1' };
  const { reward_id, code_id } = ids;
  for (const given of [{ reward_id }, { code_id }, ids] as Partial<typeof ids>[])
    test(`does not look for a link, so that the element names a missing ID: ${Object.keys(given).join()}`, async () => {
      const visit = await openPage(stage, [{ block: 'reward-claim', settings: given }]);
      await visit.page.waitForSelector('reward-claim[data-state]');
      const attributes = await visit.page.$eval('reward-claim', (claim) =>
        ['reward-id', 'code-id', 'token-param'].map((name) => claim.getAttribute(name)),
      );
      assert.deepEqual(attributes, [given.reward_id ?? null, given.code_id ?? null, null]);
      await visit.context.close();
    });
});

describe('The reward block that asks for a login', () => {
  const block = { block: 'reward-claim', settings: { requires_login: true } };

  for (const [name, customer, state] of [
    ['asks for it first', undefined, 'login'],
    ['does not ask a customer, whom the gateway may know', { email: 'ada@example.com' }, 'ready'],
  ] as const)
    test(name, async () => {
      const { token } = await newGrant();
      const address = `#reward=${token}`;
      const visit = await openPage(stage, [block], { address, ...(customer && { customer }) });
      await inState(visit.page, 'reward-claim', state);
      await leave(visit);
    });

  test('asks a customer whom the gateway does not know, once the claim is refused for that', async () => {
    const { token } = await newGrant();
    const customer = { email: 'ada@example.com' };
    const visit = await openPage(stage, [block], { address: `#reward=${token}`, customer });
    const body = { code: 'login_required', message: 'Please log in first.' };
    await visit.shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 401, body });
    await visit.page.locator('reward-claim >>> [part=button]').click();
    await inState(visit.page, 'reward-claim', 'login');
    await visit.context.close();
  });
});

describe('The cart', () => {
  /** As the theme's own scripts change it. */
  const change = (page: Page, path: string, body: object) =>
    page.evaluate(
      async (to, sent) => {
        const headers = { 'content-type': 'application/json' };
        await fetch(to, { method: 'POST', headers, body: JSON.stringify(sent) });
      },
      path,
      body,
    );
  const cartOf = (page: Page) =>
    page.evaluate(async () => {
      const cart = await (await fetch('/cart.js')).json();
      return {
        codes: cart.discount_codes.map(({ code }: { code: string }) => code),
        total: cart.total_price,
      };
    });

  for (const { name, settings, embed } of [
    { name: 'a block', settings: { cart_sections: 'cart-icon-bubble', reserve: true } },
    { name: 'the panel', embed: { cart_sections: 'cart-icon-bubble' } },
  ])
    test(`takes the code from ${name} beside another one, is drawn again, and keeps it after a reload`, async () => {
      const { token } = await newGrant();
      const blocks = settings ? [{ block: 'reward-claim', settings }] : [];
      const address = `#reward=${token}`;
      const visit = await openPage(stage, blocks, { address, ...(embed && { embed }) });
      const { page, shop } = visit;
      await inState(page, 'reward-claim', 'ready');
      await change(page, '/cart/add.js', { items: [{ id: 101, quantity: 1 }] });
      await change(page, '/cart/update.js', { discount: 'FRIENDS' });
      await page.locator('reward-claim >>> [part=button]').click();
      await inState(page, 'reward-claim', 'claimed');
      const before = await cartOf(page);
      await page.locator('reward-claim >>> [part=apply]').click();
      await inState(page, 'reward-claim', 'applied');
      const after = await cartOf(page);
      const { discountCode } = await shop.grantRecord(token);
      assert.deepEqual(after.codes, ['FRIENDS', discountCode]);
      assert.ok(after.total < before.total);
      assert.equal(
        await page.$eval('#shopify-section-cart-icon-bubble', (each) => each.textContent),
        'Cart (1)',
      );
      assert.deepEqual(await violations(page), []);
      await page.reload();
      await inState(page, 'reward-claim', 'applied');
      await leave(visit);
    });
});

describe('The timeline block', () => {
  for (const { name, ...look } of looks)
    test(`shows the story of a collection, and more of it by its button: ${name}`, async () => {
      const visit = await openPage(
        stage,
        () => timeline({ heading: 'How it is made', scrubber: true, group_by: 'month', limit: 5 }),
        look,
      );
      const { page } = visit;
      await inState(page, 'collection-timeline', 'ready');
      const shown = () =>
        page.$$eval('collection-timeline >>> [part~=title]', (all) =>
          all.map((each) => each.textContent.trim()),
        );
      assert.deepEqual(await shown(), titles.toReversed().slice(0, 5));
      assert.deepEqual(await violations(page), []);
      await page.locator('collection-timeline >>> .foot [part=button]').click();
      await page.waitForSelector('collection-timeline[data-page=end]');
      assert.deepEqual(await shown(), titles.toReversed());
      await leave(visit);
    });

  test('is not there without a collection', async () => {
    const visit = await openPage(stage, [{ block: 'collection-timeline' }]);
    assert.equal(await visit.page.$('collection-timeline'), null);
    await leave(visit);
  });
});

describe('Without scripts', () => {
  test('blocks leave no hole in the page', async () => {
    const { page, context } = await openPage(
      stage,
      [
        { block: 'otp-login' },
        { block: 'reward-claim' },
        { block: 'collection-timeline', settings: { collection_slug: 'x', heading: 'Our story' } },
      ],
      { embed: {}, prepare: (each) => each.setJavaScriptEnabled(false) },
    );
    const { heights } = await page.evaluate(() => ({
      heights: [...document.querySelectorAll<HTMLElement>('.storefront-block')].map(
        ({ offsetHeight }) => offsetHeight,
      ),
    }));
    assert.deepEqual(heights, [0, 0, 0]);
    await context.close();
  });
});

describe('A collection', () => {
  test('is that of the page where the slug is only blanks', async () => {
    const { page, context } = await openPage(stage, [
      { block: 'collection-timeline', settings: { collection_slug: ' ', collection: { handle: 'wool' } } },
    ]);
    assert.equal(
      await page.$eval('collection-timeline', (each) => each.getAttribute('collection-slug')),
      'wool',
    );
    await context.close();
  });
});
