import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { DEVELOPMENT_KEYS } from './auth.ts';
import type { SandboxContext } from './context.ts';
import { loadContract } from './contract.ts';
import { Mailbox } from './control/mailbox.ts';
import { Faults } from './faults.ts';
import { toResponse } from './http/answers.ts';
import { ServiceError } from './http/errors.ts';
import { refuseForeignHost } from './http/host.ts';
import { createMailer } from './mail.ts';
import { RequestLog } from './request-log.ts';
import { seedDatabase } from './seed/index.ts';
import { openDatabase } from './store/database.ts';

export interface SandboxOptions {
  /** The SQLite file; `:memory:` (the default) keeps nothing. */
  file?: string;
  /** 0 (the default) takes any free port; a taken port rejects with EADDRINUSE. */
  port?: number;
  /** `smtp://…` or `smtps://…`; without it one-time codes only appear in the sandbox's mailbox. */
  smtpUrl?: string;
  /** Fill an empty database with the example shop. Default true; the development keys always exist. */
  seed?: boolean;
  /**
   * Whether connections are reused; default true. If a reused connection is dropped without a response, Chrome repeats
   * the request automatically, even a POST. Tests of dropped connections must avoid that.
   */
  keepAlive?: boolean;
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
  /** Where contract violations and unexpected exceptions are reported. Default: stderr. */
  log?: (line: string) => void;
}

export interface Sandbox {
  url: string;
  port: number;
  keys: { publishable: string; secret: string };
  /** Lets running requests finish, then closes the database. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** How long running requests may take to finish before their connections are cut. */
const GRACE_MS = 2000;

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { file = ':memory:', port = 0, smtpUrl, seed = true, keepAlive = true, now = Date.now } = options;
  const contract = await loadContract();
  const closing = new AbortController();
  const context: SandboxContext = {
    contract,
    db: openDatabase(file, (db) => seedDatabase(db, { now: now(), examples: seed })),
    faults: new Faults(),
    mailbox: new Mailbox(),
    requests: new RequestLog(),
    mailer: smtpUrl === undefined ? undefined : createMailer(smtpUrl),
    now,
    log: options.log ?? ((line) => console.error(line)),
    closing: closing.signal,
  };

  try {
    const server = await listen(context, port, keepAlive);
    const actualPort = (server.address() as AddressInfo).port;
    let closed: Promise<void> | undefined;
    return {
      url: `http://${LOOPBACK}:${actualPort}`,
      port: actualPort,
      keys: { ...DEVELOPMENT_KEYS },
      close: () => (closed ??= close(server, context, closing)),
    };
  } catch (error) {
    context.mailer?.close();
    context.db.close();
    throw error;
  }
}

async function listen(context: SandboxContext, port: number, keepAlive: boolean): Promise<Server> {
  const app = createApp(context);
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    // The faster Response that @hono/node-server would install globally loses the mark of a manually sent response. It
    // would also change the globals of any process that starts a sandbox.
    overrideGlobalObjects: false,
    // URLs that cannot be parsed never reach the app.
    errorHandler: () => toResponse(malformedRequest()),
  });
  const server = createServer((request, response) => {
    response.shouldKeepAlive = keepAlive;
    response.setHeader('X-Request-Id', randomUUID());
    // A connection that was busy when the server closed would stay alive although no request can use it.
    response.once('close', () => {
      if (context.closing.aborted) setImmediate(() => server.closeIdleConnections());
    });
    if (!refuseForeignHost(request, response)) void answer(request, response);
  });
  // With the usual five seconds, a busy client may use a connection that is just closing.
  server.keepAliveTimeout = 60_000;
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return server;
}

function malformedRequest(): { status: number; body: unknown } {
  const { status, body } = new ServiceError(
    400,
    'invalid_request',
    'The address of the request is malformed.',
  );
  return { status, body };
}

async function close(
  server: Server,
  { db, faults, mailer }: SandboxContext,
  closing: AbortController,
): Promise<void> {
  closing.abort();
  // Otherwise held requests would never finish.
  faults.clear();
  const ended = once(server, 'close');
  server.close();
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  server.closeIdleConnections();
  await ended;
  clearTimeout(deadline);
  mailer?.close();
  db.close();
}
