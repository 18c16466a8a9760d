import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TimelineEntry } from '../../api/models.ts';
import { collectionTimeline as terms } from '../../locales/en.ts';
import { safeUrl } from '../base/safe-url.ts';

type GalleryItem = NonNullable<TimelineEntry['gallery']>[number];

const markBroken = (event: Event) => (event.target as Element).toggleAttribute('data-broken', true);

/** A picture in a box of fixed shape. `alt` is empty where the text beside it says what it is. */
export function renderImage(url: string | null | undefined, alt = '', eager = false) {
  const src = safeUrl(url);
  if (!src) return nothing;
  return html`<img
    part="image"
    class="media"
    src=${src}
    alt=${alt}
    loading=${eager ? 'eager' : 'lazy'}
    decoding="async"
    @error=${markBroken}
  />`;
}

/** A video that loads nothing but its poster until the shopper plays it. */
export function renderVideo(
  url: string | null | undefined,
  poster: string | null | undefined,
  title: string,
) {
  const src = safeUrl(url);
  if (!src) return renderImage(poster);
  return html`<video
    part="video"
    class="media"
    src=${src}
    poster=${ifDefined(safeUrl(poster))}
    aria-label=${title || terms.video}
    preload="none"
    controls
    playsinline
  ></video>`;
}

/** The service document does not show the values of `file_type`: a kind or a media type is understood, else the URL. */
function kindOf({ url, file_type }: GalleryItem): 'image' | 'video' | 'other' {
  const hint = `${file_type ?? ''} ${url?.split(/[?#]/)[0] ?? ''}`;
  if (/^(image|photo|picture)|\.(avif|gif|jpe?g|png|svg|webp)$/i.test(hint)) return 'image';
  if (/^video|\.(m4v|mov|mp4|ogv|webm)$/i.test(hint)) return 'video';
  return 'other';
}

/** A gallery's items in their `order`; those without one come last, as they came. */
export function renderGallery(gallery: TimelineEntry['gallery'], title: string) {
  const items = [...(gallery ?? [])]
    .filter(({ url }) => safeUrl(url))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
  if (!items.length) return nothing;
  return html`<ul part="gallery" class="gallery">
    ${items.map((item) => html`<li>${renderGalleryItem(item, title)}</li>`)}
  </ul>`;
}

function renderGalleryItem(item: GalleryItem, title: string): TemplateResult | typeof nothing {
  const kind = kindOf(item);
  if (kind === 'image') return renderImage(item.url, title || terms.image);
  if (kind === 'video') return renderVideo(item.url, item.poster_url, title);
  return html`<a href=${ifDefined(safeUrl(item.url))} rel="noopener noreferrer" target="_blank"
    >${terms.attachment}</a
  >`;
}
