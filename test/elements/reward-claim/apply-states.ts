/** `reserve` keeps the height of a claim through all states of its code and of a cart. */
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { expect, inState, newShop, part, textOf } from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { newCart } from '../../platforms/support.ts';
import { box, override } from '../../helpers/undo.ts';
import { grantCode, newCode } from './apply-support.ts';
import { claimNow, openGrant } from './support.ts';

/**
 * @param cases languages, and the width of the page in pixels
 * @param spacings see letter-spacing.ts
 */
export function testApplyStates(cases: [language: string, width: number][], spacings: string[]): void {
  describe('The states of a code and a cart', () => {
    for (const [language, width] of cases)
      it(`leave everything below in its place with \`reserve\`, and have words: ${language}, ${width} px wide`, async () => {
        override(navigator, 'share', { value: () => Promise.resolve() });
        const shop = await newShop();
        const cart = await newCart('shopify');
        const inside = box({ lang: language, style: `inline-size: ${width - 72}px` });
        const heights = new Map<string, string>();
        const small: string[] = [];
        const seen = (state: string, claim: RewardClaim) => {
          // Some are seen again on the way to others.
          if (heights.has(state)) return;
          heights.set(state, heightsOf(claim, spacings));
          expect(inside.scrollWidth, `${state} stands out`).to.be.at.most(width - 72);
          for (const target of claim.shadowRoot!.querySelectorAll<HTMLElement>('button, a')) {
            const { width: wide, height } = target.getBoundingClientRect();
            if (Math.min(wide, height) < 24) small.push(`${state}: ${target.part.value}`);
          }
        };
        const words = new Set<string>();
        const press = async (claim: RewardClaim, state: string, name: string) => {
          part(claim, 'apply')!.click();
          await inState(claim, 'applying');
          words.add(textOf(claim, 'apply'));
          seen('applying', claim);
          await inState(claim, state);
          words.add(textOf(claim, state === 'applied' ? 'applied' : 'message'));
          seen(name, claim);
        };
        const open = async (code: string) => {
          await grantCode(shop, code);
          const { claim } = await openGrant(shop, {}, { platform: 'shopify', reserve: '' }, inside);
          seen('ready', claim);
          await claimNow(claim);
          seen('claimed', claim);
          return claim;
        };
        let claim = await open(newCode());
        await press(claim, 'not-applied', 'empty-cart');
        words.add(textOf(claim, 'apply-link'));
        // First the fault: the element applies the code by itself when it hears of the article.
        await cart.fail('/cart.js', { kind: 'drop', times: 9 });
        await cart.fill('101');
        await press(claim, 'not-applied', 'not-possible');
        await cart.reset();
        await cart.fill('101');
        await press(claim, 'applied', 'applied');
        words.add(textOf(claim, 'cart'));
        claim.remove();
        claim = await open(newCode('NOBODY'));
        await press(claim, 'not-applied', 'refused');
        claim.remove();
        claim = await open('PERCENT-20-ALONE');
        await press(claim, 'not-applied', 'not-combinable');
        expect(
          [...words].filter((text) => !text),
          'every one has words',
        ).to.deep.equal([]);
        expect(words.size, [...words].join(' | ')).to.equal(8);
        expect(small, 'targets that a thumb misses').to.deep.equal([]);
        expect(new Set(heights.values()).size, JSON.stringify([...heights])).to.equal(1);
      });
  });
}
