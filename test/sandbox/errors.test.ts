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

  function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', sandbox.keys.secret);
    return fetch(sandbox.url + path, { ...init, headers });
  }

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

  test('a broken escape in a path is an answer, not a crash', async () => {
    const response = await callRaw(sandbox.url, '/v1/collections/%E0%A4%A', {
      'x-api-key': sandbox.keys.secret,
    });
    assert.equal(response.status, 404);
    assert.equal(JSON.parse(response.body).code, 'collection_not_found');
  });

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
