import type { ReactiveController } from 'lit';
import { loadShopifyConsent } from '../shared/consent.ts';
import type { EntryNavigator } from './entry-navigator.ts';
import type { EntryWindow } from './entry-window.ts';
import type { FurtherPages } from './further-pages.ts';
import { keepPlace, readPlace, type ReadingPlace } from './reading-place.ts';
import { scrollerOf } from './scroller.ts';
import type { TimelineHost } from './timeline-host.ts';
import { sourceOf } from './timeline-settings.ts';

interface Parts {
  window: EntryWindow;
  pages: FurtherPages;
  navigator: EntryNavigator;
}

/** Keeps the shopper's place when they leave the page, and restores it when they return. */
export class PlaceKeeper implements ReactiveController {
  readonly #host: TimelineHost;
  readonly #parts: Parts;
  /** Whether the shopper did something in the story. Nothing is stored for those who only read. */
  #isUsed = false;
  /** Whether a place was stored because the page was hidden. */
  #hasKept = false;

  constructor(host: TimelineHost, parts: Parts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#keep);
    document.addEventListener('visibilitychange', this.#keepWhenHidden);
    this.#host.addEventListener('click', this.#markUsed);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#keep);
    document.removeEventListener('visibilitychange', this.#keepWhenHidden);
    this.#host.removeEventListener('click', this.#markUsed);
  }

  async restore(place: ReadingPlace): Promise<void> {
    const { pages, navigator } = this.#parts;
    const host = this.#host;
    const source = sourceOf(host);
    // Neither a hidden element nor a second one with the same entries may scroll the page.
    if (!host.getClientRects().length || !readPlace(host, source)) return;
    this.#markUsed();
    // In a single-page shop, an element that is created later begins at the top.
    keepPlace(host, source, undefined);
    const index = await pages.find(place.id, (loaded) => loaded < place.count);
    const article = index === undefined ? undefined : await navigator.goTo(index);
    if (article)
      scrollerOf(article).scrollBy({
        top: article.getBoundingClientRect().top - place.top,
        behavior: 'instant',
      });
  }

  readonly #markUsed = (): void => {
    // Until Shopify's consent API is loaded, nothing may be stored.
    if (!this.#isUsed && !this.#host.noStorage) loadShopifyConsent(() => undefined);
    this.#isUsed = true;
  };

  // A phone may close a hidden page without another event.
  readonly #keepWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') return this.#keep();
    // The page goes on: in a single-page shop, an element that is created later begins at the top.
    if (this.#hasKept) keepPlace(this.#host, sourceOf(this.#host), undefined);
    this.#hasKept = false;
  };

  readonly #keep = (): void => {
    const host = this.#host;
    const { window } = this.#parts;
    // A hidden element has nothing in view.
    if (host.state !== 'ready' || !host.getClientRects().length) return;
    const index = window.inView();
    const top = window.items[index - window.from]?.getBoundingClientRect().top;
    const { entries } = host.list;
    const entry = entries[index];
    // At the first entry, the shopper returns to the top of the page.
    const hasReadOn = this.#isUsed && entry && top !== undefined && (index > 0 || top < 0);
    this.#hasKept = true;
    keepPlace(host, sourceOf(host), hasReadOn ? { id: entry.id, top, count: entries.length } : undefined);
  };
}
