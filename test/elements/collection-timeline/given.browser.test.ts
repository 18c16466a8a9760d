import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  allAnswered,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';
import {
  entry,
  entryOf,
  followLink,
  hasFocus,
  HIGH,
  lookedAround,
  open,
  parts,
  scrolled,
  setNow,
  setVisibility,
  textsOf,
  titlesOf,
  watchRequests,
  isShown,
} from './support.ts';

describe('<collection-timeline> with entries that the page gives', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const given = [entry(3), entry(2)];

  let timeline: CollectionTimeline;

  /** An element without a service. */
  const alone = async (entries: CollectionTimeline['entries']) => {
    timeline = document.createElement('collection-timeline');
    timeline.entries = entries;
    document.body.append(timeline);
    await timeline.updateComplete;
  };
  afterEach(() => timeline.remove());

  it('shows them at once, from the property, without a service and without a word in the console', async () => {
    await alone(given);
    expect(timeline.dataset['state']).to.equal('ready');
    expect(timeline.dataset['page']).to.equal('end');
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
    expect(timeline.entries).to.deep.equal(given);
    expect(isShown(timeline, 'button')).to.equal(false);
    await expect(timeline).to.be.accessible();
  });

  it('shows them from the attribute, as JSON', async () => {
    timeline = await open(shop, {
      'base-url': '',
      entries: JSON.stringify(given),
      collection: JSON.stringify({ name: 'Given' }),
    });
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
    expect(textOf(timeline, 'name')).to.equal('Given');
    expect(timeline.collection).to.deep.equal({ name: 'Given' });
    expect(await shop.requests()).to.deep.equal([]);
  });

  it('shows them from the JSON of a property, as frameworks set it', async () => {
    await alone(JSON.stringify(given) as unknown as CollectionTimeline['entries']);
    Object.assign(timeline, { collection: '{"name":"Given"}' });
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
    expect(textOf(timeline, 'name')).to.equal('Given');
  });

  it('shows those that JSON cannot express', async () => {
    const [first] = given as unknown as [Record<string, unknown>];
    const circular: Record<string, unknown> = { ...first };
    circular['self'] = circular;
    await alone([circular] as unknown as CollectionTimeline['entries']);
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3']);
  });

  it('shows “yesterday” when the page is seen again on the next day', async () => {
    setNow('2026-03-05T20:00:00Z');
    await alone([entry(1, { created_at: '2026-03-05' })]);
    timeline.timeZone = 'UTC';
    await timeline.updateComplete;
    expect(textsOf(timeline, 'date')).to.deep.equal(['today']);
    setNow('2026-03-06T08:00:00Z');
    setVisibility('visible');
    await waitUntil(() => textsOf(timeline, 'date').join() === 'yesterday');
  });

  for (const source of ['collection-slug', 'collection-id'])
    it(`leads back to the entry that was read, also on a further page, by ${source}`, async () => {
      const { slug, collectionId } = await shop.timeline({
        entries: [1, 2, 3, 4, 5, 6].map((number) => ({ title: `Entry ${number}`, content: HIGH })),
      });
      const attributes = { [source]: source === 'collection-id' ? collectionId : slug, limit: '2' };
      const all = await open(shop, { 'collection-slug': slug, limit: '6' });
      await inState(all, 'ready');
      const { entries } = all;
      all.remove();
      const start = JSON.stringify(entries.slice(0, 2));
      const before = await open(shop, { ...attributes, entries: start });
      for (const count of [4, 6]) {
        await waitUntil(() => part(before, 'button'));
        part(before, 'button')!.click();
        await waitUntil(() => before.entries.length === count);
      }
      const { id } = entries[4]!;
      entryOf(before, id).click();
      entryOf(before, id).scrollIntoView();
      scrollBy(0, 100);
      await scrolled(before);
      const { top } = entryOf(before, id).getBoundingClientRect();
      dispatchEvent(new Event('pagehide'));
      before.remove();
      scrollTo(0, 0);
      override(performance, 'getEntriesByType', { value: () => [{ type: 'reload' }] });
      const after = await open(shop, { ...attributes, entries: start });
      await waitUntil(
        () =>
          parts(after, 'entry').some(
            (each) => each.id === `entry-${id}` && Math.abs(each.getBoundingClientRect().top - top) < 2,
          ),
        'it is in its place',
      );
    });

  it('says that there are none', async () => {
    await alone([]);
    expect(timeline.dataset['state']).to.equal('empty');
    expect(textOf(timeline, 'message')).to.equal('Nothing here yet.');
    expect(isShown(timeline, 'button')).to.equal(false);
  });

  it('shows others when it is given others', async () => {
    await alone(given);
    timeline.entries = [entry(9)];
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['Entry 9']);
  });

  it('shows each once where the page gives it twice', async () => {
    await alone([entry(3), entry(2), entry(3, { title: 'Again' })]);
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
  });

  it('has nothing to look for without a service', async () => {
    await alone(given);
    expect(await timeline.refresh()).to.equal(0);
    expect(timeline.dataset['state']).to.equal('ready');
  });

  it('asks the service for no new entries where nothing says which, or those of all collections would come', async () => {
    timeline = await open(shop, { entries: JSON.stringify(given) });
    expect(await timeline.refresh()).to.equal(0);
    await timeline.updateComplete;
    expect(await shop.requests()).to.deep.equal([]);
    expect(part(timeline, 'fresh') === null).to.equal(true);
  });

  it('keeps them, and the shopper’s place, when it is given equal ones', async () => {
    const entries = [entry(3, { content: HIGH }), entry(2)];
    const collection = { name: 'Given' };
    await alone(entries);
    timeline.collection = collection as CollectionTimeline['collection'];
    await oneEvent(timeline, 'collection-timeline-load');
    entryOf(timeline, 3).focus();
    const articles = parts(timeline, 'entry');
    const loads: unknown[] = [];
    timeline.addEventListener('collection-timeline-load', (event) => loads.push(event));
    // As a framework does that draws a component again.
    timeline.entries = structuredClone(entries);
    timeline.collection = structuredClone(collection) as CollectionTimeline['collection'];
    await timeline.updateComplete;
    await timeline.updateComplete;
    expect(parts(timeline, 'entry').every((each, index) => each === articles[index])).to.equal(true);
    expect(hasFocus(timeline, articles[0]!)).to.equal(true);
    expect(loads).to.deep.equal([]);
  });

  it('keeps further pages when its attributes are set again to the same JSON', async () => {
    const { slug } = await shop.timeline({ count: 4 });
    const before = await open(shop, { 'collection-slug': slug, limit: '3' });
    await inState(before, 'ready');
    const own = { entries: JSON.stringify(before.entries), collection: '{"name":"Given"}' };
    timeline = await open(shop, { 'collection-slug': slug, limit: '3', ...own });
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    for (const [name, value] of Object.entries(own)) timeline.setAttribute(name, value);
    await timeline.updateComplete;
    expect(timeline.entries).to.have.length(4);
  });

  it('reads those of the service where it is given an empty list', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'From the service' }] });
    timeline = await open(shop, { 'collection-slug': slug, entries: '[]' });
    await inState(timeline, 'ready');
    expect(titlesOf(timeline)).to.deep.equal(['From the service']);
  });

  describe('and the header that the service has for them', () => {
    let lastId: number;
    /** Own entries of a collection that has one more. */
    const withHeader = async () => {
      const { slug, collectionId } = await shop.timeline({ count: 4 });
      const all = await open(shop, { 'collection-slug': slug, limit: '4' });
      await inState(all, 'ready');
      all.remove();
      lastId = all.entries[3]!.id;
      const entries = JSON.stringify(all.entries.slice(0, 3));
      return { 'collection-id': collectionId, limit: '3', entries };
    };
    const hasHeader = () => waitUntil(() => textOf(timeline, 'name') !== '', 'the header is there');
    const leadsOn = async () => {
      part(timeline, 'button')!.click();
      await oneEvent(timeline, 'collection-timeline-page');
      expect(timeline.entries).to.have.length(4);
    };

    it('comes late, and then leads to the linked entry of a further page', async () => {
      const attributes = await withHeader();
      followLink(`#entry-${lastId}`);
      const held = await shop.hold('getCollection');
      const loaded = oneEvent(document.body, 'collection-timeline-load');
      const selected = oneEvent(document.body, 'collection-timeline-entry-select');
      timeline = await open(shop, attributes);
      await loaded;
      await held.arrived();
      await scrolled(timeline);
      await held.release();
      expect((await selected).entry.id).to.equal(lastId);
    });

    it('comes late, and then the next page comes by itself', async () => {
      const attributes = await withHeader();
      const held = await shop.hold('getCollection');
      timeline = await open(shop, { ...attributes, paging: 'auto', 'no-media': '' });
      await held.arrived();
      parts(timeline, 'entry').at(-1)!.scrollIntoView({ block: 'end' });
      await lookedAround(timeline);
      const paged = oneEvent(timeline, 'collection-timeline-page');
      await held.release();
      expect((await paged).count).to.equal(4);
    });

    it('is read when the element comes back that was removed meanwhile', async () => {
      const attributes = await withHeader();
      const held = await shop.hold('getCollection');
      timeline = await open(shop, attributes);
      await held.arrived();
      timeline.remove();
      await timeline.updateComplete;
      await held.release();
      await allAnswered(shop);
      document.body.append(timeline);
      await hasHeader();
      await leadsOn();
    });

    for (const [occasion, act] of Object.entries({
      'the browser is online again': () => dispatchEvent(new Event('online')),
      'the page looks for new entries': () => timeline.refresh(),
    }))
      it(`is read after a failure when ${occasion}`, async () => {
        const attributes = await withHeader();
        await shop.fault({ operation: 'getCollection', fault: 'wrong-shape', body: { name: 1 } });
        const failed = oneEvent(document.body, 'collection-timeline-error');
        timeline = await open(shop, attributes);
        await failed;
        await timeline.updateComplete;
        expect(await shop.requests('getCollection'), 'not at every drawing').to.have.length(1);
        await act();
        await hasHeader();
        await leadsOn();
      });

    it('follows, with the event and the linked entry, when entries come while it is out of the page', async () => {
      const { entries, ...attributes } = await withHeader();
      timeline = await open(shop, attributes);
      await inState(timeline, 'ready');
      timeline.remove();
      timeline.entries = JSON.parse(entries) as CollectionTimeline['entries'];
      await timeline.updateComplete;
      const { id } = timeline.entries[1]!;
      followLink(`#entry-${id}`);
      const loaded = oneEvent(timeline, 'collection-timeline-load');
      const selected = oneEvent(timeline, 'collection-timeline-entry-select');
      document.body.append(timeline);
      expect((await loaded).count).to.equal(3);
      expect((await selected).entry.id).to.equal(id);
      await hasHeader();
      await leadsOn();
    });
  });

  it('takes them as the first page where there is a source, and loads only what follows', async () => {
    const { slug } = await shop.timeline({ count: 4 });
    const before = await open(shop, { 'collection-slug': slug, limit: '3' });
    await inState(before, 'ready');
    const sent = watchRequests();
    timeline = await open(shop, {
      'collection-slug': slug,
      limit: '3',
      entries: JSON.stringify(before.entries),
    });
    expect(timeline.dataset['state']).to.equal('ready');
    expect(timeline.dataset['page']).to.equal('more');
    expect(sent).to.deep.equal([]);
    part(timeline, 'button')!.click();
    const { count, complete } = await oneEvent(timeline, 'collection-timeline-page');
    expect([count, complete]).to.deep.equal([4, true]);
    // Each request begins with the last known entry, to see whether it still stands where it stood.
    expect(sent.map(({ query }) => query['offset'])).to.deep.equal(['2', '3']);
  });

  it('loads all of the service below them where it knows none of them', async () => {
    const { slug } = await shop.timeline({
      entries: [5, 4, 3, 2, 1].map((title) => ({ title: `${title}` })),
    });
    const attributes = { 'collection-slug': slug, limit: '4', paging: 'auto' };
    timeline = await open(shop, { ...attributes, entries: JSON.stringify([entry(1e9), entry(2e9)]) });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal([
      'Entry 1000000000',
      'Entry 2000000000',
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
  });

  it('loads further pages by the slug of the collection that it is given', async () => {
    const { slug } = await shop.timeline({ count: 4 });
    const before = await open(shop, { 'collection-slug': slug, limit: '3' });
    await inState(before, 'ready');
    const sent = watchRequests();
    timeline = await open(shop, {
      'collection-id': 'x',
      limit: '3',
      collection: JSON.stringify({ name: 'Given', slug }),
      entries: JSON.stringify(before.entries),
    });
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    expect(sent).not.to.deep.equal([]);
    for (const { url, query } of sent)
      expect([url.pathname, query['collection_slug']]).to.deep.equal(['/v1/timeline', slug]);
    expect(timeline.entries).to.have.length(4);
  });

  it('does not ask for the collection that it is given, only for its entries', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'From the service' }] });
    timeline = await open(shop, {
      'collection-id': 'x',
      collection: JSON.stringify({ name: 'Given', slug }),
    });
    await inState(timeline, 'ready');
    expect(textOf(timeline, 'name')).to.equal('Given');
    expect(titlesOf(timeline)).to.deep.equal(['From the service']);
    expect(await shop.requests('getCollection')).to.deep.equal([]);
  });

  it('shows a header for a timeline by slug where the page gives the collection', async () => {
    const { slug } = await shop.timeline({ count: 1 });
    timeline = await open(shop, { 'collection-slug': slug, collection: '{"name":"Given","keywords":"a,b"}' });
    await inState(timeline, 'ready');
    expect(textOf(timeline, 'name')).to.equal('Given');
    expect(textsOf(timeline, 'keyword')).to.deep.equal(['a', 'b']);
    expect(await shop.requests('getCollection')).to.deep.equal([]);
  });

  it('goes on to the service when they are taken away', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'From the service' }] });
    timeline = await open(shop, { 'collection-slug': slug, entries: JSON.stringify(given) });
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
    timeline.removeAttribute('entries');
    await oneEvent(timeline, 'collection-timeline-load');
    expect(titlesOf(timeline)).to.deep.equal(['From the service']);
  });

  it('goes on to the service where so many new entries are there that it shows them first', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'B' }, { title: 'A' }] });
    timeline = await open(shop, {
      'collection-slug': slug,
      limit: '2',
      entries: JSON.stringify(given),
      collection: '{"name":"Given"}',
    });
    expect(await timeline.refresh()).to.equal(2);
    await timeline.updateComplete;
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 404 });
    part(timeline, 'fresh')!.click();
    await inState(timeline, 'error');
    const loaded = oneEvent(timeline, 'collection-timeline-load');
    part(timeline, 'button')!.click();
    expect((await loaded).count).to.equal(2);
    expect(titlesOf(timeline)).to.deep.equal(['B', 'A']);
    expect(textOf(timeline, 'name')).to.equal('Given');
    expect(await timeline.refresh()).to.equal(0);
    // Its own entries are back when the page gives others.
    timeline.entries = [entry(9)];
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['Entry 9']);
  });

  it('keeps them when an earlier answer of the service arrives late', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'From the service' }] });
    const held = await shop.hold('listTimeline');
    timeline = await open(shop, { 'collection-slug': slug });
    await held.arrived();
    const loads: number[] = [];
    timeline.addEventListener('collection-timeline-load', ({ count }) => loads.push(count));
    timeline.entries = given;
    await timeline.updateComplete;
    await held.release();
    await allAnswered(shop);
    await scrolled(timeline);
    expect(titlesOf(timeline)).to.deep.equal(['Entry 3', 'Entry 2']);
    expect(loads).to.deep.equal([2]);
    expect(timeline.dataset['state']).to.equal('ready');
  });

  it('reads from the service again after it was taken out of the page meanwhile', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'From the service' }] });
    const held = await shop.hold('listTimeline');
    timeline = await open(shop, { 'collection-slug': slug });
    await held.arrived();
    timeline.remove();
    await timeline.updateComplete;
    await held.release();
    await allAnswered(shop);
    await scrolled(timeline);
    expect(timeline.dataset['state']).to.equal('loading');
    document.body.append(timeline);
    await oneEvent(timeline, 'collection-timeline-load');
    expect(titlesOf(timeline)).to.deep.equal(['From the service']);
  });

  it('leads to the entry of the address as any other timeline does', async () => {
    followLink('#entry-2');
    const selected = oneEvent(document.body, 'collection-timeline-entry-select');
    await alone(given);
    expect((await selected).entry.id).to.equal(2);
    await timeline.updateComplete;
    expect(hasFocus(timeline, entryOf(timeline, 2))).to.equal(true);
    expect(entryOf(timeline, 2).getAttribute('aria-current')).to.equal('true');
  });

  it('says in one event that they are there', async () => {
    const loads: number[] = [];
    const count = (event: { count: number }) => void loads.push(event.count);
    addEventListener('collection-timeline-load', count);
    await alone(given);
    await timeline.updateComplete;
    removeEventListener('collection-timeline-load', count);
    expect(loads).to.deep.equal([2]);
  });
});
