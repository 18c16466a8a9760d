import { expect } from '@open-wc/testing';
import type { ShopifyCart } from '../../demo/carts/shopify-cart.ts';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import { platform } from '../../src/platforms/shopify.ts';
import { newCart, type TestCart, watchRequests } from './support.ts';

type Action = (payload: { discountCodes: string[] }, options?: { signal?: AbortSignal }) => Promise<unknown>;

const apply = (code: string) => platform.apply(code, { sections: [], mayReload: false });

const write = (codes: string[]) =>
  fetch('/cart/update.js', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ discount: codes.join(',') }),
  });

describe("a code in a Shopify shop's cart, by the theme's updateCart", () => {
  let cart: TestCart;
  let remove: () => void;
  let told: string[][];
  const hear = (event: Event) => {
    const { discountCodes } = event as Event & { discountCodes: { code: string }[] };
    told.push(discountCodes.map(({ code }) => code));
  };

  beforeEach(async () => {
    told = [];
    document.addEventListener('shopify:cart:discount-update', hear);
    cart = await newCart('shopify');
    await cart.fill('101', '102');
    await cart.enter('PERCENT-10');
  });
  afterEach(() => {
    document.removeEventListener('shopify:cart:discount-update', hear);
    remove();
  });

  describe('as Shopify has it', () => {
    let drawn: ShopifyCart[];
    beforeEach(() => {
      drawn = [];
      remove = putShopify({ actions: { redraw: (now) => void drawn.push(now) } });
    });
    const shown = () => drawn.at(-1)?.discount_codes.map(({ code }) => code);

    it('goes in beside the one that was there; the theme draws, and hears of it once', async () => {
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
      expect([told, drawn.length]).to.deep.equal([[['PERCENT-10', 'MINUS-500']], 1]);
    });

    it("is refused with the shop's words, and the theme draws the cart without it", async () => {
      expect(await apply('NO-SUCH-CODE')).to.deep.equal({
        outcome: 'not-applicable',
        reason: 'refused',
        text: 'The discount code cannot be honored.',
      });
      expect([await cart.codes(), shown()]).to.deep.equal([['percent-10'], ['PERCENT-10']]);
    });

    it('is not combinable where it would put another one out, which is put back and drawn', async () => {
      expect(await apply('PERCENT-50-ALONE')).to.deep.include({ reason: 'not-combinable' });
      expect([await cart.codes(), shown()]).to.deep.equal([['percent-10'], ['PERCENT-10']]);
    });

    it('goes in by the Ajax API where the action fails', async () => {
      await cart.fail('/cart/update.js', { kind: '500' });
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
    });

    it('is not asked for again where the action fails after the change was made', async () => {
      await cart.fail('/cart/update.js', { kind: 'drop', after: true });
      const requests = watchRequests();
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      requests.stop();
      const changes = requests.asked.filter((each) => each === 'POST /cart/update.js');
      expect([changes.length, await cart.codes()]).to.deep.equal([1, ['percent-10', 'minus-500']]);
    });

    it('is not possible where neither way works, and the cart is as before', async () => {
      await cart.fail('/cart/update.js', { kind: 'drop', times: 2 });
      const { outcome } = await apply('MINUS-500');
      expect([outcome, await cart.codes()]).to.deep.equal(['not-possible', ['percent-10']]);
    });
  });

  describe('as a theme may have configured it', () => {
    const configure = (action: Action) => {
      remove = putShopify();
      const { Shopify } = globalThis as unknown as { Shopify: Record<string, unknown> };
      Shopify['actions'] = { updateCart: action };
    };

    it('counts where the theme answers nothing', async () => {
      configure(({ discountCodes }) => write(discountCodes).then(() => undefined));
      expect(await apply('MINUS-500')).to.deep.equal({ outcome: 'applied' });
      expect(await cart.codes()).to.deep.equal(['percent-10', 'minus-500']);
    });

    it('is refused where the theme answers with errors and the cart as it stands', async () => {
      const asked: string[][] = [];
      configure(({ discountCodes }) => {
        asked.push(discountCodes);
        const userErrors = [{ code: 'INVALID', field: [], message: 'This code is over.' }];
        const codes = [{ code: 'PERCENT-10', applicable: true }];
        return Promise.resolve({ cart: { discountCodes: codes }, userErrors });
      });
      expect(await apply('MINUS-500')).to.deep.equal({
        outcome: 'not-applicable',
        reason: 'refused',
        text: 'This code is over.',
      });
      expect(asked).to.deep.equal([['PERCENT-10', 'MINUS-500'], ['PERCENT-10']]);
    });

    it("takes the words that are about this code, not another one's", async () => {
      configure(async ({ discountCodes }) => {
        await write(discountCodes);
        const warnings = [
          {
            code: 'MERCHANDISE_NOT_ENOUGH_STOCK',
            message: 'Only one is left.',
            target: 'gid://shopify/CartLine/1',
          },
          { code: 'DISCOUNT_CURRENTLY_INACTIVE', message: 'PERCENT-10 sleeps.', target: 'PERCENT-10' },
          { code: 'DISCOUNT_NOT_FOUND', message: 'There is no such code.', target: 'no-such-code' },
        ];
        return { warnings };
      });
      expect(await apply('NO-SUCH-CODE')).to.deep.include({ text: 'There is no such code.' });
    });

    it('may have a comma, because the action takes a list', async () => {
      const codes = [{ code: 'PERCENT-10', applicable: true }];
      configure(({ discountCodes }) => {
        const added = discountCodes.slice(1).map((code) => ({ code, applicable: true }));
        return Promise.resolve({ cart: { discountCodes: [...codes, ...added] } });
      });
      expect(await apply('MINUS,500')).to.deep.equal({ outcome: 'applied' });
    });

    it('is put back by the Ajax API before the action, which may be loading the page again', async () => {
      const order: string[] = [];
      configure(async ({ discountCodes }) => {
        order.push(`action ${discountCodes.join(' ')}`);
        const response = await write(discountCodes);
        const { discount_codes: codes } = (await response.json()) as ShopifyCart;
        return { cart: { discountCodes: codes } };
      });
      const original = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        if (init?.keepalive)
          order.push(`request ${(JSON.parse(init.body as string) as { discount: string }).discount}`);
        return original(input, init);
      };
      await apply('PERCENT-50-ALONE');
      globalThis.fetch = original;
      expect(order).to.deep.equal([
        'action PERCENT-10 PERCENT-50-ALONE',
        'request PERCENT-10',
        'action PERCENT-10',
      ]);
    });

    it('does not wait for ever for an answer, and looks what became of it', async () => {
      const { timeout } = AbortSignal;
      configure(({ discountCodes }, options) => {
        void write(discountCodes);
        expect(options?.signal instanceof AbortSignal).to.equal(true);
        return new Promise(() => undefined);
      });
      const end = new AbortController();
      const limits: number[] = [];
      AbortSignal.timeout = (milliseconds) => {
        limits.push(milliseconds);
        // The first is for reading the cart, the second for the action.
        return limits.length === 2 ? end.signal : timeout.call(AbortSignal, milliseconds);
      };
      const applied = apply('MINUS-500');
      await new Promise<void>((resolve) => {
        const look = () =>
          void cart.codes().then((codes) => (codes.length === 2 ? resolve() : requestAnimationFrame(look)));
        look();
      });
      end.abort();
      expect(await applied).to.deep.equal({ outcome: 'applied' });
      AbortSignal.timeout = timeout;
      expect(limits[1]).to.equal(10_000);
    });
  });
});
