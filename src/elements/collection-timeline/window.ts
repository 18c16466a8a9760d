/** Which of many entries are in the document: those around the view. The others are space. */

import { painted } from '../shared/draw-queue.ts';

/** How many entries are kept on either side of the view, so that a search in the page and a screen reader find them. */
const SIDE = 264;

/** How many are added at once on a side. Columns and sides stay as they are: up to four columns divide it. */
const STEP = 12;

/**
 * How many are drawn first, and how many more in each frame after that: what comes into view does not wait for what does
 * not, and a slow phone answers in between. Columns are whole.
 */
const FIRST = 8;

interface WindowHooks {
  root: () => ShadowRoot;
  count: () => number;
  /** Where the group of an entry begins; its rows begin there too. */
  groupStart: (place: number) => number;
  /** Draws; `settle` has to be called when that is done. */
  draw: () => void;
  /** The entry in view may have changed. */
  moved: (place: number) => void;
}

/** An entry, and where its upper edge stands in the viewport. */
interface Anchor {
  place: number;
  top: number;
  /** Whether the focus is lost, and goes to it. */
  isFocused?: boolean;
}

/** A window over the entries: `from` is in it, `to` is the first behind it. */
export class EntryWindow {
  from = 0;
  to = 0;
  /** Pixels that an entry takes, on the average of those that are drawn. */
  average = 0;
  /** How often all that was drawn was given up for something else. */
  jumps = 0;
  /** Done when the drawing is asked for that has what comes after what is drawn so far; else undefined. */
  rest: Promise<void> | undefined;
  /** Nobody has read on yet, so what is out of view may do without a layout. */
  isUnread = true;

  readonly #hooks: WindowHooks;
  #count = 0;
  /** How many may be drawn. */
  #most = FIRST;
  /** The space in place of the entries above the window, in pixels. */
  #above = 0;
  /** What must not move when the window does, and where it stands in the viewport. */
  #anchor: Anchor | undefined;
  /** The same of the last frame, and how wide the entries were. */
  #seen: Anchor | undefined;
  #width = 0;
  /** What was drawn before all of it was. */
  #before: { from: number; to: number; above: number; seen: Anchor | undefined } | undefined;
  #frame = 0;

  constructor(hooks: WindowHooks) {
    this.#hooks = hooks;
  }

  /** Takes up how many entries there are now. `all` draws all of them: on paper, and where a server draws. */
  sync(all = false): void {
    const count = this.#hooks.count();
    if (all) this.#showAll(count);
    else if (count < this.to) this.reset();
    // What is added at the end of all is drawn with the next drawing.
    if (this.to === this.#count) this.to = Math.min(count, this.to + 2 * STEP, this.#most);
    this.#count = count;
  }

  /** Whether others are to follow what is drawn first: see `rest`. */
  get isBeginning(): boolean {
    return this.to === this.#most && this.to < this.#count;
  }

  /** More come with the next drawing: all that belong into the window, or so many that there are `most`. */
  #goOn(most = Infinity): void {
    if (this.isBeginning) this.#count = this.to;
    this.#most = most;
  }

  #showAll(count: number): void {
    const { from, to } = this;
    if (to && to - from < count) this.#before = { from, to, above: this.#above, seen: this.#seen };
    this.from = this.#above = 0;
    this.to = count;
    this.#most = Infinity;
    this.#anchor = undefined;
  }

  /** Goes back to what was drawn before all was; else begins anew at the first entry. */
  reset(): void {
    if (this.#before) {
      const { above, seen } = this.#before;
      Object.assign(this, { from: this.#before.from, to: this.#before.to });
      this.#above = above;
      this.#anchor = seen;
      this.#before = undefined;
      return;
    }
    this.from = this.to = this.#above = 0;
    this.#count = 0;
    this.#anchor = undefined;
  }

  /** Draws around an entry, if it is not drawn already. */
  show(place: number): void {
    this.layOut();
    this.#goOn();
    if (place >= this.from && place < this.to) return;
    this.from = this.#snap(Math.max(0, place - STEP / 2));
    this.to = Math.min(this.#hooks.count(), place + 2 * STEP);
    this.#above = this.from * this.average;
    this.jumps++;
    this.#hooks.draw();
  }

  /** To be called after every drawing: keeps what is in view where it is. */
  settle(): void {
    if (this.isBeginning) {
      this.rest ??= this.#drawRest();
      return;
    }
    this.#goOn();
    const left = this.#hooks.count() - this.to;
    // All are drawn, and nothing moved: measuring would only make the browser lay out the page at once.
    if (!left && !this.from && !this.#anchor) {
      this.#space('.above', 0);
      this.#space('.below', 0);
      return;
    }
    if (!this.measure()) return;
    this.#space('.below', left * this.average);
    this.#hold();
    if (left || this.from) this.schedule();
  }

  /** After the frame that shows what is drawn so far. */
  async #drawRest(): Promise<void> {
    await painted();
    this.rest = undefined;
    if (this.to < 2 * STEP) this.#goOn(this.#most + FIRST);
    else this.#most = Infinity;
    this.#hooks.draw();
  }

  /** Takes the average of what is drawn; whether there is anything to measure, and somebody sees it. */
  measure(): boolean {
    this.layOut();
    const items = this.items;
    const [first, last] = [items[0], items.at(-1)];
    if (!first?.getClientRects().length || !last) return false;
    const height = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
    this.average = height / (this.to - this.from);
    return true;
  }

  /** Looks after the next frame whether the window has to move. */
  readonly schedule = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#move();
    });
  };

  /** Another width makes all entries higher or lower: what was in view stays. */
  resized(width: number): void {
    // It is hidden, such as in a closed tab of the page.
    if (!width) return;
    if (this.isBeginning) {
      // The rest is under way.
    } else if (!this.isPart) {
      // It may have been hidden when there was more to draw.
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
  }

  /** Whether entries are left out on either side for good, not only until the next frame. */
  get isPart(): boolean {
    return this.#hooks.count() > 2 * SIDE;
  }

  get items(): HTMLElement[] {
    return [...this.#hooks.root().querySelectorAll<HTMLElement>('.item')];
  }

  /** The first entry that can be seen below a line of the view, also where only its space is there yet. */
  inView(items = this.items, line = 0): number {
    const box = (index: number) => items[index]!.getBoundingClientRect();
    const end = items.length - 1;
    if (end < 0) return 0;
    const outside = this.#outside(items);
    if (outside) return outside.place;
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (box(middle).bottom > line) high = middle;
      else low = middle + 1;
    }
    return this.from + low;
  }

  /** Where in the space the shopper is who jumped there: which entry would be at the upper edge, and where exactly. */
  #outside(items: HTMLElement[]): Anchor | undefined {
    const { top } = items[0]!.getBoundingClientRect();
    const { bottom } = items.at(-1)!.getBoundingClientRect();
    if (top > innerHeight && this.from) {
      const [start, average] = [top - this.#above, this.#above / this.from || 1];
      const place = Math.max(0, Math.min(this.from - 1, Math.floor(-start / average)));
      return { place, top: start + place * average };
    }
    if (bottom > 0) return undefined;
    const average = this.average || 1;
    const place = Math.min(this.#hooks.count() - 1, this.to + Math.floor(-bottom / average));
    return { place, top: bottom + (place - this.to) * average };
  }

  /** Lays out what was left out of view so far, and keeps what is in view where it is. To be called before a jump. */
  readonly layOut = (): void => {
    if (!this.isUnread) return;
    const { items } = this;
    if (!items[0]?.getClientRects().length) return;
    this.isUnread = false;
    const item = items[this.inView(items) - this.from];
    const top = item?.getBoundingClientRect().top;
    this.#hooks.root().querySelector('.unread')?.classList.remove('unread');
    if (top) this.#scroll(item, item.getBoundingClientRect().top - top);
  };

  /** So that an entry is back where it was. */
  #scroll(item: HTMLElement, top: number): void {
    if (Math.abs(top) >= 1) scrollerOf(item).scrollBy({ top, behavior: 'instant' });
  }

  #move(): void {
    const { items } = this;
    // Nothing is drawn, or nobody sees it.
    if (!items[0]?.getClientRects().length) return;
    this.layOut();
    const count = this.#hooks.count();
    const place = this.inView(items);
    // What lies under headings that stay in view has been read.
    const covered = Number.parseFloat(getComputedStyle(items[0].querySelector('article')!).scrollMarginTop);
    this.#hooks.moved(this.inView(items, covered + 1));
    // Focus that would be lost goes to what the shopper reads.
    const focused = this.#hooks.root().activeElement?.closest<HTMLElement>('.item');
    const focusedAt = focused ? items.indexOf(focused) + this.from : place;
    if (place < this.from || place >= this.to) {
      const outside = this.#outside(items);
      this.show(place);
      this.#anchor = { place, top: 0, ...outside, isFocused: focusedAt !== place };
      return;
    }
    const item = items[place - this.from]!;
    const { top } = item.getBoundingClientRect();
    const anchor = { place, top };
    // What is below the view moves with what is above it; and what has just got another width has moved already.
    if (this.#hooks.root().host.clientWidth === this.#width)
      this.#seen = top < innerHeight ? anchor : undefined;
    const isHeld = getSelection()?.type === 'Range';
    const side = (wanted: number, now: number, isGrowing: boolean) => {
      const distance = Math.abs(wanted - now);
      if (isGrowing) return now + Math.sign(wanted - now) * Math.min(distance, STEP);
      // Selected text stays; and it does not come and go at every entry.
      return isHeld || distance < STEP ? now : wanted;
    };
    const start = this.#snap(Math.max(0, Math.min(place - SIDE, count - 2 * SIDE)));
    const from = this.#snap(side(start, this.from, start < this.from));
    const end = Math.min(count, Math.max(start + 2 * SIDE, place + SIDE));
    const to = side(end, this.to, end > this.to);
    if (from === this.from && to === this.to) return;
    const isLost = focusedAt < from || focusedAt >= to;
    if (isLost) item.querySelector('article')?.focus({ preventScroll: true });
    this.#anchor = anchor;
    this.from = from;
    this.to = to;
    this.#hooks.draw();
  }

  /** Gives the space above what its entries took, or takes from it what they take now. */
  #hold(): void {
    const { place, top, isFocused } = this.#anchor ?? {};
    this.#anchor = undefined;
    this.#space('.above', this.#above);
    const item = place === undefined ? undefined : this.items[place - this.from];
    if (!item) return;
    const moved = () => item.getBoundingClientRect().top - top!;
    this.#above = this.from ? Math.max(0, this.#above - moved()) : 0;
    this.#space('.above', this.#above);
    // The space was an estimate where the shopper jumped; what it was wrong by shows at the first entry.
    this.#scroll(item, moved());
    if (!isFocused) return;
    const whole = this.items.find((each) => each.getBoundingClientRect().top >= 0) ?? item;
    whole.querySelector('article')?.focus({ preventScroll: true });
  }

  #space(selector: '.above' | '.below', height: number): void {
    this.#hooks.root().querySelector<HTMLElement>(selector)?.style.setProperty('block-size', `${height}px`);
  }

  #snap(place: number): number {
    const start = this.#hooks.groupStart(place);
    return start + Math.floor((place - start) / STEP) * STEP;
  }
}

/** What scrolls an element: a box around it, or the page. */
export function scrollerOf(element: Element): Element {
  let at: Element | null = element;
  while (at) {
    // What a page says of its body holds for the page, unless it says something of its root.
    if (at === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') break;
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host ?? null;
  }
  return document.scrollingElement ?? document.documentElement;
}
