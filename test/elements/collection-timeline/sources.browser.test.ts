import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  allAnswered,
  expect,
  inState,
  listenTo,
  newShop,
  oneEvent,
  part,
  waitUntil,
} from '../../helpers/fixture.ts';
import {
  failNext,
  newsOf,
  NORDLICHT_ID,
  open,
  parts,
  show,
  showMany,
  titlesOf,
  watchRequests,
} from './support.ts';

describe('<collection-timeline> and its source', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  it('sends every setting under the name that the document gives it, and exactly as given', async () => {
    const sent = watchRequests();
    const timeline = await open(shop, {
      'collection-slug': 'nordlicht-aw26',
      'token-id': '4711',
      'min-date': '2020-01-01T00:00:00+02:00',
      'max-date': '2030-12-31',
      order: 'asc',
      'order-by': 'updated_at',
      limit: '3',
      'include-count': '',
    });
    await inState(timeline, 'ready');
    expect(sent.map(({ query }) => query)).to.deep.equal([
      {
        collection_slug: 'nordlicht-aw26',
        token_id: '4711',
        min_date: '2020-01-01T00:00:00+02:00',
        max_date: '2030-12-31',
        order: 'asc',
        order_by: 'updated_at',
        limit: '3',
        include_count: 'true',
        offset: '0',
      },
    ]);
    expect(sent[0]!.url.pathname).to.equal('/v1/timeline');
  });

  it('takes numbers as text, as frameworks set them', async () => {
    const { slug } = await shop.timeline({ count: 12 });
    const timeline = await open(shop, { 'collection-slug': slug });
    await inState(timeline, 'ready');
    const sent = watchRequests();
    Object.assign(timeline, { limit: '3', order: 'desc' });
    await waitUntil(() => timeline.entries.length === 3);
    part(timeline, 'button')!.click();
    await waitUntil(() => timeline.entries.length === 6);
    expect(await timeline.refresh()).to.equal(0);
    expect(sent.map(({ query }) => query['limit'])).to.deep.equal(['3', '4', '3']);
    Object.assign(timeline, { collectionSlug: '', tokenId: '42' });
    await waitUntil(() => sent.at(-1)!.query['token_id'] === '42');
    await inState(timeline, 'empty');
  });

  it('does not judge what the document does not show', async () => {
    const sent = watchRequests();
    const odd = { 'min-date': 'Week 12 & 13', 'max-date': ' ü/+', 'order-by': 'mood' };
    const timeline = await open(shop, { 'collection-slug': 'Ünder_1', ...odd });
    await inState(timeline, 'error');
    expect(sent[0]!.query).to.deep.equal({
      collection_slug: 'Ünder_1',
      min_date: odd['min-date'],
      max_date: odd['max-date'],
      order_by: odd['order-by'],
      limit: '20',
      offset: '0',
    });
  });

  it('leaves out what is not given, also where a theme left it empty', async () => {
    const sent = watchRequests();
    const empty = Object.fromEntries(
      ['token-id', 'min-date', 'max-date', 'order', 'order-by', 'limit', 'layout', 'group-by'].map((name) => [
        name,
        '',
      ]),
    );
    const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', ...empty, paging: '' });
    await inState(timeline, 'ready');
    expect(sent[0]!.query).to.deep.equal({ collection_slug: 'nordlicht-aw26', limit: '20', offset: '0' });
  });

  it('asks for the collection by its id and then for the timeline by its slug', async () => {
    const sent = watchRequests();
    const timeline = await open(shop, { 'collection-id': NORDLICHT_ID, 'token-id': '4711' });
    await inState(timeline, 'ready');
    expect(sent.map(({ url }) => url.pathname)).to.deep.equal([
      `/v1/collections/${NORDLICHT_ID}`,
      '/v1/timeline',
    ]);
    expect(sent[1]!.query).to.deep.equal({
      collection_slug: 'nordlicht-aw26',
      token_id: '4711',
      limit: '20',
      offset: '0',
    });
  });

  it('asks for nothing more than the service and the filters that it was given', async () => {
    const { slug } = await shop.timeline({ count: 1 });
    performance.clearResourceTimings();
    // Pictures of the story before may still arrive.
    const since = performance.now();
    const timeline = await open(shop, { 'collection-slug': slug, 'no-media': '' });
    await inState(timeline, 'ready');
    const asked = () =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= since)
        .map(({ name }) => new URL(name));
    await waitUntil(() => asked().length > 0);
    const others = asked().filter(({ href }) => !href.startsWith(`${shop.url}/v1/timeline?`));
    expect(others.filter(({ origin }) => origin !== location.origin).map(String)).to.deep.equal([]);
  });

  for (const [name, value] of [
    ['collection-slug', 'tiefsee-records'],
    ['token-id', '4711'],
    ['min-date', '2020-01-01'],
    ['max-date', '2030-01-01'],
    ['order', 'asc'],
    ['order-by', 'id'],
    ['limit', '7'],
    ['include-count', ''],
  ] as const)
    it(`loads again when ${name} changes, and ends what was under way`, async () => {
      const held = await shop.hold('listTimeline');
      const sent = watchRequests();
      const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26' });
      await held.arrived();
      const loads: number[] = [];
      timeline.addEventListener('collection-timeline-load', ({ count }) => loads.push(count));
      timeline.setAttribute(name, value);
      await inState(timeline, 'ready');
      await held.release();
      await allAnswered(shop);
      await timeline.updateComplete;
      expect(sent.map(({ signal }) => signal!.aborted)).to.deep.equal([true, false]);
      expect(loads).to.have.length(1);
      expect(sent[1]!.query[name.replace('-', '_')]).to.equal(value || 'true');
    });

  it('loads again from where the new service is', async () => {
    const timeline = await showMany(shop, 3, { limit: '2' });
    const other = await newShop();
    const loaded = oneEvent(timeline, 'collection-timeline-load');
    timeline.apiKey = other.key;
    await loaded;
    expect(await other.requests('listTimeline')).to.have.length(1);
  });

  const listen = (timeline: CollectionTimeline) =>
    listenTo(timeline.shadowRoot!.querySelector('[role=status]')!);

  it('does not announce an empty story again when another one has entries', async () => {
    const { slug } = await shop.timeline({ count: 3 });
    const timeline = await show(shop, []);
    await waitUntil(() => newsOf(timeline) === 'Nothing here yet.');
    const heard = listen(timeline);
    timeline.collectionSlug = slug;
    await oneEvent(timeline, 'collection-timeline-load');
    await timeline.updateComplete;
    expect(newsOf(timeline)).to.equal('');
    expect(heard).to.deep.equal(['Loading the timeline…']);
  });

  it('does not announce its pages again after a request that failed', async () => {
    const timeline = await showMany(shop, 30, { limit: '10' });
    part(timeline, 'button')!.click();
    await waitUntil(() => newsOf(timeline) === 'Entries shown: 20');
    const heard = listen(timeline);
    await failNext(shop);
    timeline.limit = 9;
    await inState(timeline, 'error');
    await timeline.updateComplete;
    expect(newsOf(timeline)).to.equal('');
    expect(heard).to.deep.equal(['Loading the timeline…']);
  });

  it('does not load anew for how it looks', async () => {
    const timeline = await showMany(shop, 3);
    timeline.scrollIntoView({ block: 'end', behavior: 'instant' });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    const before = await shop.requests();
    for (const [name, value] of Object.entries({
      layout: 'cards',
      'group-by': 'day',
      scrubber: '',
      'no-media': '',
      'time-zone': 'Asia/Tokyo',
      'map-url': 'https://map.example/{location}',
      'show-header': 'none',
      'refresh-interval': '600',
      'json-ld': '',
      'no-storage': '',
      paging: 'auto',
      lang: 'de',
    })) {
      timeline.setAttribute(name, value);
      await timeline.updateComplete;
      expect(timeline.dataset['state'], name).to.equal('ready');
    }
    expect(await shop.requests()).to.have.length(before.length);
  });

  it('ends a further page too when the source changes, and shows nothing of it', async () => {
    const [one, other] = await Promise.all([
      shop.timeline({ count: 20 }),
      shop.timeline({ entries: [{ title: 'B' }] }),
    ]);
    const timeline = await open(shop, { 'collection-slug': one.slug, limit: '10' });
    await inState(timeline, 'ready');
    const held = await shop.hold('listTimeline');
    const sent = watchRequests();
    const pages: number[] = [];
    timeline.addEventListener('collection-timeline-page', ({ count }) => pages.push(count));
    part(timeline, 'button')!.click();
    await held.arrived();
    timeline.collectionSlug = other.slug;
    await oneEvent(timeline, 'collection-timeline-load');
    await held.release();
    await allAnswered(shop);
    await timeline.updateComplete;
    expect(sent[0]!.signal!.aborted).to.equal(true);
    expect(titlesOf(timeline)).to.deep.equal(['B']);
    expect(pages).to.deep.equal([]);
  });

  it('shares what is under way with an element of the same source, also when one of them goes', async () => {
    const held = await shop.hold('getCollection');
    const sent = watchRequests();
    const [one, other] = await Promise.all([1, 2].map(() => open(shop, { 'collection-id': NORDLICHT_ID })));
    await held.arrived();
    one!.remove();
    await held.release();
    await inState(other!, 'ready');
    expect(sent.map(({ url }) => url.pathname)).to.deep.equal([
      `/v1/collections/${NORDLICHT_ID}`,
      '/v1/timeline',
    ]);
    expect(parts(other!, 'entry')).to.have.length(20);
  });

  it('works in each layout', async () => {
    for (const layout of ['feed', 'compact', 'alternating', 'cards']) {
      // The newest eight have a picture, a gallery, a film, a place, and none of these.
      const timeline = await open(shop, { 'collection-id': NORDLICHT_ID, layout, limit: '8' });
      await inState(timeline, 'ready');
      expect(timeline.shadowRoot!.querySelectorAll(`.cells.${layout}`), layout).to.have.length(1);
      await expect(timeline).to.be.accessible();
      timeline.remove();
    }
  });

  it('stands beside another one, and beside the header of the shop', async () => {
    for (const each of [1, 2]) {
      const timeline = await open(shop, { 'collection-id': NORDLICHT_ID, limit: String(each) });
      await inState(timeline, 'ready');
      await expect(timeline).to.be.accessible();
    }
  });
});
