import { adoptStyles, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { isApiError } from '../../api/errors.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { timelineStart } from '../../locales/en/timeline-start.ts';
import {
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  numberAttribute,
  readJson,
} from '../shared/attributes.ts';
import { baseStyles } from '../shared/base.styles.ts';
import { afterFirstDrawings } from '../shared/draw-queue.ts';
import { FocusKeeper, focusPressed } from '../shared/focus-keeper.ts';
import { lazy } from '../shared/lazy.ts';
import { motionStyles } from '../shared/motion.styles.ts';
import { withinPatience } from '../shared/patience.ts';
import { renderNews } from '../shared/news.ts';
import { isPreview, preview } from '../shared/preview.ts';
import { isServer } from '../shared/server.ts';
import { defaults } from '../shared/settings.ts';
import { StorefrontElement } from '../shared/storefront-element.ts';
import { CollectionTimelineErrorEvent } from './collection-timeline.events.ts';
import { styles } from './collection-timeline.styles.ts';
import { EntryList } from './entry-list.ts';
import { FirstPage } from './first-page.ts';
import type { TextsById } from './media-texts.ts';
import { prepareDates } from './prepare-dates.ts';
import { ProvidedTimeline } from './provided-timeline.ts';
import type { ReadingPlace } from './reading-place.ts';
import { closeRoom, hasRoom, LONGEST_ROOM, openRoom } from './return-room.ts';
import { renderSkeleton, renderStart } from './start-view.ts';
import type * as StoryModule from './story.ts';
import type { CollectionTimelineState, FirstWords, TimelineHost } from './timeline-host.ts';
import { checkSource, DEFAULT_LIMIT } from './timeline-settings.ts';

const story = lazy('story', () => import('./story.ts'));

/**
 * @summary A shopper reads the story of a product collection, with pictures, video and galleries.
 *
 * @tagname collection-timeline
 *
 * @attr {'granted' | 'denied' | 'pending'} consent - Whether the browser may store the reading place. By default, the page or Shopify decides.
 *
 * @fires {CollectionTimelineLoadEvent} collection-timeline-load - The first page is loaded, or the timeline is empty.
 * @fires {CollectionTimelinePageBeforeEvent} collection-timeline-page-before - The next page is about to be requested; cancelable.
 * @fires {CollectionTimelinePageEvent} collection-timeline-page - Another page is loaded.
 * @fires {CollectionTimelineRefreshEvent} collection-timeline-refresh - The service was asked for new entries.
 * @fires {CollectionTimelineErrorEvent} collection-timeline-error - The collection, a page or new entries could not be loaded.
 * @fires {CollectionTimelineEntrySelectEvent} collection-timeline-entry-select - The shopper followed a link to an entry.
 * @fires {CollectionTimelineCopyEvent} collection-timeline-copy-before - The link to an entry is about to be copied; cancelable.
 * @fires {CollectionTimelineCopyEvent} collection-timeline-copy - The link is on the clipboard.
 * @fires {CollectionTimelineMediaOpenEvent} collection-timeline-media-open-before - A picture is about to open in full; cancelable.
 * @fires {CollectionTimelineMediaOpenEvent} collection-timeline-media-open - A picture is open in full, or a video plays.
 * @fires {CollectionTimelineMediaCloseEvent} collection-timeline-media-close - The shopper closed the lightbox.
 *
 * @slot empty - Replaces the words for a timeline without entries.
 * @slot end - Replaces the words after the last entry.
 * @slot more - Replaces the words on the button for more entries.
 * @slot retry - Replaces the words on the button to try again.
 * @slot unavailable - Replaces the message that is shown while the attributes are wrong.
 * @slot icon-{type} - An icon for the entries of a type, or a template with one; each entry gets a copy.
 *
 * @csspart header - The collection's header.
 * @csspart name - The collection's name.
 * @csspart launch-date - The day of the collection's launch.
 * @csspart description - The collection's description.
 * @csspart keywords - The collection's keywords.
 * @csspart keyword - A keyword.
 * @csspart scrubber - The slider over the months, and its current month.
 * @csspart skip - The button that skips the timeline, visible only while it has the focus.
 * @csspart fresh - The button that shows new entries.
 * @csspart entries - All entries.
 * @csspart group-heading - The heading over the entries of a day, month or year, which stays in view.
 * @csspart entry - One entry; also `entry-{type}` with the type that the service sent, and `entry-current` for the one that a link led to.
 * @csspart icon - The page's icon for the entry's type.
 * @csspart date - An entry's date.
 * @csspart day - The full date beside a relative one.
 * @csspart location - An entry's place.
 * @csspart link - The link to an entry; a click copies it.
 * @csspart link-icon - The icon in that link.
 * @csspart title - An entry's title.
 * @csspart content - An entry's text.
 * @csspart image - A picture.
 * @csspart enlarge - The button around a picture that shows it in full.
 * @csspart video - A video.
 * @csspart gallery - The row of a gallery's items.
 * @csspart previous - The button for the previous item, in a gallery and in the lightbox.
 * @csspart next - The button for the next item.
 * @csspart attachment - A link to a gallery item that is neither picture nor video.
 * @csspart transcript - The transcript of an entry's media, which opens with a click.
 * @csspart lightbox - The dialog with pictures in full.
 * @csspart caption - The words under a picture in full.
 * @csspart close - The button that closes the dialog.
 * @csspart end - The words after the last entry, if there are several pages.
 * @csspart button - The button for more entries or to try again.
 * @csspart message - Messages to the shopper.
 *
 * @cssprop --storefront-accent - Colour of buttons, dots, sticky headings and the slider. Default: the theme's button colour for buttons, else the text colour.
 * @cssprop --storefront-on-accent - Text on the buttons in the accent colour. Default: the theme's text on its buttons, else black or white, whichever is easier to read.
 * @cssprop --storefront-danger - Colour of errors. Default: the theme's, else a red.
 * @cssprop --storefront-media-background - Behind pictures that are still loading.
 * @cssprop --storefront-sticky-top - The distance of sticky headings from the top: the height of the shop's own fixed bar. Default: 0px.
 * @cssprop --storefront-sticky-bottom - The height of the shop's own fixed bar at the bottom. Default: 0px.
 * @cssprop --storefront-surface - Background of sticky headings, the slider and the note of a copied link. Default: the accent, else the text colour.
 * @cssprop --storefront-reserve - The height that is reserved during loading; with `reserve`, also later. Default: one screen.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius. Default: the theme's for buttons and for pictures, else 0.5em.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class CollectionTimeline extends StorefrontElement<FirstWords> implements TimelineHost {
  static override styles = [baseStyles, motionStyles, styles];

  /** The collection whose header and timeline are shown. */
  @property({ attribute: 'collection-id' }) collectionId: Maybe<string> = '';

  /** The slug of the collection whose timeline is shown; without `collection-id` there is no header. */
  @property({ attribute: 'collection-slug' }) collectionSlug: Maybe<string> = '';

  /** The token whose timeline is shown, a whole number above 0. */
  @property({ attribute: 'token-id', converter: numberAttribute }) tokenId: Maybe<number>;

  /** The first date of the entries, sent as given: the service document does not show its format. */
  @property({ attribute: 'min-date' }) minDate: Maybe<string> = '';

  /** The last date of the entries, sent as given. */
  @property({ attribute: 'max-date' }) maxDate: Maybe<string> = '';

  /** `asc` or `desc`. Default: the service's own order. */
  @property() order: Maybe<'asc' | 'desc'>;

  /** The field that the service orders by, sent as given: the service document does not show the values. */
  @property({ attribute: 'order-by' }) orderBy: Maybe<string> = '';

  /** The number of entries per page, 1 to 1000. */
  @property({ converter: numberAttribute }) limit: Maybe<number> = DEFAULT_LIMIT;

  /** Sends `include_count`. The service document does not show the result, which is in the events' `pagination`. */
  @property({ attribute: 'include-count', type: Boolean }) includeCount = false;

  /** `feed`, `compact`, `alternating` or `cards`. */
  @property() layout: Maybe<'feed' | 'compact' | 'alternating' | 'cards'> = 'feed';

  /** `day`, `month` or `year`: a heading over the entries of each. */
  @property({ attribute: 'group-by' }) groupBy: Maybe<'day' | 'month' | 'year'>;

  /** Whether there is a slider over the months. */
  @property({ type: Boolean }) scrubber = false;

  /** The parts of the header: `none`, or some of `media name description launch-date keywords`. Default: all. */
  @property({ attribute: 'show-header' }) showHeader: Maybe<string> = '';

  /** The IANA time zone of dates, such as `Europe/Berlin`. Default: the browser's. */
  @property({ attribute: 'time-zone' }) timeZone: Maybe<string> = '';

  /** The link of an entry's location: a URL with `{location}` in it. */
  @property({ attribute: 'map-url' }) mapUrl: Maybe<string> = '';

  /** Whether pictures, videos and galleries are left out. */
  @property({ attribute: 'no-media', type: Boolean }) noMedia = false;

  /** Alternative texts, captions and transcripts by entry id, which the service does not send; as an attribute a JSON object. */
  @property({ attribute: 'media-texts', converter: jsonAttribute }) mediaTexts: Maybe<TextsById>;

  /** Whether the links to the entries are left out. */
  @property({ attribute: 'no-links', type: Boolean }) noLinks = false;

  /** `auto` loads the next page when the end comes near, `button` when the shopper asks for it. */
  @property() paging: Maybe<'auto' | 'button'> = 'auto';

  /** Seconds between requests for new entries, at least 5, while the page is visible. Default: no requests. */
  @property({ attribute: 'refresh-interval', converter: numberAttribute }) refreshInterval: Maybe<number>;

  /** Whether the page's head has structured data for search engines. */
  @property({ attribute: 'json-ld', type: Boolean }) jsonLd = false;

  /** Whether the shopper's reading place is not stored. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  /** @internal */
  readonly focusKeeper = new FocusKeeper(this);
  /** @internal */
  readonly list = new EntryList();
  /** @internal */
  readonly provided = new ProvidedTimeline();
  /** @internal */
  readonly storyModule = story;
  /** @internal */
  readonly firstPage = new FirstPage(this, this.list);

  protected override readonly english = timelineStart;
  protected override readonly wordGroup = 'collectionTimeline';

  #story: StoryModule.Story | undefined;
  #isLong = false;
  #news = { text: '', isOdd: false, round: 0 };

  /**
   * Provides the story on a server, which imports it statically. All drawings then have its styles.
   *
   * @internal
   */
  static provideStory(module: typeof StoryModule): void {
    story.provide(module);
    this.elementStyles = [...this.elementStyles, ...module.styles];
  }

  override get state(): CollectionTimelineState {
    if ((!this.hasService && !this.needsNoService()) || this.provided.entriesProblem) return 'misconfigured';
    if (this.firstPage.isLoading || this.#story?.isBeginning) return 'loading';
    if (this.firstPage.error) return 'error';
    return this.entries.length ? 'ready' : 'empty';
  }

  /** The collection, if `collection-id` asked for it or the page provides it. */
  @property({ converter: jsonAttribute, hasChanged: () => true })
  set collection(collection: Maybe<Collection>) {
    this.provided.setCollection(readJson(collection));
  }
  get collection(): Collection | undefined {
    return this.list.collection;
  }

  /** The loaded entries. Those that a page provides (as JSON) are shown at once; if there is a source, as the first page. */
  @property({ converter: jsonAttribute, hasChanged: () => true })
  set entries(entries: Maybe<readonly TimelineEntry[]>) {
    this.provided.setEntries(readJson(entries));
  }
  get entries(): readonly TimelineEntry[] {
    return this.list.entries;
  }

  /** @internal */
  get isServerDrawing(): boolean {
    return this.isFromServer;
  }

  /** @internal */
  get isLong(): boolean {
    return this.#isLong;
  }

  protected override needsNoService(): boolean {
    return Boolean(this.provided.entries) && !(this.baseUrl || defaults().baseUrl);
  }

  /** Requests new entries once, and returns their number. They are shown when the shopper asks for them. */
  refresh(): Promise<number> {
    return this.#story?.refresh() ?? Promise.resolve(0);
  }

  /** @internal */
  firstPageLoaded(place: ReadingPlace | undefined): void {
    void this.#story?.firstPageLoaded(place).then(this.#shorten);
  }

  /** @internal */
  reportError(error: unknown): void {
    if (isApiError(error)) this.dispatchEvent(new CollectionTimelineErrorEvent(error));
  }

  /** @internal */
  pressed(event: Event): void {
    this.focusKeeper.reset();
    focusPressed(this, event);
  }

  /** @internal */
  announce(text: string): void {
    this.#news = { text, isOdd: !this.#news.isOdd, round: this.list.round };
    this.requestUpdate();
  }

  /** @internal */
  drawNow(): void {
    this.requestUpdate();
    this.performUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A server-rendered timeline already has its height.
    if (this.isFromServer || this.hasUpdated) return;
    openRoom();
    if (!hasRoom()) return;
    this.#isLong = true;
    setTimeout(this.#shorten, LONGEST_ROOM);
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    return checkSource(this, Boolean(this.provided.entries)) ?? this.provided.entriesProblem;
  }

  // The story validates optional attributes.
  protected override checkOptional(): AttributeProblem | undefined {
    return this.#story?.checkOptional();
  }

  protected override prepare(): Promise<unknown> | undefined {
    prepareDates(this.locale.language, this.timeZone);
    // Loads the story during the request. The first page reports a failure.
    if (!story.current && !this.hasUpdated)
      Promise.resolve(afterFirstDrawings())
        .then(() => story.load())
        .catch(() => undefined);
    preview.current?.show(this);
    if (preview.current || !isPreview()) return undefined;
    return withinPatience(preview.load().then(({ show }) => show(this)));
  }

  protected override abort(): void {
    this.firstPage.abort();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    const rest = this.#story?.rest;
    return rest ? rest.then(() => this.getUpdateComplete()) : isComplete;
  }

  // Waits for the story: entries from the page are drawn at once, and only the story can hydrate server markup.
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (story.current || !(this.provided.entries || this.isFromServer)) return super.scheduleUpdate();
    return story
      .load()
      .catch(() => undefined)
      .then(() => super.scheduleUpdate());
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Before the attributes are checked, because the story validates the optional ones.
    if (story.current && !this.#story) this.#addStory(story.current);
    super.willUpdate(changed);
    if (this.firstPage.error || this.state === 'misconfigured') this.#isLong = false;
    if (!isServer) return;
    // Lit calls no controllers on a server.
    this.firstPage.hostUpdate();
    this.#story?.hostUpdate();
    this.markState();
  }

  #addStory(module: typeof StoryModule): void {
    this.#story = new module.Story(this);
    if (!isServer && this.shadowRoot)
      adoptStyles(this.shadowRoot, [...CollectionTimeline.elementStyles, ...module.styles]);
  }

  /** Gives the placeholder its usual height: the browser has restored the scroll position, or never will. */
  readonly #shorten = (): void => {
    closeRoom();
    if (!this.#isLong) return;
    this.#isLong = false;
    this.requestUpdate();
  };

  readonly #retry = (event: Event): void => {
    this.pressed(event);
    this.firstPage.reload();
  };

  protected override get regionLabel(): string | undefined {
    return this.state === 'misconfigured'
      ? undefined
      : this.list.collection?.name || this.#story?.words.label;
  }

  protected override renderContent(): TemplateResult {
    const { t } = this;
    if (this.state === 'misconfigured')
      return html`<slot name="unavailable"><p part="message" class="soft">${t.unavailable}</p></slot>`;
    const { isLoading, error } = this.firstPage;
    const { text: lastNews, isOdd, round } = this.#news;
    // After a load, an announcement about the earlier entries is no longer true.
    const news = round === this.list.round ? lastNews : '';
    const announcement = isLoading ? t.loading : (this.#story?.progressText ?? news);
    const text = error ? (this.#story?.errorText(error) ?? t.offline) : undefined;
    return html`
      <p class="unseen" role="status">${renderNews(announcement, isOdd)}</p>
      <div class="cells ${this.layout || 'feed'}">
        ${renderSkeleton(this)}
        <div class="story">
          ${isLoading || error ? renderStart(t, text, this.#retry) : this.#story?.render()}
        </div>
      </div>
    `;
  }
}

// Exports the types of its state and events with the class.
export type { CollectionTimelineState };
export type * from './collection-timeline.events.ts';
export type * from './media-texts.ts';

declare global {
  interface HTMLElementTagNameMap {
    'collection-timeline': CollectionTimeline;
  }
}
