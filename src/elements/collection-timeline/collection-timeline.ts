import { html, nothing, type TemplateResult } from 'lit';
import { property } from '../base/decorators.ts';
import { repeat } from 'lit/directives/repeat.js';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { collectionTimeline } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText } from '../base/errors.ts';
import { fill } from '../base/locale.ts';
import { type Maybe, numberAttribute, StorefrontElement } from '../base/storefront-element.ts';
import { CollectionTimelineController } from './collection-timeline.controller.ts';
import {
  CollectionTimelineErrorEvent,
  CollectionTimelineLoadEvent,
  CollectionTimelinePageEvent,
} from './collection-timeline.events.ts';
import { styles } from './collection-timeline.styles.ts';
import { renderGallery, renderImage, renderVideo } from './media.ts';

const DEFAULT_LIMIT = 20;

/** Dates are told only from ISO 8601; `Date` itself would read "Drop 7" as a day in July 2001. */
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

export type CollectionTimelineState = 'loading' | 'ready' | 'empty' | 'error' | 'misconfigured';

/**
 * @summary A shopper reads the story of a product collection, with pictures, video and galleries.
 *
 * @tagname collection-timeline
 *
 * @fires {CollectionTimelineLoadEvent} collection-timeline-load - The first page is there, or the timeline is empty.
 * @fires {CollectionTimelinePageEvent} collection-timeline-page - A further page is there.
 * @fires {CollectionTimelineErrorEvent} collection-timeline-error - The collection or a page could not be loaded.
 *
 * @slot empty - In place of the words for a timeline without entries.
 *
 * @csspart header - The collection's header.
 * @csspart name - The collection's name.
 * @csspart description - The collection's description.
 * @csspart entries - The list.
 * @csspart entry - One entry; also `entry-{type}` with the type that the service sent.
 * @csspart date - An entry's date.
 * @csspart location - An entry's place.
 * @csspart title - An entry's title.
 * @csspart content - An entry's text.
 * @csspart image - A picture.
 * @csspart video - A video.
 * @csspart gallery - A gallery.
 * @csspart attachment - A link to a gallery item that is neither picture nor video.
 * @csspart end - The words after the last entry, once there was more than one page.
 * @csspart button - The button for more entries or another try.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the dots and buttons. Default: the text colour.
 * @cssprop --storefront-media-background - Behind pictures that are not there yet.
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

  /** How many entries a page has, 1 to 1000. */
  @property({ converter: numberAttribute }) limit: Maybe<number> = DEFAULT_LIMIT;

  protected override readonly english = ['collectionTimeline', collectionTimeline] as const;

  readonly #timeline = new CollectionTimelineController(this, {
    client: () => this.client,
    isConnected: () => this.isConnected,
    source: () => ({
      collectionId: this.collectionId ?? '',
      collectionSlug: this.collectionSlug ?? '',
      tokenId: this.tokenId ?? undefined,
      limit: this.limit ?? DEFAULT_LIMIT,
    }),
    loaded: () => {
      this.dispatchEvent(new CollectionTimelineLoadEvent(this.collection, this.entries.length));
      void this.focusPart('[tabindex]');
    },
    pageLoaded: (added) => {
      const { complete, entries } = this.#timeline;
      this.dispatchEvent(new CollectionTimelinePageEvent(entries.length, complete));
      // Reading goes on at the first new entry, or at the words that say there is none.
      void this.focusPart(added ? `li:nth-child(${entries.length - added + 1}) article` : '.end');
    },
    failed: (error) => {
      this.dispatchEvent(new CollectionTimelineErrorEvent(error));
      void this.focusPart('.button');
    },
  });
  /** One formatter for moments and one for days without a time, which belong to no time zone. */
  #dates: { language: string; moment: Intl.DateTimeFormat; day: Intl.DateTimeFormat } | undefined;

  override get state(): CollectionTimelineState {
    if (!this.client) return 'misconfigured';
    if (this.#timeline.loading) return 'loading';
    if (this.#timeline.error) return 'error';
    return this.#timeline.entries.length ? 'ready' : 'empty';
  }

  /** The collection, where `collection-id` asked for it. */
  get collection(): Collection | undefined {
    return this.#timeline.collection;
  }

  /** The entries that are loaded. */
  get entries(): readonly TimelineEntry[] {
    return this.#timeline.entries;
  }

  protected override checkAttributes() {
    const { tokenId } = this;
    const limit = this.limit ?? DEFAULT_LIMIT;
    if (!this.collectionId && !this.collectionSlug && (tokenId ?? undefined) === undefined)
      return { attribute: 'collection-id', allowed: 'given, or collection-slug or token-id instead' };
    if (typeof tokenId === 'number' && !(Number.isSafeInteger(tokenId) && tokenId > 0))
      return { attribute: 'token-id', allowed: 'a whole number above 0' };
    if (!(limit >= 1 && limit <= 1000)) return { attribute: 'limit', allowed: 'a number from 1 to 1000' };
    return undefined;
  }

  protected override abort(): void {
    this.#timeline.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    // For the whole list: making a formatter takes as long as drawing an entry.
    const { language } = this.locale;
    if (this.#dates?.language === language) return;
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    this.#dates = { language, day, moment: new Intl.DateTimeFormat(language, { dateStyle: 'long' }) };
  }

  /** The format of timestamps is not shown: one that is not ISO 8601 is shown as it came. */
  #renderDate(value: string): TemplateResult {
    const isDay = ISO_DATE.test(value);
    const date = new Date(isDay || ISO_TIME.test(value) ? value : Number.NaN);
    if (Number.isNaN(date.getTime())) return html`<span part="date">${value}</span>`;
    const { day, moment } = this.#dates!;
    return html`<time part="date" datetime=${isDay ? value : date.toISOString()}
      >${(isDay ? day : moment).format(date)}</time
    >`;
  }

  #renderHeader({ name, description, image, video }: Collection): TemplateResult {
    return html`
      <header part="header" class="header">
        ${video?.url ? renderVideo(video.url, video.poster_url, name ?? '', this.t) : renderImage(image?.url, '', true)}
        ${name ? html`<h2 part="name" class="name">${name}</h2>` : nothing}
        ${description ? html`<p part="description" class="description">${description}</p>` : nothing}
      </header>
    `;
  }

  #renderEntry(entry: TimelineEntry): TemplateResult {
    const { type, title, content, location, created_at, image, video, gallery } = entry;
    // A part name is an identifier; whatever else the service sends as a type becomes a dash.
    const typePart = `entry-${type.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
    return html`
      <li>
        <article part="entry ${typePart}" class="entry" tabindex="-1">
          <p class="when soft">
            ${this.#renderDate(created_at)}
            ${location ? html`<span part="location">${location}</span>` : nothing}
          </p>
          ${title ? html`<h3 part="title" class="title">${title}</h3>` : nothing}
          ${content ? html`<p part="content" class="content">${content}</p>` : nothing}
          ${renderImage(image?.url, title || content ? '' : this.t.image)}
          ${video ? renderVideo(video.url, video.poster_url, title ?? '', this.t) : nothing}
          ${renderGallery(gallery, title ?? '', this.t)}
        </article>
      </li>
    `;
  }

  #renderSkeleton(): TemplateResult {
    return html`
      <p class="unseen" role="status">${this.t.loading}</p>
      <div class="stack" aria-hidden="true">
        ${this.collectionId ? html`<div class="skeleton wide"></div>` : nothing}
        ${[1, 2].map(
          () =>
            html`<div class="skeleton"></div>
              <div class="skeleton wide"></div>`,
        )}
      </div>
    `;
  }

  /** One button for more and for another try, so that the focus on it outlives a failure. */
  #renderFoot(): TemplateResult {
    const { complete, entries, error, loadingMore, pageError } = this.#timeline;
    const failure = error ?? pageError;
    const press = (event: Event) => {
      this.actedOn(event);
      if (error) this.#timeline.reload();
      else void this.#timeline.more();
    };
    // The running total: the same words twice would not be read out twice.
    const total =
      entries.length && !failure && this.#timeline.pages > 1
        ? fill(this.t.shown, { count: entries.length })
        : '';
    return html`<div class="foot">
      <p part="message" class=${failure ? 'message error' : 'unseen'} role="status">
        ${loadingMore ? this.t.loadingMore : failure ? errorText(failure, this.t, this.locale.language, this.errorMessages) : total}
      </p>
      ${
        complete && !failure
          ? entries.length && this.#timeline.pages > 1
            ? html`<p part="end" class="end soft" tabindex="-1">${this.t.end}</p>`
            : nothing
          : html`<button
              part="button"
              class="button quiet"
              type="button"
              aria-disabled=${loadingMore ? 'true' : 'false'}
              @click=${press}
            >
              <span>${failure ? this.t.retry : loadingMore ? this.t.loadingMore : this.t.more}</span>
            </button>`
      }
    </div>`;
  }

  #renderEntries(label: string): TemplateResult {
    const { entries } = this.#timeline;
    if (!entries.length)
      return html`<slot name="empty"><p part="message" class="soft" tabindex="-1">${this.t.empty}</p></slot>`;
    return html`<ol part="entries" class="entries" aria-label=${label} tabindex="-1">
      ${repeat(
        entries,
        ({ id }) => id,
        (entry) => this.#renderEntry(entry),
      )}
    </ol>`;
  }

  protected override renderContent(): TemplateResult {
    if (!this.client) return html`<p part="message" class="soft">${this.t.unavailable}</p>`;
    const { loading, error, collection } = this.#timeline;
    if (loading) return this.#renderSkeleton();
    return html`
      ${collection ? this.#renderHeader(collection) : nothing}
      ${error ? nothing : this.#renderEntries(collection?.name || this.t.label)} ${this.#renderFoot()}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'collection-timeline': CollectionTimeline;
  }
}
