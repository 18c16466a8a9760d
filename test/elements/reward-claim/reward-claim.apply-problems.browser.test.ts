import { sendKeys } from '@web/test-runner-commands';
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { newCart, type TestCart } from '../../platforms/support.ts';
import { keptCarts, newCode, openClaimed, type System, systems, useNow } from './apply-support.ts';
import { override } from '../../helpers/undo.ts';
import { outcomesOf, reload } from './support.ts';

type Told = Event & { platform: string; reason: string; text?: string; error: unknown };

/** As each shop system's page announces that the shopper put something into the cart. */
const announceChange: Record<System, () => unknown> = {
  shopify: () => document.dispatchEvent(new Event('shopify:cart:lines-update')),
  woocommerce: () => document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart')),
  bigcommerce: async () => (await fetch('/remote/v1/cart/add')).text(),
};

/** Waits until nobody reads or changes the cart. */
const allRead = () => navigator.locks.request('storefront-elements:cart', () => Promise.resolve());

describe('A claimed code that the cart does not take', () => {
  let shop: TestShop;
  let cart: TestCart;
  let claim: RewardClaim;
  let events: Event[];
  let code: string;
  beforeEach(async () => {
    shop = await newShop();
  });

  const open = async (system: System, name?: string, attributes: Record<string, string> = {}) => {
    cart = await newCart(system);
    code = newCode(name);
    ({ claim, events } = await openClaimed(shop, code, { platform: system, ...attributes }));
  };
  const told = () => events.at(-1) as Told;
  /** It is still there, with every way to use it. */
  const isStillThere = async (message: string, place?: 'waiting') => {
    expect(textOf(claim, 'message')).to.equal(message);
    expect(textOf(claim, 'code')).to.equal(code);
    expect(textOf(claim, 'apply')).to.equal('Try again');
    expect(part(claim, 'copy') === null).to.equal(false);
    expect(keptCarts()).to.deep.equal([place]);
    expect(outcomesOf(events)).to.deep.equal(['apply-error']);
    await expect(claim).to.be.accessible();
  };

  for (const system of systems)
    describe(`of ${system}`, () => {
      it('because nothing is in it: it goes there with the first thing that is put in', async () => {
        await open(system);
        await useNow(claim, 'not-applied');
        await isStillThere('Your cart is empty. Add an item first; your code stays here.', 'waiting');
        expect([told().platform, told().reason]).to.deep.equal([system, 'empty-cart']);
        await announceChange[system]();
        await allRead();
        expect(claim.dataset['state'], 'while it is still empty').to.equal('not-applied');
        await cart.fill('101');
        await announceChange[system]();
        await inState(claim, 'applied');
        expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
        expect(textOf(claim, 'message')).to.equal('Applied to your cart: 10% off');
        expect(outcomesOf(events)).to.deep.equal(['apply-error', 'applied']);
      });

      it('because nothing is in it: it goes there also from another page of the shop', async () => {
        await open(system);
        await useNow(claim, 'not-applied');
        await cart.fill('101');
        const { claim: next, events: later } = await reload(claim, shop);
        await inState(next, 'applied');
        expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
        expect(outcomesOf(later)).to.deep.equal(['restore', 'applied']);
      });

      it('because it is refused: in the words of the shop system, where it has any', async () => {
        await open(system, 'NOBODY-KNOWS');
        await cart.fill('101');
        await useNow(claim, 'not-applied');
        // A Shopify cart keeps every code, because it may count later.
        expect(told().reason).to.equal(system === 'shopify' ? 'not-yet' : 'refused');
        const { text } = told();
        await isStillThere(text ?? 'Your code is in the cart, but doesn’t apply to it yet.');
        if (system !== 'shopify') expect(text).to.match(/\w/);
      });

      it('because nobody answers: once they do, it goes', async () => {
        await open(system);
        await cart.fill('101');
        for (const path of ['/cart.js', '/v1/cart', '/apply-coupon', '/carts'])
          await cart.fail(path, { kind: 'drop', times: 9 });
        await useNow(claim, 'not-applied');
        await isStillThere('The code could not be added to your cart. Please try again.');
        expect(told().reason).to.equal('not-possible');
        expect(String(told().error), 'for developers, without the code').not.to.contain(code);
        await cart.reset();
        await cart.fill('101');
        await useNow(claim);
        expect(outcomesOf(events)).to.deep.equal(['apply-error', 'applied']);
      });
    });

  it('yet: Shopify keeps it, and it is applied once something it is for is in the cart', async () => {
    await open('shopify', 'PERCENT-10-HAT');
    await cart.fill('101');
    await useNow(claim, 'not-applied');
    await isStillThere('Your code is in the cart, but doesn’t apply to it yet.');
    await cart.fill('102');
    await inState(claim, 'applied');
    expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
  });

  it('because of another code there: that one stays, and is named as the reason', async () => {
    await open('shopify', 'PERCENT-10-ALONE');
    await cart.fill('101');
    await cart.enter('MINUS-500');
    await useNow(claim, 'not-applied');
    expect(told().reason).to.equal('not-combinable');
    expect(await cart.codes()).to.deep.equal(['minus-500']);
    expect(textOf(claim, 'code')).to.equal(code);
  });

  it('because its letters do not fit', async () => {
    await open('bigcommerce', `PERCENT-10-${'LONG'.repeat(12)}`);
    await cart.fill('101');
    await useNow(claim, 'not-applied');
    await isStillThere('This code can’t be added here. Try entering it at checkout.');
    expect(told().reason).to.equal('not-a-code');
  });

  it('because the device is offline: says so', async () => {
    await open('shopify');
    await cart.fill('101');
    await cart.fail('/cart.js', { kind: 'drop', times: 9 });
    override(navigator, 'onLine', { value: false });
    await useNow(claim, 'not-applied');
    await isStillThere('No connection. Please check your internet connection and try again.');
    await cart.reset();
  });

  it('has a link by hand: the address of the page, else that of the shop system', async () => {
    await open('shopify', 'NOBODY-KNOWS');
    await cart.fill('101');
    await useNow(claim, 'not-applied');
    expect(part(claim, 'apply-link')!.getAttribute('href')).to.match(new RegExp(`^/discount/${code}\\?`));
    expect(textOf(claim, 'apply-link')).to.equal('Try another way');
    claim.applyUrl = '#own-{code}';
    await claim.updateComplete;
    const { href } = location;
    part(claim, 'apply-link')!.click();
    await waitUntil(() => location.hash === `#own-${code}`, 'the link is followed');
    history.replaceState(null, '', href);
    expect(outcomesOf(events)).to.deep.equal(['apply-error', 'apply']);
  });

  it('has no link where there is none', async () => {
    await open('bigcommerce', 'NOBODY-KNOWS');
    await cart.fill('101');
    await useNow(claim, 'not-applied');
    expect(part(claim, 'apply-link') === null).to.equal(true);
  });

  it('leaves the focus on the button, for another try', async () => {
    await open('shopify');
    const button = part(claim, 'apply')!;
    button.focus();
    await sendKeys({ press: 'Enter' });
    await inState(claim, 'not-applied');
    expect(claim.shadowRoot!.activeElement === button).to.equal(true);
    await cart.fill('101');
    await sendKeys({ press: 'Enter' });
    await inState(claim, 'applied');
  });

  it('says what happened only until something else happens', async () => {
    override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
    await open('shopify');
    await useNow(claim, 'not-applied');
    part(claim, 'copy')!.click();
    await oneEvent(claim, 'reward-claim-copy');
    await claim.updateComplete;
    expect(textOf(claim, 'message')).to.equal('Code copied');
    expect(claim.dataset['state']).to.equal('not-applied');
  });

  it('is claimed, and no more than that, when the page is loaded again', async () => {
    await open('shopify');
    await useNow(claim, 'not-applied');
    const again = await reload(claim, shop);
    expect(again.claim.dataset['state']).to.equal('claimed');
    expect(textOf(again.claim, 'apply')).to.equal('Use it now');
    expect(outcomesOf(again.events)).to.deep.equal(['restore']);
  });

  it('is in the cart all the same where only the answer is lost', async () => {
    await open('shopify');
    await cart.fill('101');
    await cart.fail('/cart/update.js', { kind: 'drop', after: true });
    await useNow(claim);
    expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
    expect(outcomesOf(events)).to.deep.equal(['applied']);
  });
});
