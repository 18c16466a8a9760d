import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HttpError } from '../../src/api/index.ts';
import {
  AbortedError,
  claimRewardGrant,
  createClient,
  createOtp,
  deleteTimelineEntry,
  getCollection,
  isAbortedError,
  isApiError,
  isInvalidArgumentError,
  isNetworkError,
  isServiceError,
  isTimeoutError,
  listTimeline,
  NetworkError,
  TimeoutError,
  verifyOtp,
} from '../../src/api/index.ts';
import { CLOSED } from '../helpers/ports.ts';
import { open, rejection } from './support.ts';

/** A fetch whose answers have this date, in milliseconds. */
const datedBy =
  (now: number): typeof fetch =>
  async (...call) => {
    const answer = await fetch(...call);
    const headers = new Headers(answer.headers);
    headers.set('date', new Date(now).toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  };

describe('A failing network', () => {
  const email = 'shopper@example.com';

  test('is retried for GET after 408, 429, 5xx and lost connections', async () => {
    for (const fault of [
      { fault: 'status', status: 408 },
      { fault: 'status', status: 500 },
      { fault: 'status', status: 503 },
      { fault: 'rate-limited', retryAfter: 0 },
      { fault: 'drop-before' },
      { fault: 'drop-after' },
      { fault: 'truncated-body' },
    ] as const) {
      const { client, shop } = await open();
      await shop.fault({ operation: 'listTimeline', ...fault });
      assert.equal((await listTimeline(client, { limit: 3 })).data.length, 3, JSON.stringify(fault));
      assert.equal((await shop.requests('listTimeline')).length, 2, JSON.stringify(fault));
    }
  });

  test('ends in the error of the last try after three', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 503, times: 0 });
    const error = await rejection(listTimeline(client));
    assert.equal(isApiError(error) && error.status, 503);
    assert.equal((await shop.requests('listTimeline')).length, 3);
  });

  test('is not retried for GET where another try cannot help', async () => {
    const { client, shop } = await open();
    await rejection(getCollection(client, 'nobody-knows-it'));
    assert.equal((await shop.requests('getCollection')).length, 1);
  });

  test('is never retried for POST and DELETE', async () => {
    const { client, shop } = await open();
    const { token } = await shop.grant();
    const calls = {
      createOtp: () => createOtp(client, { email }),
      verifyOtp: () => verifyOtp(client, { email, code: '000000' }),
      claimRewardGrant: () => claimRewardGrant(client, token),
      deleteTimelineEntry: () => deleteTimelineEntry(client, 999_999_999),
    };
    for (const [operation, call] of Object.entries(calls)) {
      for (const fault of ['drop-before', 'drop-after', 'truncated-body'] as const) {
        // A delete has no body that could be cut.
        if (fault === 'truncated-body' && operation === 'deleteTimelineEntry') continue;
        await shop.fault({ operation, fault });
        const error = await rejection(call());
        assert.ok(error instanceof NetworkError, `${operation} ${fault}: ${String(error)}`);
      }
      await shop.fault({ operation, fault: 'status', status: 503 });
      assert.equal(((await rejection(call())) as HttpError).status, 503);
      const sent = (await shop.requests(operation)).length;
      assert.equal(sent, operation === 'deleteTimelineEntry' ? 3 : 4, operation);
    }
  });

  test('whose server asks to wait is waited for', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'listTimeline', fault: 'rate-limited', retryAfter: 1 });
    const start = performance.now();
    await listTimeline(client, { limit: 1 });
    assert.ok(performance.now() - start >= 1000, 'the second try came after Retry-After');
  });

  test('whose server asks to wait longer than the timeout ends at once, with the wait', async (t) => {
    // An hour late, unlike the service.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
    const now = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    const { client, shop } = await open({ timeout: 30_000, fetch: datedBy(now) });
    const date = new Date(now + 60_000).toUTCString();
    for (const retryAfter of [60, date]) {
      await shop.fault({ operation: 'listTimeline', fault: 'rate-limited', retryAfter });
      const error = await rejection(listTimeline(client));
      assert.ok(isServiceError(error) && error.code === 'rate_limited');
      assert.equal(error.retryAfter, 60);
    }
    assert.equal((await shop.requests('listTimeline')).length, 2);
  });
});

describe('Time', () => {
  test('runs out with a timeout error', async () => {
    const { client, shop } = await open({ timeout: 50 });
    await shop.fault({ operation: 'createOtp', fault: 'latency', ms: 60_000 });
    const error = await rejection(createOtp(client, { email: 'a@b.example' }));
    assert.ok(error instanceof TimeoutError && isTimeoutError(error), String(error));
    assert.match(error.message, /POST \/v1\/access\/otp took longer than 50 ms/);
  });

  test('is bounded by a timeout that a timer can hold', async () => {
    const { client } = await open();
    for (const timeout of [0, -5, Infinity, Number.NaN]) {
      assert.ok(isInvalidArgumentError(await rejection(listTimeline(client, {}, { timeout }))), `${timeout}`);
      assert.throws(() => createClient({ baseUrl: 'https://x.example', timeout }), { argument: 'timeout' });
    }
  });

  test('ends when the caller aborts, also before the start, with the reason', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'getCollection', fault: 'latency', ms: 60_000 });
    const controller = new AbortController();
    const call = rejection(getCollection(client, 'x', { signal: controller.signal }));
    controller.abort('gone');
    const error = await call;
    assert.ok(error instanceof AbortedError && isAbortedError(error));
    assert.equal(error.name, 'AbortError', 'as fetch calls it');
    assert.equal(error.cause, 'gone');
    const late = await rejection(
      createOtp(client, { email: 'a@b.example' }, { signal: AbortSignal.abort('never') }),
    );
    assert.ok(isAbortedError(late) && late.cause === 'never');
    assert.deepEqual(await shop.requests('createOtp'), []);
  });

  test('runs out also by a signal of the caller’s', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'getCollection', fault: 'latency', ms: 60_000 });
    const error = await rejection(getCollection(client, 'x', { signal: AbortSignal.timeout(30) }));
    assert.ok(isTimeoutError(error) && error.code === 'timeout', String(error));
  });

  test('runs out and ends on abort also when fetch ignores its signal', async () => {
    const deaf = () => new Promise<never>(() => undefined);
    const client = createClient({ baseUrl: 'https://x.example', fetch: deaf, timeout: 50 });
    assert.ok(isTimeoutError(await rejection(listTimeline(client))));
    const end = new AbortController();
    const call = rejection(
      createOtp(client, { email: 'a@b.example' }, { signal: end.signal, timeout: 60_000 }),
    );
    end.abort();
    assert.ok(isAbortedError(await call));
  });

  test('that runs out before the key is there leaves nothing to send', async () => {
    const told: string[] = [];
    const key = Promise.withResolvers<string>();
    const client = createClient({
      baseUrl: 'https://x.example',
      apiKey: () => key.promise,
      // Ignores its signal.
      fetch: () => {
        told.push('sent');
        return Promise.resolve(new Response('{}'));
      },
      timeout: 50,
      onRequest: () => void told.push('request'),
      onError: () => void told.push('error'),
    });
    assert.ok(isTimeoutError(await rejection(claimRewardGrant(client, 'grant-0123456789'))));
    assert.ok(isTimeoutError(await rejection(listTimeline(client))));
    key.resolve('key-1');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, ['error', 'error']);
  });

  test('is not counted for a signal that is none', async () => {
    const { client, shop } = await open();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const error = await rejection(listTimeline(client, {}, { signal: new AbortController() as never }));
    assert.ok(isInvalidArgumentError(error), String(error));
    assert.equal(error.message, 'signal must be an AbortSignal');
    assert.equal(timers(), before);
    assert.deepEqual(await shop.requests(), []);
  });

  test('without a service ends in a network error', async () => {
    const client = createClient({ baseUrl: CLOSED, timeout: 60_000 });
    assert.ok(isNetworkError(await rejection(createOtp(client, { email: 'a@b.example' }))));
  });
});

describe('Identical GETs under way', () => {
  test('share one request and one result', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 50 });
    const pages = await Promise.all(Array.from({ length: 20 }, () => listTimeline(client, { limit: 5 })));
    assert.equal((await shop.requests('listTimeline')).length, 1);
    assert.equal(new Set(pages).size, 1);
    await listTimeline(client, { limit: 5 });
    assert.equal((await shop.requests('listTimeline')).length, 2, 'a later one is a request of its own');
  });

  test('go on for the others when one caller leaves, and end when all have left', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 100 });
    const leaving = new AbortController();
    const left = rejection(listTimeline(client, { limit: 7 }, { signal: leaving.signal }));
    const stays = listTimeline(client, { limit: 7 }, { signal: new AbortController().signal });
    leaving.abort();
    assert.ok(isAbortedError(await left));
    assert.equal((await stays).data.length, 7);
    assert.equal((await shop.requests('listTimeline')).length, 1);

    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 60_000 });
    const both = [new AbortController(), new AbortController()];
    const calls = both.map(({ signal }) => rejection(listTimeline(client, { limit: 8 }, { signal })));
    both.forEach((controller) => controller.abort());
    assert.ok((await Promise.all(calls)).every(isAbortedError));
    await shop.clearFaults();
    assert.equal((await listTimeline(client, { limit: 8 })).data.length, 8, 'a new caller starts anew');
  });

  test('leave each caller the time of their own', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 300 });
    const hasty = rejection(listTimeline(client, { limit: 9 }, { timeout: 100 }));
    const patient = listTimeline(client, { limit: 9 }, { timeout: 5000 });
    assert.ok(isTimeoutError(await hasty));
    assert.equal((await patient).data.length, 9);
    assert.equal((await shop.requests('listTimeline')).length, 1);
  });

  test('share a failure too', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 404, latency: 50 });
    const errors = await Promise.all([1, 2].map(() => rejection(getCollection(client, 'x'))));
    assert.equal(errors[0], errors[1]);
  });
});
