import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadContract } from '../../demo/sandbox/contract.ts';
import { openSandbox, type Reply, type TestSandbox } from './support.ts';

describe('faults on demand', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  const newKey = async (): Promise<string> =>
    (await sandbox.call('POST /sandbox/keys', { body: { role: 'secret' } })).body.key;
  const newGrant = async (): Promise<string> =>
    (await sandbox.call('POST /sandbox/grants', { body: {} })).body.token;
  const look = async (token: string) => (await sandbox.call(`GET /sandbox/grants/${token}`)).body;
  const claim = (token: string, key: string): Promise<Reply> =>
    sandbox.call(`POST /v1/rewards/grants/${token}/claim`, { key });
  const statuses = async (key: string): Promise<unknown[]> =>
    (await sandbox.call(`GET /sandbox/requests?key=${key}`)).body.map(
      ({ status }: { status: unknown }) => status,
    );

  /** A key of its own with faults for claims made with it. */
  async function spoil(...faults: Record<string, unknown>[]): Promise<string> {
    const key = await newKey();
    for (const fault of faults) {
      const { status, body } = await sandbox.call('POST /sandbox/faults', {
        body: { operation: 'claimRewardGrant', key, ...fault },
      });
      assert.equal(status, 201);
      assert.match(body.id, /^[0-9a-f-]{36}$/);
    }
    return key;
  }

  test('latency delays the answer and changes nothing else', async () => {
    const key = await spoil({ fault: 'latency', ms: 150 });
    const startedAt = performance.now();
    assert.equal((await claim(await newGrant(), key)).status, 200);
    assert.ok(performance.now() - startedAt >= 149);
  });

  test('any other fault can be delayed too', async () => {
    const key = await spoil({ fault: 'status', status: 503, latency: 100 });
    const startedAt = performance.now();
    assert.equal((await claim(await newGrant(), key)).status, 503);
    assert.ok(performance.now() - startedAt >= 99);
  });

  describe('that hold a request', () => {
    /** A key whose next claim is held, and that fault. */
    async function hold(fault: Record<string, unknown> = {}): Promise<{ key: string; id: string }> {
      const key = await spoil({ fault: 'hold', ...fault });
      const [{ id }] = (await sandbox.call(`GET /sandbox/faults?key=${key}`)).body;
      return { key, id };
    }
    const arrival = (id: string) => sandbox.call(`GET /sandbox/faults/${id}/arrival`);
    const release = (id: string) => sandbox.call(`DELETE /sandbox/faults/${id}`);

    test('tell when it has arrived, and let it go on when they are deleted', async () => {
      const { key, id } = await hold();
      const token = await newGrant();
      const arrived = arrival(id);
      const reply = claim(token, key);
      assert.equal((await arrived).status, 204);
      // A later question gets the same answer.
      assert.equal((await arrival(id)).status, 204);
      assert.deepEqual(await statuses(key), [null]);
      assert.equal((await look(token)).state, 'open');
      assert.equal((await release(id)).status, 204);
      assert.equal((await reply).status, 200);
      assert.equal((await look(token)).state, 'claimed');
    });

    test('hold one request unless they are told otherwise, and none once they are deleted', async () => {
      const { key, id } = await hold();
      const token = await newGrant();
      const reply = claim(token, key);
      await arrival(id);
      assert.equal((await claim(await newGrant(), key)).status, 200);
      await release(id);
      assert.equal((await reply).status, 200);

      const all = await hold({ times: 0 });
      const replies = [claim(await newGrant(), all.key), claim(await newGrant(), all.key)];
      while ((await statuses(all.key)).length < 2);
      assert.deepEqual(await statuses(all.key), [null, null]);
      await release(all.id);
      for (const each of await Promise.all(replies)) assert.equal(each.status, 200);
      assert.equal((await claim(await newGrant(), all.key)).status, 200);
    });

    for (const [fault, status, state] of [
      [{ fault: 'status', status: 503 }, 503, 'open'],
      [{ fault: 'drop-before' }, 'none', 'open'],
      [{ fault: 'drop-after' }, 'none', 'claimed'],
    ] as const)
      test(`can be any other fault too: ${fault.fault}`, async () => {
        const { key, id } = await hold({ ...fault, hold: true });
        const token = await newGrant();
        const answer = claim(token, key).then(
          (reply) => reply.status,
          () => 'none',
        );
        await arrival(id);
        assert.deepEqual(await statuses(key), [null]);
        assert.equal((await look(token)).state, 'open');
        await release(id);
        assert.equal(await answer, status);
        assert.equal((await look(token)).state, state);
      });

    test('let it go on also when all faults of its key are deleted', async () => {
      const [mine, other] = [await hold(), await hold()];
      const [reply, held] = [claim(await newGrant(), mine.key), claim(await newGrant(), other.key)];
      await Promise.all([arrival(mine.id), arrival(other.id)]);
      await sandbox.call(`DELETE /sandbox/faults?key=${mine.key}`);
      assert.equal((await reply).status, 200);
      assert.deepEqual(await statuses(other.key), [null]);
      await release(other.id);
      assert.equal((await held).status, 200);
    });

    test('are not found once they are deleted, even by a caller that already waits', async () => {
      const { id } = await hold();
      const arrived = arrival(id);
      // Either may reach the sandbox first.
      await release(id);
      for (const reply of [await arrived, await arrival(id), await release(id)])
        assert.deepEqual([reply.status, reply.body.code], [404, 'fault_not_found']);
    });

    test('are deleted one by one, as other faults are', async () => {
      const key = await spoil({ fault: 'status', status: 500 }, { fault: 'status', status: 502 });
      const [first] = (await sandbox.call(`GET /sandbox/faults?key=${key}`)).body;
      const arrived = await arrival(first.id);
      assert.deepEqual([arrived.status, arrived.body.code], [404, 'fault_not_found'], 'it holds nothing');
      assert.equal((await release(first.id)).status, 204);
      assert.equal((await claim(await newGrant(), key)).status, 502);
    });
  });

  test('status answers with it, before any work, in the shape of an error or with the given body', async () => {
    const key = await spoil(
      { fault: 'status', status: 503 },
      { fault: 'status', status: 418, body: { tea: true } },
    );
    const token = await newGrant();
    const first = await claim(token, key);
    assert.deepEqual([first.status, first.body.code], [503, 'fault_injected']);
    const second = await claim(token, key);
    assert.deepEqual([second.status, second.body], [418, { tea: true }]);
    assert.equal((await look(token)).state, 'open');
  });

  test('drop-before ends the connection without having worked', async () => {
    const key = await spoil({ fault: 'drop-before' });
    const token = await newGrant();
    await assert.rejects(claim(token, key), TypeError);
    assert.equal((await look(token)).state, 'open');
    assert.deepEqual(await statuses(key), [null]);
  });

  test('drop-after ends the connection with the work done and committed', async () => {
    const key = await spoil({ fault: 'drop-after' });
    const token = await newGrant();
    await assert.rejects(claim(token, key), TypeError);
    const { state, claims } = await look(token);
    assert.deepEqual([state, claims], ['claimed', 1]);
    assert.deepEqual(await statuses(key), [null]);
    assert.equal((await claim(token, key)).body.code, 'grant_already_claimed');
  });

  test('truncated-body announces all, sends half and ends, with the work done', async () => {
    const key = await spoil({ fault: 'truncated-body' });
    const token = await newGrant();
    const response = await fetch(`${sandbox.url}/v1/rewards/grants/${token}/claim`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.ok(Number(response.headers.get('content-length')) > 100);
    await assert.rejects(response.text(), TypeError);
    assert.equal((await look(token)).state, 'claimed');
  });

  test('wrong-content-type answers a page where JSON is due', async () => {
    const key = await spoil({ fault: 'wrong-content-type' });
    const { status, headers, body } = await claim(await newGrant(), key);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(body, /^<!doctype html>/);
  });

  test('wrong-shape answers JSON that the contract refuses, for every operation that answers with a body', async () => {
    const { operations, checkResponse } = await loadContract();
    for (const operation of operations.filter(({ method }) => method !== 'DELETE')) {
      const key = await newKey();
      await sandbox.call('POST /sandbox/faults', {
        body: { operation: operation.id, fault: 'wrong-shape', key },
      });
      const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
      const { status, headers, body } = await sandbox.call(`${operation.method} ${path}`, { key });
      assert.equal(headers.get('content-type'), 'application/json');
      assert.notDeepEqual(checkResponse(operation, status, body), [], operation.id);
    }
  });

  test('wrong-shape answers a body of choice', async () => {
    const key = await spoil(
      { fault: 'wrong-shape', body: { discountCode: 7 } },
      { fault: 'wrong-shape', body: null },
    );
    const token = await newGrant();
    assert.deepEqual((await claim(token, key)).body, { discountCode: 7 });
    assert.equal((await claim(token, key)).body, null);
  });

  test('rate-limited answers 429 with Retry-After as seconds or as a date', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const key = await spoil(
      { fault: 'rate-limited', retryAfter: 7 },
      { fault: 'rate-limited', retryAfter: date },
    );
    const token = await newGrant();
    const first = await claim(token, key);
    assert.deepEqual(
      [first.status, first.body.code, first.headers.get('retry-after')],
      [429, 'rate_limited', '7'],
    );
    assert.equal((await claim(token, key)).headers.get('retry-after'), date);
    assert.equal((await look(token)).state, 'open');
  });

  test('faults are used up in the order of their creation and then the service is healthy', async () => {
    const key = await spoil({ fault: 'status', status: 500, times: 2 }, { fault: 'status', status: 502 });
    const token = await newGrant();
    const seen: number[] = [];
    for (let request = 0; request < 4; request += 1) seen.push((await claim(token, key)).status);
    assert.deepEqual(seen, [500, 500, 502, 200]);
    assert.deepEqual(await statuses(key), seen);
  });

  test('times: 0 stays until it is deleted, and only faults of that key are', async () => {
    const key = await spoil({ fault: 'status', status: 500, times: 0 });
    const other = await spoil({ fault: 'status', status: 501 });
    const token = await newGrant();
    for (let request = 0; request < 3; request += 1) assert.equal((await claim(token, key)).status, 500);
    assert.equal((await sandbox.call(`GET /sandbox/faults?key=${key}`)).body.length, 1);
    assert.equal((await sandbox.call(`DELETE /sandbox/faults?key=${key}`)).status, 204);
    assert.equal((await claim(token, key)).status, 200);
    assert.equal((await claim(token, other)).status, 501);
  });

  test('a fault spoils only its operation and only its key', async () => {
    const key = await spoil({ fault: 'status', status: 500 });
    assert.equal((await sandbox.call('GET /v1/timeline?limit=1', { key })).status, 200);
    assert.equal((await claim(await newGrant(), await newKey())).status, 200);
    assert.equal((await claim(await newGrant(), key)).status, 500);
  });

  test('a preflight uses up no fault', async () => {
    const key = await spoil({ fault: 'status', status: 500 });
    const token = await newGrant();
    const preflight = await fetch(`${sandbox.url}/v1/rewards/grants/${token}/claim`, {
      method: 'OPTIONS',
      headers: { 'x-api-key': key },
    });
    assert.equal(preflight.status, 204);
    assert.equal((await claim(token, key)).status, 500);
  });

  test('a fault for everybody meets whoever comes first', async () => {
    await sandbox.call('POST /sandbox/faults', {
      body: { operation: 'listWebhooks', fault: 'status', status: 500 },
    });
    assert.equal((await sandbox.call('GET /v1/team/webhooks', { key: null })).status, 500);
    assert.equal((await sandbox.call('GET /v1/team/webhooks')).status, 200);
  });

  describe('in paging', () => {
    const ids = (reply: Reply): number[] => reply.body.data.map(({ id }: { id: number }) => id);

    /** A key whose requests to `operation` all meet the fault. */
    async function paging(operation: string, fault: Record<string, unknown>): Promise<string> {
      return spoil({ operation, fault: 'paging', times: 0, ...fault });
    }

    test('maxRows caps each page of a timeline, whatever limit is asked for', async () => {
      const key = await paging('listTimeline', { maxRows: 20 });
      const all = ids(await sandbox.call('GET /v1/timeline?limit=60'));
      for (const limit of ['', '&limit=30', '&limit=1000'])
        assert.deepEqual(ids(await sandbox.call(`GET /v1/timeline?${limit}`, { key })), all.slice(0, 20));
      const second = await sandbox.call('GET /v1/timeline?limit=30&offset=20', { key });
      assert.deepEqual(ids(second), all.slice(20, 40));
      assert.equal(ids(await sandbox.call('GET /v1/timeline?limit=3', { key })).length, 3);
    });

    test('maxRows caps each page of the raw event export, and the cursor leads on from the last row', async () => {
      const key = await paging('exportRawEvents', { maxRows: 4 });
      const route = 'GET /v1/analytics/export/raw-events?date_from=2026-01-01';
      const cursors = (reply: Reply): string[] =>
        reply.body.data.map(({ cursor }: { cursor: string }) => cursor);
      const all = cursors(await sandbox.call(`${route}&limit=8`));
      const first = await sandbox.call(`${route}&limit=10000`, { key });
      assert.deepEqual(cursors(first), all.slice(0, 4));
      assert.deepEqual([first.body.rows, first.body.data[0].total_in_page], [4, 4]);
      const second = await sandbox.call(`${route}&limit=6&after_cursor=${all[3]}`, { key });
      assert.deepEqual(cursors(second), all.slice(4, 8));
    });

    test('ignoreOffset answers the first page of a timeline again and again', async () => {
      const key = await paging('listTimeline', { ignoreOffset: true });
      const first = ids(await sandbox.call('GET /v1/timeline?limit=5', { key }));
      assert.equal(first.length, 5);
      for (const offset of [5, 100_000])
        assert.deepEqual(
          ids(await sandbox.call(`GET /v1/timeline?limit=5&offset=${offset}`, { key })),
          first,
        );
    });

    test('omitCursor leaves the cursor out of raw events, and nothing else', async () => {
      const key = await paging('exportRawEvents', { omitCursor: true });
      const route = 'GET /v1/analytics/export/raw-events?date_from=2026-01-01&limit=3';
      const usual = (await sandbox.call(route)).body.data as Record<string, unknown>[];
      assert.ok(usual.every(({ cursor }) => typeof cursor === 'string'));
      const expected = usual.map((row) => {
        const { cursor: _, ...rest } = row;
        return rest;
      });
      assert.deepEqual((await sandbox.call(route, { key })).body.data, expected);
    });

    test('several fields work together, and a bad request is still refused', async () => {
      const key = await paging('listTimeline', { maxRows: 2, ignoreOffset: true });
      const first = ids(await sandbox.call('GET /v1/timeline?limit=2'));
      assert.deepEqual(ids(await sandbox.call('GET /v1/timeline?limit=9&offset=2', { key })), first);
      for (const query of ['limit=1001', 'offset=-1'])
        assert.equal((await sandbox.call(`GET /v1/timeline?${query}`, { key })).status, 400);
    });
  });

  for (const text of ['Deleted.', '', ' \n']) {
    test(`text-body answers 200 with ${JSON.stringify(text)} after the deletion`, async () => {
      const { body } = await sandbox.call('POST /sandbox/timelines', { body: { count: 1 } });
      const page = await sandbox.call(`GET /v1/timeline?collection_slug=${body.slug}`);
      const route = `DELETE /v1/timeline/${page.body.data[0].id}`;
      const key = await spoil({ operation: 'deleteTimelineEntry', fault: 'text-body', text, times: 2 });
      const reply = await sandbox.call(route, { key });
      assert.deepEqual([reply.status, reply.body], [200, text]);
      assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8');
      const left = await sandbox.call(`GET /v1/timeline?collection_slug=${body.slug}`);
      assert.deepEqual(left.body.data, []);
      // A failure is answered as usual.
      const again = await sandbox.call(route, { key });
      assert.deepEqual([again.status, again.body.code], [404, 'timeline_entry_not_found']);
    });
  }

  test('text-body spoils the deletion of an activity too', async () => {
    const key = await spoil({ operation: 'deleteActivity', fault: 'text-body', text: 'Gone.' });
    const reply = await sandbox.call('DELETE /v1/activities/act_0002', { key });
    assert.deepEqual([reply.status, reply.body], [200, 'Gone.']);
    assert.equal((await sandbox.call('DELETE /v1/activities/act_0002', { key })).status, 404);
  });

  for (const body of [
    { message: 'Grant has expired' },
    { code: 'expired' },
    { message: 'Grant has expired', code: 4711 },
    { message: 'No key sk_1', code: 'denied', details: { sent: [{ key: 'sk_1' }] } },
  ]) {
    test(`status answers an error with the body ${JSON.stringify(body)} as it is`, async () => {
      const key = await spoil({ fault: 'status', status: 401, body });
      const reply = await claim(await newGrant(), key);
      assert.deepEqual([reply.status, reply.body], [401, body]);
    });
  }

  test('status answers 304 without a body', async () => {
    const key = await spoil({ operation: 'listTimeline', fault: 'status', status: 304 });
    const reply = await sandbox.call('GET /v1/timeline', { key });
    assert.deepEqual([reply.status, reply.body], [304, '']);
  });

  for (const [body, path] of [
    [{ fault: 'status', status: 500 }, '/'],
    [{ operation: 'nothing', fault: 'drop-before' }, '/operation'],
    [{ operation: 'createOtp', fault: 'explode' }, '/fault'],
    [{ operation: 'createOtp', fault: 'latency' }, '/ms'],
    [{ operation: 'createOtp', fault: 'latency', ms: -1 }, '/ms'],
    [{ operation: 'createOtp', fault: 'status' }, '/status'],
    [{ operation: 'createOtp', fault: 'status', status: 99 }, '/status'],
    [{ operation: 'createOtp', fault: 'rate-limited' }, '/retryAfter'],
    [{ operation: 'createOtp', fault: 'rate-limited', retryAfter: 'soon' }, '/retryAfter'],
    [{ operation: 'createOtp', fault: 'drop-before', body: 1 }, '/body'],
    [{ operation: 'createOtp', fault: 'drop-before', times: -1 }, '/times'],
    [{ operation: 'createOtp', fault: 'drop-before', hold: false }, '/hold'],
    [{ operation: 'createOtp', fault: 'hold', ms: 100 }, '/ms'],
    [{ operation: 'createOtp', fault: 'drop-before', text: '' }, '/text'],
    [{ operation: 'deleteActivity', fault: 'text-body' }, '/text'],
    [{ operation: 'listTimeline', fault: 'paging' }, '/'],
    [{ operation: 'listTimeline', fault: 'paging', maxRows: 0 }, '/maxRows'],
    [{ operation: 'listTimeline', fault: 'paging', ignoreOffset: false }, '/ignoreOffset'],
    [{ operation: 'listTimeline', fault: 'paging', omitCursor: true }, '/omitCursor'],
    [{ operation: 'exportRawEvents', fault: 'paging', ignoreOffset: true }, '/ignoreOffset'],
    [{ operation: 'listUsers', fault: 'paging', maxRows: 5 }, '/maxRows'],
    [{ operation: 'listTimeline', fault: 'status', status: 500, maxRows: 5 }, '/maxRows'],
    [{ operation: 'createOtp', fault: 'drop-before', tmies: 1 }, '/tmies'],
  ] as const) {
    test(`the fault ${JSON.stringify(body)} is refused at ${path}`, async () => {
      const reply = await sandbox.call('POST /sandbox/faults', { body });
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request']);
      assert.equal(reply.body.details.errors[0].path, path);
    });
  }
});
