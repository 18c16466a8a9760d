/** Serves the gateway on Node, and sends its requests to the service. */
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
  /** Default 8080; 0 picks any free port. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1, for a proxy on the same machine. */
  host?: string | undefined;
  /**
   * The time a claim may take in milliseconds, as in the gateway's `timeouts.claim`. No timeout here is shorter.
   * Default 25,000.
   */
  claimTimeout?: number | undefined;
  /**
   * The time for a request's headers to arrive, in milliseconds. The whole request may take twice as long. Default
   * 10,000.
   */
  headerTimeout?: number | undefined;
  /**
   * Replaces the process's global `Request` and `Response` with faster ones. Default false: a process that also
   * does other work should keep its globals.
   */
  replaceGlobals?: boolean | undefined;
}

export interface RunningGateway {
  url: string;
  port: number;
  /**
   * Stops accepting connections, waits for requests in flight, and closes the gateway. Connections that are still
   * open a little after the claim timeout are cut.
   */
  close(): Promise<void>;
}

/** How often Node checks for slow requests, in milliseconds. Its default is half a minute. */
const LOOK_EVERY = 1000;
/**
 * Longer than nginx keeps an idle connection (60 s), so that nginx never uses one that is being closed. In
 * milliseconds.
 */
const IDLE_TIME = 65_000;
/** The time in milliseconds that a stop or an idle connection gets in addition to the claim timeout. */
const MARGIN = 3000;

const jsonOf = ({ message, code, details }: GatewayError) => JSON.stringify({ message, code, details });

/** Answers requests that Node itself cannot parse, which never reach the gateway, in the same format. */
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
  // A client that keeps sending without reading would hold the connection open.
  socket.once('finish', () => socket.destroy());
}

function malformedAddress(): Response {
  const refusal = new GatewayError(400, 'invalid_request', 'The address of the request is malformed.');
  return new Response(jsonOf(refusal), {
    status: refusal.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

/** Starts a server. Resolves when it listens; rejects with, for example, EADDRINUSE. */
export async function serve(
  gateway: Pick<Gateway, 'fetch' | 'close'>,
  options: ServeOptions = {},
): Promise<RunningGateway> {
  const { port = 8080, host = '127.0.0.1', claimTimeout = 25_000, headerTimeout = 10_000 } = options;
  const overrideGlobalObjects = options.replaceGlobals ?? false;
  let closing: Promise<void> | undefined;
  const underWay = new Set<ServerResponse>();
  const answer = getRequestListener(
    (request, { incoming }) => {
      const context: CheckedContext = {
        address: incoming.socket.remoteAddress,
        // Node has limited the bytes. If there are too many headers, the gateway checks and rejects them.
        headersChecked: incoming.rawHeaders.length <= 2 * MOST_HEADERS,
      };
      return gateway.fetch(request, context);
    },
    { overrideGlobalObjects, errorHandler: malformedAddress },
  );
  const server = createServer(
    {
      headersTimeout: headerTimeout,
      // The gateway has its own, shorter limit for bodies. This one is for bodies that nobody reads.
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
  // Nothing is sent during a claim, so a silent connection is not dead before that.
  server.setTimeout(claimTimeout + MARGIN);
  server.on('clientError', refuseUnreadable);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;

  async function stop(): Promise<void> {
    // Otherwise their connections would stay open for requests that nobody would answer.
    for (const response of underWay) response.shouldKeepAlive = false;
    await stopServer(server, claimTimeout + MARGIN);
    // Claims continue after their shoppers have left.
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
 * The time in milliseconds that an idle connection to the service is kept; less if the service says so. Shorter
 * than the 5 seconds of Node's own servers, so that no request is sent into a connection that is being closed.
 */
const UNUSED_TIME = 4_000;

const OWN_HEADERS = { accept: '*/*', 'user-agent': 'storefront-gateway' };

/**
 * Creates a `fetch` for `GatewayOptions.fetch` that takes less processor time than Node's own. It supports only
 * what our client uses: an address and a body as text, headers and `signal`, and the parts of a `Response` that our
 * client reads. It never follows redirects and never decodes answers: it asks for unencoded ones. Without an answer
 * it rejects with the connection's own error. A connection that takes longer than `connectTimeout` milliseconds
 * (default 10,000) fails with `syscall: 'connect'`, so that a claim knows that nothing was sent.
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
        // A reused connection is already established.
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

/** The parts of a `Response` that src/api/response.ts reads. A complete one would create a stream per answer. */
function responseOf({ statusCode = 0, headers }: http.IncomingMessage, chunks: readonly Buffer[]): Response {
  const response = {
    status: statusCode,
    ok: statusCode >= 200 && statusCode < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
    text: () => Promise.resolve(new TextDecoder().decode(Buffer.concat(chunks))),
  };
  return response as Response;
}
