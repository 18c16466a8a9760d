import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, waitUntil } from '../../helpers/fixture.ts';
import { box } from '../../helpers/undo.ts';
import {
  answer,
  entry,
  HIGH,
  hasFocus,
  open,
  parts,
  scrolled,
  show,
  textsOf,
  titlesOf,
  isShown,
} from './support.ts';

const dated = (...dates: string[]) => dates.map((created_at) => ({ created_at, title: created_at }));

describe('<collection-timeline> in groups', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const settings = { lang: 'en-GB', 'time-zone': 'UTC' };
  const headings = (timeline: CollectionTimeline) => textsOf(timeline, 'group-heading');
  /** The titles under each heading. */
  const lists = (timeline: CollectionTimeline) =>
    [...timeline.shadowRoot!.querySelectorAll('ol')].map((list) =>
      [...list.querySelectorAll('[part~=title]')].map(({ textContent }) => textContent),
    );

  const DATES = [
    '2026-03-05T12:00:00Z',
    '2026-03-05T08:00:00Z',
    '2026-03-01T12:00:00Z',
    '2026-01-31T12:00:00Z',
    '2025-12-31T12:00:00Z',
  ];

  it('names the language of a heading that is not that of the words', async () => {
    const timeline = await show(shop, dated(...DATES, 'once'), {
      'group-by': 'month',
      ...settings,
      lang: 'uk',
    });
    const texts = [...timeline.shadowRoot!.querySelectorAll<HTMLElement>('[part=group-heading] span')];
    expect(texts.map(({ lang }) => lang)).to.deep.equal(['', 'uk', 'uk', 'uk']);
    expect(headings(timeline)[1]).to.match(/2026/).and.not.to.contain('March');
    expect(timeline.shadowRoot!.querySelector<HTMLElement>('.container')!.lang).to.equal('en');
  });

  for (const [by, names, sizes] of [
    ['day', ['5 March 2026', '1 March 2026', '31 January 2026', '31 December 2025'], [2, 1, 1, 1]],
    ['month', ['March 2026', 'January 2026', 'December 2025'], [3, 1, 1]],
    ['year', ['2026', '2025'], [4, 1]],
  ] as const)
    it(`has a heading over the entries of each ${by}`, async () => {
      const timeline = await show(shop, dated(...DATES), { 'group-by': by, ...settings });
      expect(headings(timeline)).to.deep.equal(names);
      expect(lists(timeline).map(({ length }) => length)).to.deep.equal(sizes);
      expect(titlesOf(timeline)).to.deep.equal(DATES);
      await expect(timeline).to.be.accessible();
    });

  it('has none without being asked, and its titles stand one level higher then', async () => {
    const timeline = await show(shop, dated(...DATES), settings);
    const levels = () =>
      [...timeline.shadowRoot!.querySelectorAll('h2, h3')]
        .map((each) => each.getAttribute('aria-level'))
        .join(' ');
    expect(levels()).to.equal('2 2 2 2 2');
    timeline.groupBy = 'year';
    await timeline.updateComplete;
    expect(levels()).to.equal('2 3 3 3 3 2 3');
    timeline.headingLevel = 5;
    await timeline.updateComplete;
    expect(levels()).to.equal('5 6 6 6 6 5 6');
    timeline.collection = { name: 'Yarn', slug: 'yarn' };
    timeline.headingLevel = 3;
    await waitUntil(() => levels() === '3 4 5 5 5 5 4 5', 'they stand below the name');
    timeline.showHeader = 'description';
    await waitUntil(() => levels() === '3 4 4 4 4 3 4', 'they stand in its place');
  });

  it('names each list by its heading', async () => {
    const timeline = await show(shop, dated(...DATES), { 'group-by': 'month', ...settings });
    const names = [...timeline.shadowRoot!.querySelectorAll('ol')].map((list) =>
      timeline.shadowRoot!.getElementById(list.getAttribute('aria-labelledby')!)!.textContent.trim(),
    );
    expect(names).to.deep.equal(headings(timeline));
  });

  it('puts what has no date under a heading of its own, and leaves everything where the service put it', async () => {
    const timeline = await show(
      shop,
      [
        { title: 'A', created_at: '2026-03-05T12:00:00Z' },
        { title: 'B', created_at: 'Drop 7' },
        { title: 'C', created_at: 'soon' },
        { title: 'D', created_at: '2026-04-05T12:00:00Z' },
        { title: 'E', created_at: '2026-03-01T12:00:00Z' },
      ],
      { 'group-by': 'month', 'order-by': 'id', order: 'asc', ...settings },
    );
    expect(headings(timeline)).to.deep.equal(['March 2026', 'No date', 'April 2026', 'March 2026']);
    expect(lists(timeline)).to.deep.equal([['A'], ['B', 'C'], ['D'], ['E']]);
    await expect(timeline).to.be.accessible();
  });

  it('follows the time zone', async () => {
    const timeline = await show(shop, dated('2025-12-31T23:30:00Z'), { 'group-by': 'year', ...settings });
    expect(headings(timeline)).to.deep.equal(['2025']);
    timeline.timeZone = 'Europe/Berlin';
    await timeline.updateComplete;
    expect(headings(timeline)).to.deep.equal(['2026']);
    expect(textsOf(timeline, 'date')).to.deep.equal(['1 January 2026']);
  });

  it('goes on with a group where the next page does', async () => {
    const timeline = await show(shop, dated(...DATES), { 'group-by': 'month', limit: '2', ...settings });
    expect(lists(timeline)).to.have.length(1);
    const [before] = parts(timeline, 'group-heading');
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(lists(timeline).map(({ length }) => length)).to.deep.equal([3, 1]);
    expect(parts(timeline, 'group-heading')[0] === before).to.equal(true);
  });

  it('keeps the heading in view, under the bar of the shop', async () => {
    const entries = dated(...DATES).map((each) => ({ ...each, content: HIGH }));
    const timeline = await show(shop, entries, { 'group-by': 'month', ...settings });
    timeline.style.setProperty('--storefront-sticky-top', '50px');
    parts(timeline, 'entry')[1]!.scrollIntoView();
    scrollBy(0, 200);
    await scrolled(timeline);
    const [heading] = parts(timeline, 'group-heading');
    expect(heading!.getBoundingClientRect().top).to.be.closeTo(50, 1);
  });

  for (const by of ['day', 'month'] as const)
    it(`covers the headings before it, by ${by}: of a longer one nothing sticks out`, async () => {
      const dates = ['2026-09-30T12:00:00Z', '2026-07-01T12:00:00Z', '2026-05-01T12:00:00Z'];
      const entries = dated(...dates).map((each) => ({ ...each, content: HIGH }));
      // Spanish dates are the longest.
      const timeline = await show(shop, entries, { 'group-by': by, ...settings, lang: 'es' });
      parts(timeline, 'entry')[2]!.scrollIntoView();
      scrollBy(0, 200);
      await scrolled(timeline);
      const texts = [...timeline.shadowRoot!.querySelectorAll('[part=group-heading] span')];
      const boxes = texts.map((each) => each.getBoundingClientRect());
      const last = boxes.at(-1)!;
      for (const { top, left, right } of boxes) {
        expect(top).to.be.closeTo(last.top, 1);
        expect(left).to.be.at.least(last.left - 1);
        expect(right).to.be.at.most(last.right + 1);
      }
    });

  for (const layout of ['feed', 'cards', 'alternating'])
    for (const scrubber of [true, false])
      it(`covers the headings before it also above an entry that is gone to: ${layout}${scrubber ? ', with a slider' : ''}`, async () => {
        const entries = dated(...DATES).map((each) => ({ ...each, content: HIGH }));
        const timeline = await show(shop, entries, { 'group-by': 'month', layout, ...settings });
        timeline.scrubber = scrubber;
        await timeline.updateComplete;
        // The first entries of the second and the last month.
        for (const [group, index] of [3, 4].entries()) {
          const entry = parts(timeline, 'entry')[index]!;
          entry.scrollIntoView();
          await scrolled(timeline);
          const texts = [...timeline.shadowRoot!.querySelectorAll('[part=group-heading] span')];
          const boxes = texts.slice(0, group + 2).map((each) => each.getBoundingClientRect());
          const own = boxes.at(-1)!;
          for (const { top, bottom } of boxes) {
            expect(own.top).to.be.at.most(top + 0.5);
            expect(own.bottom).to.be.at.least(bottom - 0.5);
          }
          expect(entry.getBoundingClientRect().top).to.be.at.least(own.bottom);
        }
      });

  it('does not hide an entry that is gone to under it', async () => {
    const entries = dated(...DATES).map((each) => ({ ...each, content: HIGH }));
    const timeline = await show(shop, entries, { 'group-by': 'month', scrubber: '', ...settings });
    const [, second] = parts(timeline, 'entry');
    second!.scrollIntoView();
    await scrolled(timeline);
    const covering = Math.max(
      part(timeline, 'scrubber')!.getBoundingClientRect().bottom,
      parts(timeline, 'group-heading')[0]!.getBoundingClientRect().bottom,
    );
    expect(second!.getBoundingClientRect().top).to.be.at.least(covering);
  });
});

describe('The slider over the months of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const settings = { lang: 'en-GB', 'time-zone': 'UTC', scrubber: '' };
  const months = ['2026-04', '2026-03', '2026-02', '2026-01'];
  const high = () =>
    months.map((month) => ({ title: month, created_at: `${month}-15T12:00:00Z`, content: HIGH }));

  const slider = (timeline: CollectionTimeline) => part(timeline, 'scrubber')!.querySelector('input')!;
  const isInView = (element: Element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  };
  const move = (timeline: CollectionTimeline, to: number) => {
    slider(timeline).value = String(to);
    slider(timeline).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  };

  it('is there where there is more than one month', async () => {
    const timeline = await show(shop, dated('2026-03-05', '2026-03-01', '2026-02-28'), {
      ...settings,
      limit: '2',
    });
    expect(isShown(timeline, 'scrubber')).to.equal(false);
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(slider(timeline).max).to.equal('1');
    timeline.scrubber = false;
    await timeline.updateComplete;
    expect(isShown(timeline, 'scrubber')).to.equal(false);
  });

  it('has a name, and tells its month in words', async () => {
    const timeline = await show(shop, high(), settings);
    const input = slider(timeline);
    expect(input.ariaLabel).to.equal('Jump to a month');
    expect([input.min, input.max, input.value]).to.deep.equal(['0', '3', '0']);
    expect(input.ariaValueText).to.equal('April 2026');
    expect(part(timeline, 'scrubber')!.textContent.trim()).to.equal('April 2026');
    await expect(timeline).to.be.accessible();
  });

  for (const [width, size] of [
    [288, 16],
    [288, 24],
    [288, 32],
    [200, 16],
  ] as const)
    it(`shows each month in full, ${width} px wide with a text of ${size} px`, async () => {
      const inside = box({ style: `inline-size: ${width}px; font-size: ${size}px` });
      const year = Array.from({ length: 12 }, (_, month) =>
        new Date(Date.UTC(2025, month, 15)).toISOString(),
      );
      const timeline = await show(
        shop,
        dated(...year.reverse()),
        { ...settings, limit: '12', 'group-by': 'month' },
        inside,
      );
      const shown = part(timeline, 'scrubber')!.querySelector('span')!;
      const months = new Set<string>();
      for (let month = 0; month < 12; month++) {
        move(timeline, month);
        await timeline.updateComplete;
        months.add(shown.textContent);
        const text = new Range();
        text.selectNodeContents(shown);
        const [seen, own, pill, input] = [text, shown, part(timeline, 'scrubber')!, slider(timeline)].map(
          (each) => each.getBoundingClientRect(),
        ) as [DOMRect, DOMRect, DOMRect, DOMRect];
        for (const { left, right, top, bottom } of [own, pill]) {
          expect([seen.left >= left - 1, seen.right <= right + 1], shown.textContent).to.deep.equal([
            true,
            true,
          ]);
          // Letters may be higher than their line.
          expect([seen.top >= top - 8, seen.bottom <= bottom + 8], shown.textContent).to.deep.equal([
            true,
            true,
          ]);
        }
        expect(input.width).to.be.at.least(4 * size);
        expect(input.bottom).to.be.at.most(pill.bottom);
        expect(input.left >= seen.right || seen.left >= input.right || input.top >= seen.bottom - 8).to.equal(
          true,
        );
      }
      expect(months.size).to.equal(12);
      scrollBy(0, 100);
      await scrolled(timeline);
      const heading = parts(timeline, 'group-heading')[0]!.querySelector('span')!;
      expect(heading.getBoundingClientRect().top).to.be.at.least(
        part(timeline, 'scrubber')!.getBoundingClientRect().bottom,
      );
    });

  it('tells its month in the language of its name, and shows it in that of the page', async () => {
    const timeline = await show(shop, high(), { ...settings, lang: 'uk' });
    const input = slider(timeline);
    expect([input.ariaLabel, input.ariaValueText]).to.deep.equal(['Jump to a month', 'April 2026']);
    const shown = part(timeline, 'scrubber')!.querySelector('span')!;
    expect(shown.textContent).to.contain('2026').and.not.to.contain('April');
  });

  it('is accessible together with groups', async () => {
    const timeline = await show(shop, high(), { ...settings, 'group-by': 'month' });
    await expect(timeline).to.be.accessible();
  });

  for (const by of ['', 'day', 'month', 'year'])
    it(`brings a month into view and stays at it: group-by="${by}"`, async () => {
      const timeline = await show(shop, high(), { ...settings, 'group-by': by });
      for (const month of [2, 1, 0]) {
        move(timeline, month);
        await scrolled(timeline);
        expect(isInView(parts(timeline, 'entry')[month]!), months[month]).to.equal(true);
        expect(slider(timeline).value, months[month]).to.equal(String(month));
      }
      expect(slider(timeline).ariaValueText).to.equal('April 2026');
    });

  it('gets to the last month too, however short that is', async () => {
    const timeline = await show(
      shop,
      high().map((each, index) => (index === 3 ? { ...each, content: 'Short' } : each)),
      settings,
    );
    timeline.style.setProperty('--storefront-reserve', '0px');
    move(timeline, 3);
    await scrolled(timeline);
    expect(slider(timeline).value).to.equal('3');
    const { top, bottom } = parts(timeline, 'entry')[3]!.getBoundingClientRect();
    expect(top >= 0 && bottom <= innerHeight).to.equal(true);
  });

  it('follows the shopper who scrolls', async () => {
    const timeline = await show(shop, high(), settings);
    parts(timeline, 'entry')[2]!.scrollIntoView();
    scrollBy(0, 200);
    await waitUntil(() => slider(timeline).value === '2');
    expect(slider(timeline).ariaValueText).to.equal('February 2026');
    scrollTo(0, 0);
    await waitUntil(() => slider(timeline).value === '0');
  });

  it('follows the shopper in a box that scrolls, wherever that is on the page', async () => {
    const box = document.createElement('div');
    box.style.cssText = 'position: absolute; inset: 400px 0 auto; block-size: 150px; overflow: auto';
    document.body.append(box);
    try {
      const timeline = await show(shop, high(), settings, box);
      // The entry before it ends right above the box.
      box.scrollBy(0, parts(timeline, 'entry')[2]!.getBoundingClientRect().top - 395);
      await waitUntil(() => slider(timeline).value === '2');
    } finally {
      box.remove();
    }
  });

  it('stays in view, and keeps the focus while it is used', async () => {
    const timeline = await show(shop, high(), settings);
    slider(timeline).focus();
    move(timeline, 2);
    await scrolled(timeline);
    expect(hasFocus(timeline, slider(timeline))).to.equal(true);
    const { top, bottom } = slider(timeline).getBoundingClientRect();
    expect(top >= 0 && bottom <= innerHeight).to.equal(true);
  });

  it('has more months when more is loaded, and stays where it is', async () => {
    const timeline = await show(shop, high(), { ...settings, limit: '2' });
    expect(slider(timeline).max).to.equal('1');
    part(timeline, 'button')!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect([slider(timeline).max, slider(timeline).value]).to.deep.equal(['3', '0']);
  });

  it('stays at its month when a refresh changes the first entry, and when it changes the months before it', async () => {
    const entries = high().map((each, index) => entry(9 - index, each));
    await answer(shop, entries);
    const timeline = await open(shop, { ...settings, 'collection-slug': 'any', limit: '4' });
    await inState(timeline, 'ready');
    move(timeline, 2);
    await scrolled(timeline);
    const [first, ...others] = entries;
    for (const [changed, value, max] of [
      [{ title: 'Another title' }, '2', '3'],
      [{ created_at: '2026-03-20T12:00:00Z' }, '1', '2'],
    ] as const) {
      await answer(shop, [{ ...first!, ...changed }, ...others]);
      await timeline.refresh();
      await timeline.updateComplete;
      const shown = slider(timeline);
      expect([shown.value, shown.max, shown.ariaValueText]).to.deep.equal([value, max, 'February 2026']);
    }
  });

  it('begins at the first month of another story', async () => {
    const timeline = await show(shop, high(), settings);
    move(timeline, 3);
    await scrolled(timeline);
    const { slug } = await shop.timeline({ entries: dated('2025-06-01', '2025-05-01') });
    scrollTo(0, 0);
    timeline.collectionSlug = slug;
    await oneEvent(timeline, 'collection-timeline-load');
    await scrolled(timeline);
    expect(slider(timeline).ariaValueText).to.equal('June 2025');
    expect([slider(timeline).max, slider(timeline).value]).to.deep.equal(['1', '0']);
  });

  it('names what has no date', async () => {
    const timeline = await show(shop, dated('2026-03-05T00:00:00Z', 'Drop 7'), {
      ...settings,
      'order-by': 'id',
      order: 'asc',
    });
    move(timeline, 1);
    await timeline.updateComplete;
    expect(slider(timeline).ariaValueText).to.equal('No date');
  });
});
