import type { ReactiveController } from 'lit';
import type { EntryWindow } from './entry-window.ts';
import { parentOf } from './scroller.ts';
import type { TimelineHost } from './timeline-host.ts';

/** Before shoppers scroll far, they do one of these. The story has its full height by then, so that nothing below it moves. */
const FIRST_ACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Moves the window over the entries when the shopper scrolls, resizes or prints the page. */
export class WindowEvents implements ReactiveController {
  isPrinting = false;

  readonly #host: TimelineHost;
  readonly #window: EntryWindow;
  /** The platform's own: `ResizeController` would redraw the story at every change. */
  #sizes: ResizeObserver | undefined;
  #observed: Element | null = null;
  /** Transcripts that are open only on paper. */
  readonly #opened: HTMLDetailsElement[] = [];
  readonly #scrollRoots = new Set<Node>();

  constructor(host: TimelineHost, window: EntryWindow) {
    this.#host = host;
    this.#window = window;
    host.addController(this);
  }

  hostConnected(): void {
    const host = this.#host;
    for (const type of FIRST_ACTIONS) document.addEventListener(type, this.#window.layOut, true);
    for (const type of ['beforeprint', 'afterprint']) addEventListener(type, this.#print);
    this.#observed = null;
    this.#sizes = new ResizeObserver(() => this.#window.resized(host.clientWidth));
    this.hostUpdated();
  }

  /**
   * Observes an empty line, which is as wide as the element. The element's height would change again while it is
   * reported, because entries come into view, and Firefox logs that as an error.
   */
  hostUpdated(): void {
    this.#listen();
    const line = this.#host.renderRoot.querySelector('.after');
    if (!line || line === this.#observed) return;
    this.#sizes?.disconnect();
    this.#sizes?.observe(line);
    this.#observed = line;
  }

  hostDisconnected(): void {
    for (const root of this.#scrollRoots)
      root.removeEventListener('scroll', this.#window.schedule, { capture: true });
    this.#scrollRoots.clear();
    for (const type of FIRST_ACTIONS) document.removeEventListener(type, this.#window.layOut, true);
    for (const type of ['beforeprint', 'afterprint']) removeEventListener(type, this.#print);
    this.#sizes?.disconnect();
    this.#window.stop();
  }

  /** A scroll event does not leave the shadow root of the box that scrolls, which may be that of a slot around the element. */
  #listen(): void {
    for (let at: Element | null = this.#host; at; at = parentOf(at)) {
      const root = at.getRootNode();
      if (this.#scrollRoots.has(root)) continue;
      this.#scrollRoots.add(root);
      root.addEventListener('scroll', this.#window.schedule, { capture: true, passive: true });
    }
  }

  /** Paper does not scroll, so printing draws all loaded entries. */
  readonly #print = ({ type }: Event): void => {
    this.isPrinting = type === 'beforeprint';
    for (const each of this.#opened.splice(0)) each.open = false;
    this.#window.layOut();
    if (!this.isPrinting) this.#window.restore();
    this.#host.drawNow();
    if (!this.isPrinting) return;
    this.#opened.push(...this.#host.renderRoot.querySelectorAll<HTMLDetailsElement>('details:not([open])'));
    for (const each of this.#opened) each.open = true;
  };
}
