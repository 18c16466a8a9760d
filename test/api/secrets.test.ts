import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import {
  type AnyApiError,
  claimRewardGrant,
  createClient,
  createOtp,
  getCollection,
  isApiError,
  isNetworkError,
  isServiceError,
  verifyOtp,
} from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

/** All that an error says anywhere, also where it is not enumerable. */
const everythingIn = (error: unknown): string =>
  inspect(error, { depth: 50, showHidden: true, maxStringLength: null }) + JSON.stringify(error);

describe('An error never repeats', () => {
  test('the key, as it is or percent-encoded, in a message, code or details', async () => {
    const { client, shop } = await open();
    const { key } = shop;
    const encoded = Array.from(key, (character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    const body = {
      message: `The key ${key} (${encoded}, ${encoded.replaceAll('%', '%25')}) is unknown.`,
      code: `bad:${key}`,
      details: { deep: [{ [key]: { given: `x-api-key: ${key}` } }] },
    };
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 401, body });
    const error = await rejection(getCollection(client, 'x'));
    assert.ok(isServiceError(error));
    assert.equal(error.message, 'The key … (…, …) is unknown.');
    assert.equal(error.code, 'bad:…');
    assert.deepEqual(error.details, { deep: [{ '…': { given: 'x-api-key: …' } }] });
    assert.equal(everythingIn(error).includes(key), false);
  });

  test('a key or a code that was given with white space around it', async () => {
    const { shop } = await open();
    const client = createClient({ baseUrl: shop.url, apiKey: `${shop.key}\n` });
    const body = { message: `The key ${shop.key} is unknown.`, code: 'unknown_key' };
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 401, body });
    const error = await rejection(getCollection(client, 'x'));
    assert.equal((error as Error).message, 'The key … is unknown.');
    const old = { message: '482913 is too old', code: 'old_code' };
    await shop.fault({ operation: 'verifyOtp', fault: 'status', status: 400, body: old });
    const other = await rejection(verifyOtp(client, { email: 'a@b.example', code: ' 482913\n' }));
    assert.equal((other as Error).message, '… is too old');
  });

  test('a session or another secret in a header of the caller’s', async () => {
    const { client, shop } = await open({
      headers: { authorization: 'Bearer session-93f2c1', 'x-shop': 'nordlicht' },
    });
    const body = { message: 'session-93f2c1 of nordlicht has ended', code: 'ended' };
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 401, body });
    const error = await rejection(createOtp(client, { email: 'a@b.example' }));
    assert.equal((error as Error).message, '… of nordlicht has ended');
  });

  test('a token or key that a custom fetch quotes, and keeps what the failure was', async () => {
    const { shop } = await open();
    const { token } = await shop.grant();
    const client = createClient({
      baseUrl: 'https://service.example',
      apiKey: shop.key,
      fetch: (given, init) => {
        const url = given as string;
        const inner = Object.assign(new Error(`connect to ${url} failed`), {
          code: 'ECONNREFUSED',
          syscall: 'connect',
          request: { url, headers: init?.headers },
        });
        return Promise.reject(new TypeError(`fetch ${url} failed`, { cause: inner }));
      },
    });
    const error = await rejection(claimRewardGrant(client, token));
    assert.ok(isNetworkError(error));
    assert.equal(everythingIn(error).includes(token), false);
    assert.equal(everythingIn(error).includes(shop.key), false);
    const cause = error.cause as Error & { cause: { code: string; syscall: string } };
    assert.deepEqual(
      [cause.name, cause.message, cause.cause.code, cause.cause.syscall],
      [
        'TypeError',
        'fetch https://service.example/v1/rewards/grants/…/claim failed',
        'ECONNREFUSED',
        'connect',
      ],
    );
  });

  test('a token in a body that is not JSON, nor in a header', async () => {
    const { shop } = await open();
    const { token } = await shop.grant();
    const client = createClient({
      baseUrl: 'https://service.example',
      fetch: () =>
        Promise.resolve(
          new Response(`<h1>${token}</h1>`, {
            status: 502,
            headers: { 'x-debug': `/grants/${token}`, 'x-request-id': 'r1', via: 'proxy' },
          }),
        ),
    });
    const error = (await rejection(claimRewardGrant(client, token))) as AnyApiError;
    assert.equal(error.body, '<h1>…</h1>');
    assert.deepEqual([error.headers?.get('x-debug'), error.headers?.get('via')], [null, 'proxy']);
    assert.equal(everythingIn(error).includes(token), false);
  });

  test('a key that the service escaped, as JSON does in a text or as HTML does', async () => {
    const key = `c2Vj/cmV0+a2V5&"<'=`;
    const hex = (character: string) => character.charCodeAt(0).toString(16);
    const json = JSON.stringify(key).slice(1, -1);
    const html = key.replace(/[&"<]/g, (each) => ({ '&': '&amp;', '"': '&quot;' })[each] ?? '&lt;');
    for (const escaped of [
      json,
      json.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
      json.replace(/[/+&<'=]/g, (each) => `\\u00${hex(each)}`),
      html,
      html.replace(/[/+'=]/g, (each) => `&#x${hex(each).toUpperCase()};`),
      html.replace(/[/+'=]/g, (each) => `&#0${each.charCodeAt(0)};`).replaceAll('&', '&amp;'),
    ]) {
      const answers = [escaped, `<pre>x-api-key: ${escaped}</pre>`, JSON.stringify({ message: escaped })];
      for (const [index, answer] of answers.entries()) {
        const client = createClient({
          baseUrl: 'https://service.example',
          apiKey: key,
          fetch: () => Promise.resolve(new Response(answer, { status: 400 })),
        });
        const error = (await rejection(getCollection(client, 'x'))) as AnyApiError;
        const told = index === 2 ? error.message : error.body;
        assert.equal(told, index === 1 ? '<pre>x-api-key: …</pre>' : '…', escaped);
      }
    }
  });

  test('a code, however deeply it is nested, and whatever its characters are', async () => {
    const { client, shop } = await open();
    const code = '482913';
    const nested = (levels: number) => `${'['.repeat(levels)}"${code}"${']'.repeat(levels)}`;
    const deep = createClient({
      baseUrl: 'https://service.example',
      fetch: () =>
        Promise.resolve(
          new Response(`{"message":"no","code":"no","details":${nested(20_000)}}`, { status: 400 }),
        ),
    });
    const error = await rejection(verifyOtp(deep, { email: 'a@b.example', code }));
    assert.ok(isServiceError(error), String(error));
    let inner = error.details;
    while (Array.isArray(inner)) inner = inner[0] as unknown;
    assert.equal(inner, '…');
    const odd = 'ab\ud800cd';
    await shop.fault({
      operation: 'verifyOtp',
      fault: 'status',
      status: 400,
      body: { message: `${odd} is wrong`, code: 'wrong' },
    });
    const other = await rejection(verifyOtp(client, { email: 'a@b.example', code: odd }));
    assert.ok(isApiError(other), String(other));
    assert.equal(other.message.includes(odd), false);
    const proto = await rejection(
      verifyOtp(
        createClient({
          baseUrl: 'https://service.example',
          fetch: () =>
            Promise.resolve(
              new Response('{"message":"no","code":"no","details":{"__proto__":{"polluted":true}}}', {
                status: 400,
              }),
            ),
        }),
        { email: 'a@b.example', code },
      ),
    );
    assert.equal(((proto as AnyApiError).details as { polluted?: boolean }).polluted, undefined);
  });

  test('a secret in its JSON form, which names what a log needs', async () => {
    const { client } = await open();
    const error = (await rejection(getCollection(client, 'nobody-knows-it'))) as AnyApiError;
    const { name, message, code, status, requestId } = error;
    assert.deepEqual(JSON.parse(JSON.stringify(error)), { name, message, code, status, requestId });
    assert.match(requestId!, /./);
  });
});

describe('An error keeps', () => {
  test('the service’s message, code and details wherever they exist', async () => {
    const { client, shop } = await open();
    const cases: [body: unknown, expected: unknown[]][] = [
      [{ message: 'Grant has expired' }, ['ServiceError', 'Grant has expired', 'service_error', undefined]],
      [{ message: 'Grant has expired', code: 410 }, ['ServiceError', 'Grant has expired', '410', undefined]],
      [
        { message: 'Gone', details: { since: 'May' } },
        ['ServiceError', 'Gone', 'service_error', { since: 'May' }],
      ],
      [
        { code: 'grant_expired', details: [1] },
        ['HttpError', 'POST /v1/rewards/grants/{token}/claim answered with status 410', 'grant_expired', [1]],
      ],
    ];
    const { token } = await shop.grant();
    for (const [body, expected] of cases) {
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 410, body });
      const { name, message, code, details } = (await rejection(
        claimRewardGrant(client, token),
      )) as AnyApiError;
      assert.deepEqual([name, message, code, details], expected);
    }
  });

  test('the status of an answer that is no redirect', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 304 });
    const error = (await rejection(getCollection(client, 'x'))) as AnyApiError;
    assert.equal(error.message, 'GET /v1/collections/{id} answered with status 304');
  });
});
