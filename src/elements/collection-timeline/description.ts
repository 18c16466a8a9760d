import { html, render } from 'lit';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { safeUrl } from '../shared/safe-url.ts';
import type { Dates } from './dates.ts';

/** The most entries that search engines are told of. */
const MOST_TOLD = 1000;

interface Described {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[];
  dates: Dates;
}

/** A timeline in the page's head, for search engines. What writes it is loaded where it is wanted. */
export class Description {
  #script: HTMLScriptElement | undefined;
  #told: readonly TimelineEntry[] | undefined;

  /** Takes up what is shown by now; undefined where nothing is to be told. */
  async update(shown: Described | undefined): Promise<void> {
    const entries = shown?.entries;
    const told = this.#told;
    // The first thousand are told, once; each page of a longer story would tell all of it again.
    if (entries && told?.[0] === entries[0] && told!.length >= MOST_TOLD) return;
    if (told === entries) return;
    this.#told = entries;
    if (!shown) return this.#script?.remove();
    const file = await import('./json-ld.ts').catch(() => undefined);
    // A page without it is still read by search engines.
    if (!file || this.#told !== entries) return;
    this.#script?.remove();
    // From a template: under Trusted Types a script that was made by hand may not be given a text, data or not.
    const made = document.createDocumentFragment();
    render(html`<script type="application/ld+json"></script>`, made);
    this.#script = made.querySelector('script')!;
    this.#script.append(
      file.describeTimeline({
        collection: shown.collection,
        entries: shown.entries.slice(0, MOST_TOLD),
        isoOf: ({ created_at }) => shown.dates.read(created_at)?.iso,
        urlOf: safeUrl,
      }),
    );
    document.head.append(this.#script);
  }
}
