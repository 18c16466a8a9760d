import type { Client } from '../../api/client.ts';
import { getCollection } from '../../api/collections.ts';
import { type ApiError, isAbortedError } from '../../api/errors.ts';
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
  pageLoaded: (added: number) => void;
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
  /** Whether the last page is there. */
  complete = false;
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

  /** Loads as far as an entry, in pages that grow. */
  async find(id: number): Promise<number | undefined> {
    for (let limit = this.#query.limit; ; limit = Math.min(MAX_LIMIT, limit * 2)) {
      const { signal } = this.#run;
      const before = this.#received;
      const place = this.entries.findIndex((entry) => entry.id === id);
      if (place >= 0) return place;
      if (this.complete) return undefined;
      await this.more(limit);
      if (signal.aborted || this.#received === before) return undefined;
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
    const offset = atEnd ? this.#received : 0;
    try {
      const { data } = await listTimeline(client, { ...this.#query, offset }, { signal });
      if (signal.aborted) return 0;
      const changed = new Map(data.map((entry) => [entry.id, entry]));
      const known = this.#known;
      this.fresh = [...changed.values()].filter(({ id }) => !known.has(id));
      // The others may have changed.
      this.entries = this.entries.map((entry) => changed.get(entry.id) ?? entry);
      void this.#hooks.draw();
      this.#hooks.refreshed(this.fresh.length);
    } catch (error) {
      if (!isAbortedError(error)) this.#hooks.failed(error as ApiError, true);
    }
    return this.fresh.length;
  }

  /** Shows what came in. Gives the place of the first of it; undefined where everything has to be loaded again. */
  showFresh(): number | undefined {
    const { fresh } = this;
    const atEnd = this.#growsAtEnd;
    this.fresh = [];
    // Nothing on the first page was known, so there is more in between.
    if (!atEnd && fresh.length >= this.#query.limit) {
      void this.reload();
      return undefined;
    }
    this.entries = atEnd ? [...this.entries, ...fresh] : [...fresh, ...this.entries];
    this.#received += fresh.length;
    return atEnd ? this.entries.length - fresh.length : 0;
  }

  /** Whether new entries come last. The service's own order is not shown, so without one the entries tell it. */
  get #growsAtEnd(): boolean {
    const { order } = this.#query;
    if (order) return order === 'asc';
    const [first, last] = [this.entries[0], this.entries.at(-1)].map((entry) =>
      Date.parse(entry?.created_at ?? ''),
    );
    return first! < last!;
  }

  #clear(): void {
    this.collection = this.#given.collection;
    this.entries = this.fresh = [];
    this.#received = this.pages = 0;
    this.complete = false;
    this.error = this.pageError = this.pagination = undefined;
    this.loading = true;
  }

  /** The page's own entries are the first page; where there is nothing to load from, they are all. */
  #take(entries: readonly TimelineEntry[]): void {
    const { collectionId, query } = this.#hooks.source();
    const slug = query.collection_slug || (collectionId && this.collection?.slug);
    this.#query = { ...query, ...(slug && { collection_slug: slug }) };
    this.loading = false;
    this.#append(entries);
    this.complete = !this.#client || !(slug || query.token_id !== undefined);
    if (!this.#hooks.isConnected()) return;
    const { signal } = this.#run;
    void this.#hooks.draw().then(() => {
      if (!signal.aborted) this.#hooks.loaded();
    });
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
      this.#append(page?.data ?? []);
      this.complete = (page?.data.length ?? 0) < limit;
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
    const before = this.entries.length;
    this.pageError = undefined;
    this.loadingMore = true;
    void this.#hooks.draw();
    try {
      const page = await listTimeline(client, { ...this.#query, limit, offset: this.#received }, { signal });
      if (isOver()) return;
      this.pagination = page.pagination;
      this.#append(page.data);
      this.complete = page.data.length < limit;
    } catch (error) {
      if (isOver()) return;
      this.pageError = error as ApiError;
    }
    this.loadingMore = false;
    this.#page = undefined;
    await this.#hooks.draw();
    if (isOver()) return;
    if (this.pageError) this.#hooks.failed(this.pageError, false);
    else this.#hooks.pageLoaded(this.entries.length - before);
  }

  #append(data: readonly TimelineEntry[]): void {
    this.#received += data.length;
    this.pages++;
    // Entries that came in meanwhile push others onto the next page; each is shown once.
    const known = this.#known;
    const added = data.filter(({ id }) => !known.has(id) && known.add(id));
    this.entries = [...this.entries, ...added];
  }

  /** Made anew for every page: kept, it would take a fifth of what the entries take. */
  get #known(): Set<number> {
    return new Set(this.entries.map(({ id }) => id));
  }
}
