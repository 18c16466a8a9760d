import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  expect,
  inState,
  listenTo,
  newShop,
  oneEvent,
  part,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { holdTimersOf } from '../../helpers/undo.ts';
import {
  answer,
  entry,
  failNext,
  lookedAround,
  newsOf,
  open,
  parts,
  show,
  showMany,
  titlesOf,
  isShown,
} from './support.ts';

describe('The further pages of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  it('can be kept from coming by the page, and asked for again', async () => {
    const timeline = await showMany(shop, 4, { limit: '2' });
    timeline.addEventListener('collection-timeline-page-before', (event) => event.preventDefault(), {
      once: true,
    });
    part(timeline, 'button')!.click();
    await timeline.updateComplete;
    expect(timeline.dataset['page']).to.equal('more');
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  it('are told on the host, on the button and to who listens', async () => {
    const timeline = await showMany(shop, 4, { limit: '2' });
    expect(timeline.dataset['page']).to.equal('more');
    holdTimersOf('src/api/timing.ts');
    const held = await shop.hold('listTimeline');
    part(timeline, 'button')!.click();
    await timeline.updateComplete;
    expect(timeline.dataset['page']).to.equal('loading');
    expect(textOf(timeline, 'button')).to.equal('Loading…');
    expect(part(timeline, 'button')!.ariaDisabled).to.equal('true');
    expect(newsOf(timeline)).to.equal('Loading…');
    await expect(timeline).to.be.accessible();
    expect(timeline.dataset['page']).to.equal('loading');
    await Promise.all([oneEvent(timeline, 'collection-timeline-page'), held.release()]);
    // After a full page there may be more.
    expect(timeline.dataset['page']).to.equal('more');
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    expect(timeline.dataset['page']).to.equal('end');
  });

  it('do not have old news announced again when one fails', async () => {
    const timeline = await showMany(shop, 6, { limit: '2' });
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(newsOf(timeline)).to.equal('Entries shown: 4');
    const heard = listenTo(timeline.shadowRoot!.querySelector('[role=status]')!);
    await failNext(shop);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-error');
    await waitUntil(() => newsOf(timeline) === '', 'nothing is left to be read');
    expect(heard).to.deep.equal(['Loading…']);
  });

  it('have no state while there are no entries', async () => {
    const timeline = await show(shop, []);
    expect(timeline.dataset['page']).to.equal(undefined);
    await failNext(shop);
    timeline.limit = 3;
    await inState(timeline, 'error');
    expect(timeline.dataset['page']).to.equal(undefined);
  });

  it('pass on what the service says of them, whatever it is', async () => {
    await answer(shop, [entry(3), entry(2)], { total: 3, cursor: { next: 'abc' } });
    await answer(shop, [entry(2), entry(1)], { total: 'three' });
    const loaded = oneEvent(document.body, 'collection-timeline-load');
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '2' });
    const load = await loaded;
    expect(load.pagination).to.deep.equal({ total: 3, cursor: { next: 'abc' } });
    part(timeline, 'button')!.click();
    const page = await oneEvent(timeline, 'collection-timeline-page');
    expect(page.pagination).to.deep.equal({ total: 'three' });
  });

  /** Asks for the next page, and waits until it is drawn. */
  const next = async (timeline: CollectionTimeline) => {
    part(timeline, 'button')!.click();
    const event = await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    return [event.count, event.complete];
  };
  const idsOf = (timeline: CollectionTimeline) =>
    parts(timeline, 'entry').map(({ id }) => Number(id.slice(6)));

  it('show what moved onto them once, in the order of the service', async () => {
    await answer(shop, [entry(9), entry(8), entry(7)]);
    // Two came in above: what stood third stands fifth.
    await answer(shop, [entry(9), entry(8), entry(7), entry(6)]);
    await answer(shop, [entry(6), entry(5), entry(5), entry(9)]);
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '3' });
    await inState(timeline, 'ready');
    expect(await next(timeline)).to.deep.equal([5, true]);
    expect(idsOf(timeline)).to.deep.equal([9, 8, 7, 6, 5]);
    expect(timeline.entries.map(({ id }) => id)).to.deep.equal([9, 8, 7, 6, 5]);
  });

  it('miss none where some that stood above were deleted', async () => {
    await answer(shop, [entry(9), entry(8), entry(7)]);
    // The eighth went: what stood fourth stands third.
    await answer(shop, [entry(6), entry(5)]);
    await answer(shop, [entry(9), entry(7), entry(6), entry(5)]);
    await answer(shop, [entry(5)]);
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '3' });
    await inState(timeline, 'ready');
    expect(await next(timeline)).to.deep.equal([5, true]);
    expect(idsOf(timeline)).to.deep.equal([9, 8, 7, 6, 5]);
  });

  for (const count of [4, 5, 6])
    it(`end with the last entry and not with another try: ${count} in pages of three`, async () => {
      const timeline = await showMany(shop, count, { limit: '3' });
      // Only after a full page is the end still unknown.
      expect(await next(timeline)).to.deep.equal([count, count < 6]);
    });

  it('keep the order of the service, whatever the dates say', async () => {
    const timeline = await show(
      shop,
      ['2026-01-02', '2026-03-01', '2025-01-01'].map((created_at) => ({ created_at, title: created_at })),
      { order: 'asc', limit: '2' },
    );
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['2025-01-01', '2026-01-02', '2026-03-01']);
  });

  it('say nothing of an end where one page is all', async () => {
    const timeline = await showMany(shop, 3, { limit: '5' });
    timeline.scrollIntoView({ block: 'end', behavior: 'instant' });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    expect(isShown(timeline, 'end')).to.equal(false);
    expect(isShown(timeline, 'button')).to.equal(false);
  });

  it('say what the embedder says of an error', async () => {
    const timeline = await showMany(shop, 4, {
      limit: '2',
      'error-messages': '{"timeline_closed":"We are stocktaking."}',
    });
    await shop.fault({
      operation: 'listTimeline',
      fault: 'status',
      status: 409,
      body: { message: 'closed', code: 'timeline_closed', details: {} },
    });
    part(timeline, 'button')!.click();
    const { reason } = await oneEvent(timeline, 'collection-timeline-error');
    await timeline.updateComplete;
    expect(reason).to.equal('timeline_closed');
    expect(textOf(timeline, 'message')).to.equal('We are stocktaking.');
  });

  it('are not asked for where the first page did not come, which is tried again as a whole', async () => {
    const { slug } = await shop.timeline({ count: 3 });
    await failNext(shop);
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto' });
    const errors: string[] = [];
    timeline.addEventListener('collection-timeline-error', ({ reason }) => errors.push(reason));
    await inState(timeline, 'error');
    await lookedAround(timeline);
    expect(errors).to.deep.equal(['invalid_response']);
    expect(await shop.requests('listTimeline')).to.have.length(1);
    expect(textOf(timeline, 'button')).to.equal('Try again');
    await expect(timeline).to.be.accessible();
    part(timeline, 'button')!.click();
    await inState(timeline, 'ready');
    expect(parts(timeline, 'entry')).to.have.length(3);
    expect(isShown(timeline, 'button')).to.equal(false);
  });
});
