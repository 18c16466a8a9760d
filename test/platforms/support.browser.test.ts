import { expect } from '@open-wc/testing';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import { allowCoupons, newCart } from './support.ts';

describe('the fake carts in a page', () => {
  for (const system of ['shopify', 'woocommerce', 'bigcommerce'] as const)
    it(`${system}: a code that is entered takes off, until the cart is reset`, async () => {
      const cart = await newCart(system);
      await cart.fill('101', '102');
      expect(await cart.total()).to.equal(23_400);
      await cart.enter('PERCENT-10');
      expect([await cart.total(), await cart.codes()]).to.deep.equal([21_060, ['percent-10']]);
      await cart.reset();
      expect([await cart.total(), await cart.codes()]).to.deep.equal([0, []]);
    });

  it('a BigCommerce shop may take several coupons', async () => {
    allowCoupons(5);
    const cart = await newCart('bigcommerce');
    await cart.fill('101');
    await cart.enter('PERCENT-10');
    await cart.enter('MINUS-500');
    expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
    allowCoupons(1);
  });
});

describe('what a theme puts into the page', () => {
  interface Theme {
    actions: {
      updateCart: (payload: { discountCodes: string[] }) => Promise<{ cart: { discountCodes: unknown } }>;
    };
  }

  it('tells of the change of codes before its answer, and shows the new cart', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const drawn: number[] = [];
    const remove = putShopify({ actions: { redraw: ({ total_price }) => void drawn.push(total_price) } });
    const told = new Promise<Event & { discountCodes?: unknown; promise?: Promise<unknown> }>((resolve) =>
      document.addEventListener('shopify:cart:discount-update', resolve, { once: true }),
    );
    const { updateCart } = (globalThis as unknown as { Shopify: Theme }).Shopify.actions;
    const result = await updateCart({ discountCodes: ['PERCENT-10', 'NOBODY'] });
    expect(result.cart.discountCodes).to.deep.equal([
      { code: 'PERCENT-10', applicable: true },
      { code: 'NOBODY', applicable: false },
    ]);
    expect((await told).discountCodes).to.deep.equal([{ code: 'PERCENT-10' }, { code: 'NOBODY' }]);
    expect(drawn).to.deep.equal([17_010]);
    remove();
    expect('Shopify' in globalThis).to.equal(false);
  });
});
