import type { ReactiveController } from 'lit';
import type { TimelineEntry } from '../../api/models.ts';
import { lazy } from '../shared/lazy.ts';
import {
  CollectionTimelineMediaCloseEvent,
  CollectionTimelineMediaOpenEvent,
} from './collection-timeline.events.ts';
import type { Medium } from './media.ts';
import type { StoryContext } from './story-context.ts';

const lightbox = lazy('lightbox', () => import('./lightbox.ts'));

/** Opens pictures in full. */
export class LightboxOpener implements ReactiveController {
  readonly #story: StoryContext;

  constructor(story: StoryContext) {
    this.#story = story;
    story.host.addController(this);
  }

  hostDisconnected(): void {
    this.#story.host.renderRoot.querySelector('dialog')?.close();
  }

  /** `media` are all pictures and videos of the entry, and `title` is its title or date. */
  async open(
    event: Event,
    entry: TimelineEntry,
    title: string,
    media: readonly Medium[],
    medium: Medium,
  ): Promise<void> {
    const { host, words } = this.#story;
    const { currentTarget: opener } = event;
    const report = ({ url }: Medium) =>
      host.dispatchEvent(new CollectionTimelineMediaOpenEvent('', entry, url));
    host.pressed(event);
    if (!host.dispatchEvent(new CollectionTimelineMediaOpenEvent('-before', entry, medium.url))) return;
    const module = await lightbox.load().catch(() => undefined);
    // Without the lightbox, the browser shows the picture.
    if (!module) return void globalThis.open(medium.url, '_blank', 'noopener');
    const root = host.shadowRoot;
    const container = root?.querySelector<HTMLElement>('.container');
    if (!root || !container || !host.isConnected || root.querySelector('dialog')) return;
    module.openLightbox(root, {
      slides: media,
      index: media.indexOf(medium),
      title,
      words,
      language: host.locale.language,
      wordsLanguage: host.wordsLanguage,
      dir: getComputedStyle(container).direction === 'rtl' ? 'rtl' : 'ltr',
      opener,
      played: report,
      closed: () => host.dispatchEvent(new CollectionTimelineMediaCloseEvent()),
    });
    report(medium);
  }
}
