/** Undocumented answers that a shop, a proxy in front of it or a theme may give. */
import { expect } from '@open-wc/testing';
import { platform as bigcommerce } from '../../src/platforms/bigcommerce.ts';
import { platform as shopify } from '../../src/platforms/shopify.ts';
import { platform as woocommerce } from '../../src/platforms/woocommerce.ts';

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
