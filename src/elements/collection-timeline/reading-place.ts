/** The shopper's place in a timeline, stored for their return to its page. */
import { type ConsentHost, mayStore } from '../shared/consent.ts';
import { isReturn } from './return-room.ts';
import { isFiltered, type TimelineSource } from './timeline-settings.ts';

export interface ReadingPlace {
  /** The entry at the upper edge of the view. */
  id: number;
  /** The position of its upper edge, in pixels from that of the view. */
  top: number;
  /** The number of loaded entries. */
  count: number;
}

type Host = ConsentHost & { readonly noStorage: boolean };

const PREFIX = 'storefront-elements:place:';

/** One place for each URL and source; two timelines with the same source share it. */
function keyOf({ collectionId, query }: TimelineSource): string {
  const source = JSON.stringify([collectionId, { ...query, limit: undefined }]);
  return `${PREFIX}${location.pathname}${location.search}:${source}`;
}

/** Entries without a source are all in the page, and the browser restores the position by itself. */
export const hasSource = ({ collectionId, query }: TimelineSource): boolean =>
  Boolean(collectionId) || isFiltered(query);

const isPlace = (value: unknown): value is ReadingPlace => {
  const { id, top, count } = (value ?? {}) as Record<string, unknown>;
  return [id, top, count].every(Number.isFinite);
};

/** Returns the stored place, if the page was reloaded or returned to. Pages reached by a link begin at the top. */
export function readPlace(host: Host, source: TimelineSource): ReadingPlace | undefined {
  if (host.noStorage || !hasSource(source) || !isReturn()) return undefined;
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(keyOf(source)) ?? 'null');
    return mayStore(host) !== false && isPlace(place) ? place : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the place while the tab lasts, if that is allowed; undefined removes it. */
export function keepPlace(host: Host, source: TimelineSource, place: ReadingPlace | undefined): void {
  if (host.noStorage) return;
  const isAllowed = mayStore(host);
  try {
    const key = keyOf(source);
    // After a refusal, the places of other pages go as well.
    for (const each of isAllowed === false ? Object.keys(sessionStorage) : [key])
      if (each.startsWith(PREFIX)) sessionStorage.removeItem(each);
    if (isAllowed && place && hasSource(source)) sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Full or blocked: the shopper returns to the top.
  }
}
