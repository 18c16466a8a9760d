import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  deleteTimelineEntry,
  GET,
  getCollection,
  isAbortedError,
  listTimeline,
  schema,
} from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

/** A fetch that holds answers after they have arrived, until they are released. */
function holding() {
  let hold = false;
  let arrived: () => void;
  let release: () => void;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    fetch: async (...call: Parameters<typeof fetch>) => {
      const isHeld = hold;
      hold = false;
      const answer = await fetch(...call);
      if (isHeld) {
        arrived();
        await released;
      }
      return answer;
    },
    holdNext: () => (hold = true),
    isThere,
    release: () => release(),
  };
}

describe('A read', () => {
  test('that begins after a write does not join one from before it', async () => {
    const held = holding();
    const { client, shop } = await open({ fetch: held.fetch });
    const { slug } = await shop.timeline({ count: 3 });
    const query = { collection_slug: slug };
    const [entry] = (await listTimeline(client, query)).data;
    held.holdNext();
    const before = listTimeline(client, query);
    await held.isThere;
    await deleteTimelineEntry(client, entry!.id);
    const after = await listTimeline(client, query);
    assert.equal(after.data.length, 2);
    assert.equal(
      after.data.some(({ id }) => id === entry!.id),
      false,
    );
    held.release();
    assert.equal((await before).data.length, 3, 'the earlier one gets its own answer');
  });

  test('that joins another one late has all of its own time, also for retries', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const held = holding();
    const { client, shop } = await open({ fetch: held.fetch });
    await shop.fault({ operation: 'listTimeline', fault: 'rate-limited', retryAfter: 1 });
    held.holdNext();
    const leaving = new AbortController();
    const options = { timeout: 60_000, signal: leaving.signal };
    const early = rejection(listTimeline(client, { limit: 6 }, options));
    await held.isThere;
    // The first caller's time is over.
    t.mock.timers.setTime(Date.now() + 60_000);
    const late = listTimeline(client, { limit: 6 }, { timeout: 60_000 });
    leaving.abort();
    assert.ok(isAbortedError(await early));
    held.release();
    assert.equal((await late).data.length, 6);
    assert.equal((await shop.requests('listTimeline')).length, 2, 'they shared the first request');
  });

  test('that joins another one at its last try starts afresh if that fails', async () => {
    const held = holding();
    const { client, shop } = await open({ fetch: held.fetch });
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 503, times: 2 });
    const options = { retries: 1, retryWhen: () => held.holdNext() };
    const first = rejection(listTimeline(client, { limit: 4 }, options));
    await held.isThere;
    const late = listTimeline(client, { limit: 4 }, options);
    held.release();
    assert.equal(((await first) as { status?: number }).status, 503);
    assert.equal((await late).data.length, 4);
    assert.equal((await shop.requests('listTimeline')).length, 3);
  });

  test('that joins another one late does not ask again before the time in Retry-After', async () => {
    const held = holding();
    const { client, shop } = await open({ fetch: held.fetch });
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 503 });
    await shop.fault({ operation: 'listTimeline', fault: 'rate-limited', retryAfter: 60 });
    const options = { retryWhen: () => held.holdNext() };
    const first = rejection(listTimeline(client, { limit: 4 }, options));
    await held.isThere;
    const late = rejection(listTimeline(client, { limit: 4 }, options));
    held.release();
    for (const error of [await first, await late]) assert.equal((error as { status?: number }).status, 429);
    assert.equal((await shop.requests('listTimeline')).length, 2);
  });

  test('is checked by its own schema, also beside another operation at the same address', async () => {
    const { client, shop } = await open();
    const body = { name: null };
    await shop.fault({ operation: 'getCollection', fault: 'wrong-shape', body, times: 2 });
    const own = client.request({
      ...GET,
      operation: 'getName',
      path: '/v1/collections/{id}',
      params: { id: 'any' },
      schema: schema.object<{ name: string }>({ name: schema.string }),
    });
    const results = await Promise.allSettled([own, getCollection(client, 'any')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
  });
});
