import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callRaw, openSandbox, type TestSandbox } from './support.ts';

describe('the Host header', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });

  for (const host of [
    'evil.example',
    'evil.example:8787',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.7',
  ]) {
    test(`a request for the host ${JSON.stringify(host)} is refused`, async () => {
      const { status, body, headers } = await callRaw(sandbox.url, '/v1/timeline', { host });
      assert.deepEqual([status, JSON.parse(body).code], [403, 'host_not_allowed']);
      assert.equal(headers['access-control-allow-origin'], undefined);
    });
  }

  for (const host of ['localhost', 'LOCALHOST:1234', '127.0.0.1', '[::1]:80']) {
    test(`a request for the host ${host} is answered`, async () => {
      assert.equal((await callRaw(sandbox.url, '/sandbox', { host })).status, 200);
    });
  }
});

describe('CORS', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });

  test('a preflight allows any origin what the client needs, and is no request of the service', async () => {
    const response = await fetch(`${sandbox.url}/v1/timeline`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('access-control-allow-headers'), 'x-api-key,content-type,accept');
    assert.equal(response.headers.get('access-control-max-age'), '600');
    for (const method of ['GET', 'POST', 'DELETE']) {
      assert.ok(response.headers.get('access-control-allow-methods')?.split(',').includes(method));
    }
    assert.deepEqual((await sandbox.call('GET /sandbox/requests')).body, []);
  });

  test('answers expose Retry-After, Date and X-Request-Id', async () => {
    const { headers } = await sandbox.call('GET /v1/timeline');
    assert.equal(headers.get('access-control-expose-headers'), 'Retry-After,Date,X-Request-Id');
    assert.ok(!Number.isNaN(Date.parse(headers.get('date') ?? '')));
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  test('only pages of this machine may steer the sandbox', async () => {
    for (const [origin, status] of [
      ['https://shop.example', 403],
      ['null', 403],
      ['http://localhost.evil.example', 403],
      ['http://127.0.0.1:8000', 200],
      ['http://localhost', 200],
      ['http://[::1]:8000', 200],
    ] as const) {
      const response = await fetch(`${sandbox.url}/sandbox/mailbox.json`, { headers: { origin } });
      assert.equal(response.status, status, origin);
    }
    const minted = await fetch(`${sandbox.url}/sandbox/keys`, {
      method: 'POST',
      headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
      body: '{"role":"secret"}',
    });
    assert.equal((await minted.json()).code, 'origin_not_allowed');
  });
});
