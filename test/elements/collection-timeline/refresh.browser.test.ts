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
import { override } from '../../helpers/undo.ts';
import { newFile } from './media-support.ts';
import {
  answer,
  entry,
  entryOf,
  failNext,
  type Fields,
  hasFocus,
  HIGH,
  lookedAround,
  newsOf,
  newToken,
  open,
  parts,
  publish,
  scrolled,
  titlesOf,
  watchRequests,
  isShown,
} from './support.ts';

describe('What comes into a <collection-timeline> while it is read', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  /** A timeline whose first page is this. */
  const withPage = async (data: readonly Fields[], attributes: Record<string, string> = {}) => {
    await answer(shop, data);
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '4', ...attributes });
    await inState(timeline, data.length ? 'ready' : 'empty');
    return timeline;
  };
  /** Looks for new entries; the service's first page is now this. */
  const refreshTo = async (timeline: CollectionTimeline, data: readonly Fields[]) => {
    await answer(shop, data);
    const count = await timeline.refresh();
    await timeline.updateComplete;
    return count;
  };
  const fresh = (timeline: CollectionTimeline) => part(timeline, 'fresh');
  const idsOf = (timeline: CollectionTimeline) => timeline.entries.map(({ id }) => id);

  const [a, b, c, d] = [entry(4), entry(3), entry(2), entry(1)];

  it('is offered with its number, and nothing that is read moves for it', async () => {
    const page = [a, b, c, d].map((each) => ({ ...each, content: HIGH }));
    const timeline = await withPage(page);
    entryOf(timeline, 3).scrollIntoView();
    await scrolled(timeline);
    const before = [4, 3, 2, 1].map((id) => entryOf(timeline, id).getBoundingClientRect().top);
    const counts: number[] = [];
    timeline.addEventListener('collection-timeline-refresh', ({ count }) => counts.push(count));
    expect(await refreshTo(timeline, [entry(6), entry(5), ...page.slice(0, 2)])).to.equal(2);
    expect(counts).to.deep.equal([2]);
    expect(textOf(timeline, 'fresh')).to.equal('New entries: 2');
    expect(newsOf(timeline)).to.equal('New entries: 2');
    expect(idsOf(timeline)).to.deep.equal([4, 3, 2, 1]);
    await scrolled(timeline);
    expect([4, 3, 2, 1].map((id) => entryOf(timeline, id).getBoundingClientRect().top)).to.deep.equal(before);
    // It is seen from where the shopper reads.
    const { top, bottom } = fresh(timeline)!.getBoundingClientRect();
    expect([top >= 0, bottom <= innerHeight]).to.deep.equal([true, true]);
    await expect(timeline).to.be.accessible();
  });

  it('covers neither the slider nor an entry that gets the focus', async () => {
    const page = [a, b, c, d].map((each) => ({ ...each, content: HIGH }));
    const timeline = await withPage(page, { scrubber: '' });
    await refreshTo(timeline, [entry(6), entry(5), ...page.slice(0, 2)]);
    for (const hasSlider of [true, false]) {
      timeline.scrubber = hasSlider;
      (timeline.shadowRoot!.activeElement as HTMLElement | null)?.blur();
      await timeline.updateComplete;
      entryOf(timeline, 1).scrollIntoView();
      await scrolled(timeline);
      entryOf(timeline, 3).querySelector<HTMLElement>('[part=link]')!.focus();
      await scrolled(timeline);
      const news = fresh(timeline)!.getBoundingClientRect();
      const { top } = timeline.shadowRoot!.activeElement!.getBoundingClientRect();
      expect(top, `with the slider: ${hasSlider}`).to.be.at.least(news.bottom);
      const slider = timeline.shadowRoot!.querySelector('.scrubber')?.getBoundingClientRect();
      expect(slider ? slider.bottom <= news.top : !hasSlider).to.equal(true);
    }
  });

  it('does not cover the heading of a group, also on a phone', async () => {
    const page = [a, b, c, d].map((each) => ({ ...each, content: HIGH }));
    const timeline = await withPage(page, { 'group-by': 'month' });
    timeline.style.inlineSize = '358px';
    await refreshTo(timeline, [entry(6), entry(5), ...page.slice(0, 2)]);
    const heading = part(timeline, 'group-heading')!.querySelector('span')!;
    for (const hasSlider of [true, false]) {
      timeline.scrubber = hasSlider;
      await timeline.updateComplete;
      for (const isReading of [false, true]) {
        if (isReading) entryOf(timeline, 1).scrollIntoView();
        else scrollTo(0, 0);
        await scrolled(timeline);
        const news = fresh(timeline)!.getBoundingClientRect();
        expect(news.top, `${hasSlider} ${isReading}`).to.be.at.least(heading.getBoundingClientRect().bottom);
        if (!isReading) continue;
        expect(entryOf(timeline, 1).getBoundingClientRect().top).to.be.at.least(news.bottom);
      }
    }
  });

  it('stops above a bar at the bottom of the shop', async () => {
    const page = [a, b, c].map((each) => ({ ...each, content: HIGH }));
    const timeline = await withPage(page, { limit: '3', paging: 'button' });
    const below = document.createElement('div');
    below.style.height = '1000px';
    timeline.after(below);
    timeline.style.setProperty('--storefront-sticky-bottom', '120px');
    const button = part(timeline, 'button')!;
    button.scrollIntoView({ block: 'end' });
    await scrolled(timeline);
    expect(button.getBoundingClientRect().bottom).to.be.within(400, innerHeight - 120);
    below.remove();
  });

  it('comes first when the shopper asks for it, and reading goes on there', async () => {
    const timeline = await withPage([a, b, c, d].map((each) => ({ ...each, content: HIGH })));
    entryOf(timeline, 2).scrollIntoView();
    await refreshTo(timeline, [entry(6), entry(5), a, b]);
    fresh(timeline)!.focus();
    fresh(timeline)!.click();
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 6)));
    expect(titlesOf(timeline)).to.deep.equal([6, 5, 4, 3, 2, 1].map((id) => `Entry ${id}`));
    expect(isShown(timeline, 'fresh')).to.equal(false);
    const { top } = entryOf(timeline, 6).getBoundingClientRect();
    expect(top >= 0 && top < innerHeight).to.equal(true);
    expect(newsOf(timeline)).to.equal('');
  });

  it('leaves nothing out of the next page', async () => {
    const timeline = await withPage([a, b, c, d]);
    await refreshTo(timeline, [entry(6), entry(5), a, b]);
    fresh(timeline)!.click();
    await timeline.updateComplete;
    const sent = watchRequests();
    // The service counts the new ones too.
    await answer(shop, [b, c, d, entry(0)]);
    await answer(shop, [entry(0)]);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    expect(sent.map(({ query }) => query['offset'])).to.deep.equal(['3', '6']);
    expect(idsOf(timeline)).to.deep.equal([6, 5, 4, 3, 2, 1, 0]);
  });

  it('is counted together where more comes before the shopper asks', async () => {
    const timeline = await withPage([a, b, c, d]);
    await refreshTo(timeline, [entry(5), a, b, c]);
    expect(await refreshTo(timeline, [entry(6), entry(5), a, b])).to.equal(2);
    expect(textOf(timeline, 'fresh')).to.equal('New entries: 2');
    fresh(timeline)!.click();
    await timeline.updateComplete;
    expect(await refreshTo(timeline, [entry(6), entry(5), a, b])).to.equal(0);
    expect(isShown(timeline, 'fresh')).to.equal(false);
  });

  it('is announced once while the same entries wait', async () => {
    const timeline = await withPage([a, b, c, d]);
    const heard = listenTo(timeline.shadowRoot!.querySelector('[role=status]')!);
    const counts: number[] = [];
    timeline.addEventListener('collection-timeline-refresh', ({ count }) => counts.push(count));
    const [two, three] = [
      [entry(6), entry(5), a, b],
      [entry(7), entry(6), entry(5), a],
    ] as const;
    for (const page of [two, two, three, three]) await refreshTo(timeline, page);
    expect(counts).to.deep.equal([2, 2, 3, 3]);
    expect(newsOf(timeline)).to.equal('New entries: 3');
    expect(heard).to.deep.equal(['New entries: 2', 'New entries: 3']);
  });

  it('is nothing where nothing came, and the page is told that too', async () => {
    const timeline = await withPage([a, b, c, d]);
    const counts: number[] = [];
    timeline.addEventListener('collection-timeline-refresh', ({ count }) => counts.push(count));
    expect(await refreshTo(timeline, [a, b, c, d])).to.equal(0);
    expect(counts).to.deep.equal([0]);
    expect(isShown(timeline, 'fresh')).to.equal(false);
  });

  it('is not an old entry that moved up where another was deleted', async () => {
    const timeline = await withPage([a, b, c, d]);
    expect(await refreshTo(timeline, [a, c, d, entry(0)])).to.equal(0);
    expect(isShown(timeline, 'fresh')).to.equal(false);
  });

  it('comes first also where the dates cannot be read', async () => {
    const page = [entry(4, { created_at: 'Drop 7' }), b, c, d];
    const timeline = await withPage(page);
    expect(await refreshTo(timeline, [entry(5, { created_at: 'Drop 8' }), ...page.slice(0, 3)])).to.equal(1);
    fresh(timeline)!.click();
    await timeline.updateComplete;
    expect(idsOf(timeline)).to.deep.equal([5, 4, 3, 2, 1]);
  });

  it('is the first entry of a story that had none', async () => {
    const timeline = await withPage([]);
    expect(await refreshTo(timeline, [a])).to.equal(1);
    fresh(timeline)!.focus();
    fresh(timeline)!.click();
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 4)));
    expect(timeline.dataset['state']).to.equal('ready');
    expect(titlesOf(timeline)).to.deep.equal(['Entry 4']);
  });

  it('is the first page of a story that had none, where it fills one', async () => {
    const token = newToken();
    const timeline = await open(shop, { 'token-id': `${token}`, limit: '2' });
    await inState(timeline, 'empty');
    await publish(shop, token, [1, 2, 3]);
    expect(await timeline.refresh()).to.equal(2);
    await timeline.updateComplete;
    fresh(timeline)!.click();
    await timeline.updateComplete;
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['3', '2', '1']);
  });

  it('changes entries where they stand', async () => {
    const timeline = await withPage([a, b, c, d]);
    const article = entryOf(timeline, 3);
    article.focus();
    expect(await refreshTo(timeline, [a, { ...b, title: 'Mended' }, c, d])).to.equal(0);
    expect(titlesOf(timeline)).to.deep.equal(['Entry 4', 'Mended', 'Entry 2', 'Entry 1']);
    expect(entryOf(timeline, 3) === article && hasFocus(timeline, article)).to.equal(true);
    expect(timeline.entries[1]!.title).to.equal('Mended');
  });

  it('leaves a film playing and pictures as they are where only the signature of their URLs changes', async () => {
    const sign = (url: string, signature: number) => `${url}&signature=${signature}`;
    const [picture, poster, film] = [
      newFile('nordlicht-01.webp'),
      newFile('nordlicht-02.webp'),
      newFile('nordlicht-film.webm'),
    ];
    const signed = (signature: number) => [
      {
        ...a,
        image: { url: sign(picture, signature) },
        video: { url: sign(film, signature), poster_url: sign(poster, signature) },
      },
      b,
      c,
      d,
    ];
    const timeline = await withPage(signed(1));
    const [image, video] = [part(timeline, 'image')!, part(timeline, 'video')!];
    await waitUntil(() => image.naturalWidth > 0 && video.poster, 'the picture and the poster are there');
    video.muted = true;
    // It must not end on a slow machine.
    video.loop = true;
    await video.play();
    const events: string[] = [];
    for (const type of ['emptied', 'pause', 'loadstart'])
      video.addEventListener(type, () => events.push(type));
    await refreshTo(timeline, signed(2));
    expect(timeline.entries[0]!.image!.url).to.equal(sign(picture, 2));
    await scrolled(timeline);
    expect([image.src, video.src, video.poster]).to.deep.equal(
      [picture, film, poster].map((url) => sign(url, 1)),
    );
    expect([video.paused, ...events]).to.deep.equal([false]);
    // Another file is another picture.
    await refreshTo(timeline, [{ ...a, image: { url: newFile('nordlicht-03.webp') } }, b, c, d]);
    expect(image.src).to.contain('nordlicht-03');
  });

  it('gives a new signature to a picture and a film that failed, and to the lightbox', async () => {
    const signed = (signature: number) => [
      {
        ...a,
        image: { url: `${shop.url}/media/gone.webp?${signature}` },
        video: { url: `${shop.url}/media/gone.webm?${signature}` },
      },
      { ...b, image: { url: `${shop.url}/media/nordlicht-01.webp?${signature}` } },
      c,
      d,
    ];
    const timeline = await withPage(signed(1));
    const [broken, shown] = parts(timeline, 'image') as HTMLImageElement[];
    const video = part(timeline, 'video')!;
    broken!.scrollIntoView();
    await waitUntil(() => broken!.hasAttribute('data-broken'), 'it is missing');
    shown!.scrollIntoView();
    await waitUntil(() => shown!.naturalWidth > 0, 'it is there');
    video.muted = true;
    const failed = oneEvent(video, 'error');
    void video.play().catch(() => undefined);
    await failed;
    await refreshTo(timeline, signed(2));
    expect([broken!, shown!, video].map(({ src }) => new URL(src).search)).to.deep.equal(['?2', '?1', '?2']);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    shown!.click();
    expect(new URL((await opened).url).search).to.equal('?2');
  });

  it('loads anew where so much came that there is a gap', async () => {
    const timeline = await withPage([a, b, c, d]);
    const page = [9, 8, 7, 6].map((id) => entry(id));
    expect(await refreshTo(timeline, page)).to.equal(4);
    await answer(shop, page);
    const sent = watchRequests();
    fresh(timeline)!.focus();
    fresh(timeline)!.click();
    await oneEvent(timeline, 'collection-timeline-load');
    expect(sent.map(({ query }) => query['offset'])).to.deep.equal(['0']);
    expect(idsOf(timeline)).to.deep.equal([9, 8, 7, 6]);
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 9)));
  });

  it('leads to the new entries also after a reload, which once led to the old place', async () => {
    const timeline = await withPage([a, b, c, d].map((each) => ({ ...each, content: HIGH })));
    entryOf(timeline, 2).scrollIntoView();
    dispatchEvent(new Event('pagehide'));
    override(performance, 'getEntriesByType', { value: () => [{ type: 'reload' }] });
    const page = [9, 8, 7, 6].map((id) => entry(id, { content: HIGH }));
    await refreshTo(timeline, page);
    await answer(shop, page);
    const sent = watchRequests();
    fresh(timeline)!.click();
    await oneEvent(timeline, 'collection-timeline-load');
    await lookedAround(timeline);
    expect(sent.map(({ query }) => query['offset'])).to.deep.equal(['0']);
    expect(titlesOf(timeline)[0]).to.equal('Entry 9');
    const { top } = entryOf(timeline, 9).getBoundingClientRect();
    expect(top < innerHeight).to.equal(true);
  });

  it('comes last in a story that is told from its beginning, once all of it is there', async () => {
    const { slug } = await shop.timeline({ count: 3 });
    const timeline = await open(shop, { 'collection-slug': slug, order: 'asc', limit: '2' });
    await inState(timeline, 'ready');
    const sent = watchRequests();
    // It is part of what the next page brings.
    expect(await timeline.refresh()).to.equal(0);
    expect(sent).to.deep.equal([]);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    const late = entry(999_999_999, { title: 'Late' });
    // A page begins with the last entry of the one before.
    await answer(shop, [{ ...timeline.entries.at(-1) }, late]);
    expect(await timeline.refresh()).to.equal(1);
    await timeline.updateComplete;
    fresh(timeline)!.focus();
    fresh(timeline)!.click();
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 999_999_999)));
    expect(titlesOf(timeline).at(-1)).to.equal('Late');
    expect(timeline.entries).to.have.length(4);
  });

  it('comes last again and again in such a story, and what one page has no room for comes with the next', async () => {
    const token = newToken();
    await publish(shop, token, [1, 2]);
    const timeline = await open(shop, { 'token-id': `${token}`, order: 'asc', limit: '3' });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    const showFresh = async (count: number) => {
      expect(await timeline.refresh()).to.equal(count);
      await timeline.updateComplete;
      fresh(timeline)!.click();
      await timeline.updateComplete;
    };
    await publish(shop, token, [3, 4]);
    await showFresh(2);
    expect(timeline.dataset['page']).to.equal('end');
    await publish(shop, token, [5, 6, 7, 8, 9]);
    await showFresh(3);
    expect(timeline.dataset['page']).to.equal('more');
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(titlesOf(timeline)).to.deep.equal(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    await publish(shop, token, [10]);
    await showFresh(1);
    expect(titlesOf(timeline).at(-1)).to.equal('10');
  });

  it('comes last also where the first page is short and its end is far', async () => {
    const { slug } = await shop.timeline({
      entries: [a, b, c].map(({ title }) => ({ title, content: HIGH })),
    });
    const timeline = await open(shop, { 'collection-slug': slug, order: 'asc', limit: '5' });
    await inState(timeline, 'ready');
    await lookedAround(timeline);
    // It looks for the rest of the page first, and there is none.
    const last = timeline.entries.at(-1)!;
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    await answer(shop, [{ ...last }, entry(999_999_999, { title: 'Late' })]);
    expect(await timeline.refresh()).to.equal(1);
    await timeline.updateComplete;
    expect(timeline.entries).to.have.length(3);
    expect(textOf(timeline, 'fresh')).to.equal('New entries: 1');
  });

  it('is not asked for while a page is under way, or was never there', async () => {
    const held = await shop.hold('listTimeline');
    const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', limit: '4' });
    await held.arrived();
    expect(await timeline.refresh()).to.equal(0);
    await held.release();
    await inState(timeline, 'ready');
    await failNext(shop);
    timeline.limit = 3;
    await inState(timeline, 'error');
    expect(await timeline.refresh()).to.equal(0);
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  it('leaves the shopper alone where asking fails, and tells the page', async () => {
    const timeline = await withPage([a, b, c, d]);
    const read = entryOf(timeline, 2);
    read.focus();
    await failNext(shop);
    const failed = oneEvent(timeline, 'collection-timeline-error');
    expect(await timeline.refresh()).to.equal(0);
    expect((await failed).reason).to.equal('invalid_response');
    await timeline.updateComplete;
    await timeline.updateComplete;
    expect(timeline.dataset['state']).to.equal('ready');
    expect(timeline.dataset['page']).to.equal('more');
    expect(textOf(timeline, 'message')).to.equal('');
    expect(textOf(timeline, 'button')).to.equal('Show more');
    expect(hasFocus(timeline, read)).to.equal(true);
  });

  it('forgets what it offered when another story is shown', async () => {
    const timeline = await withPage([a, b, c, d]);
    await refreshTo(timeline, [entry(5), a, b, c]);
    timeline.collectionSlug = 'nordlicht-aw26';
    await oneEvent(timeline, 'collection-timeline-load');
    expect(isShown(timeline, 'fresh')).to.equal(false);
  });
});
