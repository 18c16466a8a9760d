import { initialState, Task, TaskStatus } from '@lit/task';
import type { Client } from '../../api/client.ts';
import { listTimeline } from '../../api/timeline.ts';
import { fill } from '../shared/format.ts';
import {
  CollectionTimelinePageBeforeEvent,
  CollectionTimelinePageEvent,
} from './collection-timeline.events.ts';
import type { LoadedPage } from './entry-list.ts';
import type { StoryContext } from './story-context.ts';
import { MAX_LIMIT } from './timeline-settings.ts';

interface PageRequest {
  client: Client;
  limit: number;
  /** Aborted when another timeline is read; a task cannot know. */
  signal: AbortSignal;
}

/** Reads the pages after the first: the next one, or as many as it takes to get to an entry. */
export class FurtherPages {
  readonly #story: StoryContext;
  readonly #task: Task<readonly [PageRequest], LoadedPage>;
  /** The list's round that the task read for. */
  #round = 0;
  /** Resolves when the page that is being read is drawn. */
  #loading: Promise<void> | undefined;
  /** The first new entry of the last page. */
  #firstAdded: number | undefined;
  /** Whether the shopper asked for the page that is being read. */
  #isAsked = false;

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
      // It runs right before the status changes, so no drawing sees one without the other.
      onComplete: (page) => {
        if (this.#isCurrent) this.#firstAdded = host.list.append(page)[0]?.id;
      },
    });
  }

  get isLoading(): boolean {
    return this.#isCurrent && this.#task.status === TaskStatus.PENDING;
  }

  /** Why the next page is missing. */
  get error(): unknown {
    return this.#isCurrent && this.#task.status === TaskStatus.ERROR ? this.#task.error : undefined;
  }

  get #isCurrent(): boolean {
    return this.#round === this.#story.host.list.round;
  }

  /** Loads the next page, or waits for the one that is being read. */
  more(limit = this.#story.host.list.query.limit): Promise<void> {
    const { host } = this.#story;
    const { list, firstPage } = host;
    const { client, isLoading, error, signal } = firstPage;
    if (isLoading || list.isComplete || !client || error) return Promise.resolve();
    if (this.isLoading && this.#loading) return this.#loading;
    if (!host.dispatchEvent(new CollectionTimelinePageBeforeEvent(list.entries.length)))
      return Promise.resolve();
    return (this.#loading = this.#load({ client, limit, signal }));
  }

  /** Loads the next page for the shopper, who continues reading there. */
  readonly loadForShopper = (event: Event): void => {
    this.#story.host.pressed(event);
    void this.more();
    this.#isAsked = this.isLoading;
  };

  /** Loads pages of growing size up to an entry, and returns its index; `most` limits the entries loaded in all. */
  async find(id: number, most = Infinity): Promise<number | undefined> {
    const { list, firstPage } = this.#story.host;
    for (let { limit } = list.query; ; limit = Math.min(MAX_LIMIT, limit * 2)) {
      const { signal } = firstPage;
      const { length } = list.entries;
      const index = list.indexOf(id);
      if (index !== undefined) return index;
      if (list.isComplete || length >= most) return undefined;
      await this.more(limit);
      if (signal.aborted || list.entries.length === length) return undefined;
    }
  }

  async #load(request: PageRequest): Promise<void> {
    const { host } = this.#story;
    this.#round = host.list.round;
    await this.#task.run([request]);
    await host.updateComplete;
    if (request.signal.aborted) return;
    if (this.error) {
      host.reportError(this.error);
      // A page that was loaded automatically leaves the focus alone.
      if (this.#isAsked) void host.focusKeeper.move('.foot .button');
    } else this.#report();
    this.#isAsked = false;
  }

  async #read({ client, limit, signal }: PageRequest): Promise<LoadedPage> {
    const { list } = this.#story.host;
    const query = list.nextQuery(limit);
    const { data, pagination } = await listTimeline(client, query, { signal });
    const page = {
      pagination,
      received: query.offset + data.length,
      isLast: data.length < Math.floor(query.limit),
    };
    let entries = data;
    // It does not begin with a known entry: entries above were deleted, and the next ones have moved up.
    for (let { offset } = query; offset && (!entries[0] || list.unknown([entries[0]]).length);) {
      offset = Math.max(0, offset - Math.ceil(limit));
      const above = await listTimeline(client, { ...query, offset }, { signal });
      entries = [...above.data, ...entries];
    }
    return { ...page, entries };
  }

  #report(): void {
    const { host, words } = this.#story;
    const { entries, isComplete, pagination } = host.list;
    host.dispatchEvent(new CollectionTimelinePageEvent(entries.length, isComplete, pagination));
    host.announce(fill(words.shown, { count: entries.length }));
    if (!this.#isAsked) return;
    // Without a new entry, the focus moves to the words that say so.
    const first = this.#firstAdded;
    void host.focusKeeper.move(
      first === undefined ? '.end, .foot .button' : `#entry-${CSS.escape(String(first))}`,
    );
  }
}
