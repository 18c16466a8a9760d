import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { formatDuration } from './format.ts';

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

/** Redraws an element while a time that it shows passes. */
export class Countdown {
  readonly #host: Host;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** The time of the next redraw, in milliseconds since the epoch. */
  #due = Infinity;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The seconds until a moment (milliseconds since the epoch), at least 0; the element is redrawn as they pass. */
  secondsUntil(moment: number): number {
    const left = moment - Date.now();
    // More than two hours are shown in hours or days.
    if (left > 0) this.#redrawIn(left > 7_200_000 ? 60_000 : left % 1000 || 1000);
    return Math.max(0, Math.ceil(left / 1000));
  }

  #redrawIn(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (due >= this.#due || !this.#host.isConnected) return;
    clearTimeout(this.#next);
    this.#due = due;
    this.#next = setTimeout(() => {
      this.#due = Infinity;
      this.#host.requestUpdate();
    }, milliseconds);
  }
}

/** A time that the shopper has to wait. It never grows, even if the device's clock is set back. */
export class Wait {
  readonly #length: number;
  #until: number;

  /** @param until its end in milliseconds since the epoch, if it began on an earlier page */
  constructor(seconds: number, until = Infinity) {
    this.#length = seconds * 1000;
    this.#until = Math.min(until, Date.now() + this.#length);
  }

  /** Its end, in milliseconds since the epoch. */
  get until(): number {
    return (this.#until = Math.min(this.#until, Date.now() + this.#length));
  }
}

/** Running seconds next to a button's label. The message announces them to screen readers. */
export const renderSeconds = (seconds: number, language: string): TemplateResult | typeof nothing =>
  seconds
    ? html`<span class="seconds" aria-hidden="true"
        >${formatDuration(language, seconds, Math.ceil, 'narrow')}</span
      >`
    : nothing;
