import { initialState, Task, TaskStatus } from '@lit/task';
import type { Client } from '../../api/client.ts';
import type { TimelineEntry, TimelinePage } from '../../api/models.ts';
import { listTimeline } from '../../api/timeline.ts';
import { fill, formatCount } from '../shared/format.ts';
import {
  CollectionTimelinePageBeforeEvent,
  CollectionTimelinePageEvent,
} from './collection-timeline.events.ts';
import type { LoadedPage } from './entry-list.ts';
import type { StoryContext } from './story-context.ts';
import { MAX_LIMIT, type PageQuery } from './timeline-settings.ts';

/** After these, a button loads more, so that shoppers can reach the content below the timeline. */
const AUTOMATIC_PAGES = 3;

interface PageRequest {
  client: Client;
  limit: number;
  /** Aborted when another timeline is read, which the task cannot know. */
  signal: AbortSignal;
}

type Query = PageQuery & { offset: number };

interface ServicePage extends TimelinePage {
  query: Query;
}

type Ask = (query: Query) => Promise<ServicePage>;

/** Reads the pages after the first: the next one, or as many as it takes to get to an entry. */
export class FurtherPages {
  readonly #story: StoryContext;
  readonly #task: Task<readonly [PageRequest], LoadedPage>;
  /** The list's round when the task began to read. */
  #round = 0;
  /** Resolves when the page that is being read is drawn. */
  #loading: Promise<void> | undefined;
  /** The first new entry of the last page. */
  #firstAdded: number | undefined;
  /** Whether the shopper asked for the page that is being read, or waits for it. */
  #isAsked = false;
  /** Whether the last request was for the rest of the first page, which rarely exists: shoppers need not know. */
  #isQuiet = false;

  constructor(story: StoryContext) {
    this.#story = story;
    const { host } = story;
    this.#task = new Task(host, {
      autoRun: false,
      task: async ([request]) => {
        try {
          return await this.#read(request);
        } catch (error) {
          if (request.signal.aborted) return initialState;
          throw error;
        }
      },
      // Runs right before the status changes, so no drawing sees one change without the other.
      onComplete: (page) => {
        if (!this.#isCurrent) return;
        // If the foot has the focus, the shopper continues at the entries that replace it.
        this.#isAsked ||= Boolean(host.renderRoot.querySelector('.foot:focus-within'));
        this.#firstAdded = host.list.append(page)[0]?.id;
      },
      // Shoppers can request the rest of the first page like any other page.
      onError: () => {
        if (this.#isCurrent) host.list.missing = 0;
      },
    });
  }

  /** Whether a page is loading, for shoppers. */
  get isLoading(): boolean {
    return this.#isReading && !this.#isQuiet;
  }

  get hasFailed(): boolean {
    return this.#isCurrent && this.#task.status === TaskStatus.ERROR;
  }

  /** The reason why the next page is missing, for shoppers. */
  get error(): unknown {
    return this.hasFailed && !this.#isQuiet ? this.#task.error : undefined;
  }

  /**
   * Whether entries load when the end comes near. The rest of a short first page always does: usually there is none, so
   * a button for it would do nothing, and an immediate request would often be wasted.
   */
  get isAutomatic(): boolean {
    const { paging, list } = this.#story.host;
    const isPageAutomatic = paging !== 'button' && list.pageCount % AUTOMATIC_PAGES > 0;
    return !this.hasFailed && !list.isComplete && (isPageAutomatic || list.missing > 0);
  }

  get #isReading(): boolean {
    return this.#isCurrent && this.#task.status === TaskStatus.PENDING;
  }

  get #isCurrent(): boolean {
    return this.#round === this.#story.host.list.round;
  }

  /** Loads the rest of the first page or the next page, or waits for the one that is being read. */
  more(limit = this.#story.host.list.query.limit): Promise<void> {
    const { host } = this.#story;
    const { list, firstPage } = host;
    const { missing } = list;
    const { client, isLoading, error, signal } = firstPage;
    if (isLoading || list.isComplete || !client || error) return Promise.resolve();
    if (this.#isReading && this.#loading) return this.#loading;
    if (!missing && !host.dispatchEvent(new CollectionTimelinePageBeforeEvent(list.entries.length)))
      return Promise.resolve();
    this.#isQuiet = missing > 0;
    this.#isAsked = false;
    return (this.#loading = this.#load({ client, limit: missing || limit, signal }));
  }

  /** Loads the next page for the shopper, who continues reading there. */
  readonly loadForShopper = (event: Event): void => {
    this.#story.host.pressed(event);
    void this.more();
    this.#isAsked = this.isLoading;
  };

  /** Loads pages of growing size up to an entry, and returns its index. Stops when `mayGoOn` returns false. */
  async find(id: number, mayGoOn: (loaded: number) => boolean): Promise<number | undefined> {
    const { list, firstPage } = this.#story.host;
    const { signal } = firstPage;
    // A late header may have the slug by which further pages are read.
    if (list.isComplete && list.indexOf(id) === undefined) await firstPage.readHeader();
    for (let { limit } = list.query; !signal.aborted; limit = Math.min(MAX_LIMIT, limit * 2)) {
      const { length } = list.entries;
      const index = list.indexOf(id);
      if (index !== undefined) return index;
      if (list.isComplete || !mayGoOn(length)) return undefined;
      await this.more(limit);
      if (list.entries.length === length) return undefined;
    }
    return undefined;
  }

  async #load(request: PageRequest): Promise<void> {
    const { host } = this.#story;
    this.#round = host.list.round;
    // Earlier news would be announced again after a failure.
    if (!this.#isQuiet) host.announce('');
    await this.#task.run([request]);
    await host.updateComplete;
    if (request.signal.aborted) return;
    if (this.hasFailed) {
      host.reportError(this.#task.error);
      // A page that was loaded automatically leaves the focus alone.
      if (this.#isAsked) void host.focusKeeper.move('.foot .button');
    } else if (!this.#isQuiet || this.#firstAdded !== undefined) this.#report();
  }

  /** Reads until the page is full or the service has nothing new, because it may send fewer entries than requested. */
  async #read({ client, limit, signal }: PageRequest): Promise<LoadedPage> {
    const { list } = this.#story.host;
    const { overlap } = list;
    const indexes = new Map(list.entries.map(({ id }, index) => [id, index]));
    const ask: Ask = async (query) => ({ ...(await listTimeline(client, query, { signal })), query });
    const entries: TimelineEntry[] = [];
    const most = Math.floor(Math.min(limit, MAX_LIMIT - overlap));
    let page = await this.#locate(ask, list.nextQuery(limit), indexes);
    let { pagination } = page;
    for (let furthest = -1; ;) {
      const { data, query } = page;
      const added = data.filter(({ id }) => !indexes.has(id) && indexes.set(id, indexes.size));
      entries.push(...added);
      if (added.length) ({ pagination } = page);
      const received = query.offset + data.length;
      const last = indexes.get(data.at(-1)?.id ?? NaN) ?? -1;
      // New entries above may fill a page with known ones. A service that ignores the offset sends the same ones again.
      const isLast = !added.length && (data.length <= overlap || last <= furthest);
      if (isLast || entries.length >= most) return { entries, pagination, received, isLast };
      furthest = Math.max(furthest, last);
      page = await ask(list.nextQuery(limit - entries.length, received));
    }
  }

  /**
   * Reads a page that begins with a loaded entry, so that nothing between the loaded entries and the next ones is skipped. It is
   * further up if entries were deleted or came in between, and further down if many came in above. If no loaded entry is found, it
   * is the first page.
   */
  async #locate(ask: Ask, start: Query, indexes: Map<number, number>): Promise<ServicePage> {
    const { list } = this.#story.host;
    let top: ServicePage | undefined;
    for (let query = start; ;) {
      const page = await ask(query);
      const { data } = page;
      const { offset, limit } = query;
      if (!offset) top = page;
      const first = data.findIndex(({ id }) => indexes.has(id));
      if (!first || !list.overlap || !indexes.size) return page;
      if (!top) query = { ...query, offset: Math.max(0, offset + 1 - Math.ceil(limit)) };
      else if (first > 0) {
        // The entries above the first loaded one are new, and do not follow.
        for (const { id } of data.slice(0, first)) indexes.set(id, -1);
        return page;
      }
      // A few pages of growing size: the service may know none of the loaded entries, or ignore the offset.
      else if (data.length > 1 && limit < Math.min(MAX_LIMIT, 4 * start.limit))
        query = list.nextQuery(2 * limit, offset + data.length);
      else return top;
    }
  }

  #report(): void {
    const { host, words } = this.#story;
    const { entries, isComplete, pagination } = host.list;
    host.dispatchEvent(new CollectionTimelinePageEvent(entries.length, isComplete, pagination));
    host.announce(fill(words.shown, { count: formatCount(host.wordsLanguage, entries.length) }));
    if (!this.#isAsked) return;
    // Without a new entry, the focus moves to the words that say so.
    const first = this.#firstAdded;
    void host.focusKeeper.move(
      first === undefined ? '.end, .foot .button' : `#entry-${CSS.escape(String(first))}`,
    );
  }
}
