import { adoptStyles, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Client } from '../../api/client.ts';
import { type ApiError, NetworkError } from '../../api/errors.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { timelineEntries } from '../../api/timeline.ts';
import { type collectionTimeline, timelineStart } from '../../locales/en.ts';
import { baseStyles } from '../shared/base.styles.ts';
import { clientOf } from '../shared/clients.ts';
import { property } from '../shared/decorators.ts';
import { defaults } from '../shared/settings.ts';
import { inTime, wordsFor } from '../shared/locale.ts';
import { isPreview } from '../shared/preview.ts';
import { loadPreview, preview } from '../shared/preview.ts';
import { FocusingElement } from '../shared/focus-keeper.ts';
import {
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  numberAttribute,
  turns,
} from '../shared/storefront-element.ts';
import {
  CollectionTimelineController,
  headerSchema,
  MAX_LIMIT,
  type TimelineSource,
} from './collection-timeline.controller.ts';
import { CollectionTimelineErrorEvent } from './collection-timeline.events.ts';
import { styles } from './collection-timeline.styles.ts';
import { isAmerican } from './dates.ts';
import { type Place, placeKey, takePlace } from './place.ts';
import type * as StoryFile from './story.ts';

const DEFAULT_LIMIT = 20;

const orders = ['asc', 'desc'];

export type CollectionTimelineState = 'loading' | 'ready' | 'empty' | 'error' | 'misconfigured';

type StoryModule = typeof StoryFile;

/** What draws the entries, once it is there; and while it is under way. */
let story: StoryModule | undefined;
let storyUnderWay: Promise<void> | undefined;
/** Whether an element has had dates prepared. */
let isWarm = false;

/** Takes up what draws the entries: a server has to do so before it draws. */
export function useStory(module: StoryModule): void {
  story = module;
  CollectionTimeline.elementStyles = [...CollectionTimeline.elementStyles, module.styles];
}

/** It comes while the service is asked. */
const loadStory = () =>
  (storyUnderWay ??= import('./story.ts').then(useStory).catch((cause: unknown) => {
    storyUnderWay = undefined;
    throw new NetworkError('No file to draw the entries with', { cause });
  }));

/**
 * @summary A shopper reads the story of a product collection, with pictures, video and galleries.
 *
 * @tagname collection-timeline
 *
 * @attr {'granted' | 'denied' | 'pending'} consent - Whether the browser may store the place; else as the page says, or Shopify.
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
 * @cssprop --storefront-on-accent - Text on the buttons in the accent colour. Default: black or white, whichever reads.
 * @cssprop --storefront-danger - Colour of errors.
 * @cssprop --storefront-media-background - Behind pictures that are not there yet.
 * @cssprop --storefront-sticky-top - Where headings stay in view: the height of a shop's own fixed bar. Default: 0px.
 * @cssprop --storefront-surface - The page's background, behind what stays in view. Default: Canvas.
 * @cssprop --storefront-reserve - The height that is kept while it loads and never given up. Default: one screen.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class CollectionTimeline extends FocusingElement<'collectionTimeline'> {
  static override styles = [baseStyles, styles];

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

  /** `asc` or `desc`; without it the service's own order. */
  @property() order: Maybe<'asc' | 'desc'>;

  /** What the service orders by, sent as given: the service document does not show the values. */
  @property({ attribute: 'order-by' }) orderBy: Maybe<string> = '';

  /** How many entries a page has, 1 to 1000. */
  @property({ converter: numberAttribute }) limit: Maybe<number> = DEFAULT_LIMIT;

  /** Sends `include_count`. What the service answers to it is not shown; it is in the events' `pagination`. */
  @property({ attribute: 'include-count', type: Boolean }) includeCount = false;

  /** `feed`, `compact`, `alternating` or `cards`. */
  @property() layout: Maybe<'feed' | 'compact' | 'alternating' | 'cards'> = 'feed';

  /** `day`, `month` or `year`: a heading over the entries of each. */
  @property({ attribute: 'group-by' }) groupBy: Maybe<'day' | 'month' | 'year'>;

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
  @property() paging: Maybe<'auto' | 'button'> = 'auto';

  /** Seconds between looks for new entries, 5 at least, while the page is seen; without it there are none. */
  @property({ attribute: 'refresh-interval', converter: numberAttribute }) refreshInterval: Maybe<number>;

  /** Whether the page's head tells search engines of the entries. */
  @property({ attribute: 'json-ld', type: Boolean }) jsonLd = false;

  /** Whether the shopper's place is forgotten when the page is left. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  // The story has the others.
  protected override readonly english = [
    'collectionTimeline',
    timelineStart as typeof collectionTimeline,
  ] as const;

  readonly #reader = new CollectionTimelineController({
    client: () => this.#client,
    isConnected: () => this.isConnected,
    source: () => this.#source,
    given: () => ({
      collection: this.#story?.wrong === 'collection' ? undefined : this.#givenCollection,
      entries: this.#givenEntries,
    }),
    ready: () => (story ? undefined : loadStory()),
    startWith: () => (this.#kept = this.#isBack ? undefined : takePlace(this, this.#placeKey))?.count ?? 0,
    draw: () => {
      this.requestUpdate();
      return this.updateComplete;
    },
    loaded: () => {
      const kept = this.#kept;
      this.#kept = undefined;
      this.#isBack = true;
      void this.#story!.loaded(kept);
    },
    failed: (error, isQuiet) => {
      this.#failed(error);
      if (!isQuiet) void this.focusPart('.foot .button');
    },
  });

  #story: StoryFile.Story | undefined;
  #givenEntries: readonly TimelineEntry[] | undefined;
  #givenCollection: Collection | undefined;
  #kept: Place | undefined;
  /** Whether the way back has been gone. */
  #isBack = false;

  override get state(): CollectionTimelineState {
    if ((!this.service && !this.isAlone()) || this.#story?.wrong === 'entries') return 'misconfigured';
    if (this.#reader.loading || this.#story?.isBeginning) return 'loading';
    if (this.#reader.error) return 'error';
    return this.entries.length ? 'ready' : 'empty';
  }

  /** The collection: where `collection-id` asked for it, or as the page gives it. */
  @property({ converter: jsonAttribute, hasChanged: () => true })
  set collection(collection: Maybe<Collection>) {
    this.#givenCollection = collection ?? undefined;
  }
  get collection(): Collection | undefined {
    return this.#reader.collection;
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
    return this.#reader.entries;
  }

  protected override isAlone(): boolean {
    return Boolean(this.#givenEntries) && !(this.baseUrl || defaults().baseUrl);
  }

  /** Looks for new entries once. They are offered to the shopper, and shown when asked for. Gives their number. */
  refresh(): Promise<number> {
    return this.#story?.refresh() ?? Promise.resolve(0);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#story?.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#story?.disconnect();
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    const { collectionId, collectionSlug, tokenId } = this;
    const limit = this.limit ?? DEFAULT_LIMIT;
    if (!collectionId && !collectionSlug && (tokenId ?? undefined) === undefined && !this.#givenEntries)
      return { attribute: 'collection-id', allowed: 'given, or collection-slug or token-id instead' };
    if (typeof tokenId === 'number' && !(Number.isSafeInteger(tokenId) && tokenId > 0))
      return { attribute: 'token-id', allowed: 'a whole number above 0' };
    if (!(limit >= 1 && limit <= MAX_LIMIT))
      return { attribute: 'limit', allowed: 'a number from 1 to 1000' };
    // What it can do without is looked at where it is needed.
    return this.#story?.checkAttributes(this.#givenEntries, this.#givenCollection);
  }

  /** In a theme editor, what is shown there. */
  protected override prepare(): Promise<unknown> | undefined {
    // A page's first `Intl` takes as long as drawing twenty entries. While all is under way there is time for it.
    if (!isWarm && (this.timeZone || !isAmerican(this.locale.language))) {
      isWarm = true;
      requestAnimationFrame(() => setTimeout(Intl.DateTimeFormat));
    }
    // Whoever needs it hears of a failure.
    if (!story && !this.hasUpdated)
      Promise.resolve(turns)
        .then(loadStory)
        .catch(() => undefined);
    preview?.show(this);
    return preview || !isPreview() ? undefined : inTime(loadPreview().then(({ show }) => show(this)));
  }

  protected override abort(): void {
    this.#reader.abort();
  }

  protected override getUpdateComplete(): Promise<boolean> {
    return super
      .getUpdateComplete()
      .then((isDone) => this.#story?.rest?.then(() => this.getUpdateComplete()) ?? isDone);
  }

  // Entries that the page has are drawn at once; and what a server drew is taken over by what drew it.
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (story || !(this.#givenEntries || this.isFromServer)) return super.scheduleUpdate();
    return loadStory()
      .catch(() => undefined)
      .then(() => super.scheduleUpdate());
  }

  protected override willUpdate(changed: PropertyValues): void {
    // It looks at what the page gives.
    if (story && !this.#story) this.#begin(story);
    super.willUpdate(changed);
    // First of all: while the service is asked there is time for the rest.
    if (this.#story?.wrong !== 'entries') this.#reader.sync();
    this.#story?.willUpdate();
  }

  #begin({ Story }: StoryModule): void {
    this.#story = new Story({
      element: this,
      reader: this.#reader,
      schemas: { collection: headerSchema, entries: timelineEntries },
      t: () => this.t,
      locale: () => this.locale,
      foreign: () => wordsFor(this.locale.language),
      isFromServer: () => this.isFromServer,
      placeKey: () => this.#placeKey,
      failed: (error) => this.#failed(error),
      actedOn: (event) => this.actedOn(event),
      focusPart: (selector) => this.focusPart(selector),
    });
    if (!this.isConnected) return;
    adoptStyles(this.renderRoot as ShadowRoot, CollectionTimeline.elementStyles);
    this.#story.connect();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#story?.updated(changed);
  }

  // Not in a closure of the constructor's: the bundle has the client's functions there, and the page would keep the element.
  get #client(): Client | undefined {
    return this.service && clientOf(this.service);
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
        ...(order && orders.includes(order) && { order }),
        ...(orderBy && { order_by: orderBy }),
        ...(this.includeCount && { include_count: true }),
      },
    };
  }

  get #placeKey(): string {
    const { collectionId, query } = this.#source;
    return placeKey(JSON.stringify([collectionId, { ...query, limit: undefined }]));
  }

  #failed(error: ApiError): void {
    this.dispatchEvent(new CollectionTimelineErrorEvent(error));
  }

  #renderSkeleton(): TemplateResult {
    const entry = html`<div class="ghost">
      <div class="bone line"></div>
      <div class="bone title"></div>
      <div class="bone ${this.noMedia ? '' : 'frame'}"></div>
    </div>`;
    const hasHeader = this.collectionId && !this.showHeader?.includes('none');
    return html`<div class="skeleton ${this.#reader.loading ? '' : 'space'}" aria-hidden="true">
      ${
        hasHeader
          ? html`<div class="header">
              <div class="bone frame"></div>
              <div class="bone title"></div>
              <div class="bone"></div>
            </div>`
          : nothing
      }
      <div class="list">${[1, 2, 3, 4, 5].map(() => entry)}</div>
    </div>`;
  }

  /** Before there are entries: nothing yet, or what went wrong and another try. */
  #renderStart(): TemplateResult {
    const { t } = this;
    const { error } = this.#reader;
    const retry = (event: Event) => {
      this.actedOn(event);
      this.#reader.reload();
    };
    return html`<div class="foot">
      <p part="message" class=${error ? 'message error' : 'unseen'} role="status">
        ${error ? (this.#story?.errorText(error) ?? t.offline) : nothing}
      </p>
      ${
        error
          ? html`<button part="button" class="button quiet" type="button" @click=${retry}>
              <span><slot name="retry">${t.retry}</slot></span>
            </button>`
          : nothing
      }
    </div>`;
  }

  protected override renderContent(): TemplateResult {
    const { t } = this;
    if (this.state === 'misconfigured')
      return html`<slot name="unavailable"><p part="message" class="soft">${t.unavailable}</p></slot>`;
    const { error, loading, loadingMore } = this.#reader;
    const news = loading ? t.loading : loadingMore ? this.#story!.t.loadingMore : this.#story?.news;
    return html`
      <p class="unseen" role="status">${news}</p>
      <div class="cells ${this.layout || 'feed'}">
        ${this.#renderSkeleton()}
        <div class="story">${loading || error ? this.#renderStart() : this.#story!.render()}</div>
      </div>
    `;
  }
}

// Whoever has the class has the types of its events.
export type * from './collection-timeline.events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'collection-timeline': CollectionTimeline;
  }
}
