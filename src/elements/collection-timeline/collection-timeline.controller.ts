import { Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Client } from '../../api/client.ts';
import { getCollection } from '../../api/collections.ts';
import { type ApiError, isAbortedError } from '../../api/errors.ts';
import type { Collection, TimelineEntry, TimelinePage, TimelineQuery } from '../../api/models.ts';
import { listTimeline } from '../../api/timeline.ts';

/** What a timeline is read from; each is sent as the service document names it. */
export interface TimelineSource {
  collectionId: string;
  collectionSlug: string;
  tokenId: number | undefined;
  /** Entries in a page, 1 to 1000. */
  limit: number;
}

/** What the controller asks of its element, and tells it. */
interface TimelineHooks {
  /** Undefined while the attributes are wrong. */
  client: () => Client | undefined;
  isConnected: () => boolean;
  source: () => TimelineSource;
  loaded: () => void;
  pageLoaded: (added: number) => void;
  failed: (error: ApiError) => void;
}

/** Decides what is loaded and when. It knows no DOM. */
export class CollectionTimelineController implements ReactiveController {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[] = [];
  /** How many pages are there. */
  pages = 0;
  /** Whether the last page is there. */
  complete = false;
  /** Why the next page is missing. */
  pageError: ApiError | undefined;

  readonly #host: ReactiveControllerHost;
  readonly #hooks: TimelineHooks;
  readonly #first: Task<readonly [Client | undefined, ...unknown[]], void>;
  readonly #next: Task<[Client], void>;
  /** The filters of the timeline that is shown. */
  #query: TimelineQuery = {};
  /** How many entries the service has sent, repeated ones too: the offset of the next page. */
  #received = 0;
  #reported: TaskStatus = TaskStatus.INITIAL;
  /** Whether the first load was ended because the element left the page. */
  #interrupted = false;

  constructor(host: ReactiveControllerHost, hooks: TimelineHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#first = new Task(host, {
      args: () => {
        const { collectionId, collectionSlug, tokenId, limit } = hooks.source();
        return [hooks.client(), collectionId, collectionSlug, tokenId, limit] as const;
      },
      task: async ([client], { signal }) => {
        this.#next.abort();
        this.collection = this.pageError = undefined;
        this.entries = [];
        this.complete = false;
        // Attributes may change while nobody looks; it loads when it is back.
        this.#interrupted = !hooks.isConnected();
        if (client && !this.#interrupted) await this.#load(client, signal);
      },
    });
    this.#next = new Task(host, {
      autoRun: false,
      task: async ([client], { signal }) => {
        const page = await listTimeline(client, { ...this.#query, offset: this.#received }, { signal });
        if (!signal.aborted) this.#append(page);
      },
    });
    host.addController(this);
  }

  get loading(): boolean {
    const { status, error } = this.#first;
    return status === TaskStatus.INITIAL || status === TaskStatus.PENDING || isAbortedError(error);
  }

  get loadingMore(): boolean {
    return this.#next.status === TaskStatus.PENDING;
  }

  /** Why the collection or the first page is missing. */
  get error(): ApiError | undefined {
    const { status, error } = this.#first;
    return status === TaskStatus.ERROR && !isAbortedError(error) ? (error as ApiError) : undefined;
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    const client = this.#hooks.client();
    if (!client || this.loading || this.loadingMore || this.complete) return;
    this.pageError = undefined;
    const before = this.entries.length;
    await this.#next.run([client]);
    if (this.#next.status === TaskStatus.COMPLETE) {
      this.#hooks.pageLoaded(this.entries.length - before);
    } else if (!isAbortedError(this.#next.error)) {
      this.pageError = this.#next.error as ApiError;
      this.#host.requestUpdate();
      this.#hooks.failed(this.pageError);
    }
  }

  /** Loads everything again. */
  reload(): void {
    void this.#first.run();
  }

  abort(): void {
    this.#interrupted ||= this.#first.status === TaskStatus.PENDING;
    this.#first.abort();
    this.#next.abort();
  }

  hostConnected(): void {
    if (this.#interrupted) this.reload();
  }

  /** Says what the first load came to, once it can be seen. */
  hostUpdated(): void {
    const { status } = this.#first;
    if (status === this.#reported || this.#interrupted || !this.#hooks.client()) return;
    this.#reported = status;
    if (status === TaskStatus.COMPLETE) this.#hooks.loaded();
    else if (this.error) this.#hooks.failed(this.error);
  }

  async #load(client: Client, signal: AbortSignal): Promise<void> {
    const { collectionId, collectionSlug, tokenId, limit } = this.#hooks.source();
    const header = collectionId ? getCollection(client, collectionId, { signal }) : undefined;
    // The timeline is read by slug, so with an id alone the collection has to come first.
    const slug = collectionSlug || (await header)?.slug;
    const query: TimelineQuery = { limit };
    if (slug) query.collection_slug = slug;
    if (tokenId !== undefined) query.token_id = tokenId;
    // Without a filter the service would send everybody's entries.
    const isFiltered = slug || tokenId !== undefined;
    const page = isFiltered ? listTimeline(client, { ...query, offset: 0 }, { signal }) : undefined;
    // All at once and only if both came: a page that arrives after a failure belongs to nothing that is shown.
    const [collection, firstPage] = await Promise.all([header, page]);
    if (signal.aborted) return;
    this.#query = query;
    this.#received = this.pages = 0;
    this.collection = collection;
    if (firstPage) this.#append(firstPage);
    else this.complete = true;
  }

  #append({ data }: TimelinePage): void {
    this.#received += data.length;
    this.pages++;
    this.complete = data.length < (this.#query.limit ?? 1);
    // Entries that came in meanwhile push others onto the next page; each is shown once.
    const known = new Set(this.entries.map(({ id }) => id));
    this.entries = [...this.entries, ...data.filter(({ id }) => !known.has(id) && known.add(id))];
  }
}
