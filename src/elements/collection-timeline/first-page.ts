import { initialState, Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Client } from '../../api/client.ts';
import { isApiError, NetworkError } from '../../api/errors.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { listTimeline } from '../../api/timeline.ts';
import { clientOf } from '../shared/clients.ts';
import type { ConsentHost } from '../shared/consent.ts';
import { afterFirstDrawings } from '../shared/draw-queue.ts';
import type { FocusKeeper } from '../shared/focus-keeper.ts';
import type { LazyModule } from '../shared/lazy.ts';
import type { Service } from '../shared/service.ts';
import { getHeader } from './collection-header.ts';
import type { EntryList, LoadedStart } from './entry-list.ts';
import type { ProvidedTimeline } from './provided-timeline.ts';
import { hasSource, readPlace, type ReadingPlace } from './reading-place.ts';
import {
  isFiltered,
  MAX_LIMIT,
  type SourceSettings,
  sourceOf,
  type TimelineSource,
} from './timeline-settings.ts';

/** A collection and entries from the page itself. */
interface Provided {
  readonly collection?: Collection | undefined;
  readonly entries?: readonly TimelineEntry[] | undefined;
}

/** Whether the service would refuse the same request again: most 4xx. */
const isRefusal = (error: unknown): boolean => {
  const status = isApiError(error) ? (error.status ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
};

export interface FirstPageHost extends ReactiveControllerHost, ConsentHost, SourceSettings {
  readonly isConnected: boolean;
  readonly noStorage: boolean;
  /** Undefined while the attributes are wrong. */
  readonly service: Service | undefined;
  readonly provided: ProvidedTimeline;
  /** The module that draws the entries. */
  readonly storyModule: LazyModule<unknown>;
  readonly focusKeeper: FocusKeeper;
  /** The first page is drawn. `place` is set if the shopper returned to the page. */
  firstPageLoaded(place: ReadingPlace | undefined): void;
  reportError(error: unknown): void;
}

/**
 * Reads the collection and the first page of its timeline, again whenever its source changes. Entries that the page
 * provides are shown without a task, because a task would delay them by a drawing.
 */
export class FirstPage implements ReactiveController {
  /** The client that the timeline is read with. */
  client: Client | undefined;

  readonly #host: FirstPageHost;
  readonly #list: EntryList;
  readonly #task: Task<readonly [Client | undefined, TimelineSource, Provided], LoadedStart>;
  #sourceKey = '';
  #provided: Provided = {};
  /** The provided content with which the list began. */
  #begun: Provided = {};
  /** Whether the list holds the page's own entries. */
  #isProvided = false;
  /** Whether the task's result belongs to the current source. */
  #isRequested = false;
  /** Ends the requests of this and further pages. The task's own signal ends with the task. */
  #round = new AbortController();
  /** The request for the header of provided entries. */
  #header: Promise<boolean> | undefined;
  /** The signal of the round of that request; undefined if another attempt may succeed. */
  #headerSignal: AbortSignal | undefined;
  /** The place to restore, until it is restored; looked up for the first timeline only. */
  #place: ReadingPlace | undefined;
  #isPlaceUsed = false;

  constructor(host: FirstPageHost, list: EntryList) {
    this.#host = host;
    this.#list = list;
    this.#task = new Task(host, {
      autoRun: false,
      task: async ([client, source, provided], { signal }) => {
        try {
          const start = await this.#read(client, source, provided, signal);
          return signal.aborted ? initialState : start;
        } catch (error) {
          // The story also has the words for the error, unless it failed to load itself.
          await host.storyModule.load().catch(() => undefined);
          if (signal.aborted) return initialState;
          throw error;
        }
      },
      // Runs right before the status changes, so no drawing sees one change without the other.
      onComplete: (start) => {
        if (this.#isRequested) this.#start(start);
      },
    });
    host.addController(this);
  }

  get isLoading(): boolean {
    const { status } = this.#task;
    const isDone = this.#isRequested && (status === TaskStatus.COMPLETE || status === TaskStatus.ERROR);
    return !this.#isProvided && !isDone;
  }

  /** Whether to restore the shopper's place once the story is drawn. */
  get isReturning(): boolean {
    return this.#place !== undefined;
  }

  /** The reason why the collection or first page is missing. */
  get error(): unknown {
    return this.#isProvided || this.isLoading ? undefined : this.#task.error;
  }

  /** Aborted when another timeline is read, or when the element has left the page. */
  get signal(): AbortSignal {
    return this.#round.signal;
  }

  hostUpdate(): void {
    const { service, provided } = this.#host;
    if (provided.entriesProblem) return;
    const client = service && clientOf(service);
    const source = sourceOf(this.#host);
    const { collection } = provided;
    // An empty list is not the first page of a source.
    const isRead = !provided.entries?.length && client && hasSource(source);
    const entries = isRead ? undefined : provided.entries;
    const sourceKey = JSON.stringify(source);
    const isProvidedSame =
      entries === this.#provided.entries && (collection ?? this.#list.collection) === this.#list.collection;
    if (client === this.client && sourceKey === this.#sourceKey && isProvidedSame) {
      // The element has left the page in the meantime.
      if (this.#headerSignal?.aborted) void this.readHeader();
      return;
    }
    this.abort();
    this.client = client;
    this.#sourceKey = sourceKey;
    this.#provided = { collection, entries };
    this.#begin(this.#provided);
  }

  /** Begins again, with the same provided content as before or with other content. */
  reload(provided = this.#begun): void {
    this.abort();
    this.#begin(provided);
    this.#host.requestUpdate();
  }

  abort(): void {
    this.#round.abort();
    this.#round = new AbortController();
    this.#task.abort();
    if (!this.isLoading) return;
    // The next drawing starts over.
    this.client = undefined;
    this.#isRequested = false;
  }

  #begin(provided: Provided): void {
    const { storyModule, isConnected } = this.#host;
    this.#begun = provided;
    const { collection, entries } = provided;
    const source = sourceOf(this.#host);
    this.#list.clear(collection);
    this.#isProvided = Boolean(entries && storyModule.current);
    this.#isRequested = false;
    // Attributes may change while the element is out of the page; it begins again when it returns.
    if (!isConnected) this.#sourceKey = '';
    if (entries && storyModule.current) {
      this.#start(this.#startWith(entries, source));
      if (isConnected) {
        this.#place = this.#storedPlace(source);
        void this.#finish();
      }
    } else if (isConnected && (entries || this.client)) {
      this.#isRequested = true;
      void this.#finish(this.#task.run([this.client, source, provided]));
    }
  }

  async #read(
    client: Client | undefined,
    source: TimelineSource,
    { entries }: Provided,
    signal: AbortSignal,
  ): Promise<LoadedStart> {
    if (entries || !client) {
      await this.#loadStory();
      this.#place = this.#storedPlace(source);
      return this.#startWith(entries ?? [], source);
    }
    // Otherwise sends the request at once; drawing continues meanwhile.
    const drawings = afterFirstDrawings();
    if (drawings) await drawings;
    const { collectionId, query } = source;
    const header =
      this.#list.collection ?? (collectionId ? getHeader(client, collectionId, signal) : undefined);
    // The timeline is read by slug, so a collection known only by its id comes first.
    const slug = query.collection_slug || (await header)?.slug;
    const filters = { ...query, ...(slug && { collection_slug: slug }) };
    this.#place = this.#storedPlace(source);
    const limit = Math.min(MAX_LIMIT, Math.max(query.limit, this.#place?.count ?? 0));
    const first = isFiltered(filters)
      ? listTimeline(client, { ...filters, limit, offset: 0 }, { signal })
      : undefined;
    const [collection, page] = await Promise.all([header, first, this.#loadStory()]);
    const received = page?.data ?? [];
    return {
      collection,
      entries: received,
      pagination: page?.pagination,
      query: filters,
      isComplete: !received.length,
      missing: received.length && Math.max(0, Math.floor(limit) - received.length),
    };
  }

  #storedPlace(source: TimelineSource): ReadingPlace | undefined {
    return this.#isPlaceUsed ? undefined : readPlace(this.#host, source);
  }

  /** The page's own entries are the first page; without a source, there are no others. */
  #startWith(entries: readonly TimelineEntry[], { collectionId, query }: TimelineSource): LoadedStart {
    const { collection } = this.#list;
    const slug = query.collection_slug || (collectionId && collection?.slug);
    const filters = { ...query, ...(slug && { collection_slug: slug }) };
    return {
      collection,
      entries,
      pagination: undefined,
      query: filters,
      isComplete: !this.client || !isFiltered(filters),
      missing: 0,
    };
  }

  #start(start: LoadedStart): void {
    this.#list.start(start);
    void this.readHeader();
  }

  /**
   * Reads the collection of entries that the page provides, unless that has happened, or waits for it. They are shown
   * without it until then. Resolves with false after a failure, if another attempt may succeed.
   */
  readHeader(): Promise<boolean> {
    const { client, signal } = this;
    const { isConnected, collectionId } = this.#host;
    if (!isConnected || !client || !collectionId || !this.#begun.entries || this.#list.collection)
      return Promise.resolve(true);
    if (this.#header && this.#headerSignal === signal) return this.#header;
    this.#headerSignal = signal;
    return (this.#header = this.#requestHeader(client, collectionId, signal));
  }

  async #requestHeader(client: Client, collectionId: string, signal: AbortSignal): Promise<boolean> {
    try {
      const collection = await getHeader(client, collectionId, signal);
      if (signal.aborted) return true;
      this.#list.addCollection(collection);
      this.#host.requestUpdate();
    } catch (error) {
      if (signal.aborted) return true;
      const isFinal = isRefusal(error);
      if (!isFinal) this.#headerSignal = undefined;
      this.#host.reportError(error);
      return isFinal;
    }
    return true;
  }

  async #loadStory(): Promise<void> {
    try {
      await this.#host.storyModule.load();
    } catch (cause) {
      throw new NetworkError('No file to draw the entries with', { cause });
    }
  }

  /** Reports the result once it is drawn. */
  async #finish(run?: Promise<void>): Promise<void> {
    const { signal } = this;
    await run;
    await this.#host.updateComplete;
    if (signal.aborted) return;
    if (this.error) {
      this.#host.reportError(this.error);
      return this.#host.focusKeeper.move('.foot .button');
    }
    const place = this.#place;
    this.#place = undefined;
    this.#isPlaceUsed = true;
    this.#host.firstPageLoaded(place);
  }
}
