import { checkInteger, checkNumber, checkOneOf } from './arguments.ts';
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
export const timelineEntries: Schema<TimelineEntry[]> = array(timelineEntry);

const timelinePage: Schema<TimelinePage> = object<TimelinePage>({
  data: timelineEntries,
  pagination: anyObject,
});

/**
 * `GET /v1/timeline`: one page of timeline entries (section GET /v1/timeline query parameters).
 *
 * `limit` is 1 to 1000 and `token_id` a whole number above 0. The document does not show the defaults, the format
 * of `min_date` and `max_date`, the values of `order_by` or the effect of `include_count`; they are sent unchanged.
 *
 * @throws InvalidArgumentError if `token_id`, `limit` or `order` is out of range
 */
export async function listTimeline(
  client: Client,
  query: TimelineQuery = {},
  options?: RequestOptions,
): Promise<TimelinePage> {
  checkInteger('token_id', query.token_id, 1, Number.MAX_SAFE_INTEGER);
  checkNumber('limit', query.limit, 1, 1000);
  checkOneOf('order', query.order, ['asc', 'desc']);
  return client.request({ ...GET, path: '/v1/timeline', query, schema: timelinePage }, options);
}

/**
 * Iterates over the pages of a timeline by `limit` (default 100) and `offset` (default 0). A page with fewer
 * entries than `limit` is the last.
 */
export async function* timelinePages(
  client: Client,
  query: TimelineQuery = {},
  options?: RequestOptions,
): AsyncGenerator<TimelinePage, void, undefined> {
  const limit = query.limit ?? 100;
  for (let offset = query.offset ?? 0; ; offset += limit) {
    const page = await listTimeline(client, { ...query, limit, offset }, options);
    if (page.data.length) yield page;
    if (page.data.length < limit) return;
  }
}

/**
 * `DELETE /v1/timeline/{id}` (section Endpoints). The document does not show the answer, so any JSON is returned
 * unchanged.
 */
export async function deleteTimelineEntry(
  client: Client,
  id: string | number,
  options?: RequestOptions,
): Promise<unknown> {
  return client.request(
    { method: 'DELETE', path: '/v1/timeline/{id}', params: { id }, schema: unknown },
    options,
  );
}
