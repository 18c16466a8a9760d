import { expect } from '@open-wc/testing';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import type { Applied } from '../../src/platforms/platform.ts';
import { platform } from '../../src/platforms/shopify.ts';
import { newCart, type TestCart, watchRequests } from './support.ts';

const nothing = { sections: [], mayReload: false };

/** All codes that the cart has, also those that do not count. */
const held = async (): Promise<string[]> => {
  const { discount_codes: codes } = (await (await fetch('/cart.js')).json()) as {
    discount_codes: { code: string }[];
  };
  return codes.map(({ code }) => code);
};

const textOf = (applied: Applied) => (applied.outcome === 'not-possible' ? String(applied.error) : '');

describe("a code in a Shopify shop's cart, by the Ajax API", () => {
  let cart: TestCart;
  let remove: () => void;

  beforeEach(async () => {
    remove = putShopify();
    cart = await newCart('shopify');
    await cart.fill('101', '102');
  });
  afterEach(() => remove());

  const apply = (code: string) => platform.apply(code, nothing);
  const posts = ({ asked }: { asked: string[] }) => asked.filter((each) => each.startsWith('POST'));

  it('goes in beside the one that was there, and both take off', async () => {
    await cart.enter('PERCENT-10');
    expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
    expect([await cart.codes(), await cart.total()]).to.deep.equal([['percent-10', 'minus-500'], 20_560]);
    expect((await platform.read())?.codes).to.deep.equal([
      { code: 'PERCENT-10', isApplicable: true },
      { code: 'MINUS-500', isApplicable: true },
    ]);
  });

  it('is in already, whatever its letters: nothing is changed', async () => {
    await cart.enter('PERCENT-10');
    const requests = watchRequests();
    expect(await apply(' percent-10 ')).to.deep.equal({ outcome: 'applied' });
    expect(requests.asked).to.deep.equal(['GET /cart.js']);
    requests.stop();
  });

  it('stays where it does not count yet, beside the one that does', async () => {
    await cart.enter('PERCENT-10');
    for (const code of ['NO-SUCH-CODE', 'NO-SUCH-CODE'])
      expect(await apply(code)).to.deep.equal({ outcome: 'not-applicable', reason: 'not-yet' });
    expect([await held(), await cart.codes()]).to.deep.equal([
      ['PERCENT-10', 'NO-SUCH-CODE'],
      ['percent-10'],
    ]);
  });

  it('counts as soon as the product that it is for is in the cart', async () => {
    await cart.reset();
    await cart.fill('101');
    expect(await apply('PERCENT-10-HAT')).to.deep.include({ reason: 'not-yet' });
    await cart.fill('102');
    expect((await platform.read())?.codes).to.deep.equal([{ code: 'PERCENT-10-HAT', isApplicable: true }]);
  });

  it('is refused where the cart does not take it at all', async () => {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      original(input, init?.body ? { ...init, body: JSON.stringify({ discount: '' }) } : init);
    const applied = await apply('PERCENT-10');
    globalThis.fetch = original;
    expect(applied).to.deep.equal({ outcome: 'not-applicable', reason: 'refused' });
  });

  it('is not combinable where it would put another one out, which is put back', async () => {
    await cart.enter('PERCENT-10');
    expect(await apply('PERCENT-50-ALONE')).to.deep.include({ reason: 'not-combinable' });
    expect([await held(), await cart.codes()]).to.deep.equal([['PERCENT-10'], ['percent-10']]);
  });

  it('leaves alone a code that counts only alone and takes off more', async () => {
    await cart.enter('PERCENT-50-ALONE');
    expect(await apply('PERCENT-10')).to.deep.include({ outcome: 'not-applicable' });
    expect([await held(), await cart.codes()]).to.deep.equal([
      ['PERCENT-50-ALONE', 'PERCENT-10'],
      ['percent-50-alone'],
    ]);
  });

  it('keeps a code in the cart that does not count now', async () => {
    await cart.enter('FOR-LATER');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await held()).to.deep.equal(['FOR-LATER', 'PERCENT-10']);
  });

  it('waits for something in the cart', async () => {
    await cart.reset();
    const requests = watchRequests();
    expect(await apply('PERCENT-10')).to.deep.include({ outcome: 'not-applicable', reason: 'empty-cart' });
    expect(posts(requests)).to.deep.equal([]);
    requests.stop();
  });

  for (const [name, code] of [
    ['nothing', ' '],
    ['more than 255 characters', 'P'.repeat(256)],
    ['a comma, which the list of codes is divided by', 'PERCENT-10,MINUS-500'],
  ] as const) {
    it(`is no code with ${name}`, async () => {
      expect(await apply(code)).to.deep.include({ outcome: 'not-applicable', reason: 'not-a-code' });
      expect(await held()).to.deep.equal([]);
    });
  }

  it('may have any other characters', async () => {
    expect(await apply('PERCENT-10 ä%2F/&"<b> 🧶')).to.deep.equal({ outcome: 'applied' });
    expect(await held()).to.deep.equal(['PERCENT-10 ä%2F/&"<b> 🧶']);
  });

  it('does not go into a cart with as many codes as Shopify takes', async () => {
    const codes = Array.from({ length: 250 }, (_, i) => `OTHER-${i}`);
    await fetch('/cart/update.js', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ discount: codes.join(',') }),
    });
    expect(await apply('PERCENT-10')).to.deep.include({ reason: 'not-combinable' });
    expect((await held()).length).to.equal(250);
  });

  it("asks in the shopper's market", async () => {
    remove();
    remove = putShopify({ root: '/en-ca/', currency: 'CAD', locale: 'en' });
    const requests = watchRequests();
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(requests.asked).to.deep.equal(['GET /en-ca/cart.js', 'POST /en-ca/cart/update.js']);
    requests.stop();
    expect(platform.cartUrl).to.equal('/en-ca/cart');
    expect(platform.linkFor('A/B ü')).to.match(/^\/en-ca\/discount\/A%2FB%20%C3%BC\?redirect=%2F/);
  });

  it('goes to no other host, whatever the page has for a root', () => {
    for (const root of ['//evil.example/', 'https://evil.example/', '/\\evil.example/']) {
      remove();
      remove = putShopify({ root });
      expect(platform.cartUrl).to.equal('/cart');
    }
  });

  it('has a link for use by hand, which comes back to this page', async () => {
    const link = platform.linkFor('PERCENT-10')!;
    const { pathname, searchParams } = new URL(link, location.href);
    expect(pathname).to.equal('/discount/PERCENT-10');
    expect(searchParams.get('redirect')).to.equal(location.pathname + location.search);
    const { url } = await fetch(link);
    expect([url, await cart.codes()]).to.deep.equal([
      location.origin + location.pathname + location.search,
      ['percent-10'],
    ]);
    expect([platform.linkFor(''), platform.linkFor('\ud800')]).to.deep.equal([undefined, undefined]);
  });

  const kinds = ['drop', '500', '429', 'html'] as const;

  for (const kind of kinds) {
    it(`${kind} while the cart is read: nothing is sent that could throw codes away`, async () => {
      await cart.enter('PERCENT-10');
      await cart.fail('/cart.js', { kind });
      const requests = watchRequests();
      const applied = await apply('MINUS-500');
      expect([applied.outcome, posts(requests)]).to.deep.equal(['not-possible', []]);
      expect(textOf(applied)).to.match(/cart\.js/);
      requests.stop();
      expect(await cart.codes()).to.deep.equal(['percent-10']);
    });

    it(`${kind} instead of the change: the cart is as before, and the error names no code`, async () => {
      await cart.enter('PERCENT-10');
      await cart.fail('/cart/update.js', { kind });
      const applied = await apply('MINUS-500');
      expect(applied.outcome).to.equal('not-possible');
      expect(textOf(applied))
        .to.match(/cart\/update\.js/)
        .and.not.match(/MINUS|PERCENT/);
      expect(await cart.codes()).to.deep.equal(['percent-10']);
    });

    it(`${kind} instead of the answer: the change was made, and counts`, async () => {
      await cart.enter('PERCENT-10');
      await cart.fail('/cart/update.js', { kind, after: true });
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
    });

    it(`${kind} instead of the answer to a code that puts another one out: that one is put back`, async () => {
      await cart.enter('PERCENT-10');
      await cart.fail('/cart/update.js', { kind, after: true });
      expect(await apply('PERCENT-50-ALONE')).to.deep.include({ reason: 'not-combinable' });
      expect([await held(), await cart.codes()]).to.deep.equal([['PERCENT-10'], ['percent-10']]);
    });
  }

  it('puts back once more where putting back fails', async () => {
    await cart.enter('PERCENT-10');
    await cart.fail('/cart/update.js', { kind: 'drop', times: 1, after: true });
    await cart.fail('/cart/update.js', { kind: '500', times: 1 });
    expect(await apply('PERCENT-50-ALONE')).to.deep.include({ reason: 'not-combinable' });
    expect(await cart.codes()).to.deep.equal(['percent-10']);
  });

  it('says what is so where nothing can be put back', async () => {
    await cart.enter('PERCENT-10');
    await cart.fail('/cart/update.js', { kind: '500', skip: 1, times: 2 });
    expect(await apply('PERCENT-50-ALONE')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['percent-50-alone']);
  });

  it('says that it could not where the cart cannot be read after a lost answer either', async () => {
    await cart.fail('/cart/update.js', { kind: 'drop' });
    const original = globalThis.fetch;
    let reads = 0;
    globalThis.fetch = (input, init) =>
      new Request(input, init).url.endsWith('/cart.js') && ++reads > 1
        ? Promise.reject(new TypeError('Failed to fetch'))
        : original(input, init);
    const applied = await apply('MINUS-500');
    globalThis.fetch = original;
    expect([applied.outcome, reads]).to.deep.equal(['not-possible', 2]);
  });

  it('does not wait for ever', async () => {
    const { timeout } = AbortSignal;
    const given: number[] = [];
    AbortSignal.timeout = (milliseconds) => {
      given.push(milliseconds);
      return AbortSignal.abort();
    };
    const applied = await apply('MINUS-500');
    AbortSignal.timeout = timeout;
    expect([applied.outcome, given]).to.deep.equal(['not-possible', [10_000]]);
  });

  it('does not know the codes where the cart cannot be read', async () => {
    await cart.fail('/cart.js', { kind: 'html' });
    expect((await platform.read())?.codes).to.equal(undefined);
  });
});
