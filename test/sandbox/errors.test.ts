import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { callRaw, openSandbox, temporaryFolder, type TestSandbox } from './support.ts';

const NORDLICHT = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('error answers', () => {
  let sandbox: TestSandbox;
  const file = join(temporaryFolder(), 'errors.sqlite');
  before(async () => {
    sandbox = await openSandbox({ file });
  });

  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(sandbox.url + path, { ...init, headers: { 'x-api-key': sandbox.keys.secret, ...init.headers } });

  async function expectError(
    response: Response,
    status: number,
    code: string,
  ): Promise<Record<string, unknown>> {
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const body = (await response.json()) as {
      message: string;
      code: string;
      details: Record<string, unknown>;
    };
    assert.deepEqual(Object.keys(body), ['message', 'code', 'details']);
    assert.equal(body.code, code);
    assert.doesNotMatch(JSON.stringify(body), /node:|\.ts:|at async/);
    return body.details;
  }

  test('a body that is not JSON is invalid_json and is not quoted', async () => {
    const response = await send('/v1/access/otp/verify', {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"code":"918273"',
    });
    const text = await response.clone().text();
    await expectError(response, 400, 'invalid_json');
    assert.ok(!text.includes('918273'));
  });

  test('a body that is not UTF-8 is invalid_json', async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]);
    await expectError(
      await send('/v1/access/otp', { method: 'POST', headers: JSON_TYPE, body }),
      400,
      'invalid_json',
    );
  });

  test('a body of the wrong shape is invalid_request, says where, and is not quoted', async () => {
    for (const body of ['"918273"', '[918273]', '918273', 'null', '"quoted 918273"']) {
      const response = await send('/v1/access/otp/verify', { method: 'POST', headers: JSON_TYPE, body });
      assert.ok(!(await response.clone().text()).includes('918273'));
      const details = await expectError(response, 400, 'invalid_request');
      assert.deepEqual(details['errors'], [{ path: '/requestBody', message: 'must be object' }]);
    }
  });

  test('a body in another format is unsupported_media_type', async () => {
    const form = await send('/v1/access/otp', {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@b.example' }),
    });
    await expectError(form, 415, 'unsupported_media_type');
    const text = await send('/v1/access/otp', { method: 'POST', body: '{"email":"a@b.example"}' });
    await expectError(text, 415, 'unsupported_media_type');
  });

  test('a content type with a charset is JSON all the same', async () => {
    const response = await send('/v1/access/otp', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ email: 'a@b.example' }),
    });
    assert.equal(response.status, 201);
  });

  test('a body over 64 KiB is payload_too_large, with and without an announced length', async () => {
    const text = JSON.stringify({ email: 'a'.repeat(64 * 1024) });
    await expectError(
      await send('/v1/access/otp', { method: 'POST', headers: JSON_TYPE, body: text }),
      413,
      'payload_too_large',
    );
    const stream = new Blob([text]).stream();
    const chunked = await send('/v1/access/otp', {
      method: 'POST',
      headers: JSON_TYPE,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    await expectError(chunked, 413, 'payload_too_large');
  });

  test('a body of exactly 64 KiB is read', async () => {
    const frame = JSON.stringify({ email: '' }).length;
    const body = JSON.stringify({ email: 'a'.repeat(64 * 1024 - frame) });
    await expectError(
      await send('/v1/access/otp', { method: 'POST', headers: JSON_TYPE, body }),
      400,
      'invalid_email',
    );
  });

  test('an operation without a body holds to the limit too', async () => {
    const response = await send('/v1/rewards/grants/grant-nobody-knows-0001/claim', {
      method: 'POST',
      headers: JSON_TYPE,
      body: 'a'.repeat(64 * 1024 + 1),
    });
    await expectError(response, 413, 'payload_too_large');
  });

  test('an unknown address is not_found, inside and outside of the service', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/nothing',
      '/v1/timeline/',
      '/v1/collections/',
      '/sandbox/nothing',
      '/media/',
    ]) {
      await expectError(await send(path, {}), 404, 'not_found');
    }
  });

  test('a wrong method is method_not_allowed and names the right ones', async () => {
    for (const [method, path, allow] of [
      ['POST', '/v1/timeline', 'GET, HEAD, OPTIONS'],
      ['GET', '/v1/access/otp', 'POST, OPTIONS'],
      ['PATCH', '/v1/timeline/1', 'DELETE, OPTIONS'],
      ['PUT', '/sandbox/faults', 'POST, GET, DELETE, OPTIONS'],
      ['DELETE', '/media/nordlicht-01.webp', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const response = await send(path, { method });
      assert.equal(response.headers.get('allow'), allow);
      await expectError(response, 405, 'method_not_allowed');
    }
  });

  for (const [query, path] of [
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['limit=ten', '/query/limit'],
    ['limit=', '/query/limit'],
    ['limit=1.5', '/query/limit'],
    ['limit=1&limit=2', '/query/limit'],
    ['offset=-1', '/query/offset'],
    ['token_id=0', '/query/token_id'],
    ['token_id=1.5', '/query/token_id'],
    ['order=newest', '/query/order'],
    ['order_by=title', '/query/order_by'],
    ['order_by=constructor', '/query/order_by'],
    ['include_count=maybe', '/query/include_count'],
    ['min_date=yesterday', '/query/min_date'],
    ['max_date=2026-02-31', '/query/max_date'],
    ['__proto__=1', '/query/__proto__'],
    ['unknown=1', '/query/unknown'],
  ] as const) {
    test(`listTimeline refuses ?${query} and points to it`, async () => {
      const details = await expectError(await send(`/v1/timeline?${query}`, {}), 400, 'invalid_request');
      const errors = details['errors'] as { path: string; message: string }[];
      assert.deepEqual(
        errors.map((error) => error.path),
        [path],
      );
      assert.ok((errors[0]?.message ?? '').length > 0);
    });
  }

  for (const [path, where] of [
    ['/v1/users?limit=0', '/query/limit'],
    ['/v1/users?limit=1001', '/query/limit'],
    ['/v1/users?order=up', '/query/order'],
    ['/v1/analytics/taps/breakdown?device=fridge', '/query/device'],
    ['/v1/analytics/components/breakdown?dimension=city', '/query/dimension'],
    ['/v1/analytics/export/raw-events', '/query'],
    ['/v1/analytics/export/raw-events?date_from=2026-02-30', '/query/date_from'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-02&date_to=2026-09-01', '/query/date_to'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-01&limit=10001', '/query/limit'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-01&collection_id=7', '/query/collection_id'],
  ] as const) {
    test(`GET ${path} is refused at ${where}`, async () => {
      const details = await expectError(await send(path, {}), 400, 'invalid_request');
      assert.equal((details['errors'] as { path: string }[])[0]?.path, where);
    });
  }

  test('a token of 15 or 201 characters does not reach the grants, and is not quoted', async () => {
    for (const token of ['s'.repeat(15), 's'.repeat(201)]) {
      const response = await send(`/v1/rewards/grants/${token}/claim`, { method: 'POST' });
      assert.ok(!(await response.clone().text()).includes('sss'));
      const details = await expectError(response, 400, 'invalid_request');
      assert.equal((details['errors'] as { path: string }[])[0]?.path, '/path/token');
    }
  });

  test('the length of a token is counted in characters, not in escapes', async () => {
    const short = await send(`/v1/rewards/grants/${encodeURIComponent('ö/'.repeat(5))}/claim`, {
      method: 'POST',
    });
    await expectError(short, 400, 'invalid_request');
    const unknown = await send(`/v1/rewards/grants/${encodeURIComponent('ö/'.repeat(8))}/claim`, {
      method: 'POST',
    });
    await expectError(unknown, 404, 'grant_not_found');
  });

  test('a broken escape in a path is an answer, not a crash', async () => {
    const response = await callRaw(sandbox.url, '/v1/collections/%E0%A4%A', {
      'x-api-key': sandbox.keys.secret,
    });
    assert.equal(response.status, 404);
    assert.equal(JSON.parse(response.body).code, 'collection_not_found');
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

  test('an answer of ours that breaks the contract is never sent but reported', async () => {
    const db = new DatabaseSync(file);
    db.prepare(
      `UPDATE collections SET record = json_set(record, '$.touchpoint_role', 'mascot') WHERE id = ?`,
    ).run(NORDLICHT);
    db.close();
    const details = await expectError(
      await send(`/v1/collections/${NORDLICHT}`, {}),
      500,
      'sandbox_contract_violation',
    );
    assert.equal((details['errors'] as { path: string }[])[0]?.path, '/touchpoint_role');
    assert.match(
      sandbox.logged.at(-1) ?? '',
      /^sandbox_contract_violation: getCollection 200: \/touchpoint_role/,
    );
  });

  test('an unexpected exception is internal_error without its text, which goes to the log', async () => {
    const db = new DatabaseSync(file);
    db.prepare(`UPDATE collections SET record = 'no JSON, pk_secret_text' WHERE id = ?`).run(NORDLICHT);
    db.close();
    const response = await send(`/v1/collections/${NORDLICHT}`, {});
    assert.ok(!(await response.clone().text()).includes('pk_secret_text'));
    await expectError(response, 500, 'internal_error');
    assert.match(sandbox.logged.at(-1) ?? '', /^internal_error: SyntaxError/);
  });
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

  test('answers expose Retry-After and Date', async () => {
    const { headers } = await sandbox.call('GET /v1/timeline');
    assert.equal(headers.get('access-control-expose-headers'), 'Retry-After,Date');
    assert.ok(!Number.isNaN(Date.parse(headers.get('date') ?? '')));
  });
});
