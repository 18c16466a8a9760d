/** Draws pictures, videos and attachments. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { type AttributePart, Directive, directive, type DirectiveResult } from 'lit/directive.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { fill, isolate } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';
import { isServer } from '../shared/server.ts';
import { fileName, type Medium, withoutQuery } from './media.ts';
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

/** A picture that fails to load leaves a placeholder, without the browser's broken icon. */
export const markBroken = ({ type, currentTarget }: Event) => {
  if (currentTarget instanceof Element) currentTarget.toggleAttribute('data-broken', type === 'error');
};

/** Requests the pictures again that failed to load. */
export function retryBroken(root: ParentNode): void {
  for (const picture of root.querySelectorAll('[data-broken][src]'))
    picture.setAttribute('src', picture.getAttribute('src')!);
}

/** A video that fails goes back to its poster, so that the shopper can play it again. */
export const rewind = (event: Event, { url }: Medium): void => {
  if (event.currentTarget instanceof HTMLVideoElement) event.currentTarget.src = url;
};

/** Whether a picture has arrived, at least its size, or a video has been played. */
const isInUse = (medium: Element) =>
  medium instanceof HTMLVideoElement
    ? medium.readyState > 0 || !medium.paused
    : medium instanceof HTMLImageElement && medium.naturalWidth > 0;

/** A URL of which only the query or hash changes, such as a signature, replaces no medium that is in use. */
class SourceDirective extends Directive {
  override render(url: string): unknown {
    return url;
  }

  override update({ element }: AttributePart, [url]: [string]): unknown {
    const current = element.getAttribute('src');
    const isSame = current !== null && withoutQuery(current) === withoutQuery(url);
    return isSame && isInUse(element) ? noChange : url;
  }
}

const source: (url: string) => DirectiveResult = directive(SourceDirective);

/** The box has its size before the picture loads, so nothing moves. */
function renderPicture(item: Medium, { words, enlarge }: MediaContext, alt: string, isEager: boolean) {
  const image = html`<img
    part="image"
    src=${source(item.url)}
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
      @click=${(event: Event) => {
        if (event.currentTarget instanceof Element) retryBroken(event.currentTarget);
        enlarge(event, item);
      }}
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
      src=${source(item.url)}
      poster=${ifDefined(isServer || isEager ? item.poster : undefined)}
      data-poster=${ifDefined(item.poster)}
      aria-label=${item.name}
      preload="none"
      ?controls=${isServer}
      playsinline
      @error=${(event: Event) => rewind(event, item)}
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
