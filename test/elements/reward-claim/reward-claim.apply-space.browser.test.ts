import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { expect, inState, newShop, part, textOf } from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { newCart } from '../../platforms/support.ts';
import { grantCode, newCode } from './apply-support.ts';
import { box, override } from '../../helpers/undo.ts';
import { claimNow, openGrant } from './support.ts';

const languages = ['en', 'ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pt', 'zh'];

describe('The states of a code and a cart', () => {
  for (const language of languages)
    for (const width of language === 'de' || language === 'en' ? [320, 390, 800] : [320, 390])
      it(`leave everything below in its place with \`reserve\`, and have words: ${language}, ${width} px wide`, async () => {
        override(navigator, 'share', { value: () => Promise.resolve() });
        const shop = await newShop();
        const cart = await newCart('shopify');
        const inside = box({ lang: language, style: `inline-size: ${width - 72}px` });
        const heights = new Map<string, string>();
        const small: string[] = [];
        const seen = (state: string, claim: RewardClaim) => {
          heights.set(state, heightsOf(claim));
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
        await cart.fill('101');
        await cart.fail('/cart.js', { kind: 'drop', times: 9 });
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
