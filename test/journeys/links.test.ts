/** Links with a reward's token, on a page that is open. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeOf, enter, inState, press, setStage, shopPage } from './support.ts';

const stage = setStage();

/** Opens a page with a reward and a link to each of two grants of it. */
async function openPage() {
  const visit = await enter(stage);
  const { page, shop } = visit;
  const grants = [await shop.grant(), await shop.grant()] as const;
  const links = grants.map(
    ({ token }, index) => `<a id="link-${index}" href="#reward=${token}">A reward</a>`,
  );
  stage.merchant.html = shopPage(`${links.join('')}<reward-claim token-param="reward"></reward-claim>`);
  await page.goto(`${stage.merchant.origin}/rewards`);
  await inState(page, 'reward-claim', 'no-token');
  return {
    ...visit,
    follow: async (index: number) => {
      await page.click(`#link-${index}`);
      await inState(page, 'reward-claim', 'ready');
    },
    claim: async (index: number) => {
      await press(page, 'reward-claim');
      assert.equal(await codeOf(page), (await shop.grantRecord(grants[index]!.token)).discountCode);
    },
  };
}

describe('A shopper who follows a link with a reward on the page that is open', () => {
  test('sees the reward at once, and the address bar does not keep its token', async () => {
    const { page, context, complaints, follow, claim } = await openPage();
    for (const index of [0, 1]) {
      await follow(index);
      await page.waitForFunction(() => location.hash === '');
      await claim(index);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('finds the earlier reward again on the way back, also after a reload', async () => {
    const { page, context, complaints, follow, claim } = await openPage();
    await follow(0);
    await claim(0);
    const code = await codeOf(page);
    await follow(1);
    await page.goBack();
    assert.equal(await codeOf(page), code);
    await page.reload();
    assert.equal(await codeOf(page), code);
    await page.goForward();
    await inState(page, 'reward-claim', 'ready');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
