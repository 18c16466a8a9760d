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
    [{ operation: 'createOtp', fault: 'drop-before', tmies: 1 }, '/tmies'],
  ] as const) {
    test(`the fault ${JSON.stringify(body)} is refused at ${path}`, async () => {
      const reply = await sandbox.call('POST /sandbox/faults', { body });
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request']);
      assert.equal(reply.body.details.errors[0].path, path);
    });
  }
});
