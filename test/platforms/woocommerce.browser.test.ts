import { expect } from '@open-wc/testing';
import { platform } from '../../src/platforms/woocommerce.ts';
import { newCart, type TestCart, watchRequests } from './support.ts';

const apply = (code: string) => platform.apply(code, { sections: [], mayReload: false });

describe('a code in a WooCommerce cart', () => {
  let cart: TestCart;
  const send = globalThis.fetch;
  beforeEach(async () => {
    cart = await newCart('woocommerce');
  });
  afterEach(() => {
    globalThis.fetch = send;
  });

  it('takes off, beside the code that was there', async () => {
    await cart.fill('101', '102');
    await cart.enter('MINUS-500');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
    expect(await cart.total()).to.equal(20_560);
    expect((await platform.read())?.codes).to.deep.equal([
      { code: 'minus-500', isApplicable: true },
      { code: 'percent-10', isApplicable: true },
    ]);
  });

  it('that is there already is applied, and nothing is sent', async () => {
    await cart.fill('101');
    await cart.enter('PERCENT-10');
    const { asked, stop } = watchRequests();
    expect(await apply('Percent-10')).to.deep.equal({ outcome: 'applied' });
    stop();
    expect(asked).to.deep.equal(['GET /wp-json/wc/store/v1/cart']);
  });

  for (const code of ["PERCENT-10 for A&B's friends", 'PERCENT-10 "x" <y>'])
    it(`is found in the cart, which writes it as HTML: ${code}`, async () => {
      await cart.fill('101');
      expect(await apply(code)).to.deep.equal({ outcome: 'applied' });
      expect(await apply(code), 'once more').to.deep.equal({ outcome: 'applied' });
      expect((await platform.read())?.codes).to.deep.equal([
        { code: code.toLowerCase(), isApplicable: true },
      ]);
      // A coupon for individual use is put back by its name.
      expect(await apply('MINUS-500-ALONE')).to.deep.include({ reason: 'not-combinable' });
      expect((await platform.read())?.codes.map((each) => each.code)).to.deep.equal([code.toLowerCase()]);
    });

  it('needs something in the cart', async () => {
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'not-applicable', reason: 'empty-cart' });
  });

  it('that the shop does not know is refused in the words of the shop, as text', async () => {
    await cart.fill('101');
    await cart.enter('MINUS-500');
    expect(await apply('NO<b>BODY</b> & CO')).to.deep.equal({
      outcome: 'not-applicable',
      reason: 'refused',
      text: 'Coupon "no<b>body</b> & co" cannot be applied because it does not exist.',
    });
    expect(await cart.codes()).to.deep.equal(['minus-500']);
  });

  it('that is for something else is refused', async () => {
    await cart.fill('101');
    const applied = await apply('PERCENT-10-HAT');
    expect(applied).to.deep.include({ outcome: 'not-applicable', reason: 'refused' });
    await cart.fill('102');
    expect(await apply('PERCENT-10-HAT')).to.deep.equal({ outcome: 'applied' });
  });

  it('that puts all others out is taken out again, and the others are back', async () => {
    await cart.fill('101');
    await cart.enter('MINUS-500');
    await cart.enter('PERCENT-10');
    expect(await apply('PERCENT-20-ALONE')).to.deep.equal({
      outcome: 'not-applicable',
      reason: 'not-combinable',
    });
    expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
  });

  it('cannot join one that stays alone', async () => {
    await cart.fill('101');
    await cart.enter('PERCENT-20-ALONE');
    const applied = await apply('PERCENT-10');
    expect(applied).to.deep.include({ outcome: 'not-applicable', reason: 'not-combinable' });
    expect(await cart.codes()).to.deep.equal(['percent-20-alone']);
  });

  it('is not blocked by one that is only part of an amount or of a word in the refusal', async () => {
    const reasonFor = async (other: string, message: string) => {
      const body = { code: 'woocommerce_rest_cart_coupon_error', message };
      globalThis.fetch = (_, init) =>
        Promise.resolve(
          init?.method === 'POST'
            ? Response.json(body, { status: 400 })
            : Response.json({ coupons: [{ code: other }], items_count: 1 }),
        );
      const applied = await apply('MINUS-500');
      return 'reason' in applied && applied.reason;
    };
    for (const amount of ['$100.00', '$10.50', '1,10 €', '$1.10', '10th of May', 'SAVE10'])
      expect(await reasonFor('10', `The minimum spend for this coupon is ${amount}.`), amount).to.equal(
        'refused',
      );
    for (const code of ['10', 'a+b', 'summer.10', 'été'])
      expect(
        await reasonFor(code, `&quot;${code.toUpperCase()}&quot; cannot be used with other coupons.`),
        code,
      ).to.equal('not-combinable');
    expect(await reasonFor('10', 'Only coupon 10, the other one, may be used.')).to.equal('not-combinable');
  });

  it('two in a row are both there', async () => {
    await cart.fill('101');
    expect([await apply('PERCENT-10'), await apply('MINUS-500')].map(({ outcome }) => outcome)).to.deep.equal(
      ['applied', 'applied'],
    );
    expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
  });

  it('has another nonce after the shopper logged in', async () => {
    await cart.fill('101');
    await apply('MINUS-500');
    const original = globalThis.fetch;
    // The log-in comes between the reading of the cart and the change.
    globalThis.fetch = async (input, init) => {
      if (init?.method === 'POST') {
        globalThis.fetch = original;
        await fetch('/wp-login.php');
      }
      return original(input, init);
    };
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
  });
});

describe('a WooCommerce shop that does not answer', () => {
  let cart: TestCart;
  beforeEach(async () => {
    cart = await newCart('woocommerce');
    await cart.fill('101');
    await cart.enter('MINUS-500');
  });

  for (const kind of ['drop', '500', '429', 'html'] as const) {
    it(`${kind} instead of the cart: nothing is changed`, async () => {
      await cart.fail('/cart', { kind });
      const applied = await apply('PERCENT-10');
      expect(applied.outcome).to.equal('not-possible');
      expect(String('error' in applied && applied.error)).not.to.match(/percent-10/i);
      expect(await cart.codes()).to.deep.equal(['minus-500']);
      await cart.fail('/cart', { kind });
      expect((await platform.read())?.codes).to.equal(undefined);
    });

    it(`${kind} instead of the change: the shopper can try again`, async () => {
      await cart.fail('/cart/apply-coupon', { kind });
      const applied = await apply('PERCENT-10');
      expect(applied.outcome).to.equal('not-possible');
      expect(String('error' in applied && applied.error)).not.to.match(/percent-10/i);
      expect(await cart.codes()).to.deep.equal(['minus-500']);
      expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    });

    it(`${kind} after the change: the cart is asked, and the code is there`, async () => {
      await cart.fail('/cart/apply-coupon', { kind, after: true });
      expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
    });
  }

  it('neither after the change nor afterwards: nobody knows, and the next try finds the code', async () => {
    await cart.fail('/cart/apply-coupon', { kind: 'drop', after: true });
    await cart.fail('/cart', { kind: 'drop', skip: 1 });
    expect((await apply('PERCENT-10')).outcome).to.equal('not-possible');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
  });

  it('once, while the others are put back: it is tried again', async () => {
    await cart.fail('/cart/remove-coupon', { kind: 'drop' });
    expect(await apply('PERCENT-20-ALONE')).to.deep.include({ reason: 'not-combinable' });
    expect(await cart.codes()).to.deep.equal(['minus-500']);
  });

  it('to anything that would put the others back: what the cart has is what counts', async () => {
    await cart.fail('/cart/remove-coupon', { kind: 'drop', times: 2 });
    expect(await apply('PERCENT-20-ALONE')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['percent-20-alone']);
  });
});
