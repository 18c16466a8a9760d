/** The ways to read an export from its first row to its last. */
import { createClient, exportRawEvents, rawEvents } from '../../src/api/index.ts';
import type { RawEvent, RawEventExport } from '../../src/api/index.ts';

export interface Export {
  url: string;
  apiKey: string;
  /** Rows of a page. */
  limit: number;
}

export const PATH = '/v1/analytics/export/raw-events';
export const DATE_FROM = '2026-01-01';

type Reader = (source: Export, each: (event: RawEvent) => void) => Promise<void>;

/** The code of a developer who needs no client: the lower bound. It checks nothing. */
const bare: Reader = async ({ url, apiKey, limit }, each) => {
  const headers = { accept: 'application/json', 'x-api-key': apiKey };
  const query = new URLSearchParams({ date_from: DATE_FROM, limit: String(limit) });
  for (;;) {
    const response = await fetch(`${url}${PATH}?${query}`, { headers });
    const { data } = JSON.parse(await response.text()) as { data: RawEvent[] };
    if (!data.length) return;
    for (const event of data) each(event);
    query.set('after_cursor', data.at(-1)!.cursor!);
  }
};

const iterator: Reader = async ({ url, apiKey, limit }, each) => {
  const client = createClient({ baseUrl: url, apiKey });
  for await (const event of rawEvents(client, { date_from: DATE_FROM, limit })) each(event);
};

/** The client without its iterator. It separates the cost of the checks from that of the iterator. */
const pageByPage: Reader = async ({ url, apiKey, limit }, each) => {
  const client = createClient({ baseUrl: url, apiKey });
  for (let cursor: string | undefined; ;) {
    const query = { date_from: DATE_FROM, limit, ...(cursor && { after_cursor: cursor }) };
    const { data }: RawEventExport = await exportRawEvents(client, query);
    if (!data?.length) return;
    for (const event of data) each(event);
    cursor = data.at(-1)!.cursor!;
  }
};

export const readers = {
  'fetch + JSON.parse': bare,
  'rawEvents()': iterator,
  'exportRawEvents(), page by page': pageByPage,
} as const satisfies Record<string, Reader>;

export type ReaderName = keyof typeof readers;

export const FLOOR = 'fetch + JSON.parse';
export const OURS = 'rawEvents()';
