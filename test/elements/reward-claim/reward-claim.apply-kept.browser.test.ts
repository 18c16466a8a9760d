import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, place, textOf, waitUntil } from '../../helpers/fixture.ts';
import { newCart, type TestCart, watchRequests } from '../../platforms/support.ts';
import { beShopify, grantCode, keptCarts, newCode, nextEntry, openClaimed, useNow } from './apply-support.ts';
import { onRestore, override } from '../../helpers/undo.ts';
import { claimNow, eventsOf, openGrant, openTab, outcomesOf, press, reload } from './support.ts';

describe('What is known of a code in the cart', () => {
  let shop: TestShop;
  let cart: TestCart;
  let code: string;
  beforeEach(async () => {
    shop = await newShop();
    cart = await newCart('shopify');
    await cart.fill('101');
    code = newCode();
  });

  const open = (attributes: Record<string, string> = {}) =>
    openClaimed(shop, code, { platform: 'shopify', ...attributes });
  /** As another script of the shop does. */
  const set = async (discount: string) => {
    const response = await fetch('/cart/update.js', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ discount }),
    });
    // Observers see a request as complete when its answer has been read.
    await response.text();
  };
  /** Stores the record of a page that ended before it received the answer. */
  const leaveBegun = () => {
    const [name] = Object.keys(localStorage).filter((each) => each.includes(':claim:'));
    const stored = JSON.parse(localStorage.getItem(name!)!) as { data: object };
    localStorage.setItem(name!, JSON.stringify({ ...stored, data: { ...stored.data, cart: 'begun' } }));
  };
  /** Removes the element, does something, and adds a new one with the same attributes. */
  const afterReload = async (claim: RewardClaim, between: () => unknown) => {
    const attributes = Object.fromEntries([...claim.attributes].map(({ name, value }) => [name, value]));
    claim.remove();
    await between();
    const events = eventsOf(document.body);
    const again = await place('reward-claim', shop, attributes);
    return { claim: again, events };
  };

  it('is written down before the shop system is asked, because it may load the page again', async () => {
    const kept: unknown[] = [];
    const updateCart = async ({ discountCodes }: { discountCodes: string[] }) => {
      kept.push(keptCarts());
      await set(discountCodes.join());
      return {};
    };
    beShopify({ actions: { updateCart } });
    const { claim } = await open({ platform: 'auto' });
    await useNow(claim);
    expect(kept).to.deep.equal([['begun']]);
    expect(keptCarts()).to.deep.equal(['applied']);
  });

  it('is told once where the theme replaces the element before the shop system is done', async () => {
    let copy: RewardClaim | undefined;
    const updateCart = async ({ discountCodes }: { discountCodes: string[] }) => {
      await set(discountCodes.join());
      copy = claim.cloneNode() as RewardClaim;
      claim.replaceWith(copy);
      onRestore(() => copy?.remove());
      await copy.updateComplete;
      return {};
    };
    beShopify({ actions: { updateCart } });
    const { claim } = await open({ platform: 'auto' });
    const events = eventsOf(document.body);
    part(claim, 'apply')!.click();
    await waitUntil(() => outcomesOf(events).includes('applied'));
    await inState(copy!, 'applied');
    expect(outcomesOf(events)).to.deep.equal(['restore', 'applied']);
    expect(keptCarts()).to.deep.equal(['applied']);
  });

  /** Resolves when no element asks the shop system. */
  const cartIsFree = () => navigator.locks.request('storefront-elements:cart', () => undefined);

  it('is told once where the element comes back that left before the shop system was done', async () => {
    const updateCart = async ({ discountCodes }: { discountCodes: string[] }) => {
      await set(discountCodes.join());
      claim.remove();
      return {};
    };
    beShopify({ actions: { updateCart } });
    const { claim, events } = await open({ platform: 'auto' });
    part(claim, 'apply')!.click();
    await waitUntil(() => !claim.isConnected);
    await cartIsFree();
    document.body.append(claim);
    await waitUntil(() => outcomesOf(events).includes('applied'));
    await expectStill(claim, 'applied');
    expect(outcomesOf(events)).to.deep.equal(['applied']);
    expect(keptCarts()).to.deep.equal(['applied']);
  });

  it('is told once where the element comes back that left before it learned that the cart is empty', async () => {
    await cart.reset();
    const { claim } = await open();
    const events = eventsOf(document.body);
    part(claim, 'apply')!.click();
    claim.remove();
    await cartIsFree();
    document.body.append(claim);
    await waitUntil(() => outcomesOf(events).includes('apply-error'));
    await expectStill(claim, 'not-applied');
    expect(outcomesOf(events)).to.deep.equal(['apply-error']);
  });

  it('is shown after a reload from the first drawing on, without another event', async () => {
    const { claim } = await open();
    await useNow(claim);
    const again = await reload(claim, shop);
    expect(again.claim.dataset['state']).to.equal('applied');
    expect(part(again.claim, 'cart')!.getAttribute('href')).to.equal('/cart');
    await waitUntil(() => again.events.length);
    expect(outcomesOf(again.events)).to.deep.equal(['restore']);
    expect(document.activeElement === document.body, 'no focus on load').to.equal(true);
    await expect(again.claim).to.be.accessible();
  });

  it('is claimed again when the code was taken out meanwhile', async () => {
    const { claim } = await open();
    await useNow(claim);
    const again = await afterReload(claim, () => set(''));
    await inState(again.claim, 'claimed');
    expect(textOf(again.claim, 'apply')).to.equal('Use it now');
    expect(keptCarts()).to.deep.equal([undefined]);
    await useNow(again.claim);
  });

  it('is in the cart when the shopper brought it there in another way', async () => {
    const { claim } = await open();
    const again = await afterReload(claim, () => set(code.toLowerCase()));
    await inState(again.claim, 'applied');
    expect(outcomesOf(again.events), 'and it was not by this element').to.deep.equal(['restore']);
  });

  it('is what was kept where nobody answers', async () => {
    const { claim } = await open();
    await useNow(claim);
    const again = await afterReload(claim, () => cart.fail('/cart.js', { kind: '500', times: 9 }));
    await expectStill(again.claim, 'applied');
  });

  it('is told when the page was loaded again in the middle, and it went well', async () => {
    const { claim } = await open();
    const again = await afterReload(claim, async () => {
      leaveBegun();
      await set(code);
    });
    await inState(again.claim, 'applied');
    await waitUntil(() => again.events.length > 1);
    expect(outcomesOf(again.events)).to.deep.equal(['restore', 'applied']);
    expect(keptCarts()).to.deep.equal(['applied']);
    expect(outcomesOf((await reload(again.claim, shop)).events)).not.to.contain('applied');
  });

  it('is told when the page was loaded again in the middle, and it is not there', async () => {
    const { claim } = await open();
    const again = await afterReload(claim, leaveBegun);
    await inState(again.claim, 'not-applied');
    expect(textOf(again.claim, 'message')).to.contain('could not be added to your cart');
    await waitUntil(() => again.events.length > 1);
    expect(outcomesOf(again.events)).to.deep.equal(['restore', 'apply-error']);
    expect(keptCarts()).to.deep.equal([undefined]);
  });

  it('can be tried again when the page was loaded again in the middle, and nobody answers', async () => {
    const { claim } = await open();
    const again = await afterReload(claim, async () => {
      leaveBegun();
      await cart.fail('/cart.js', { kind: '500', times: 9 });
    });
    await inState(again.claim, 'not-applied');
    expect(textOf(again.claim, 'message')).to.contain('could not be added to your cart');
    await cart.reset();
    await cart.fill('101');
    await useNow(again.claim);
  });

  it('stays true while the page is open: taken out, and put in', async () => {
    const { claim, events } = await open();
    await useNow(claim);
    await set('');
    await inState(claim, 'claimed');
    await set(code);
    await inState(claim, 'applied');
    expect(outcomesOf(events), 'one for what the shopper did here').to.deep.equal(['applied']);
  });

  it('stays true when it changes where nobody tells, once the shopper is back', async () => {
    const { claim } = await open();
    const isHeard = nextEntry('/cart/update.js');
    await useNow(claim);
    await isHeard;
    await expectStill(claim, 'applied');
    const { fetch } = openFrame();
    await fetch('/cart/update.js', { method: 'POST', body: new URLSearchParams({ discount: '' }) });
    await expectStill(claim, 'applied');
    document.dispatchEvent(new Event('visibilitychange'));
    await inState(claim, 'claimed');
  });

  it('leads the shopper who was at the way to the cart back to the button', async () => {
    const { claim } = await open();
    await useNow(claim);
    part(claim, 'cart')!.focus();
    await set('');
    await inState(claim, 'claimed');
    await waitUntil(() => claim.shadowRoot!.activeElement === part(claim, 'apply'), 'it has the focus');
  });

  describe('and of another one', () => {
    it('both go in, one after the other, pressed at once', async () => {
      const first = await open();
      const codeBefore = code;
      code = newCode('MINUS-500');
      const second = await open();
      part(first.claim, 'apply')!.click();
      part(second.claim, 'apply')!.click();
      await Promise.all([inState(first.claim, 'applied'), inState(second.claim, 'applied')]);
      expect((await cart.codes()).toSorted()).to.deep.equal(
        [codeBefore.toLowerCase(), code.toLowerCase()].toSorted(),
      );
      for (const { events } of [first, second]) expect(outcomesOf(events)).to.deep.equal(['applied']);
    });

    it('that does not go together with it: each element says what is so', async () => {
      const first = await open();
      await useNow(first.claim);
      code = newCode('PERCENT-50-ALONE');
      const second = await open();
      await useNow(second.claim, 'not-applied');
      await expectStill(first.claim, 'applied');
      expect(outcomesOf(second.events)).to.deep.equal(['apply-error']);
    });

    it('in another tab, pressed at once: both go in, and each tab knows', async () => {
      const first = await open();
      const codeBefore = code;
      code = newCode('MINUS-500');
      const tab = await openTab();
      await grantCode(shop, code);
      const { token } = await shop.grant();
      const there = await tab.open(shop, { token, platform: 'shopify' });
      press(there);
      await inState(there, 'claimed');
      part(first.claim, 'apply')!.click();
      part(there, 'apply')!.click();
      await Promise.all([inState(first.claim, 'applied'), inState(there, 'applied')]);
      expect((await cart.codes()).toSorted()).to.deep.equal(
        [codeBefore.toLowerCase(), code.toLowerCase()].toSorted(),
      );
    });
  });

  describe('by elements of the same reward', () => {
    const openTwo = async () => {
      const { claim, token, events } = await open();
      const other = await place('reward-claim', shop, { token, platform: 'shopify' });
      return { claim, events, other, others: eventsOf(other) };
    };

    it('is known by both when one applies it', async () => {
      const { claim, events, other, others } = await openTwo();
      part(claim, 'apply')!.click();
      await inState(other, 'applying');
      await Promise.all([inState(claim, 'applied'), inState(other, 'applied')]);
      expect(outcomesOf(events)).to.deep.equal(['applied']);
      expect(outcomesOf(others).filter((each) => each !== 'restore')).to.deep.equal([]);
    });

    it('is asked for once when both are pressed', async () => {
      const { claim, other } = await openTwo();
      const requests = watchRequests();
      part(claim, 'apply')!.click();
      part(other, 'apply')!.click();
      await Promise.all([inState(claim, 'applied'), inState(other, 'applied')]);
      requests.stop();
      expect(requests.asked.filter((each) => each === 'POST /cart/update.js')).to.have.length(1);
    });

    describe('with the first product of an empty cart', () => {
      /** Presses one of two in an empty cart, and returns all their later events, of both. */
      const waitInTwo = async () => {
        await cart.reset();
        const { claim, events, other, others } = await openTwo();
        await useNow(claim, 'not-applied');
        await expectStill(other, 'claimed');
        const later = eventsOf(document.body);
        expect(outcomesOf([...events, ...others]).filter((each) => each !== 'restore')).to.deep.equal([
          'apply-error',
        ]);
        return { claim, other, later };
      };

      it('goes there once', async () => {
        const { claim, other, later } = await waitInTwo();
        await cart.fill('101');
        await Promise.all([inState(claim, 'applied'), inState(other, 'applied')]);
        await Promise.all([expectStill(claim, 'applied'), expectStill(other, 'applied')]);
        expect(later.map(({ type }) => type)).to.deep.equal([
          'reward-claim-apply-before',
          'reward-claim-applied',
        ]);
      });

      it('is tried once where the shop refuses it, and nothing is said of an empty cart', async () => {
        const { claim, other, later } = await waitInTwo();
        await cart.fail('/cart/update.js', { kind: '500', times: 9 });
        const requests = watchRequests();
        const failed = oneEvent(document.body, 'reward-claim-apply-error');
        await cart.fill('101');
        const { target } = await failed;
        const [tried, untried] = target === claim ? [claim, other] : [other, claim];
        await expectStill(tried, 'not-applied');
        await expectStill(untried, 'claimed');
        requests.stop();
        expect(requests.asked.filter((each) => each === 'POST /cart/update.js')).to.have.length(1);
        expect(later.map(({ type }) => type)).to.deep.equal([
          'reward-claim-apply-before',
          'reward-claim-apply-error',
        ]);
      });
    });

    it('is told to another tab, and taken over by it when this one dies in the middle', async () => {
      const { claim, token } = await open();
      const tab = await openTab();
      const there = await tab.open(shop, { token, platform: 'shopify' });
      await inState(there, 'claimed');
      override(tab.window, 'fetch', { value: () => new Promise(() => undefined) });
      part(there, 'apply')!.click();
      await inState(claim, 'applying');
      await set(code);
      tab.frame.remove();
      await inState(claim, 'applied');
      expect(keptCarts()).to.deep.equal(['applied']);
    });
  });

  it('lives in the page where nothing may be stored', async () => {
    const { claim } = await open({ 'no-storage': '' });
    await useNow(claim);
    expect(localStorage.length).to.equal(0);
    const again = await reload(claim, shop);
    expect(again.claim.dataset['state']).to.equal('applied');
  });

  it('is nothing for another token', async () => {
    const { claim } = await open();
    await useNow(claim);
    await grantCode(shop, newCode());
    const { token } = await shop.grant();
    claim.token = token;
    await inState(claim, 'ready');
    await claimNow(claim);
    expect(textOf(claim, 'apply')).to.equal('Use it now');
  });

  describe('right after a claim', () => {
    const attributes = { platform: 'shopify', apply: 'after-claim' };

    it('is that it goes there by itself', async () => {
      await grantCode(shop, code);
      const { claim, events } = await openGrant(shop, {}, attributes);
      press(claim);
      await inState(claim, 'applied');
      expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
      expect(outcomesOf(events)).to.deep.equal(['success', 'applied']);
      await expect(claim).to.be.accessible();
    });

    it('waits for the first thing in an empty cart, and changes nothing until then', async () => {
      await cart.reset();
      await grantCode(shop, code);
      const { claim, events } = await openGrant(shop, {}, attributes);
      press(claim);
      await inState(claim, 'not-applied');
      await cart.fill('101');
      await inState(claim, 'applied');
      expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
      expect(outcomesOf(events)).to.deep.equal(['success', 'apply-error', 'applied']);
    });

    it('can be kept from it by the page, and a click still does it', async () => {
      await grantCode(shop, code);
      const { claim } = await openGrant(shop, {}, attributes);
      claim.addEventListener('reward-claim-apply-before', (event) => event.preventDefault(), { once: true });
      await claimNow(claim);
      expect(await cart.codes()).to.deep.equal([]);
      await useNow(claim);
    });

    it('is not so for what was claimed before', async () => {
      const { claim } = await open();
      claim.setAttribute('apply', 'after-claim');
      const again = await reload(claim, shop);
      await expectStill(again.claim, 'claimed');
      expect(await cart.codes()).to.deep.equal([]);
    });

    it('is not so for what another element of the page has claimed', async () => {
      await grantCode(shop, code);
      const { claim, token } = await openGrant(shop, {}, attributes);
      const other = await place('reward-claim', shop, { token, platform: 'shopify' });
      press(other);
      await Promise.all([inState(claim, 'claimed'), inState(other, 'claimed')]);
      await expectStill(claim, 'claimed');
      expect(await cart.codes()).to.deep.equal([]);
    });

    it('is not so for what another tab has claimed', async () => {
      await grantCode(shop, code);
      const { claim, token } = await openGrant(shop, {}, attributes);
      const tab = await openTab();
      const there = await tab.open(shop, { token, platform: 'shopify' });
      press(there);
      await oneEvent(claim, 'reward-claim-restore');
      await expectStill(claim, 'claimed');
      expect(await cart.codes()).to.deep.equal([]);
    });
  });

  /** The state, now and when the shop system has been asked. */
  async function expectStill(claim: RewardClaim, state: string): Promise<void> {
    await inState(claim, state);
    // Requests to the cart wait for this lock in turn, so the earlier ones have their answers by then.
    await navigator.locks.request('storefront-elements:cart', () => undefined);
    await claim.updateComplete;
    expect(claim.dataset['state']).to.equal(state);
  }

  /** A page that does not tell this one what it does. */
  function openFrame(): Window & typeof globalThis {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentWindow } = frame;
    frames.push(frame);
    return contentWindow as Window & typeof globalThis;
  }
  const frames: HTMLElement[] = [];
  afterEach(() => {
    for (const frame of frames.splice(0)) frame.remove();
  });
});
