/** Where the shopper was in a timeline, for the way back to its page. */

export interface Place {
  /** The entry at the upper edge of the view. */
  id: number;
  /** Where its upper edge was, in pixels from that of the view. */
  top: number;
  /** How many entries were loaded. */
  count: number;
}

const isNumbers = (...values: unknown[]) => values.every(Number.isFinite);

export class KeptPlace {
  readonly #key: string;

  /** One place for each address and source; two timelines of one source share it. */
  constructor(source: string) {
    this.#key = `storefront-elements:place:${location.pathname}${location.search}:${source}`;
  }

  keep(place: Place | undefined): void {
    try {
      if (place) sessionStorage.setItem(this.#key, JSON.stringify(place));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Full or blocked: the way back begins at the top.
    }
  }

  /** What was kept, once, if this page was come back to or reloaded. A link that is followed begins at the top. */
  take(): Place | undefined {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type !== 'back_forward' && visit?.type !== 'reload') return undefined;
    try {
      const place = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Place | null;
      // A shop of one page that makes the element anew later begins at the top.
      sessionStorage.removeItem(this.#key);
      return place && isNumbers(place.id, place.top, place.count) ? place : undefined;
    } catch {
      return undefined;
    }
  }
}
