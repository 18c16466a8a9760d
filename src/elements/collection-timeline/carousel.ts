interface CarouselOptions {
  /** The element that scrolls; its children are the slides. */
  row: () => HTMLElement | undefined;
  /** Called when the shopper goes to another slide, also by a swipe. */
  changed?: (index: number) => void;
  /** Whether Home and End lead to the first and the last slide. */
  hasHomeAndEnd?: boolean;
}

export function pauseVideos(root: ParentNode): void {
  for (const video of root.querySelectorAll('video')) video.pause();
}

/** A row of slides that scrolls sideways: which slide is in view, and how to get to another one. */
export class Carousel {
  readonly #options: CarouselOptions;
  #index = 0;
  /** The slide that a button or key leads to. Slides on the way there are ignored. */
  #target: number | undefined;

  constructor(options: CarouselOptions) {
    this.#options = options;
  }

  /** The slide that is in view, or that the row is scrolling to. */
  get index(): number {
    return this.#target ?? this.inView;
  }

  get inView(): number {
    const row = this.#row;
    if (!row) return 0;
    const distances = this.#slides.map((_, index) => Math.abs(this.#offset(index) - row.scrollLeft));
    return Math.max(0, distances.indexOf(Math.min(...distances)));
  }

  /** Goes to a slide, from the last to the first. Returns its index. */
  goTo(index: number, behavior: ScrollBehavior = 'auto'): number {
    const row = this.#row;
    const { length } = this.#slides;
    if (!row || !length) return 0;
    const target = (index + length) % length;
    const left = this.#offset(target);
    this.#target = Math.abs(left - row.scrollLeft) > 1 ? target : undefined;
    row.scrollTo({ left, behavior });
    this.#setIndex(target);
    return target;
  }

  step(by: number): number {
    return this.goTo(this.index + by);
  }

  readonly onScroll = (): void => {
    const { inView } = this;
    if (inView === this.#target) this.#target = undefined;
    if (this.#target === undefined && inView !== this.#index) this.#setIndex(inView);
  };

  /** The shopper scrolls the row by hand. */
  readonly onSwipe = (): void => void (this.#target = undefined);

  /** Returns the index of the slide that the key leads to. */
  onKeydown(event: KeyboardEvent): number | undefined {
    // With a modifier, keys belong to the browser, and a video's controls have their own keys.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    if (event.target instanceof HTMLVideoElement) return undefined;
    const index = this.#indexForKey(event.key);
    if (index === undefined) return undefined;
    event.preventDefault();
    return this.goTo(index);
  }

  get #row(): HTMLElement | undefined {
    return this.#options.row();
  }

  get #slides(): HTMLElement[] {
    return [...(this.#row?.children ?? [])].filter((child) => child instanceof HTMLElement);
  }

  /** The scroll position at which a slide is in view: below zero in right-to-left rows. */
  #offset(index: number): number {
    const [first, slide] = [this.#slides[0], this.#slides[index]];
    return first && slide ? slide.offsetLeft - first.offsetLeft : 0;
  }

  #indexForKey(key: string): number | undefined {
    const row = this.#row;
    const isLeftToRight = !row || getComputedStyle(row).direction === 'ltr';
    if (key === 'ArrowRight' || key === 'ArrowLeft')
      return this.index + ((key === 'ArrowRight') === isLeftToRight ? 1 : -1);
    if (!this.#options.hasHomeAndEnd) return undefined;
    return key === 'Home' ? 0 : key === 'End' ? this.#slides.length - 1 : undefined;
  }

  #setIndex(index: number): void {
    this.#index = index;
    // A film must not play on where nobody sees it.
    for (const slide of this.#slides) if (slide !== this.#slides[index]) pauseVideos(slide);
    this.#options.changed?.(index);
  }
}
