import { sendKeys } from '@web/test-runner-commands';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, inState, newShop, oneEvent, part, place } from '../../helpers/fixture.ts';
import { emulateMedia } from '../../helpers/media.ts';
import { nextFrame } from './media-support.ts';
import { answer, HIGH } from './support.ts';
import {
  COUNT,
  entry,
  entryAt,
  isFilled,
  itemsOf,
  manyEntries,
  MOST,
  numberOf,
  numbersOf,
  openMany,
  scrollStep,
  settled,
} from './window-support.ts';

describe('What the shopper holds on to in thousands of entries', function () {
  // Every step draws hundreds of entries, and waits until they keep still.
  this.timeout(300_000);
  let timeline: CollectionTimeline;
  const end = () => document.documentElement.scrollHeight;
  const linkOf = (number: number) => entry(timeline, number)!.querySelector<HTMLElement>('[part=link]')!;

  it('is the text that was selected, however far they read on', async () => {
    timeline = await openMany({}, 1000);
    const words = entry(timeline, 5)!.querySelector('.title')!.firstChild!.parentElement!;
    const selection = getSelection()!;
    selection.selectAllChildren(words);
    const selected = selection.toString();
    expect(selected.trim()).to.equal('Entry 5');
    const before = entry(timeline, 5);
    while (numberOf(entryAt(timeline, 300)!) < MOST) await scrollStep(4000);
    await settled(timeline);
    expect(entry(timeline, 5) === before, 'it is still there').to.equal(true);
    expect(selection.toString()).to.equal(selected);
    selection.removeAllRanges();
    await scrollStep(3000);
    await settled(timeline);
    expect(numbersOf(timeline).length, 'and is let go with the selection').to.be.at.most(MOST);
  });

  for (const [where, from, to] of [
    ['down', 0, 1],
    ['up', 0.6, 0.1],
  ] as const)
    it(`is the text that was selected, when they jump ${where} with the scroll bar, and back`, async () => {
      timeline = await openMany({ 'group-by': 'year' }, 5 * MOST);
      const jumpTo = async (share: number) => {
        scrollTo({ top: end() * share, behavior: 'instant' });
        await settled(timeline);
      };
      const inView = () => numberOf(entryAt(timeline, 300)!);
      await jumpTo(from);
      const number = inView();
      const selection = getSelection()!;
      selection.selectAllChildren(entry(timeline, number)!.querySelector('.title')!);
      const selected = entry(timeline, number);
      await jumpTo(to);
      expect(Math.abs(inView() - number)).to.be.above(2 * MOST);
      expect(isFilled(timeline)).to.equal(true);
      expect(selection.toString().trim()).to.equal(`Entry ${number}`);
      selected!.scrollIntoView({ block: 'center', behavior: 'instant' });
      await settled(timeline);
      expect(entry(timeline, number) === selected, 'it is still there').to.equal(true);
      selection.removeAllRanges();
      await jumpTo(to);
      await scrollStep(-300);
      await settled(timeline);
      expect(numbersOf(timeline).length, 'the entries between go with the selection').to.be.at.most(MOST);
    });

  it('is the focus, which goes on to what they read rather than to nowhere', async () => {
    timeline = await openMany();
    linkOf(5).focus();
    while (numberOf(entryAt(timeline, 300)!) < 800) {
      await scrollStep(1500);
      expect(document.activeElement === timeline, 'the focus is in the timeline').to.equal(true);
    }
    await settled(timeline);
    const focused = timeline.shadowRoot!.activeElement!;
    const { top, bottom } = focused.getBoundingClientRect();
    // The focus moved to an entry in view when the focused entry was removed. The shopper has scrolled past it by now,
    // but it is still there.
    expect(focused.matches('article') && bottom > -60_000 && top < innerHeight).to.equal(true);
  });

  it('is the focus, also when they jump to the end', async () => {
    timeline = await openMany();
    linkOf(5).focus();
    scrollTo({ top: end(), behavior: 'instant' });
    await settled(timeline);
    expect(document.activeElement === timeline, 'the focus is in the timeline').to.equal(true);
    const { bottom, top } = timeline.shadowRoot!.activeElement!.getBoundingClientRect();
    expect(bottom > 0 && top < innerHeight, 'and in view').to.equal(true);
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement === timeline, 'the Tab key goes on from there').to.equal(true);
  });

  it('is nothing where they have not been: it takes no focus', async () => {
    timeline = await openMany();
    for (const share of [0.5, 1, 0.2]) {
      scrollTo({ top: end() * share, behavior: 'instant' });
      await settled(timeline);
      expect(document.activeElement === document.body).to.equal(true);
    }
  });

  it('is the entry in view when the page is printed, of which everything comes on paper', async () => {
    const count = 3 * MOST;
    timeline = await openMany({}, count);
    scrollTo({ top: end() / 3, behavior: 'instant' });
    await settled(timeline);
    const read = entryAt(timeline, 300)!;
    const [number, { top }] = [numberOf(read), read.getBoundingClientRect()];
    dispatchEvent(new Event('beforeprint'));
    expect(itemsOf(timeline)).to.have.length(count);
    await emulateMedia(timeline, { media: 'print' });
    const space = [...timeline.shadowRoot!.querySelectorAll<HTMLElement>('.above, .below')];
    expect(space.map(({ offsetHeight }) => offsetHeight)).to.deep.equal([0, 0]);
    await emulateMedia(timeline, { media: 'screen' });
    dispatchEvent(new Event('afterprint'));
    await settled(timeline);
    expect(numbersOf(timeline).length).to.be.at.most(MOST);
    expect(isFilled(timeline)).to.equal(true);
    const now = entry(timeline, number)?.closest('.item')?.getBoundingClientRect().top ?? Infinity;
    expect(Math.abs(now - top)).to.be.below(1.5);
  });

  for (const [read, changed] of [
    [40, 3],
    [150, 120],
  ] as const)
    it(`is the entry ${read} that they read, when a refresh makes the entry ${changed} longer`, async () => {
      const shop = await newShop();
      const entries = manyEntries(250);
      await answer(shop, entries);
      timeline = await place('collection-timeline', shop, {
        'collection-slug': 'any',
        limit: '250',
        paging: 'button',
      });
      await inState(timeline, 'ready');
      await settled(timeline);
      for (let number = 40; number <= read; number += 40) {
        entry(timeline, number)!.scrollIntoView();
        await settled(timeline);
      }
      entry(timeline, read)!.scrollIntoView();
      await settled(timeline);
      const { top } = entry(timeline, read)!.getBoundingClientRect();
      const { height } = entry(timeline, changed)!.getBoundingClientRect();
      await answer(
        shop,
        entries.map((each) => (each.id === changed ? { ...each, content: HIGH } : each)),
      );
      await timeline.refresh();
      await settled(timeline);
      expect(entry(timeline, changed)!.getBoundingClientRect().height).to.be.above(height + 300);
      expect(Math.abs(entry(timeline, read)!.getBoundingClientRect().top - top)).to.be.below(1.5);
    });

  it('is the entry that a link leads to, 2,500 entries on', async () => {
    const shop = await newShop();
    const { slug } = await shop.timeline({ count: COUNT });
    const answer = await fetch(`${shop.url}/v1/timeline?collection_slug=${slug}&limit=1&offset=2499`, {
      headers: { 'x-api-key': shop.key },
    });
    const { data } = (await answer.json()) as { data: [{ id: number }] };
    const id = data[0].id;
    const address = location.href;
    history.replaceState(null, '', `#entry-${id}`);
    try {
      const found = oneEvent(document.body, 'collection-timeline-entry-select');
      timeline = await place('collection-timeline', shop, {
        'collection-slug': slug,
        'no-media': '',
        paging: 'button',
      });
      const event = await found;
      await settled(timeline);
      expect(event.entry.id).to.equal(id);
      const article = timeline.shadowRoot!.querySelector(`#entry-${id}`)!;
      expect(article.getAttribute('aria-current')).to.equal('true');
      expect(timeline.shadowRoot!.activeElement === article, 'it has the focus').to.equal(true);
      expect(article.getBoundingClientRect().top).to.be.within(0, innerHeight / 2);
      expect(timeline.entries.length).to.be.within(2500, COUNT);
      expect(new Set(timeline.entries.map((each) => each.id)).size).to.equal(timeline.entries.length);
      // In pages that grow, not twenty at a time.
      expect((await shop.requests('listTimeline')).length).to.be.below(12);
      expect(itemsOf(timeline).length).to.be.at.most(MOST);
      for (let frame = 0; frame < 10; frame++) await nextFrame();
      expect(article.getBoundingClientRect().top, 'and keeps still').to.be.within(0, innerHeight / 2);
    } finally {
      history.replaceState(null, '', address);
    }
  });

  it('is the month that they drag the slider to', async () => {
    timeline = await openMany({ scrubber: '', 'group-by': 'month' });
    const slider = part(timeline, 'scrubber')!.querySelector('input')!;
    const months = Number(slider.max) + 1;
    expect(months).to.be.within(98, 101);
    for (const share of [0.5, 0.9, 0.2]) {
      slider.value = String(Math.round(Number(slider.max) * share));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await settled(timeline);
      await settled(timeline);
      const first = entryAt(timeline, 140)!;
      const date = timeline.entries[numberOf(first) - 1]!.created_at;
      const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(date));
      expect(slider.getAttribute('aria-valuetext')).to.equal(month);
      expect(isFilled(timeline)).to.equal(true);
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await settled(timeline);
    expect(slider.value, 'it follows the reader').to.equal('0');
  });

  it('is the place in a timeline that grows: setsize is unknown until the end is loaded', async () => {
    const shop = await newShop();
    const { slug } = await shop.timeline({ count: 1500 });
    timeline = await place('collection-timeline', shop, {
      'collection-slug': slug,
      'no-media': '',
      limit: '1000',
      paging: 'button',
    });
    await inState(timeline, 'ready');
    const sizes = () => [...new Set(itemsOf(timeline).map((item) => item.getAttribute('aria-setsize')))];
    expect(sizes()).to.deep.equal(['-1']);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(sizes()).to.deep.equal(['1500']);
  });
});
