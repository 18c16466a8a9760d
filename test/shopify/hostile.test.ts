/** Any text that a merchant types into a setting is text on the page, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage, setStage } from './shop.ts';

const stage = setStage();

const hostile = `"'></style></template><img src=x onerror="globalThis.isHacked=1">{{ 7 | times: 7 }}</script>&amp;`;

/** The hostile text in every setting that takes text; what else a type takes is chosen, not typed. */
const allHostile = (block: string) =>
  Object.fromEntries(
    stage.extension.schemas
      .get(block)!
      .settings.filter(({ type }) => ['text', 'textarea', 'url', 'number'].includes(type))
      .map(({ id, type }) => [id!, type === 'number' ? 8 : hostile]),
  );

describe('A hostile text', () => {
  for (const [block, tag, slot] of [
    ['otp-login', 'otp-login', 'heading'],
    ['reward-claim', 'reward-claim', 'contact'],
    ['collection-timeline', 'collection-timeline', 'more'],
  ] as const)
    test(`in every setting of the block ${block} stays text`, async () => {
      const { page, context } = await openPage(stage, [{ block, settings: allHostile(block) }]);
      await page.waitForFunction((name) => customElements.get(name), {}, tag);
      assert.equal(await page.$eval(`[slot=${slot}]`, (each) => each.textContent.trim()), hostile);
      assert.equal(await page.evaluate(() => 'isHacked' in globalThis), false);
      assert.equal((await page.$$('img')).length, 0);
      assert.equal((await page.$$(`#MainContent ${tag}`)).length, 1, 'the page goes on after it');
      assert.ok(await page.$('.footer'));
      await context.close();
    });

  test('in every setting of the panel stays text', async () => {
    const embed = { ...allHostile('reward-panel'), analytics: 'off', token_param: 'reward' };
    const { page, context } = await openPage(stage, [], { embed, address: '#reward=x' });
    await page.waitForSelector('.storefront-panel__box:not([hidden]) reward-claim');
    assert.equal(
      await page.$eval('.storefront-panel__box', (box) => box.getAttribute('aria-label')),
      hostile,
    );
    assert.equal(await page.evaluate(() => 'isHacked' in globalThis), false);
    assert.equal((await page.$$('img')).length, 0);
    await context.close();
  });
});
