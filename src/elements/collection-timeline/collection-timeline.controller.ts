import type { Client } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import {
  type Collection,
  image,
  text,
  type TimelineEntry,
  type TimelinePage,
  type TimelineQuery,
  video,
} from '../../api/models.ts';
import { GET } from '../../api/reads.ts';
import { object, type Schema, unknown } from '../../api/schema.ts';
import { listTimeline } from '../../api/timeline.ts';
import { turns } from '../shared/storefront-element.ts';

/** The most entries that the service gives at once. */
export const MAX_LIMIT = 1000;

type Header = Pick<
  Collection,
  'name' | 'slug' | 'description' | 'keywords' | 'image' | 'video' | 'launch_date'
>;

/** Of a collection only what is shown, and where its timeline is: what else is in it keeps no story from the shopper. */
export const headerSchema = object<Header>({
  name: text,
  slug: text,
  description: text,
  keywords: unknown,
  image,
  video,
  launch_date: text,
}) as Schema<Collection>;

const getHeader = (client: Client, id: string, signal: AbortSignal) =>
  client.request({ ...GET, path: '/v1/collections/{id}', params: { id }, schema: headerSchema }, { signal });

type PageQuery = TimelineQuery & { limit: number };

/** What a timeline is read from; `query` is sent as the service document names it. */
export interface TimelineSource {
  collectionId: string;
  query: PageQuery;
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
  /** Whether entries can be drawn; else resolves when they can. */
  ready: () => Promise<unknown> | undefined;
  /** How many entries the first page shall have, where the shopper had more before: see place.ts. */
  startWith: () => number;
  /** Something is to be drawn; resolves when it is. */
  draw: () => Promise<unknown>;
  loaded: () => void;
  /** `isQuiet`: nobody asked for it, and nothing is missing. */
  failed: (error: ApiError, isQuiet: boolean) => void;
}

/** Reads a timeline as far as its first page; pages.ts goes on from there. It knows no DOM. */
export class CollectionTimelineController {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[] = [];
  /** Entries that came in since the timeline was read, which the shopper has not asked to see. */
  fresh!: readonly TimelineEntry[];
  /** As the service sent it with the newest page; its contents are not shown in the document. */
  pagination: TimelinePage['pagination'] | undefined;
  /** How many pages are there. */
  pages!: number;
  /** How often it began anew. */
  rounds = 0;
  // What has no value here gets it when reading begins.
  /** Whether the last page is there. */
  complete!: boolean;
  /** Whether the last page brought nothing new, and was not the last: going on by itself might never end. */
  stalled!: boolean;
  loading = true;
  loadingMore = false;
  /** Why the collection or the first page is missing. */
  error: ApiError | undefined;
  /** Why the next page is missing. */
  pageError: ApiError | undefined;

  /** What is shown or being loaded is read from; another one is loaded anew. */
  client: Client | undefined;
  /** The filters of the timeline that is shown, without its pages. */
  query!: PageQuery;
  /** How many entries the service has before the next page: its offset. */
  received!: number;
  /** The next page, while it is under way. */
  page: Promise<void> | undefined;
  /** Ends what is under way when something else is to be read. */
  run = new AbortController();

  readonly #hooks: TimelineHooks;
  #key = '';
  #given: GivenTimeline = {};

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
    if (client === this.client && key === this.#key && isSame) return;
    this.abort();
    this.client = client;
    this.#key = key;
    this.#given = given;
    this.#begin();
  }

  /** Loads everything again. */
  reload(): void {
    this.abort();
    this.#begin();
  }

  /** Ends what is under way. */
  abort(): void {
    this.run.abort();
    this.run = new AbortController();
    this.page = undefined;
    this.loadingMore = false;
    if (this.loading) this.client = undefined;
  }

  /** A page of the timeline. */
  async list(query: PageQuery): Promise<TimelinePage> {
    return listTimeline(this.client!, query, { signal: this.run.signal });
  }

  /** Adds a page, and gives what of it is new. */
  append(data: readonly TimelineEntry[], received: number): readonly TimelineEntry[] {
    this.received = received;
    this.pages++;
    const added = this.unknown(data);
    this.entries = [...this.entries, ...added];
    this.fresh = this.unknown(this.fresh);
    return added;
  }

  /** Entries that came in meanwhile push others onto the next page; each is shown once. */
  unknown(data: readonly TimelineEntry[]): readonly TimelineEntry[] {
    // Made anew for every page: kept, it would take a fifth of what the entries take.
    const known = new Set(this.entries.map(({ id }) => id));
    return data.filter(({ id }) => !known.has(id) && known.add(id));
  }

  #begin(): void {
    this.collection = this.#given.collection;
    this.entries = this.fresh = [];
    this.received = this.pages = 0;
    this.rounds++;
    this.complete = this.stalled = false;
    this.error = this.pageError = this.pagination = undefined;
    this.loading = true;
    const { entries } = this.#given;
    const ready = entries && this.#hooks.ready();
    if (entries && !ready) this.#take(entries);
    // Attributes may change while nobody looks; it loads when it is back.
    else if (!this.#hooks.isConnected()) this.client = undefined;
    else if (ready)
      void this.#load(
        () => ready,
        () => this.#take(entries),
      );
    else if (this.client) void this.#load(() => this.#readFirst(this.client!));
  }

  /** The page's own entries are the first page; where there is nothing to load from, they are all. */
  #take(entries: readonly TimelineEntry[]): void {
    const { collectionId, query } = this.#hooks.source();
    const slug = query.collection_slug || (collectionId && this.collection?.slug);
    this.query = { ...query, ...(slug && { collection_slug: slug }) };
    this.loading = false;
    this.append(entries, entries.length);
    const { client } = this;
    this.complete = !client || !(slug || query.token_id !== undefined);
    if (!this.#hooks.isConnected()) return;
    const { signal } = this.run;
    if (client && collectionId && !this.collection) void this.#loadHeader(client, collectionId);
    void this.#hooks.draw().then(() => {
      if (!signal.aborted) this.#hooks.loaded();
    });
  }

  /** The collection of entries that the page gave, and with it what comes after them. */
  async #loadHeader(client: Client, id: string): Promise<void> {
    const { signal } = this.run;
    try {
      const collection = await getHeader(client, id, signal);
      if (signal.aborted) return;
      this.collection = collection;
      this.query = { ...(collection.slug && { collection_slug: collection.slug }), ...this.query };
      this.complete &&= !collection.slug;
      void this.#hooks.draw();
    } catch (error) {
      if (!signal.aborted) this.#hooks.failed(error as ApiError, true);
    }
  }

  /** The collection and the first page. */
  async #readFirst(client: Client): Promise<void> {
    const { signal } = this.run;
    // Else at once: while the service is asked there is time for the drawing.
    if (turns) await turns;
    const { collectionId, query } = this.#hooks.source();
    const header = this.collection ?? (collectionId ? getHeader(client, collectionId, signal) : undefined);
    // The timeline is read by slug, so with an id alone the collection has to come first.
    const slug = query.collection_slug || (await header)?.slug;
    const filters = { ...query, ...(slug && { collection_slug: slug }) };
    // Without a filter the service would send everybody's entries.
    const isFiltered = slug || query.token_id !== undefined;
    const limit = Math.min(MAX_LIMIT, Math.max(query.limit, this.#hooks.startWith()));
    const first = isFiltered ? listTimeline(client, { ...filters, limit, offset: 0 }, { signal }) : undefined;
    // All at once and only if all came: a page that arrives after a failure belongs to nothing that is shown.
    const [collection, page] = await Promise.all([header, first, this.#hooks.ready()]);
    if (signal.aborted) return;
    this.query = filters;
    this.collection = collection;
    this.pagination = page?.pagination;
    this.append(page?.data ?? [], page?.data.length ?? 0);
    this.complete = (page?.data.length ?? 0) < Math.floor(limit);
  }

  async #load(work: () => Promise<unknown>, then?: () => void): Promise<void> {
    const { signal } = this.run;
    const isOver = () => signal.aborted;
    void this.#hooks.draw();
    try {
      await work();
      if (isOver()) return;
      if (then) return then();
    } catch (error) {
      // What draws also has the words for it, unless it did not come either.
      await this.#hooks.ready()?.catch(() => undefined);
      if (isOver()) return;
      this.error = error as ApiError;
    }
    this.loading = false;
    await this.#hooks.draw();
    if (isOver()) return;
    if (this.error) this.#hooks.failed(this.error, false);
    else this.#hooks.loaded();
  }
}
