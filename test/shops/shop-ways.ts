/** The ways through a shop that are the same on every shop system. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { frames, hold } from '../cdn/support.ts';
import { violations } from '../gallery/support.ts';
import { enter, HAT, JUMPER, newGrant, type Stage } from './shop-stage.ts';
import type { Shopper } from './shopper.ts';
import type { ShopUnderTest, Widths } from './shops-under-test.ts';

/** The tests of the drawer and the element, which do not depend on the shop system. */
export function testAccess(stage: Stage, shop: ShopUnderTest): void {
  const { system, path } = shop;
  describe(`A shopper of a ${system} shop`, () => {
    test('meets nothing that axe objects to, with the drawer closed and open', async () => {
      const shopper = await enter(stage, path, { fullBagOf: shop });
      await shopper.claim();
      await shopper.apply();
      await shopper.state('applied');
      assert.deepEqual(await violations(shopper.page), []);
      await shopper.openBag();
      assert.deepEqual(await violations(shopper.page), []);
      await shopper.leave();
    });

    test('can do all of it with the keyboard', async () => {
      const shopper = await enter(stage, path);
      const { page } = shopper;
      await tabTo(page, '[data-product="101"] [type=submit]');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#cart[open] .lines');
      assert.equal(await hasFocus(page, '#cart *'), true, 'the focus is in the drawer');
      await page.keyboard.press('Escape');
      assert.equal(await hasFocus(page, '[data-product="101"] [type=submit]'), true, 'and comes back');
      await tabTo(page, '[part=button]');
      await page.keyboard.press('Enter');
      await shopper.state('claimed');
      await tabTo(page, '[part=apply]');
      await page.keyboard.press('Enter');
      await shopper.state('applied');
      await shopper.leave();
    });
  });
}

/** The tests that depend on the width of the page. */
export function testWidths(stage: Stage, { system, path, totals }: ShopUnderTest, widths: Widths): void {
  describe(`A shopper of a ${system} shop`, () => {
    for (const width of widths.wholeWay)
      test(`gets the reward into a bag with products and another code, and finds it there after a reload, ${width} px wide`, async () => {
        const shopper = await enter(stage, path, { width });
        await shopper.add(JUMPER);
        await shopper.add(HAT);
        await shopper.enterCode('OTHER-10');
        await shopper.waitForTotal(totals.before);
        const code = await shopper.claim();
        assert.deepEqual(await shopper.codes(), ['OTHER-10'], 'claimed is not applied');
        await shopper.apply();
        await shopper.state('applied');
        await shopper.waitForTotal(totals.after);
        assert.deepEqual(await shopper.codes(), ['OTHER-10', code]);
        assert.deepEqual(await shopper.told(), ['reward-claim-applied']);
        assert.equal(await shopper.code(), code, 'the code can still be read');

        await shopper.reload();
        await shopper.state('applied');
        await shopper.waitForCodes(['OTHER-10', code]);
        await shopper.waitForTotal(totals.after);
        assert.deepEqual(await shopper.told(), [], 'nothing was applied anew');
        assert.deepEqual(shopper.complaints, []);
        assert.deepEqual(await shopper.shifts(), [], 'nothing on the page moved');
        const isWide = await shopper.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(isWide, false, 'nothing scrolls sideways');
        await shopper.leave();
      });

    for (const width of widths.lateElements)
      test(`sees nothing move where the elements come late, ${width} px wide`, async () => {
        const shopper = await enter(stage, path, { width });
        const { page } = shopper;
        await shopper.claim();
        const files = await hold(page, /\/storefront-elements\.js$/);
        await page.$eval('shop-cart', (cart) => cart.toggleAttribute('data-before'));
        const reloaded = page.reload();
        await page.waitForFunction(() =>
          document.querySelector('shop-cart:not([data-before])')?.hasChildNodes(),
        );
        await page.$eval('reward-claim', (claim) => claim.scrollIntoView());
        await frames(page);
        await files.letGo();
        await reloaded;
        await shopper.state('claimed');
        await frames(page);
        assert.deepEqual(await shopper.shifts(), []);
        await shopper.leave();
      });
  });
}

export function testShop(stage: Stage, shop: ShopUnderTest): void {
  const { system, path, totals, steps, widths } = shop;
  testWidths(stage, shop, widths);

  describe(`A shopper of a ${system} shop`, () => {
    test('whose bag cannot have the reward keeps the code, and gets it in when the bag can', async () => {
      const shopper = await enter(stage, path, { grant: { scope: 'product' } });
      await shopper.add(HAT);
      const code = await shopper.claim();
      await shopper.apply();
      await shopper.state('not-applied');
      assert.notEqual(await shopper.message(), '');
      assert.equal(await shopper.code(), code);
      assert.ok(await shopper.page.$('reward-claim >>> [part=copy]'), 'the code can be copied');
      assert.deepEqual(await shopper.codes(), []);
      assert.deepEqual(await shopper.told(), ['reward-claim-apply-error']);

      await shopper.add(JUMPER);
      // Shopify has kept it in the cart.
      if (system !== 'shopify') await shopper.apply();
      await shopper.state('applied');
      await shopper.waitForCodes([code]);
      await shopper.leave();
    });

    test('does not lose a code of theirs that stands alone', async () => {
      const shopper = await enter(stage, path);
      await shopper.add(JUMPER);
      await shopper.enterCode('ALONE-20');
      const before = await shopper.total();
      await shopper.claim();
      await shopper.apply();
      await shopper.state('not-applied');
      await shopper.reload();
      await shopper.waitForCodes(['ALONE-20']);
      await shopper.waitForTotal(before);
      await shopper.leave();
    });

    test('with an empty bag is told so, finds the reward with the first product, and is not shown one that an emptied bag no longer has', async () => {
      const shopper = await enter(stage, path);
      const code = await shopper.claim();
      await shopper.apply();
      await shopper.state('not-applied');
      assert.match(await shopper.message(), /empty/i);
      await shopper.add(JUMPER);
      await shopper.state('applied');
      await shopper.waitForCodes([code]);

      await shopper.emptyBag();
      await shopper.plant(system, 'reset');
      await shopper.reload();
      await shopper.state('claimed');
      assert.equal(await shopper.code(), code);
      await shopper.leave();
    });

    test('gets two rewards in, also when both are wanted at once', async () => {
      const shopper = await enter(stage, path, { fullBagOf: shop });
      const token = await newGrant(stage);
      await shopper.page.$eval(
        'reward-claim',
        (first, other) => {
          const second = first.cloneNode(true) as HTMLElement;
          first.id = 'first';
          Object.assign(second, { id: 'second', token: other });
          first.after(second);
        },
        token,
      );
      const codes = [await shopper.claim('#first'), await shopper.claim('#second')];
      await shopper.page.evaluate(() => {
        for (const claim of document.querySelectorAll('reward-claim'))
          claim.shadowRoot!.querySelector<HTMLElement>('[part=apply]')!.click();
      });
      for (const claim of ['#first', '#second']) await shopper.state('applied', claim);
      await shopper.waitForTotal(totals.two);
      await shopper.waitForCodes(['OTHER-10', ...codes]);
      await shopper.leave();
    });

    test('finds the reward in the bag right after the claim, where the shop wants it so', async () => {
      const shopper = await enter(stage, `${path}?apply=after-claim`, { fullBagOf: shop });
      await shopper.page.locator('reward-claim[data-state=ready] >>> [part=button]').click();
      await shopper.state('applied');
      await shopper.waitForCodes(['OTHER-10', await shopper.code()]);
      await shopper.leave();
    });

    test('is served by the requests whose failing is tested below, and by no others', async () => {
      const shopper = await enter(stage, path, { fullBagOf: shop });
      // The theme has no further request on its way then.
      await shopper.waitForCodes(['OTHER-10']);
      await shopper.waitForTotal(totals.before);
      await shopper.claim();
      shopper.asked.length = 0;
      await shopper.apply();
      await shopper.state('applied');
      const asked = new Set(shopper.asked.map((each) => each.replaceAll(/[\da-f-]{36}/g, '*')));
      assert.deepEqual([...asked].toSorted(), steps.map((step) => `${step.method} ${step.path}`).toSorted());
      await shopper.leave();
    });
  });
}

const hasFocus = (page: Shopper['page'], selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.matches(wanted) ?? false;
  }, selector);

async function tabTo(page: Shopper['page'], selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(page, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${selector}.`);
}
