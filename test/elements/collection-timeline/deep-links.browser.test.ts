import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, waitUntil } from '../../helpers/fixture.ts';
import { reportsNavigation } from '../../helpers/navigation.ts';
import { box, onRestore } from '../../helpers/undo.ts';
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
  setBase,
  showMany,
  watchRequests,
} from './support.ts';

describe('A link to an entry of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  /** Five pages of two entries that fill the view, 10 to 1. */
  const high = () => [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => entry(id, { content: HIGH }));

  const isInView = (element: Element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  };
  const currentOf = (timeline: CollectionTimeline) =>
    [...timeline.shadowRoot!.querySelectorAll('[aria-current]')].map(({ id }) => id);

  it('leads to it when the page is opened, marks it, and says so in one event', async () => {
    await answer(shop, high());
    followLink('#entry-6');
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
    const selected: number[] = [];
    timeline.addEventListener('collection-timeline-entry-select', ({ entry: { id } }) => selected.push(id));
    await waitUntil(() => selected.length > 0);
    await timeline.updateComplete;
    const article = entryOf(timeline, 6);
    expect(isInView(article)).to.equal(true);
    expect(hasFocus(timeline, article)).to.equal(true);
    expect(currentOf(timeline)).to.deep.equal(['entry-6']);
    expect(article.part.contains('entry-current')).to.equal(true);
    expect(selected).to.deep.equal([6]);
    await expect(timeline).to.be.accessible();
  });

  it('leads to it when it is followed in the open page, on to the next, and back', async () => {
    await answer(shop, high());
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
    await inState(timeline, 'ready');
    for (const id of [4, 8, 4]) {
      followLink(`#entry-${id}`);
      const event = await oneEvent(timeline, 'collection-timeline-entry-select');
      await timeline.updateComplete;
      expect(event.entry.id).to.equal(id);
      expect(isInView(entryOf(timeline, id))).to.equal(true);
      expect(hasFocus(timeline, entryOf(timeline, id))).to.equal(true);
      expect(currentOf(timeline)).to.deep.equal([`entry-${id}`]);
      // The shopper reads on there.
      if (id === 4)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
    }
  });

  /** A timeline at the fourth entry, on a page with a link to it. */
  const openAtLink = async (attributes: Partial<HTMLAnchorElement> = {}) => {
    await answer(shop, high());
    followLink('#entry-4');
    const selected = oneEvent(document.body, 'collection-timeline-entry-select');
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
    await selected;
    const link = document.createElement('a');
    Object.assign(link, { href: '#entry-4', textContent: 'Entry 4', ...attributes });
    document.body.append(link);
    onRestore(() => link.remove());
    return { timeline, link };
  };

  it('leads to it again when the shopper has scrolled on and clicks it once more', async () => {
    const { timeline, link } = await openAtLink();
    scrollTo(0, 0);
    link.focus();
    const again = oneEvent(timeline, 'collection-timeline-entry-select');
    link.click();
    await again;
    await timeline.updateComplete;
    expect(isInView(entryOf(timeline, 4))).to.equal(true);
    expect(hasFocus(timeline, entryOf(timeline, 4))).to.equal(true);
  });

  it('does not lead to it when the click opens a tab', async () => {
    const { timeline, link } = await openAtLink({ target: '_blank' });
    // The tab itself does not matter.
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    const selected: number[] = [];
    timeline.addEventListener('collection-timeline-entry-select', ({ entry: { id } }) => selected.push(id));
    link.click();
    followLink('#entry-8');
    await oneEvent(timeline, 'collection-timeline-entry-select');
    expect(selected).to.deep.equal([8]);
  });

  it('loads further pages, which grow, until it is found, and no more', async () => {
    const { slug } = await shop.timeline({ count: 100 });
    const all = await open(shop, { 'collection-slug': slug, limit: '100' });
    await inState(all, 'ready');
    const wanted = all.entries[40]!;
    all.remove();
    const sent = watchRequests();
    followLink(`#entry-${wanted.id}`);
    const found = oneEvent(document.body, 'collection-timeline-entry-select');
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    const selected = await found;
    await timeline.updateComplete;
    expect(selected.entry).to.deep.equal(wanted);
    expect(sent.map(({ query }) => `${query['limit']} from ${query['offset']}`)).to.deep.equal([
      '10 from 0',
      // Each begins with the last entry of the one before.
      '11 from 9',
      '21 from 19',
      '41 from 39',
    ]);
    expect(timeline.entries).to.have.length(80);
    expect(isInView(entryOf(timeline, wanted.id))).to.equal(true);
    expect(hasFocus(timeline, entryOf(timeline, wanted.id))).to.equal(true);
    // The shopper's next page is as large as ever.
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    expect(sent.at(-1)!.query).to.include({ limit: '11', offset: '79' });
  });

  it('leads to one of very many that are there but not drawn', async () => {
    const timeline = await showMany(shop, 900, { limit: '1000', 'no-media': '' });
    const wanted = timeline.entries[850]!.id;
    expect(parts(timeline, 'entry').some(({ id }) => id === `entry-${wanted}`)).to.equal(false);
    followLink(`#entry-${wanted}`);
    await oneEvent(timeline, 'collection-timeline-entry-select');
    await scrolled(timeline);
    expect(hasFocus(timeline, entryOf(timeline, wanted))).to.equal(true);
    expect(isInView(entryOf(timeline, wanted))).to.equal(true);
  });

  if (reportsNavigation)
    it('leaves the shopper where they were on the way back in the page', async () => {
      await answer(shop, high());
      const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
      await inState(timeline, 'ready');
      followLink('#entry-8');
      await oneEvent(timeline, 'collection-timeline-entry-select');
      await scrolled(timeline);
      entryOf(timeline, 4).scrollIntoView();
      await scrolled(timeline);
      const hasMoved = () =>
        new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      const away = hasMoved();
      followLink('#reviews');
      await away;
      expect(isInView(entryOf(timeline, 4))).to.equal(true);
      const back = hasMoved();
      history.back();
      await back;
      await waitUntil(() => currentOf(timeline).join() === 'entry-8', 'it is marked again');
      await scrolled(timeline);
      expect(isInView(entryOf(timeline, 4))).to.equal(true);
    });

  /** The ids of the entries that links led to. */
  const selectedIn = (timeline: CollectionTimeline) => {
    const ids: number[] = [];
    timeline.addEventListener('collection-timeline-entry-select', ({ entry: { id } }) => ids.push(id));
    return ids;
  };

  it('leads to it when a router puts the same element back at its URL, and not to one that was followed before', async () => {
    const { timeline } = await openAtLink();
    const selected = selectedIn(timeline);
    for (const id of [4, 6]) {
      timeline.remove();
      await timeline.updateComplete;
      history.pushState(null, '', '#product');
      history.pushState(null, '', `#entry-${id}`);
      document.body.append(timeline);
      await scrolled(timeline);
    }
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 6)));
    expect(isInView(entryOf(timeline, 6))).to.equal(true);
    expect(currentOf(timeline)).to.deep.equal(['entry-6']);
    expect(selected).to.deep.equal([6]);
  });

  if (reportsNavigation)
    it('leads to it when a router changes the URL of the open page, once each time', async () => {
      await answer(shop, high());
      const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
      await inState(timeline, 'ready');
      await timeline.updateComplete;
      const selected = selectedIn(timeline);
      const push = (url?: string) => history.pushState({}, '', url);
      push('#entry-6');
      await waitUntil(() => hasFocus(timeline, entryOf(timeline, 6)));
      expect(isInView(entryOf(timeline, 6))).to.equal(true);
      // The event of a link in the page may come after it was followed.
      dispatchEvent(new HashChangeEvent('hashchange'));
      await scrolled(timeline);
      // An entry in the history for a dialog, and a link in the page.
      push();
      const moved = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      followLink('#entry-8');
      await moved;
      await waitUntil(() => selected.length === 2);
      push('#product');
      push('#entry-8');
      await waitUntil(() => selected.length === 3);
      await scrolled(timeline);
      expect(selected).to.deep.equal([6, 8, 8]);
    });

  if (reportsNavigation)
    it('leads to the entry of another page when a router changes the URL before the timeline', async () => {
      const { slug } = await shop.timeline({ count: 100 });
      const { slug: nextSlug } = await shop.timeline({ count: 3 });
      const next = await open(shop, { 'collection-slug': nextSlug });
      await inState(next, 'ready');
      const { id } = next.entries[2]!;
      next.remove();
      const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
      await inState(timeline, 'ready');
      // It has looked at the URL of its own page by then.
      await scrolled(timeline);
      const { href } = location;
      history.pushState(null, '', `?product=2#entry-${id}`);
      await scrolled(timeline);
      expect(timeline.entries).to.have.length(10);
      const selected = oneEvent(timeline, 'collection-timeline-entry-select');
      timeline.collectionSlug = nextSlug;
      expect((await selected).entry.id).to.equal(id);
      history.replaceState(null, '', href);
    });

  it('loads nothing more of another timeline, which does not have it', async () => {
    const { slug } = await shop.timeline({ count: 100 });
    const { slug: otherSlug } = await shop.timeline({ count: 3 });
    const other = await open(shop, { 'collection-slug': otherSlug });
    await inState(other, 'ready');
    followLink(`#entry-${other.entries[2]!.id}`);
    await oneEvent(other, 'collection-timeline-entry-select');
    const long = await open(shop, { 'collection-slug': slug, limit: '10' });
    await inState(long, 'ready');
    await scrolled(long);
    expect(long.entries).to.have.length(10);
    expect(part(long, 'button')!.textContent.trim()).to.equal('Show more');
  });

  it('is as it is without one where there is no such entry', async () => {
    const { slug } = await shop.timeline({ count: 25 });
    followLink('#entry-999999999');
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    await waitUntil(() => timeline.dataset['page'] === 'end');
    await scrolled(timeline);
    expect(currentOf(timeline)).to.deep.equal([]);
    expect(timeline.dataset['state']).to.equal('ready');
    expect(timeline.entries).to.have.length(25);
    expect(scrollY).to.equal(0);
    expect(document.activeElement === document.body).to.equal(true);
  });

  for (const hash of ['#entry-', '#entry-abc', '#entry-%', '#entry-"]', '#other'])
    it(`is none of ours: ${hash}`, async () => {
      followLink(hash);
      const timeline = await showMany(shop, 3, { limit: '2' });
      await scrolled(timeline);
      expect(currentOf(timeline)).to.deep.equal([]);
      expect(timeline.entries).to.have.length(2);
    });

  it('gives up where a page does not come, and offers another try', async () => {
    const { slug } = await shop.timeline({ count: 30 });
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    await failNext(shop);
    followLink('#entry-1');
    const failed = oneEvent(document.body, 'collection-timeline-error');
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    await failed;
    await scrolled(timeline);
    expect(timeline.dataset['page']).to.equal('error');
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  it('goes on when the shopper has tried the failed page again, as often as it takes', async () => {
    const { slug } = await shop.timeline({ count: 60 });
    const all = await open(shop, { 'collection-slug': slug, limit: '60' });
    await inState(all, 'ready');
    const { id } = all.entries[55]!;
    all.remove();
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    followLink(`#entry-${id}`);
    for (let failures = 0; failures < 2; failures++) await failNext(shop);
    const failed = oneEvent(document.body, 'collection-timeline-error');
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    await failed;
    await timeline.updateComplete;
    const failedAgain = oneEvent(timeline, 'collection-timeline-error');
    part(timeline, 'button')!.click();
    await failedAgain;
    await timeline.updateComplete;
    expect(timeline.entries).to.have.length(10);
    const selected = oneEvent(timeline, 'collection-timeline-entry-select');
    part(timeline, 'button')!.click();
    expect((await selected).entry.id).to.equal(id);
    expect(isInView(entryOf(timeline, id))).to.equal(true);
    expect(hasFocus(timeline, entryOf(timeline, id))).to.equal(true);
    expect(currentOf(timeline)).to.deep.equal([`entry-${id}`]);
  });

  it('does not go on where the shopper follows another link before the other try', async () => {
    const { slug } = await shop.timeline({ count: 60 });
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 0 });
    await failNext(shop);
    followLink('#entry-1');
    const failed = oneEvent(document.body, 'collection-timeline-error');
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    await failed;
    await scrolled(timeline);
    const moved = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    followLink('#reviews');
    await moved;
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await scrolled(timeline);
    expect(timeline.entries).to.have.length(20);
  });

  it('goes no further than the page lets it', async () => {
    const { slug } = await shop.timeline({ count: 30 });
    followLink('#entry-1');
    const prevent = (event: Event) => event.preventDefault();
    addEventListener('collection-timeline-page-before', prevent);
    const timeline = await open(shop, { 'collection-slug': slug, limit: '10' });
    await inState(timeline, 'ready');
    await scrolled(timeline);
    removeEventListener('collection-timeline-page-before', prevent);
    expect(timeline.entries).to.have.length(10);
  });

  it('leads to it in a tab of the page, once that is shown', async () => {
    await answer(shop, high());
    const tab = box({ hidden: '' });
    followLink('#entry-6');
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' }, tab);
    await inState(timeline, 'ready');
    await scrolled(timeline);
    tab.hidden = false;
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 6)));
    expect(isInView(entryOf(timeline, 6))).to.equal(true);
  });

  describe('to an entry that arrives late', () => {
    /** Holds the next page, which has the linked entry. */
    const holdPage = () =>
      shop.hold('listTimeline', { fault: 'wrong-shape', body: { data: high(), pagination: {} } });

    /** A timeline with the newest entries, whose linked one is on its way. */
    const openLate = async () => {
      await answer(shop, high().slice(0, 4));
      const timeline = await open(shop, { 'collection-slug': 'any', limit: '4' });
      await inState(timeline, 'ready');
      const held = await holdPage();
      followLink('#entry-3');
      await held.arrived();
      return { timeline, held };
    };

    const isOnlyMarked = async (timeline: CollectionTimeline) => {
      await waitUntil(() => currentOf(timeline).join() === 'entry-3', 'it is marked');
      await scrolled(timeline);
      expect(hasFocus(timeline, entryOf(timeline, 3))).to.equal(false);
      expect(scrollY).to.equal(0);
    };

    const field = () => {
      const input = document.createElement('input');
      document.body.prepend(input);
      onRestore(() => input.remove());
      return input;
    };

    it('leaves shoppers alone who are in a field by then, and only marks it', async () => {
      const input = field();
      const { timeline, held } = await openLate();
      input.focus();
      await held.release();
      await isOnlyMarked(timeline);
      expect(document.activeElement === input).to.equal(true);
    });

    it('leaves those alone who went into a field before the first entries were there', async () => {
      const input = field();
      const held = await holdPage();
      followLink('#entry-3');
      const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
      await held.arrived();
      input.focus();
      await held.release();
      await isOnlyMarked(timeline);
      expect(document.activeElement === input).to.equal(true);
    });

    for (const action of [
      new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }),
      new WheelEvent('wheel', { deltaY: 100, bubbles: true }),
      new Event('touchmove', { bubbles: true }),
    ])
      it(`leaves those alone who read on meanwhile: ${action.type}`, async () => {
        const { timeline, held } = await openLate();
        document.body.dispatchEvent(action);
        await held.release();
        await isOnlyMarked(timeline);
      });

    it('leads those to it who have only waited, wherever the focus was before', async () => {
      const input = field();
      input.focus();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      const { timeline, held } = await openLate();
      await held.release();
      await waitUntil(() => hasFocus(timeline, entryOf(timeline, 3)));
      expect(isInView(entryOf(timeline, 3))).to.equal(true);
    });

    it('leads those to it who press Enter meanwhile, on a button that a script has focused', async () => {
      const { timeline, held } = await openLate();
      const button = document.createElement('button');
      box().append(button);
      button.focus();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await held.release();
      await waitUntil(() => hasFocus(timeline, entryOf(timeline, 3)));
    });

    it('leads those to it who have closed a notice, and those whose page has moved the focus to its heading', async () => {
      const { timeline, held } = await openLate();
      const notice = box();
      notice.append(document.createElement('button'));
      notice.querySelector('button')!.focus();
      notice.remove();
      const heading = box({ tabindex: '-1' });
      heading.focus();
      await held.release();
      await waitUntil(() => hasFocus(timeline, entryOf(timeline, 3)));
    });
  });

  it('leads to it in a tab that the shopper opens with a key, and looks for no entry of an earlier link', async () => {
    await answer(shop, high());
    const tab = box({ hidden: '' });
    const opener = document.createElement('button');
    tab.before(opener);
    onRestore(() => opener.remove());
    followLink('#entry-99');
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' }, tab);
    await inState(timeline, 'ready');
    await scrolled(timeline);
    const sent = watchRequests();
    followLink('#entry-9');
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    opener.focus();
    opener.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    tab.hidden = false;
    await waitUntil(() => hasFocus(timeline, entryOf(timeline, 9)));
    await scrolled(timeline);
    expect(sent).to.deep.equal([]);
  });

  it('is marked in one timeline where two have the entry', async () => {
    await answer(shop, high());
    const first = await open(shop, { 'collection-slug': 'any', limit: '10' });
    await inState(first, 'ready');
    await answer(shop, high());
    const second = await open(shop, { 'collection-slug': 'other', limit: '10' });
    await inState(second, 'ready');
    await scrolled(second);
    const selected: unknown[] = [];
    for (const each of [first, second])
      each.addEventListener('collection-timeline-entry-select', ({ target }) => selected.push(target));
    followLink('#entry-4');
    await waitUntil(() => hasFocus(first, entryOf(first, 4)));
    await scrolled(second);
    expect(selected.map((each) => each === first)).to.deep.equal([true]);
    expect(currentOf(second)).to.deep.equal([]);
    // The other one has it once the first is gone.
    first.remove();
    const link = Object.assign(document.createElement('a'), { href: '#entry-4' });
    document.body.append(link);
    onRestore(() => link.remove());
    link.click();
    await waitUntil(() => hasFocus(second, entryOf(second, 4)));
  });

  it('is not followed any more by an element that is out of the page', async () => {
    await answer(shop, high());
    const timeline = await open(shop, { 'collection-slug': 'any', limit: '10' });
    await inState(timeline, 'ready');
    timeline.remove();
    followLink('#entry-6');
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    await timeline.updateComplete;
    expect(currentOf(timeline)).to.deep.equal([]);
  });
});

describe('The link of an entry', () => {
  let shop: TestShop;
  let timeline: CollectionTimeline;

  beforeEach(async () => {
    shop = await newShop();
    await answer(shop, [entry(2, { title: 'Second' }), entry(1, { title: null, created_at: 'Drop 7' })]);
    timeline = await open(shop, { 'collection-slug': 'any' });
    await inState(timeline, 'ready');
  });

  it('has a name, an address and room for a finger', () => {
    const [second, first] = parts(timeline, 'link') as HTMLAnchorElement[];
    expect(second!.ariaLabel).to.equal('Copy the link to “Second”');
    expect(first!.ariaLabel).to.equal('Copy the link to “Drop 7”');
    expect(second!.getAttribute('href')).to.equal('#entry-2');
    expect(second!.href).to.equal(`${location.href.split('#')[0]!}#entry-2`);
    const { width, height } = second!.getBoundingClientRect();
    expect([width >= 24, height >= 24]).to.deep.equal([true, true]);
  });

  it('leads to this page also where other addresses begin elsewhere', async () => {
    setBase('/');
    timeline.requestUpdate();
    await timeline.updateComplete;
    const [second] = parts(timeline, 'link') as HTMLAnchorElement[];
    expect(second!.href).to.equal(`${location.href.split('#')[0]!}#entry-2`);
  });
});
