import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import {
  failNext,
  hasFocus,
  HIGH,
  lookedAround,
  open,
  parts,
  scrolled,
  show,
  showMany,
  titlesOf,
} from './support.ts';

describe('The further pages of <collection-timeline> that come by themselves', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  /** Entries with so much text that each fills more than the view. */
  const high = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `High ${index + 1}`, content: HIGH }));

  it('wait while the end is far, and come before the shopper is there', async () => {
    const timeline = await show(shop, high(9), { paging: 'auto', limit: '3' });
    await lookedAround(timeline);
    expect(parts(timeline, 'entry')).to.have.length(3);
    expect(await shop.requests('listTimeline')).to.have.length(1);

    parts(timeline, 'entry')[2]!.scrollIntoView();
    // The end is near, but not seen.
    expect(part(timeline, 'button')!.getBoundingClientRect().top).to.be.above(innerHeight);
    const { count } = await oneEvent(timeline, 'collection-timeline-page');
    expect(count).to.equal(6);
    await lookedAround(timeline);
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  it('come one screen before the end, and not earlier', async () => {
    const timeline = await show(shop, high(9), { paging: 'auto', limit: '3' });
    const end = () => part(timeline, 'button')!.getBoundingClientRect().top;
    const scrollTo = async (screens: number) => {
      scrollBy({ top: end() - screens * innerHeight, behavior: 'instant' });
      await scrolled(timeline);
      await lookedAround(timeline);
    };
    await scrollTo(2.5);
    expect(await shop.requests('listTimeline')).to.have.length(1);
    const loaded = oneEvent(timeline, 'collection-timeline-page');
    await scrollTo(1.5);
    await loaded;
  });

  it('go on until the view is filled, or the story is over', async () => {
    const { slug } = await shop.timeline({
      entries: Array.from({ length: 5 }, (_, id) => ({ title: `${id}` })),
    });
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '2' });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['0', '1', '2', '3', '4']);
    // Pages of 2, 2 and 1 entries, and one request that finds the end.
    expect(await shop.requests('listTimeline')).to.have.length(4);
    expect(textOf(timeline, 'end')).to.equal('That’s the whole story.');
  });

  it('leave the way to the footer open after three of them, until the button is pressed', async () => {
    const timeline = await show(shop, high(14), { paging: 'auto', limit: '2' });
    const toTheEnd = () => parts(timeline, 'entry').at(-1)!.scrollIntoView({ block: 'end' });
    const readsOnTo = async (count: number) => {
      await waitUntil(() => {
        toTheEnd();
        return parts(timeline, 'entry').length >= count;
      });
      toTheEnd();
      await scrolled(timeline);
      await lookedAround(timeline);
      expect(timeline.dataset['page']).to.equal('more');
      expect(parts(timeline, 'entry')).to.have.length(count);
    };
    await readsOnTo(6);
    part(timeline, 'button')!.click();
    // The shopper reads on at the first new entry.
    await waitUntil(() => timeline.shadowRoot!.activeElement === parts(timeline, 'entry')[6]);
    await readsOnTo(12);
  });

  it('have room in the page while they load, but not that of a hundred entries', async () => {
    const { slug } = await shop.timeline({
      entries: Array.from({ length: 150 }, (_, id) => ({ title: `${id}` })),
    });
    // The first page comes, the second waits.
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    const held = await shop.hold('listTimeline');
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '100' });
    await waitUntil(() => parts(timeline, 'entry').length === 100);
    parts(timeline, 'entry')[99]!.scrollIntoView();
    await held.arrived();
    await timeline.updateComplete;
    const [first, last] = [0, 99].map((index) => parts(timeline, 'entry')[index]!.getBoundingClientRect());
    const room = timeline.getBoundingClientRect().bottom - last!.bottom;
    expect(room).to.be.above(innerHeight);
    expect(room).to.be.below((last!.bottom - first!.top) / 2);
    await Promise.all([oneEvent(timeline, 'collection-timeline-page'), held.release()]);
  });

  it('do not come where the shopper has to ask for them', async () => {
    const timeline = await showMany(shop, 9, { limit: '3' });
    await lookedAround(timeline);
    parts(timeline, 'entry')[2]!.scrollIntoView();
    await lookedAround(timeline);
    expect(await shop.requests('listTimeline')).to.have.length(1);
    expect(textOf(timeline, 'button')).to.equal('Show more');
  });

  it('come when they may again', async () => {
    const timeline = await showMany(shop, 4, { limit: '2' });
    timeline.paging = 'auto';
    await oneEvent(timeline, 'collection-timeline-page');
    expect(timeline.entries).to.have.length(4);
  });

  it('stop at a failure, which says so and offers another try, and then go on', async () => {
    const { slug } = await shop.timeline({
      entries: Array.from({ length: 8 }, (_, id) => ({ title: `${id}` })),
    });
    // The first page comes, the second does not.
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    await failNext(shop);
    const failed = oneEvent(document.body, 'collection-timeline-error');
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '3' });
    await failed;
    await lookedAround(timeline);
    expect(timeline.dataset['page']).to.equal('error');
    expect(timeline.dataset['state']).to.equal('ready');
    expect(textOf(timeline, 'message')).to.equal('Something went wrong. Please try again.');
    expect(textOf(timeline, 'button')).to.equal('Try again');
    expect(await shop.requests('listTimeline')).to.have.length(2);
    await expect(timeline).to.be.accessible();

    part(timeline, 'button')!.click();
    await waitUntil(() => timeline.dataset['page'] === 'end');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(textOf(timeline, 'message')).to.equal('');
  });

  it('leave the focus where the shopper reads, also when one does not come', async () => {
    const { slug } = await shop.timeline({ entries: high(6) });
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '2' });
    await inState(timeline, 'ready');
    await lookedAround(timeline);
    const [, read] = parts(timeline, 'entry');
    read!.focus();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(hasFocus(timeline, read!)).to.equal(true);

    await failNext(shop);
    parts(timeline, 'entry')[3]!.scrollIntoView();
    await oneEvent(timeline, 'collection-timeline-error');
    await timeline.updateComplete;
    await timeline.updateComplete;
    expect(hasFocus(timeline, read!)).to.equal(true);
  });

  it('leave the focus alone also where the shopper had asked for a page of another timeline', async () => {
    const timeline = await show(shop, high(6), { limit: '2' });
    const held = await shop.hold('listTimeline');
    part(timeline, 'button')!.click();
    await held.arrived();
    timeline.limit = 3;
    await oneEvent(timeline, 'collection-timeline-load');
    const [read] = parts(timeline, 'entry');
    read!.focus();
    timeline.paging = 'auto';
    parts(timeline, 'entry')[2]!.scrollIntoView();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(hasFocus(timeline, read!)).to.equal(true);
    await held.release();
  });

  it('take the focus from the button at the end to the first of their entries', async () => {
    const { slug } = await shop.timeline({ entries: high(6) });
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '2' });
    await inState(timeline, 'ready');
    await lookedAround(timeline);
    part(timeline, 'button')!.focus();
    await oneEvent(timeline, 'collection-timeline-page');
    await waitUntil(() => hasFocus(timeline, parts(timeline, 'entry')[2]!), 'the third entry has the focus');
  });

  it('can be kept from coming by the page', async () => {
    const { slug } = await shop.timeline({ count: 4 });
    const counts: number[] = [];
    const prevent = (event: Event & { count: number }) => {
      counts.push(event.count);
      event.preventDefault();
    };
    addEventListener('collection-timeline-page-before', prevent);
    const timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '2' });
    await waitUntil(() => counts.length > 0);
    await lookedAround(timeline);
    removeEventListener('collection-timeline-page-before', prevent);
    expect(new Set(counts)).to.deep.equal(new Set([2]));
    expect(timeline.dataset['page']).to.equal('more');
    expect(await shop.requests('listTimeline')).to.have.length(1);
  });
});
