/** A timeline's first requests, derived from its tag alone. */
import { numberAttribute } from '../shared/attributes.ts';
import { checkSource, type SourceSettings, sourceOf } from './timeline-settings.ts';

const settingsOf = (tag: Element): SourceSettings => {
  const text = (name: string) => tag.getAttribute(name);
  const number = (name: string) => numberAttribute.fromAttribute(text(name));
  return {
    collectionId: text('collection-id'),
    collectionSlug: text('collection-slug'),
    tokenId: number('token-id'),
    minDate: text('min-date'),
    maxDate: text('max-date'),
    order: text('order') as SourceSettings['order'],
    orderBy: text('order-by'),
    limit: number('limit'),
    includeCount: tag.hasAttribute('include-count'),
  };
};

/** The paths of the GET requests, with their queries; none if the element may send others. */
export function firstRequests(tag: Element): string[] {
  const settings = settingsOf(tag);
  // The page has set properties, or provides the entries or the collection.
  const hasOwnData = Object.keys(tag).length || tag.matches('[entries], [collection]');
  if (hasOwnData || checkSource(settings, false)) return [];
  const { collectionId, query } = sourceOf(settings);
  const params = new URLSearchParams(
    Object.entries({ ...query, offset: 0 }).map(([name, value]) => [name, String(value)]),
  );
  return [
    ...(collectionId ? [`/v1/collections/${encodeURIComponent(collectionId)}`] : []),
    // A slug that the tag does not have must come from the collection first.
    ...(query.collection_slug || !collectionId ? [`/v1/timeline?${params}`] : []),
  ];
}
