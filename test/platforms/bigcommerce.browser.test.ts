import { expect } from '@open-wc/testing';
import { platform } from '../../src/platforms/bigcommerce.ts';
import { openPage } from './page.ts';
import { allowCoupons, newCart, type TestCart, watchRequests } from './support.ts';

const apply = (code: string) => platform.apply(code, { sections: [], mayReload: false });
const coupons = '/checkouts/*/coupons';

describe('a code in a BigCommerce cart', () => {
  let cart: TestCart;
  beforeEach(async () => {
    cart = await newCart('bigcommerce');
  });

  it('takes off', async () => {
    await cart.fill('101', '102');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.total()).to.equal(21_060);
    expect((await platform.read())?.codes).to.deep.equal([{ code: 'PERCENT-10', isApplicable: true }]);
  });

  it('that is there already is applied, and nothing is sent', async () => {
    await cart.fill('101');
    await cart.enter('PERCENT-10');
    const { asked, stop } = watchRequests();
    expect(await apply('percent-10')).to.deep.equal({ outcome: 'applied' });
    stop();
    expect(asked).to.deep.equal(['GET /api/storefront/carts']);
  });

  it('needs a cart', async () => {
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'not-applicable', reason: 'empty-cart' });
    expect((await platform.read())?.codes).to.deep.equal([]);
  });

  it('needs a cart that is not emptied meanwhile', async () => {
    await cart.fill('101');
    const original = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method === 'POST') {
        globalThis.fetch = original;
        const [{ id }] = (await (await fetch('/api/storefront/carts')).json()) as [{ id: string }];
        await fetch(`/api/storefront/carts/${id}`, { method: 'DELETE' });
      }
      return original(input, init);
    };
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'not-applicable', reason: 'empty-cart' });
  });

  it('has fifty characters at most, which nobody needs to be asked', async () => {
    await cart.fill('101');
    const { asked, stop } = watchRequests();
    for (const code of ['', `PERCENT-10-${'x'.repeat(40)}`])
      expect(await apply(code)).to.deep.equal({ outcome: 'not-applicable', reason: 'not-a-code' });
    stop();
    expect(asked).to.deep.equal([]);
    expect(await apply(`PERCENT-10-${'x'.repeat(39)}`)).to.deep.equal({ outcome: 'applied' });
  });

  it('that the shop does not know is refused in the words of the shop', async () => {
    await cart.fill('101');
    await cart.enter('MINUS-500');
    expect(await apply('NOBODY')).to.deep.equal({
      outcome: 'not-applicable',
      reason: 'refused',
      text: 'The coupon code you entered is not valid.',
    });
    expect(await cart.codes()).to.deep.equal(['minus-500']);
  });

  it('that would take the place of another is taken out again, and the other is back', async () => {
    await cart.fill('101');
    await cart.enter('MINUS-500');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'not-applicable', reason: 'not-combinable' });
    expect([await cart.codes(), await cart.total()]).to.deep.equal([['minus-500'], 18_400]);
  });
});

describe('a BigCommerce shop that takes several coupons', () => {
  let cart: TestCart;
  beforeEach(async () => {
    allowCoupons(5);
    cart = await newCart('bigcommerce');
    await cart.fill('101');
  });
  afterEach(() => allowCoupons(1));

  it('has the new one beside that which was there', async () => {
    await cart.enter('MINUS-500');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
  });

  it('keeps those that were there when the new one counts only alone', async () => {
    await cart.enter('MINUS-500');
    await cart.enter('PERCENT-10');
    expect(await apply('PERCENT-20-ALONE')).to.deep.equal({
      outcome: 'not-applicable',
      reason: 'not-combinable',
    });
    expect(await cart.codes()).to.deep.equal(['minus-500', 'percent-10']);
  });

  it('says so when the one that is there stays alone', async () => {
    await cart.enter('PERCENT-20-ALONE');
    const applied = await apply('PERCENT-10');
    expect(applied).to.deep.include({ outcome: 'not-applicable', reason: 'not-combinable' });
    expect(await cart.codes()).to.deep.equal(['percent-20-alone']);
  });
});

describe('a BigCommerce shop that does not answer', () => {
  let cart: TestCart;
  beforeEach(async () => {
    cart = await newCart('bigcommerce');
    await cart.fill('101');
  });

  for (const kind of ['drop', '500', '429', 'html'] as const) {
    it(`${kind} instead of the cart: nothing is changed`, async () => {
      await cart.fail('/carts', { kind });
      const applied = await apply('PERCENT-10');
      expect(applied.outcome).to.equal('not-possible');
      expect(String('error' in applied && applied.error)).not.to.match(/percent-10/i);
      expect(await cart.codes()).to.deep.equal([]);
      await cart.fail('/carts', { kind });
      expect((await platform.read())?.codes).to.equal(undefined);
    });

    it(`${kind} instead of the change: the shopper can try again`, async () => {
      await cart.fail(coupons, { kind });
      const applied = await apply('PERCENT-10');
      expect(applied.outcome).to.equal('not-possible');
      expect(String('error' in applied && applied.error)).not.to.match(/percent-10/i);
      expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    });

    it(`${kind} after the change: the cart is asked, and the code is there`, async () => {
      await cart.fail(coupons, { kind, after: true });
      expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10']);
    });
  }

  it('neither after the change nor afterwards: nobody knows, and the next try finds the code', async () => {
    await cart.fail(coupons, { kind: 'drop', after: true });
    await cart.fail('/carts', { kind: 'drop', skip: 1 });
    expect((await apply('PERCENT-10')).outcome).to.equal('not-possible');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
  });

  it('when the other one is put back: it is tried, and what the cart has is what counts', async () => {
    await cart.enter('MINUS-500');
    // The answer to the new code comes; that to its removal does not, and the old one takes its place all the same.
    await cart.fail(`${coupons}/*`, { kind: '500' });
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'not-applicable', reason: 'not-combinable' });
    expect(await cart.codes()).to.deep.equal(['minus-500']);
  });

  it('once, while the other one is put back: it is tried again', async () => {
    for (const fault of [
      { kind: 'drop' },
      { kind: '500' },
      { kind: '429', skip: 1 },
      { kind: 'drop', skip: 1 },
    ] as const) {
      await cart.reset();
      await cart.fill('101');
      await cart.enter('MINUS-500');
      // The first request brings the new code, and the one that is skipped takes it out.
      await cart.fail(fault.skip ? coupons : `${coupons}/*`, { ...fault });
      expect(await apply('PERCENT-10')).to.deep.equal({
        outcome: 'not-applicable',
        reason: 'not-combinable',
      });
      expect(await cart.codes()).to.deep.equal(['minus-500']);
    }
  });

  it('to anything that would put the other one back: what is said is what is so', async () => {
    await cart.enter('MINUS-500');
    await cart.fail(`${coupons}/*`, { kind: 'drop', times: 2 });
    await cart.fail(coupons, { kind: 'drop', skip: 1, times: 2 });
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['percent-10']);
    await cart.fail(coupons, { kind: '500', skip: 1, times: 3 });
    expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'not-possible' });
    expect(await cart.codes()).to.deep.equal([]);
  });

  it('to the one that was there: the new one comes in again, so that the shopper has one of them', async () => {
    await cart.enter('MINUS-500');
    await cart.fail(coupons, { kind: '500', skip: 1, times: 2 });
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['percent-10']);
  });
});

describe('a BigCommerce page', () => {
  /** Resolves when the browser has notified all observers of a request. */
  const isSeen = (path: string) =>
    new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        if (!list.getEntries().some(({ name }) => name.endsWith(path))) return;
        observer.disconnect();
        resolve();
      });
      observer.observe({ type: 'resource' });
    });

  it('tells when the theme changed the cart, until nobody listens', async () => {
    let told = 0;
    const stop = platform.watch(() => void (told += 1));
    for (const path of ['/remote/v1/cart/add', '/remote/v1/apply-code']) {
      const seen = isSeen(path);
      // A request is complete when its answer has been read.
      await (await fetch(path, { method: 'POST' })).text();
      await seen;
    }
    expect(told).to.equal(2);
    // The platform's own request is not a change.
    const cart = isSeen('/api/storefront/carts');
    await platform.read();
    await cart;
    expect(told).to.equal(2);
    stop();
    const last = isSeen('/remote/v1/cart/update');
    await (await fetch('/remote/v1/cart/update', { method: 'POST' })).text();
    await last;
    expect(told).to.equal(2);
  });

  it('has its cart where all such shops have it, and no link that brings a code', () => {
    expect([platform.cartUrl, platform.linkFor('PERCENT-10')]).to.deep.equal(['/cart.php', undefined]);
  });

  it('is loaded again after a code came in, where its merchant asked for that', async () => {
    const cart = await newCart('bigcommerce');
    await cart.fill('101');
    const page = await openPage('bigcommerce');
    const reloaded = page.loaded();
    await page.apply('NOBODY', true);
    await page.apply('MINUS-500', false);
    expect(page.loads()).to.equal(1);
    await cart.reset();
    await cart.fill('101');
    void page.apply('PERCENT-10', true);
    await reloaded;
    expect([page.loads(), await cart.codes()]).to.deep.equal([2, ['percent-10']]);
    page.close();
  });
});
