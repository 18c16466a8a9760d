import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { formatDuration } from './format.ts';

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

/** Redraws an element while a time that it shows passes. */
export class Countdown {
  readonly #host: Host;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The seconds until a moment (milliseconds since the epoch), at least 0; the element is redrawn as they pass. */
  secondsUntil(moment: number): number {
    const left = moment - Date.now();
    if (left > 0 && this.#host.isConnected)
      this.#next ??= setTimeout(
        () => {
          this.#next = undefined;
          this.#host.requestUpdate();
        },
        // More than two hours are shown in hours or days.
        left > 7_200_000 ? 60_000 : left % 1000 || 1000,
      );
    return Math.max(0, Math.ceil(left / 1000));
  }
}

/** Running seconds next to a button's label. The message announces them to screen readers. */
export const renderSeconds = (seconds: number, language: string): TemplateResult | typeof nothing =>
  seconds
    ? html`<span class="seconds" aria-hidden="true">${formatDuration(language, seconds, 'narrow')}</span>`
    : nothing;
