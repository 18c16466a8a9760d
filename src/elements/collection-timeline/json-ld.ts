/** The timeline for search engines. A file of its own, loaded where `json-ld` asks for it. */
import { toJson } from '../shared/json.ts';
import type { Collection, TimelineEntry } from '../../api/models.ts';

interface Described {
  collection: Collection | undefined;
  entries: readonly TimelineEntry[];
  isoOf: (entry: TimelineEntry) => string | undefined;
  urlOf: (url: string | null | undefined) => string | undefined;
}

/**
 * A schema.org ItemList as the text of a `<script type="application/ld+json">`. No text in it can end the script, also
 * where a tool writes the page's tree down as HTML.
 */
export function describeTimeline({ collection, entries, isoOf, urlOf }: Described): string {
  const [page] = location.href.split('#');
  const list = {
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
        datePublished: isoOf(entry),
        image: urlOf(entry.image?.url),
        contentLocation: entry.location ? { '@type': 'Place', name: entry.location } : undefined,
      },
    })),
  };
  return toJson(list).replaceAll('<', '\\u003c');
}
