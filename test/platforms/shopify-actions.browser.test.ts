import { expect } from '@open-wc/testing';
import type { ShopifyCart } from '../../demo/carts/shopify-cart.ts';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import { platform } from '../../src/platforms/shopify.ts';
import { newCart, type TestCart } from './support.ts';

type Action = (payload: { discountCodes: string[] }, options?: { signal?: AbortSignal }) => Promise<unknown>;

const apply = (code: string) => platform.apply(code, { sections: [], mayReload: false });

describe("a Shopify page's updateCart action", () => {
  let cart: TestCart;
  let remove: () => void;

  beforeEach(async () => {
    cart = await newCart('shopify');
    await cart.fill('101', '102');
    await cart.enter('PERCENT-10');
  });
  afterEach(() => {
    remove();
  });

  const shown = (drawn: ShopifyCart[]) =>
    drawn.map((each) => each.discount_codes.map(({ code }) => code).join(' '));

  describe('that is the default, which loads the page of an unknown theme again', () => {
    it('is not asked, whatever becomes of the code', async () => {
      let reloads = 0;
      remove = putShopify({ actions: { reload: () => (reloads += 1) } });
      for (const code of ['MINUS-500', 'NO-SUCH-CODE', 'PERCENT-50-ALONE']) await apply(code);
      expect([reloads, await cart.codes()]).to.deep.equal([0, ['percent-10', 'minus-500']]);
    });
  });

  describe('that the theme has configured', () => {
    let drawn: ShopifyCart[];
    beforeEach(() => {
      drawn = [];
      remove = putShopify({ actions: { redraw: (now) => void drawn.push(now) } });
    });

    it('shows the cart once the code counts there', async () => {
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
      expect(shown(drawn)).to.deep.equal(['PERCENT-10 MINUS-500']);
    });

    for (const [code, reason] of [
      ['NO-SUCH-CODE', 'not-yet'],
      ['PERCENT-50-ALONE', 'not-combinable'],
    ] as const)
      it(`has nothing to show for a code that is ${reason}`, async () => {
        expect(await apply(code)).to.deep.equal({ outcome: 'not-applicable', reason });
        expect([await cart.codes(), shown(drawn)]).to.deep.equal([['percent-10'], []]);
      });

    it('leaves its place to the sections where it fails', async () => {
      const section = document.createElement('div');
      section.id = 'shopify-section-cart-drawer';
      document.body.append(section);
      // The first change is the code's own, the second one the action's.
      await cart.fail('/cart/update.js', { kind: '500', skip: 1 });
      const options = { sections: ['cart-drawer'], mayReload: false };
      expect(await platform.apply('MINUS-500', options)).to.deep.equal({ outcome: 'applied' });
      expect([section.querySelector('p')?.dataset['codes'], drawn.length]).to.deep.equal(['2', 0]);
      section.remove();
    });
  });

  describe('as a theme may have written it', () => {
    const configure = (action: Action) => {
      remove = putShopify();
      const { Shopify } = globalThis as unknown as { Shopify: Record<string, unknown> };
      Shopify['actions'] = { updateCart: action };
    };

    for (const [name, answer] of [
      ['answers nothing', () => Promise.resolve()],
      ['rejects', () => Promise.reject(new Error('The theme has a fault'))],
      [
        'throws at once',
        () => {
          throw new Error('The theme has a fault');
        },
      ],
    ] as const)
      it(`gets all the codes, and the code counts where it ${name}`, async () => {
        const asked: string[][] = [];
        configure(({ discountCodes }) => {
          asked.push(discountCodes);
          return answer();
        });
        expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
        expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
        expect(asked).to.deep.equal([['PERCENT-10', 'MINUS-500']]);
      });

    it('is not waited for without end', async () => {
      const { timeout } = AbortSignal;
      const end = new AbortController();
      const limits: number[] = [];
      configure((_, options) => {
        expect(options?.signal === end.signal).to.equal(true);
        end.abort();
        return new Promise(() => undefined);
      });
      AbortSignal.timeout = (milliseconds) => {
        limits.push(milliseconds);
        // The first two are for the requests, the third one for the action.
        return limits.length === 3 ? end.signal : timeout.call(AbortSignal, milliseconds);
      };
      const applied = await apply('MINUS-500');
      AbortSignal.timeout = timeout;
      expect(applied).to.deep.equal({ outcome: 'applied' });
      expect(limits[2]).to.equal(10_000);
    });
  });
});
