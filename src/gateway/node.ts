/** The gateway on a port of its own, on Node. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
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
