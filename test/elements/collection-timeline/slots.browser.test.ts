import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, oneEvent, part, waitUntil } from '../../helpers/fixture.ts';
import { failNext, newsOf, open, showMany } from './support.ts';

describe('The words that a page puts into <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const slotted = (timeline: Element, slot: string) => {
    const words = Object.assign(document.createElement('span'), { slot, textContent: `Own ${slot}` });
    timeline.append(words);
    return () => words.getClientRects().length > 0;
  };

  it('stand in the place of the buttons, the end and the empty story', async () => {
    const timeline = await showMany(shop, 4, { limit: '3' });
    const [more, retry, end, empty] = ['more', 'retry', 'end', 'empty'].map((slot) =>
      slotted(timeline, slot),
    );
    const seen = () => [more, retry, end, empty].map((isSeen) => isSeen!());
    expect(seen()).to.deep.equal([true, false, false, false]);
    await failNext(shop);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-error');
    await timeline.updateComplete;
    expect(seen()).to.deep.equal([false, true, false, false]);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(seen()).to.deep.equal([false, false, true, false]);
    timeline.collectionSlug = (await shop.timeline({ entries: [] })).slug;
    await inState(timeline, 'empty');
    expect(seen()).to.deep.equal([false, false, false, true]);
    await expect(timeline).to.be.accessible();
  });

  it('are announced where the story is empty, and get the focus after another try', async () => {
    await failNext(shop);
    const timeline = await open(shop, { 'collection-slug': (await shop.timeline({ entries: [] })).slug });
    slotted(timeline, 'empty');
    await inState(timeline, 'error');
    part(timeline, 'button')!.focus();
    part(timeline, 'button')!.click();
    await inState(timeline, 'empty');
    await waitUntil(() => newsOf(timeline) === 'Own empty', 'they are announced');
    const message = timeline.shadowRoot!.activeElement;
    expect(message?.querySelector('slot')!.name).to.equal('empty');
  });

  it('stand in the place of a timeline that is not there', async () => {
    const timeline = await showMany(shop, 1);
    const isSeen = slotted(timeline, 'unavailable');
    await consoleOf('warn', async () => {
      timeline.tokenId = 0;
      await inState(timeline, 'misconfigured');
    });
    expect(isSeen()).to.equal(true);
    expect(part(timeline, 'message')!.getClientRects()).to.have.length(0);
  });
});
