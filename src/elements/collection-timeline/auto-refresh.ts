import type { ReactiveController } from 'lit';
import type { TimelineEntry } from '../../api/models.ts';
import { listTimeline } from '../../api/timeline.ts';
import { fill, formatCount } from '../shared/format.ts';
import { CollectionTimelineRefreshEvent } from './collection-timeline.events.ts';
import type { EntryNavigator } from './entry-navigator.ts';
import type { EntryWindow } from './entry-window.ts';
import type { FurtherPages } from './further-pages.ts';
import { MIN_REFRESH_INTERVAL } from './optional-attributes.ts';
import type { StoryContext } from './story-context.ts';
import { isFiltered } from './timeline-settings.ts';

/** The largest delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

const idsOf = (entries: readonly TimelineEntry[]) => String(entries.map(({ id }) => id));

interface Parts {
  window: EntryWindow;
  pages: FurtherPages;
  navigator: EntryNavigator;
}

/** Looks for new entries at the page's interval, and shows them when the shopper asks for them. */
export class AutoRefresh implements ReactiveController {
  readonly #story: StoryContext;
  readonly #parts: Parts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scheduledInterval: number | null | undefined;
  #refreshedAt = Date.now();
  /** Failed requests in a row. */
  #failures = 0;

  constructor(story: StoryContext, parts: Parts) {
    this.#story = story;
    this.#parts = parts;
    story.host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#schedule);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#schedule);
    this.#schedule();
  }

  hostUpdated(): void {
    if (!this.#timer || this.#scheduledInterval !== this.#story.host.refreshInterval) this.#schedule();
  }

  /** Restarts the interval after the timeline has been read. */
  restart(): void {
    this.#refreshedAt = Date.now();
    this.#failures = 0;
  }

  /** Looks for new entries, and returns their number. */
  async refresh(): Promise<number> {
    this.#refreshedAt = Date.now();
    const { host } = this.#story;
    const { list, firstPage } = host;
    const hasHeader = await firstPage.readHeader();
    if (!hasHeader) this.#failures++;
    const { client, isLoading, error, signal } = firstPage;
    if (!client || isLoading || this.#parts.pages.isLoading || error || !isFiltered(list.query)) return 0;
    // The rest of the first page is not new.
    if (list.missing) await this.#parts.pages.more();
    const atEnd = list.growsAtEnd;
    // The next page will contain them.
    if (atEnd && !list.isComplete) return 0;
    try {
      const query = atEnd ? list.nextQuery(list.query.limit) : list.query;
      const { data } = await listTimeline(client, query, { signal });
      if (signal.aborted) return 0;
      if (hasHeader) this.#failures = 0;
      const waiting = idsOf(list.fresh);
      this.#parts.window.hold();
      list.offerFresh(data);
      host.requestUpdate();
      this.#report(list.fresh.length, idsOf(list.fresh) !== waiting);
    } catch (error) {
      if (signal.aborted) return 0;
      this.#failures++;
      host.reportError(error);
    }
    return list.fresh.length;
  }

  async showFresh(event: Event): Promise<void> {
    const { host } = this.#story;
    const { window, navigator } = this.#parts;
    host.pressed(event);
    const { list, firstPage } = host;
    const index = list.insertFresh();
    // Without the entries that the page provides, which are older.
    if (index === undefined) firstPage.reload({ collection: list.collection });
    host.announce('');
    if (index === undefined) return;
    if (!index) window.reset();
    await host.updateComplete;
    await navigator.focus(index);
  }

  #report(count: number, isNews: boolean): void {
    const { host, words } = this.#story;
    if (count && isNews) host.announce(fill(words.fresh, { count: formatCount(host.wordsLanguage, count) }));
    host.dispatchEvent(new CollectionTimelineRefreshEvent(count));
  }

  readonly #schedule = (): void => {
    const { refreshInterval, isConnected } = this.#story.host;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#scheduledInterval = refreshInterval;
    const seconds = refreshInterval ?? 0;
    if (!(seconds >= MIN_REFRESH_INTERVAL) || !isConnected || document.visibilityState === 'hidden') return;
    // Polls a failing service less often.
    const pause = Math.min(seconds * 2 ** Math.min(this.#failures, 5) * 1000, MAX_DELAY);
    this.#timer = setTimeout(
      () => void this.refresh().then(this.#schedule),
      Math.max(0, this.#refreshedAt + pause - Date.now()),
    );
  };
}
