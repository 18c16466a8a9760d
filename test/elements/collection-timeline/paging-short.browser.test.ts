import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import {
  answer,
  entry,
  failNext,
  HIGH,
  hasFocus,
  isShown,
  lookedAround,
  newsOf,
  newToken,
  open,
  parts,
  publish,
  show,
  showMany,
  titlesOf,
  watchRequests,
} from './support.ts';

describe('A page of <collection-timeline> with fewer entries than asked for', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const titled = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `${index + 1}` }));
  const titles = (count: number) => titled(count).map(({ title }) => title);

  /** From now on, the service sends at most that many entries at a time. */
  const cap = (maxRows: number) =>
    shop.fault({ operation: 'listTimeline', fault: 'paging', maxRows, times: 0 });

  const atEnd = async (timeline: CollectionTimeline) => {
    await waitUntil(() => timeline.dataset['page'] === 'end', 'the end is known');
    await timeline.updateComplete;
  };

  /** Clicks the button, and waits until the page is drawn. */
  const next = async (timeline: CollectionTimeline) => {
    part(timeline, 'button')!.click();
    const { count, complete } = await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    await timeline.updateComplete;
    return [count, complete];
  };

  for (const [count, most] of [
    [8, 5],
    [7, 3],
    [6, 2],
    [4, 1],
  ] as const)
    it(`is not taken for the last one: ${count} entries, ${most} at a time`, async () => {
      await cap(most);
      const timeline = await show(shop, titled(count), { paging: 'auto', limit: '20' });
      await atEnd(timeline);
      expect(titlesOf(timeline)).to.deep.equal(titles(count));
    });

  it('is filled up to the limit, and the button brings the next page', async () => {
    await cap(2);
    const timeline = await show(shop, titled(13), { limit: '5' });
    await waitUntil(() => part(timeline, 'button'));
    expect(titlesOf(timeline)).to.deep.equal(titles(5));
    expect(newsOf(timeline)).to.equal('Entries shown: 5');
    expect(await next(timeline)).to.deep.equal([10, false]);
    expect(hasFocus(timeline, parts(timeline, 'entry')[5]!)).to.equal(true);
    expect(await next(timeline)).to.deep.equal([13, true]);
    expect(titlesOf(timeline)).to.deep.equal(titles(13));
    expect(textOf(timeline, 'end')).to.equal('That’s the whole story.');
    await expect(timeline).to.be.accessible();
  });

  it('is complete also on the way to an entry that a link leads to', async () => {
    await cap(4);
    const { slug } = await shop.timeline({ entries: titled(30) });
    const sought = await open(shop, { 'collection-slug': slug, limit: '1000' });
    await atEnd(sought);
    const { id } = sought.entries[24]!;
    sought.remove();
    location.hash = `#entry-${id}`;
    const selected = oneEvent(document.body, 'collection-timeline-entry-select');
    await open(shop, { 'collection-slug': slug, limit: '10' });
    expect((await selected).entry.title).to.equal('25');
  });

  it('shows no button, no spinner and no end where the timeline fits on it, and says nothing', async () => {
    const { slug } = await shop.timeline({ entries: titled(3) });
    const events: string[] = [];
    const listen = ({ type }: Event) => events.push(type);
    const names = ['page-before', 'page', 'load', 'error'].map((name) => `collection-timeline-${name}`);
    for (const name of names) addEventListener(name, listen);
    const sent = watchRequests();
    const timeline = await open(shop, { 'collection-slug': slug });
    const seen = new Set<string | undefined>();
    const news = new Set<string>();
    const look = () => {
      seen.add(part(timeline, 'button') ? 'button' : timeline.dataset['page']);
      seen.add(part(timeline, 'end') ? 'end words' : timeline.dataset['page']);
      news.add(newsOf(timeline));
    };
    await inState(timeline, 'ready');
    look();
    const observer = new MutationObserver(look);
    observer.observe(timeline, { attributes: true });
    observer.observe(timeline.shadowRoot!, { subtree: true, childList: true, characterData: true });
    await atEnd(timeline);
    observer.disconnect();
    for (const name of names) removeEventListener(name, listen);
    expect([...seen]).to.deep.equal(['more', 'end']);
    expect([...news]).to.deep.equal(['']);
    expect(events).to.deep.equal(['collection-timeline-load']);
    // A small request, after the first entries are drawn.
    expect(sent.map(({ query }) => [query['offset'], query['limit']])).to.deep.equal([
      ['0', '20'],
      ['2', '18'],
    ]);
  });

  it('costs no further request while its end is far', async () => {
    const entries = titled(3).map(({ title }) => ({ title, content: HIGH }));
    const timeline = await show(shop, entries, { limit: '5' });
    await lookedAround(timeline);
    expect(await shop.requests('listTimeline')).to.have.length(1);
    parts(timeline, 'entry')[2]!.scrollIntoView();
    await atEnd(timeline);
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  for (const paging of ['auto', 'button'])
    it(`ends where the service sends the same page again and again, with paging="${paging}"`, async () => {
      await shop.fault({ operation: 'listTimeline', fault: 'paging', ignoreOffset: true, times: 0 });
      const timeline = await show(shop, titled(3), { paging, limit: '5' });
      await atEnd(timeline);
      expect(titlesOf(timeline)).to.deep.equal(titles(3));
      expect((await shop.requests('listTimeline')).length).to.be.at.most(3);
    });

  it('ends where the service sends the same full page again and again', async () => {
    await shop.fault({
      operation: 'listTimeline',
      fault: 'paging',
      ignoreOffset: true,
      maxRows: 3,
      times: 0,
    });
    const timeline = await show(shop, titled(9), { paging: 'auto', limit: '3' });
    await atEnd(timeline);
    expect(titlesOf(timeline)).to.deep.equal(titles(3));
    expect((await shop.requests('listTimeline')).length).to.be.at.most(3);
  });

  it('brings what follows also where many new entries push the known ones onto it', async () => {
    const known = [9, 8, 7, 6, 5].map((id) => entry(id));
    await answer(shop, known);
    // Four came in above: the next page has known entries only.
    await answer(shop, known.slice(0, 2));
    await answer(shop, known.slice(1, 3));
    await answer(shop, known.slice(2, 4));
    await answer(shop, known.slice(3));
    await answer(shop, [entry(5), entry(4)]);
    await answer(shop, [entry(4)]);
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '5' });
    await inState(timeline, 'ready');
    expect(await next(timeline)).to.deep.equal([6, true]);
    expect(timeline.entries.map(({ id }) => id)).to.deep.equal([9, 8, 7, 6, 5, 4]);
  });

  it('brings an entry that came in directly above the oldest', async () => {
    const token = newToken();
    await publish(shop, token, [20, 18, 16, 14, 12, 10, 8]);
    const timeline = await open(shop, { 'token-id': `${token}`, limit: '5' });
    await inState(timeline, 'ready');
    await publish(shop, token, [13]);
    await next(timeline);
    expect(titlesOf(timeline)).to.deep.equal(['20', '18', '16', '14', '12', '13', '10', '8']);
  });

  for (const [count, found] of [
    [5, 'below the last of them'],
    [9, 'at its end'],
    [10, 'only after a look from the top'],
    [40, 'only after many looks from the top'],
  ] as const)
    it(`reads on below the oldest where ${count} new entries came in, and finds it ${found}`, async () => {
      const token = newToken();
      await publish(shop, token, [9, 8, 7, 6, 5, 4]);
      const timeline = await open(shop, { 'token-id': `${token}`, limit: '5' });
      await inState(timeline, 'ready');
      await publish(
        shop,
        token,
        Array.from({ length: count }, (_, index) => 10 + index),
      );
      expect((await next(timeline))[0]).to.equal(6);
      expect(titlesOf(timeline)).to.deep.equal(['9', '8', '7', '6', '5', '4']);
      // The new ones are for the next refresh.
      expect(await timeline.refresh()).to.equal(5);
    });

  it('misses none where entries above were deleted and the service sends two at a time', async () => {
    await answer(shop, [entry(9), entry(8), entry(7), entry(6)]);
    // 9, 8 and 7 were deleted: 6, 5, 4 and 3 are left.
    await answer(shop, [entry(3)]);
    await answer(shop, [entry(6), entry(5)]);
    await answer(shop, [entry(5), entry(4)]);
    await answer(shop, [entry(4), entry(3)]);
    await answer(shop, [entry(3)]);
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '4' });
    await inState(timeline, 'ready');
    expect(await next(timeline)).to.deep.equal([7, true]);
    expect(timeline.entries.map(({ id }) => id)).to.deep.equal([9, 8, 7, 6, 5, 4, 3]);
  });

  for (const paging of ['auto', 'button'])
    it(`offers a button without alarm where its rest does not come, with paging="${paging}"`, async () => {
      const { slug } = await shop.timeline({ entries: titled(3) });
      await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
      await failNext(shop);
      const failed = oneEvent(document.body, 'collection-timeline-error');
      const timeline = await open(shop, { 'collection-slug': slug, paging });
      await failed;
      await lookedAround(timeline);
      expect(timeline.dataset['page']).to.equal('more');
      expect(textOf(timeline, 'message')).to.equal('');
      expect(textOf(timeline, 'button')).to.equal('Show more');
      expect(await shop.requests('listTimeline')).to.have.length(2);
      expect(await next(timeline)).to.deep.equal([3, true]);
      expect(hasFocus(timeline, part(timeline, 'end'))).to.equal(true);
      expect(isShown(timeline, 'button')).to.equal(false);
    });

  it('of another timeline does not end this one', async () => {
    const timeline = await showMany(shop, 2, { limit: '5' });
    await atEnd(timeline);
    timeline.collectionSlug = (await shop.timeline({ entries: titled(8) })).slug;
    await oneEvent(timeline, 'collection-timeline-load');
    await timeline.updateComplete;
    expect(await next(timeline)).to.deep.equal([8, true]);
  });
});
