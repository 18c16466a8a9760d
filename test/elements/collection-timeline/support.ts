/** Actions of shoppers and pages in the tests of `<collection-timeline>`, and the visible results. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { inState, part, place } from '../../helpers/fixture.ts';
import { onRestore, override } from '../../helpers/undo.ts';

/** The collection of the sandbox that has every field. */
export const NORDLICHT_ID = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';

export type Fields = Record<string, unknown>;

/** An element that asks for further pages on a button, unless the test says otherwise. */
export const open = (shop: TestShop, attributes: Record<string, string>, inside?: Element) =>
  place('collection-timeline', shop, { paging: 'button', ...attributes }, inside);

/** A timeline with these entries, shown. */
export async function show(
  shop: TestShop,
  entries: readonly Fields[],
  attributes: Record<string, string> = {},
  inside?: Element,
): Promise<CollectionTimeline> {
  const { slug } = await shop.timeline({ entries });
  const timeline = await open(shop, { 'collection-slug': slug, ...attributes }, inside);
  await inState(timeline, entries.length ? 'ready' : 'empty');
  return timeline;
}

/** A timeline with that many entries, shown. */
export async function showMany(
  shop: TestShop,
  count: number,
  attributes: Record<string, string> = {},
): Promise<CollectionTimeline> {
  const { slug } = await shop.timeline({ count });
  const timeline = await open(shop, { 'collection-slug': slug, ...attributes });
  await inState(timeline, 'ready');
  return timeline;
}

/** Entries of a token, by their numbers; a higher number is newer. More can follow, which a collection's timeline has no way for. */
export const publish = (shop: TestShop, token: number, numbers: readonly number[]) =>
  shop.timeline({
    entries: numbers.map((number) => ({
      title: `${number}`,
      created_at: new Date(Date.UTC(2026, 0, number)).toISOString(),
      token_id: token,
    })),
  });

/** A token that no other test has entries of. */
export const newToken = () => 1 + Math.floor(Math.random() * 2 ** 40);

/** An entry as the service sends it, with an id of the test's own choice. */
export const entry = (id: number, more: Fields = {}) => ({
  id,
  type: 'update',
  created_at: '2026-01-01T00:00:00Z',
  title: `Entry ${id}`,
  ...more,
});

/** Sets the next page, for any request. */
export const answer = (shop: TestShop, data: readonly Fields[], pagination: Fields = {}) =>
  shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body: { data, pagination } });

/** Makes the next page fail. */
export const failNext = (shop: TestShop, body: unknown = 'no page') =>
  shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body });

export const parts = (timeline: CollectionTimeline, name: string) => [
  ...timeline.shadowRoot!.querySelectorAll<HTMLElement>(`[part~="${name}"]`),
];

export const textsOf = (timeline: CollectionTimeline, name: string) =>
  parts(timeline, name).map((each) => each.textContent.trim());

export const titlesOf = (timeline: CollectionTimeline) => textsOf(timeline, 'title');

export const entryOf = (timeline: CollectionTimeline, id: number) =>
  timeline.shadowRoot!.querySelector<HTMLElement>(`#entry-${id}`)!;

/** Assertions compare booleans: one that fails with elements cannot be written down. */
export const hasFocus = (timeline: CollectionTimeline, element: Element | null) =>
  element !== null && timeline.shadowRoot!.activeElement === element;

/** Whether a part is there to be seen; some only keep its place. */
export const isShown = (timeline: CollectionTimeline, name: string) =>
  part(timeline, name)?.checkVisibility({ visibilityProperty: true }) ?? false;

/** The latest announcement to screen readers. */
export const newsOf = (timeline: CollectionTimeline) =>
  timeline.shadowRoot!.querySelector('[role=status]')!.textContent.trim();

export interface SentRequest {
  url: URL;
  query: Record<string, string>;
  signal: AbortSignal | null | undefined;
}

/** The requests to the service from now on, as they leave the page; the service answers them all the same. */
export function watchRequests(): SentRequest[] {
  const sent: SentRequest[] = [];
  const send = globalThis.fetch;
  override(globalThis, 'fetch', {
    writable: true,
    value: (input: string, init?: RequestInit) => {
      const url = new URL(input);
      if (url.pathname.startsWith('/v1/'))
        sent.push({ url, query: Object.fromEntries(url.searchParams), signal: init?.signal });
      return send(input, init);
    },
  });
  return sent;
}

/**
 * Waits until every observer has said what it sees: they speak in the order of their making, so the element's own have
 * spoken before this one, which is newer.
 */
export async function lookedAround(timeline: CollectionTimeline): Promise<void> {
  await timeline.updateComplete;
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(timeline);
  });
  await timeline.updateComplete;
}

/** Waits until what is drawn after a scroll is drawn. */
export async function scrolled(timeline: CollectionTimeline): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await timeline.updateComplete;
}

/** An entry that is higher than the view. */
export const HIGH = 'One line of many.\n'.repeat(40);

/** Leads the shopper to a place in the page, as a link does. */
export function followLink(hash: string): void {
  location.hash = hash;
}

/** Has the page's relative addresses begin elsewhere until the end of the test, as `<base href="/">` does in some shops. */
export function setBase(href: string): void {
  const base = Object.assign(document.createElement('base'), { href });
  document.head.append(base);
  onRestore(() => base.remove());
}

/** Says that the shopper sees the page or another tab, as the browser does. */
export function setVisibility(visibilityState: DocumentVisibilityState): void {
  override(document, 'visibilityState', { get: () => visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Lets it be that moment, until the test is over. */
export function setNow(iso: string): void {
  const now = Date.parse(iso);
  override(globalThis, 'Date', {
    writable: true,
    value: class extends Date {
      constructor(value?: number | string) {
        super(value ?? now);
      }
      static override now = () => now;
    },
  });
}

export interface Wait {
  run: () => void;
  ms: number;
}

/** From now on, holds every timer of a minute or more until the test runs it. */
export function holdTimers(): Wait[] {
  const held: Wait[] = [];
  const { setTimeout: start, clearTimeout: end } = globalThis;
  const waits = new Map<number, Wait>();
  override(globalThis, 'setTimeout', {
    writable: true,
    value: (run: () => void, ms = 0, ...values: unknown[]) => {
      if (ms < 60_000) return start(run, ms, ...values);
      const wait = { run, ms };
      held.push(wait);
      // Far from the ids of real timers.
      const id = 1e9 + waits.size;
      waits.set(id, wait);
      return id;
    },
  });
  override(globalThis, 'clearTimeout', {
    writable: true,
    value: (id: number) => {
      const wait = waits.get(id);
      if (wait && held.includes(wait)) held.splice(held.indexOf(wait), 1);
      else end(id);
    },
  });
  return held;
}

afterEach(() => {
  // A test's address and place in the page are not the next one's. WebKit takes 100 changes in ten seconds.
  if (location.hash || history.state !== null)
    history.replaceState(null, '', location.pathname + location.search);
  scrollTo(0, 0);
});
