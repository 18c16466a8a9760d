import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Client,
  InvalidResponseError,
  isInvalidArgumentError,
  rawEvents,
  timelineEntries,
  timelinePages,
} from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

describe('Iterating', () => {
  test('a timeline gives every entry once and ends at an empty page', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 23 });
    const sizes: number[] = [];
    const ids = new Set<number>();
    for await (const { data } of timelinePages(client, { collection_slug: slug, limit: 10 })) {
      sizes.push(data.length);
      data.forEach(({ id }) => ids.add(id));
    }
    assert.deepEqual(sizes, [10, 10, 3]);
    assert.equal(ids.size, 23);
    assert.equal((await shop.requests('listTimeline')).length, 4);
  });

  test('a timeline whose last page is full, or that is empty, ends too', async () => {
    const { client, shop } = await open();
    for (const [count, pages, requests] of [
      [20, 2, 3],
      [0, 0, 1],
    ] as const) {
      const { slug } = await shop.timeline({ count });
      const before = (await shop.requests('listTimeline')).length;
      const seen = await Array.fromAsync(timelinePages(client, { collection_slug: slug, limit: 10 }));
      assert.equal(seen.length, pages);
      assert.equal((await shop.requests('listTimeline')).length - before, requests);
    }
  });

  test('a timeline by the entry keeps its place where nothing is new, and where the first page fails', async () => {
    const { client, shop } = await open({ retries: 0 });
    const { slug } = await shop.timeline({ count: 5 });
    const query = { collection_slug: slug, limit: 10, offset: 5 };
    const none = timelineEntries(client, query);
    assert.deepEqual(none.position, { offset: 5 });
    assert.deepEqual(await Array.fromAsync(none), []);
    assert.deepEqual(none.position, { offset: 5 });
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 503 });
    const failed = timelineEntries(client, query);
    await rejection(failed.next());
    assert.deepEqual(failed.position, { offset: 5 });
  });

  test('a timeline loses no entry to a service that returns fewer than were asked for', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 120 });
    const read = async (limit: number) => {
      const pages = await Array.fromAsync(timelinePages(client, { collection_slug: slug, limit }));
      return new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size;
    };
    await shop.fault({ operation: 'listTimeline', fault: 'paging', maxRows: 50, times: 0 });
    assert.equal(await read(100), 120);
    await shop.clearFaults();
    await shop.fault({ operation: 'listTimeline', fault: 'paging', maxRows: 7, times: 0 });
    assert.equal(await read(8), 120);
  });

  test('a timeline ends where the service ignores the offset', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 30 });
    await shop.fault({ operation: 'listTimeline', fault: 'paging', ignoreOffset: true, times: 0 });
    const query = { collection_slug: slug, limit: 10 };
    assert.equal((await Array.fromAsync(timelinePages(client, query))).length, 1);
    assert.equal((await Array.fromAsync(timelineEntries(client, query))).length, 10);
  });

  test('a timeline by the entry gives each once, and goes on from where a reader stopped', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 25 });
    const query = { collection_slug: slug, limit: 10 };
    const all = await Array.fromAsync(timelineEntries(client, query), ({ id }) => id);
    assert.deepEqual([all.length, new Set(all).size], [25, 25]);
    const first = timelineEntries(client, query);
    const read: number[] = [];
    for await (const { id } of first) if (read.push(id) === 13) break;
    assert.deepEqual(first.position, { offset: 13 });
    const rest = timelineEntries(client, { ...query, ...first.position });
    read.push(...(await Array.fromAsync(rest, ({ id }) => id)));
    assert.deepEqual(read, all);
    const pages = timelinePages(client, { ...query, offset: 5 });
    await pages.next();
    assert.deepEqual(pages.position, { offset: 15 });
  });

  test('a timeline gives an entry that moved to the next page meanwhile in both pages, and once by the entry', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 4 });
    const query = { collection_slug: slug, limit: 2 };
    const entries = timelineEntries(client, query);
    const pages = timelinePages(client, query);
    const [{ value: page }, { value: entry }] = await Promise.all([pages.next(), entries.next()]);
    const [one, two] = page!.data;
    const body = (data: unknown[]) => ({ data, pagination: {} });
    const created = { id: 1, type: 'update', created_at: '2026-01-01T00:00:00.000Z' };
    const operation = 'listTimeline';
    for (const reader of [pages, entries] as AsyncIterator<unknown>[]) {
      await shop.fault({ operation, fault: 'wrong-shape', body: body([two, created]) });
      if (reader === pages) assert.deepEqual((await pages.next()).value?.data, [two, created]);
      else {
        assert.deepEqual([entry!.id, (await entries.next()).value?.id], [one!.id, two!.id]);
        assert.equal((await entries.next()).value?.id, created.id);
      }
    }
  });

  test('raw events goes on from where a reader stopped', async () => {
    const { client } = await open();
    const query = { date_from: '2000-01-01', limit: 4 };
    const inTurn: unknown[] = [];
    const first = rawEvents(client, query);
    assert.deepEqual(first.position, {});
    for await (const { cursor } of first) if (inTurn.push(cursor) === 6) break;
    assert.deepEqual(first.position, { after_cursor: inTurn[5] });
    const rest = rawEvents(client, { ...query, ...first.position });
    assert.deepEqual(rest.position, first.position);
    const { value } = await rest.next();
    assert.ok(value?.cursor && !inTurn.includes(value.cursor));
  });

  test('raw events without cursors ends after a page that was not cut by a limit', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'exportRawEvents', fault: 'paging', omitCursor: true, times: 0 });
    const events = await Array.fromAsync(rawEvents(client, { date_from: '2000-01-01', limit: 10_000 }));
    assert.ok(events.length > 1000, `${events.length} events`);
  });

  test('raw events without cursors or a limit tells a reader that a full page may not be the end', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'exportRawEvents', fault: 'paging', omitCursor: true, times: 0 });
    const error = await rejection(Array.fromAsync(rawEvents(client, { date_from: '2000-01-01' })));
    assert.ok(error instanceof InvalidResponseError, String(error));
    assert.match(error.message, /returned no cursor for the next page/);
  });

  test('without a query that is an object rejects as any other call does', async () => {
    const { client } = await open();
    for (const start of [timelinePages, timelineEntries, rawEvents] as ((
      client: Client,
      query: never,
    ) => AsyncIterator<unknown>)[])
      for (const query of [null, new Map([['limit', 5]])])
        assert.ok(isInvalidArgumentError(await rejection(start(client, query as never).next())));
    assert.ok(isInvalidArgumentError(await rejection(rawEvents(client, undefined as never).next())));
  });

  test('raw events follows the cursor to the end, one page at a time', async () => {
    const { client, shop } = await open();
    const query = { date_from: '2000-01-01', limit: 1000 };
    let count = 0;
    const cursors = new Set<unknown>();
    for await (const event of rawEvents(client, query)) {
      count++;
      cursors.add(event.cursor);
      if (count === 1)
        assert.equal((await shop.requests('exportRawEvents')).length, 1, 'the next page waits');
    }
    assert.ok(count > 2000, `${count} events`);
    assert.equal(cursors.size, count);
    assert.equal((await shop.requests('exportRawEvents')).length, Math.ceil(count / 1000) + 1);
  });

  test('raw events stops when the reader does, and when a cursor comes back', async () => {
    const { client, shop } = await open();
    for await (const _ of rawEvents(client, { date_from: '2000-01-01', limit: 10 })) break;
    assert.equal((await shop.requests('exportRawEvents')).length, 1);
    const body = { data: [{ cursor: 'same' }] };
    await shop.fault({ operation: 'exportRawEvents', fault: 'wrong-shape', body, times: 2 });
    const error = await rejection(Array.fromAsync(rawEvents(client, { date_from: '2000-01-01' })));
    assert.ok(error instanceof InvalidResponseError);
    assert.equal(error.path, 'data[0].cursor');
    const seen: unknown[] = [];
    await shop.fault({
      operation: 'exportRawEvents',
      fault: 'wrong-shape',
      body: { data: [{ action: 'tap' }] },
    });
    const cut = await rejection(
      (async () => {
        for await (const event of rawEvents(client, { date_from: '2000-01-01', limit: 1 })) seen.push(event);
      })(),
    );
    assert.ok(cut instanceof InvalidResponseError, 'a full page without a cursor may not be the end');
    assert.deepEqual(seen, [{ action: 'tap' }]);
  });

  test('raw events are in order for a reader who asks for many before the first is there, over the end of a page', async () => {
    const { client, shop } = await open();
    const query = { date_from: '2000-01-01', limit: 3 };
    const inTurn: unknown[] = [];
    for await (const { cursor } of rawEvents(client, query)) if (inTurn.push(cursor) === 8) break;
    const before = (await shop.requests('exportRawEvents')).length;
    const events = rawEvents(client, query);
    const steps = await Promise.all(Array.from({ length: 8 }, () => events.next()));
    assert.deepEqual(
      steps.map(({ value }) => (value as { cursor: unknown }).cursor),
      inTurn,
    );
    assert.equal((await shop.requests('exportRawEvents')).length - before, 3);
  });

  test('raw events are over after a return, also one that does not wait, and after an error of the reader', async () => {
    const { client } = await open();
    const over = { value: undefined, done: true };
    const events = rawEvents(client, { date_from: '2000-01-01', limit: 3 });
    const [first, returned] = await Promise.all([events.next(), events.return()]);
    assert.equal(first.done, false);
    assert.deepEqual([returned, await events.next()], [over, over]);
    const others = rawEvents(client, { date_from: '2000-01-01', limit: 3 });
    await others.next();
    const error = new Error('of the reader');
    assert.equal(await rejection(others.throw(error)), error);
    assert.deepEqual(await others.next(), over);
    const unread = rawEvents(client, { date_from: '2000-01-01', limit: 3 });
    await unread[Symbol.asyncDispose]();
    assert.deepEqual(await unread.next(), over);
  });
});
