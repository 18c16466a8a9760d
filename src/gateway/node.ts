/** Serves the gateway on Node. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerError, FIXED_HEADERS } from './answers.ts';
import { GatewayError } from './errors.ts';
import { LONGEST_HEADER } from './headers.ts';
import { nodeRequest } from './node-request.ts';
import type { Gateway, GatewayAnswer } from './options.ts';

export { createNodeFetch } from './node-fetch.ts';

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
  /** The time for a request's headers to arrive, in milliseconds. Default 10,000. */
  headerTimeout?: number | undefined;
  /**
   * The time for a request's body to arrive, in milliseconds, as in the gateway's `bodyTimeout`. Default
   * `headerTimeout`.
   */
  bodyTimeout?: number | undefined;
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
/**
 * The longest time that a claim takes before and after the service's answer, in milliseconds: 5 s to find the shop's
 * customer, and 2 s to store the result. A wait for another claim of the token comes on top.
 */
const AROUND_CLAIM = 7000;

/** The response to a request that the gateway does not see. */
const refuse = (error: GatewayError) => {
  const { status, body, headers } = answerError(error);
  return { status, body: body!, headers: { ...FIXED_HEADERS, ...headers } };
};

/** Answers requests that Node itself cannot parse, which never reach the gateway, in the same format. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const { status, body, headers } = refuse(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new GatewayError(431, 'header_too_large', 'The header of the request is too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new GatewayError(408, 'request_too_slow', 'The request took too long to arrive.')
        : new GatewayError(400, 'invalid_request', 'The request is malformed.'),
  );
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // A client that keeps sending without reading would hold the connection open.
  socket.once('finish', () => socket.destroy());
}

const MALFORMED = refuse(
  new GatewayError(400, 'invalid_request', 'The address of the request is malformed.'),
);

async function respond(
  gateway: Pick<Gateway, 'answer'>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = nodeRequest(incoming);
  const address = incoming.socket.remoteAddress;
  const { status, body, headers }: GatewayAnswer = request
    ? await gateway.answer(request, { address })
    : MALFORMED;
  if (body === null) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Starts a server. Resolves when it listens; rejects with, for example, EADDRINUSE. */
export async function serve(
  gateway: Pick<Gateway, 'answer' | 'close'>,
  options: ServeOptions = {},
): Promise<RunningGateway> {
  const { port = 8080, host = '127.0.0.1', claimTimeout = 25_000, headerTimeout = 10_000 } = options;
  const { bodyTimeout = headerTimeout } = options;
  let closing: Promise<void> | undefined;
  const underWay = new Set<ServerResponse>();
  const server = createServer(
    {
      headersTimeout: headerTimeout,
      // The gateway has its own limit for bodies. This one is for bodies that nobody reads.
      requestTimeout: headerTimeout + bodyTimeout,
      connectionsCheckingInterval: LOOK_EVERY,
      keepAliveTimeout: IDLE_TIME,
      maxHeaderSize: LONGEST_HEADER,
    },
    (request, response) => {
      underWay.add(response);
      if (closing) response.shouldKeepAlive = false;
      response.once('close', () => underWay.delete(response));
      respond(gateway, request, response).catch(() => response.destroy());
    },
  );
  // Nothing is sent during a claim, so a silent connection is not dead before that.
  server.setTimeout(claimTimeout + AROUND_CLAIM + MARGIN);
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
