/** Handles a request from its arrival to its response. */
import { LinearRouter } from 'hono/router/linear-router';
import { type Client, createClient } from '../api/client.ts';
import { isApiError, isServiceError } from '../api/errors.ts';
import { redactor } from '../api/redact.ts';
import { createAccess } from './access.ts';
import { answerError, FIXED_HEADERS, OWN_HOST_HEADERS, toGatewayError } from './answers.ts';
import { createAppProxy } from './app-proxy.ts';
import { createReadCache } from './cache.ts';
import { checkOptions } from './check-options.ts';
import { claimFailure } from './claim-outcome.ts';
import { createClaims } from './claims.ts';
import { clientAddress } from './client-address.ts';
import { checkOrigin, createCors } from './cors.ts';
import { canonicalEmail } from './email.ts';
import { ERROR_CODE, GatewayError, GatewayOptionsError } from './errors.ts';
import { checkHeaders } from './headers.ts';
import { createHealth } from './health.ts';
import { createLimits } from './limits.ts';
import { type Call, type Operation, OPERATIONS, type Parts } from './operations.ts';
import type {
  Gateway,
  GatewayAnswer,
  GatewayOptions,
  GatewayRequest,
  LogEntry,
  RequestContext,
} from './options.ts';
import { pathOf, queryOf } from './paths.ts';
import { createRedaction, redactedLog, type RedactText } from './redaction.ts';
import { createSessions } from './sessions.ts';
import { createFindEmail } from './shop-customers.ts';
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
  const redact = createRedaction(checked);
  const log = redactedLog(checked.log, redact);
  const options = { ...checked, log };
  const { basePath = '', now } = options;
  const store = options.store ?? memoryStore({ now });
  const guarded = guardStore(store, log);
  const vault = createVault(options.secret, options.claims.keys);
  const client = tidyErrors(
    sendOnce(
      createClient({
        baseUrl: options.baseUrl,
        apiKey: options.apiKey,
        timeout: options.timeouts.read,
        maxResponseBytes: options.responseLimit,
        fetch: options.fetch,
      }),
    ),
    redact,
    log,
  );
  const cors = createCors(options);
  const appProxy = options.appProxy && createAppProxy(options.appProxy, now);
  const { adminToken } = options.appProxy ?? {};
  const fixed = basePath || appProxy ? FIXED_HEADERS : OWN_HOST_HEADERS;
  const limits = createLimits(options.limits, guarded, vault);
  const sessions =
    options.sessions && createSessions({ options: options.sessions, store: guarded, vault, now });
  const claims = createClaims({ client, store, vault, options, log });
  const health = createHealth(store, now, log);
  const parts: Parts = {
    client,
    options,
    limits,
    sessions,
    claims,
    // Hosts stay in results: they may be part of a discount code.
    errors: { strike: redactor([options.apiKey]) },
    access: createAccess({ client, limits, sessions, options }),
    findEmail: adminToken ? createFindEmail({ adminToken, fetch: options.fetch, log }) : undefined,
    cache: createReadCache({ options }),
  };
  /** Requests in flight, and work that continues after their answers. */
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** The warnings about client addresses that were logged: each is logged once. */
  const warnings = new Set<string>();

  const offered = OPERATIONS.filter(
    ({ id }) => (id !== 'logout' || sessions) && (id !== 'reserveRewardCode' || options.reserve),
  );
  const methods = [...new Set(offered.map(({ method }) => method))];
  /** It compares paths that pathOf has checked by stricter rules. */
  const router = new LinearRouter<Operation>();
  for (const operation of offered) router.add(operation.method, operation.path, operation);

  function refuseIfClosing(): void {
    if (closing)
      throw new GatewayError(503, 'service_unavailable', 'The gateway is shutting down.', STOPPING);
  }

  /** Answers a request without an operation: an unsupported method, a preflight, or an unknown path. */
  function answerOther({ request, origin }: Call, path: string): GatewayAnswer {
    const allowed = methods
      .filter((method) => router.match(method, path)[0].length > 0)
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
    const caller = isSigned ? await appProxy.verify(call.query) : undefined;
    const shop = caller?.shop;
    call.isSigned = shop !== undefined;
    call.customer = caller?.customer;
    checkOrigin(call.request, call.origin, shop, options.appProxy?.origins);
  }

  async function route(call: Call): Promise<GatewayAnswer> {
    const { request } = call;
    checkHeaders(request);
    if (pathOf(request.url, '') === '/healthz') {
      call.operation = 'healthz';
      refuseIfClosing();
      return health(request);
    }
    const path = pathOf(request.url, basePath);
    if (path === undefined) throw new GatewayError(404, 'not_found', 'There is nothing at this address.');
    const [[found]] = router.match(request.method === 'HEAD' ? 'GET' : request.method, path);
    if (!found) return answerOther(call, path);
    const [operation, params] = found as [Operation, Record<string, string>];
    call.operation = operation.id;
    refuseIfClosing();
    await authorize(call);
    for (const name in params) params[name] = decodeURIComponent(params[name]!);
    return operation.answer(call, parts, params);
  }

  function refuse(call: Call, error: unknown): GatewayAnswer {
    const failure = toGatewayError(error);
    const refusal = call.operation === 'claimRewardGrant' ? claimFailure(failure) : failure;
    call.code = refusal.code;
    // Our own errors are logged where they are thrown.
    if (refusal.code === 'internal_error' && refusal !== error)
      log({ level: 'error', event: 'internal_error', operation: call.operation, ...placeOf(error) });
    const answer = answerError(refusal);
    return call.request.method === 'HEAD' ? { ...answer, body: null } : answer;
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
    // If the proxies or the header do not fit the deployment, all clients are counted by the nearest proxy's address.
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

  async function handle(request: GatewayRequest, context: RequestContext): Promise<GatewayAnswer> {
    const started = performance.now();
    const call: Call = {
      request,
      origin: cors.allowed(request),
      query: new URLSearchParams(),
      isSigned: false,
      address: () => addressOf(call, context),
      waitUntil(done) {
        track(done);
        context.waitUntil?.(done);
      },
    };
    const requestId = crypto.randomUUID();
    const { status, body, headers } = await route(call).catch((error: unknown) => refuse(call, error));
    const { operation, code, cache } = call;
    const duration = Math.round((performance.now() - started) * 10) / 10;
    const level = status >= 500 ? 'warn' : 'info';
    log({ level, event: 'request', operation, status, code, cache, duration, requestId });
    return {
      status,
      body,
      headers: { ...fixed, ...cors.headers(call.origin), ...headers, 'x-request-id': requestId },
    };
  }

  function answer(request: GatewayRequest, context: RequestContext = {}): Promise<GatewayAnswer> {
    const answered = handle(request, context);
    track(answered);
    return answered;
  }

  async function stop(): Promise<void> {
    while (underWay.size) await Promise.all(underWay);
    await store.close();
  }

  return {
    answer,
    async fetch(request, context) {
      const { body, ...init } = await answer(request, context);
      return new Response(body, init);
    },
    async endSessions(email) {
      if (!sessions) throw new GatewayOptionsError(['sessions are not configured, so there are none to end']);
      const account = await sessions.endAll(canonicalEmail(email));
      log({ level: 'info', event: 'sessions_ended', account });
    },
    close: () => (closing ??= stop()),
  };
}

/**
 * Sends each request once, and shares none. Pages retry, and the cache bridges an outage: the client's retries would
 * triple the load on a failing service. The cache also shares reads, but never joins one that a terminated Worker left
 * open, as the client would.
 */
const sendOnce = (client: Client): Client => ({
  ...client,
  request: ({ read: _, ...request }, requestOptions) => client.request(request, requestOptions),
});

const LONGEST_MESSAGE = 500;

/**
 * Removes text that no page or log may contain from the client's errors, and logs when the service fails or rejects the
 * gateway's key: the operator must know, and the response does not say why.
 */
const tidyErrors = (client: Client, redact: RedactText, log: (entry: LogEntry) => void): Client => ({
  ...client,
  async request(request, requestOptions) {
    try {
      return await client.request(request, requestOptions);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { operation } = request;
      const { status } = error;
      const redacted = redact(error.code);
      const code = ERROR_CODE.test(redacted) ? redacted : 'refused';
      const message = redact(error.message.slice(0, 4 * LONGEST_MESSAGE)).slice(0, LONGEST_MESSAGE);
      if (status === 401 || status === 403)
        log({ level: 'error', event: 'service_refused_key', operation, status, code });
      else if (toGatewayError(error).status >= 500)
        log({
          level: 'error',
          event: 'service_failed',
          operation,
          status,
          code,
          // The service's own message may say something about the shopper.
          reason: isServiceError(error) ? undefined : message,
          cause: systemCode(error),
        });
      throw Object.assign(error, { code, message, details: undefined });
    }
  },
});

/** The runtime's code for a failed connection, such as ENOTFOUND. */
function systemCode(error: Error): string | undefined {
  for (let depth = 0, cause: unknown = error.cause; depth < 5 && cause instanceof Error; depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && ERROR_CODE.test(code)) return code;
    ({ cause } = cause);
  }
  return undefined;
}

const STOPPING = { retryAfter: 1, headers: { connection: 'close' } };

/** The place where an unexpected error was thrown. Its message is left out, because it may quote the request. */
function placeOf(error: unknown): { error: string; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const frame = error.stack?.split('\n').find((line) => /^\s*at /.test(line));
  return { error: error.name, ...(frame && { at: frame.trim() }) };
}
