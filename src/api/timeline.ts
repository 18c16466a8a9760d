import { checkInteger, checkNumber, checkObject, checkOneOf } from './arguments.ts';
import type { Client, RequestOptions } from './client.ts';
import {
  count,
  image,
  text,
  type TimelineEntry,
  type TimelinePage,
  type TimelineQuery,
  video,
} from './models.ts';
import { GET } from './reads.ts';
import { anyObject, array, maybe, number, object, type Schema, string, unknown } from './schema.ts';

const timelineEntry = object<TimelineEntry>({
  id: number,
  type: string,
  created_at: string,
  title: text,
  content: text,
  location: text,
  token_id: count,
  user_id: text,
  image,
  video,
  gallery: maybe(
    array(
      object<NonNullable<TimelineEntry['gallery']>[number]>({
        url: text,
        file_type: text,
        poster_url: text,
        order: count,
      }),
    ),
  ),
  updated_at: text,
});

/** Checks timeline entries (section Timeline entry), whether from the service or from the page. */
export const timelineEntryList: Schema<TimelineEntry[]> = array(timelineEntry);

const timelinePage: Schema<TimelinePage> = object<TimelinePage>({
  data: timelineEntryList,
  pagination: anyObject,
});

/**
 * `GET /v1/timeline`: one page of timeline entries (section GET /v1/timeline query parameters).
 *
 * `limit` is 1 to 1000 and `token_id` a whole number above 0. The document does not show the defaults, the format
 * of `min_date` and `max_date`, the values of `order_by` or the effect of `include_count`; they are sent unchanged.
 *
 * @throws InvalidArgumentError if `token_id`, `limit` or `order` is out of range, or a query cannot hold a value
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { data } = await listTimeline(client, { collection_slug: 'nordlicht-aw26', limit: 20 });
 */
export async function listTimeline(
  client: Client,
  query: TimelineQuery = {},
  options?: RequestOptions,
): Promise<TimelinePage> {
  checkObject('query', query);
  checkInteger('token_id', query.token_id, 1, Number.MAX_SAFE_INTEGER);
  checkNumber('limit', query.limit, 1, 1000);
  checkOneOf('order', query.order, ['asc', 'desc']);
  return client.request(
    { ...GET, operation: 'listTimeline', path: '/v1/timeline', query, schema: timelinePage },
    options,
  );
}

/** Iterates over a timeline, and exposes its position. */
export interface TimelineReader<T> extends AsyncGenerator<T, void, undefined> {
  /** Resumes after the last page or entry read: `timelinePages(client, { ...query, ...pages.position })`. */
  readonly position: { offset: number };
}

/**
 * Iterates over the pages of a timeline by `limit` (default 100) and `offset` (default 0). Ends at a page without entries
 * that are new since the previous page: the document does not say that a short page is the last, and the service may
 * return fewer entries than requested. Entries that move to the next page in the meantime are in both pages.
 *
 * @throws InvalidArgumentError as `listTimeline` does
 * @throws ServiceError if the service refuses; any other `AnyApiError` if a page cannot be read
 * @example
 * for await (const { data } of timelinePages(client, { collection_slug: 'nordlicht-aw26' })) show(data);
 */
export function timelinePages(
  client: Client,
  query: TimelineQuery = {},
  options?: RequestOptions,
): TimelineReader<TimelinePage> {
  const position = startOf(query);
  return Object.assign(readPages(client, query, options, position), { position });
}

/** The position before the first page. Callers in JavaScript may pass null, which is refused later. */
const startOf = (query: TimelineQuery | null) => ({ offset: query?.offset ?? 0 });

async function* readPages(
  client: Client,
  query: TimelineQuery,
  options: RequestOptions | undefined,
  position: { offset: number },
): AsyncGenerator<TimelinePage, void, undefined> {
  checkObject('query', query);
  const { limit = 100 } = query;
  let before = new Set<number>();
  for (;;) {
    const page = await listTimeline(client, { ...query, limit, offset: position.offset }, options);
    if (page.data.every(({ id }) => before.has(id))) return;
    before = new Set(page.data.map(({ id }) => id));
    position.offset += page.data.length;
    yield page;
  }
}

/**
 * Iterates over the entries of a timeline, each once, as `timelinePages` does over its pages.
 *
 * @throws InvalidArgumentError as `listTimeline` does
 * @throws ServiceError if the service refuses; any other `AnyApiError` if a page cannot be read
 * @example
 * for await (const entry of timelineEntries(client, { collection_slug: 'nordlicht-aw26' })) show(entry.title);
 */
export function timelineEntries(
  client: Client,
  query: TimelineQuery = {},
  options?: RequestOptions,
): TimelineReader<TimelineEntry> {
  const position = startOf(query);
  return Object.assign(readEntries(timelinePages(client, query, options), position), { position });
}

async function* readEntries(
  pages: TimelineReader<TimelinePage>,
  position: { offset: number },
): AsyncGenerator<TimelineEntry, void, undefined> {
  const seen = new Set<number>();
  for await (const { data } of pages) {
    position.offset = pages.position.offset - data.length;
    for (const entry of data) {
      position.offset++;
      if (seen.has(entry.id)) continue;
      seen.add(entry.id);
      yield entry;
    }
  }
}

/**
 * `DELETE /v1/timeline/{id}` (section Endpoints). The document does not show the response, so any JSON or text is
 * returned unchanged, and null for an empty response.
 *
 * @throws InvalidArgumentError if `id` is empty, or a number that is not a safe integer
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * await deleteTimelineEntry(client, entry.id);
 */
export async function deleteTimelineEntry(
  client: Client,
  id: string | number,
  options?: RequestOptions,
): Promise<unknown> {
  return client.request(
    {
      operation: 'deleteTimelineEntry',
      method: 'DELETE',
      path: '/v1/timeline/{id}',
      params: { id },
      schema: unknown,
    },
    options,
  );
}
