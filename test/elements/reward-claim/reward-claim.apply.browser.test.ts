import { sendKeys } from '@web/test-runner-commands';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { newCart, watchRequests } from '../../platforms/support.ts';
import { beShopify, grantCode, keptCarts, newCode, openClaimed, systems, useNow } from './apply-support.ts';
import { claimNow, logInWith, loginIn, openGrant, outcomesOf } from './support.ts';

describe('A claimed code on its way into the cart', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  for (const system of systems)
    describe(`of ${system}`, () => {
      it('is there after a click, and changes what the shopper pays', async () => {
        const cart = await newCart(system);
        await cart.fill('101');
        const before = await cart.total();
        const code = newCode();
        const { claim, events } = await openClaimed(shop, code, { platform: system });
        expect(textOf(claim, 'apply')).to.equal('Use it now');
        expect(await cart.codes(), 'claimed is not applied').to.deep.equal([]);
        await expect(claim).to.be.accessible();
        await useNow(claim);
        expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
        expect(await cart.total()).to.equal(before * 0.9);
        expect(textOf(claim, 'applied')).to.equal('Applied to your cart');
        expect(textOf(claim, 'message')).to.equal('Applied to your cart: 10% off');
        expect(part(claim, 'cart')!.getAttribute('href')).to.match(/^\/cart/);
        expect(part(claim, 'apply') === null, 'nothing is left to press').to.equal(true);
        expect(textOf(claim, 'code'), 'the code stays in sight').to.equal(code);
        expect(keptCarts()).to.deep.equal(['applied']);
        expect(outcomesOf(events)).to.deep.equal(['applied']);
        expect((events.at(-1) as Event & { platform: string }).platform).to.equal(system);
        await expect(claim).to.be.accessible();
      });
    });

  it('is announced while it is under way, and pressed once only', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const { claim, events } = await openClaimed(shop, newCode(), { platform: 'shopify' });
    const button = part(claim, 'apply')!;
    button.focus();
    button.click();
    await claim.updateComplete;
    expect(claim.dataset['state']).to.equal('applying');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    expect(textOf(claim, 'apply')).to.equal('Applying to your cart…');
    expect(textOf(claim, 'message')).to.equal('Applying to your cart…');
    expect(part(claim, 'apply') === button, 'the same button').to.equal(true);
    await expect(claim).to.be.accessible();
    button.click();
    await inState(claim, 'applied');
    expect(events.map(({ type }) => type)).to.deep.equal([
      'reward-claim-apply-before',
      'reward-claim-applied',
    ]);
  });

  it('goes there with the keyboard alone, and the focus goes to what came of it', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const { claim } = await openClaimed(shop, newCode(), { platform: 'shopify' });
    const focused = () => claim.shadowRoot!.activeElement?.getAttribute('part');
    for (let pressed = 0; focused() !== 'apply' && pressed < 10; pressed++) await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await inState(claim, 'applied');
    await claim.updateComplete;
    expect(focused()).to.equal('applied');
    for (let pressed = 0; focused() !== 'cart' && pressed < 3; pressed++) await sendKeys({ press: 'Tab' });
    expect(focused()).to.equal('cart');
  });

  it('goes there beside the code that the cart had', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    await cart.enter('MINUS-500');
    const code = newCode();
    const { claim } = await openClaimed(shop, code, { platform: 'shopify' });
    await useNow(claim);
    expect((await cart.codes()).toSorted()).to.deep.equal(['minus-500', code.toLowerCase()]);
  });

  it('is told before, and can be kept from it', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const { claim, events } = await openClaimed(shop, newCode(), { platform: 'shopify' });
    claim.addEventListener('reward-claim-apply-before', (event) => event.preventDefault());
    part(claim, 'apply')!.click();
    await claim.updateComplete;
    expect(claim.dataset['state']).to.equal('claimed');
    expect(events.map(({ type }) => type)).to.deep.equal(['reward-claim-apply-before']);
    expect(await cart.codes()).to.deep.equal([]);
  });

  it('goes there also when it was reserved', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const code = newCode();
    const { rewardId, codeId } = await shop.rewardCode();
    const body = { code, status: 'reserved', expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
    await shop.fault({ operation: 'reserveRewardCode', fault: 'wrong-shape', body });
    const claim = await place('reward-claim', shop, {
      'reward-id': rewardId,
      'code-id': codeId,
      platform: 'shopify',
    });
    await logInWith(loginIn(claim), shop);
    await inState(claim, 'reserved');
    await useNow(claim);
    expect(await cart.codes()).to.deep.equal([code.toLowerCase()]);
    expect(textOf(claim, 'expiry')).to.contain('Expires in');
    await expect(claim).to.be.accessible();
  });

  describe('of the shop system that the page is of', () => {
    it('is found by what the page has, and speaks of money in its currency', async () => {
      const cart = await newCart('shopify');
      await cart.fill('101');
      beShopify({ currency: { active: 'SEK' } });
      await grantCode(shop, newCode(), { valueType: 'fixed_amount', value: 50 });
      const { claim } = await openGrant(shop);
      await claimNow(claim);
      expect(textOf(claim, 'value')).to.equal('SEK\u00a050 off');
      await useNow(claim);
    });

    it('is not trusted with its currency where the page shows prices in another one', async () => {
      beShopify({ currency: { active: 'JPY', rate: '163.2' } });
      await grantCode(shop, newCode(), { valueType: 'fixed_amount', value: 50 });
      const { claim } = await openGrant(shop);
      await claimNow(claim);
      expect(textOf(claim, 'value')).not.to.match(/¥|JPY|50/);
    });

    it('is left alone where the page says none, or that nothing is to be applied', async () => {
      beShopify();
      const requests = watchRequests();
      for (const attributes of [{ platform: 'none' }, { apply: 'none' }]) {
        const { claim, events } = await openClaimed(shop, newCode(), {
          'apply-url': '#{code}',
          ...attributes,
        });
        const link = part(claim, 'apply')!;
        expect(link.localName).to.equal('a');
        const { href } = location;
        link.click();
        await waitUntil(() => location.hash === `#${claim.result!.discountCode}`, 'the link is followed');
        history.replaceState(null, '', href);
        expect(outcomesOf(events)).to.deep.equal(['apply']);
      }
      requests.stop();
      expect(requests.asked.filter((each) => each.includes('cart'))).to.deep.equal([]);
    });

    it('is not even asked for a discount without a code, nor for a code that is spent', async () => {
      beShopify();
      const requests = watchRequests();
      const { claim } = await openGrant(shop, { codeType: 'automatic' });
      await claimNow(claim);
      expect(part(claim, 'apply') === null).to.equal(true);
      const { rewardId, codeId } = await shop.rewardCode();
      const body = { code: newCode(), status: 'redeemed' };
      await shop.fault({ operation: 'reserveRewardCode', fault: 'wrong-shape', body });
      const spent = await place('reward-claim', shop, { 'reward-id': rewardId, 'code-id': codeId });
      await logInWith(loginIn(spent), shop);
      await inState(spent, 'reserved');
      expect(textOf(spent, 'code')).to.equal(body.code);
      expect(part(spent, 'apply') === null).to.equal(true);
      requests.stop();
      expect(requests.asked.filter((each) => each.includes('cart'))).to.deep.equal([]);
    });
  });

  describe('by attributes that make no sense', () => {
    for (const [attribute, value, must] of [
      ['platform', 'magento', 'one of auto, shopify, woocommerce, bigcommerce, none'],
      ['apply', 'now', 'one of click, after-claim, none'],
      ['cart-sections', 'a <b>', 'up to 5 ids of Shopify sections or id=selector, separated by spaces'],
      ['cart-sections', 'a=[', 'up to 5 ids of Shopify sections or id=selector, separated by spaces'],
      ['cart-sections', 'a b c d e f', 'up to 5 ids of Shopify sections or id=selector, separated by spaces'],
    ] as const)
      it(`says so once, and goes on as without: ${attribute}="${value}"`, async () => {
        const messages = await consoleOf('warn', async () => {
          const { claim } = await openGrant(shop, {}, { [attribute]: value });
          claim.requestUpdate();
          await claim.updateComplete;
          await claimNow(claim);
        });
        expect(messages).to.deep.equal([`<reward-claim> ${attribute} must be ${must}.`]);
      });

    for (const name of ['platform', 'apply', 'cart-sections'])
      it(`takes an empty one for none: ${name}`, async () => {
        beShopify();
        const { claim } = await openGrant(shop, {}, { [name]: '' });
        await claimNow(claim);
        expect(part(claim, 'apply')!.localName).to.equal('button');
      });
  });

  it('has Shopify sections drawn again that the page names', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const section = document.createElement('div');
    section.id = 'shopify-section-cart-drawer';
    section.textContent = 'old';
    document.body.append(section);
    const { claim } = await openClaimed(shop, newCode(), {
      platform: 'shopify',
      'cart-sections': 'cart-drawer',
    });
    await useNow(claim);
    const shown = document.querySelector('#shopify-section-cart-drawer .cart-drawer')!;
    expect(shown.textContent).to.equal(String(await cart.total()));
    document.querySelector('#shopify-section-cart-drawer')!.remove();
  });

  it('has words of the page, if it wants', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const { claim } = await openClaimed(shop, newCode(), { platform: 'shopify' });
    for (const [slot, text] of Object.entries({ apply: 'Take it', applied: 'Done', cart: 'Pay' }))
      claim.append(Object.assign(document.createElement('span'), { slot, textContent: text }));
    const shown = (name: string) =>
      claim.shadowRoot!.querySelector<HTMLSlotElement>(`slot[name=${name}]`)!.assignedElements()[0]!
        .textContent;
    expect(shown('apply')).to.equal('Take it');
    await useNow(claim);
    expect([shown('applied'), shown('cart')]).to.deep.equal(['Done', 'Pay']);
  });
});
