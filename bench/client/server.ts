/**
 * Answers the export of raw events with pages that were made before, in a process of its own: the service is not what
 * is measured here.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawEvent, RawEventExport } from '../../src/api/index.ts';
import { PATH } from './readers.ts';

export interface Order {
  /** A page of the sandbox, whose events are repeated. */
  sample: RawEventExport;
  rows: number;
  /** Rows of a page. */
  limit: number;
}

export interface PageServer {
  url: string;
  close: () => void;
}

const FIRST = Date.UTC(2026, 0, 1);

/** Pages by the cursor that asks for them; the first by an empty one. After the last row comes an empty page. */
export function makePages({ sample, rows, limit }: Order): Map<string, Buffer> {
  const events = sample.data!;
  const cursorOf = (row: number) => Buffer.from(`${FIRST + row}.${row + 1}`).toString('base64url');
  const pages = new Map<string, Buffer>();
  for (let start = 0; start <= rows; start += limit) {
    const length = Math.min(limit, rows - start);
    const data = Array.from({ length }, (_, index): RawEvent => {
      const row = start + index;
      const timestamp = new Date(FIRST + row).toISOString();
      return { ...events[row % events.length], timestamp, cursor: cursorOf(row), total_in_page: length };
    });
    const answer: RawEventExport = { ...sample, data, rows: length };
    pages.set(start ? cursorOf(start - 1) : '', Buffer.from(JSON.stringify(answer)));
  }
  // Behind a last page that is not full.
  if (rows % limit)
    pages.set(cursorOf(rows - 1), Buffer.from(JSON.stringify({ ...sample, data: [], rows: 0 })));
  return pages;
}

async function serve(order: Order): Promise<string> {
  const pages = makePages(order);
  const server = createServer(({ method, url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const page = pages.get(searchParams.get('after_cursor') ?? '');
    const fits =
      method === 'GET' &&
      pathname === PATH &&
      searchParams.get('date_from') &&
      searchParams.get('limit') === String(order.limit) &&
      headers['x-api-key'];
    // No other request is part of reading this export.
    if (!fits || !page) response.writeHead(400).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': page.length })
        .end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts this file as a child. */
export async function startServer(order: Order): Promise<PageServer> {
  const child: ChildProcess = fork(import.meta.filename);
  child.send(order);
  const [url] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server of the export ended.'))),
  ])) as [string];
  return { url, close: () => child.kill() };
}

if (import.meta.main) {
  process.once('message', (order: Order) => void serve(order).then((url) => process.send!(url)));
  // Otherwise, this process would go on when the benchmark is killed.
  process.once('disconnect', () => process.exit());
}
