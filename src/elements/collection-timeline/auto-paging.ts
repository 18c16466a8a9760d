import type { ReactiveController } from 'lit';
import type { FurtherPages } from './further-pages.ts';
import { nearView } from './near-view.ts';
import type { TimelineHost } from './timeline-host.ts';

/** One screen before the end. */
const NEAR = '100%';

/**
 * Loads the next page when the end of the list comes near. Uses the platform's observer, not `IntersectionController`,
 * which would redraw the story at every change.
 */
export class AutoPaging implements ReactiveController {
  readonly #host: TimelineHost;
  readonly #pages: FurtherPages;
  #observer: IntersectionObserver | undefined;
  #observed: Element | null = null;

  constructor(host: TimelineHost, pages: FurtherPages) {
    this.#host = host;
    this.#pages = pages;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observed = null;
    this.#observer = new IntersectionObserver((changes) => {
      if (changes.at(-1)?.isIntersecting && this.#pages.isAutomatic && this.#host.state === 'ready')
        void this.#pages.more();
    }, nearView(NEAR));
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** Call it after each complete drawing. */
  update(): void {
    const { firstPage, renderRoot } = this.#host;
    const foot = !firstPage.isLoading && this.#pages.isAutomatic ? renderRoot.querySelector('.foot') : null;
    if (foot === this.#observed) return;
    this.#observer?.disconnect();
    if (foot) this.#observer?.observe(foot);
    this.#observed = foot;
  }
}
