/** The structured data of a timeline. Loaded only if the attribute `json-ld` is set. */
import { html, render } from 'lit';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { toJson } from '../shared/json.ts';
import { safeUrl } from '../shared/safe-url.ts';
import type { Dates } from './dates.ts';

interface Described {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[];
  dates: Dates;
}

/** A `<script type="application/ld+json">` with the timeline as a schema.org ItemList. */
export function createScript(described: Described): HTMLScriptElement {
  // From a template: Trusted Types forbids setting the text of a script that was created by code, even if it is data.
  const fragment = document.createDocumentFragment();
  render(html`<script type="application/ld+json"></script>`, fragment);
  const script = fragment.querySelector('script')!;
  // No text may end the script, not even if a tool serializes the page as HTML.
  script.append(toJson(describe(described)).replaceAll('<', '\\u003c'));
  return script;
}

function describe({ collection, entries, dates }: Described): object {
  const [page] = location.href.split('#');
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: collection?.name || undefined,
    description: collection?.description || undefined,
    itemListElement: entries.map((entry, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Article',
        '@id': `${page}#entry-${entry.id}`,
        url: `${page}#entry-${entry.id}`,
        headline: entry.title || undefined,
        articleBody: entry.content || undefined,
        datePublished: dates.parse(entry.created_at)?.iso,
        image: safeUrl(entry.image?.url),
        contentLocation: entry.location ? { '@type': 'Place', name: entry.location } : undefined,
      },
    })),
  };
}
