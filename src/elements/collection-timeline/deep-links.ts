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

/** Actions of a shopper who no longer waits for an entry. Not `scroll`, because browsers and routers scroll as well. */
const ACTIONS = ['keydown', 'wheel', 'touchmove', 'focusin'] as const;

/** Keys that neither type nor scroll. */
const OTHER_KEYS = /^(Enter|Escape|Tab|Shift|Control|Alt|Meta)$/;

/** Whether the focus is in a field, and not merely on a heading or button that a script has focused. */
function isInField(): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return Boolean(active?.matches('input, textarea, select, [contenteditable]'));
}

/** Resolves when an element is rendered: at once with false, or when the tab that contains it opens. */
async function untilShown(element: Element): Promise<boolean> {
  const isShown = () => element.getClientRects().length > 0;
  if (isShown()) return false;
  await new Promise<void>((resolve) => {
    const sizes = new ResizeObserver(() => {
      if (!isShown()) return;
      sizes.disconnect();
      resolve();
    });
    sizes.observe(element);
  });
  return true;
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
  /** Whether the last navigation was a new link to an entry, which needs no `hashchange` to be followed. */
  #isPushed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Continues a search that ended at a page that failed to load. */
  #resume: (() => void) | undefined;
  /** The page's URL at the last action of each type. */
  #actions: Record<string, string> = {};
  /** Ends the event listeners. */
  #listening: AbortController | undefined;

  constructor(host: TimelineHost, pages: FurtherPages, navigator: EntryNavigator) {
    this.#host = host;
    this.#pages = pages;
    this.#navigator = navigator;
    host.addController(this);
  }

  hostConnected(): void {
    // A router that keeps the element may have changed the URL while it was out of the page.
    if (this.#listening && this.#host.state === 'ready') this.#followSoon();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    addEventListener('hashchange', this.#onHashChange, { signal });
    navigation()?.addEventListener('currententrychange', this.#onNavigation, { signal });
    document.addEventListener('click', this.#onClick, { signal });
    for (const type of ACTIONS)
      addEventListener(type, this.#onAction, { signal, capture: true, passive: true });
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    if (found?.host === this.#host) found = undefined;
  }

  /** The shopper has tried the failed page again, or another timeline is read. */
  hostUpdated(): void {
    if (!this.#pages.hasFailed) this.#resume?.();
  }

  /** Whether the page's URL names an entry and has not been followed yet. */
  get isPending(): boolean {
    const { hash } = location;
    return hash !== this.#followed && !Number.isNaN(entryIn(hash));
  }

  /**
   * Follows the page's URL, but only once: a timeline whose settings change later stays where it is. Returns a promise if
   * the browser's scroll position needs the long placeholder until then.
   */
  followOnce(): Promise<void> | undefined {
    const isRestored =
      this.#host.isLong && history.scrollRestoration === 'auto' && scrollerOf(this.#host).scrollTop > 0;
    if (location.hash === this.#followed) return undefined;
    const following = this.#follow(isRestored);
    return isRestored ? following : undefined;
  }

  /** Treats the page's current URL as followed. */
  skip(): void {
    this.#followed = location.hash;
  }

  readonly #onNavigation = ({ navigationType, from }: EntryChange): void => {
    // Scripts keep their own data in the entry that the browser has gone to.
    if (navigationType === 'replace' && from?.url === location.href) return;
    this.#isTraversing = navigationType === 'traverse' && history.scrollRestoration === 'auto';
    const { hash, href } = location;
    const before = new URL(from?.url ?? href);
    // Routers call `pushState()`, which causes no `hashchange`.
    this.#isPushed = navigationType === 'push' && hash !== before.hash && !Number.isNaN(entryIn(hash));
    if (!this.#isPushed) return;
    this.#followed = '';
    before.hash = hash;
    // Another page has its own entries, which are followed when they have loaded.
    if (before.href === href) this.#followSoon();
  };

  /** Follows the page's URL if that has not happened, once the router has drawn its page and scrolled. */
  #followSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#followPending());
  }

  async #followPending(): Promise<void> {
    await this.#host.updateComplete;
    if (!this.isPending) return;
    this.#actions = {};
    await this.#follow();
    // The router may not have changed the timeline yet: its next entries are looked through, too.
    if (this.current === undefined) this.#followed = '';
  }

  readonly #onAction = (event: Event): void => {
    const isOther = event instanceof KeyboardEvent && OTHER_KEYS.test(event.key);
    if (!isOther) this.#actions[event.type] = location.href;
  };

  /** Comes after `currententrychange`. */
  readonly #onHashChange = (): void => {
    if (this.#isPushed) return;
    this.#actions = {};
    void this.#follow(this.#isTraversing);
  };

  /** A link to the entry that the URL names already leads there again. No other event tells of it. */
  readonly #onClick = (event: MouseEvent): void => {
    const isTaken =
      event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (isTaken || link?.href !== location.href || Number.isNaN(entryIn(link.hash))) return;
    if (!['', '_self'].includes(link.target) || link.hasAttribute('download')) return;
    this.#actions = {};
    void this.#follow();
  };

  /** Whether the shopper has started something else at the page's URL. */
  get #isBusy(): boolean {
    return ACTIONS.some(
      (type) =>
        this.#actions[type] === location.href &&
        (type !== 'focusin' || (isInField() && !this.#host.matches(':focus-within'))),
    );
  }

  /** `isRestored`: the browser has restored an earlier scroll position, which takes precedence over the page's URL. */
  async #follow(isRestored = false): Promise<void> {
    const host = this.#host;
    const { hash } = location;
    const id = entryIn(hash);
    this.#resume = undefined;
    if (host.state !== 'ready' || !host.isConnected) return;
    this.#followed = hash;
    this.current = undefined;
    host.requestUpdate();
    if (Number.isNaN(id)) return;
    // Another link may be followed in the meantime.
    const isOver = () => hash !== location.hash || !host.isConnected;
    // The shopper has just opened its tab.
    if (await untilShown(host)) this.#actions = {};
    if (isOver()) return;
    const { signal } = host.firstPage;
    const index = await this.#pages.find(id, () => !isElsewhere(host, hash));
    // Another timeline came in the meantime. Its entries are looked through when they have loaded.
    if (signal.aborted) this.#followed = '';
    else if (index === undefined && this.#pages.hasFailed) this.#resume = () => void this.#follow(isRestored);
    const entry = index === undefined ? undefined : host.list.entries[index];
    if (index === undefined || !entry || isOver() || isElsewhere(host, hash)) return;
    found = { host, hash };
    this.current = id;
    host.requestUpdate();
    if (isRestored || this.#isBusy) return;
    await this.#navigator.focus(index);
    host.dispatchEvent(new CollectionTimelineEntrySelectEvent(entry));
  }
}
