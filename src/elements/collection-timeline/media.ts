import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TimelineEntry } from '../../api/models.ts';
import type { collectionTimeline } from '../../locales/en.ts';
import { fill } from '../base/locale.ts';
import { safeUrl } from '../base/safe-url.ts';

type MediaWords = Record<keyof typeof collectionTimeline, string>;
type GalleryItem = NonNullable<TimelineEntry['gallery']>[number];

/** What does not come leaves its quiet box, not the browser's broken sign or controls that play nothing. */
const markBroken = ({ target }: Event) => {
  (target as Element).toggleAttribute('data-broken', true);
};

/** A picture in a box of fixed shape. `alt` is empty where the text beside it says what it is. */
export function renderImage(url: string | null | undefined, alt = '', eager = false) {
  const src = safeUrl(url);
  if (!src) return nothing;
  return html`<div class="frame">
    <img
      part="image"
      src=${src}
      alt=${alt}
      loading=${eager ? 'eager' : 'lazy'}
      decoding="async"
      @error=${markBroken}
    />
  </div>`;
}

/** A video that loads nothing but its poster until the shopper plays it. */
export function renderVideo(
  url: string | null | undefined,
  poster: string | null | undefined,
  title: string,
  t: MediaWords,
) {
  const src = safeUrl(url);
  if (!src) return renderImage(poster);
  return html`<div class="frame wide">
    <video
      part="video"
      src=${src}
      poster=${ifDefined(safeUrl(poster))}
      aria-label=${title || t.video}
      preload="none"
      controls
      playsinline
      @error=${markBroken}
    ></video>
  </div>`;
}

/** The service document does not show the values of `file_type`: a kind or a media type is understood, else the URL. */
function kindOf({ url, file_type }: GalleryItem): 'image' | 'video' | 'other' {
  const hint = `${file_type ?? ''} ${url?.split(/[?#]/)[0] ?? ''}`;
  if (/^(image|photo|picture)|\.(avif|gif|jpe?g|png|svg|webp)$/i.test(hint)) return 'image';
  if (/^video|\.(m4v|mov|mp4|ogv|webm)$/i.test(hint)) return 'video';
  return 'other';
}

/** A gallery's items in their `order`; those without one come last, as they came. */
export function renderGallery(gallery: TimelineEntry['gallery'], title: string, t: MediaWords) {
  const items = [...(gallery ?? [])]
    .filter(({ url }) => safeUrl(url))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
  if (!items.length) return nothing;
  return html`<ul part="gallery" class="gallery">
    ${items.map((item, index) => {
      // What nobody named is named by its kind, and one of several by its place.
      const nameOf = (kind: string) =>
        items.length > 1
          ? fill(t.galleryItem, { title: title || kind, index: index + 1, count: items.length })
          : title || kind;
      return html`<li>${renderGalleryItem(item, nameOf, t)}</li>`;
    })}
  </ul>`;
}

function renderGalleryItem(item: GalleryItem, nameOf: (kind: string) => string, t: MediaWords) {
  const kind = kindOf(item);
  if (kind === 'image') return renderImage(item.url, nameOf(t.image));
  if (kind === 'video') return renderVideo(item.url, item.poster_url, nameOf(t.video), t);
  const href = safeUrl(item.url)!;
  return html`<a part="attachment" href=${href} rel="noopener noreferrer" target="_blank"
    >${fill(t.attachment, { name: fileName(href) })}</a
  >`;
}

/** The last part of a URL's path, as a person would read it. */
function fileName(href: string): string {
  const { pathname, hostname } = new URL(href);
  const last = pathname.split('/').pop();
  try {
    return last ? decodeURIComponent(last) : hostname;
  } catch {
    return last!;
  }
}
