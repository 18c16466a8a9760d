/** What a shop, a proxy before it or a theme may answer, and no documentation shows. */
import { expect } from '@open-wc/testing';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import { platform as bigcommerce } from '../../src/platforms/bigcommerce.ts';
import { platform as shopify } from '../../src/platforms/shopify.ts';
import { platform as woocommerce } from '../../src/platforms/woocommerce.ts';
import { newCart } from './support.ts';

const nothing = { sections: [], mayReload: false };
const original = globalThis.fetch;
/** Until the end of the test every request has this answer. */
function answer(body: unknown): void {
  globalThis.fetch = () => Promise.resolve(Response.json(body));
}
afterEach(() => {
  globalThis.fetch = original;
});

const odd: [name: string, body: unknown][] = [
  ['null', null],
  ['a text', 'cart'],
  ['a number', 5],
  ['an empty object', {}],
  ['a list of nulls', [null, null]],
  [
    'lists of the wrong things',
    { discount_codes: [null], coupons: [null], cart: [], item_count: 1, items: {} },
  ],
  ['codes that are numbers', { discount_codes: [{ code: 5, applicable: true }], item_count: 1, items: [] }],
  ['numbers that are texts', { discount_codes: [], item_count: '1', items: [] }],
  ['a cart of before there were codes in it', { token: 't', item_count: 1, items: [] }],
  ['a list of carts with odd coupons', [{ id: 'a', coupons: [null, 5, { code: 5 }] }]],
  ['a list of carts without coupons', [{ id: 'a' }]],
];

describe('an answer that is no cart', () => {
  for (const platform of [shopify, woocommerce, bigcommerce])
    for (const [name, body] of odd)
      it(`of ${platform.name}, ${name}: no code is known, and none is said to be in`, async () => {
        answer(body);
        expect((await platform.read())?.codes ?? []).to.deep.equal([]);
        const { outcome } = await platform.apply('PERCENT-10', nothing);
        expect(outcome).to.be.oneOf(['not-possible', 'not-applicable']);
      });
});

describe('a cart with nothing in it', () => {
  it('of Shopify counts no code, whatever it still has', async () => {
    answer({ item_count: 0, items: [], discount_codes: [{ code: 'PERCENT-10', applicable: true }] });
    expect((await shopify.read())?.codes).to.deep.equal([{ code: 'PERCENT-10', isApplicable: false }]);
    expect(await shopify.apply('PERCENT-10', nothing)).to.deep.include({ reason: 'empty-cart' });
  });

  it('of WooCommerce counts no code, whatever it still has', async () => {
    answer({ items_count: 0, items: [], coupons: [{ code: 'percent-10' }] });
    expect((await woocommerce.read())?.codes).to.deep.equal([{ code: 'percent-10', isApplicable: false }]);
    expect(await woocommerce.apply('PERCENT-10', nothing)).to.deep.include({ reason: 'empty-cart' });
  });
});

describe("a Shopify theme's updateCart that answers oddly", () => {
  let remove: () => void;
  afterEach(() => remove());
  const configure = (updateCart: unknown) => {
    remove = putShopify();
    const { Shopify } = globalThis as unknown as { Shopify: Record<string, unknown> };
    Shopify['actions'] = { updateCart };
  };
  const write = (discountCodes: string[]) =>
    fetch('/cart/update.js', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ discount: discountCodes.join(',') }),
    });

  for (const [name, given] of [
    ['null', null],
    ['no cart', { cart: null, userErrors: null, warnings: null }],
    ['codes as texts', { cart: { discountCodes: ['PERCENT-10', 'MINUS-500'] } }],
    ['codes as an object', { cart: { discountCodes: { nodes: [] } } }],
    ['codes that are null', { cart: { discountCodes: [null] } }],
  ] as const)
    it(`${name}: the cart is asked, and both codes are in`, async () => {
      const cart = await newCart('shopify');
      await cart.fill('101');
      await cart.enter('PERCENT-10');
      configure(async ({ discountCodes }: { discountCodes: string[] }) => {
        await write(discountCodes);
        return given;
      });
      expect(await shopify.apply('MINUS-500', nothing)).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
    });

  it('throws at once, also where something is put back: it is told why the code does not count', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    await cart.enter('PERCENT-10');
    let calls = 0;
    configure(({ discountCodes }: { discountCodes: string[] }) => {
      calls += 1;
      if (calls > 1) throw new Error('The theme has a fault');
      return write(discountCodes).then(() => ({}));
    });
    expect(await shopify.apply('PERCENT-50-ALONE', nothing)).to.deep.include({ reason: 'not-combinable' });
    expect([calls, await cart.codes()]).to.deep.equal([2, ['percent-10']]);
  });
});
