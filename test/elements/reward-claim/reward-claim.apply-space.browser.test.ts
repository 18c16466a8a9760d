import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { expect, inState, newShop, part } from '../../helpers/fixture.ts';
import { fewLetterSpacings, heightsOf } from '../../helpers/letter-spacing.ts';
import { newCart } from '../../platforms/support.ts';
import { grantCode, newCode } from './apply-support.ts';
import { testApplyStates } from './apply-states.ts';
import { box, override } from '../../helpers/undo.ts';
import { claimNow, languageCases, openGrant } from './support.ts';

testApplyStates(languageCases, fewLetterSpacings);

/** The ways to use the code in the order of the Tab key, which has to be the one in which they are seen. */
function waysOf(claim: RewardClaim): string[] {
  const ways = [...claim.shadowRoot!.querySelectorAll<HTMLElement>('.ways > *')];
  const placed = ways.toSorted((one, other) => {
    const [a, b] = [one, other].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
    return a.bottom <= b.top ? -1 : b.bottom <= a.top ? 1 : a.left - b.left;
  });
  expect(ways.map(({ part }) => part.value)).to.deep.equal(placed.map(({ part }) => part.value));
  return ways.map(({ part }) => part.value);
}

describe("The cart's answer", () => {
  for (const canShare of [true, false])
    for (const width of [248, 288, 640])
      it(`moves nothing in narrow and wide fonts, ${width} px wide, ${canShare ? 'where people can share' : 'as the browser is'}`, async () => {
        if (canShare) override(navigator, 'share', { value: () => Promise.resolve() });
        const shop = await newShop();
        const cart = await newCart('shopify');
        await grantCode(shop, newCode());
        const inside = box({ style: `inline-size: ${width}px` });
        const { claim } = await openGrant(shop, {}, { platform: 'shopify' }, inside);
        await claimNow(claim);
        const press = async (state: string) => {
          part(claim, 'apply')!.click();
          await inState(claim, 'applying');
          const before = heightsOf(claim);
          await inState(claim, state);
          // The height that the element keeps is that of the one font of this page.
          claim.shadowRoot!.querySelector<HTMLElement>('.container')!.style.minBlockSize = '';
          expect(heightsOf(claim), state).to.equal(before);
        };
        await press('not-applied');
        if (canShare)
          expect(waysOf(claim), 'as they are seen').to.deep.equal(['apply', 'share', 'apply-link']);
        await cart.fill('101');
        await press('applied');
      });
});
