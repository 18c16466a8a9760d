import type { ReactiveController } from 'lit';
import { typeName } from './entry-view.ts';
import type { TimelineHost } from './timeline-host.ts';

/** The page's icons for the types of entries: children with a slot such as `icon-update`. */
export class Icons implements ReactiveController {
  /** Counts changes, because an icon whose content changes is the same element. */
  changes = 0;

  readonly #host: TimelineHost;
  /** Each entry shows a copy, so no slot reports changes. */
  #observer: MutationObserver | undefined;

  constructor(host: TimelineHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => {
      this.changes++;
      this.#host.requestUpdate();
    });
    this.#observer.observe(this.#host, {
      childList: true,
      characterData: true,
      subtree: true,
      attributeFilter: ['slot'],
    });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** Empty on a server. */
  get byType(): ReadonlyMap<string, Element> {
    const icons = new Map<string, Element>();
    if (!this.#host.isServerDrawing)
      for (const child of this.#host.children)
        if (child.slot.startsWith('icon-')) icons.set(typeName(child.slot.slice(5)), child);
    return icons;
  }
}
