/** The story: the entries, and the shopper's actions on them. Loaded during the request for the first page. */
import type { ReactiveController, TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { TimelineEntry } from '../../api/models.ts';
import { warnOfKey } from '../shared/api-key.ts';
import type { AttributeProblem } from '../shared/attributes.ts';
import { errorText } from '../shared/error-text.ts';
import { wordsFor } from '../shared/words.ts';
import { AutoPaging } from './auto-paging.ts';
import { AutoRefresh } from './auto-refresh.ts';
import {
  CollectionTimelineLoadEvent,
  CollectionTimelineMediaOpenEvent,
} from './collection-timeline.events.ts';
import { CopyLink, pageAddress } from './copy-link.ts';
import { Dates } from './dates.ts';
import { DeepLinks } from './deep-links.ts';
import { EntryNavigator } from './entry-navigator.ts';
import { STEP } from './entry-range.ts';
import { renderEntry } from './entry-view.ts';
import { EntryWindow } from './entry-window.ts';
import { FurtherPages } from './further-pages.ts';
import { groupAt, TimelineGroups } from './groups.ts';
import { Icons } from './icons.ts';
import { KeptHeight } from './kept-height.ts';
import { LightboxOpener } from './lightbox-opener.ts';
import { addControls, retryBroken } from './media-view.ts';
import { MonthScrubber } from './month-scrubber.ts';
import { checkOptionalAttributes, groupingOf, isTimeZone } from './optional-attributes.ts';
import { PlaceKeeper } from './place-keeper.ts';
import { Posters } from './posters.ts';
import type { ReadingPlace } from './reading-place.ts';
import { type StoryContext, type TimelineWords, wordsOf } from './story-context.ts';
import { focusAfter, renderStory } from './story-view.ts';
import { StructuredData } from './structured-data.ts';
import { TextLinks } from './text-links.ts';
import type { TimelineHost } from './timeline-host.ts';
import { WindowEvents } from './window-events.ts';

export { storyStyles as styles } from './story.styles.ts';

export class Story implements ReactiveController, StoryContext {
  readonly host: TimelineHost;
  words: TimelineWords;
  dates: Dates;

  readonly #window: EntryWindow;
  readonly #windowEvents: WindowEvents;
  readonly #groups = new TimelineGroups();
  readonly #pages: FurtherPages;
  readonly #autoPaging: AutoPaging;
  readonly #refresh: AutoRefresh;
  readonly #scrubber: MonthScrubber;
  readonly #deepLinks: DeepLinks;
  readonly #placeKeeper: PlaceKeeper;
  readonly #copyLink: CopyLink;
  readonly #lightbox: LightboxOpener;
  readonly #icons: Icons;
  readonly #textLinks: TextLinks;
  readonly #structuredData: StructuredData;
  /** The language and time zone of `dates`. */
  #datesKey: string;
  #linkStart = '';
  /** All entries are drawn again when one of these values changes. */
  #entryDependencies: readonly unknown[] = [];

  constructor(host: TimelineHost) {
    this.host = host;
    this.words = wordsOf(host);
    this.dates = new Dates(host.locale.language, this.#timeZone);
    this.#datesKey = this.#currentDatesKey;
    const window = (this.#window = new EntryWindow({
      root: () => host.shadowRoot,
      count: () => host.list.entries.length,
      groupStart: (index) => this.#groupStart(index),
      draw: () => host.requestUpdate(),
      moved: (index) => this.#scrubber.follow(index),
    }));
    const navigator = new EntryNavigator(host, window);
    const pages = (this.#pages = new FurtherPages(this));
    this.#windowEvents = new WindowEvents(host, window);
    this.#autoPaging = new AutoPaging(host, pages);
    this.#refresh = new AutoRefresh(this, { window, pages, navigator });
    this.#scrubber = new MonthScrubber(this, navigator);
    this.#deepLinks = new DeepLinks(host, pages, navigator);
    this.#placeKeeper = new PlaceKeeper(host, { window, pages, navigator });
    this.#copyLink = new CopyLink(this, this.#deepLinks);
    this.#lightbox = new LightboxOpener(this);
    this.#icons = new Icons(host);
    new Posters(host);
    this.#textLinks = new TextLinks(host);
    this.#structuredData = new StructuredData(this);
    new KeptHeight(host);
    host.addController(this);
  }

  /** Whether more entries are drawn after the next frame. */
  get isBeginning(): boolean {
    return this.#window.isBeginning;
  }

  /** Resolves when that drawing is scheduled. */
  get rest(): Promise<void> | undefined {
    return this.#window.rest;
  }

  /** For screen readers, while a further page is loading. */
  get progressText(): string | undefined {
    return this.#pages.isLoading ? this.words.loadingMore : undefined;
  }

  hostConnected(): void {
    warnOfKey(this.host.apiKey);
    addEventListener('online', this.#retry);
    document.addEventListener('visibilitychange', this.#checkDay);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#retry);
    document.removeEventListener('visibilitychange', this.#checkDay);
  }

  readonly #retry = (): void => {
    retryBroken(this.host.renderRoot);
    void this.host.firstPage.readHeader();
  };

  /** In a page that was open overnight, yesterday's entries must not be those of today. */
  readonly #checkDay = (): void => {
    if (document.visibilityState === 'visible') this.host.requestUpdate();
  };

  hostUpdate(): void {
    const { host } = this;
    const { list, isServerDrawing } = host;
    this.words = wordsOf(host);
    if (this.#datesKey !== this.#currentDatesKey) {
      this.#datesKey = this.#currentDatesKey;
      this.dates = new Dates(host.locale.language, this.#timeZone);
    }
    if (!isServerDrawing) {
      this.#reflectPage();
      // A jump over entries of an estimated height would count as a layout shift.
      if (host.isLong || host.firstPage.isReturning || this.#deepLinks.isPending)
        this.#window.isUnread = false;
    }
    const { entries } = list;
    const { dates } = this;
    const grouping = groupingOf(host);
    const { round } = list;
    const isOtherStory = this.#groups.update({ entries, dates, grouping, hasMonths: host.scrubber, round });
    this.#scrubber.update(this.#groups.months, isOtherStory);
    this.#window.sync(isServerDrawing || this.#windowEvents.isPrinting);
    this.#textLinks.update(entries.slice(this.#window.from, this.#window.to));
    // With a `base` element, a link that is only a hash leads to another page.
    const hasBase = !isServerDrawing && document.querySelector('base[href]');
    this.#linkStart = hasBase ? pageAddress() : '';
    this.#entryDependencies = [
      this.#linkStart,
      dates,
      dates.today,
      wordsFor(host.locale.language),
      host.words,
      isServerDrawing,
      host.mapUrl,
      host.noMedia,
      host.mediaTexts,
      host.noLinks,
      host.groupBy,
      host.layout,
      host.headingLevel,
      host.showHeader,
      host.list.collection?.name,
      this.#textLinks.find,
      this.#icons.changes,
    ];
  }

  hostUpdated(): void {
    const { host } = this;
    this.#window.settle();
    if (this.isBeginning) return;
    addControls(host.renderRoot);
    this.#autoPaging.update();
    // Space for the page that is loading: enough for its first drawing, and usually to keep the content below out of view.
    const tail = host.renderRoot.querySelector<HTMLElement>('.tail');
    if (tail && this.#window.measure()) {
      const { average } = this.#window;
      const room = Math.max(2 * STEP * average, 2 * innerHeight);
      tail.style.setProperty('min-block-size', `${Math.min(host.list.query.limit * average, room)}px`);
    }
    this.#structuredData.update();
  }

  checkOptional(): AttributeProblem | undefined {
    return checkOptionalAttributes(this.host);
  }

  errorText(error: unknown): string {
    const { errorMessages, wordsLanguage } = this.host;
    return errorText(error, this.words, wordsLanguage, errorMessages);
  }

  refresh(): Promise<number> {
    return this.#refresh.refresh();
  }

  /** The first page is drawn. `place` is set if the shopper returned to the page. */
  async firstPageLoaded(place: ReadingPlace | undefined): Promise<void> {
    const { host } = this;
    const { collection, entries, pagination } = host.list;
    this.#refresh.restart();
    if (!entries.length)
      host.announce(host.querySelector(':scope > [slot=empty]')?.textContent ?? this.words.empty);
    host.dispatchEvent(new CollectionTimelineLoadEvent(collection, entries.length, pagination));
    if (place) {
      this.#deepLinks.skip();
      await this.#placeKeeper.restore(place);
    } else {
      await host.focusKeeper.move('article, .empty');
      await this.#deepLinks.followOnce();
    }
  }

  /** A server's time zone is not the shopper's. */
  get #timeZone(): string | undefined {
    const { timeZone, isServerDrawing } = this.host;
    return timeZone && isTimeZone(timeZone) ? timeZone : isServerDrawing ? 'UTC' : undefined;
  }

  get #currentDatesKey(): string {
    return `${this.host.locale.language} ${this.#timeZone}`;
  }

  /** The shop's language, if the words are English because that language has none. */
  get #contentLanguage(): string | undefined {
    const { locale, wordsLanguage } = this.host;
    return locale.language === wordsLanguage ? undefined : locale.language;
  }

  #groupStart(index: number): number {
    const { groups } = this.#groups;
    return groups[groupAt(groups, index)]?.start ?? 0;
  }

  /** Reflects the state of the further pages to the host, for the theme. */
  #reflectPage(): void {
    const { dataset, firstPage, list } = this.host;
    const { isLoading, error } = this.#pages;
    if (firstPage.isLoading || !list.entries.length) delete dataset['page'];
    else dataset['page'] = isLoading ? 'loading' : error ? 'error' : list.isComplete ? 'end' : 'more';
  }

  #renderEntry(entry: TimelineEntry, icon: Element | undefined): unknown {
    const { host } = this;
    const isCurrent = entry.id === this.#deepLinks.current;
    const note = this.#copyLink.noteFor(entry);
    const draw = () =>
      renderEntry(entry, {
        story: this,
        findLinks: this.#textLinks.find,
        icon,
        language: this.#contentLanguage,
        isCurrent,
        linkStart: this.#linkStart,
        note,
        enlarge: (...picture) => void this.#lightbox.open(...picture),
        played: (each, { url }) => host.dispatchEvent(new CollectionTimelineMediaOpenEvent('', each, url)),
        copyLink: (event, each) => void this.#copyLink.copy(event, each),
      });
    return guard([entry, ...this.#entryDependencies, isCurrent, note, icon], draw);
  }

  render(): TemplateResult {
    const { isLoading, error } = this.#pages;
    return renderStory({
      story: this,
      window: this.#window,
      groups: this.#groups.groups,
      icons: this.#icons.byType,
      scrubber: this.#scrubber.render(),
      language: this.#contentLanguage,
      isLoadingMore: isLoading,
      pageError: error ? this.errorText(error) : undefined,
      renderEntry: (entry, icon) => this.#renderEntry(entry, icon),
      loadMore: this.#pages.loadForShopper,
      skip: () => focusAfter(this.host.renderRoot),
      showFresh: (event) => void this.#refresh.showFresh(event),
    });
  }
}
