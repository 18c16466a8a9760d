/** The gateway's operations: how each turns a checked request into a response. */
import type { Client } from '../api/client.ts';
import { reserveRewardCode } from '../api/rewards.ts';
import { listTimeline } from '../api/timeline.ts';
import type { Access } from './access.ts';
import type { Redact } from '../api/redact.ts';
import { answerOnce } from './answers.ts';
import { readFields } from './bodies.ts';
import type { ReadCache } from './cache.ts';
import type { CheckedOptions } from './check-options.ts';
import type { Claims } from './claims.ts';
import { GatewayError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { GatewayAnswer, GatewayRequest } from './options.ts';
import { readTimelineQuery, refuseParameters, refuseQuery } from './paths.ts';
import { projectClaim, projectCode, projectTimeline, readCollection } from './projection.ts';
import { requireHttps, type Sessions } from './sessions.ts';
import type { FindEmail, ShopCustomer } from './shop-customers.ts';
import { bearerToken, type Session, sessionInvalid, unauthorized } from './verify-session.ts';

/** A request in progress. */
export interface Call {
  readonly request: GatewayRequest;
  /** The request's origin, if it is on the list. */
  readonly origin: string | undefined;
  /** The query without the app proxy's parameters. */
  query: URLSearchParams;
  /** Whether the request came through the app proxy. */
  isSigned: boolean;
  /** The customer who is logged in to the shop, if the app proxy names one. */
  customer?: ShopCustomer | undefined;
  /**
   * The client's network address, for the limits; undefined if they do not count addresses.
   *
   * @throws GatewayError 500 if the address is not known
   */
  address(): string | undefined;
  /** Registers work that continues after the response. */
  readonly waitUntil: (done: Promise<unknown>) => void;
  /** For the log. */
  operation?: OperationId | 'healthz';
  code?: string;
  cache?: string;
}

/** The parts of the gateway that operations use. */
export interface Parts {
  client: Client;
  options: CheckedOptions;
  limits: Limits;
  sessions: Sessions | undefined;
  access: Access;
  claims: Claims;
  /** Only if the shop's own login is trusted. */
  findEmail: FindEmail | undefined;
  cache: ReadCache;
  /** Removes the key from a result. */
  errors: { strike: Redact };
}

export type OperationId =
  | 'createOtp'
  | 'verifyOtp'
  | 'logout'
  | 'claimRewardGrant'
  | 'reserveRewardCode'
  | 'getCollection'
  | 'listTimeline';

export interface Operation {
  id: OperationId;
  /** A GET operation also answers HEAD. */
  method: 'GET' | 'POST';
  path: string;
  answer(call: Call, parts: Parts, params: Readonly<Record<string, string>>): Promise<GatewayAnswer>;
}

/** All operations of the gateway. No other operation of the service is reachable. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'createOtp',
    method: 'POST',
    path: '/v1/access/otp',
    async answer(call, { access, options }) {
      refuseQuery(call.query);
      const { email, expires } = await readFields(call.request, 'createOtp', options);
      const most = options.maxCodeExpires;
      const capped = expires === undefined || most === undefined ? undefined : Math.min(expires, most);
      return answerOnce(201, await access.send({ email, expires: capped }, call.address()));
    },
  },
  {
    id: 'verifyOtp',
    method: 'POST',
    path: '/v1/access/otp/verify',
    async answer(call, { access, options }) {
      refuseQuery(call.query);
      if (options.sessions) requireHttps(call.request, options);
      const fields = await readFields(call.request, 'verifyOtp', options);
      const { body, headers } = await access.verify(fields, call.address());
      return answerOnce(200, body, headers);
    },
  },
  {
    id: 'logout',
    method: 'POST',
    path: '/v1/access/logout',
    async answer(call, { sessions, options }) {
      refuseQuery(call.query);
      const { session } = await readFields(call.request, 'session', options);
      // A text that cannot be a token has no session to revoke.
      const carried = session !== undefined && isToken(session) ? session : undefined;
      const headers = sessionHeaders(call, carried);
      try {
        await sessions?.logout({ headers });
      } catch (error) {
        // A session that cannot be revoked must at least leave this browser.
        throw withCookieDeletion(error, sessions);
      }
      return answerOnce(204, undefined, sessions?.clearing);
    },
  },
  {
    id: 'claimRewardGrant',
    method: 'POST',
    path: '/v1/rewards/grants/:token/claim',
    async answer(call, parts, { token = '' }) {
      const { claims, limits, options } = parts;
      refuseQuery(call.query);
      // Checked before anything is counted: a text that cannot be a token needs no limit.
      checkToken(token, options.tokenPattern);
      const { session: carried } = await readFields(call.request, 'session', options);
      await limits.take('claimPerAddress', call.address());
      const session = await readLogin(call, parts, carried);
      if (options.requireLogin && !session) throw loginRequired();
      await limits.take('claimPerToken', token);
      const result = await claims.claim(token, session, call.waitUntil);
      return answerOnce(200, parts.errors.strike(projectClaim(result)));
    },
  },
  {
    id: 'reserveRewardCode',
    method: 'POST',
    path: '/v1/rewards/:id/codes/:codeId/reserve',
    async answer(call, parts, { id = '', codeId = '' }) {
      const { client, limits, options } = parts;
      refuseQuery(call.query);
      const { session: carried } = await readFields(call.request, 'reserve', options);
      await limits.take('claimPerAddress', call.address());
      const session = await readSession(call, parts, carried);
      if (!session) throw loginRequired();
      // Also limited by session: otherwise one shopper could reserve all codes of a reward from many addresses.
      await limits.take('reservePerSession', session.email);
      const { email } = session;
      // Repeating a reservation for the same code and person cannot yield a second code, so calls need not be shared.
      const timeout = options.timeouts.claim;
      const code = await reserveRewardCode(client, { id, codeId, reservedFor: email }, { timeout });
      // The service document does not show what null means, so it is passed on.
      return answerOnce(200, parts.errors.strike(code && projectCode(code, email)));
    },
  },
  {
    id: 'getCollection',
    method: 'GET',
    path: '/v1/collections/:id',
    async answer(call, parts, { id = '' }) {
      refuseQuery(call.query);
      return read(call, parts, `collection ${id}`, () =>
        readCollection(parts.client, id, parts.options.collectionFields),
      );
    },
  },
  {
    id: 'listTimeline',
    method: 'GET',
    path: '/v1/timeline',
    async answer(call, parts) {
      const query = readTimelineQuery(call.query);
      return read(call, parts, `timeline ${JSON.stringify(query)}`, async () =>
        projectTimeline(await listTimeline(parts.client, query)),
      );
    },
  },
];

/** Answers a public read. */
async function read(
  call: Call,
  { cache, limits, options: { apiKey }, errors }: Parts,
  key: string,
  load: () => Promise<unknown>,
): Promise<GatewayAnswer> {
  const admit = async () => {
    try {
      await limits.take('readPerAddress', call.address());
    } catch (error) {
      // Reads are answered even if the store cannot count: they are public, and the cache protects the service.
      if (!(error instanceof GatewayError && error.code === 'service_unavailable')) throw error;
    }
  };
  const loadText = async () => {
    const value = await load();
    const text = JSON.stringify(value);
    // A last safeguard. The key should never be in the text, and searching is cheaper than always rebuilding a long
    // one.
    return text.includes(apiKey) ? JSON.stringify(errors.strike(value)) : text;
  };
  const answer = await cache.read(call.request, key, loadText, { admit, waitUntil: call.waitUntil });
  call.cache = answer.cache;
  return answer;
}

/** The service document (section Limits): 16 to 200 characters, counted as JSON Schema does. */
function checkToken(token: string, pattern: string | undefined): void {
  const length = Array.from(token).length;
  if (length < 16 || length > 200)
    throw refuseParameters([{ path: '/params/token', message: 'must be 16 to 200 characters' }]);
  // A service that accepts several spellings would grant a token once for each, because they have different records.
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(token))
    throw refuseParameters([
      { path: '/params/token', message: 'must be written as this service writes tokens' },
    ]);
}

const loginRequired = (): GatewayError => unauthorized('login_required', 'Please log in first.');

/**
 * The shopper's login here, else their login in the shop, if that is trusted. A session that has ended is an error only
 * where a login is required.
 */
async function readLogin(
  call: Call,
  parts: Parts,
  carried: string | undefined,
): Promise<Pick<Session, 'email'> | undefined> {
  let refusal: GatewayError | undefined;
  try {
    const session = await readSession(call, parts, carried);
    if (session) return session;
  } catch (error) {
    if (!(error instanceof GatewayError && error.status === 401)) throw error;
    refusal = error;
  }
  const email = call.customer && (await parts.findEmail?.(call.customer));
  if (email) return { email };
  if (refusal && parts.options.requireLogin) throw refusal;
  return undefined;
}

async function readSession(
  call: Call,
  { sessions }: Parts,
  carried: string | undefined,
): Promise<Session | undefined> {
  const headers = sessionHeaders(call, carried);
  try {
    return await sessions?.read({ headers });
  } catch (error) {
    const isCookie = headers.has('cookie') && bearerToken(headers) === undefined;
    if (!(error instanceof GatewayError) || error.status !== 401 || !isCookie) throw error;
    // An invalid cookie would block the shopper until it expires.
    throw withCookieDeletion(error, sessions);
  }
}

/** An error whose answer also deletes the session's cookie, because scripts cannot delete it. */
function withCookieDeletion(error: unknown, sessions: Sessions | undefined): unknown {
  if (!(error instanceof GatewayError) || !sessions) return error;
  const { status, code, message, details, retryAfter, headers } = error;
  return new GatewayError(status, code, message, {
    details,
    retryAfter,
    headers: { ...headers, ...sessions.clearing },
  });
}

const isToken = (text: string): boolean => /^[\w.-]+$/.test(text);

/**
 * Returns headers with the login of a request: `Authorization`, else the body's `session`, else the cookie.
 * Browsers send cookies with requests from any page, so they count only for listed origins.
 */
function sessionHeaders({ request, origin }: Call, carried: string | undefined): Headers {
  const headers = new Headers();
  const cookie = origin === undefined ? null : request.headers.get('cookie');
  if (cookie !== null) headers.set('cookie', cookie);
  // Other schemes are not ours: a shop that is not open yet may use one for its password.
  const bearer = bearerToken(request.headers);
  if (carried !== undefined && bearer !== undefined && bearer !== carried)
    throw refuseParameters([{ path: '/body/session', message: 'must be the same as in Authorization' }]);
  // A header could not carry this text, so it is not one of our tokens.
  if (carried !== undefined && !isToken(carried)) throw sessionInvalid();
  const token = carried ?? bearer;
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return headers;
}
