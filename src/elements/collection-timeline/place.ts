/** Where the shopper was in a timeline, for the way back to its page. */
import { type ConsentHost, mayStore } from '../shared/consent.ts';

export interface Place {
  /** The entry at the upper edge of the view. */
  id: number;
  /** Where its upper edge was, in pixels from that of the view. */
  top: number;
  /** How many entries were loaded. */
  count: number;
}

type Host = ConsentHost & { readonly noStorage: boolean };

const PREFIX = 'storefront-elements:place:';

/** One place for each address and source; two timelines of one source share it. */
export const placeKey = (source: string): string =>
  `${PREFIX}${location.pathname}${location.search}:${source}`;

/** What was kept, once, if this page was come back to or reloaded. A link that is followed begins at the top. */
export function takePlace(host: Host, key: string): Place | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (host.noStorage || !/^(back_forward|reload)$/.test(visit?.type ?? '')) return undefined;
  try {
    const place = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Place | null;
    // A shop of one page that makes the element anew later begins at the top.
    sessionStorage.removeItem(key);
    const isAllowed = mayStore(host) !== false;
    return isAllowed && place && [place.id, place.top, place.count].every(Number.isFinite)
      ? place
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the place while the tab lasts, if that is allowed; without one, none is kept any more. */
export function keepPlace(host: Host, key: string, place: Place | undefined): void {
  if (host.noStorage) return;
  const isAllowed = mayStore(host);
  try {
    // After a no, those of other pages go as well.
    for (const each of isAllowed === false ? Object.keys(sessionStorage) : [key])
      if (each.startsWith(PREFIX)) sessionStorage.removeItem(each);
    if (isAllowed && place) sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Full or blocked: the way back begins at the top.
  }
}
