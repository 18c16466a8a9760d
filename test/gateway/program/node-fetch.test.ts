/** The program's own `fetch`, on real HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { isNetworkError, isServiceError } from '../../../src/api/errors.ts';
import { outcomeOf } from '../../../src/gateway/claim-outcome.ts';
import { createNodeFetch } from '../../../src/gateway/node-fetch.ts';
import { GET } from '../../../src/api/reads.ts';
import { CERTIFICATE, KEY } from '../../helpers/certificate.ts';
import { CLOSED } from '../../helpers/ports.ts';

/** Where it listens, without the scheme. */
async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `//127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serving(t: TestContext, answer: RequestListener): Promise<string> {
  // A slow machine may take longer than the five seconds that Node keeps a connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  t.after(() => server.closeAllConnections());
  return `http:${await listen(t, server)}`;
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail('It was answered.'),
    (error: unknown) => error,
  );

test('sends method, headers and body, and gives status, headers and text', async (t) => {
  const url = await serving(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      response.writeHead(201, { 'retry-after': '7', 'content-type': 'application/json' });
      const seen = { method, path, body: Buffer.concat(chunks).toString(), headers };
      response.end(`\ufeff${JSON.stringify(seen)}`);
    });
  });
  const headers = new Headers({ 'x-api-key': 'key', 'accept-encoding': 'gzip' });
  const response = await createNodeFetch()(`${url}/a?b=c`, { method: 'POST', headers, body: '{"ü":"€"}' });
  assert.equal(response.status, 201);
  assert.equal(response.ok, true);
  assert.equal(response.headers.get('Retry-After'), '7');
  assert.equal(response.headers.get('x-other'), null);
  const seen = JSON.parse(await response.text()) as Record<string, unknown>;
  const got = seen['headers'] as Record<string, string>;
  assert.deepEqual([seen['method'], seen['path'], seen['body']], ['POST', '/a?b=c', '{"ü":"€"}']);
  assert.equal(got['x-api-key'], 'key');
  assert.equal(got['accept-encoding'], 'identity');
  assert.equal(got['content-length'], '12');
});

test('follows no redirect', async (t) => {
  let asked = 0;
  const url = await serving(t, (_, response) => {
    asked++;
    response.writeHead(302, { location: '/other' }).end();
  });
  const response = await createNodeFetch()(`${url}/one`);
  assert.equal(response.status, 302);
  assert.equal(response.ok, false);
  assert.equal(asked, 1);
});

test('uses its connections again', async (t) => {
  const ports = new Set<number | undefined>();
  const url = await serving(t, (request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{}');
  });
  const send = createNodeFetch();
  for (let call = 0; call < 10; call++) await (await send(url)).text();
  // The second call may begin a moment before the first connection is free.
  assert.ok(ports.size <= 2, `${ports.size} connections`);
});

test('a claim does not use a connection that the service may be closing', async (t) => {
  const used = new Set<number | undefined>();
  const url = await serving(t, (request, response) => {
    const { remotePort } = request.socket;
    // The service closes a connection once it has answered, just as the next request arrives.
    if (used.has(remotePort)) return void request.socket.destroy();
    used.add(remotePort);
    response.end('{}');
  });
  const send = createNodeFetch();
  await (await send(url)).text();
  for (let claim = 0; claim < 2; claim++)
    assert.equal(await (await send(url, { method: 'POST', body: '{}' })).text(), '{}');
});

test('ends with its signal, and so does the request', async (t) => {
  const closed = Promise.withResolvers<undefined>();
  const arrived = Promise.withResolvers<undefined>();
  const url = await serving(t, (_, response) => {
    response.once('close', () => closed.resolve(undefined));
    arrived.resolve(undefined);
  });
  const end = new AbortController();
  const error = errorOf(createNodeFetch()(url, { signal: end.signal }));
  await arrived.promise;
  end.abort();
  assert.equal(((await error) as Error).name, 'AbortError');
  await closed.promise;
});

test('an answer that breaks off is an error, of which nobody knows whether it was sent', async (t) => {
  const url = await serving(t, (_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345', () => response.destroy());
  });
  const client = createClient({ baseUrl: url, fetch: createNodeFetch() });
  const call = client.request({ operation: 'test', method: 'POST', path: '/x', schema: () => undefined });
  const error = await errorOf(call);
  assert.ok(isNetworkError(error));
  assert.equal(outcomeOf(error), 'unknown');
});

test('a claim knows that nothing was sent where a connection is refused', async () => {
  const client = createClient({ baseUrl: CLOSED, fetch: createNodeFetch() });
  const error = await errorOf(
    client.request({ operation: 'test', method: 'POST', path: '/x', schema: () => undefined }),
  );
  assert.equal(outcomeOf(error), 'not-sent');
});

test('a claim knows that nothing was sent where a connection is not made in time', async (t) => {
  // A server that never completes the TLS handshake gets no request.
  const server = createTcpServer((socket) => {
    t.after(() => socket.destroy());
  });
  const url = `https:${await listen(t, server)}`;
  const send = createNodeFetch({ connectTimeout: 20 });
  const client = createClient({ baseUrl: url, fetch: send });
  const error = await errorOf(
    client.request({ operation: 'test', method: 'POST', path: '/x', schema: () => undefined }),
  );
  assert.equal(outcomeOf(error), 'not-sent');
});

/** The outcomes of a POST to this address, sent by the program's own `fetch` and by Node's. */
async function outcomesAt(url: string): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const send of [createNodeFetch(), fetch]) {
    const client = createClient({ baseUrl: url, fetch: send });
    const call = client.request({ operation: 'test', method: 'POST', path: '/x', schema: () => undefined });
    outcomes.push(outcomeOf(await errorOf(call)));
  }
  return outcomes;
}

const NOT_SENT = ['not-sent', 'not-sent'];

test('a claim knows that nothing was sent where the service has no TLS', async (t) => {
  const url = await serving(t, (_, response) => response.end('{}'));
  assert.deepEqual(await outcomesAt(url.replace('http:', 'https:')), NOT_SENT);
});

test('a claim knows that nothing was sent where the TLS handshake breaks off', async (t) => {
  const url = `https:${await listen(
    t,
    createTcpServer((socket) => socket.once('data', () => socket.destroy())),
  )}`;
  assert.deepEqual(await outcomesAt(url), NOT_SENT);
});

test('a claim knows that nothing was sent where the certificate is not valid', async (t) => {
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end('{}'));
  assert.deepEqual(await outcomesAt(`https:${await listen(t, server)}`), NOT_SENT);
});

test('a claim knows that nothing was sent where a name is not in the DNS', async () => {
  assert.deepEqual(await outcomesAt('http://service.invalid'), NOT_SENT);
});

test('a refusal of the service arrives with its code and its headers', async (t) => {
  const url = await serving(t, (_, response) => {
    response.writeHead(409, { 'content-type': 'application/json', 'retry-after': '3' });
    response.end('{"code":"taken","message":"no"}');
  });
  const client = createClient({ baseUrl: url, fetch: createNodeFetch() });
  const call = client.request({ operation: 'test', method: 'POST', path: '/x', schema: () => undefined });
  const error = await errorOf(call);
  assert.ok(isServiceError(error));
  assert.deepEqual([error.status, error.code, error.retryAfter], [409, 'taken', 3]);
  assert.equal(error.headers?.get('content-type'), 'application/json');
});

test('an answer that is too large ends the call, and is not asked for again', async (t) => {
  let asked = 0;
  const url = await serving(t, (_, response) => {
    asked++;
    response.end(`"${'x'.repeat(2000)}"`);
  });
  const client = createClient({ baseUrl: url, fetch: createNodeFetch({ responseLimit: 1000 }) });
  const call = client.request({ operation: 'test', ...GET, path: '/x', schema: () => undefined });
  const error = await errorOf(call);
  assert.equal((error as Error).name, 'ResponseTooLargeError');
  assert.equal(asked, 1);
});
