/** Keeps only the entries around the view in the document; the others are empty space. */
import { nextFrame, whenIdle } from '../shared/draw-queue.ts';
import { NEAR, nextRange, type Range, SIDE, STEP } from './entry-range.ts';
import { scrollerOf, upperEdge } from './scroller.ts';

/** Entries in the first drawing, and in each frame after it: even on a slow phone, the view must not wait for all entries. */
const FIRST = 8;

interface WindowHooks {
  root: () => ShadowRoot | null;
  /** The number of entries. */
  count: () => number;
  /** Index of the first entry in an entry's group; its rows begin there too. */
  groupStart: (index: number) => number;
  /** Requests a drawing; `settle()` must be called after it. */
  draw: () => void;
  /** The entry in view may have changed. */
  moved: (index: number) => void;
}

/** An entry and the position of its upper edge in the view. */
interface Anchor {
  index: number;
  top: number;
  /** Whether it gets the focus, which would otherwise be lost. */
  isFocused?: boolean;
}

/** The drawn entries: from index `from` up to, but not including, `to`. */
export class EntryWindow {
  from = 0;
  to = 0;
  /** The average height of the drawn entries in pixels. */
  average = 0;
  /** Counts the times that all drawn entries were replaced by others. */
  jumps = 0;
  /** Resolves when the next entries are scheduled for drawing; undefined if there are none. */
  rest: Promise<void> | undefined;
  /** Until the shopper first acts, entries out of view need no layout. */
  isUnread = true;

  readonly #hooks: WindowHooks;
  /** The number of entries at the last drawing. */
  #count = 0;
  /** The most entries that may be drawn. */
  #limit = FIRST;
  /** The height of the space in place of the entries above the window, in pixels. */
  #above = 0;
  /** The entry that must not move with the next drawing. */
  #anchor: Anchor | undefined;
  /** The entry in view in the last frame. */
  #seen: Anchor | undefined;
  /** The element's width in the last frame. */
  #width = 0;
  /** The window before all entries were drawn. */
  #before: (Range & { above: number; seen: Anchor | undefined }) | undefined;
  #frame = 0;
  #cancelIdle: (() => void) | undefined;

  constructor(hooks: WindowHooks) {
    this.#hooks = hooks;
  }

  /** Call it before each drawing. `all` draws all entries: for printing and on a server. */
  sync(all = false): void {
    const count = this.#hooks.count();
    if (all) this.#showAll(count);
    else if (count < this.to) this.reset();
    // Entries added at the end are part of the next drawing.
    if (this.to === this.#count) this.to = Math.min(count, this.to + 2 * STEP, this.#limit);
    this.#count = count;
  }

  /** Whether more entries follow in the next frame: see `rest`. */
  get isBeginning(): boolean {
    return this.to === this.#limit && this.to < this.#count;
  }

  /** The next drawing adds entries up to a limit. */
  #extend(limit = Infinity): void {
    if (this.isBeginning) this.#count = this.to;
    this.#limit = limit;
  }

  #showAll(count: number): void {
    const { from, to } = this;
    if (to && to - from < count) this.#before = { from, to, above: this.#above, seen: this.#seen };
    this.from = this.#above = 0;
    this.to = count;
    this.#limit = Infinity;
    this.#anchor = undefined;
  }

  /** Returns to the window before all entries were drawn, if it was smaller. */
  restore(): void {
    if (!this.#before) return;
    ({ from: this.from, to: this.to, above: this.#above, seen: this.#anchor } = this.#before);
    this.#before = undefined;
  }

  /** Begins at the first entry again. */
  reset(): void {
    this.from = this.to = this.#above = this.#count = 0;
    this.#anchor = undefined;
  }

  /** Moves the window to an entry that is not drawn. If text is selected, its entries and those on the way stay drawn. */
  show(index: number): void {
    this.layOut();
    this.#extend();
    if (index >= this.from && index < this.to) return;
    const from = this.#snap(Math.max(0, index - STEP / 2));
    const to = Math.min(this.#hooks.count(), index + 2 * STEP);
    const isHeld = this.#isHeld;
    this.from = isHeld ? Math.min(from, this.from) : from;
    this.to = isHeld ? Math.max(to, this.to) : to;
    this.#above = this.from * this.average;
    if (!isHeld) this.jumps++;
    this.#hooks.draw();
  }

  /** Whether the shopper has selected text, which would be lost with its entries. */
  get #isHeld(): boolean {
    return getSelection()?.type === 'Range';
  }

  /** Call it after each drawing: keeps the entry in view in its place. */
  settle(): void {
    if (this.isBeginning) {
      this.rest ??= this.#drawRest();
      return;
    }
    this.#extend();
    const left = this.#hooks.count() - this.to;
    // All entries are drawn and none has moved: measuring would only force a layout.
    if (!left && !this.from && !this.#anchor) {
      this.#setSpace('.above', 0);
      this.#setSpace('.below', 0);
      return;
    }
    // Set before measuring: if the page becomes shorter even for a moment, the browser scrolls up from its end.
    this.#setSpace('.above', this.#above);
    this.#setSpace('.below', left * this.average);
    if (!this.measure()) return;
    this.#setSpace('.below', left * this.average);
    this.#restoreAnchor();
    if (left || this.from) this.schedule();
  }

  /** Waits for the frame that shows the entries so far. */
  async #drawRest(): Promise<void> {
    await nextFrame();
    this.rest = undefined;
    if (this.to < 2 * STEP) this.#extend(this.#limit + FIRST);
    else this.#limit = Infinity;
    this.#hooks.draw();
  }

  /** Measures the average height; false if nothing is visible. */
  measure(): boolean {
    this.layOut();
    const items = this.items;
    const [first, last] = [items[0], items.at(-1)];
    if (!first?.getClientRects().length || !last) return false;
    const height = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
    this.average = height / (this.to - this.from);
    return true;
  }

  /** Moves the window in the next frame, if necessary. */
  readonly schedule = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#move(NEAR);
    });
  };

  /** Grows the window to its full size, a step at a time, and each only when the browser has nothing else to do. */
  #growWhenIdle(): void {
    this.#cancelIdle ??= whenIdle(() => {
      this.#cancelIdle = undefined;
      this.#move(SIDE);
    });
  }

  /** Keeps the entry in view in its place while drawn entries are replaced by taller or shorter ones. Call it before. */
  hold(): void {
    if (!this.isPart) return;
    this.#move(NEAR);
    this.#anchor ??= this.#seen;
  }

  /** Another width changes the heights of all entries: the entry in view keeps its place. */
  resized(width: number): void {
    if (!width) {
      // Hidden. The page may have become shorter and lost its scroll position by the time it is shown again.
      this.#seen = undefined;
      this.#width = 0;
      return;
    }
    if (this.isBeginning) {
      // The next frame draws more anyway.
    } else if (!this.isPart) {
      // The element may have been hidden when there was more to draw.
      if (!this.isUnread || this.to < this.#hooks.count()) this.schedule();
    } else if (this.#width !== width) {
      this.#anchor = this.#seen;
      this.settle();
    }
    this.#width = width;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#cancelIdle?.();
    this.#cancelIdle = undefined;
  }

  /** Whether there are too many entries to draw them all. */
  get isPart(): boolean {
    return this.#hooks.count() > 2 * SIDE;
  }

  get items(): HTMLElement[] {
    return [...(this.#hooks.root()?.querySelectorAll<HTMLElement>('.item') ?? [])];
  }

  /**
   * Index of the first entry that is visible below a line, even if the view shows only the space for it. Positions are
   * rounded, so an entry with only one visible pixel counts as out of view.
   */
  inView(items = this.items, line = 1): number {
    const box = (index: number) => items[index]!.getBoundingClientRect();
    const end = items.length - 1;
    if (end < 0) return 0;
    const outside = this.#outside(items);
    if (outside) return outside.index;
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (box(middle).bottom > line) high = middle;
      else low = middle + 1;
    }
    return this.from + low;
  }

  /** If the shopper jumped into the empty space: the entry that would be at the upper edge of the view. */
  #outside(items: HTMLElement[]): Anchor | undefined {
    const { top } = items[0]!.getBoundingClientRect();
    const { bottom } = items.at(-1)!.getBoundingClientRect();
    if (top > innerHeight && this.from) {
      const [start, average] = [top - this.#above, this.#above / this.from || 1];
      const index = Math.max(0, Math.min(this.from - 1, Math.floor(-start / average)));
      return { index, top: start + index * average };
    }
    if (bottom > 0) return undefined;
    const average = this.average || 1;
    const index = Math.min(this.#hooks.count() - 1, this.to + Math.floor(-bottom / average));
    return { index, top: bottom + (index - this.to) * average };
  }

  /** Lays out the unread entries, and keeps the entry in view in its place. Must be called before a jump. */
  readonly layOut = (): void => {
    if (!this.isUnread) return;
    const { items } = this;
    if (!items[0]?.getClientRects().length) return;
    this.isUnread = false;
    const item = items[this.inView(items) - this.from];
    const top = item?.getBoundingClientRect().top;
    this.#hooks.root()?.querySelector('.unread')?.classList.remove('unread');
    if (item && top) this.#scroll(item, item.getBoundingClientRect().top - top);
  };

  #scroll(item: HTMLElement, top: number): void {
    if (Math.abs(top) >= 1) scrollerOf(item).scrollBy({ top, behavior: 'instant' });
  }

  /** `reach`: the number of entries on either side of the view that the window grows to. */
  #move(reach: number): void {
    // A jump would replace the first entries while the next ones are on their way.
    if (this.isBeginning) return this.schedule();
    const { items } = this;
    // Nothing is drawn or visible.
    if (!items[0]?.getClientRects().length) return;
    this.layOut();
    const edge = upperEdge(items[0]);
    const index = this.inView(items, edge + 1);
    // An entry under the sticky headings has been read.
    const covered = Number.parseFloat(getComputedStyle(items[0].querySelector('article')!).scrollMarginTop);
    this.#hooks.moved(this.inView(items, edge + covered + 1));
    const root = this.#hooks.root();
    const focused = root?.activeElement?.closest<HTMLElement>('.item');
    const focusedAt = focused ? items.indexOf(focused) + this.from : index;
    if (index < this.from || index >= this.to) {
      const outside = this.#outside(items);
      const { jumps } = this;
      this.show(index);
      this.#anchor = { index, top: 0, ...outside, isFocused: this.jumps > jumps && focusedAt !== index };
      return;
    }
    const item = items[index - this.from]!;
    const { top } = item.getBoundingClientRect();
    const anchor = { index, top };
    // An entry below the view moves with the ones above it, and after a change of width it has moved already.
    if (root?.host.clientWidth === this.#width) this.#seen = top < innerHeight ? anchor : undefined;
    const full = this.#around(index, SIDE);
    const next = nextRange(this, this.#around(index, reach), full, this.#isHeld);
    const [from, to] = [this.#snap(next.from), next.to];
    if (from === this.from && to === this.to) {
      if (full.from < from || full.to > to) this.#growWhenIdle();
      return;
    }
    // The space above grows by the height of the removed entries.
    const topOf = (index: number) => items[index - this.from]!.getBoundingClientRect().top;
    if (from > this.from) this.#above += topOf(from) - topOf(this.from);
    // A removed entry would lose the focus: the entry in view gets it.
    const isLost = focusedAt < from || focusedAt >= to;
    if (isLost) item.querySelector('article')?.focus({ preventScroll: true });
    this.#anchor = anchor;
    this.from = from;
    this.to = to;
    this.#hooks.draw();
  }

  /** The entries around an index; all if the timeline is short enough. */
  #around(index: number, reach: number): Range {
    const count = this.#hooks.count();
    if (reach === SIDE && !this.isPart) return { from: 0, to: count };
    return { from: this.#snap(Math.max(0, index - reach)), to: Math.min(count, index + reach) };
  }

  /** Corrects the space above if the anchor has moved. */
  #restoreAnchor(): void {
    const anchor = this.#anchor;
    this.#anchor = undefined;
    const item = anchor && this.items[anchor.index - this.from];
    if (!item) return;
    const moved = () => item.getBoundingClientRect().top - anchor.top;
    this.#above = this.from ? Math.max(0, this.#above - moved()) : 0;
    this.#setSpace('.above', this.#above);
    // After a jump, the space was an estimate; at the first entry, scrolling corrects it.
    this.#scroll(item, moved());
    if (!anchor.isFocused) return;
    const whole = this.items.find((each) => each.getBoundingClientRect().top >= 0) ?? item;
    whole.querySelector('article')?.focus({ preventScroll: true });
  }

  #setSpace(selector: '.above' | '.below', height: number): void {
    this.#hooks.root()?.querySelector<HTMLElement>(selector)?.style.setProperty('block-size', `${height}px`);
  }

  /** The beginning of an entry's row, so that columns stay as they are. */
  #snap(index: number): number {
    const start = this.#hooks.groupStart(index);
    return start + Math.floor((index - start) / STEP) * STEP;
  }
}
