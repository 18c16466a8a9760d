/** `<reward-claim>` in a shop that it knows nothing of: `apply-url`, a link that the shop's own server follows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, JUMPER, setStage } from './shop-stage.ts';
import type { Shopper } from './shopper.ts';

const stage = setStage();

/** Where the link leads; undefined without one. */
const linkOf = ({ page }: Shopper): Promise<string | undefined> =>
  page.evaluate(
    () =>
      document.querySelector('reward-claim')!.shadowRoot!.querySelector<HTMLAnchorElement>('a[part=apply]')
        ?.href,
  );

const setAttributes = ({ page }: Shopper, attributes: Record<string, string>): Promise<void> =>
  page.$eval(
    'reward-claim',
    async (claim, all) => {
      for (const [name, value] of Object.entries(all)) claim.setAttribute(name, value);
      await (claim as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
    },
    attributes,
  );

describe('In a shop of any other system', () => {
  for (const width of [390, 1280])
    test(`the link brings the code into the bag, where the total is another, ${width} px wide`, async () => {
      const shopper = await enter(stage, '/', { width });
      await shopper.add(JUMPER);
      assert.equal(await shopper.total(), '€189.00');
      const code = await shopper.claim();
      const arrived = shopper.page.waitForNavigation();
      await shopper.page.locator('reward-claim >>> a[part=apply]').click();
      await arrived;
      await shopper.page.waitForSelector('#cart[open]');
      await shopper.waitForTotal('€170.10');
      assert.deepEqual(await shopper.codes(), [code]);
      // Nobody has said that it is in the bag, so the link stays.
      await shopper.state('claimed');
      assert.deepEqual(await shopper.told(), []);
      assert.deepEqual(shopper.complaints, []);
      await shopper.leave();
    });

  test('nothing of a shop system is loaded, and nothing but the link is asked of the cart', async () => {
    const shopper = await enter(stage, '/');
    const loaded: string[] = [];
    shopper.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    shopper.asked.length = 0;
    await shopper.claim();
    await shopper.page.waitForNetworkIdle();
    assert.deepEqual(
      loaded.filter((path) => /platforms\/(shopify|woocommerce|bigcommerce)/.test(path)),
      [],
    );
    assert.deepEqual(
      shopper.asked.filter((each) => !each.includes('/apps/rewards/')),
      [],
    );
    await shopper.leave();
  });

  test("a template leads to the shop's own host, and to another only when the page names it", async () => {
    const shopper = await enter(stage, '/');
    const code = await shopper.claim();
    const { host } = new URL(stage.demo.shop);
    await setAttributes(shopper, { 'apply-url': '/checkout/cart/?coupon={code}&back={path}' });
    const here = encodeURIComponent(await shopper.page.evaluate(() => location.pathname + location.search));
    assert.equal(await linkOf(shopper), `http://${host}/checkout/cart/?coupon=${code}&back=${here}`);
    await setAttributes(shopper, { 'apply-url': 'https://checkout.example/?code={code}' });
    assert.equal(await linkOf(shopper), undefined);
    await setAttributes(shopper, { 'apply-hosts': 'checkout.example' });
    assert.equal(await linkOf(shopper), `https://checkout.example/?code=${code}`);
    await setAttributes(shopper, { 'apply-url': 'javascript:alert({code})' });
    assert.equal(await linkOf(shopper), undefined);
    await shopper.leave();
  });

  test('a page of a shop system that is told to leave the cart alone does so', async () => {
    const shopper = await enter(stage, '/shops/shopify.html');
    await setAttributes(shopper, { platform: 'none' });
    await shopper.add(JUMPER);
    await shopper.claim();
    assert.equal(await shopper.page.$('reward-claim >>> [part=apply]'), null);
    await setAttributes(shopper, { platform: 'auto', apply: 'none' });
    assert.equal(await shopper.page.$('reward-claim >>> button[part=apply]'), null);
    assert.ok(await shopper.page.$('reward-claim >>> [part=copy]'));
    await shopper.leave();
  });
});
