import assert from 'node:assert/strict';
import { createServer, request as proxyRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import {
  claimRewardGrant,
  createClient,
  createOtp,
  deleteActivity,
  deleteTimelineEntry,
  exportRawEvents,
  getCollection,
  HttpError,
  InvalidArgumentError,
  InvalidResponseError,
  isApiError,
  isInvalidArgumentError,
  isServiceError,
  listTimeline,
  listUsers,
  reserveRewardCode,
  ServiceError,
  verifyOtp,
} from '../../src/api/index.ts';
import type * as errors from '../../src/api/errors.ts';
import { open, rejection, sandboxUrl } from './support.ts';

describe('The base URL', () => {
  test('works with and without a trailing slash', async () => {
    for (const baseUrl of [sandboxUrl(), `${sandboxUrl()}/`, `${sandboxUrl()}//`]) {
      const { data } = await listTimeline((await open({ baseUrl })).client, { limit: 1 });
      assert.equal(data.length, 1);
    }
  });

  test('works with a path prefix, as behind an app proxy', async (t) => {
    const paths: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      paths.push(incoming.url!);
      const target = new URL(incoming.url!.replace('/apps/rewards', ''), sandboxUrl());
      const forward = proxyRequest(
        target,
        { method: incoming.method, headers: { ...incoming.headers, host: target.host } },
        (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(forward);
    }).listen(0, '127.0.0.1');
    t.after(() => proxy.close());
    await new Promise((resolve) => proxy.once('listening', resolve));
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    for (const baseUrl of [`${origin}/apps/rewards`, `${origin}/apps/rewards/`])
      assert.equal((await listTimeline((await open({ baseUrl })).client, { limit: 1 })).data.length, 1);
    assert.deepEqual(paths, Array(2).fill('/apps/rewards/v1/timeline?limit=1'));
  });

  test('is refused with a clear error where it cannot work', () => {
    for (const baseUrl of [
      '',
      ' ',
      '/relative/without/page',
      'ftp://x',
      '//evil.example/apps',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'https://x.ex\tample',
      'apps/rewards',
      null as unknown as string,
      'https://u:p@x',
      'https://x/?a=1',
      'https://x#a',
    ])
      assert.throws(() => createClient({ baseUrl }), {
        name: 'InvalidArgumentError',
        argument: 'baseUrl',
        message: /^baseUrl must be an http\(s\) URL or a same-origin path/,
      });
  });

  test('without /v1 is named to somebody who gives one with it', () => {
    for (const baseUrl of ['https://x.example/v1', 'https://x.example/v1/'])
      assert.throws(() => createClient({ baseUrl }), {
        message: 'baseUrl must be without /v1: https://x.example',
      });
  });
});

describe('A request', () => {
  test('carries the key, further headers and JSON', async (t) => {
    const seen: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
    const server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        seen.push({ headers: incoming.headers, body });
        outgoing.end('{"id":1,"message":"sent","email":"a@b.example"}');
      });
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl, apiKey: 'k1', headers: { 'x-shop': 'nordlicht' } });
    await createOtp(client, { email: 'a@b.example', expires: 600 });
    await createOtp(createClient({ baseUrl }), { email: 'a@b.example' });
    assert.equal(seen[0]!.headers['x-api-key'], 'k1');
    assert.equal(seen[0]!.headers['x-shop'], 'nordlicht');
    assert.equal(seen[0]!.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(seen[0]!.body), { email: 'a@b.example', expires: 600 });
    assert.equal('x-api-key' in seen[1]!.headers, false);
    assert.deepEqual(JSON.parse(seen[1]!.body), { email: 'a@b.example' });
  });

  test('encodes path parts, and never lets one climb to another path', async () => {
    const { client, shop } = await open();
    for (const id of ['a/b', 'a?b', 'ä#', '%2e%2e']) {
      const error = await rejection(getCollection(client, id));
      assert.ok(isServiceError(error) && error.code === 'collection_not_found', `${id}: ${String(error)}`);
    }
    for (const id of ['', '.', '..', '\ud800'])
      assert.ok(
        isInvalidArgumentError(await rejection(deleteTimelineEntry(client, id))),
        `"${id}" is refused`,
      );
    assert.deepEqual(await shop.requests('deleteTimelineEntry'), []);
  });

  test('refuses a number as an id that JavaScript may have rounded to the id of something else', async () => {
    const { client, shop } = await open();
    for (const id of [2 ** 53, -(2 ** 53), 1.5])
      for (const remove of [deleteTimelineEntry, deleteActivity]) {
        const error = await rejection(remove(client, id));
        assert.ok(isInvalidArgumentError(error) && error.argument === 'id', `${id}: ${String(error)}`);
      }
    assert.deepEqual(await shop.requests(), []);
    const missing = await rejection(deleteTimelineEntry(client, '9007199254740993'));
    assert.ok(isServiceError(missing) && missing.status === 404, 'a string is sent as it is');
  });

  test('passes any query through where the document hides the names', async () => {
    const page = await listUsers((await open()).client, { limit: 2, order: 'desc', nothing: undefined });
    assert.equal(page.data?.length, 2);
  });

  test('checks the bounds of the document before anything is sent', async () => {
    const { client, shop } = await open();
    const calls: [string, () => Promise<unknown>][] = [
      ['limit', () => listTimeline(client, { limit: 0 })],
      ['limit', () => listTimeline(client, { limit: 1001 })],
      ['limit', () => listTimeline(client, { limit: Number.NaN })],
      ['token_id', () => listTimeline(client, { token_id: 0 })],
      ['token_id', () => listTimeline(client, { token_id: 1.5 })],
      ['order', () => listTimeline(client, { order: 'newest' as 'asc' })],
      ['date_from', () => exportRawEvents(client, { date_from: '' })],
      ['limit', () => exportRawEvents(client, { date_from: '2026-01-01', limit: 10_001 })],
      ['limit', () => exportRawEvents(client, { date_from: '2026-01-01', limit: 1.5 })],
      ['reservedFor', () => reserveRewardCode(client, { id: 'a', codeId: 'b', reservedFor: '' })],
      [
        'reservedFor',
        () => reserveRewardCode(client, { id: 'a', codeId: 'b', reservedFor: 'x'.repeat(501) }),
      ],
      ['token', () => claimRewardGrant(client, 'x'.repeat(15))],
      ['token', () => claimRewardGrant(client, 'x'.repeat(201))],
      ['codeId', () => reserveRewardCode(client, { id: 'a', codeId: '', reservedFor: 'me' })],
    ];
    for (const [argument, call] of calls) {
      const error = await rejection(call());
      assert.ok(error instanceof InvalidArgumentError, String(error));
      assert.equal(error.argument, argument);
    }
    assert.deepEqual(await shop.requests(), []);
  });

  test('refuses options that cannot work, without quoting the key', () => {
    assert.throws(
      () => createClient({ baseUrl: 'https://x.example', apiKey: 's€cret' }),
      (error: Error) =>
        isInvalidArgumentError(error) && !`${error.message} ${String(error.cause)}`.includes('cret'),
    );
    assert.throws(() => createClient({ baseUrl: 'https://x.example', headers: { 'bad header': '1' } }), {
      argument: 'headers',
    });
  });
});

describe('An answer', () => {
  test('passes with unknown enum values, unknown fields, and fields that are null or absent', async () => {
    const { client, shop } = await open();
    await shop.fault({
      operation: 'claimRewardGrant',
      fault: 'wrong-shape',
      body: { codeType: 'scratch_card', value: null, surprise: { deep: true } },
    });
    const { token } = await shop.grant();
    assert.deepEqual(await claimRewardGrant(client, token), {
      codeType: 'scratch_card',
      value: null,
      surprise: { deep: true },
    });
  });

  test('of a wrong shape is one clear error that names the field', async () => {
    const { client, shop } = await open();
    const entry = { id: 1, type: 'update', created_at: '2026-01-01' };
    const cases: [unknown, string, RegExp][] = [
      [[], '', /a body of the wrong type: expected object, received array/],
      [null, '', /expected object, received null/],
      [{ pagination: {} }, 'data', /data of the wrong type: expected array, received undefined/],
      [
        { data: [entry, { ...entry, id: '2' }], pagination: {} },
        'data[1].id',
        /expected number, received string/,
      ],
      [
        { data: [{ ...entry, image: { url: 4 } }], pagination: {} },
        'data[0].image.url',
        /expected string, received number/,
      ],
      [
        { data: [{ ...entry, gallery: [{}, 7] }], pagination: {} },
        'data[0].gallery[1]',
        /expected object, received number/,
      ],
      [{ data: [entry] }, 'pagination', /expected object, received undefined/],
    ];
    for (const [body, path, message] of cases) {
      await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body });
      const error = await rejection(listTimeline(client));
      assert.ok(error instanceof InvalidResponseError, String(error));
      assert.equal(error.path, path);
      assert.match(error.message, message);
    }
    assert.equal(
      (await shop.requests('listTimeline')).length,
      cases.length,
      'a wrong shape is not asked for again',
    );
  });

  test('with a page instead of JSON is named as such', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'getCollection', fault: 'wrong-content-type' });
    const error = await rejection(getCollection(client, 'any'));
    assert.ok(error instanceof InvalidResponseError);
    assert.match(error.message, /something other than JSON \(text\/html/);
  });

  test('to a delete may be anything, also nothing', async () => {
    const { client, shop } = await open();
    const { slug } = await shop.timeline({ count: 1 });
    const [entry] = (await listTimeline(client, { collection_slug: slug })).data;
    await deleteTimelineEntry(client, entry!.id);
    assert.equal((await listTimeline(client, { collection_slug: slug })).data.length, 0);
    await shop.fault({ operation: 'deleteActivity', fault: 'wrong-shape', body: ['whatever', 1] });
    assert.deepEqual(await deleteActivity(client, 1), ['whatever', 1]);
    for (const [text, result] of [
      ['', null],
      [' \n', null],
      ['Deleted.', 'Deleted.'],
    ] as const) {
      const { slug: other } = await shop.timeline({ count: 1 });
      const [gone] = (await listTimeline(client, { collection_slug: other })).data;
      await shop.fault({ operation: 'deleteTimelineEntry', fault: 'text-body', text });
      assert.equal(await deleteTimelineEntry(client, gone!.id), result);
    }
  });
});

describe('An error', () => {
  test('of the service carries its code, message, details and status', async () => {
    const error = await rejection(getCollection((await open()).client, 'nobody-knows-it'));
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'collection_not_found');
    assert.equal(error.status, 404);
    assert.ok(error.message.length > 0);
    assert.equal(typeof error.details, 'object');
  });

  test('with another body is an HTTP error with the status', async () => {
    const { client, shop } = await open();
    for (const body of [{ error: 'no' }, { message: 7 }, 'text', null]) {
      await shop.fault({ operation: 'createOtp', fault: 'status', status: 418, body });
      const error = await rejection(createOtp(client, { email: 'a@b.example' }));
      assert.ok(error instanceof HttpError, String(error));
      assert.equal(error.status, 418);
      assert.equal(error.code, 'http_error');
    }
  });

  test('never follows a redirect, which would carry the key away', async (t) => {
    let visited = false;
    const server = createServer((incoming, outgoing) => {
      visited ||= incoming.url === '/elsewhere';
      outgoing.writeHead(302, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const client = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const error = await rejection(getCollection(client, 'x'));
    assert.ok(error instanceof HttpError);
    assert.match(error.message, /redirect; set the base URL to the final address/);
    assert.equal(visited, false);
  });

  test('names the operation but never the token', async () => {
    const { client, shop } = await open();
    const { token } = await shop.grant({ state: 'expired' });
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
    for (let tries = 0; tries < 2; tries++) {
      const error = await rejection(claimRewardGrant(client, token));
      assert.ok(isApiError(error));
      const chain = [error, error.cause].map((part) => `${String(part)} ${JSON.stringify(part)}`).join();
      assert.equal(chain.includes(token), false);
    }
  });

  test('never repeats a token or code that the service repeats, nor a body or header in its cause', async () => {
    const { client, shop } = await open();
    const { token } = await shop.grant();
    const body = {
      message: `Token ${token} is odd`,
      code: 'odd',
      details: { token, deep: [token], [token]: 1 },
    };
    await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 400, body });
    const error = (await rejection(claimRewardGrant(client, token))) as ServiceError;
    assert.equal(error.message, 'Token … is odd');
    assert.deepEqual(error.details, { token: '…', deep: ['…'], '…': 1 });
    const encoded = `${token}+/=`;
    const path = `Cannot POST /v1/rewards/grants/${encodeURIComponent(encoded)}/claim`;
    await shop.fault({
      operation: 'claimRewardGrant',
      fault: 'status',
      status: 404,
      body: { message: path, code: 'x' },
    });
    const missing = (await rejection(claimRewardGrant(client, encoded))) as ServiceError;
    assert.equal(missing.message, 'Cannot POST /v1/rewards/grants/…/claim');
    const odd = { message: 'odd', code: 'odd', details: { toString: 1, valueOf: 1 } };
    await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 400, body: odd });
    assert.deepEqual(
      ((await rejection(claimRewardGrant(client, token))) as ServiceError).details,
      odd.details,
    );
    await shop.fault({
      operation: 'verifyOtp',
      fault: 'status',
      status: 400,
      body: { message: '48291 is old', code: 'x' },
    });
    const verification = await rejection(verifyOtp(client, { email: 'a@b.example', code: '48291' }));
    assert.equal((verification as ServiceError).message, '… is old');
    const intact = {
      message: 'line\nope',
      code: 'expired',
      details: { at: 1712345678901, null: null, nope: 12345 },
    };
    for (const code of ['null', 'nope', '12345', '7123', 'code', 'message']) {
      await shop.fault({ operation: 'verifyOtp', fault: 'status', status: 400, body: intact });
      const kept = await rejection(verifyOtp(client, { email: 'a@b.example', code }));
      assert.ok(kept instanceof ServiceError, `${code}: ${String(kept)}`);
      assert.equal(kept.code, 'expired');
      assert.equal((kept.details as typeof intact.details).at, 1712345678901);
    }
    await shop.fault({ operation: 'getCollection', fault: 'wrong-content-type' });
    assert.equal('cause' in ((await rejection(getCollection(client, 'x'))) as Error), false);
    const headers = { authorization: 'Bearer top\0secret' };
    assert.throws(
      () => createClient({ baseUrl: 'https://x.example', headers }),
      (thrown: Error) => !('cause' in thrown),
    );
  });

  test('is told apart also by the guards of another copy of the library', async () => {
    const copy = (await import(`${import.meta.resolve('../../src/api/errors.ts')}?copy`)) as typeof errors;
    const error = await rejection(getCollection((await open()).client, 'nobody-knows-it'));
    assert.equal(error instanceof copy.ServiceError, false);
    assert.equal(copy.isServiceError(error), true);
    assert.equal(copy.isApiError(error), true);
    assert.equal(copy.isNetworkError(error), false);
    const lookAlikes = [
      null,
      undefined,
      'ServiceError',
      new Error('x'),
      new DOMException('x', 'TimeoutError'),
    ];
    assert.deepEqual(lookAlikes.filter(isApiError), []);
  });
});
