import { html, type nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult } from 'lit/directive.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { formatCount } from '../shared/format.ts';
import { Carousel } from './carousel.ts';
import { type MediaContext, renderMedium } from './media-view.ts';
import type { Medium } from './media.ts';

/** A gallery's items side by side, one in view: swipes, buttons and arrow keys move it. It redraws itself. */
class GalleryDirective extends AsyncDirective {
  readonly #row = createRef<HTMLElement>();
  readonly #carousel = new Carousel({ row: () => this.#row.value });
  #items: readonly Medium[] = [];
  #context: MediaContext | undefined;
  #inView = 0;
  /** The position that screen readers announce: not while the shopper swipes. */
  #announcement = '';

  override render(items: readonly Medium[], context: MediaContext): TemplateResult | typeof nothing {
    this.#items = items;
    this.#context = context;
    return this.#render(items, context);
  }

  #render(items: readonly Medium[], context: MediaContext): TemplateResult | typeof nothing {
    if (items.length < 2) return renderMedium(items[0], context, items[0]?.name);
    const { language, title, words } = context;
    const carousel = this.#carousel;
    const { index } = carousel;
    const nameAt = (place: number) => items.at(place % items.length)!.name;
    return html`<div class="carousel" role="group" aria-label=${title} @keydown=${this.#onKeydown}>
      <ul
        ${ref(this.#row)}
        part="gallery"
        class="slides"
        @scroll=${this.#onScroll}
        @pointerdown=${carousel.onSwipe}
        @wheel=${{ handleEvent: carousel.onSwipe, passive: true }}
      >
        ${items.map(
          (item, place) => html`<li .inert=${place !== index}>${renderMedium(item, context, item.name)}</li>`,
        )}
      </ul>
      <div class="steps">
        <button
          part="previous"
          class="step"
          type="button"
          aria-label=${`${words.previous}: ${nameAt(index - 1)}`}
          @click=${this.#stepBy(-1)}
        ></button>
        <span class="unseen" role="status">${this.#announcement}</span>
        <span
          class="count"
          aria-hidden="true"
          data-at=${formatCount(language, this.#inView + 1)}
          data-of=${formatCount(language, items.length)}
        ></span>
        <button
          part="next"
          class="step next"
          type="button"
          aria-label=${`${words.next}: ${nameAt(index + 1)}`}
          @click=${this.#stepBy(1)}
        ></button>
      </div>
    </div>`;
  }

  /** Moving the element in the page may take the row back to its start, without a scroll event. */
  protected override reconnected(): void {
    this.#carousel.onSwipe();
    // The row's reference comes back after this.
    queueMicrotask(() => {
      this.#carousel.onScroll();
      this.#inView = this.#carousel.inView;
      this.#redraw();
    });
  }

  readonly #onScroll = (): void => {
    this.#carousel.onScroll();
    const { inView } = this.#carousel;
    if (inView === this.#inView) return;
    this.#inView = inView;
    this.#redraw();
  };

  readonly #onKeydown = (event: KeyboardEvent): void => this.#announce(this.#carousel.onKeydown(event));

  #stepBy(by: number): () => void {
    return () => this.#announce(this.#carousel.step(by));
  }

  #announce(index: number | undefined): void {
    if (index === undefined || !this.#context) return;
    const { language } = this.#context;
    const [at, of] = [index + 1, this.#items.length].map((each) => formatCount(language, each));
    this.#announcement = `${at} / ${of}`;
    this.#redraw();
  }

  /** Redraws, and moves focus in the old slide to the new one. */
  #redraw(): void {
    if (!this.#context) return;
    const slides = [...(this.#row.value?.children ?? [])];
    const hasFocus = slides.some((slide) => slide.matches(':focus-within'));
    this.setValue(this.#render(this.#items, this.#context));
    if (!hasFocus) return;
    const slide = slides[this.#carousel.index];
    if (slide?.matches(':focus-within')) return;
    slide?.querySelector<HTMLElement>('a, button, video')?.focus({ preventScroll: true });
  }
}

export const renderGallery: (items: readonly Medium[], context: MediaContext) => DirectiveResult =
  directive(GalleryDirective);
