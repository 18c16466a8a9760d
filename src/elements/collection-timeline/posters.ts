import type { ReactiveController } from 'lit';
import { withoutQuery } from './media.ts';
import { nearView } from './near-view.ts';
import type { TimelineHost } from './timeline-host.ts';

/** The distance from the view at which a poster is requested: about that of pictures with `loading=lazy`. */
const NEAR = '1250px';

/** Requests the poster of a video when it comes near the view. Not all browsers know `loading=lazy` on videos. */
export class Posters implements ReactiveController {
  readonly #host: TimelineHost;
  #observer: IntersectionObserver | undefined;

  constructor(host: TimelineHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver((changes) => {
      for (const { isIntersecting, target } of changes)
        if (isIntersecting) this.#show(target as HTMLVideoElement);
    }, nearView(NEAR));
    addEventListener('beforeprint', this.#showAll);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    removeEventListener('beforeprint', this.#showAll);
  }

  hostUpdated(): void {
    for (const video of this.#videos)
      if (!video.hasAttribute('poster')) this.#observer?.observe(video);
      // The entry may have another poster now.
      else if (withoutQuery(video.getAttribute('poster')!) !== withoutQuery(video.dataset['poster']!))
        this.#show(video);
  }

  get #videos(): NodeListOf<HTMLVideoElement> {
    return this.#host.renderRoot.querySelectorAll('video[data-poster]');
  }

  readonly #showAll = (): void => this.#videos.forEach((video) => this.#show(video));

  #show(video: HTMLVideoElement): void {
    video.poster = video.dataset['poster'] ?? '';
    this.#observer?.unobserve(video);
  }
}
