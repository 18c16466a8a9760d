import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect } from '../../helpers/fixture.ts';
import { nextFrame } from './media-support.ts';
import {
  COUNT,
  entry,
  entryAt,
  isFilled,
  itemsOf,
  MOST,
  numberOf,
  numbersOf,
  openMany,
  settled,
} from './window-support.ts';

/** The numbers of an entry and of so many on either side of it. */
const around = (number: number, side: number): number[] =>
  Array.from({ length: 2 * side + 1 }, (_, index) => number - side + index).filter(
    (each) => each >= 1 && each <= COUNT,
  );

describe('A timeline of thousands of entries', function () {
  // Every step draws hundreds of entries, and waits until they keep still.
  this.timeout(300_000);
  let timeline: CollectionTimeline;
  const goTo = async (top: number) => {
    scrollTo({ top, behavior: 'instant' });
    await settled(timeline);
  };
  const end = () => document.documentElement.scrollHeight;

  it('has the 84 on either side of the view in the page, wherever that is, and not many more', async () => {
    timeline = await openMany();
    for (const [name, top] of [
      ['at the top', () => 0],
      ['in the middle', () => end() / 2],
      ['at the end', end],
      ['at a third', () => end() / 3],
      ['at the top again', () => 0],
    ] as const) {
      await goTo(top());
      const numbers = numbersOf(timeline);
      const inView = numberOf(entryAt(timeline, innerHeight / 2)!);
      expect(numbers.length, name).to.be.at.most(MOST);
      const known = new Set(numbers);
      expect(
        around(inView, 84).filter((each) => !known.has(each)),
        name,
      ).to.deep.equal([]);
      expect(
        numbers.every((each, index) => each === numbers[0]! + index),
        `${name}: in their order`,
      ).to.equal(true);
    }
    await goTo(end());
    expect(numbersOf(timeline).at(-1)).to.equal(COUNT);
  });

  it('shows entries wherever the shopper jumps to, and then keeps still', async () => {
    timeline = await openMany();
    for (const share of [0.5, 0.9, 0.1, 1, 0.3, 0]) {
      await goTo(end() * share);
      expect(isFilled(timeline), `at ${share}`).to.equal(true);
      const read = entryAt(timeline, innerHeight / 2)!;
      expect(Math.abs(numberOf(read) - share * COUNT), `about there at ${share}`).to.be.below(COUNT / 20);
      const { top } = read.getBoundingClientRect();
      for (let frame = 0; frame < 10; frame++) await nextFrame();
      expect(read.getBoundingClientRect().top).to.equal(top);
    }
  });

  it('leaves the page where the shopper has scrolled it, to the very end', async () => {
    timeline = await openMany({}, 300);
    const most = () => end() - innerHeight;
    let wanted = 0;
    while (wanted < most()) {
      wanted = Math.min(wanted + 3 * innerHeight, most());
      await goTo(wanted);
      expect(Math.abs(scrollY - wanted), `${Math.round(scrollY)} instead of ${wanted}`).to.be.below(2);
    }
  });

  it('leaves the page where the shopper has jumped, up from its end', async () => {
    // So low that the entries of the first drawing after a jump do not fill the view.
    const style = document.createElement('style');
    style.textContent = '::part(entry) { block-size: 1px; padding: 0; overflow: hidden }';
    document.head.append(style);
    try {
      timeline = await openMany({ layout: 'cards', style: 'font-size: 10px' });
      await goTo(end());
      const wanted = Math.round(end() / 2);
      await goTo(wanted);
      expect(Math.abs(scrollY - wanted), `${Math.round(scrollY)} instead of ${wanted}`).to.be.below(2);
    } finally {
      style.remove();
    }
  });

  it('keeps the entry in view in its place when the page gets narrower, as on a phone that is turned', async () => {
    timeline = await openMany();
    document.body.style.overflowAnchor = 'none';
    try {
      await goTo(end() / 2);
      const read = itemsOf(timeline).find((each) => each.getBoundingClientRect().bottom > 1)!;
      const { top } = read.getBoundingClientRect();
      timeline.style.inlineSize = '50%';
      await settled(timeline);
      expect(read.getBoundingClientRect().top).to.be.closeTo(top, 2);
    } finally {
      document.body.style.overflowAnchor = '';
    }
  });

  it('shows entries when its tab is shown again, although the page was short meanwhile', async () => {
    timeline = await openMany();
    await goTo(end() / 2);
    timeline.hidden = true;
    await settled(timeline);
    expect(scrollY).to.equal(0);
    timeline.hidden = false;
    await settled(timeline);
    expect(isFilled(timeline)).to.equal(true);
    expect(numberOf(entryAt(timeline, innerHeight / 2)!)).to.be.below(20);
  });

  it('is at its very beginning, header and all, when the shopper jumps there', async () => {
    timeline = await openMany({ 'group-by': 'month', scrubber: '' });
    timeline.collection = { name: 'A long story', slug: 'long', description: 'Words '.repeat(900) };
    await settled(timeline);
    const { top } = entry(timeline, 1)!.getBoundingClientRect();
    expect(top).to.be.above(innerHeight / 2);
    for (const share of [1, 0.4, 0.77]) {
      await goTo(end() * share);
      await goTo(0);
      expect(scrollY, `from ${share}`).to.equal(0);
      expect(entry(timeline, 1)!.getBoundingClientRect().top, `from ${share}`).to.equal(top);
    }
  });

  it('tells screen readers which entry of how many each is, which a short one leaves to them', async () => {
    timeline = await openMany();
    await goTo(end() / 2);
    const items = itemsOf(timeline);
    const told = (name: string) => items.map((item) => Number(item.getAttribute(name)));
    expect(told('aria-posinset').join()).to.equal(items.map(numberOf).join());
    expect([...new Set(told('aria-setsize'))]).to.deep.equal([COUNT]);
    await expect(timeline).to.be.accessible();
    timeline.remove();
    timeline = await openMany({}, 20);
    expect(itemsOf(timeline).some((item) => item.hasAttribute('aria-setsize'))).to.equal(false);
  });

  it('counts the entries of each group for screen readers', async () => {
    timeline = await openMany({ 'group-by': 'month' });
    await goTo(end() / 2);
    const lists = [...timeline.shadowRoot!.querySelectorAll('ol')].map((list) =>
      [...list.querySelectorAll(':scope > li')].map((item) =>
        ['aria-posinset', 'aria-setsize'].map((name) => Number(item.getAttribute(name))),
      ),
    );
    const whole = lists.slice(1, -1);
    expect(whole).not.to.have.length(0);
    for (const list of whole) expect(list).to.deep.equal(list.map((_, index) => [index + 1, list.length]));
  });

  it('keeps the sides of an alternating story', async () => {
    timeline = await openMany({ layout: 'alternating' });
    const sides = new Map<number, boolean>();
    const middle = timeline.getBoundingClientRect().left + timeline.clientWidth / 2;
    for (const share of [0, 0.5, 0.45, 1, 0]) {
      await goTo(end() * share);
      for (const item of itemsOf(timeline)) {
        const { left } = item.querySelector('.title')!.getBoundingClientRect();
        const [number, side] = [numberOf(item), left < middle];
        expect(sides.get(number) ?? side, `entry ${number} at ${share}`).to.equal(side);
        sides.set(number, side);
      }
    }
    expect(new Set(sides.values()).size).to.equal(2);
  });

  it('has the heading of a group over it also where its first entries are left out', async () => {
    // Entries are a day apart: the third year is entries 732 to 1096.
    timeline = await openMany({ 'group-by': 'year' });
    await goTo(end() * 0.31);
    const inView = numberOf(entryAt(timeline, innerHeight / 2)!);
    const year = new Date(timeline.entries[inView - 1]!.created_at).getUTCFullYear();
    const headings = [...timeline.shadowRoot!.querySelectorAll<HTMLElement>('.group-heading')];
    const heading = headings.find(({ textContent }) => textContent.trim() === String(year))!;
    expect(Math.abs(heading.getBoundingClientRect().top), 'it stays in view').to.be.below(1);
    const list = heading.nextElementSibling!;
    expect(list.getAttribute('aria-labelledby')).to.equal(heading.id);
    expect([...list.querySelectorAll('.item')].map(numberOf)).to.include(inView);
    expect(numbersOf(timeline)[0], 'and this is such a place').to.be.above(367);
  });

  it('draws only what is near also where a box scrolls, not the page', async () => {
    const box = document.createElement('div');
    box.style.blockSize = '500px';
    box.style.overflow = 'auto';
    document.body.append(box);
    try {
      timeline = await openMany();
      box.append(timeline);
      await settled(timeline);
      box.scrollTo({ top: box.scrollHeight / 2, behavior: 'instant' });
      await settled(timeline);
      expect(numbersOf(timeline).length).to.be.at.most(MOST);
      const { top } = box.getBoundingClientRect();
      expect(numberOf(entryAt(timeline, top + 250)!)).to.be.within(COUNT * 0.45, COUNT * 0.55);
    } finally {
      box.remove();
    }
  });

  it('draws what is near where the box around its slot scrolls', async () => {
    const drawer = document.createElement('div');
    drawer.attachShadow({ mode: 'open' }).innerHTML =
      '<div style="block-size: 500px; overflow: auto"><slot></slot></div>';
    const box = drawer.shadowRoot!.firstElementChild!;
    document.body.append(drawer);
    try {
      timeline = await openMany();
      drawer.append(timeline);
      await settled(timeline);
      box.scrollTo({ top: box.scrollHeight / 2, behavior: 'instant' });
      await settled(timeline);
      const { top } = box.getBoundingClientRect();
      expect(numberOf(entryAt(timeline, top + 250)!)).to.be.within(COUNT * 0.45, COUNT * 0.55);
    } finally {
      drawer.remove();
    }
  });

  it('draws the rest when it is shown that began unseen, as in a closed tab of the page', async () => {
    timeline = await openMany({ hidden: '' }, 100);
    expect(numbersOf(timeline).length).to.be.below(100);
    timeline.hidden = false;
    await settled(timeline);
    expect(numbersOf(timeline)).to.have.length(100);
  });
});
