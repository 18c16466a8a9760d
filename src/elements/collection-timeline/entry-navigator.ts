import type { EntryWindow } from './entry-window.ts';
import type { TimelineHost } from './timeline-host.ts';

/** Brings entries into view that may not be drawn yet. */
export class EntryNavigator {
  readonly #host: TimelineHost;
  readonly #window: EntryWindow;

  constructor(host: TimelineHost, window: EntryWindow) {
    this.#host = host;
    this.#window = window;
  }

  /** Draws an entry, scrolls to it, and returns its article. */
  async goTo(index: number): Promise<HTMLElement | undefined> {
    const id = this.#host.list.entries[index]?.id;
    this.#window.show(index);
    await this.#host.updateComplete;
    const article = this.#host.renderRoot.querySelector<HTMLElement>(`#entry-${CSS.escape(String(id))}`);
    article?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return article ?? undefined;
  }

  /** Goes to an entry and focuses it. */
  async focus(index: number): Promise<void> {
    (await this.goTo(index))?.focus({ preventScroll: true });
  }
}
