import type { Client } from '../../api/client.ts';
import { getCollection } from '../../api/collections.ts';
import type { ApiError } from '../../api/errors.ts';
import type { Collection, TimelineEntry, TimelinePage, TimelineQuery } from '../../api/models.ts';
import { listTimeline } from '../../api/timeline.ts';

/** The most entries that the service gives at once. */
export const MAX_LIMIT = 1000;

/** What a timeline is read from; `query` is sent as the service document names it. */
export interface TimelineSource {
  collectionId: string;
  query: TimelineQuery & { limit: number };
}

/** What the page itself knows already. */
export interface GivenTimeline {
  collection?: Collection | undefined;
  entries?: readonly TimelineEntry[] | undefined;
}

/** What the controller asks of its element, and tells it. */
interface TimelineHooks {
  /** Undefined while the attributes are wrong. */
  client: () => Client | undefined;
  isConnected: () => boolean;
  source: () => TimelineSource;
  given: () => GivenTimeline;
  /** How many entries the first page shall have, where the shopper had more before: see place.ts. */
  startWith: () => number;
  /** Something is to be drawn; resolves when it is. */
  draw: () => Promise<unknown>;
  loaded: () => void;
  mayLoadPage: () => boolean;
  /** `first` is the first of the entries that came with it. */
  pageLoaded: (first: TimelineEntry | undefined) => void;
  refreshed: (count: number) => void;
  /** `isQuiet`: nobody asked for it, and nothing is missing. */
  failed: (error: ApiError, isQuiet: boolean) => void;
}

/** Decides what is loaded and when. It knows no DOM. */
export class CollectionTimelineController {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[] = [];
  /** Entries that came in since the timeline was read, which the shopper has not asked to see. */
  fresh: readonly TimelineEntry[] = [];
  /** As the service sent it with the newest page; its contents are not shown in the document. */
  pagination: TimelinePage['pagination'] | undefined;
  /** How many pages are there. */
  pages = 0;
  /** How often it began anew. */
  rounds = 0;
  /** Whether the last page is there. */
  complete = false;
  /** Whether the last page brought nothing new, and was not the last: going on by itself might never end. */
  stalled = false;
  loading = true;
  loadingMore = false;
  /** Why the collection or the first page is missing. */
  error: ApiError | undefined;
  /** Why the next page is missing. */
  pageError: ApiError | undefined;

  readonly #hooks: TimelineHooks;
  /** What is shown or being loaded; another one is loaded anew. */
  #client: Client | undefined;
  #key = '';
  #given: GivenTimeline = {};
  #run = new AbortController();
  /** The filters of the timeline that is shown, without its pages. */
  #query: TimelineQuery & { limit: number } = { limit: MAX_LIMIT };
  /** How many entries the service has before the next page: its offset. */
  #received = 0;
  #page: Promise<void> | undefined;
  /** The page on which entries came in since, in the service's order. */
  #freshPage: readonly TimelineEntry[] = [];
  /** How many looks for new entries have failed in a row. */
  failures = 0;

  constructor(hooks: TimelineHooks) {
    this.#hooks = hooks;
  }

  /** Loads what the attributes ask for, if that is something else than what is there. */
  sync(): void {
    const client = this.#hooks.client();
    const key = JSON.stringify(this.#hooks.source());
    const given = this.#hooks.given();
    const isSame =
      given.entries === this.#given.entries && (given.collection ?? this.collection) === this.collection;
    if (client === this.#client && key === this.#key && isSame) return;
    this.abort();
    this.#client = client;
    this.#key = key;
    this.#given = given;
    this.#clear();
    if (given.entries) this.#take(given.entries);
    // Attributes may change while nobody looks; it loads when it is back.
    else if (client && !this.#hooks.isConnected()) this.#client = undefined;
    else if (client) void this.#load(client);
  }

  /** Loads everything again. */
  async reload(): Promise<void> {
    this.abort();
    this.#clear();
    if (this.#client) await this.#load(this.#client);
  }

  /** Ends what is under way. */
  abort(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#page = undefined;
    this.loadingMore = false;
    if (this.loading) this.#client = undefined;
  }

  /** Loads the next page, or waits for the one that is under way. */
  more(limit?: number): Promise<void> {
    if (this.loading || this.complete || !this.#client || this.error) return Promise.resolve();
    if (!this.#page && this.#hooks.mayLoadPage())
      this.#page = this.#loadPage(this.#client, limit ?? this.#query.limit);
    return this.#page ?? Promise.resolve();
  }

  /** Loads as far as an entry, in pages that grow; no further than so many entries. */
  async find(id: number, most = Infinity): Promise<number | undefined> {
    for (let limit = this.#query.limit; ; limit = Math.min(MAX_LIMIT, limit * 2)) {
      const { signal } = this.#run;
      const { length } = this.entries;
      const place = this.entries.findIndex((entry) => entry.id === id);
      if (place >= 0) return place;
      if (this.complete || length >= most) return undefined;
      await this.more(limit);
      if (signal.aborted || this.entries.length === length) return undefined;
    }
  }

  /**
   * Looks for entries that came in since. They wait in `fresh`, because a list that grows under the eyes of a reader
   * loses their place.
   */
  async refresh(): Promise<number> {
    const client = this.#client;
    if (!client || this.loading || this.loadingMore || this.error) return 0;
    const { signal } = this.#run;
    const atEnd = this.#growsAtEnd;
    // Below the last page is what the next page will bring.
    if (atEnd && !this.complete) return 0;
    try {
      const { data } = await listTimeline(client, atEnd ? this.#nextPage(this.#query.limit) : this.#query, {
        signal,
      });
      if (signal.aborted) return 0;
      this.failures = 0;
      this.#update(data);
      const last = data.findLastIndex(({ id }) => this.entries.some((entry) => entry.id === id));
      // What follows the last one that is known comes with the next page.
      this.#freshPage = last < 0 || this.complete ? data : data.slice(0, last + 1);
      this.fresh = this.#unknown(this.#freshPage);
      void this.#hooks.draw();
      this.#hooks.refreshed(this.fresh.length);
    } catch (error) {
      if (signal.aborted) return 0;
      this.failures++;
      this.#hooks.failed(error as ApiError, true);
    }
    return this.fresh.length;
  }

  /** Shows what came in. Gives the place of the first of it; undefined where everything has to be loaded again. */
  showFresh(): number | undefined {
    const page = this.#freshPage;
    const [first] = this.fresh;
    const fresh = new Set(this.#unknown(page));
    const places = new Map(this.entries.map(({ id }, place) => [id, place]));
    const last = page.findLast(({ id }) => places.has(id));
    this.fresh = [];
    // Nothing on that page is known, so there is more in between; or there was nothing at all.
    if (!last && this.entries.length) {
      void this.reload();
      return undefined;
    }
    // Each goes before the next one that is known; those behind the last of them, behind it.
    const before = new Map<number, TimelineEntry[]>();
    let place = last ? places.get(last.id)! + 1 : 0;
    for (const entry of page.toReversed()) {
      place = places.get(entry.id) ?? place;
      if (fresh.has(entry)) before.set(place, [entry, ...(before.get(place) ?? [])]);
    }
    this.entries = [...this.entries, undefined].flatMap((entry, at) => [
      ...(before.get(at) ?? []),
      ...(entry ? [entry] : []),
    ]);
    return Math.max(
      0,
      this.entries.findIndex(({ id }) => id === first?.id),
    );
  }

  /** Whether new entries come last. The service's own order is not shown, so without one the entries tell it. */
  get #growsAtEnd(): boolean {
    const { order } = this.#query;
    if (order) return order === 'asc';
    const [first, last] = [this.entries[0], this.entries.at(-1)].map((entry) =>
      // Else "Drop 7" would be a day in July 2001.
      Date.parse(/^\d{4}-\d\d-\d\d.*/.exec(entry?.created_at ?? '')?.[0] ?? ''),
    );
    return first! < last!;
  }

  #clear(): void {
    this.collection = this.#given.collection;
    this.entries = this.fresh = [];
    this.#received = this.pages = this.failures = 0;
    this.rounds++;
    this.complete = this.stalled = false;
    this.error = this.pageError = this.pagination = undefined;
    this.loading = true;
  }

  /** The page's own entries are the first page; where there is nothing to load from, they are all. */
  #take(entries: readonly TimelineEntry[]): void {
    const { collectionId, query } = this.#hooks.source();
    const slug = query.collection_slug || (collectionId && this.collection?.slug);
    this.#query = { ...query, ...(slug && { collection_slug: slug }) };
    this.loading = false;
    this.#append(entries, entries.length);
    const client = this.#client;
    this.complete = !client || !(slug || query.token_id !== undefined);
    if (!this.#hooks.isConnected()) return;
    const { signal } = this.#run;
    if (client && collectionId && !this.collection) void this.#loadHeader(client, collectionId);
    void this.#hooks.draw().then(() => {
      if (!signal.aborted) this.#hooks.loaded();
    });
  }

  /** The collection of entries that the page gave, and with it what comes after them. */
  async #loadHeader(client: Client, id: string): Promise<void> {
    const { signal } = this.#run;
    try {
      const collection = await getCollection(client, id, { signal });
      if (signal.aborted) return;
      this.collection = collection;
      this.#query = { ...(collection.slug && { collection_slug: collection.slug }), ...this.#query };
      this.complete &&= !collection.slug;
      void this.#hooks.draw();
    } catch (error) {
      if (!signal.aborted) this.#hooks.failed(error as ApiError, true);
    }
  }

  async #load(client: Client): Promise<void> {
    const { signal } = this.#run;
    const isOver = () => signal.aborted;
    this.loading = true;
    void this.#hooks.draw();
    const { collectionId, query } = this.#hooks.source();
    try {
      const header =
        this.collection ?? (collectionId ? getCollection(client, collectionId, { signal }) : undefined);
      // The timeline is read by slug, so with an id alone the collection has to come first.
      const slug = query.collection_slug || (await header)?.slug;
      const filters = { ...query, ...(slug && { collection_slug: slug }) };
      // Without a filter the service would send everybody's entries.
      const isFiltered = slug || query.token_id !== undefined;
      const limit = Math.min(MAX_LIMIT, Math.max(query.limit, this.#hooks.startWith()));
      const first = isFiltered
        ? listTimeline(client, { ...filters, limit, offset: 0 }, { signal })
        : undefined;
      // All at once and only if both came: a page that arrives after a failure belongs to nothing that is shown.
      const [collection, page] = await Promise.all([header, first]);
      if (isOver()) return;
      this.#query = filters;
      this.collection = collection;
      this.pagination = page?.pagination;
      this.#append(page?.data ?? [], page?.data.length ?? 0);
      this.complete = (page?.data.length ?? 0) < Math.floor(limit);
    } catch (error) {
      if (isOver()) return;
      this.error = error as ApiError;
    }
    this.loading = false;
    await this.#hooks.draw();
    if (isOver()) return;
    if (this.error) this.#hooks.failed(this.error, false);
    else this.#hooks.loaded();
  }

  async #loadPage(client: Client, limit: number): Promise<void> {
    const { signal } = this.#run;
    const isOver = () => signal.aborted;
    let added: readonly TimelineEntry[] = [];
    this.pageError = undefined;
    this.loadingMore = true;
    void this.#hooks.draw();
    try {
      const query = this.#nextPage(limit);
      const page = await listTimeline(client, query, { signal });
      let { data } = page;
      // It begins with an entry that is not known: some above went, and what came next stands further up.
      for (let { offset } = query; offset && (!data[0] || this.#unknown([data[0]]).length);) {
        if (isOver()) return;
        offset = Math.max(0, offset - Math.ceil(limit));
        const above = await listTimeline(client, { ...query, offset }, { signal });
        data = [...above.data, ...data];
      }
      if (isOver()) return;
      this.pagination = page.pagination;
      added = this.#append(data, query.offset + page.data.length);
      this.complete = page.data.length < Math.floor(query.limit);
      this.stalled = !added.length && !this.complete;
    } catch (error) {
      if (isOver()) return;
      this.pageError = error as ApiError;
    }
    this.loadingMore = false;
    this.#page = undefined;
    await this.#hooks.draw();
    if (isOver()) return;
    if (this.pageError) this.#hooks.failed(this.pageError, false);
    else this.#hooks.pageLoaded(added[0]);
  }

  /** Begins with the last entry that is there: so it shows when entries above it came or went. */
  #nextPage(limit: number) {
    const offset = Math.max(0, this.#received - 1);
    return { ...this.#query, limit: Math.min(MAX_LIMIT, limit + this.#received - offset), offset };
  }

  #append(data: readonly TimelineEntry[], received: number): readonly TimelineEntry[] {
    this.#received = received;
    this.pages++;
    const added = this.#unknown(data);
    this.entries = [...this.entries, ...added];
    this.fresh = this.#unknown(this.fresh);
    return added;
  }

  /** Entries that came in meanwhile push others onto the next page; each is shown once. */
  #unknown(data: readonly TimelineEntry[]): readonly TimelineEntry[] {
    // Made anew for every page: kept, it would take a fifth of what the entries take.
    const known = new Set(this.entries.map(({ id }) => id));
    return data.filter(({ id }) => !known.has(id) && known.add(id));
  }

  /** Takes up what has changed in entries that are there. */
  #update(data: readonly TimelineEntry[]): void {
    const changed = new Map(data.map((entry) => [entry.id, entry]));
    const isChanged = (entry: TimelineEntry) =>
      changed.has(entry.id) && JSON.stringify(changed.get(entry.id)) !== JSON.stringify(entry);
    if (this.entries.some(isChanged))
      this.entries = this.entries.map((entry) => (isChanged(entry) ? changed.get(entry.id)! : entry));
  }
}
