import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, newShop, oneEvent, part, textOf } from '../../helpers/fixture.ts';
import { newCart } from '../../platforms/support.ts';
import { grantCode, newCode, openClaimed, useNow } from './apply-support.ts';
import { box, override } from '../../helpers/undo.ts';
import { claimNow, openGrant } from './support.ts';

describe('The moment of success', () => {
  let shop: TestShop;
  let claim: RewardClaim;
  beforeEach(async () => {
    shop = await newShop();
    override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
  });

  const copy = async () => {
    part(claim, 'copy')!.click();
    await oneEvent(claim, 'reward-claim-copy');
    await claim.updateComplete;
  };
  /** The words on a button, as they are seen. */
  const seenOn = (name: string) =>
    [...part(claim, name)!.querySelectorAll('.cells > span')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map(({ textContent }) => textContent.trim());

  it('of a copy is on the button itself, with a tick, and is read out', async () => {
    ({ claim } = await openClaimed(shop, newCode()));
    expect(seenOn('copy')).to.deep.equal(['Copy code']);
    // An action gives up the room that is left from the claim.
    claim.click();
    await claim.updateComplete;
    const { width, height } = part(claim, 'copy')!.getBoundingClientRect();
    const size = claim.getBoundingClientRect().height;
    await copy();
    expect(seenOn('copy')).to.deep.equal([claim.t.copied]);
    expect(part(claim, 'copy')!.querySelector('.tick')!.getBoundingClientRect().width).to.be.above(8);
    expect(textOf(claim, 'message')).to.equal(claim.t.copied);
    expect(part(claim, 'message')!.className, 'nothing is said twice to those who see it').to.equal('unseen');
    const after = part(claim, 'copy')!.getBoundingClientRect();
    expect([after.width, after.height, claim.getBoundingClientRect().height]).to.deep.equal([
      width,
      height,
      size,
    ]);
    await expect(claim).to.be.accessible();
  });

  it('of a copy keeps either label in the middle of the button, however many lines the other one takes', async () => {
    const long = 'The code is now on your clipboard, and you can paste it at the checkout';
    for (const words of [{ copied: long }, { copy: long, copied: 'OK' }]) {
      await grantCode(shop, newCode());
      const inside = box({ style: 'inline-size: 208px' });
      ({ claim } = await openGrant(shop, {}, { words: JSON.stringify(words) }, inside));
      await claimNow(claim);
      const offCentre = () => {
        const button = part(claim, 'copy')!.getBoundingClientRect();
        const label = [...part(claim, 'copy')!.querySelectorAll('.cells > span')]
          .find((each) => each.checkVisibility({ visibilityProperty: true }))!
          .getBoundingClientRect();
        expect(button.height).to.be.above(60);
        return [
          (label.left + label.right - button.left - button.right) / 2,
          (label.top + label.bottom - button.top - button.bottom) / 2,
        ];
      };
      for (const distance of offCentre()) expect(distance, 'before').to.be.closeTo(0, 1);
      await copy();
      for (const distance of offCentre()) expect(distance, 'copied').to.be.closeTo(0, 1);
    }
  });

  it('of a code in the cart is a state of its own: with a tick, until it is taken out', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    ({ claim } = await openClaimed(shop, newCode(), { platform: 'shopify' }));
    await copy();
    await useNow(claim);
    expect(textOf(claim, 'applied')).to.equal(claim.t.applied);
    expect(part(claim, 'applied')!.querySelector('.tick')!.getBoundingClientRect().width).to.be.above(8);
    expect(seenOn('copy'), 'the copy was before').to.deep.equal(['Copy code']);
    await expect(claim).to.be.accessible();
  });

  for (const [name, grant, hasCode] of [
    ['percentage', { valueType: 'percentage', value: 15 }, true],
    ['fixed amount', { valueType: 'fixed_amount', value: 15 }, true],
    ['free shipping', { valueType: 'free_shipping', value: 0 }, true],
    ['access', { valueType: 'gated_content', value: null, codeType: 'automatic', discountCode: null }, false],
    ['kind that nobody knows', { valueType: 'mystery', value: 3 }, true],
  ] as const)
    it(`of a ${name} shows it first and largest, on a card`, async () => {
      await grantCode(shop, newCode(), grant);
      ({ claim } = await openGrant(shop, {}, { currency: 'EUR' }));
      await claimNow(claim);
      const card = part(claim, 'card')!;
      const size = (each: Element) => Number.parseFloat(getComputedStyle(each).fontSize);
      const value = part(claim, 'value')!;
      const others = [...card.querySelectorAll('p, button, code')].map(size);
      expect(Math.max(...others) * 1.3).to.be.below(size(value));
      expect(card.contains(value)).to.equal(true);
      expect(card.contains(part(claim, 'code'))).to.equal(hasCode);
      await expect(claim).to.be.accessible();
    });
});
