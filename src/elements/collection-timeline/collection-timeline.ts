import { html, nothing, render, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { collectionSchema } from '../../api/collections.ts';
import { timelineEntries } from '../../api/timeline.ts';
import { collectionTimeline } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { property } from '../base/decorators.ts';
import { errorText } from '../base/errors.ts';
import { fill, wordsFor } from '../base/locale.ts';
import { safeUrl } from '../base/safe-url.ts';
import { isServer } from '../base/server.ts';
import {
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  numberAttribute,
  StorefrontElement,
} from '../base/storefront-element.ts';
import {
  CollectionTimelineController,
  MAX_LIMIT,
  type TimelineSource,
} from './collection-timeline.controller.ts';
import {
  CollectionTimelineCopyEvent,
  CollectionTimelineEntrySelectEvent,
  CollectionTimelineErrorEvent,
  CollectionTimelineLoadEvent,
  CollectionTimelineMediaCloseEvent,
  CollectionTimelineMediaOpenEvent,
  CollectionTimelinePageBeforeEvent,
  CollectionTimelinePageEvent,
  CollectionTimelineRefreshEvent,
} from './collection-timeline.events.ts';
import { styles } from './collection-timeline.styles.ts';
import { Dates, type Grouping, groupings } from './dates.ts';
import { headerParts, hasLink, renderEntry, renderHeader, typeName } from './entry.ts';
import { type EntryGroup, groupAt, groupEntries } from './groups.ts';
import type { TextPiece } from './links.ts';
import type { Medium } from './media.ts';
import { KeptPlace, type Place } from './place.ts';
import { EntryWindow, scrollerOf } from './window.ts';

const DEFAULT_LIMIT = 20;

/** A screen before the end, in a box that scrolls too. */
const NEAR = { rootMargin: '100%', scrollMargin: '100%' };

/** How long "copied" stands, in milliseconds. */
const NOTE = 4000;

/** Seconds; less would be a burden on the service. */
const LEAST_INTERVAL = 5;

const layouts = ['feed', 'compact', 'alternating', 'cards'] as const;
const orders = ['asc', 'desc'] as const;
const pagings = ['auto', 'button'] as const;

export type CollectionTimelineState = 'loading' | 'ready' | 'empty' | 'error' | 'misconfigured';

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.includes(value as T);

/**
 * @summary A shopper reads the story of a product collection, with pictures, video and galleries.
 *
 * @tagname collection-timeline
 *
 * @fires {CollectionTimelineLoadEvent} collection-timeline-load - The first page is there, or the timeline is empty.
 * @fires {CollectionTimelinePageBeforeEvent} collection-timeline-page-before - A further page is about to be asked for; cancelable.
 * @fires {CollectionTimelinePageEvent} collection-timeline-page - A further page is there.
 * @fires {CollectionTimelineRefreshEvent} collection-timeline-refresh - The service was asked for new entries.
 * @fires {CollectionTimelineErrorEvent} collection-timeline-error - The collection or a page could not be loaded.
 * @fires {CollectionTimelineEntrySelectEvent} collection-timeline-entry-select - The shopper came to an entry by its link.
 * @fires {CollectionTimelineCopyEvent} collection-timeline-copy-before - The link to an entry is about to be copied; cancelable.
 * @fires {CollectionTimelineCopyEvent} collection-timeline-copy - The clipboard took the link.
 * @fires {CollectionTimelineMediaOpenEvent} collection-timeline-media-open-before - A picture is about to be shown in full; cancelable.
 * @fires {CollectionTimelineMediaOpenEvent} collection-timeline-media-open - A picture is shown in full, or a film plays.
 * @fires {CollectionTimelineMediaCloseEvent} collection-timeline-media-close - The shopper went back to the timeline.
 *
 * @slot empty - In place of the words for a timeline without entries.
 * @slot end - In place of the words after the last entry.
 * @slot more - In place of the words on the button for more entries.
 * @slot retry - In place of the words on the button for another try.
 * @slot unavailable - In place of what is shown while the attributes are wrong.
 * @slot icon-{type} - An icon for the entries of a type, or a template with one; each entry gets a copy.
 *
 * @csspart header - The collection's header.
 * @csspart name - The collection's name.
 * @csspart launch-date - The day of the collection's launch.
 * @csspart description - The collection's description.
 * @csspart keywords - The collection's keywords.
 * @csspart keyword - One of them.
 * @csspart scrubber - The slider over the months, and the month it is at.
 * @csspart fresh - The button that shows new entries.
 * @csspart entries - All entries.
 * @csspart group-heading - The heading over the entries of a day, month or year, which stays in view.
 * @csspart entry - One entry; also `entry-{type}` with the type that the service sent, and `entry-current` for the one that a link led to.
 * @csspart icon - The page's icon for the entry's type.
 * @csspart date - An entry's date.
 * @csspart location - An entry's place.
 * @csspart link - The link to an entry, which copies itself.
 * @csspart title - An entry's title.
 * @csspart content - An entry's text.
 * @csspart image - A picture.
 * @csspart enlarge - The button around a picture that shows it in full.
 * @csspart video - A video.
 * @csspart gallery - The row of a gallery's items.
 * @csspart previous - The button for the item before, in a gallery and in the lightbox.
 * @csspart next - The button for the item after.
 * @csspart attachment - A link to a gallery item that is neither picture nor video.
 * @csspart lightbox - The dialog with pictures in full.
 * @csspart caption - The words under a picture in full.
 * @csspart close - The button that closes the dialog.
 * @csspart end - The words after the last entry, once there was more than one page.
 * @csspart button - The button for more entries or another try.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the dots and buttons. Default: the text colour.
 * @cssprop --storefront-media-background - Behind pictures that are not there yet.
 * @cssprop --storefront-sticky-top - Where headings stay in view: the height of a shop's own fixed bar. Default: 0px.
 * @cssprop --storefront-surface - The page's background, behind what stays in view. Default: Canvas.
 * @cssprop --storefront-reserve - The height that is kept while it loads and never given up. Default: one screen.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class CollectionTimeline extends StorefrontElement<'collectionTimeline'> {
  static override styles = [baseStyles, styles];

  /** The collection whose header and timeline are shown. */
  @property({ attribute: 'collection-id' }) collectionId: Maybe<string> = '';

  /** The slug of the collection whose timeline is shown; without `collection-id` there is no header. */
  @property({ attribute: 'collection-slug' }) collectionSlug: Maybe<string> = '';

  /** The token whose timeline is shown, a whole number above 0. */
  @property({ attribute: 'token-id', converter: numberAttribute }) tokenId: Maybe<number>;

  /** The first and last date of the entries, sent as given: the service document does not show their format. */
  @property({ attribute: 'min-date' }) minDate: Maybe<string> = '';
  @property({ attribute: 'max-date' }) maxDate: Maybe<string> = '';

  /** `asc` or `desc`; without it the service's own order. */
  @property() order: Maybe<string> = '';

  /** What the service orders by, sent as given: the service document does not show the values. */
  @property({ attribute: 'order-by' }) orderBy: Maybe<string> = '';

  /** How many entries a page has, 1 to 1000. */
  @property({ converter: numberAttribute }) limit: Maybe<number> = DEFAULT_LIMIT;

  /** Sends `include_count`. What the service answers to it is not shown; it is in the events' `pagination`. */
  @property({ attribute: 'include-count', type: Boolean }) includeCount = false;

  /** `feed`, `compact`, `alternating` or `cards`. */
  @property() layout: Maybe<string> = 'feed';

  /** `day`, `month` or `year`: a heading over the entries of each. */
  @property({ attribute: 'group-by' }) groupBy: Maybe<string> = '';

  /** Whether there is a slider over the months. */
  @property({ type: Boolean }) scrubber = false;

  /** What the header shows, of `media name description launch-date keywords`; `none` for no header. Default: all. */
  @property({ attribute: 'show-header' }) showHeader: Maybe<string> = '';

  /** The IANA time zone of dates, such as `Europe/Berlin`; without it the browser's. */
  @property({ attribute: 'time-zone' }) timeZone: Maybe<string> = '';

  /** Where an entry's place leads: an address with `{location}` in it. */
  @property({ attribute: 'map-url' }) mapUrl: Maybe<string> = '';

  /** Whether pictures, videos and galleries are left out. */
  @property({ attribute: 'no-media', type: Boolean }) noMedia = false;

  /** `auto`: the next page is loaded when the end comes near; `button`: when the shopper asks for it. */
  @property() paging: Maybe<string> = 'auto';

  /** Seconds between looks for new entries, 5 at least, while the page is seen; without it there are none. */
  @property({ attribute: 'refresh-interval', converter: numberAttribute }) refreshInterval: Maybe<number>;

  /** Whether the page's head tells search engines of the entries. */
  @property({ attribute: 'json-ld', type: Boolean }) jsonLd = false;

  /** Whether the shopper's place is forgotten when the page is left. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  protected override readonly english = ['collectionTimeline', collectionTimeline] as const;

  readonly #timeline = new CollectionTimelineController({
    client: () => this.client,
    isConnected: () => this.isConnected,
    source: () => this.#source,
    given: () => ({
      collection: this.#wrong === 'collection' ? undefined : this.#givenCollection,
      entries: this.#givenEntries,
    }),
    startWith: () =>
      (this.#kept = this.noStorage || this.#isBack ? undefined : this.#keeper.take())?.count ?? 0,
    draw: () => {
      this.requestUpdate();
      return this.updateComplete;
    },
    loaded: () => void this.#onLoad(),
    mayLoadPage: () => this.dispatchEvent(new CollectionTimelinePageBeforeEvent(this.entries.length)),
    pageLoaded: (first) => this.#onPage(first),
    refreshed: (count) => {
      if (count) this.#say(fill(this.t.fresh, { count }));
      this.dispatchEvent(new CollectionTimelineRefreshEvent(count));
    },
    failed: (error, isQuiet) => {
      this.dispatchEvent(new CollectionTimelineErrorEvent(error));
      // A page that came by itself, or did not, moves nobody.
      if (!isQuiet && (this.#isAsked || this.#timeline.error)) void this.focusPart('.foot .button');
      this.#isAsked = false;
    },
  });
  readonly #window = new EntryWindow({
    root: () => this.renderRoot as ShadowRoot,
    count: () => this.entries.length,
    groupStart: (place) => this.#groups[groupAt(this.#groups, place)]?.start ?? 0,
    draw: () => this.requestUpdate(),
    moved: (place) => this.#onMove(place),
  });

  #givenEntries: readonly TimelineEntry[] | undefined;
  #givenCollection: Collection | undefined;
  /** What was looked at last of what the page gives, and which of it is wrong. */
  #checked: readonly unknown[] = [];
  #wrong: '' | 'entries' | 'collection' = '';

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
  #news = '';
  /** What became of copying a link, and of which entry. */
  #copied: { id: number; text: string } | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #kept: Place | undefined;
  /** Whether the way back has been gone. */
  #isBack = false;
  /** Whether the shopper asked for the page that is under way. */
  #isAsked = false;
  #isPrinting = false;
  #near: IntersectionObserver | undefined;
  #sizes!: ResizeObserver;
  #scrollRoots: Node[] = [];
  #watched: Element | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = Date.now();
  #described: HTMLScriptElement | undefined;
  #describedFor: readonly TimelineEntry[] | undefined;
  /** What the entries are drawn with; when one of it changes, all are drawn anew. */
  #drawnWith: readonly unknown[] = [];

  override get state(): CollectionTimelineState {
    if (!this.client && !this.isAlone()) return 'misconfigured';
    if (this.#wrong === 'entries') return 'misconfigured';
    if (this.#timeline.loading) return 'loading';
    if (this.#timeline.error) return 'error';
    return this.entries.length ? 'ready' : 'empty';
  }

  /** The collection: where `collection-id` asked for it, or as the page gives it. */
  @property({ converter: jsonAttribute, hasChanged: () => true })
  set collection(collection: Maybe<Collection>) {
    this.#givenCollection = collection ?? undefined;
  }
  get collection(): Collection | undefined {
    return this.#timeline.collection;
  }

  /**
   * The entries that are loaded. A page that has them already gives them here (as an attribute, JSON): they are shown
   * at once, and are the first page where there is a source to load more from.
   */
  @property({ converter: jsonAttribute, hasChanged: () => true })
  set entries(entries: Maybe<readonly TimelineEntry[]>) {
    this.#givenEntries = entries ?? undefined;
  }
  get entries(): readonly TimelineEntry[] {
    return this.#timeline.entries;
  }

  protected override isAlone(): boolean {
    return Boolean(this.#givenEntries) && !this.baseUrl;
  }

  /** Looks for new entries once. They are offered to the shopper, and shown when asked for. Gives their number. */
  refresh(): Promise<number> {
    this.#refreshedAt = Date.now();
    return this.#timeline.refresh();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What scrolls in a shadow root is not heard outside of it.
    for (const root of (this.#scrollRoots = [document, this.getRootNode()]))
      root.addEventListener('scroll', this.#window.schedule, { capture: true, passive: true });
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#sizes = new ResizeObserver(() => this.#window.resized(this.clientWidth));
    this.#sizes.observe(this);
    addEventListener('hashchange', this.#followLink);
    addEventListener('pagehide', this.#keepPlace);
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#print);
    this.#watched = null;
    this.#near = new IntersectionObserver((seen) => this.#onNear(seen.at(-1)!.isIntersecting), NEAR);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const root of this.#scrollRoots)
      root.removeEventListener('scroll', this.#window.schedule, { capture: true });
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#sizes.disconnect();
    removeEventListener('hashchange', this.#followLink);
    removeEventListener('pagehide', this.#keepPlace);
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#print);
    this.#near?.disconnect();
    this.#window.stop();
    this.#planRefresh();
    this.#described?.remove();
    this.#describedFor = undefined;
    this.renderRoot.querySelector('dialog')?.close();
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    const { tokenId, refreshInterval } = this;
    const limit = this.limit ?? DEFAULT_LIMIT;
    const isMinor = true;
    const given = this.#checkGiven();
    if (given && !given.isMinor) return given;
    if (
      !this.collectionId &&
      !this.collectionSlug &&
      (tokenId ?? undefined) === undefined &&
      !this.#givenEntries
    )
      return { attribute: 'collection-id', allowed: 'given, or collection-slug or token-id instead' };
    if (typeof tokenId === 'number' && !(Number.isSafeInteger(tokenId) && tokenId > 0))
      return { attribute: 'token-id', allowed: 'a whole number above 0' };
    if (!(limit >= 1 && limit <= MAX_LIMIT))
      return { attribute: 'limit', allowed: 'a number from 1 to 1000' };
    for (const [attribute, value, allowed] of [
      ['order', this.order, orders],
      ['layout', this.layout, layouts],
      ['group-by', this.groupBy, groupings],
      ['paging', this.paging, pagings],
    ] as const)
      if (value && !isOneOf<string>(allowed, value))
        return { attribute, allowed: allowed.join(' or '), isMinor };
    if (!((refreshInterval ?? LEAST_INTERVAL) >= LEAST_INTERVAL))
      return {
        attribute: 'refresh-interval',
        allowed: `a number of seconds, ${LEAST_INTERVAL} at least`,
        isMinor,
      };
    if (this.#shownParts.some((part) => part !== 'none' && !isOneOf(headerParts, part)))
      return { attribute: 'show-header', allowed: `none, or some of ${headerParts.join(' ')}`, isMinor };
    if (this.timeZone && !isTimeZone(this.timeZone))
      return { attribute: 'time-zone', allowed: 'an IANA time zone like Europe/Berlin', isMinor };
    if (this.mapUrl && !(this.mapUrl.includes('{location}') && safeUrl(this.mapUrl)))
      return { attribute: 'map-url', allowed: 'an http(s) address with {location} in it', isMinor };
    return given;
  }

  protected override abort(): void {
    this.#timeline.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // First of all: while the service is asked there is time for the rest.
    if (this.#wrong !== 'entries') this.#timeline.sync();
    const { language } = this.locale;
    // Where a server drew, its time zone is not the shopper's.
    const timeZone =
      this.timeZone && isTimeZone(this.timeZone) ? this.timeZone : this.isFromServer ? 'UTC' : undefined;
    if (this.#datesFor !== `${language} ${timeZone}`) {
      this.#datesFor = `${language} ${timeZone}`;
      this.#dates = new Dates(language, timeZone);
    }
    this.#group();
    this.#window.sync(this.isFromServer || this.#isPrinting);
    if (!this.#areLinksAsked && !isServer && this.#drawn.some(({ content }) => hasLink(content)))
      void this.#askLinks();
    const { groupBy, mapUrl, noMedia } = this;
    this.#drawnWith = [
      this.#dates,
      this.#dates.today,
      wordsFor(language),
      this.words,
      this.isFromServer,
      mapUrl,
      noMedia,
      groupBy,
      this.#findLinks,
    ];
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { complete, loading, loadingMore, error, pageError } = this.#timeline;
    const page = loadingMore ? 'loading' : pageError ? 'error' : complete ? 'end' : 'more';
    if (loading || error || !this.entries.length) delete this.dataset['page'];
    else this.dataset['page'] = page;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#window.settle();
    const { pageError, stalled } = this.#timeline;
    const isAuto = this.paging !== 'button' && !pageError && !stalled;
    const foot = isAuto ? this.renderRoot.querySelector('.foot') : null;
    if (foot !== this.#watched) {
      this.#near?.disconnect();
      if (foot) this.#near?.observe(foot);
      this.#watched = foot;
    }
    this.renderRoot
      .querySelector<HTMLElement>('.tail')
      ?.style.setProperty('min-block-size', `${(this.limit ?? DEFAULT_LIMIT) * this.#window.average}px`);
    if (!this.#refreshTimer || changed.has('refreshInterval')) this.#planRefresh();
    void this.#describe();
  }

  get #source(): TimelineSource {
    const { collectionSlug, tokenId, minDate, maxDate, order, orderBy } = this;
    return {
      collectionId: this.collectionId ?? '',
      query: {
        limit: this.limit ?? DEFAULT_LIMIT,
        ...(collectionSlug && { collection_slug: collectionSlug }),
        ...(typeof tokenId === 'number' && { token_id: tokenId }),
        ...(minDate && { min_date: minDate }),
        ...(maxDate && { max_date: maxDate }),
        ...(isOneOf(orders, order) && { order }),
        ...(orderBy && { order_by: orderBy }),
        ...(this.includeCount && { include_count: true }),
      },
    };
  }

  /** What is wrong with what the page gives; it is looked at once. */
  #checkGiven(): AttributeProblem | undefined {
    const given = [this.#givenEntries, this.#givenCollection] as const;
    if (given.some((value, index) => value !== this.#checked[index])) {
      this.#checked = given;
      const isWrong = ([entries, collection]: typeof given) =>
        (entries && timelineEntries(entries) && 'entries') ||
        (collection && collectionSchema(collection) && 'collection');
      this.#wrong = isWrong(given) || '';
    }
    if (!this.#wrong) return undefined;
    const allowed =
      this.#wrong === 'entries' ? 'a JSON array of timeline entries' : 'a JSON object, a collection';
    return { attribute: this.#wrong, allowed, isMinor: this.#wrong === 'collection' };
  }

  get #shownParts(): string[] {
    return this.showHeader?.match(/\S+/g) ?? [];
  }

  // What is drawn.

  get #drawn(): readonly TimelineEntry[] {
    return this.entries.slice(this.#window.from, this.#window.to);
  }

  /** The groups and months, where they are shown and something has changed. */
  #group(): void {
    const { entries } = this;
    const by = isOneOf(groupings, this.groupBy) ? this.groupBy : undefined;
    const now = [entries, by, this.scrubber, this.#dates];
    if (now.every((value, index) => value === this.#groupedFor[index])) return;
    // Another story begins at its first month.
    if (entries[0] !== this.#firstGrouped) this.#month = 0;
    this.#firstGrouped = entries[0];
    this.#groupedFor = now;
    const groupsBy = (each: Grouping) => groupEntries(entries, (entry) => this.#dates.groupOf(entry, each));
    this.#groups = by ? groupsBy(by) : [{ key: '', start: 0, end: entries.length }];
    this.#months = this.scrubber ? (by === 'month' ? this.#groups : groupsBy('month')) : [];
  }

  /** Texts are shown at once; their links follow when what finds them is loaded. */
  async #askLinks(): Promise<void> {
    this.#areLinksAsked = true;
    try {
      const { findLinks } = await import('./links.ts');
      this.#findLinks = findLinks;
      this.requestUpdate();
    } catch {
      // The text is there, and its addresses can be copied.
    }
  }

  // Where the shopper is.

  async #onLoad(): Promise<void> {
    this.#refreshedAt = Date.now();
    this.dispatchEvent(
      new CollectionTimelineLoadEvent(this.collection, this.entries.length, this.#timeline.pagination),
    );
    const kept = this.#kept;
    this.#kept = undefined;
    this.#isBack = true;
    if (!kept) {
      await this.focusPart('article, .empty');
      // Once: who has changed what is shown meanwhile is not led back.
      if (location.hash !== this.#followed) await this.#follow();
      return;
    }
    this.#followed = location.hash;
    const place = await this.#timeline.find(kept.id, kept.count);
    const article = place === undefined ? undefined : await this.#goTo(place);
    if (article)
      scrollerOf(article).scrollBy({
        top: article.getBoundingClientRect().top - kept.top,
        behavior: 'instant',
      });
  }

  #onPage(first: TimelineEntry | undefined): void {
    const { complete, entries, pagination } = this.#timeline;
    this.dispatchEvent(new CollectionTimelinePageEvent(entries.length, complete, pagination));
    this.#say(fill(this.t.shown, { count: entries.length }));
    // Reading goes on at the first new entry, or at the words that say there is none.
    if (this.#isAsked)
      void this.focusPart(first ? `#entry-${CSS.escape(String(first.id))}` : '.end, .foot .button');
    this.#isAsked = false;
  }

  readonly #onNear = (isNear: boolean): void => {
    if (isNear && this.paging !== 'button' && this.state === 'ready') void this.#timeline.more();
  };

  #onMove(place: number): void {
    const month = this.#months.length && groupAt(this.#months, place);
    const { scroller, top } = this.#scrubbed ?? {};
    if (month === this.#month || (scroller && scroller.scrollTop === top)) return;
    this.#scrubbed = undefined;
    this.#month = month;
    this.requestUpdate();
  }

  /** Draws an entry, and scrolls to it. */
  async #goTo(place: number): Promise<HTMLElement | undefined> {
    const id = this.entries[place]?.id;
    this.#window.show(place);
    await this.updateComplete;
    const article =
      this.renderRoot.querySelector<HTMLElement>(`#entry-${CSS.escape(String(id))}`) ?? undefined;
    article?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return article;
  }

  /** Shows the entry that the page's address names. */
  readonly #followLink = (): void => void this.#follow();

  async #follow(): Promise<void> {
    const { hash } = location;
    const id = Number(/^#entry-(.+)$/.exec(hash)?.[1] ?? NaN);
    if (this.state !== 'ready') return;
    this.#followed = hash;
    this.#current = undefined;
    this.requestUpdate();
    if (Number.isNaN(id)) return;
    const place = await this.#timeline.find(id);
    const entry = place === undefined ? undefined : this.entries[place];
    // Another link may have been followed while its page was loaded.
    if (!entry || hash !== location.hash) return;
    this.#current = id;
    this.requestUpdate();
    const article = await this.#goTo(place!);
    article?.focus({ preventScroll: true });
    this.dispatchEvent(new CollectionTimelineEntrySelectEvent(entry));
  }

  async #scrub(place: number): Promise<void> {
    const article = await this.#goTo(place);
    const scroller = article && scrollerOf(article);
    // A last month that is short cannot come to the upper edge, and is the one that was asked for.
    this.#scrubbed = scroller && { scroller, top: scroller.scrollTop };
  }

  readonly #keepPlace = (): void => {
    // Where nothing is shown, nothing is in view.
    if (this.noStorage || this.state !== 'ready' || !this.getClientRects().length) return;
    const place = this.#window.inView();
    const top = this.#window.items[place - this.#window.from]?.getBoundingClientRect().top;
    // Nobody has read on yet: the way back begins where the page does.
    const isBegun = top !== undefined && (place > 0 || top < 0);
    this.#keeper.keep(isBegun ? { id: this.entries[place]!.id, top, count: this.entries.length } : undefined);
  };

  get #keeper(): KeptPlace {
    const { collectionId, query } = this.#source;
    return new KeptPlace(JSON.stringify([collectionId, { ...query, limit: undefined }]));
  }

  /** On paper there is no scrolling: all that is loaded is drawn. */
  readonly #print = ({ type }: Event): void => {
    this.#isPrinting = type === 'beforeprint';
    if (!this.#isPrinting) this.#window.reset();
    this.requestUpdate();
    this.performUpdate();
  };

  // What came in since.

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.#keepPlace();
    this.#planRefresh();
  };

  #planRefresh(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    const seconds = this.refreshInterval ?? 0;
    if (!(seconds >= LEAST_INTERVAL) || !this.isConnected || document.visibilityState === 'hidden') return;
    // A service that does not answer is asked less often; and timers take no more than 31 bits.
    const pause = Math.min(seconds * 2 ** Math.min(this.#timeline.failures, 5) * 1000, 2 ** 31 - 1);
    const wait = this.#refreshedAt + pause - Date.now();
    this.#refreshTimer = setTimeout(
      () => {
        void this.refresh().then(() => this.#planRefresh());
      },
      Math.max(0, wait),
    );
  }

  async #showFresh(event: Event): Promise<void> {
    this.actedOn(event);
    const place = this.#timeline.showFresh();
    this.#news = '';
    if (place === undefined) return;
    if (!place) this.#window.reset();
    this.requestUpdate();
    await this.updateComplete;
    const article = await this.#goTo(place);
    article?.focus({ preventScroll: true });
  }

  // What the shopper does with an entry.

  async #copy(event: MouseEvent, entry: TimelineEntry): Promise<void> {
    // In a new tab or window it is a link like any other.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!this.dispatchEvent(new CollectionTimelineCopyEvent('-before', entry))) return;
    const hash = `#entry-${entry.id}`;
    try {
      await navigator.clipboard.writeText(`${location.href.split('#')[0]!}${hash}`);
      this.#copied = { id: entry.id, text: this.t.copied };
      this.dispatchEvent(new CollectionTimelineCopyEvent('', entry));
    } catch {
      // No permission, or no secure context: there the shopper can copy it by hand.
      history.replaceState(history.state, '', hash);
      this.#copied = { id: entry.id, text: this.t.copyFailed };
    }
    this.#say(this.#copied.text);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => {
      this.#copied = undefined;
      this.requestUpdate();
    }, NOTE);
  }

  async #enlarge(
    event: Event,
    entry: TimelineEntry,
    media: readonly Medium[],
    medium: Medium,
  ): Promise<void> {
    this.actedOn(event);
    const { url } = medium;
    if (!this.dispatchEvent(new CollectionTimelineMediaOpenEvent('-before', entry, url))) return;
    // What shows it here may not come; the browser can show it too.
    const lightbox = await import('./lightbox.ts').catch(() => undefined);
    const root = this.renderRoot as ShadowRoot;
    if (!lightbox) return void open(url, '_blank', 'noopener');
    if (!this.isConnected || root.querySelector('dialog')) return;
    const box = root.querySelector('.container')!;
    lightbox.openLightbox(root, {
      slides: media,
      index: media.indexOf(medium),
      title: entry.title || this.t.image,
      words: this.t,
      lang: box.getAttribute('lang')!,
      isToTheLeft: getComputedStyle(box).direction === 'rtl',
      closed: () => this.dispatchEvent(new CollectionTimelineMediaCloseEvent()),
    });
    this.dispatchEvent(new CollectionTimelineMediaOpenEvent('', entry, url));
  }

  async #describe(): Promise<void> {
    const { collection, entries } = this;
    const isWanted = () => this.jsonLd && this.isConnected && this.entries.length > 0;
    if (!isWanted()) {
      this.#described?.remove();
      this.#describedFor = undefined;
    }
    // The first thousand are told, once; each page of a longer story would tell all of it again.
    const told = this.#describedFor;
    const isTold = told && told[0] === entries[0] && told.length >= MAX_LIMIT;
    if (!isWanted() || isTold || told === entries) return;
    this.#describedFor = entries;
    const { describeTimeline } = await import('./json-ld.ts');
    if (!isWanted() || this.#describedFor !== entries) return;
    this.#described?.remove();
    // From a template: under Trusted Types a script that was made by hand may not be given a text, data or not.
    const made = document.createDocumentFragment();
    render(html`<script type="application/ld+json"></script>`, made);
    this.#described = made.querySelector('script')!;
    this.#described.append(
      describeTimeline({
        collection,
        entries: entries.slice(0, MAX_LIMIT),
        isoOf: ({ created_at }) => this.#dates.read(created_at)?.iso,
        urlOf: safeUrl,
      }),
    );
    document.head.append(this.#described);
  }

  /** The shop's language, where the element has no words in it: its texts and dates are not English. */
  get #contentLanguage(): string | undefined {
    const { language } = this.locale;
    return wordsFor(language) || language.startsWith('en') ? undefined : language;
  }

  // The drawing.

  #renderEntry(entry: TimelineEntry, place: number, icons: ReadonlyMap<string, Element>): TemplateResult {
    const { t, mapUrl, noMedia } = this;
    const isCurrent = entry.id === this.#current;
    const note = this.#copied?.id === entry.id ? this.#copied.text : '';
    const icon = icons.get(typeName(entry.type));
    const isGrouped = isOneOf(groupings, this.groupBy);
    const { complete, entries } = this.#timeline;
    // A list that is only partly drawn has to say where an entry stands.
    const isPart = this.#window.isPart;
    const size = isPart ? (complete ? entries.length : -1) : 0;
    const draw = () =>
      renderEntry(entry, {
        t,
        dates: this.#dates,
        mapUrl: mapUrl ?? '',
        noMedia,
        isGrouped,
        findLinks: this.#findLinks,
        icon,
        isFromServer: this.isFromServer,
        language: this.#contentLanguage,
        isCurrent,
        note,
        enlarge: (...args) => void this.#enlarge(...args),
        played: (each, medium) =>
          this.dispatchEvent(new CollectionTimelineMediaOpenEvent('', each, medium.url)),
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
        this.entries.slice(from, Math.min(end, this.#window.to)),
        ({ id }) => id,
        (entry, index) => this.#renderEntry(entry, from + index, icons),
      )}
    </ol>`;
  }

  #renderEntries(label: string) {
    if (!this.entries.length)
      return html`<slot name="empty"
        ><p part="message" class="empty soft" tabindex="-1">${this.t.empty}</p></slot
      >`;
    const icons = new Map<string, Element>();
    if (!this.isFromServer)
      for (const child of this.children)
        if (child.slot.startsWith('icon-')) icons.set(typeName(child.slot.slice(5)), child);
    const by = isOneOf(groupings, this.groupBy) ? this.groupBy : undefined;
    const { from, to, isPart, jumps } = this.#window;
    // Lit takes entries out one by one, which takes longer than a frame: after a jump there is another list.
    return html`<div part="entries" class="list ${isPart ? 'partly' : ''}">
      <div class="above"></div>
      ${
        by
          ? repeat(
              this.#groups.filter(({ start, end }) => end > from && start < to),
              ({ start }) => `${jumps} ${this.entries[start]!.id}`,
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
    if (!this.scrubber || !at) return nothing;
    const month = this.#dates.heading(at.key, 'month', this.t);
    const scrub = ({ target }: Event) => {
      this.#month = Number((target as HTMLInputElement).value);
      this.requestUpdate();
      void this.#scrub(months[this.#month]!.start);
    };
    // With one month there is nothing to choose, but its place: the second comes with a later page.
    return html`<div part="scrubber" class="scrubber ${months.length > 1 ? '' : 'space'}">
      <input
        type="range"
        min="0"
        max=${months.length - 1}
        .value=${live(String(this.#month))}
        aria-label=${this.t.scrubber}
        aria-valuetext=${month}
        @input=${scrub}
      />
      <span aria-hidden="true">${month}</span>
    </div>`;
  }

  #renderSkeleton(): TemplateResult {
    const entry = html`<div class="ghost">
      <div class="bone line"></div>
      <div class="bone title"></div>
      ${this.noMedia ? html`<div class="bone"></div>` : html`<div class="bone frame"></div>`}
    </div>`;
    const hasHeader = this.collectionId && !this.#shownParts.includes('none');
    return html`<div class="skeleton ${this.#timeline.loading ? '' : 'space'}" aria-hidden="true">
      ${
        hasHeader
          ? html`<div class="header">
              <div class="bone frame"></div>
              <div class="bone name"></div>
              <div class="bone"></div>
            </div>`
          : nothing
      }
      <div class="list">${[1, 2, 3, 4, 5].map(() => entry)}</div>
    </div>`;
  }

  /** One button for more and for another try, so that the focus on it outlives a failure. */
  #renderFoot() {
    const { t } = this;
    const { complete, error, loading, loadingMore, pageError, pages } = this.#timeline;
    const failure = error ?? pageError;
    const press = (event: Event) => {
      this.actedOn(event);
      if (error) void this.#timeline.reload();
      else {
        void this.#timeline.more();
        this.#isAsked = this.#timeline.loadingMore;
      }
    };
    const words = failure ? 'retry' : loadingMore ? 'loadingMore' : 'more';
    return html`<div class="foot">
      <p part="message" class=${failure ? 'message error' : 'unseen'} role="status">
        ${failure ? errorText(failure, t, this.locale.language, this.errorMessages) : nothing}
      </p>
      ${
        loading
          ? nothing
          : complete && !failure
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

  /** Has something read out. What was said stays there, because what is put back is read out again. */
  #say(news: string): void {
    this.#news = news;
    this.requestUpdate();
  }

  protected override renderContent(): TemplateResult {
    const { t } = this;
    if (this.state === 'misconfigured')
      return html`<slot name="unavailable"><p part="message" class="soft">${t.unavailable}</p></slot>`;
    const { collection, error, fresh, loading, loadingMore, pages, rounds } = this.#timeline;
    const parts = this.#shownParts;
    const hasHeader = collection && !loading && !parts.includes('none');
    const context = {
      t,
      dates: this.#dates,
      noMedia: this.noMedia,
      language: this.#contentLanguage,
      shows: (part: string) => !parts.length || parts.includes(part),
    };
    return html`
      <p class="unseen" role="status">${loading ? t.loading : loadingMore ? t.loadingMore : this.#news}</p>
      <div class="cells ${isOneOf(layouts, this.layout) ? this.layout : 'feed'}">
        ${this.#renderSkeleton()}
        <div class="story">
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
          ${this.#renderScrubber()}
          ${loading || error ? nothing : this.#renderEntries(collection?.name || t.label)}
          ${repeat(
            // A new one for every page: one that moved down would be a layout shift.
            [`${rounds} ${pages}`],
            (page) => page,
            () => this.#renderFoot(),
          )}
          ${loadingMore ? html`<div class="tail" aria-hidden="true"></div>` : nothing}
        </div>
      </div>
    `;
  }
}

const timeZones = new Map<string, boolean>();

/** Asked at every drawing, and as slow as drawing an entry. */
function isTimeZone(timeZone: string): boolean {
  if (!timeZones.has(timeZone))
    try {
      new Intl.DateTimeFormat('en', { timeZone });
      timeZones.set(timeZone, true);
    } catch {
      timeZones.set(timeZone, false);
    }
  return timeZones.get(timeZone)!;
}

declare global {
  interface HTMLElementTagNameMap {
    'collection-timeline': CollectionTimeline;
  }
}
