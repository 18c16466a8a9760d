import type { ReactiveController } from 'lit';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { lazy } from '../shared/lazy.ts';
import type { StoryContext } from './story-context.ts';

const jsonLd = lazy('json-ld', () => import('./json-ld.ts'));

const MAX_ENTRIES = 1000;

/** Keeps the timeline's structured data in the page's head, for search engines. */
export class StructuredData implements ReactiveController {
  readonly #story: StoryContext;
  #script: HTMLScriptElement | undefined;
  #published: readonly TimelineEntry[] | undefined;
  #collection: Collection | undefined;

  constructor(story: StoryContext) {
    this.#story = story;
    story.host.addController(this);
  }

  hostDisconnected(): void {
    void this.#publish(undefined);
  }

  /** Call it after each complete drawing. */
  update(): void {
    const { host } = this.#story;
    const { entries } = host.list;
    void this.#publish(host.jsonLd && host.isConnected && entries.length ? entries : undefined);
  }

  async #publish(entries: readonly TimelineEntry[] | undefined): Promise<void> {
    const { collection } = this.#story.host.list;
    const published = this.#published;
    if (!entries && !published) return;
    // The collection may come after its entries.
    if (entries && published && this.#collection === collection) {
      // The first thousand are written once, not again with each page of a longer timeline.
      if (published === entries || (published[0] === entries[0] && published.length >= MAX_ENTRIES)) return;
    }
    this.#published = entries;
    this.#collection = collection;
    if (!entries) return this.#script?.remove();
    const module = await jsonLd.load().catch(() => undefined);
    // Without it, search engines still read the page.
    if (!module || this.#published !== entries || this.#collection !== collection) return;
    const { dates } = this.#story;
    this.#script?.remove();
    this.#script = module.createScript({
      collection,
      entries: entries.slice(0, MAX_ENTRIES),
      dates,
    });
    document.head.append(this.#script);
  }
}
