import type { TimelineEntry } from '../../api/models.ts';
import { CollectionTimelineCopyEvent } from './collection-timeline.events.ts';
import type { DeepLinks } from './deep-links.ts';
import type { StoryContext } from './story-context.ts';

/** Milliseconds that the result of copying stays visible. */
const NOTE_TIME = 4000;

/** The page's URL without its hash. */
export const pageAddress = (): string => location.href.split('#')[0]!;

/** Copies the links to entries. */
export class CopyLink {
  readonly #story: StoryContext;
  readonly #deepLinks: DeepLinks;
  /** The result, shown at its entry. */
  #note: { id: number; text: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(story: StoryContext, deepLinks: DeepLinks) {
    this.#story = story;
    this.#deepLinks = deepLinks;
  }

  noteFor({ id }: TimelineEntry): string {
    return this.#note?.id === id ? this.#note.text : '';
  }

  async copy(event: MouseEvent, entry: TimelineEntry): Promise<void> {
    // To open a new tab or window, it is a link like any other.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { host, words } = this.#story;
    if (!host.dispatchEvent(new CollectionTimelineCopyEvent('-before', entry))) return;
    const address = `${pageAddress()}#entry-${entry.id}`;
    try {
      await navigator.clipboard.writeText(address);
      this.#note = { id: entry.id, text: words.copied };
      host.dispatchEvent(new CollectionTimelineCopyEvent('', entry));
    } catch {
      // No permission or no secure context: the shopper can copy the page's URL.
      if (location.href !== address) history.replaceState(history.state, '', address);
      this.#deepLinks.skip();
      this.#note = { id: entry.id, text: words.copyFailed };
    }
    host.announce(this.#note.text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#note = undefined;
      host.requestUpdate();
    }, NOTE_TIME);
  }
}
