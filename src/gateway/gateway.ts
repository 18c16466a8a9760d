/** Handles a request from its arrival to its answer. */
import { Hono } from 'hono';
import { type Client, createClient } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import { createAccess } from './access.ts';
import { type Answer, answerError, createErrors, FIXED_HEADERS } from './answers.ts';
import { createAppProxy } from './app-proxy.ts';
import { createReadCache } from './cache.ts';
import { checkOptions } from './check-options.ts';
import { createClaims } from './claims.ts';
import { clientAddress } from './client-address.ts';
import { checkOrigin, createCors } from './cors.ts';
import { GatewayError } from './errors.ts';
import { type CheckedContext, checkHeaders } from './headers.ts';
import { createHealth } from './health.ts';
import { createLimits } from './limits.ts';
import { type Call, OPERATIONS, type Parts } from './operations.ts';
import type { Gateway, GatewayOptions, LogEntry, RequestContext } from './options.ts';
import { pathOf, queryOf } from './paths.ts';
import { createReservations } from './reservations.ts';
import { createSessions } from './sessions.ts';
import { memoryStore } from './stores/memory.ts';
import { guardStore } from './stores/guard.ts';
import { createVault } from './vault.ts';

/**
 * Creates a gateway.
 *
 * @throws GatewayOptionsError with all mistakes in the options
 */
export function createGateway(given: GatewayOptions): Gateway {
  const checked = checkOptions(given);
  const log = safely(checked.log);
  const options = { ...checked, log };
  const { basePath = '', now = Date.now } = options;
  const store = options.store ?? memoryStore({ now });
  const guarded = guardStore(store, log);
  const vault = createVault(options.secret, options.claims.keys);
  const client = watchKey(
    createClient({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      timeout: options.timeouts.read,
      fetch: options.fetch,
    }),
    log,
  );
  const errors = createErrors(options);
  const cors = createCors(options);
  const appProxy = options.appProxy && createAppProxy(options.appProxy, now);
  const limits = createLimits(options.limits, guarded, vault);
  const sessions = options.sessions && createSessions(options.sessions, guarded, now);
  const claims = createClaims({ client, store, vault, options, log });
  const health = createHealth(store, now);
  const parts: Parts = {
    client,
    options,
    limits,
    sessions,
    claims,
    errors,
    access: createAccess({ client, limits, sessions, options }),
    reservations: createReservations({ client, options }),
    cache: createReadCache({ options }),
  };
  /** Requests in flight, and work that continues after their answers. */
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** The warnings about client addresses that were logged: each is logged once. */
  const warnings = new Set<string>();

  /** Hono only finds the operation. The path is extracted before, by stricter rules than Hono's. */
  const app = new Hono<{ Bindings: Call }>({ getPath: (_, { env }: { env?: Call } = {}) => env?.path ?? '' });
  const offered = OPERATIONS.filter(
    ({ id }) => (id !== 'logout' || sessions) && (id !== 'reserveRewardCode' || options.reserve),
  );
  const methods = [...new Set(offered.map(({ method }) => method))];
  for (const operation of offered)
    app.on(operation.method, operation.path, async (c) => {
      const call = c.env;
      call.operation = operation.id;
      await authorize(call);
      return respond(call, await operation.answer(call, parts, c.req.param()));
    });
  app.notFound((c) => respond(c.env, answerOther(c.env)));
  app.onError((error) => {
    throw error;
  });

  /** Answers a request without an operation: an unsupported method, a preflight, or an unknown path. */
  function answerOther({ request, path = '', origin }: Call): Answer {
    const allowed = methods
      .filter((method) => app.router.match(method, path)[0].length > 0)
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (!allowed.length) throw new GatewayError(404, 'not_found', 'There is nothing at this address.');
    const all = [...allowed, 'OPTIONS'];
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    if (!isPreflight)
      throw new GatewayError(405, 'method_not_allowed', 'This address does not support this method.', {
        details: { allowed: all },
        headers: { allow: all.join(', ') },
      });
    checkOrigin(request, origin, undefined);
    return { status: 204, body: null, headers: cors.preflight(origin!, allowed) };
  }

  /** Checks whether the caller is allowed: see the rules in cors.ts and app-proxy.ts. */
  async function authorize(call: Call): Promise<void> {
    call.query = queryOf(call.request.url);
    const isSigned = appProxy && (call.query.has('signature') || !options.origins?.length);
    const shop = isSigned ? await appProxy.verify(call.query) : undefined;
    call.isSigned = shop !== undefined;
    checkOrigin(call.request, call.origin, shop, options.appProxy?.origins);
  }

  /** Creates the `Response` for a request. */
  function respond({ origin, requestId }: Call, { status, body, headers }: Answer): Response {
    return new Response(body, {
      status,
      headers: { ...FIXED_HEADERS, ...cors.headers(origin), ...headers, 'x-request-id': requestId },
    });
  }

  async function answer(call: Call, { headersChecked }: CheckedContext): Promise<Response> {
    const { request } = call;
    if (!headersChecked) checkHeaders(request);
    if (closing)
      throw new GatewayError(503, 'service_unavailable', 'The gateway is shutting down.', STOPPING);
    const path = pathOf(request.url, '');
    if (path === '/healthz') {
      call.operation = 'healthz';
      return respond(call, await health(request));
    }
    call.path = basePath === '' ? path : pathOf(request.url, basePath);
    if (call.path === undefined)
      throw new GatewayError(404, 'not_found', 'There is nothing at this address.');
    return app.fetch(request, call);
  }

  function refuse(call: Call, error: unknown): Response {
    const refusal = errors.toAnswer(error);
    call.code = refusal.code;
    // Our own errors are logged where they are thrown.
    if (refusal.code === 'internal_error' && refusal !== error)
      log({ level: 'error', event: 'internal_error', operation: call.operation, ...placeOf(error) });
    const response = respond(call, answerError(refusal));
    return call.request.method === 'HEAD' ? new Response(null, response) : response;
  }

  /** The address by which limits count a request; undefined if they do not count addresses. */
  function addressOf({ request, isSigned, operation }: Call, context: RequestContext): string | undefined {
    const source = options.clientAddress;
    if (source === 'none') return undefined;
    const warnOnce = (event: string) => {
      if (!warnings.has(event)) log({ level: 'warn', event, operation });
      warnings.add(event);
    };
    const named = clientAddress(request, {}, source, isSigned);
    if (named !== undefined) return named;
    // If proxies or header do not fit the deployment, all clients are counted by the address of the nearest proxy.
    if (source !== 'connection') warnOnce('forwarded_header_missing');
    else if (request.headers.has('x-forwarded-for')) warnOnce('forwarded_header_ignored');
    const address = clientAddress(request, context, 'connection');
    if (address !== undefined) return address;
    // Clients without a known address must not share one count: the first few would lock out all others.
    log({ level: 'error', event: 'client_address_missing', operation });
    throw new GatewayError(500, 'internal_error', 'Something went wrong. Please try again later.');
  }

  function track(work: Promise<unknown>): void {
    const forget = () => underWay.delete(done);
    const done: Promise<unknown> = work.then(forget, forget);
    underWay.add(done);
  }

  async function handle(request: Request, context: RequestContext): Promise<Response> {
    const started = performance.now();
    const call: Call = {
      request,
      requestId: crypto.randomUUID(),
      origin: cors.allowed(request),
      path: undefined,
      query: new URLSearchParams(),
      isSigned: false,
      address: () => addressOf(call, context),
      waitUntil(done) {
        track(done);
        context.waitUntil?.(done);
      },
    };
    let response: Response;
    try {
      response = await answer(call, context);
    } catch (error) {
      response = refuse(call, error);
    }
    const { operation, code, cache, requestId } = call;
    const { status } = response;
    const duration = Math.round((performance.now() - started) * 10) / 10;
    log({
      level: status >= 500 ? 'warn' : 'info',
      event: 'request',
      operation,
      status,
      code,
      cache,
      duration,
      requestId,
    });
    return response;
  }

  async function stop(): Promise<void> {
    while (underWay.size) await Promise.all(underWay);
    await claims.idle();
    await store.close();
  }

  return {
    fetch(request, context = {}) {
      const answered = handle(request, context);
      track(answered);
      return answered;
    },
    close: () => (closing ??= stop()),
  };
}

/** Logs when the service rejects the gateway's key, because the operator must know and the answer does not say so. */
const watchKey = (client: Client, log: (entry: LogEntry) => void): Client => ({
  ...client,
  async request(request, requestOptions) {
    try {
      return await client.request(request, requestOptions);
    } catch (error) {
      const isRefused = isApiError(error) && (error.status === 401 || error.status === 403);
      // access.ts logs this itself for one-time codes, with the operation.
      if (isRefused && !request.path.startsWith('/v1/access/'))
        log({ level: 'error', event: 'service_refused_key', status: error.status });
      throw error;
    }
  },
});

const STOPPING = { retryAfter: 1, headers: { connection: 'close' } };

/** Wraps the log, so that an error in it cannot fail a request. */
function safely(log: GatewayOptions['log']): (entry: LogEntry) => void {
  return (entry) => {
    try {
      log?.(entry);
    } catch {
      // There is nowhere left to report this.
    }
  };
}

/** The place where an unexpected error was thrown. Its message is left out, because it may quote the request. */
function placeOf(error: unknown): { error: string; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const frame = error.stack?.split('\n').find((line) => /^\s*at /.test(line));
  return { error: error.name, ...(frame && { at: frame.trim() }) };
}
