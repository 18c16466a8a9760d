/** Shared by the tests of long timelines: thousands of entries of different heights, and the state of the view. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { inState } from '../../helpers/fixture.ts';
import { nextFrame } from './media-support.ts';

export const COUNT = 3000;

/** The most that may be drawn at once. */
export const MOST = 240;

/** Entries that a page gives: one a day, each of another height than the next. */
export const manyEntries = (count = COUNT) =>
  Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    type: 'update',
    created_at: new Date(Date.UTC(2026, 0, 1) - place * 86_400_000).toISOString(),
    title: `Entry ${place + 1}`,
    content: 'A sentence of a diary that somebody wrote. '.repeat((place * 7) % 5),
  }));

/** A timeline that has all of its entries from the page. */
export async function openMany(
  attributes: Record<string, string> = {},
  count = COUNT,
): Promise<CollectionTimeline> {
  const timeline = document.createElement('collection-timeline');
  for (const [name, value] of Object.entries(attributes)) timeline.setAttribute(name, value);
  timeline.entries = manyEntries(count);
  document.body.append(timeline);
  opened.push(timeline);
  await inState(timeline, 'ready');
  await settled(timeline);
  return timeline;
}

const opened: Element[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.remove();
  scrollTo({ top: 0, behavior: 'instant' });
});

export const itemsOf = (timeline: CollectionTimeline) => [
  ...timeline.shadowRoot!.querySelectorAll<HTMLElement>('.item'),
];

/** The number in an entry's title. */
export const numberOf = (item: Element) => Number(/\d+/.exec(item.querySelector('.title')!.textContent));

export const numbersOf = (timeline: CollectionTimeline) => itemsOf(timeline).map(numberOf);

export const entry = (timeline: CollectionTimeline, number: number) =>
  timeline.shadowRoot!.querySelector<HTMLElement>(`#entry-${number}`);

/** Resolves when the browser is idle, after callbacks that have waited for it longer. */
const idle = () =>
  new Promise((resolve) => {
    // WebKit has no idle callbacks.
    ((globalThis as Partial<typeof globalThis>).requestIdleCallback ?? setTimeout)(resolve);
  });

/** Waits until what is drawn has not changed for a few frames. */
export async function settled(timeline: CollectionTimeline): Promise<void> {
  const drawn = () => {
    const items = itemsOf(timeline);
    return `${items.length} ${items[0] && numberOf(items[0])} ${scrollY} ${document.body.scrollHeight}`;
  };
  let last = '';
  for (let still = 0; still < 4; still++) {
    await nextFrame();
    await idle();
    const now = drawn();
    if (now !== last) still = 0;
    last = now;
  }
}

/** Scrolls, and waits for the frames in which the element may draw. */
export async function scrollStep(by: number): Promise<void> {
  scrollBy({ top: by, behavior: 'instant' });
  await nextFrame();
  await nextFrame();
}

/** The entry at a height of the view, or nearest to it: there are gaps, and headings that stay in view. */
export function entryAt(timeline: CollectionTimeline, y: number): HTMLElement | undefined {
  // Two headings may follow each other below the slider.
  for (const by of [0, -20, 20, -40, 40, -60, 60, 80, 100, 120, 140]) {
    const item = timeline.shadowRoot!.elementFromPoint(60, y + by)?.closest<HTMLElement>('.item');
    if (item) return item;
  }
  return undefined;
}

/** Whether all of the view that is the list's has entries in it. */
export function isFilled(timeline: CollectionTimeline): boolean {
  const { top, bottom } = timeline.shadowRoot!.querySelector('[part=entries]')!.getBoundingClientRect();
  const [first, last] = [Math.max(0, top) + 5, Math.min(innerHeight, bottom) - 5];
  const heights = Array.from({ length: 9 }, (_, index) => first + ((last - first) * index) / 8);
  return heights.every((y) => entryAt(timeline, y));
}
