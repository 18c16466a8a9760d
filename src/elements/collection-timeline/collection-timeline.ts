import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ApiError } from '../../api/errors.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { collectionTimeline as terms, errors } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText } from '../base/error-text.ts';
import { languageOf } from '../base/language.ts';
import { StorefrontElement } from '../base/storefront-element.ts';
import { CollectionTimelineController } from './collection-timeline.controller.ts';
import {
  CollectionTimelineErrorEvent,
  CollectionTimelineLoadEvent,
  CollectionTimelinePageEvent,
} from './collection-timeline.events.ts';
import { styles } from './collection-timeline.styles.ts';
import { renderGallery, renderImage, renderVideo } from './media.ts';

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
 * @csspart button - The button for more entries or another try.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the dots and buttons. Default: the text colour.
 * @cssprop --storefront-media-background - Behind pictures that are not there yet.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class CollectionTimeline extends StorefrontElement {
  static override styles = [baseStyles, styles];

  /** The collection whose header and timeline are shown. */
  @property({ attribute: 'collection-id' }) collectionId = '';

  /** The slug of the collection whose timeline is shown; without `collection-id` there is no header. */
  @property({ attribute: 'collection-slug' }) collectionSlug = '';

  /** The token whose timeline is shown, a whole number above 0. */
  @property({ attribute: 'token-id', type: Number }) tokenId: number | undefined;

  /** How many entries a page has, 1 to 1000. */
  @property({ type: Number }) limit = 20;

  /** What the live region says. */
  @state() private announcement = '';

  readonly #timeline = new CollectionTimelineController(this, {
    client: () => this.client,
    source: () => this,
    loaded: () => this.dispatchEvent(new CollectionTimelineLoadEvent(this.collection, this.entries.length)),
    pageLoaded: (added) => {
      const { complete, entries } = this.#timeline;
      this.announcement = `${terms.loaded(added)} ${complete ? terms.end : ''}`;
      this.dispatchEvent(new CollectionTimelinePageEvent(entries.length, complete));
      // The button that had the focus is gone with the last page; the first new entry is where reading goes on.
      if (complete) void this.focusPart(`li:nth-child(${entries.length - added + 1}) article`);
    },
    failed: (error) => this.dispatchEvent(new CollectionTimelineErrorEvent(error)),
  });
  #dates: Intl.DateTimeFormat | undefined;

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
    const { tokenId, limit } = this;
    if (!this.collectionId && !this.collectionSlug && tokenId === undefined)
      return { attribute: 'collection-id', allowed: 'given, or collection-slug or token-id instead' };
    if (tokenId !== undefined && !(Number.isSafeInteger(tokenId) && tokenId > 0))
      return { attribute: 'token-id', allowed: 'a whole number above 0' };
    if (!(limit >= 1 && limit <= 1000)) return { attribute: 'limit', allowed: 'a number from 1 to 1000' };
    return undefined;
  }

  protected override abort(): void {
    this.#timeline.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    // One formatter for the whole list: making one takes as long as drawing an entry.
    const language = languageOf(this);
    if (this.#dates?.resolvedOptions().locale !== language)
      this.#dates = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  }

  #renderDate(value: string): TemplateResult {
    const date = new Date(value);
    // The format of timestamps is not shown: one that cannot be read is shown as it came.
    if (Number.isNaN(date.getTime())) return html`<span part="date">${value}</span>`;
    return html`<time part="date" datetime=${date.toISOString()}>${this.#dates!.format(date)}</time>`;
  }

  #renderHeader({ name, description, image, video }: Collection): TemplateResult {
    return html`
      <header part="header" class="header">
        ${video?.url ? renderVideo(video.url, video.poster_url, name ?? '') : renderImage(image?.url, '', true)}
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
          ${renderImage(image?.url, title || content ? '' : terms.image)}
          ${video ? renderVideo(video.url, video.poster_url, title ?? '') : nothing}
          ${renderGallery(gallery, title ?? '')}
        </article>
      </li>
    `;
  }

  #renderSkeleton(): TemplateResult {
    return html`
      <p class="unseen" role="status">${terms.loading}</p>
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

  #renderRetry(error: ApiError, retry: () => void): TemplateResult {
    return html`
      <p part="message" class="message error" role="alert">${errorText(error, errors)}</p>
      <button part="button" class="button quiet" type="button" @click=${retry}>
        <span>${errors.retry}</span>
      </button>
    `;
  }

  #renderFoot(): TemplateResult | typeof nothing {
    const { complete, loadingMore, pageError } = this.#timeline;
    const more = () => void this.#timeline.more();
    if (complete) return nothing;
    if (pageError) return this.#renderRetry(pageError, more);
    return html`<button
      part="button"
      class="button quiet"
      type="button"
      aria-disabled=${loadingMore ? 'true' : 'false'}
      @click=${more}
    >
      <span>${loadingMore ? terms.loadingMore : terms.more}</span>
    </button>`;
  }

  protected override render(): TemplateResult {
    if (!this.client) return html`<p part="message" class="soft">${errors.unavailable}</p>`;
    const { loading, error, collection, entries } = this.#timeline;
    if (loading) return this.#renderSkeleton();
    if (error)
      return html`<div class="foot">${this.#renderRetry(error, () => this.#timeline.reload())}</div>`;
    return html`
      ${collection ? this.#renderHeader(collection) : nothing}
      ${
        entries.length
          ? html`<ol part="entries" class="entries" aria-label=${collection?.name || terms.label}>
              ${repeat(
                entries,
                ({ id }) => id,
                (entry) => this.#renderEntry(entry),
              )}
            </ol>`
          : html`<slot name="empty"><p part="message" class="soft">${terms.empty}</p></slot>`
      }
      <div class="foot">
        ${this.#renderFoot()}
        <p class="unseen" role="status">${this.announcement}</p>
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'collection-timeline': CollectionTimeline;
  }
}
