import { checkDate, checkInteger, checkObject, checkUuid } from './arguments.ts';
import type { Client, Query, RequestOptions } from './client.ts';
import { InvalidResponseError } from './errors.ts';
import {
  type ComponentsBreakdown,
  count,
  type RawEvent,
  type RawEventExport,
  type RawEventQuery,
  type Schemas,
  type TapsBreakdown,
  text,
} from './models.ts';
import { GET } from './reads.ts';
import { array, integer, maybe, object, type Schema } from './schema.ts';

/** The fields that all analytics responses share (section Analytics envelope), with rows of one shape. */
const envelope = <Row>(row: Schema<Row>) => ({
  meta: maybe(array(object<{ name?: string | null; type?: string | null }>({ name: text, type: text }))),
  data: maybe(array(row)),
  rows: maybe(integer),
  statistics: maybe(
    object<NonNullable<Schemas['AnalyticsEnvelope']['statistics']>>({
      elapsed: count,
      rows_read: count,
      bytes_read: count,
    }),
  ),
});

type Row<T extends { data?: unknown[] | null }> = NonNullable<T['data']>[number];

const componentsBreakdown: Schema<ComponentsBreakdown> = object<ComponentsBreakdown>(
  envelope(
    object<Row<ComponentsBreakdown>>({
      dimension: text,
      dimension_value: text,
      total_clicks: count,
      unique_users: count,
    }),
  ),
);

const tapsBreakdown: Schema<TapsBreakdown> = object<TapsBreakdown>(
  envelope(
    object<Row<TapsBreakdown>>({
      dimension: text,
      dimension_value: text,
      total_taps: count,
      unique_users: count,
    }),
  ),
);

const rawEventExport: Schema<RawEventExport> = object<RawEventExport>(
  envelope(
    object<RawEvent>({
      timestamp: text,
      user_id: text,
      session_id: text,
      action: text,
      version: text,
      team_id: text,
      collection_id: text,
      payload: text,
      cursor: text,
      total_in_page: count,
    }),
  ),
);

/**
 * `GET /v1/analytics/components/breakdown` (sections Endpoints and Breakdown query parameters). The document does
 * not show the parameters' names (one is a device filter: mobile, tablet, desktop or all), so `query` is sent
 * unchanged.
 *
 * @throws InvalidArgumentError if `query` holds something other than strings, finite numbers and booleans
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { data } = await getComponentsBreakdown(client);
 */
export async function getComponentsBreakdown(
  client: Client,
  query?: Query,
  options?: RequestOptions,
): Promise<ComponentsBreakdown> {
  return client.request(
    {
      ...GET,
      operation: 'getComponentsBreakdown',
      path: '/v1/analytics/components/breakdown',
      query,
      schema: componentsBreakdown,
    },
    options,
  );
}

/**
 * `GET /v1/analytics/taps/breakdown`. `query` is the same as for the components breakdown.
 *
 * @throws InvalidArgumentError if `query` holds something other than strings, finite numbers and booleans
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { data } = await getTapsBreakdown(client);
 */
export async function getTapsBreakdown(
  client: Client,
  query?: Query,
  options?: RequestOptions,
): Promise<TapsBreakdown> {
  return client.request(
    {
      ...GET,
      operation: 'getTapsBreakdown',
      path: '/v1/analytics/taps/breakdown',
      query,
      schema: tapsBreakdown,
    },
    options,
  );
}

/**
 * `GET /v1/analytics/export/raw-events`: one page of events (section of that name). `date_from` and `date_to` are days
 * such as `2026-01-31`, `collection_id` is a UUID, and `limit` a whole number from 1 to 10000.
 *
 * @throws InvalidArgumentError if one of these is not, or `date_from` is missing
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { data } = await exportRawEvents(client, { date_from: '2026-09-01', limit: 1000 });
 */
export async function exportRawEvents(
  client: Client,
  query: RawEventQuery,
  options?: RequestOptions,
): Promise<RawEventExport> {
  checkObject('query', query);
  checkDate('date_from', query.date_from);
  if (query.date_to !== undefined) checkDate('date_to', query.date_to);
  checkUuid('collection_id', query.collection_id);
  checkInteger('limit', query.limit, 1, 10_000);
  return client.request(
    {
      ...GET,
      operation: 'exportRawEvents',
      path: '/v1/analytics/export/raw-events',
      query,
      schema: rawEventExport,
      maxResponseBytes: Infinity,
    },
    options,
  );
}

const EXPORT = 'GET /v1/analytics/export/raw-events';

/** The non-empty pages of an export. */
async function* exportPages(
  client: Client,
  query: RawEventQuery,
  options?: RequestOptions,
): AsyncGenerator<RawEvent[], void, undefined> {
  checkObject('query', query);
  // The document shows no default. Without a limit, nothing tells whether a page is full.
  const { limit = 1000 } = query;
  let cursor = query.after_cursor;
  for (;;) {
    const { data } = await exportRawEvents(client, { ...query, limit, after_cursor: cursor }, options);
    if (!data?.length) return;
    yield data;
    const next = data.at(-1)?.cursor;
    const path = `data[${data.length - 1}].cursor`;
    if (!next) {
      // Without a cursor, there is no next page to request. Ending silently after a full page would hide events.
      if (data.length !== limit) return;
      throw new InvalidResponseError(`${EXPORT} returned no cursor for the next page`, { path });
    }
    // A service that repeats a cursor would make this loop endless.
    if (next === cursor) throw new InvalidResponseError(`${EXPORT} returned the same cursor twice`, { path });
    cursor = next;
  }
}

/** The events of an export, in order. */
export interface RawEvents extends AsyncGenerator<RawEvent, void, undefined> {
  /** Resumes after the last event read: `rawEvents(client, { ...query, ...events.position })`. */
  readonly position: { after_cursor?: string };
}

/**
 * Iterates over all events of an export, by pages of `limit` (default 1000) and `after_cursor`. Only one page is in
 * memory at a time. Ends at an empty page, because the document does not say that a short page is the last, or at a
 * page without cursors that is shorter than `limit`.
 *
 * @throws InvalidArgumentError as `exportRawEvents` does
 * @throws InvalidResponseError if the service gives no next cursor after a full page, or repeats one
 * @throws ServiceError if the service refuses; any other `AnyApiError` if a page cannot be read
 * @example
 * for await (const event of rawEvents(client, { date_from: '2026-09-01' })) write(event);
 */
export function rawEvents(client: Client, query: RawEventQuery, options?: RequestOptions): RawEvents {
  // Not an async generator, which would create several more promises for each of a million events.
  type Step = IteratorResult<RawEvent, void>;
  const pages = exportPages(client, query, options);
  let page: RawEvent[] = [];
  let place = 0;
  /** The number of calls waiting for a page. They run one after another, in order. */
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const afterLast = (step: () => Promise<Step>): Promise<Step> => {
    waiting++;
    const taken = last.then(step).finally(() => waiting--);
    last = taken.catch(() => undefined);
    return taken;
  };
  /** The cursor of the last event of the previous pages. */
  let passed: string | null | undefined;
  const leave = () => {
    passed = page[place - 1]?.cursor ?? passed;
    page = [];
    place = 0;
  };
  const take = async (): Promise<Step> => {
    if (place === page.length) {
      leave();
      const { value } = await pages.next();
      if (!value) return { value: undefined, done: true };
      page = value;
    }
    return { value: page[place++]!, done: false };
  };
  return {
    get position() {
      const cursor = page[place - 1]?.cursor ?? passed ?? query.after_cursor;
      return cursor ? { after_cursor: cursor } : {};
    },
    next: () =>
      waiting || place === page.length
        ? afterLast(take)
        : Promise.resolve({ value: page[place++]!, done: false }),
    return: () =>
      afterLast(async () => {
        leave();
        await pages.return();
        return { value: undefined, done: true };
      }),
    throw: (error) =>
      afterLast(async () => {
        leave();
        await pages.throw(error);
        return { value: undefined, done: true };
      }),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}
