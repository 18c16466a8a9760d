/** Entries out of view have no layout until the shopper scrolls to them. Shoppers must not notice this. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect } from '../../helpers/fixture.ts';
import { nextFrame } from './media-support.ts';
import { itemsOf, numberOf, openMany, settled } from './window-support.ts';

const isLaidOut = (timeline: CollectionTimeline) =>
  itemsOf(timeline).every((item) => getComputedStyle(item).contentVisibility === 'visible');
// The style needs a property that WebKit does not have: https://bugs.webkit.org/show_bug.cgi?id=308225
const canLeaveOut = CSS.supports('overflow-clip-margin: 1em');
const heights = (timeline: CollectionTimeline) => itemsOf(timeline).map((item) => item.offsetHeight);
const end = () => document.documentElement.scrollHeight;

describe('A timeline that nobody has read on in', () => {
  // The page is at its top, and that has been told.
  beforeEach(async () => {
    await nextFrame();
    await nextFrame();
  });

  it('leaves out the layout of what is far out of view', async () => {
    const timeline = await openMany({}, 24);
    expect(isLaidOut(timeline)).to.equal(!canLeaveOut);
    const seen = itemsOf(timeline).filter((item) => item.getBoundingClientRect().top < innerHeight);
    expect(
      seen.every((item) => item.querySelector('.title')!.checkVisibility({ contentVisibilityAuto: true })),
    ).to.equal(true);
  });

  for (const sign of ['pointermove', 'pointerdown', 'keydown'])
    it(`has all its heights from the first ${sign} on, before anybody scrolls`, async () => {
      const timeline = await openMany({}, 24);
      document.body.dispatchEvent(new Event(sign, { bubbles: true }));
      expect(isLaidOut(timeline)).to.equal(true);
      const [before, height] = [heights(timeline), end()];
      scrollTo({ top: end(), behavior: 'instant' });
      await settled(timeline);
      expect(heights(timeline)).to.deep.equal(before);
      expect(end()).to.equal(height);
    });

  it('keeps in view what a jump of the page without any such sign leads to', async () => {
    const timeline = await openMany({}, 24);
    itemsOf(timeline)[15]!.scrollIntoView({ block: 'start', behavior: 'instant' });
    await settled(timeline);
    expect(isLaidOut(timeline)).to.equal(true);
    const first = itemsOf(timeline).find((item) => item.getBoundingClientRect().bottom > 1)!;
    expect(numberOf(first)).to.equal(16);
    expect(Math.abs(first.getBoundingClientRect().top)).to.be.below(1.5);
  });

  it('leads to the entry of a link', async () => {
    const timeline = await openMany({}, 24);
    location.hash = 'entry-20';
    try {
      await nextFrame();
      await settled(timeline);
      expect(isLaidOut(timeline)).to.equal(true);
      const { top } = timeline.shadowRoot!.querySelector('#entry-20')!.getBoundingClientRect();
      expect(top).to.be.within(-1, innerHeight / 2);
    } finally {
      history.replaceState(null, '', location.pathname + location.search);
    }
  });

  it('is laid out on paper', async () => {
    const timeline = await openMany({}, 24);
    expect(isLaidOut(timeline)).to.equal(!canLeaveOut);
    dispatchEvent(new Event('beforeprint'));
    expect(isLaidOut(timeline)).to.equal(true);
    dispatchEvent(new Event('afterprint'));
  });

  it('is laid out at the first sign also when it was hidden before', async () => {
    const timeline = await openMany({ hidden: '' }, 24);
    timeline.hidden = false;
    await settled(timeline);
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
    expect(isLaidOut(timeline)).to.equal(true);
  });
});
