/** The records that an earlier build stored in a shopper's browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { openPast, pastRecords, pastStage } from './past-build/past-build.ts';
import { codeOf, enter, inState, script, textOf } from './support.ts';

const stage = pastStage();
const { email, tokens, codes } = pastRecords.page;
const open = openPast(stage);

describe('The records of an earlier build', () => {
  /** A shopper in whose browser the earlier build ran a minute ago. */
  async function comeBack() {
    const visit = await enter(stage);
    const { page } = visit;
    await page.evaluateOnNewDocument(
      (then) => {
        const [now, begun] = [Date.now, Date.now()];
        Date.now = () => then + now() - begun;
      },
      Math.max(
        ...Object.values(pastRecords.localStorage).map(
          (text) => (JSON.parse(text) as { at?: number }).at ?? 0,
        ),
      ) + 60_000,
    );
    await open(page, '', '', '/empty');
    await page.evaluate(({ localStorage: kept, sessionStorage: ofTab }) => {
      for (const [name, text] of Object.entries(kept)) localStorage.setItem(name, text);
      for (const [name, text] of Object.entries(ofTab)) sessionStorage.setItem(name, text);
    }, pastRecords);
    return visit;
  }

  test('show the claimed reward, also by the token of a link', async () => {
    for (const attribute of [`token="${tokens.claimed}"`, 'token-param="reward"']) {
      const { page, shop, context, complaints } = await comeBack();
      await open(page, `<reward-claim ${attribute}></reward-claim>`);
      assert.equal(await codeOf(page), codes.claimed);
      assert.deepEqual(await shop.requests(), []);
      assert.deepEqual(complaints, []);
      await context.close();
    }
  });

  test('show the reserved code', async () => {
    const { page, shop, context, complaints } = await comeBack();
    await open(
      page,
      `<reward-claim reward-id="${tokens.rewardId}" code-id="${tokens.codeId}"></reward-claim>`,
    );
    await inState(page, 'reward-claim', 'reserved');
    assert.equal(await textOf(page, 'reward-claim', 'code'), codes.reserved);
    assert.deepEqual(await shop.requests(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('show that the code is in the cart, as the shop says', async () => {
    const { page, context, complaints } = await comeBack();
    const cart = createShopifyCart({ discountOf: () => ({ kind: 'percentage', value: 10 }) });
    stage.merchant.handle = (request, response) => cart.handle(request, response);
    await page.evaluate(async (discount) => {
      const change = (path: string, body: object) =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      await change('/cart/add.js', { id: 101, quantity: 1 });
      await change('/cart/update.js', { discount });
    }, codes.applied);
    const shopify = `<script>Shopify = { shop: 'shop.example', routes: { root: '/' } }</script>`;
    await open(page, `<reward-claim token="${tokens.applied}"></reward-claim>`, shopify + script);
    await inState(page, 'reward-claim', 'applied');
    assert.equal(await textOf(page, 'reward-claim', 'code'), codes.applied);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('say that nobody knows how a claim ended that was not answered', async () => {
    const { page, shop, context, complaints } = await comeBack();
    await open(page, `<reward-claim token="${tokens.pending}"></reward-claim>`);
    await inState(page, 'reward-claim', 'unconfirmed');
    assert.match(await textOf(page, 'reward-claim', 'message'), /can’t tell whether/);
    assert.deepEqual(await shop.requests(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('keep the shopper logged in, until they log out', async () => {
    const { page, context, complaints } = await comeBack();
    await open(page, '<otp-login></otp-login>');
    await inState(page, 'otp-login', 'verified');
    assert.match(
      await page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.textContent),
      new RegExp(email),
    );
    await page.locator('otp-login >>> button[part=link]').click();
    await inState(page, 'otp-login', 'email');
    await page.reload();
    await inState(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('lead back to the place in the story', async () => {
    const { page, shop, context, complaints } = await comeBack();
    const [place] = Object.entries(pastRecords.sessionStorage).flatMap(([name, text]) =>
      name.includes(':place:') ? [JSON.parse(text) as { id: number; count: number }] : [],
    );
    const entries = Array.from({ length: place!.count }, (_, index) => ({
      title: `Entry ${index + 1}`,
      content: 'Words of the shop. '.repeat(30),
    }));
    const { slug } = await shop.timeline({ entries });
    const address = `${stage.merchant.origin}/apps/rewards/v1/timeline?limit=100&collection_slug=${slug}`;
    const { data } = (await (await fetch(address)).json()) as { data: object[] };
    // With the same ids as in the earlier build's story.
    const body = {
      data: data.map((entry, index) => ({ ...entry, id: place!.id - 14 + index })),
      pagination: {},
    };
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', times: 0, body });
    const story = '<collection-timeline collection-slug="story" limit="20"></collection-timeline>';
    await open(page, story, script, '/story');
    // A page that a link leads to begins at the top, so the record counts after a reload.
    await page.evaluateOnNewDocument(({ sessionStorage: ofTab }) => {
      for (const [name, text] of Object.entries(ofTab)) sessionStorage.setItem(name, text);
    }, pastRecords);
    await page.reload();
    await inState(page, 'collection-timeline', 'ready');
    await page.waitForFunction(() => {
      const all = document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article');
      const inView = [...all].find((each) => each.getBoundingClientRect().bottom > 0);
      return inView?.querySelector('[part=title]')?.textContent === 'Entry 15';
    });
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
