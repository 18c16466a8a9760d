/** The gateway on a port of its own, on Node, and its way to the service there. */
import { once } from 'node:events';
import * as http from 'node:http';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { GatewayError } from './errors.ts';
import { type CheckedContext, LONGEST_HEADER, MOST_HEADERS } from './headers.ts';
import type { Gateway } from './options.ts';

export interface ServeOptions {
  /** Default 8080; 0 takes any free port. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1: a proxy on the same machine stands in front. */
  host?: string | undefined;
  /** Milliseconds that a claim may take, as in the gateway's own `timeouts.claim`: nothing here is shorter. Default 25,000. */
  claimTimeout?: number | undefined;
  /** Milliseconds for a request's header to arrive whole; the whole request has twice as long. Default 10,000. */
  headerTimeout?: number | undefined;
  /**
   * Replaces this process's own `Request` and `Response` with faster ones. Default false: whoever starts a gateway
   * among other things should keep their globals.
   */
  replaceGlobals?: boolean | undefined;
}

export interface RunningGateway {
  url: string;
  port: number;
  /**
   * Takes no new connections, lets requests in flight finish, and closes the gateway. Connections that are not done
   * after the claim timeout and a little more are cut.
   */
  close(): Promise<void>;
}

/** How often Node looks for requests that take longer; it would be half a minute. */
const LOOK_EVERY = 1000;
/** Longer than nginx keeps a connection that it does not use (60 s), so that it never sends into one that is closing. */
const IDLE_TIME = 65_000;
/** What a stop or a silent connection gets besides the claim timeout. */
const MARGIN = 3000;

const jsonOf = ({ message, code, details }: GatewayError) => JSON.stringify({ message, code, details });

/** Requests that Node itself could not read never reach the gateway; they get an answer of the same shape. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new GatewayError(431, 'header_too_large', 'The header of the request is too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new GatewayError(408, 'request_too_slow', 'The request took too long to arrive.')
        : new GatewayError(400, 'invalid_request', 'The request is malformed.');
  const body = jsonOf(refusal);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Whoever goes on sending without reading would keep the connection open.
  socket.once('finish', () => socket.destroy());
}

function malformedAddress(): Response {
  const refusal = new GatewayError(400, 'invalid_request', 'The address of the request is malformed.');
  return new Response(jsonOf(refusal), {
    status: refusal.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

/** Resolves when it listens; rejects, for example, with EADDRINUSE. */
export async function serve(gateway: Gateway, options: ServeOptions = {}): Promise<RunningGateway> {
  const { port = 8080, host = '127.0.0.1', claimTimeout = 25_000, headerTimeout = 10_000 } = options;
  const overrideGlobalObjects = options.replaceGlobals ?? false;
  let closing: Promise<void> | undefined;
  const underWay = new Set<ServerResponse>();
  const answer = getRequestListener(
    (request, { incoming }) => {
      const context: CheckedContext = {
        address: incoming.socket.remoteAddress,
        // Node has counted the bytes; where there are too many headers the gateway finds so, and refuses them.
        headersChecked: incoming.rawHeaders.length <= 2 * MOST_HEADERS,
      };
      return gateway.fetch(request, context);
    },
    { overrideGlobalObjects, errorHandler: malformedAddress },
  );
  const server = createServer(
    {
      headersTimeout: headerTimeout,
      // The gateway has an own, shorter limit for bodies; this is for whoever sends one that nobody reads.
      requestTimeout: 2 * headerTimeout,
      connectionsCheckingInterval: LOOK_EVERY,
      keepAliveTimeout: IDLE_TIME,
      maxHeaderSize: LONGEST_HEADER,
    },
    (request, response) => {
      underWay.add(response);
      if (closing) response.shouldKeepAlive = false;
      response.once('close', () => underWay.delete(response));
      void answer(request, response);
    },
  );
  // Nothing is sent while a claim is under way, so a silent connection is no dead one for that long.
  server.setTimeout(claimTimeout + MARGIN);
  server.on('clientError', refuseUnreadable);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;

  async function stop(): Promise<void> {
    // Otherwise their connections would be kept open for requests that nobody would answer.
    for (const response of underWay) response.shouldKeepAlive = false;
    await stopServer(server, claimTimeout + MARGIN);
    // A claim goes on although its shopper has left.
    await gateway.close();
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    close: () => (closing ??= stop()),
  };
}

async function stopServer(server: Server, patience: number): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  const deadline = setTimeout(() => server.closeAllConnections(), patience);
  server.closeIdleConnections();
  await ended;
  clearTimeout(deadline);
}

/**
 * Milliseconds that a connection to the service is kept without use, or less where the service says so: less than the
 * 5 seconds of Node's own servers, so that nothing is sent into a connection that is closing.
 */
const UNUSED_TIME = 4_000;

const OWN_HEADERS = { accept: '*/*', 'user-agent': 'storefront-gateway' };

/**
 * Makes a `fetch` for `GatewayOptions.fetch` that takes less processor time than Node's own. It does what our client
 * asks for and no more: an address and a body as text, headers, and `signal`; of a `Response` there is what our client
 * reads. No redirect is ever followed, and nothing is decoded: it asks for answers as they are. Where there is no answer
 * it rejects with the connection's own error. One that is not made after `connectTimeout` milliseconds (default 10,000)
 * ends with `syscall: 'connect'`, so that a claim knows that nothing was sent.
 */
export function createNodeFetch({ connectTimeout = 10_000 } = {}): typeof fetch {
  const options = { keepAlive: true, timeout: UNUSED_TIME };
  const plain = { request: http.request, agent: new http.Agent(options), made: 'connect' };
  const secure = { request: https.request, agent: new https.Agent(options), made: 'secureConnect' };

  const send = (address: string, { method = 'GET', headers, body, signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const { request, agent, made } = address.startsWith('https:') ? secure : plain;
      const given = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));
      const init = {
        agent,
        method,
        headers: { ...OWN_HEADERS, ...given, 'accept-encoding': 'identity' },
        ...(signal && { signal }),
      };
      const sent = request(address, init, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve(responseOf(answer, chunks)));
      });
      sent.on('error', reject);
      sent.once('socket', (socket) => {
        // One that was used before is made.
        if (sent.reusedSocket) return;
        const late = setTimeout(() => {
          sent.destroy(Object.assign(new Error('No connection in time'), { syscall: 'connect' }));
        }, connectTimeout);
        const stop = () => clearTimeout(late);
        socket.once(made, stop);
        socket.once('close', stop);
      });
      sent.end(body as string | undefined);
    });
  return (address, init = {}) => send(address as string, init);
}

/** As much of a `Response` as src/api/response.ts reads; a whole one would bring a stream for each answer. */
function responseOf({ statusCode = 0, headers }: http.IncomingMessage, chunks: readonly Buffer[]): Response {
  const response = {
    status: statusCode,
    ok: statusCode >= 200 && statusCode < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
    text: () => Promise.resolve(new TextDecoder().decode(Buffer.concat(chunks))),
  };
  return response as unknown as Response;
}
