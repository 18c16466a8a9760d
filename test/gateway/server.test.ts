/** The Node server in front of the gateway: input that never becomes a request, and slow clients. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { serve } from '../../src/gateway/node.ts';
import type { Gateway, GatewayRequest, RequestContext } from '../../src/gateway/options.ts';
import { requireHttps } from '../../src/gateway/sessions.ts';
import { atEnd } from './support.ts';

let port: number;
const seen: (RequestContext | undefined)[] = [];
/** The headers of the last request. */
let headers: GatewayRequest['headers'] | undefined;
let url: string | undefined;
const gateway: Pick<Gateway, 'answer' | 'close'> = {
  answer(request, context) {
    seen.push(context);
    ({ headers, url } = request);
    return Promise.resolve({ status: 200, body: '{"answered":true}', headers: {} });
  },
  close: () => Promise.resolve(),
};

before(async () => {
  const server = await serve(gateway, { port: 0 });
  atEnd(() => server.close());
  port = server.port;
});

/** Sends bytes as they are, and reads until the server closes the connection. */
async function send(
  bytes: string,
  { isWhole = true, at = port } = {},
): Promise<{ status: number; body: unknown; head: string }> {
  const socket = connect(at, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  if (isWhole) socket.end(bytes);
  else socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: body && JSON.parse(body), head };
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: gateway.example\r\nConnection: close\r\n';

describe('The server on Node', () => {
  test('tells the gateway the connection’s address', async () => {
    assert.equal((await send(`${GET}\r\n`)).status, 200);
    assert.equal(seen.at(-1)?.address, '127.0.0.1');
  });

  test('gives the gateway a header in any case of its name', async () => {
    await send(`${GET}CF-Connecting-IP: 198.51.100.1\r\n\r\n`);
    for (const name of ['cf-connecting-ip', 'CF-Connecting-IP']) {
      assert.equal(headers!.get(name), '198.51.100.1');
      assert.equal(headers!.has(name), true);
    }
  });

  const refused: [name: string, bytes: string, status: number, code: string][] = [
    ['a header of 20 kB', `${GET}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'header_too_large'],
    [
      'a thousand headers',
      `${GET}${Array.from({ length: 1000 }, (_, i) => `X-Header-${i}: 0123456789\r\n`).join('')}\r\n`,
      431,
      'header_too_large',
    ],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    ['a line break in a header', `${GET}X-A: a\rb\r\n\r\n`, 400, 'invalid_request'],
    ['a header with a blank before its colon', `${GET}X-A : a\r\n\r\n`, 400, 'invalid_request'],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
      'invalid_request',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'chunks that are not the last encoding',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['a backslash in an address', GET.replace('/healthz', '/health\\z') + '\r\n', 400, 'invalid_request'],
    [
      'an address that is none',
      'GET http://[::bad/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a host that is none',
      'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
  ];
  for (const [name, bytes, status, code] of refused)
    test(`refuses ${name} in the same shape as every error, and the gateway never sees it`, async () => {
      const before = seen.length;
      const answer = await send(bytes);
      assert.equal(answer.status, status);
      const { message, ...rest } = answer.body as { message: string };
      assert.deepEqual(rest, { code, details: {} });
      assert.match(message, /^The .*\.$/);
      assert.match(answer.head, /^cache-control: no-store/im);
      assert.match(answer.head, /^x-content-type-options: nosniff/im);
      // The shop's own policy must stay, if a proxy of the shop is in front.
      assert.doesNotMatch(answer.head, /^strict-transport-security:/im);
      assert.equal(seen.length, before);
    });

  test('refuses an HTTP/1.1 request without a host', async () => {
    const before = seen.length;
    assert.equal((await send('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).status, 400);
    assert.equal(seen.length, before);
  });

  test('answers an HTTP/1.0 health check without a host, which counts as no loopback address', async () => {
    assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
    assert.equal(url, 'http://host.invalid/healthz');
    const request = { url, headers: headers! } as GatewayRequest;
    assert.throws(() => requireHttps(request, { clientAddress: 'connection' }), { code: 'https_required' });
    const before = seen.length;
    for (const host of ['Host:', 'Host: a b'])
      assert.equal((await send(`GET /healthz HTTP/1.0\r\n${host}\r\n\r\n`)).status, 400, host);
    assert.equal(seen.length, before);
  });

  test('is no tunnel and speaks no other protocol', async () => {
    const before = seen.length;
    assert.ok(Number.isNaN((await send('CONNECT service.example:443 HTTP/1.1\r\nHost: a\r\n\r\n')).status));
    assert.equal(seen.length, before);
    // An upgrade that nobody offers is an ordinary request.
    const upgrade = GET.replace('Connection: close', 'Connection: Upgrade, close\r\nUpgrade: websocket');
    assert.equal((await send(`${upgrade}\r\n`)).status, 200);
  });

  test('gives a body the time of its setting, and a claim the time to find its customer and store its result', async () => {
    const patient = await serve(gateway, { port: 0, bodyTimeout: 60_000, claimTimeout: 90_000 });
    atEnd(() => patient.close());
    const times: unknown[] = [];
    const note = (message: unknown) => {
      const { server, socket } = message as { server: Server; socket: Socket };
      times.push(server.requestTimeout, socket.timeout);
    };
    subscribe('http.server.request.start', note);
    const { status } = await send(`${GET}\r\n`, { at: patient.port });
    unsubscribe('http.server.request.start', note);
    assert.equal(status, 200);
    assert.deepEqual(times, [10_000 + 60_000, 90_000 + 5000 + 2000 + 3000]);
  });

  test('does not wait for a header that comes drop by drop', async () => {
    const impatient = await serve(gateway, { port: 0, headerTimeout: 500 });
    atEnd(() => impatient.close());
    const { status, body } = await send(GET, { isWhole: false, at: impatient.port });
    assert.equal(status, 408);
    assert.equal((body as { code: string }).code, 'request_too_slow');
  });
});
