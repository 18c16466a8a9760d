/** The entries that come into view first are drawn before the rest. Apart from the drawing, nothing may reveal this. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect } from '../../helpers/fixture.ts';
import { itemsOf, manyEntries } from './window-support.ts';

const COUNT = 20;

/**
 * The positions of the entries that are laid out at once. The heights of the others are estimates before the first
 * frame.
 */
const tops = (items: HTMLElement[]) => items.slice(0, 4).map((item) => item.getBoundingClientRect().top);

describe('The beginning of a <collection-timeline>', () => {
  let timeline: CollectionTimeline;

  const begin = (entries: CollectionTimeline['entries'] = manyEntries(COUNT)) => {
    timeline = document.createElement('collection-timeline');
    timeline.entries = entries;
    document.body.append(timeline);
  };
  afterEach(() => timeline.remove());

  /** Waits until some entry is drawn. */
  const somethingDrawn = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!itemsOf(timeline).length) return;
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(look);
      observer.observe(timeline.shadowRoot!, { childList: true, subtree: true });
      look();
    });

  it('is there before the rest, and nothing of it moves when that comes', async () => {
    begin();
    await somethingDrawn();
    const first = itemsOf(timeline);
    expect(first.length).to.be.below(COUNT);
    expect(timeline.dataset['state']).to.equal('loading');
    expect(timeline.shadowRoot!.querySelector('.story .foot') === null).to.equal(true);
    const before = tops(first);
    await timeline.updateComplete;
    const all = itemsOf(timeline);
    expect(all).to.have.length(COUNT);
    expect(first.every((item, index) => item === all[index])).to.equal(true);
    expect(tops(first)).to.deep.equal(before);
    expect(timeline.dataset['state']).to.equal('ready');
    expect(timeline.shadowRoot!.querySelector('.story .foot') === null).to.equal(false);
  });

  it('is not told as all of it', async () => {
    begin();
    const drawn = await new Promise((resolve) =>
      timeline.addEventListener('collection-timeline-load', () => resolve(itemsOf(timeline).length)),
    );
    expect(drawn).to.equal(COUNT);
  });

  it('is all at once where it is short', async () => {
    begin(manyEntries(5));
    await somethingDrawn();
    expect(itemsOf(timeline)).to.have.length(5);
    expect(timeline.dataset['state']).to.equal('ready');
  });

  it('is followed by the rest also where nobody sees the page, which has no frames then', async () => {
    const { requestAnimationFrame } = globalThis;
    globalThis.requestAnimationFrame = () => 0;
    try {
      begin();
      await timeline.updateComplete;
    } finally {
      globalThis.requestAnimationFrame = requestAnimationFrame;
    }
    expect(itemsOf(timeline)).to.have.length(COUNT);
  });

  it('may be another story before the rest of the first one came', async () => {
    begin();
    await somethingDrawn();
    timeline.entries = manyEntries(COUNT + 30).slice(30);
    await timeline.updateComplete;
    await timeline.updateComplete;
    expect(itemsOf(timeline)).to.have.length(COUNT);
    expect(itemsOf(timeline)[0]!.textContent).to.contain('Entry 31');
    expect(timeline.dataset['state']).to.equal('ready');
  });

  it('is on paper with all of the story', async () => {
    begin();
    await somethingDrawn();
    dispatchEvent(new Event('beforeprint'));
    expect(itemsOf(timeline)).to.have.length(COUNT);
    dispatchEvent(new Event('afterprint'));
    await timeline.updateComplete;
    expect(itemsOf(timeline)).to.have.length(COUNT);
  });
});
