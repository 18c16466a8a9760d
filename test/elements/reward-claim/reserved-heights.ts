/** `reserve` keeps the height of a claim through all of its states. */
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { passTime, setOnline, stopTime } from '../../helpers/login.ts';
import { box, restore } from '../../helpers/undo.ts';
import { fail, openGrant, press } from './support.ts';

/** Refusals of the service that the element has words of its own for. */
const problems = ['already-claimed', 'expired', 'not-started', 'used-up', 'wrong-account', 'unknown-token'];

/**
 * @param cases languages, and the width of the page in pixels
 * @param spacings see letter-spacing.ts
 */
export function testReservedHeights(cases: [language: string, width: number][], spacings: string[]): void {
  describe('<reward-claim reserve>', () => {
    let shop: TestShop;
    beforeEach(async () => {
      shop = await newShop();
    });
    afterEach(restore);

    const refuse = (code: string) =>
      shop.fault({
        operation: 'claimRewardGrant',
        fault: 'status',
        status: 409,
        body: { code, message: 'No.', details: {} },
      });
    const map = JSON.stringify(Object.fromEntries(problems.map((problem) => [problem, problem])));

    /** Goes through the states of a claim, and calls back in each. */
    async function visitStates(inside: HTMLElement, visit: (state: string, claim: RewardClaim) => unknown) {
      const again = async () =>
        (
          await openGrant(
            shop,
            { value: 15 },
            { 'error-map': map, 'apply-url': '/d/{code}', reserve: '' },
            inside,
          )
        ).claim;
      let claim = await again();
      await visit('ready', claim);
      setOnline(false);
      await fail(claim);
      await visit('offline', claim);
      setOnline(true);
      stopTime();
      await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 1 });
      await fail(claim);
      await inState(claim, 'locked-out');
      await visit('locked-out', claim);
      passTime(2);
      await inState(claim, 'ready');
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      await fail(claim);
      await visit('unconfirmed', claim);
      const held = await shop.hold('claimRewardGrant');
      press(claim);
      await inState(claim, 'claiming');
      await visit('claiming', claim);
      await held.release();
      await inState(claim, 'claimed');
      await visit('claimed', claim);
      const before = textOf(claim, 'message');
      part(claim, 'copy')!.click();
      await waitUntil(() => textOf(claim, 'message') !== before);
      await visit('copied or selected', claim);
      for (const problem of problems) {
        claim.remove();
        claim = await again();
        await refuse(problem);
        await fail(claim);
        await visit(problem, claim);
      }
      claim.remove();
    }

    for (const [language, width] of cases)
      it(`leaves everything below in its place in every state: ${language}, ${width} px wide`, async () => {
        const inside = box({ lang: language, style: `inline-size: ${width - 72}px` });
        const heights = new Map<string, string>();
        const small: string[] = [];
        await visitStates(inside, (state, claim) => {
          heights.set(state, heightsOf(claim, spacings));
          expect(inside.scrollWidth, `${state} stands out`).to.be.at.most(width - 72);
          for (const target of claim.shadowRoot!.querySelectorAll<HTMLElement>('button, a')) {
            const { width, height } = target.getBoundingClientRect();
            if (Math.min(width, height) < 24) small.push(`${state}: ${target.part.value}`);
          }
        });
        expect(new Set(heights.values()).size, JSON.stringify([...heights])).to.equal(1);
        expect(small, 'targets that a thumb misses').to.deep.equal([]);
      });
  });
}
