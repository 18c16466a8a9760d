/** Pictures, videos and galleries of an entry. */

import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TimelineEntry } from '../../api/models.ts';
import type { collectionTimeline } from '../../locales/en.ts';
import { fill } from '../shared/locale.ts';
import { safeUrl } from '../shared/safe-url.ts';
import { isServer } from '../shared/server.ts';

type TimelineWords = Record<keyof typeof collectionTimeline, string>;
type GalleryItem = NonNullable<TimelineEntry['gallery']>[number];
type Url = string | null | undefined;

/** Something to look at, or an attachment. */
export interface Medium {
  kind: 'image' | 'video' | 'other';
  url: string;
  poster: string | undefined;
  /** What it is called for those who do not see it. */
  name: string;
}

/** What a drawing of media needs besides the media. */
export interface MediaContext {
  t: TimelineWords;
  /** Undefined where pictures are not to be enlarged. */
  enlarge: ((event: Event, medium: Medium) => void) | undefined;
  played: (medium: Medium) => void;
}

/** The service document does not show the values of `file_type`: a kind or a media type is understood, else the URL. */
function kindOf({ url, file_type }: GalleryItem): Medium['kind'] {
  const hint = `${file_type ?? ''} ${url?.split(/[?#]/)[0] ?? ''}`;
  if (/^(image|photo|picture|avif|gif|jpe?g|png|svg|webp)\b|\.(avif|gif|jpe?g|png|svg|webp)$/i.test(hint))
    return 'image';
  if (/^(video|m4v|mov|mp4|ogv|webm)\b|\.(m4v|mov|mp4|ogv|webm)$/i.test(hint)) return 'video';
  return 'other';
}

const medium = (kind: Medium['kind'], url: Url, poster: Url, name: string): Medium | undefined => {
  const [safe, safePoster] = [safeUrl(url), safeUrl(poster)];
  // A film that cannot be played is still a picture.
  if (!safe) return kind === 'video' && safePoster ? medium('image', poster, null, name) : undefined;
  return { kind, url: safe, poster: safePoster, name };
};

/** The one picture or film of an entry or a collection. */
export const filmOf = (video: { url?: Url; poster_url?: Url } | null | undefined, name: string) =>
  video ? medium('video', video.url, video.poster_url, name) : undefined;
export const pictureOf = (image: { url?: Url } | null | undefined, name: string) =>
  image ? medium('image', image.url, null, name) : undefined;

/** A gallery's items in their `order`; those without one come last, as they came. */
export function galleryOf(gallery: TimelineEntry['gallery'], title: string, t: TimelineWords): Medium[] {
  const items = [...(gallery ?? [])]
    .filter(({ url }) => safeUrl(url))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
  return items.flatMap((item, index) => {
    const kind = kindOf(item);
    // What nobody named is named by its kind, and one of several by its place.
    const own = title || (kind === 'video' ? t.video : t.image);
    const name =
      items.length > 1 ? fill(t.galleryItem, { title: own, index: index + 1, count: items.length }) : own;
    return medium(kind, item.url, item.poster_url, name) ?? [];
  });
}

/** What does not come leaves its quiet box, not the browser's broken sign or controls that play nothing. */
const mark = ({ type, target }: Event) => {
  (target as Element).toggleAttribute('data-broken', type === 'error');
};

/** A picture in a box of fixed shape: the box stands before the picture comes, so nothing moves. */
function renderPicture(item: Medium, { t, enlarge }: MediaContext, alt: string, isEager = false) {
  const image = html`<img
    part="image"
    src=${item.url}
    alt=${alt}
    loading=${isEager ? 'eager' : 'lazy'}
    decoding="async"
    @error=${mark}
    @load=${mark}
  />`;
  if (!enlarge) return html`<div class="frame">${image}</div>`;
  return html`<div class="frame">
    <button
      part="enlarge"
      class="enlarge"
      type="button"
      aria-label=${fill(t.enlarge, { title: item.name })}
      @click=${(event: Event) => enlarge(event, item)}
    >
      ${image}
    </button>
  </div>`;
}

/** A video that loads nothing but its poster until the shopper plays it. It has controls after `addControls`. */
function renderVideo(item: Medium, { played }: MediaContext) {
  return html`<div class="frame wide">
    <video
      part="video"
      src=${item.url}
      poster=${ifDefined(item.poster)}
      aria-label=${item.name}
      preload="none"
      ?controls=${isServer}
      playsinline
      @error=${mark}
      @play=${() => played(item)}
    ></video>
  </div>`;
}

/** Gives the films that were drawn their controls, which take as long to lay out as all else of a story's beginning. */
export function addControls(root: ParentNode): void {
  for (const video of root.querySelectorAll<HTMLVideoElement>('video:not([controls])')) video.controls = true;
}

export function renderMedium(
  item: Medium | undefined,
  context: MediaContext,
  alt = '',
  isEager = false,
): TemplateResult | typeof nothing {
  if (!item) return nothing;
  if (item.kind === 'image') return renderPicture(item, context, alt, isEager);
  if (item.kind === 'video') return renderVideo(item, context);
  return html`<a
    part="attachment"
    class="attachment"
    href=${item.url}
    rel="noopener noreferrer"
    target="_blank"
    >${fill(context.t.attachment, { name: fileName(item.url) })}</a
  >`;
}

/** The items of a gallery beside each other, one in view: swiped, or moved by buttons and arrow keys. */
export function renderGallery(
  items: readonly Medium[],
  context: MediaContext,
): TemplateResult | typeof nothing {
  if (items.length < 2) return renderMedium(items[0], context, items[0]?.name);
  const { t } = context;
  const step = (by: number) => (event: Event) => slide(event.currentTarget as Element, by);
  return html`<div class="carousel" @keydown=${onArrow}>
    <ul part="gallery" class="slides" @scroll=${onSlide} @pointerdown=${onSwipe}>
      ${items.map((item) => html`<li>${renderMedium(item, context, item.name)}</li>`)}
    </ul>
    <div class="steps">
      <button part="previous" class="step" type="button" aria-label=${t.previous} @click=${step(-1)}></button>
      <span class="unseen" role="status"></span>
      <span class="count" aria-hidden="true" data-at="1" data-of=${items.length}></span>
      <button part="next" class="step next" type="button" aria-label=${t.next} @click=${step(1)}></button>
    </div>
  </div>`;
}

/** Which of a row of slides is in view. In a right-to-left row both numbers fall below zero. */
export function slideInView(list: Element): number {
  const slides = [...list.children] as HTMLElement[];
  const off = slides.map(({ offsetLeft }) => Math.abs(offsetLeft - slides[0]!.offsetLeft - list.scrollLeft));
  return off.indexOf(Math.min(...off));
}

/** Where rows of slides are on their way to: whoever presses again meanwhile goes on from there. */
const goals = new WeakMap<Element, number>();

/** Moves a row of slides by so many; after the last comes the first. */
function slide(from: Element, by: number): void {
  const list = from.closest('.carousel')!.querySelector('ul')!;
  const slides = [...list.children] as HTMLElement[];
  const goal = ((goals.get(list) ?? slideInView(list)) + by + slides.length) % slides.length;
  goals.set(list, goal);
  list.scrollTo({ left: slides[goal]!.offsetLeft - slides[0]!.offsetLeft });
  list.closest('.carousel')!.querySelector('[role=status]')!.textContent = `${goal + 1} / ${slides.length}`;
}

const onSlide = ({ currentTarget }: Event) => {
  const list = currentTarget as Element;
  const at = slideInView(list);
  if (goals.get(list) === at) goals.delete(list);
  list
    .closest('.carousel')!
    .querySelector('.count')!
    .setAttribute('data-at', String(at + 1));
};

const onSwipe = ({ currentTarget }: Event) => void goals.delete(currentTarget as Element);

const onArrow = (event: KeyboardEvent) => {
  const { key, currentTarget, target } = event;
  // A film's own controls use the arrows, and with another key they are the browser's.
  if (!/^Arrow(Left|Right)$/.test(key) || target instanceof HTMLVideoElement) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const box = currentTarget as Element;
  const isForward = (key === 'ArrowRight') === (getComputedStyle(box).direction === 'ltr');
  slide(box.firstElementChild!, isForward ? 1 : -1);
};

/** The last part of a URL's path, as a person would read it. */
function fileName(href: string): string {
  const { pathname, hostname } = new URL(href, 'https://page.invalid');
  const last = pathname.split('/').pop();
  try {
    return last ? decodeURIComponent(last) : hostname;
  } catch {
    return last!;
  }
}
