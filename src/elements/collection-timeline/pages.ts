/** What is read after the first page: the next ones, one that has a certain entry, and what came in since. */
import type { ApiError } from '../../api/errors.ts';
import type { TimelineEntry } from '../../api/models.ts';
import type { CollectionTimelineController } from './collection-timeline.controller.ts';

/** The most entries that the service gives at once. */
const MAX_LIMIT = 1000;

interface PageHooks {
  draw: () => Promise<unknown>;
  mayLoadPage: () => boolean;
  /** `first` is the first of the entries that came with it. */
  pageLoaded: (first: TimelineEntry | undefined) => void;
  refreshed: (count: number) => void;
  failed: (error: ApiError, isQuiet: boolean) => void;
}

export class Pages {
  /** How many looks for new entries have failed in a row. */
  failures = 0;

  readonly #reader: CollectionTimelineController;
  readonly #hooks: PageHooks;
  /** The page on which entries came in since, in the service's order. */
  #freshPage: readonly TimelineEntry[] = [];

  constructor(reader: CollectionTimelineController, hooks: PageHooks) {
    this.#reader = reader;
    this.#hooks = hooks;
  }

  /** Loads the next page, or waits for the one that is under way. */
  more(limit?: number): Promise<void> {
    const reader = this.#reader;
    if (reader.loading || reader.complete || !reader.client || reader.error) return Promise.resolve();
    if (!reader.page && this.#hooks.mayLoadPage()) reader.page = this.#load(limit ?? reader.query.limit);
    return reader.page ?? Promise.resolve();
  }

  /** Loads as far as an entry, in pages that grow; no further than so many entries. */
  async find(id: number, most = Infinity): Promise<number | undefined> {
    const reader = this.#reader;
    for (let limit = reader.query.limit; ; limit = Math.min(MAX_LIMIT, limit * 2)) {
      const { signal } = reader.run;
      const { length } = reader.entries;
      const place = reader.entries.findIndex((entry) => entry.id === id);
      if (place >= 0) return place;
      if (reader.complete || length >= most) return undefined;
      await this.more(limit);
      if (signal.aborted || reader.entries.length === length) return undefined;
    }
  }

  /**
   * Looks for entries that came in since. They wait in `fresh`, because a list that grows under the eyes of a reader
   * loses their place.
   */
  async refresh(): Promise<number> {
    const reader = this.#reader;
    if (!reader.client || reader.loading || reader.loadingMore || reader.error) return 0;
    const { signal } = reader.run;
    const atEnd = this.#growsAtEnd;
    // Below the last page is what the next page will bring.
    if (atEnd && !reader.complete) return 0;
    try {
      const { data } = await reader.list(atEnd ? this.#nextPage(reader.query.limit) : reader.query);
      if (signal.aborted) return 0;
      this.failures = 0;
      this.#update(data);
      const last = data.findLastIndex(({ id }) => reader.entries.some((entry) => entry.id === id));
      // What follows the last one that is known comes with the next page.
      this.#freshPage = last < 0 || reader.complete ? data : data.slice(0, last + 1);
      reader.fresh = reader.unknown(this.#freshPage);
      void this.#hooks.draw();
      this.#hooks.refreshed(reader.fresh.length);
    } catch (error) {
      if (signal.aborted) return 0;
      this.failures++;
      this.#hooks.failed(error as ApiError, true);
    }
    return reader.fresh.length;
  }

  /** Shows what came in. Gives the place of the first of it; undefined where everything has to be loaded again. */
  showFresh(): number | undefined {
    const reader = this.#reader;
    const page = this.#freshPage;
    const [first] = reader.fresh;
    const fresh = new Set(reader.unknown(page));
    const places = new Map(reader.entries.map(({ id }, place) => [id, place]));
    const last = page.findLast(({ id }) => places.has(id));
    reader.fresh = [];
    // Nothing on that page is known, so there is more in between; or there was nothing at all.
    if (!last && reader.entries.length) {
      reader.reload();
      return undefined;
    }
    // Each goes before the next one that is known; those behind the last of them, behind it.
    const before = new Map<number, TimelineEntry[]>();
    let place = last ? places.get(last.id)! + 1 : 0;
    for (const entry of page.toReversed()) {
      place = places.get(entry.id) ?? place;
      if (fresh.has(entry)) before.set(place, [entry, ...(before.get(place) ?? [])]);
    }
    reader.entries = [...reader.entries, undefined].flatMap((entry, at) => [
      ...(before.get(at) ?? []),
      ...(entry ? [entry] : []),
    ]);
    return Math.max(
      0,
      reader.entries.findIndex(({ id }) => id === first?.id),
    );
  }

  /** Whether new entries come last. The service's own order is not shown, so without one the entries tell it. */
  get #growsAtEnd(): boolean {
    const { entries, query } = this.#reader;
    if (query.order) return query.order === 'asc';
    const [first, last] = [entries[0], entries.at(-1)].map((entry) =>
      // Else "Drop 7" would be a day in July 2001.
      Date.parse(/^\d{4}-\d\d-\d\d.*/.exec(entry?.created_at ?? '')?.[0] ?? ''),
    );
    return first! < last!;
  }

  async #load(limit: number): Promise<void> {
    const reader = this.#reader;
    const { signal } = reader.run;
    const isOver = () => signal.aborted;
    let added: readonly TimelineEntry[] = [];
    reader.pageError = undefined;
    reader.loadingMore = true;
    void this.#hooks.draw();
    try {
      const query = this.#nextPage(limit);
      const page = await reader.list(query);
      let { data } = page;
      // It begins with an entry that is not known: some above went, and what came next stands further up.
      for (let { offset } = query; offset && (!data[0] || reader.unknown([data[0]]).length);) {
        if (isOver()) return;
        offset = Math.max(0, offset - Math.ceil(limit));
        const above = await reader.list({ ...query, offset });
        data = [...above.data, ...data];
      }
      if (isOver()) return;
      reader.pagination = page.pagination;
      added = reader.append(data, query.offset + page.data.length);
      reader.complete = page.data.length < Math.floor(query.limit);
      reader.stalled = !added.length && !reader.complete;
    } catch (error) {
      if (isOver()) return;
      reader.pageError = error as ApiError;
    }
    reader.loadingMore = false;
    reader.page = undefined;
    await this.#hooks.draw();
    if (isOver()) return;
    if (reader.pageError) this.#hooks.failed(reader.pageError, false);
    else this.#hooks.pageLoaded(added[0]);
  }

  /** Begins with the last entry that is there: so it shows when entries above it came or went. */
  #nextPage(limit: number) {
    const { query, received } = this.#reader;
    const offset = Math.max(0, received - 1);
    return { ...query, limit: Math.min(MAX_LIMIT, limit + received - offset), offset };
  }

  /** Takes up what has changed in entries that are there. */
  #update(data: readonly TimelineEntry[]): void {
    const reader = this.#reader;
    const changed = new Map(data.map((entry) => [entry.id, entry]));
    const isChanged = (entry: TimelineEntry) =>
      changed.has(entry.id) && JSON.stringify(changed.get(entry.id)) !== JSON.stringify(entry);
    if (reader.entries.some(isChanged))
      reader.entries = reader.entries.map((entry) => (isChanged(entry) ? changed.get(entry.id)! : entry));
  }
}
