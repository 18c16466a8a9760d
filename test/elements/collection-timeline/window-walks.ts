/** A long way through a timeline of thousands of entries. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect } from '../../helpers/fixture.ts';
import {
  entry,
  entryAt,
  isFilled,
  itemsOf,
  numberOf,
  numbersOf,
  openMany,
  scrollStep,
  settled,
} from './window-support.ts';

interface Walk {
  /** How far the shopper scrolls each time, in pixels. */
  steps: number[];
  /** The number of strides in which the shopper reads the whole timeline. */
  strides: number;
  /** The shares of the page that the shopper jumps to. */
  shares: number[];
}

export function testWalks({ steps, strides, shares }: Walk): void {
  describe('Walking through a timeline of thousands of entries', function () {
    // Every step draws hundreds of entries, and waits until they keep still.
    this.timeout(300_000);
    let timeline: CollectionTimeline;
    const goTo = async (top: number) => {
      scrollTo({ top, behavior: 'instant' });
      await settled(timeline);
    };
    const end = () => document.documentElement.scrollHeight;

    for (const attributes of [{}, { layout: 'cards' }, { 'group-by': 'month', scrubber: '' }] as Record<
      string,
      string
    >[])
      it(`never shows a blank view, and keeps what is read in place: ${JSON.stringify(attributes)}`, async () => {
        timeline = await openMany(attributes);
        await goTo(end() / 2);
        // Down and up, further than what is drawn, in steps smaller and larger than a window's.
        let moves = 0;
        for (const by of steps) {
          const before = numbersOf(timeline)[0];
          scrollBy({ top: by, behavior: 'instant' });
          expect(isFilled(timeline), `filled at once after ${by}`).to.equal(true);
          const read = entryAt(timeline, innerHeight / 2)!;
          const [number, { top }] = [numberOf(read), read.getBoundingClientRect()];
          await settled(timeline);
          moves += Number(numbersOf(timeline)[0] !== before);
          const now = entry(timeline, number)!.closest('.item')!.getBoundingClientRect().top;
          expect(Math.abs(now - top), `entry ${number} after ${by}`).to.be.below(1.5);
          expect(isFilled(timeline), `filled after ${by}`).to.equal(true);
        }
        expect(moves, 'the window moved').to.be.above(steps.length / 2);
      });

    it('leaves it about as high as before, and its beginning in place', async () => {
      timeline = await openMany();
      const [height, top] = [end(), entry(timeline, 1)!.getBoundingClientRect().top];
      for (let stride = 0; stride < strides; stride++) await scrollStep(height / strides);
      await goTo(end());
      const below = document.documentElement.getBoundingClientRect().bottom;
      expect(
        itemsOf(timeline).at(-1)!.getBoundingClientRect().bottom - below,
        'nothing is left below',
      ).to.be.within(-40, 1);
      expect(Math.abs(end() - height) / height).to.be.below(0.02);
      for (let stride = 0; stride < strides + 5; stride++) await scrollStep(-height / strides);
      await goTo(0);
      expect(Math.abs(end() - height) / height).to.be.below(0.02);
      expect(entry(timeline, 1)!.getBoundingClientRect().top).to.equal(top);
    });

    for (const width of [400, 700, 780])
      it(`keeps the cards in their columns, ${width} px wide`, async () => {
        const box = document.createElement('div');
        box.style.inlineSize = `${width}px`;
        // Small letters make more columns.
        box.style.fontSize = '10px';
        document.body.append(box);
        try {
          timeline = await openMany({ layout: 'cards' });
          box.append(timeline);
          await settled(timeline);
          const lefts = new Map<number, number>();
          for (const share of shares) {
            await goTo(end() * share);
            for (const item of itemsOf(timeline)) {
              const [number, left] = [numberOf(item), Math.round(item.getBoundingClientRect().left)];
              expect(lefts.get(number) ?? left, `entry ${number} at ${share}`).to.equal(left);
              lefts.set(number, left);
            }
          }
          expect(new Set(lefts.values()).size).to.equal({ 400: 2, 700: 3, 780: 4 }[width]);
        } finally {
          box.remove();
        }
      });
  });
}
