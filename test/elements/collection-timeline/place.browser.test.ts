import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, oneEvent, part, waitUntil } from '../../helpers/fixture.ts';
import { pageState } from '../../../src/elements/shared/settings.ts';
import { override } from '../../helpers/undo.ts';
import {
  answer,
  entry,
  entryOf,
  failNext,
  followLink,
  hasFocus,
  HIGH,
  open,
  parts,
  scrolled,
  setVisibility,
} from './support.ts';

describe('The way back to <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const openStory = async (attributes: Record<string, string> = {}, isUsed = true) => {
    await answer(
      shop,
      [3, 2, 1].map((id) => entry(id, { content: HIGH })),
    );
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '3', ...attributes });
    await inState(timeline, 'ready');
    if (isUsed) entryOf(timeline, 3).click();
    return timeline;
  };
  const leave = () => dispatchEvent(new Event('pagehide'));
  const kept = () =>
    Object.entries(sessionStorage)
      .filter(([key]) => key.startsWith('storefront-elements:place:'))
      .map(([, value]) => JSON.parse(String(value)) as { id: number; top: number; count: number });

  it('is the entry that was read when the page was left, and where it stood', async () => {
    const timeline = await openStory();
    entryOf(timeline, 2).scrollIntoView();
    scrollBy(0, 300);
    await scrolled(timeline);
    leave();
    const [place] = kept();
    expect(place!.id).to.equal(2);
    expect(place!.count).to.equal(3);
    expect(place!.top).to.be.closeTo(entryOf(timeline, 2).getBoundingClientRect().top, 1);
  });

  it('is kept when another tab is seen, because a phone may never come back to the page', async () => {
    const timeline = await openStory();
    entryOf(timeline, 1).scrollIntoView();
    scrollBy(0, 300);
    setVisibility('hidden');
    expect(kept().map(({ id }) => id)).to.deep.equal([1]);
  });

  it('is not kept before anything was read, nor longer than that', async () => {
    const timeline = await openStory();
    leave();
    expect(kept()).to.deep.equal([]);
    entryOf(timeline, 1).scrollIntoView();
    leave();
    expect(kept()).to.have.length(1);
    scrollTo(0, 0);
    leave();
    expect(kept()).to.deep.equal([]);
  });

  it('is not kept for those who only read', async () => {
    const timeline = await openStory({}, false);
    entryOf(timeline, 1).scrollIntoView();
    leave();
    setVisibility('hidden');
    expect(kept()).to.deep.equal([]);
  });

  it('is not kept after the shopper said no to that, and what was kept before goes', async () => {
    const timeline = await openStory();
    entryOf(timeline, 1).scrollIntoView();
    leave();
    sessionStorage.setItem('storefront-elements:place:/of another page', 'null');
    timeline.setAttribute('consent', 'denied');
    leave();
    expect(sessionStorage).to.have.length(0);
    timeline.setAttribute('consent', 'granted');
    leave();
    expect(kept()).to.have.length(1);
  });

  it('asks for a word on that which can be understood', async () => {
    const warnings = await consoleOf('warn', () => openStory({ consent: 'perhaps' }));
    expect(warnings).to.deep.equal(['<collection-timeline> consent must be granted, denied or pending.']);
  });

  it('is not kept where the page does not want it, nor by an element that is gone', async () => {
    const timeline = await openStory({ 'no-storage': '' });
    entryOf(timeline, 1).scrollIntoView();
    leave();
    expect(sessionStorage).to.have.length(0);
    timeline.noStorage = false;
    timeline.remove();
    leave();
    expect(sessionStorage).to.have.length(0);
  });

  it('is one for each story in the page', async () => {
    const other = await openStory({ 'collection-slug': 'other' });
    const timeline = await openStory();
    entryOf(timeline, 1).scrollIntoView();
    leave();
    expect(kept()).to.have.length(2);
    expect(parts(other, 'entry')).to.have.length(3);
  });

  it('is lost without a word where storage is full or blocked', async () => {
    const timeline = await openStory();
    entryOf(timeline, 1).scrollIntoView();
    override(Storage.prototype, 'setItem', {
      value: () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
    });
    leave();
    expect(timeline.dataset['state']).to.equal('ready');
    expect(kept()).to.deep.equal([]);
  });

  it('is kept in a Shopify store after the shopper’s yes, for which the first click has Shopify load its part', async () => {
    const asked: unknown[] = [];
    const shopify = {
      loadFeatures: (features: unknown) => asked.push(features),
      customerPrivacy: undefined as object | undefined,
    };
    override(globalThis, 'Shopify', { value: shopify });
    const timeline = await openStory({}, false);
    entryOf(timeline, 1).scrollIntoView();
    expect(asked, 'those who only read need no consent').to.deep.equal([]);
    for (const id of [1, 2]) entryOf(timeline, id).click();
    expect(asked).to.deep.equal([[{ name: 'consent-tracking-api', version: '0.1' }]]);
    leave();
    expect(kept()).to.deep.equal([]);
    shopify.customerPrivacy = { preferencesProcessingAllowed: () => true };
    leave();
    expect(kept()).to.have.length(1);
  });

  it('asks Shopify nothing where no place is kept', async () => {
    const asked: unknown[] = [];
    override(globalThis, 'Shopify', { value: { loadFeatures: (features: unknown) => asked.push(features) } });
    await openStory({ 'no-storage': '' });
    expect(asked).to.deep.equal([]);
  });

  describe('after a reload', () => {
    let attributes: Record<string, string>;
    let id: number;
    let top: number;

    /** The shopper reads the fifth of six entries, leaves, and the page is loaded again. */
    beforeEach(async () => {
      const entries = [1, 2, 3, 4, 5, 6].map((number) => ({ title: `Entry ${number}`, content: HIGH }));
      const { slug } = await shop.timeline({ entries });
      attributes = { 'collection-slug': slug, limit: '2' };
      const timeline = await open(shop, { ...attributes, limit: '6' });
      await inState(timeline, 'ready');
      ({ id } = timeline.entries[4]!);
      entryOf(timeline, id).click();
      entryOf(timeline, id).scrollIntoView();
      scrollBy(0, 100);
      await scrolled(timeline);
      ({ top } = entryOf(timeline, id).getBoundingClientRect());
      leave();
      timeline.remove();
      scrollTo(0, 0);
      override(performance, 'getEntriesByType', { value: () => [{ type: 'reload' }] });
    });

    const isBack = async (timeline: CollectionTimeline) => {
      await inState(timeline, 'ready');
      expect(timeline.entries).to.have.length(6);
      await waitUntil(() => Math.abs(entryOf(timeline, id).getBoundingClientRect().top - top) < 2);
      expect(kept(), 'an element that is created later begins at the top').to.deep.equal([]);
    };

    it('is found when the first request failed, and the shopper tries again', async () => {
      await failNext(shop);
      const timeline = await open(shop, attributes);
      await inState(timeline, 'error');
      part(timeline, 'button')!.click();
      await isBack(timeline);
    });

    it('is found by the element in view, and a hidden one with the same entries moves nothing', async () => {
      const held = await shop.hold('listTimeline');
      const timeline = await open(shop, attributes);
      const hidden = await open(shop, { ...attributes, style: 'display: none' });
      await held.arrived();
      await held.release();
      await inState(hidden, 'ready');
      await isBack(timeline);
      await scrolled(hidden);
      expect(Math.abs(entryOf(timeline, id).getBoundingClientRect().top - top)).to.be.below(2);
    });

    it('is not that of a moment ago, when the shopper looked at another tab', async () => {
      const before = await open(shop, attributes);
      await isBack(before);
      setVisibility('hidden');
      expect(kept()).to.have.length(1);
      setVisibility('visible');
      expect(kept()).to.deep.equal([]);
      before.remove();
      scrollTo(0, 0);
      followLink(`#entry-${before.entries[1]!.id}`);
      const selected = oneEvent(document.body, 'collection-timeline-entry-select');
      await open(shop, attributes);
      expect((await selected).entry.id).to.equal(before.entries[1]!.id);
    });

    it('needs no long page for those who were at its top, while the entry of a link is still on its way', async () => {
      const { slug } = await shop.timeline({ entries: [3, 2, 1].map((number) => ({ title: `${number}` })) });
      const all = await open(shop, { 'collection-slug': slug });
      await inState(all, 'ready');
      const { id: linked } = all.entries[2]!;
      all.remove();
      delete pageState().room;
      override(document, 'readyState', { get: () => 'interactive' });
      followLink(`#entry-${linked}`);
      const first = await shop.hold('listTimeline');
      const timeline = await open(shop, { 'collection-slug': slug, limit: '1' });
      await first.arrived();
      const screens = () => timeline.offsetHeight / innerHeight;
      expect(screens(), 'while the browser may restore its position').to.be.above(30);
      const next = await shop.hold('listTimeline');
      await first.release();
      await next.arrived();
      await scrolled(timeline);
      expect(screens()).to.be.below(2);
      await next.release();
      await waitUntil(() => hasFocus(timeline, entryOf(timeline, linked)));
    });

    it('is found when the element leaves the page during the first request and comes back', async () => {
      const held = await shop.hold('listTimeline');
      const timeline = await open(shop, attributes);
      await held.arrived();
      timeline.remove();
      await timeline.updateComplete;
      document.body.append(timeline);
      await held.release();
      await isBack(timeline);
    });
  });
});
