/** Shared by the tests of pictures, films and the lightbox. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { inState, newShop, place, waitUntil } from '../../helpers/fixture.ts';
import { emulateMedia } from '../../helpers/media.ts';

let addresses = 0;

// A browser keeps 250 entries, and the modules of the tests may take as many: see `asked`.
performance.setResourceTimingBufferSize(5000);

/** A timeline with these entries from the sandbox, in its own shop. */
export async function openEntries(
  entries: Record<string, unknown>[],
  attributes: Record<string, string> = {},
): Promise<{ timeline: CollectionTimeline; shop: TestShop }> {
  const shop = await newShop();
  const { slug } = await shop.timeline({ entries });
  const timeline = await place('collection-timeline', shop, {
    'collection-slug': slug,
    paging: 'button',
    ...attributes,
  });
  await inState(timeline, 'ready');
  return { timeline, shop };
}

/** The address of a file of the sandbox that nothing has loaded before, so that no cache answers for it. */
export const newFile = (name: string) =>
  `${globalThis.sandboxUrl}/media/${name}?${++addresses}-${Date.now()}`;

/** Pictures of a gallery, each with an address of its own. */
export const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: newFile(`nordlicht-0${index + 1}.webp`),
    file_type: 'image/webp',
    order: index,
  }));

export const all = <E extends HTMLElement = HTMLElement>(
  timeline: CollectionTimeline,
  selector: string,
): E[] => [...timeline.shadowRoot!.querySelectorAll<E>(selector)];

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- tests know which tag it has
export const one = <E extends HTMLElement = HTMLElement>(timeline: CollectionTimeline, selector: string) =>
  timeline.shadowRoot!.querySelector<E>(selector)!;

/** The files that were asked for, of these. */
export const asked = (...urls: string[]) => {
  const known = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  return urls.filter((url) => known.has(url));
};

export const boxOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left, top + scrollY, width, height].map(Math.round).join(' ');
};

export const isShown = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

/** Waits until a list of slides has come to rest with this one in view. */
export async function slideAt(list: Element, index: number): Promise<void> {
  const item = list.children[index]!;
  let [before, rests] = [NaN, 0];
  const isAtRest = () => {
    rests = list.scrollLeft === before ? rests + 1 : 0;
    before = list.scrollLeft;
    const isThere = Math.abs(item.getBoundingClientRect().left - list.getBoundingClientRect().left) <= 1;
    // Firefox drops a swipe in the last pixel of a smooth scroll.
    return isThere && rests >= 5;
  };
  await waitUntil(isAtRest, `slide ${index + 1} is in view`, { interval: 20 });
}

let calm: CollectionTimeline | undefined;
/**
 * Reduces motion until the end of the test, so that a list of slides reaches the next one in a single frame. Call it when
 * the list is there.
 */
export async function wantLessMotion(timeline: CollectionTimeline): Promise<void> {
  calm = timeline;
  await emulateMedia(timeline, { reducedMotion: 'reduce' });
}
afterEach(async () => {
  if (calm) await emulateMedia(calm, { reducedMotion: 'no-preference' });
  calm = undefined;
});

export const nextFrame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
