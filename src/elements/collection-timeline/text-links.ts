/** Links in the texts of entries. */
import type { TimelineEntry } from '../../api/models.ts';
import { lazy } from '../shared/lazy.ts';
import { isServer } from '../shared/server.ts';
import type { TextPiece } from './links.ts';
import type { TimelineHost } from './timeline-host.ts';

const links = lazy('links', () => import('./links.ts'));

/** Whether a text may contain a link. */
export const hasLink = (text: string | null | undefined): boolean =>
  Boolean(text && /:\/\/|www\.|\.\w+\/|@/i.test(text));

/** Loads the module that finds links when a text seems to have one. Until then, texts are shown without links. */
export class TextLinks {
  /** Undefined until it is loaded. */
  find: ((text: string) => TextPiece[]) | undefined;

  readonly #host: TimelineHost;
  #isRequested = false;

  constructor(host: TimelineHost) {
    this.#host = host;
  }

  update(drawn: readonly TimelineEntry[]): void {
    if (this.#isRequested || isServer || !drawn.some(({ content }) => hasLink(content))) return;
    this.#isRequested = true;
    links.load().then(
      // Never in the first drawing, which may have to repeat a server's.
      ({ findLinks }) => {
        this.find = findLinks;
        this.#host.requestUpdate();
      },
      // The texts are readable without links.
      () => undefined,
    );
  }
}
