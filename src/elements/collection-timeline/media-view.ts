/** Draws pictures, videos and attachments. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { fill, isolate } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';
import { isServer } from '../shared/server.ts';
import { fileName, type Medium } from './media.ts';
import type { TimelineWords } from './story-context.ts';

export interface MediaContext {
  /** Of the entry or collection. */
  title: string;
  words: TimelineWords;
  /** Of the words. */
  language: string;
  /** Undefined for pictures that cannot be enlarged. */
  enlarge: ((event: Event, medium: Medium) => void) | undefined;
  played: (medium: Medium) => void;
}

/** `alt` is the text for a picture whose name is not shown beside it. */
export function renderMedium(
  item: Medium | undefined,
  context: MediaContext,
  alt = '',
  isEager = false,
): TemplateResult | typeof nothing {
  if (!item) return nothing;
  if (item.kind === 'image') return renderPicture(item, context, alt, isEager);
  if (item.kind === 'video') return renderVideo(item, context, isEager);
  return html`<a
    part="attachment"
    class="attachment"
    lang=${context.language}
    href=${item.url}
    rel="noopener noreferrer"
    target="_blank"
    >${fill(context.words.attachment, { name: isolate(fileName(item.url)) })}</a
  >`;
}

/** Adds the drawn videos' controls, which take as long to lay out as everything else in a story's beginning. */
export function addControls(root: ParentNode): void {
  for (const video of root.querySelectorAll<HTMLVideoElement>('video:not([controls])')) video.controls = true;
}

/** Media that fail to load leave an empty box, without the browser's broken icon or useless controls. */
export const markBroken = ({ type, currentTarget }: Event) => {
  if (currentTarget instanceof Element) currentTarget.toggleAttribute('data-broken', type === 'error');
};

/** Requests the media again that failed to load. */
export function retryBroken(root: ParentNode): void {
  for (const medium of root.querySelectorAll('[data-broken][src]'))
    medium.setAttribute('src', medium.getAttribute('src')!);
}

/** The box has its size before the picture loads, so nothing moves. */
function renderPicture(item: Medium, { words, enlarge }: MediaContext, alt: string, isEager: boolean) {
  const image = html`<img
    part="image"
    src=${item.url}
    alt=${alt}
    loading=${isEager ? 'eager' : 'lazy'}
    decoding="async"
    @error=${markBroken}
    @load=${markBroken}
  />`;
  if (!enlarge) return html`<div class="frame">${image}</div>`;
  return html`<div class="frame">
    <button
      part="enlarge"
      class="enlarge"
      type="button"
      aria-label=${fill(words.enlarge, { title: item.label })}
      @click=${(event: Event) => enlarge(event, item)}
    >
      ${image}
    </button>
  </div>`;
}

/**
 * A video loads only its poster until the shopper plays it. In a browser, `addControls()` adds its controls, and posters.ts
 * the poster.
 */
function renderVideo(item: Medium, { played }: MediaContext, isEager: boolean) {
  return html`<div class="frame wide">
    <video
      part="video"
      src=${item.url}
      poster=${ifDefined(isServer || isEager ? item.poster : undefined)}
      data-poster=${ifDefined(item.poster)}
      aria-label=${item.name}
      preload="none"
      ?controls=${isServer}
      playsinline
      @error=${markBroken}
      @loadstart=${markBroken}
      @play=${() => played(item)}
    >
      ${renderTracks(item)}
    </video>
  </div>`;
}

export const renderTracks = ({ tracks }: Medium): unknown[] =>
  tracks.map(({ src, kind, srclang, label, default: isDefault }) => {
    const url = safeUrl(src);
    return url
      ? html`<track
          src=${url}
          kind=${kind ?? 'captions'}
          srclang=${ifDefined(srclang ?? undefined)}
          label=${ifDefined(label ?? undefined)}
          ?default=${isDefault}
        />`
      : nothing;
  });
