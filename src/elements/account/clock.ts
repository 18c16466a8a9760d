import type { nothing as Nothing, ReactiveControllerHost, TemplateResult } from 'lit';
import { formatDuration } from '../base/locale.ts';
import { html, nothing } from './lit.ts';

/** Time that passes in what an element shows. */
export class Clock {
  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & { readonly isConnected: boolean }) {
    this.#host = host;
  }

  /** The seconds until a moment, and a new drawing while they pass. */
  until(moment: number): number {
    const left = moment - Date.now();
    if (left > 0 && this.#host.isConnected)
      this.#next ??= setTimeout(
        () => {
          this.#next = undefined;
          this.#host.requestUpdate();
        },
        // What is days away is told in hours at most.
        left > 7_200_000 ? 60_000 : left % 1000 || 1000,
      );
    return Math.max(0, Math.ceil(left / 1000));
  }
}

/** Seconds that go on beside the words of a button; the message says them to those who do not see. */
export const renderSeconds = (seconds: number, language: string): TemplateResult | typeof Nothing =>
  seconds
    ? html`<span class="seconds" aria-hidden="true">${formatDuration(language, seconds, 'narrow')}</span>`
    : nothing;
