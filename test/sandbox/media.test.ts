import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callRaw, openSandbox, type TestSandbox } from './support.ts';

describe('media', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(sandbox.url + path, { headers });

  test('an image comes with its type, for any origin, to be kept for a while', async () => {
    const response = await get('/media/nordlicht-01.webp');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/webp');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('cache-control') ?? '', /max-age=\d+/);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP');
    assert.equal(Number(response.headers.get('content-length')), bytes.length);
  });

  test('HEAD answers the same without a body', async () => {
    const response = await fetch(`${sandbox.url}/media/nordlicht-film.webm`, { method: 'HEAD' });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'video/webm']);
    assert.equal((await response.arrayBuffer()).byteLength, 0);
  });

  test('a video is served in the ranges that a player asks for', async () => {
    const whole = Buffer.from(await (await get('/media/nordlicht-film.webm')).arrayBuffer());
    const size = whole.length;
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-50', size - 50, size - 1],
      [`bytes=10-${size * 2}`, 10, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const response = await get('/media/nordlicht-film.webm', { range });
      assert.equal(response.status, 206);
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), whole.subarray(start, end + 1));
    }
  });

  test('a range behind the end is 416, one that makes no sense is ignored', async () => {
    const behind = await get('/media/nordlicht-film.webm', { range: 'bytes=999999999-' });
    assert.equal(behind.status, 416);
    assert.match(behind.headers.get('content-range') ?? '', /^bytes \*\/\d+$/);
    for (const range of ['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6']) {
      assert.equal((await get('/media/nordlicht-film.webm', { range })).status, 200);
    }
  });

  for (const path of [
    '/media/../sandbox/main.ts',
    '/media/..%2fsandbox%2fmain.ts',
    '/media/%2e%2e/sandbox/main.ts',
    '/media/..%5csandbox%5cmain.ts',
    '/media/....//sandbox/main.ts',
    '/media//etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/media/README.md',
    '/media/nordlicht-01.webp%00.ts',
    '/media/NORDLICHT-01.webp',
    '/media/nordlicht-01.webp%0a',
    '/media/.webp',
    '/media/nordlicht-99.webp',
  ]) {
    test(`nothing is served at ${path}`, async () => {
      const { status, body } = await callRaw(sandbox.url, path);
      assert.equal(status, 404);
      assert.match(JSON.parse(body).code, /^(media_)?not_found$/);
    });
  }
});
