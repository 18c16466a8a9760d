import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { newCart, type TestCart, watchRequests } from '../../platforms/support.ts';
import { beShopify, keptCarts, newCode, openClaimed, useNow } from './apply-support.ts';
import { override } from '../../helpers/undo.ts';
import { openTab, outcomesOf, reload } from './support.ts';

describe('A code on its way into the cart, in a browser or page that is not as usual', () => {
  let shop: TestShop;
  let cart: TestCart;
  beforeEach(async () => {
    shop = await newShop();
    cart = await newCart('shopify');
    await cart.fill('101');
  });

  const open = (code: string, attributes: Record<string, string> = {}) =>
    openClaimed(shop, code, { platform: 'shopify', ...attributes });
  /** Resolves when all earlier requests to the cart have their answers. */
  const asked = () => navigator.locks.request('storefront-elements:cart', () => undefined);
  const leaveBegun = () => {
    const [name] = Object.keys(localStorage).filter((each) => each.includes(':claim:'));
    const stored = JSON.parse(localStorage.getItem(name!)!) as { data: object };
    localStorage.setItem(name!, JSON.stringify({ ...stored, data: { ...stored.data, cart: 'begun' } }));
  };

  it('is found there where the service sent it with spaces around it', async () => {
    const { claim } = await open(` ${newCode()} `);
    await useNow(claim);
    document.dispatchEvent(new Event('visibilitychange'));
    await asked();
    await claim.updateComplete;
    expect([claim.dataset['state'], keptCarts()]).to.deep.equal(['applied', ['applied']]);
  });

  it('is refused also when the page was loaded again before the shop said so, with one event', async () => {
    const code = newCode('PERCENT-10-HAT');
    const { claim } = await open(code);
    // A page that no longer exists does not read the cart.
    claim.remove();
    await cart.enter(code);
    leaveBegun();
    const again = await reload(claim, shop);
    await inState(again.claim, 'not-applied');
    await waitUntil(() => again.events.length > 1);
    expect(outcomesOf(again.events)).to.deep.equal(['restore', 'apply-error']);
    expect(textOf(again.claim, 'message')).to.contain('doesn’t apply to it yet');
    expect(keptCarts()).to.deep.equal([undefined]);
    expect(outcomesOf((await reload(again.claim, shop)).events)).not.to.contain('apply-error');
  });

  it('does not ask the shop without end where storage was cleared meanwhile and another tab died', async () => {
    const { claim, token } = await open(newCode());
    const tab = await openTab();
    const there = await tab.open(shop, { token, platform: 'shopify' });
    await inState(there, 'claimed');
    override(tab.window, 'fetch', { value: () => new Promise(() => undefined) });
    part(there, 'apply')!.click();
    await inState(claim, 'applying');
    localStorage.clear();
    const requests = watchRequests();
    tab.frame.remove();
    await inState(claim, 'not-applied');
    for (let i = 0; i < 3; i += 1) await asked();
    requests.stop();
    expect(requests.asked).to.deep.equal(['GET /cart.js']);
    await useNow(claim);
  });

  it('goes in beside another one that was pressed at once, also without locks', async () => {
    override(navigator, 'locks', { value: undefined });
    const codes = [newCode(), newCode('MINUS-500')];
    const [first, second] = [await open(codes[0]!), await open(codes[1]!)];
    part(first.claim, 'apply')!.click();
    part(second.claim, 'apply')!.click();
    await Promise.all([inState(first.claim, 'applied'), inState(second.claim, 'applied')]);
    expect((await cart.codes()).toSorted()).to.deep.equal(codes.map((each) => each.toLowerCase()).toSorted());
  });

  describe('that keeps nothing when the page goes', () => {
    const expectNoReload = async (attributes: Record<string, string>) => {
      let calls = 0;
      beShopify({ actions: { updateCart: () => Promise.resolve(void (calls += 1)) } });
      const code = newCode();
      // With a reload the whole test would end.
      const { claim, events } = await open(code, { ...attributes, 'cart-reload': '' });
      await useNow(claim);
      expect([calls, await cart.codes()]).to.deep.equal([0, [code.toLowerCase()]]);
      expect(outcomesOf(events)).to.deep.equal(['applied']);
    };

    it('goes in without what may load the page again, because that would take the code away', () =>
      expectNoReload({ consent: 'denied' }));

    it('so it does where storage is full or blocked', async () => {
      override(Storage.prototype, 'setItem', {
        value: () => {
          throw new DOMException('No space', 'QuotaExceededError');
        },
      });
      await expectNoReload({});
    });
  });
});
