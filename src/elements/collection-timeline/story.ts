/**
 * The story itself: how entries are drawn, and what a shopper does with them. A file of its own, which is asked for
 * together with the first entries. The build gives it the element's own Lit, and copies of small functions.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ApiError } from '../../api/errors.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { warnOfKey } from '../shared/api-key.ts';
import { errorText } from '../shared/error-text.ts';
import type { CommonWords } from '../shared/locale.ts';
import { fill, type Locale } from '../shared/locale.ts';
import type { AttributeProblem } from '../shared/storefront-element.ts';
import type { Schema } from '../../api/schema.ts';
import { collectionTimeline, commonLater } from '../../locales/en.ts';
import {
  checkMinor,
  groupingOf,
  isTimeZone,
  LEAST_INTERVAL,
  shownParts,
} from './collection-timeline.attributes.ts';
import type { CollectionTimelineController } from './collection-timeline.controller.ts';
import {
  CollectionTimelineCopyEvent,
  CollectionTimelineEntrySelectEvent,
  CollectionTimelineLoadEvent,
  CollectionTimelineMediaCloseEvent,
  CollectionTimelineMediaOpenEvent,
  CollectionTimelinePageBeforeEvent,
  CollectionTimelinePageEvent,
  CollectionTimelineRefreshEvent,
} from './collection-timeline.events.ts';
import type { CollectionTimeline } from './collection-timeline.ts';
import { Dates, type Grouping } from './dates.ts';
import { hasLink, renderEntry, renderHeader, typeName } from './entry.ts';
import { Description } from './description.ts';
import { type EntryGroup, groupAt, groupEntries } from './groups.ts';
import type { TextPiece } from './links.ts';
import { addControls, type Medium } from './media.ts';
import { Pages } from './pages.ts';
import { keepPlace, type Place } from './place.ts';
import { EntryWindow, scrollerOf } from './window.ts';

export { styles } from './story.styles.ts';

/** A screen before the end, in a box that scrolls too. */
const NEAR = { rootMargin: '100%', scrollMargin: '100%' };

/** What shoppers do before they scroll far at once. All has its height by then: what stands after the story must not move. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** How long "copied" stands, in milliseconds. */
const NOTE = 4000;

type StoryWords = Record<keyof typeof collectionTimeline | keyof CommonWords, string>;

/** What the element lends. */
export interface StoryHost {
  element: CollectionTimeline;
  reader: CollectionTimelineController;
  /** What the page gives is checked by the same as what the service sends. */
  schemas: { collection: Schema<Collection>; entries: Schema<TimelineEntry[]> };
  /** The words, and where the shopper is. */
  t: () => StoryWords;
  locale: () => Locale;
  /** The words of the shopper's language, if it is not English. */
  foreign: () => unknown;
  isFromServer: () => boolean;
  /** Where the shopper was, if the first page was asked for with it. */
  placeKey: () => string;
  failed: (error: ApiError) => void;
  actedOn: (event: Event) => void;
  focusPart: (selector: string) => Promise<void>;
}

export class Story {
  /** The words: in English where the element, which knows only its first ones, has no others. */
  t!: StoryWords;
  /** What is read out. What was said stays there, because what is put back is read out again. */
  news = '';
  /** What of that which the page gives is wrong. */
  wrong: '' | 'entries' | 'collection' = '';

  readonly #host: StoryHost;
  readonly #element: CollectionTimeline;
  readonly #reader: CollectionTimelineController;
  readonly #pages: Pages;
  readonly #window: EntryWindow;
  readonly #description = new Description();

  #checked: readonly unknown[] = [];
  #dates!: Dates;
  #datesFor = '';
  #groups: readonly EntryGroup[] = [];
  #months: readonly EntryGroup[] = [];
  #groupedFor: readonly unknown[] = [];
  #month = 0;
  #firstGrouped: TimelineEntry | undefined;
  /** Where the page stood when the slider had moved it: as long as it stands there, the slider does. */
  #scrubbed: { scroller: Element; top: number } | undefined;
  #findLinks: ((text: string) => TextPiece[]) | undefined;
  #areLinksAsked = false;
  #current: number | undefined;
  /** The link that was followed last. */
  #followed = '';
  /** What became of copying a link, and of which entry. */
  #copied: { id: number; text: string } | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the shopper asked for the page that is under way. */
  #isAsked = false;
  #isPrinting = false;
  /** Whether the shopper did something in the story. */
  #isUsed = false;
  #near: IntersectionObserver | undefined;
  #sizes: ResizeObserver | undefined;
  #scrollRoots: Node[] = [];
  #watched: Element | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = Date.now();
  /** What the entries are drawn with; when one of it changes, all are drawn anew. */
  #drawnWith: readonly unknown[] = [];

  constructor(host: StoryHost) {
    this.#host = host;
    this.#element = host.element;
    this.#reader = host.reader;
    const draw = () => {
      this.#element.requestUpdate();
      return this.#element.updateComplete;
    };
    this.#pages = new Pages(host.reader, {
      draw,
      mayLoadPage: () => this.#dispatch(new CollectionTimelinePageBeforeEvent(this.#entries.length)),
      pageLoaded: (first) => this.#onPage(first),
      refreshed: (count) => {
        if (count) this.#say(fill(this.t.fresh, { count }));
        this.#dispatch(new CollectionTimelineRefreshEvent(count));
      },
      failed: (error, isQuiet) => {
        this.#host.failed(error);
        // A page that came by itself, or did not, moves nobody.
        if (!isQuiet && this.#isAsked) void this.#host.focusPart('.foot .button');
        this.#isAsked = false;
      },
    });
    this.#window = new EntryWindow({
      root: () => this.#root,
      count: () => this.#entries.length,
      groupStart: (place) => this.#groups[groupAt(this.#groups, place)]?.start ?? 0,
      draw: () => this.#element.requestUpdate(),
      moved: (place) => this.#onMove(place),
    });
  }

  get #entries(): readonly TimelineEntry[] {
    return this.#reader.entries;
  }

  get #root(): ShadowRoot {
    return this.#element.renderRoot as ShadowRoot;
  }

  get #isReady(): boolean {
    return this.#element.state === 'ready';
  }

  #dispatch(event: Event): boolean {
    return this.#element.dispatchEvent(event);
  }

  /** Whether what comes after what is in view is still to be drawn. */
  get isBeginning(): boolean {
    return this.#window.isBeginning;
  }

  /** Done when the drawing is asked for that has it; else undefined. */
  get rest(): Promise<void> | undefined {
    return this.#window.rest;
  }

  /** Looks for new entries once. They are offered to the shopper, and shown when asked for. Gives their number. */
  refresh(): Promise<number> {
    this.#refreshedAt = Date.now();
    return this.#pages.refresh();
  }

  connect(): void {
    const element = this.#element;
    warnOfKey(element.apiKey);
    // What scrolls in a shadow root is not heard outside of it.
    for (const root of (this.#scrollRoots = [document, element.getRootNode()]))
      root.addEventListener('scroll', this.#window.schedule, { capture: true, passive: true });
    for (const sign of SIGNS) document.addEventListener(sign, this.#window.layOut, true);
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#sizes = new ResizeObserver(() => this.#window.resized(element.clientWidth));
    this.#sizes.observe(element);
    addEventListener('hashchange', this.#followLink);
    addEventListener('pagehide', this.#keepPlace);
    element.addEventListener('click', this.#use);
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#print);
    this.#watched = null;
    this.#near = new IntersectionObserver((seen) => this.#onNear(seen.at(-1)!.isIntersecting), NEAR);
  }

  disconnect(): void {
    for (const root of this.#scrollRoots)
      root.removeEventListener('scroll', this.#window.schedule, { capture: true });
    for (const sign of SIGNS) document.removeEventListener(sign, this.#window.layOut, true);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#sizes?.disconnect();
    removeEventListener('hashchange', this.#followLink);
    removeEventListener('pagehide', this.#keepPlace);
    this.#element.removeEventListener('click', this.#use);
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#print);
    this.#near?.disconnect();
    this.#window.stop();
    this.#planRefresh();
    void this.#description.update(undefined);
    this.#root.querySelector('dialog')?.close();
  }

  /** What is wrong with what the page gives, and with attributes that it can do without. */
  checkAttributes(
    entries: readonly TimelineEntry[] | undefined,
    collection: Collection | undefined,
  ): AttributeProblem | undefined {
    const given = this.#checkGiven(entries, collection);
    return given && !given.isMinor ? given : (checkMinor(this.#element) ?? given);
  }

  /** It is looked at once. */
  #checkGiven(
    entries: readonly TimelineEntry[] | undefined,
    collection: Collection | undefined,
  ): AttributeProblem | undefined {
    const given = [entries, collection];
    if (given.some((value, index) => value !== this.#checked[index])) {
      this.#checked = given;
      const { schemas } = this.#host;
      this.wrong =
        (entries && schemas.entries(entries) && 'entries') ||
        (collection && schemas.collection(collection) && 'collection') ||
        '';
    }
    if (!this.wrong) return undefined;
    const isMinor = this.wrong === 'collection';
    const allowed = isMinor ? 'a JSON object, a collection' : 'a JSON array of timeline entries';
    return { attribute: this.wrong, allowed, isMinor };
  }

  willUpdate(): void {
    const { groupBy, mapUrl, noMedia, timeZone, words } = this.#element;
    const { language } = this.#host.locale();
    const isFromServer = this.#host.isFromServer();
    this.t = { ...commonLater, ...collectionTimeline, ...this.#host.t() };
    // Where a server drew, its time zone is not the shopper's.
    const zone = timeZone && isTimeZone(timeZone) ? timeZone : isFromServer ? 'UTC' : undefined;
    if (this.#datesFor !== `${language} ${zone}`) {
      this.#datesFor = `${language} ${zone}`;
      this.#dates = new Dates(language, zone);
    }
    // A server's elements have no data of their own.
    if (!isFromServer) this.#tellPage();
    this.#group();
    this.#window.sync(isFromServer || this.#isPrinting);
    if (
      !this.#areLinksAsked &&
      'document' in globalThis &&
      this.#drawn.some(({ content }) => hasLink(content))
    )
      void this.#askLinks();
    this.#drawnWith = [
      this.#dates,
      this.#dates.today,
      this.#host.foreign(),
      words,
      isFromServer,
      mapUrl,
      noMedia,
      groupBy,
      this.#findLinks,
    ];
  }

  /** What is there and what comes next, on the host for the theme. */
  #tellPage(): void {
    const { complete, loading, loadingMore, pageError } = this.#reader;
    const page = loadingMore ? 'loading' : pageError ? 'error' : complete ? 'end' : 'more';
    if (loading || !this.#entries.length) delete this.#element.dataset['page'];
    else this.#element.dataset['page'] = page;
  }

  updated(changed: PropertyValues): void {
    this.#window.settle();
    if (this.isBeginning) return;
    addControls(this.#root);
    const { limit, paging } = this.#element;
    const { loading, pageError, stalled } = this.#reader;
    const isAuto = paging !== 'button' && !loading && !pageError && !stalled;
    const foot = isAuto ? this.#root.querySelector('.foot') : null;
    if (foot !== this.#watched) {
      this.#near?.disconnect();
      if (foot) this.#near?.observe(foot);
      this.#watched = foot;
    }
    // As high as a page will be.
    const tail = this.#root.querySelector<HTMLElement>('.tail');
    if (tail && this.#window.measure())
      tail.style.setProperty('min-block-size', `${(limit ?? 0) * this.#window.average}px`);
    if (!this.#refreshTimer || changed.has('refreshInterval')) this.#planRefresh();
    this.#describe();
  }

  /** The first page is there. `kept`: where the shopper was, who is back. */
  async loaded(kept: Place | undefined): Promise<void> {
    this.#refreshedAt = Date.now();
    this.#pages.failures = 0;
    const { collection, pagination } = this.#reader;
    this.#dispatch(new CollectionTimelineLoadEvent(collection, this.#entries.length, pagination));
    if (!kept) {
      await this.#host.focusPart('article, .empty');
      // Once: who has changed what is shown meanwhile is not led back.
      if (location.hash !== this.#followed) await this.#follow();
      return;
    }
    this.#isUsed = true;
    this.#followed = location.hash;
    const place = await this.#pages.find(kept.id, kept.count);
    const article = place === undefined ? undefined : await this.#goTo(place);
    if (article)
      scrollerOf(article).scrollBy({
        top: article.getBoundingClientRect().top - kept.top,
        behavior: 'instant',
      });
  }

  // What is drawn.

  get #drawn(): readonly TimelineEntry[] {
    return this.#entries.slice(this.#window.from, this.#window.to);
  }

  /** The groups and months, where they are shown and something has changed. */
  #group(): void {
    const entries = this.#entries;
    const by = groupingOf(this.#element);
    const { scrubber } = this.#element;
    const now = [entries, by, scrubber, this.#dates];
    if (now.every((value, index) => value === this.#groupedFor[index])) return;
    // Another story begins at its first month.
    if (entries[0] !== this.#firstGrouped) this.#month = 0;
    this.#firstGrouped = entries[0];
    this.#groupedFor = now;
    const groupsBy = (each: Grouping) => groupEntries(entries, (entry) => this.#dates.groupOf(entry, each));
    this.#groups = by ? groupsBy(by) : [{ key: '', start: 0, end: entries.length }];
    this.#months = scrubber ? (by === 'month' ? this.#groups : groupsBy('month')) : [];
  }

  /** Texts are shown at once; their links follow when what finds them is loaded. */
  async #askLinks(): Promise<void> {
    this.#areLinksAsked = true;
    try {
      const { findLinks } = await import('./links.ts');
      this.#findLinks = findLinks;
      this.#element.requestUpdate();
    } catch {
      // The text is there, and its addresses can be copied.
    }
  }

  // Where the shopper is.

  #onPage(first: TimelineEntry | undefined): void {
    const { complete, entries, pagination } = this.#reader;
    this.#dispatch(new CollectionTimelinePageEvent(entries.length, complete, pagination));
    this.#say(fill(this.t.shown, { count: entries.length }));
    // Reading goes on at the first new entry, or at the words that say there is none.
    if (this.#isAsked)
      void this.#host.focusPart(first ? `#entry-${CSS.escape(String(first.id))}` : '.end, .foot .button');
    this.#isAsked = false;
  }

  readonly #onNear = (isNear: boolean): void => {
    if (isNear && this.#element.paging !== 'button' && this.#isReady) void this.#pages.more();
  };

  #onMove(place: number): void {
    const month = this.#months.length && groupAt(this.#months, place);
    const { scroller, top } = this.#scrubbed ?? {};
    if (month === this.#month || (scroller && scroller.scrollTop === top)) return;
    this.#scrubbed = undefined;
    this.#month = month;
    this.#element.requestUpdate();
  }

  /** Draws an entry, and scrolls to it. */
  async #goTo(place: number): Promise<HTMLElement | undefined> {
    const id = this.#entries[place]?.id;
    this.#window.show(place);
    await this.#element.updateComplete;
    const article = this.#root.querySelector<HTMLElement>(`#entry-${CSS.escape(String(id))}`) ?? undefined;
    article?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return article;
  }

  /** Shows the entry that the page's address names. */
  readonly #followLink = (): void => void this.#follow();

  async #follow(): Promise<void> {
    const { hash } = location;
    const id = Number(/^#entry-(.+)$/.exec(hash)?.[1] ?? NaN);
    if (!this.#isReady || !this.#element.isConnected) return;
    this.#followed = hash;
    this.#current = undefined;
    this.#element.requestUpdate();
    if (Number.isNaN(id)) return;
    const place = await this.#pages.find(id);
    const entry = place === undefined ? undefined : this.#entries[place];
    // Another link may have been followed while its page was loaded.
    if (!entry || hash !== location.hash) return;
    this.#current = id;
    this.#element.requestUpdate();
    const article = await this.#goTo(place!);
    article?.focus({ preventScroll: true });
    this.#dispatch(new CollectionTimelineEntrySelectEvent(entry));
  }

  async #scrub(place: number): Promise<void> {
    const article = await this.#goTo(place);
    const scroller = article && scrollerOf(article);
    // A last month that is short cannot come to the upper edge, and is the one that was asked for.
    this.#scrubbed = scroller && { scroller, top: scroller.scrollTop };
  }

  /** Nothing is stored for those who only read: with the first click they use the story. */
  readonly #use = (): void => void (this.#isUsed = true);

  readonly #keepPlace = (): void => {
    const element = this.#element;
    // Where nothing is shown, nothing is in view.
    if (!this.#isReady || !element.getClientRects().length) return;
    const place = this.#window.inView();
    const top = this.#window.items[place - this.#window.from]?.getBoundingClientRect().top;
    // Nobody has read on yet: the way back begins where the page does.
    const isBegun = this.#isUsed && top !== undefined && (place > 0 || top < 0);
    const { length } = this.#entries;
    const kept = isBegun ? { id: this.#entries[place]!.id, top, count: length } : undefined;
    keepPlace(element, this.#host.placeKey(), kept);
  };

  /** On paper there is no scrolling: all that is loaded is drawn. */
  readonly #print = ({ type }: Event): void => {
    this.#isPrinting = type === 'beforeprint';
    // What is out of view is on paper too.
    this.#window.layOut();
    if (!this.#isPrinting) this.#window.reset();
    this.#element.requestUpdate();
    (this.#element as unknown as { performUpdate(): void }).performUpdate();
  };

  // What came in since.

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.#keepPlace();
    this.#planRefresh();
  };

  #planRefresh(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    const seconds = this.#element.refreshInterval ?? 0;
    if (!(seconds >= LEAST_INTERVAL) || !this.#element.isConnected || document.visibilityState === 'hidden')
      return;
    // A service that does not answer is asked less often; and timers take no more than 31 bits.
    const pause = Math.min(seconds * 2 ** Math.min(this.#pages.failures, 5) * 1000, 2 ** 31 - 1);
    const wait = this.#refreshedAt + pause - Date.now();
    this.#refreshTimer = setTimeout(
      () => {
        void this.refresh().then(() => this.#planRefresh());
      },
      Math.max(0, wait),
    );
  }

  readonly #showFresh = async (event: Event): Promise<void> => {
    this.#host.actedOn(event);
    const place = this.#pages.showFresh();
    this.news = '';
    if (place === undefined) return;
    if (!place) this.#window.reset();
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const article = await this.#goTo(place);
    article?.focus({ preventScroll: true });
  };

  // What the shopper does with an entry.

  async #copy(event: MouseEvent, entry: TimelineEntry): Promise<void> {
    // In a new tab or window it is a link like any other.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!this.#dispatch(new CollectionTimelineCopyEvent('-before', entry))) return;
    const hash = `#entry-${entry.id}`;
    try {
      await navigator.clipboard.writeText(`${location.href.split('#')[0]!}${hash}`);
      this.#copied = { id: entry.id, text: this.t.copied };
      this.#dispatch(new CollectionTimelineCopyEvent('', entry));
    } catch {
      // No permission, or no secure context: there the shopper can copy it by hand.
      history.replaceState(history.state, '', hash);
      this.#copied = { id: entry.id, text: this.t.copyFailed };
    }
    this.#say(this.#copied.text);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => {
      this.#copied = undefined;
      this.#element.requestUpdate();
    }, NOTE);
  }

  async #enlarge(
    event: Event,
    entry: TimelineEntry,
    media: readonly Medium[],
    medium: Medium,
  ): Promise<void> {
    this.#host.actedOn(event);
    const { url } = medium;
    if (!this.#dispatch(new CollectionTimelineMediaOpenEvent('-before', entry, url))) return;
    // What shows it here may not come; the browser can show it too.
    const lightbox = await import('./lightbox.ts').catch(() => undefined);
    const root = this.#root;
    if (!lightbox) return void open(url, '_blank', 'noopener');
    if (!this.#element.isConnected || root.querySelector('dialog')) return;
    const box = root.querySelector('.container')!;
    lightbox.openLightbox(root, {
      slides: media,
      index: media.indexOf(medium),
      title: entry.title || this.t.image,
      words: this.t,
      lang: box.getAttribute('lang')!,
      isToTheLeft: getComputedStyle(box).direction === 'rtl',
      closed: () => this.#dispatch(new CollectionTimelineMediaCloseEvent()),
    });
    this.#dispatch(new CollectionTimelineMediaOpenEvent('', entry, url));
  }

  /** In the page's head, for search engines. */
  #describe(): void {
    const entries = this.#entries;
    void this.#description.update(
      this.#element.jsonLd && this.#element.isConnected && entries.length
        ? { collection: this.#reader.collection, entries, dates: this.#dates }
        : undefined,
    );
  }

  /** The shop's language, where the element has no words in it: its texts and dates are not English. */
  get #contentLanguage(): string | undefined {
    const { language } = this.#host.locale();
    return this.#host.foreign() || language.startsWith('en') ? undefined : language;
  }

  errorText(error: ApiError): string {
    return errorText(error, this.t, this.#host.locale().language, this.#element.errorMessages);
  }

  // The drawing.

  #renderEntry(entry: TimelineEntry, place: number, icons: ReadonlyMap<string, Element>): TemplateResult {
    const { mapUrl, noMedia } = this.#element;
    const isCurrent = entry.id === this.#current;
    const note = this.#copied?.id === entry.id ? this.#copied.text : '';
    const icon = icons.get(typeName(entry.type));
    const { complete, entries } = this.#reader;
    // A list that is only partly drawn has to say where an entry stands.
    const isPart = this.#window.isPart;
    const size = isPart ? (complete ? entries.length : -1) : 0;
    const draw = () =>
      renderEntry(entry, {
        t: this.t,
        dates: this.#dates,
        mapUrl: mapUrl ?? '',
        noMedia,
        isGrouped: Boolean(groupingOf(this.#element)),
        findLinks: this.#findLinks,
        icon,
        isFromServer: this.#host.isFromServer(),
        language: this.#contentLanguage,
        isCurrent,
        note,
        enlarge: (...args) => void this.#enlarge(...args),
        played: (each, medium) => this.#dispatch(new CollectionTimelineMediaOpenEvent('', each, medium.url)),
        copy: (event, each) => void this.#copy(event, each),
      });
    return html`<li
      class="item"
      aria-posinset=${isPart ? place + 1 : nothing}
      aria-setsize=${size || nothing}
    >
      ${guard([entry, ...this.#drawnWith, isCurrent, note, icon], draw)}
    </li>`;
  }

  /** The lists have no boxes of their own: one that began further down than before would count as a layout shift. */
  #renderList(
    { start, end }: EntryGroup,
    icons: ReadonlyMap<string, Element>,
    label: string,
    heading?: string,
  ) {
    const from = Math.max(start, this.#window.from);
    return html`<ol role="list" aria-label=${heading ? nothing : label} aria-labelledby=${heading ?? nothing}>
      ${repeat(
        this.#entries.slice(from, Math.min(end, this.#window.to)),
        ({ id }) => id,
        (entry, index) => this.#renderEntry(entry, from + index, icons),
      )}
    </ol>`;
  }

  #renderEntries(label: string) {
    if (!this.#entries.length)
      return html`<slot name="empty"
        ><p part="message" class="empty soft" tabindex="-1">${this.t.empty}</p></slot
      >`;
    const icons = new Map<string, Element>();
    if (!this.#host.isFromServer())
      for (const child of this.#element.children)
        if (child.slot.startsWith('icon-')) icons.set(typeName(child.slot.slice(5)), child);
    const by = groupingOf(this.#element);
    const { from, to, isPart, isUnread, jumps } = this.#window;
    // Lit takes entries out one by one, which takes longer than a frame: after a jump there is another list.
    return html`<div part="entries" class="list ${isPart ? 'partly' : ''} ${isUnread ? 'unread' : ''}">
      <div class="above"></div>
      ${
        by
          ? repeat(
              this.#groups.filter(({ start, end }) => end > from && start < to),
              ({ start }) => `${jumps} ${this.#entries[start]!.id}`,
              (group) => html`
                <h3 part="group-heading" class="group-heading" id="group-${group.start}">
                  ${this.#dates.heading(group.key, by, this.t)}
                </h3>
                ${this.#renderList(group, icons, label, `group-${group.start}`)}
              `,
            )
          : repeat(
              [jumps],
              (jump) => jump,
              () => this.#renderList(this.#groups[0]!, icons, label),
            )
      }
      <div class="below"></div>
    </div>`;
  }

  #renderScrubber() {
    const months = this.#months;
    const at = months[Math.min(this.#month, months.length - 1)];
    if (!this.#element.scrubber || !at) return nothing;
    const month = this.#dates.heading(at.key, 'month', this.t);
    const scrub = ({ target }: Event) => {
      this.#month = Number((target as HTMLInputElement).value);
      this.#element.requestUpdate();
      void this.#scrub(months[this.#month]!.start);
    };
    // With one month there is nothing to choose, but its place: the second comes with a later page.
    return html`<div part="scrubber" class="scrubber ${months.length > 1 ? '' : 'space'}">
      <input
        type="range"
        min="0"
        max=${months.length - 1}
        .value=${String(this.#month)}
        aria-label=${this.t.scrubber}
        aria-valuetext=${month}
        @input=${scrub}
      />
      <span aria-hidden="true">${month}</span>
    </div>`;
  }

  /** One button for more and for another try, so that the focus on it outlives a failure. */
  #renderFoot() {
    const t = this.t;
    const { complete, loadingMore, pageError, pages } = this.#reader;
    const press = (event: Event) => {
      this.#host.actedOn(event);
      void this.#pages.more();
      this.#isAsked = this.#reader.loadingMore;
    };
    const words = pageError ? 'retry' : loadingMore ? 'loadingMore' : 'more';
    return html`<div class="foot">
      <p part="message" class=${pageError ? 'message error' : 'unseen'} role="status">
        ${pageError ? this.errorText(pageError) : nothing}
      </p>
      ${
        complete && !pageError
          ? pages > 1
            ? html`<p part="end" class="end soft" tabindex="-1"><slot name="end">${t.end}</slot></p>`
            : nothing
          : html`<button
              part="button"
              class="button quiet"
              type="button"
              aria-disabled=${loadingMore ? 'true' : 'false'}
              @click=${press}
            >
              <span><slot name=${words}>${t[words]}</slot></span>
            </button>`
      }
    </div>`;
  }

  /** Has something read out. */
  #say(news: string): void {
    this.news = news;
    this.#element.requestUpdate();
  }

  /** From the header to the foot. */
  render(): TemplateResult {
    const t = this.t;
    const { collection, fresh, loadingMore, pages, rounds } = this.#reader;
    const parts = shownParts(this.#element);
    const hasHeader = collection && !parts.includes('none');
    const context = {
      t,
      dates: this.#dates,
      noMedia: this.#element.noMedia,
      language: this.#contentLanguage,
      shows: (part: string) => !parts.length || parts.includes(part),
    };
    return html`
      ${hasHeader ? renderHeader(collection, context) : nothing}
      ${
        fresh.length
          ? html`<div class="notice">
              <button part="fresh" class="button" type="button" @click=${this.#showFresh}>
                <span>${fill(t.fresh, { count: fresh.length })}</span>
              </button>
            </div>`
          : nothing
      }
      ${this.#renderScrubber()} ${this.#renderEntries(collection?.name || t.label)}
      ${repeat(
        // A new one for every page: one that moved down would be a layout shift.
        this.isBeginning ? [] : [`${rounds} ${pages}`],
        (page) => page,
        () => this.#renderFoot(),
      )}
      ${loadingMore ? html`<div class="tail" aria-hidden="true"></div>` : nothing}
    `;
  }
}
