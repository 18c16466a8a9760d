/** The loaded entries of a timeline. It knows neither requests nor the DOM. */
import type { Collection, TimelineEntry, TimelinePage } from '../../api/models.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, type PageQuery } from './timeline-settings.ts';

type Pagination = TimelinePage['pagination'] | undefined;

export interface LoadedStart {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[];
  pagination: Pagination;
  /** The filters of the timeline, for its further pages. */
  query: PageQuery;
  isComplete: boolean;
  /** See `EntryList`. */
  missing: number;
}

export interface LoadedPage {
  entries: readonly TimelineEntry[];
  pagination: Pagination;
  /** The number of entries that the service has up to the end of this page. */
  received: number;
  /** Whether the service had nothing new after these entries. */
  isLast: boolean;
}

export class EntryList {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[] = [];
  /** New entries that the shopper has not asked to see. */
  fresh: readonly TimelineEntry[] = [];
  /** As the service sent it with the latest page; the service document does not show its contents. */
  pagination: Pagination;
  /** The filters of the timeline that is shown. */
  query: PageQuery = { limit: DEFAULT_LIMIT };
  pageCount = 0;
  /** Counts the timelines that this list has held. */
  round = 0;
  /** Whether all entries are loaded. */
  isComplete = false;
  /**
   * The number of requested entries that the first page did not have. The document does not say that a short page is
   * the last one: either there are no more entries, or the service limits the size of its pages.
   */
  missing = 0;
  /** The number of loaded entries that the next page begins with. */
  overlap = 1;

  /** The offset of the next page. */
  #received = 0;
  /** The service's page with the fresh entries, in its order. */
  #freshPage: readonly TimelineEntry[] = [];

  /** Empties the list for another timeline. */
  clear(collection: Collection | undefined): void {
    this.collection = collection;
    this.entries = this.fresh = this.#freshPage = [];
    this.#received = this.pageCount = this.missing = 0;
    this.round++;
    this.isComplete = false;
    this.pagination = undefined;
  }

  start({ collection, entries, pagination, query, isComplete, missing }: LoadedStart): void {
    this.collection = collection;
    this.query = query;
    this.#add(entries, entries.length, pagination);
    this.isComplete = isComplete;
    this.missing = missing;
    // If the service sends only one entry at a time, it must be a new one.
    this.overlap = missing && entries.length === 1 ? 0 : 1;
  }

  /** Adds a collection that was read after its entries; with its slug, more entries can be read. */
  addCollection(collection: Collection): void {
    const { slug } = collection;
    this.collection = collection;
    this.query = { ...(slug && { collection_slug: slug }), ...this.query };
    this.isComplete &&= !slug;
  }

  /** Adds a page, and returns its new entries. */
  append({ entries, pagination, received, isLast }: LoadedPage): readonly TimelineEntry[] {
    const isFirstPageWhole = this.missing > 0 && !entries.length;
    this.isComplete = isLast;
    this.missing = 0;
    if (isFirstPageWhole) {
      this.overlap = 1;
      return entries;
    }
    return this.#add(entries, received, pagination);
  }

  /** Leaves out entries that are already loaded: new entries at the top push others onto the next page. */
  unknown(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
    // Built for each page: a permanent set would take a fifth of the entries' own memory.
    const known = new Set(this.entries.map(({ id }) => id));
    return entries.filter(({ id }) => !known.has(id) && known.add(id));
  }

  /** Undefined if the entry is not loaded. */
  indexOf(id: number): number | undefined {
    const index = this.entries.findIndex((entry) => entry.id === id);
    return index < 0 ? undefined : index;
  }

  /** The next page begins with the last loaded entry, which shows whether entries above it were added or deleted. */
  nextQuery(limit: number, received = this.#received): PageQuery & { offset: number } {
    const offset = Math.max(0, received - this.overlap);
    return { ...this.query, limit: Math.min(MAX_LIMIT, limit + received - offset), offset };
  }

  /** Whether new entries come last. The service's default order is not documented, so the dates must show it. */
  get growsAtEnd(): boolean {
    if (this.query.order) return this.query.order === 'asc';
    const [first, last] = [this.entries[0], this.entries.at(-1)].map((entry) =>
      // `Date.parse` reads "Drop 7" as a day in July 2001.
      Date.parse(/^\d{4}-\d\d-\d\d.*/.exec(entry?.created_at ?? '')?.[0] ?? ''),
    );
    return first! < last!;
  }

  /**
   * Takes a page that may have new entries. They wait in `fresh`, because a list that grows while it is read loses the
   * reader's place. Changed entries are replaced at once.
   */
  offerFresh(page: readonly TimelineEntry[]): void {
    this.#replaceChanged(page);
    const last = page.findLastIndex(({ id }) => this.indexOf(id) !== undefined);
    // Entries after the last known one come with the next page.
    this.#freshPage = last < 0 || this.isComplete ? page : page.slice(0, last + 1);
    this.fresh = this.unknown(this.#freshPage);
  }

  /** Inserts the fresh entries, and returns the first one's index; undefined if everything must be read again. */
  insertFresh(): number | undefined {
    const page = this.#freshPage;
    const [first] = this.fresh;
    const fresh = new Set(this.unknown(page));
    const indexes = new Map(this.entries.map(({ id }, index) => [id, index]));
    const last = page.findLast(({ id }) => indexes.has(id));
    this.fresh = [];
    // No known entry on that page: more entries are missing in between.
    if (!last && this.entries.length) return undefined;
    // Each goes before the next known entry; those after the last known one follow it.
    const before = new Map<number, TimelineEntry[]>();
    let index = last ? indexes.get(last.id)! + 1 : 0;
    for (const entry of page.toReversed()) {
      index = indexes.get(entry.id) ?? index;
      if (fresh.has(entry)) before.set(index, [entry, ...(before.get(index) ?? [])]);
    }
    this.entries = [...this.entries, undefined].flatMap((entry, at) => [
      ...(before.get(at) ?? []),
      ...(entry ? [entry] : []),
    ]);
    // They count as a page: the next page follows them, and if they are a full page, there may be a next one.
    if (this.isComplete) {
      this.#received += fresh.size;
      this.isComplete = fresh.size < Math.floor(Math.min(this.query.limit, MAX_LIMIT - this.overlap));
    }
    return (first && this.indexOf(first.id)) ?? 0;
  }

  #add(
    entries: readonly TimelineEntry[],
    received: number,
    pagination: Pagination,
  ): readonly TimelineEntry[] {
    this.#received = received;
    this.pagination = pagination;
    this.pageCount++;
    const added = this.unknown(entries);
    this.entries = [...this.entries, ...added];
    this.fresh = this.unknown(this.fresh);
    return added;
  }

  #replaceChanged(page: readonly TimelineEntry[]): void {
    const current = new Map(page.map((entry) => [entry.id, entry]));
    const replacement = (entry: TimelineEntry) => {
      const other = current.get(entry.id);
      return other && JSON.stringify(other) !== JSON.stringify(entry) ? other : undefined;
    };
    if (this.entries.some(replacement))
      this.entries = this.entries.map((entry) => replacement(entry) ?? entry);
  }
}
