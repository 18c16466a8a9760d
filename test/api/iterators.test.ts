import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvalidResponseError, rawEvents, timelinePages } from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

describe('Iterating', () => {
  test('a timeline gives every entry once and ends at the short page', async () => {
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
    assert.equal((await shop.requests('listTimeline')).length, 3);
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
