/** Where the shopper was in a timeline, for the way back to its page. */

export interface Place {
  /** The entry at the upper edge of the view. */
  id: number;
  /** Where its upper edge was, in pixels from that of the view. */
  top: number;
  /** How many entries were loaded. */
  count: number;
}

/** One place for each address and source; two timelines of one source share it. */
export const placeKey = (source: string): string =>
  `storefront-elements:place:${location.pathname}${location.search}:${source}`;

/** What was kept, once, if this page was come back to or reloaded. A link that is followed begins at the top. */
export function takePlace(key: string): Place | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!/^(back_forward|reload)$/.test(visit?.type ?? '')) return undefined;
  try {
    const place = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Place | null;
    // A shop of one page that makes the element anew later begins at the top.
    sessionStorage.removeItem(key);
    return place && [place.id, place.top, place.count].every(Number.isFinite) ? place : undefined;
  } catch {
    return undefined;
  }
}
