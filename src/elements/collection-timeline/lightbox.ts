/** Pictures and videos in full, over the page. Loaded when the shopper opens the first one. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { formatCount, isolate } from '../shared/format.ts';
import { Carousel, pauseVideos } from './carousel.ts';
import { lightboxStyles } from './lightbox.styles.ts';
import type { Medium } from './media.ts';
import { markBroken, renderTracks, rewind } from './media-view.ts';
import { lockPage } from './page-lock.ts';

interface LightboxOptions {
  slides: readonly Medium[];
  /** The slide to show first. */
  index: number;
  /** The entry's title, or its date. */
  title: string;
  words: { readonly previous: string; readonly next: string; readonly close: string };
  /** Of the entry's texts. */
  language: string;
  wordsLanguage: string;
  dir: 'ltr' | 'rtl';
  /** Gets the focus back. */
  opener: EventTarget | null;
  played: (slide: Medium) => void;
  closed: () => void;
}

/** Opens a modal dialog in a shadow root. */
export function openLightbox(root: ShadowRoot, options: LightboxOptions): void {
  const { styleSheet } = lightboxStyles;
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
  // Their controls are behind the dialog.
  pauseVideos(root);
  new Lightbox(root, options).open();
}

class Lightbox {
  readonly #options: LightboxOptions;
  readonly #box: HTMLElement;
  #unlockPage: (() => void) | undefined;
  readonly #dialog = createRef<HTMLDialogElement>();
  readonly #row = createRef<HTMLElement>();
  readonly #carousel = new Carousel({
    row: () => this.#row.value,
    changed: (index) => this.#draw(index),
    hasHomeAndEnd: true,
  });

  constructor(root: ShadowRoot, options: LightboxOptions) {
    this.#options = options;
    this.#box = root.appendChild(document.createElement('div'));
  }

  open(): void {
    this.#draw(this.#options.index);
    this.#dialog.value?.showModal();
    this.#unlockPage = lockPage();
    // A single-page shop may show another page in the same document.
    addEventListener('popstate', this.#close);
    this.#row.value?.focus();
    this.#carousel.goTo(this.#options.index, 'instant');
  }

  #draw(index: number): void {
    render(this.#render(index), this.#box);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => void this.#carousel.onKeydown(event);

  /** Closes on a click beside the picture. */
  readonly #onClick = ({ target }: Event): void => {
    if (target instanceof HTMLElement && !target.closest('img, video, button, p')) this.#close();
  };

  readonly #close = (): void => this.#dialog.value?.close();

  readonly #onClose = (): void => {
    removeEventListener('popstate', this.#close);
    this.#unlockPage?.();
    this.#box.remove();
    const { opener, closed } = this.#options;
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    closed();
  };

  #render(index: number): TemplateResult {
    const { slides, title, language, wordsLanguage, dir, played } = this.#options;
    const carousel = this.#carousel;
    const [at, of] = [index + 1, slides.length].map((count) => formatCount(wordsLanguage, count));
    const caption = slides.length > 1 ? `${title} · ${isolate(`${at} / ${of}`)}` : title;
    const step = (by: number) => () => void carousel.step(by);
    return html`<dialog
      ${ref(this.#dialog)}
      part="lightbox"
      class="lightbox"
      lang=${language}
      dir=${dir}
      aria-label=${title}
      @keydown=${this.#onKeydown}
      @click=${this.#onClick}
      @close=${this.#onClose}
    >
      ${renderTool('close', this.#options, this.#close)}
      <ul
        ${ref(this.#row)}
        class="full"
        tabindex="0"
        aria-label=${title}
        @scroll=${carousel.onScroll}
        @pointerdown=${carousel.onSwipe}
        @wheel=${{ handleEvent: carousel.onSwipe, passive: true }}
      >
        ${slides.map((slide) => html`<li>${renderSlide(slide, played)}</li>`)}
      </ul>
      <p part="caption" class="caption" aria-live="polite">${caption}</p>
      ${
        slides.length > 1
          ? [renderTool('previous', this.#options, step(-1)), renderTool('next', this.#options, step(1))]
          : nothing
      }
    </dialog>`;
  }
}

const renderTool = (
  name: 'close' | 'previous' | 'next',
  { words, wordsLanguage }: LightboxOptions,
  press: () => void,
) =>
  html`<button
    part=${name}
    class="tool ${name}"
    type="button"
    lang=${wordsLanguage}
    aria-label=${words[name]}
    @click=${press}
  ></button>`;

function renderSlide(slide: Medium, played: LightboxOptions['played']): TemplateResult {
  const { kind, url, poster, name } = slide;
  if (kind === 'video')
    return html`<video
      part="video"
      controls
      preload="none"
      playsinline
      aria-label=${name}
      poster=${ifDefined(poster)}
      src=${url}
      @error=${(event: Event) => rewind(event, slide)}
      @play=${() => played(slide)}
    >
      ${renderTracks(slide)}
    </video>`;
  return html`<img
    part="image"
    alt=${name}
    decoding="async"
    loading="lazy"
    src=${url}
    @error=${markBroken}
    @load=${markBroken}
  />`;
}
