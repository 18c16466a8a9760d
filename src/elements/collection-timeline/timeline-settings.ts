/** The settings of a timeline, and the requests they lead to. */
import type { TimelineQuery } from '../../api/models.ts';
import type { AttributeProblem, Maybe, Texts } from '../shared/attributes.ts';
import type { TextsById } from './media-texts.ts';

/** The service's largest page. */
export const MAX_LIMIT = 1000;

export const DEFAULT_LIMIT = 20;

export const orders = ['asc', 'desc'] as const;
export const layouts = ['feed', 'compact', 'alternating', 'cards'] as const;
export const pagings = ['auto', 'button'] as const;
export const groupings = ['day', 'month', 'year'] as const;

export type Grouping = (typeof groupings)[number];

/** The settings that decide which entries are read. */
export interface SourceSettings {
  readonly collectionId: Maybe<string>;
  readonly collectionSlug: Maybe<string>;
  readonly tokenId: Maybe<number | string>;
  readonly minDate: Maybe<string>;
  readonly maxDate: Maybe<string>;
  readonly order: Maybe<(typeof orders)[number]>;
  readonly orderBy: Maybe<string>;
  readonly limit: Maybe<number | string>;
  readonly includeCount: boolean;
}

/** The settings that decide how they are shown. */
export interface ViewSettings {
  readonly apiKey: Maybe<string>;
  readonly words: Texts;
  readonly layout: Maybe<(typeof layouts)[number]>;
  readonly groupBy: Maybe<Grouping>;
  readonly scrubber: boolean;
  readonly showHeader: Maybe<string>;
  readonly timeZone: Maybe<string>;
  readonly mapUrl: Maybe<string>;
  readonly noMedia: boolean;
  readonly mediaTexts: Maybe<TextsById>;
  readonly noLinks: boolean;
  readonly paging: Maybe<(typeof pagings)[number]>;
  readonly refreshInterval: Maybe<number>;
  readonly jsonLd: boolean;
  readonly noStorage: boolean;
}

export type PageQuery = TimelineQuery & { limit: number };

/** The source of a timeline. The query has the service document's names. */
export interface TimelineSource {
  collectionId: string;
  query: PageQuery;
}

/** Frameworks set properties, and may pass numbers as text. */
const numberOf = (value: Maybe<number | string>) => ((value ?? '') === '' ? undefined : Number(value));

/** Whether it is the size of a page, or missing. */
export function isLimit(limit: Maybe<number | string>): boolean {
  const size = numberOf(limit) ?? DEFAULT_LIMIT;
  return size >= 1 && size <= MAX_LIMIT;
}

export function sourceOf(settings: SourceSettings): TimelineSource {
  const { collectionId, collectionSlug, tokenId, minDate, maxDate, order, orderBy, limit } = settings;
  const token = numberOf(tokenId);
  return {
    collectionId: collectionId ?? '',
    query: {
      limit: numberOf(isLimit(limit) ? limit : undefined) ?? DEFAULT_LIMIT,
      ...(collectionSlug && { collection_slug: collectionSlug }),
      ...(token !== undefined && { token_id: token }),
      ...(minDate && { min_date: minDate }),
      ...(maxDate && { max_date: maxDate }),
      ...(order && orders.includes(order) && { order }),
      ...(orderBy && { order_by: orderBy }),
      ...(settings.includeCount && { include_count: true }),
    },
  };
}

/** Whether a query names what to read. Without a filter the service would send the entries of all collections. */
export const isFiltered = ({ collection_slug, token_id }: TimelineQuery): boolean =>
  Boolean(collection_slug) || token_id !== undefined;

/** The first problem with the settings that are required for reading. */
export function checkSource(settings: SourceSettings, hasEntries: boolean): AttributeProblem | undefined {
  const { collectionId, collectionSlug, tokenId } = settings;
  const token = numberOf(tokenId);
  if (!collectionId && !collectionSlug && token === undefined && !hasEntries)
    return { attribute: 'collection-id', allowed: 'given, or collection-slug or token-id instead' };
  if (token !== undefined && !(Number.isSafeInteger(token) && token > 0))
    return { attribute: 'token-id', allowed: 'a whole number above 0' };
  return undefined;
}
