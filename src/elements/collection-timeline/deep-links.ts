import type { ReactiveController } from 'lit';
import { CollectionTimelineEntrySelectEvent } from './collection-timeline.events.ts';
import type { EntryNavigator } from './entry-navigator.ts';
import type { FurtherPages } from './further-pages.ts';
import { scrollerOf } from './scroller.ts';
import type { TimelineHost } from './timeline-host.ts';

/** The id of the entry that a hash names; NaN for none. */
const entryIn = (hash: string) => Number(/^#entry-(.+)$/.exec(hash)?.[1] ?? NaN);

type EntryChange = Event & { navigationType?: string | null; from?: { url: string | null } };

/** Undefined where the browser does not have it. */
const navigation = () => (globalThis as { navigation?: EventTarget }).navigation;

/** The timeline that has the entry of the page's URL: the others need not load all of theirs to look for it. */
let found: { host: TimelineHost; hash: string } | undefined;

const isElsewhere = (host: TimelineHost, hash: string): boolean =>
  found?.hash === hash &&
  found.host !== host &&
  found.host.isConnected &&
  found.host.list.indexOf(entryIn(hash)) !== undefined;

/** Resolves when an element is rendered: at once, or when the tab that contains it opens. */
async function untilShown(element: Element): Promise<void> {
  const isShown = () => element.getClientRects().length > 0;
  if (isShown()) return;
  await new Promise<void>((resolve) => {
    const sizes = new ResizeObserver(() => {
      if (!isShown()) return;
      sizes.disconnect();
      resolve();
    });
    sizes.observe(element);
  });
}

/** Follows links to entries: `#entry-12` in the page's URL. */
export class DeepLinks implements ReactiveController {
  /** The entry that a link led to. */
  current: number | undefined;

  readonly #host: TimelineHost;
  readonly #pages: FurtherPages;
  readonly #navigator: EntryNavigator;
  /** The last hash that was followed. */
  #followed = '';
  /** Whether the browser goes back or forward, and restores an earlier scroll position. Not every browser reports this. */
  #isTraversing = false;

  constructor(host: TimelineHost, pages: FurtherPages, navigator: EntryNavigator) {
    this.#host = host;
    this.#pages = pages;
    this.#navigator = navigator;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('hashchange', this.#onHashChange);
    navigation()?.addEventListener('currententrychange', this.#onNavigation);
    document.addEventListener('click', this.#onClick);
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.#onHashChange);
    navigation()?.removeEventListener('currententrychange', this.#onNavigation);
    document.removeEventListener('click', this.#onClick);
  }

  /** Whether the page's URL names an entry and has not been followed yet. */
  get isPending(): boolean {
    const { hash } = location;
    return hash !== this.#followed && !Number.isNaN(entryIn(hash));
  }

  /** Follows the page's URL, but only once: a timeline whose settings change later stays where it is. */
  async followOnce(): Promise<void> {
    const isRestored =
      this.#host.isLong && history.scrollRestoration === 'auto' && scrollerOf(this.#host).scrollTop > 0;
    if (location.hash !== this.#followed) await this.#follow(isRestored);
  }

  /** Treats the page's current URL as followed. */
  skip(): void {
    this.#followed = location.hash;
  }

  readonly #onNavigation = ({ navigationType, from }: EntryChange): void => {
    // Scripts keep their own data in the entry that the browser has gone to.
    if (navigationType === 'replace' && from?.url === location.href) return;
    this.#isTraversing = navigationType === 'traverse' && history.scrollRestoration === 'auto';
  };

  /** Comes after `currententrychange`. */
  readonly #onHashChange = (): void => void this.#follow(this.#isTraversing);

  /** A link to the entry that the URL names already leads there again. No other event tells of it. */
  readonly #onClick = (event: MouseEvent): void => {
    const isTaken =
      event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (isTaken || link?.href !== location.href || Number.isNaN(entryIn(link.hash))) return;
    if (['', '_self'].includes(link.target) && !link.hasAttribute('download')) void this.#follow();
  };

  /** `isRestored`: the browser has restored an earlier scroll position, which takes precedence over the page's URL. */
  async #follow(isRestored = false): Promise<void> {
    const host = this.#host;
    const { hash } = location;
    const id = entryIn(hash);
    if (host.state !== 'ready' || !host.isConnected) return;
    this.#followed = hash;
    this.current = undefined;
    host.requestUpdate();
    if (Number.isNaN(id)) return;
    await untilShown(host);
    const index = await this.#pages.find(id, () => !isElsewhere(host, hash));
    const entry = index === undefined ? undefined : host.list.entries[index];
    // Another link may have been followed in the meantime.
    if (index === undefined || !entry || hash !== location.hash) return;
    found = { host, hash };
    this.current = id;
    host.requestUpdate();
    if (isRestored) return;
    await this.#navigator.focus(index);
    host.dispatchEvent(new CollectionTimelineEntrySelectEvent(entry));
  }
}
