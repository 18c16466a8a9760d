import type { ReactiveController } from 'lit';
import type { TimelineHost } from './timeline-host.ts';

/**
 * Keeps the skeleton's height under a shorter story, so that nothing moves when the response arrives. Releases the height
 * unnoticed: after a click in the story or before it, or while the story ends below the view.
 */
export class KeptHeight implements ReactiveController {
  readonly #host: TimelineHost;
  /** Also reports scrolls that move the story's end into or out of view. */
  #observer: IntersectionObserver | undefined;

  constructor(host: TimelineHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('click', this.#clicked, true);
  }

  hostDisconnected(): void {
    removeEventListener('click', this.#clicked, true);
    this.#unobserve();
  }

  hostUpdated(): void {
    const { renderRoot, reserve, state } = this.#host;
    const skeleton = this.#skeleton;
    if (!skeleton) return;
    if (state === 'loading' || reserve) {
      skeleton.hidden = false;
      return this.#unobserve();
    }
    if (skeleton.hidden || this.#observer) return;
    this.#observer = new IntersectionObserver(this.#seen, { threshold: [0, 1] });
    this.#observer.observe(renderRoot.querySelector('.story')!);
  }

  get #skeleton(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('.skeleton');
  }

  readonly #seen = (entries: IntersectionObserverEntry[]): void => {
    const { bottom, height } = entries.at(-1)!.boundingClientRect;
    // A hidden story has no height yet.
    if (!height) return;
    if (bottom > innerHeight || height >= (this.#skeleton?.offsetHeight ?? 0)) this.#giveUp();
  };

  /** The content below must not move from under a finger. */
  readonly #clicked = ({ target }: Event): void => {
    const host = this.#host;
    const isAfter =
      target instanceof Node &&
      host.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING &&
      !host.contains(target);
    if (this.#observer && !isAfter) this.#giveUp();
  };

  #giveUp(): void {
    this.#unobserve();
    if (this.#skeleton) this.#skeleton.hidden = true;
  }

  #unobserve(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }
}
