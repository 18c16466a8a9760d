import type { GatewayStore } from './stores/store.ts';

/** A named secret. The first of a list is used for new data, and all are accepted, so that keys can be rotated. */
export interface NamedSecret {
  /** The name, 1 to 64 of `A-Z a-z 0-9 . _ -`: the `kid` of tokens, and the prefix of stored values. */
  kid: string;
  /** At least 32 bytes. A string is encoded as UTF-8. */
  secret: string | Uint8Array;
}

export interface AppProxyOptions {
  /** The app's client secrets: the current one, and the previous one during a rotation. */
  secrets: readonly string[];
  /** The shops that may call, such as `example.myshopify.com`. */
  shops: readonly string[];
  /**
   * The shops' own domains, such as `https://shop.example`. Their pages may call through the proxy, but unlike
   * `GatewayOptions.origins` not directly.
   */
  origins?: readonly string[] | undefined;
  /**
   * A token of the Admin API with the scope `read_customers`. With it, a customer who is logged in to the shop counts as
   * logged in here, by their verified address. Needs exactly one shop.
   */
  adminToken?: string | undefined;
}

export interface SessionOptions {
  /** The signing keys (HMAC-SHA256). */
  keys: readonly NamedSecret[];
  /** `iss` of the tokens, such as the gateway's own address. */
  issuer: string;
  /** `aud` of the tokens, such as the shop's address. */
  audience: string;
  /** How long a login is valid, in seconds. Default 43,200 (12 hours), like the element's `remember-for`. */
  lifetime?: number | undefined;
  /**
   * Keeps sessions in an `HttpOnly; Secure` cookie instead of a token that scripts can read. Requires that the
   * pages and the gateway are on the same site.
   */
  cookie?: { sameSite?: 'Strict' | 'Lax' | undefined; domain?: string | undefined } | undefined;
  /** Whether a new login ends all earlier sessions of the same email address. Default false. */
  endOthers?: boolean | undefined;
}

export interface ClaimOptions {
  /**
   * The secrets from which the encryption keys of stored claims are derived (AES-256-GCM). Default: derived from
   * `secret`.
   */
  keys?: readonly NamedSecret[] | undefined;
  /**
   * How long a claim is kept and returned again, in seconds. Default 7,776,000 (90 days), at least 86,400 (a day).
   * A claim whose response was lost is not sent again for this long, so it must exceed the lifetime of the service's
   * tokens.
   */
  lifetime?: number | undefined;
  /**
   * The behaviour on the next attempt after the service's response to a claim was lost, so that it is unknown whether
   * the reward was granted. The service document does not show the response to a repeated claim, so the merchant
   * decides. `stop` (default) never asks again, and answers `claim_unconfirmed`. `repeat` asks again, for services
   * that return the same result again. It does so even if the first request may still be running: the next attempt
   * does not wait for a request that the gateway has given up.
   */
  afterLostAnswer?: 'stop' | 'repeat' | undefined;
}

/** The number of actions (`points`) allowed per period (`duration`, in seconds). */
export interface Rate {
  points: number;
  duration: number;
}

/**
 * A limit by client address also applies to IPv6 networks: once to each /64, four times to each /56, and sixteen times
 * to each /48. A limit by email and client address together applies once to each /48.
 */
export interface RateLimits {
  /** Codes sent, by client address. Default 20 an hour. */
  sendPerAddress: Rate;
  /** Codes sent, by email and client address together. Default 5 an hour. */
  sendPerEmailAndAddress: Rate;
  /** Codes sent, by email address, for all clients together. Default 15 an hour. */
  sendPerEmail: Rate;
  /** Codes sent to an email address after `sendPerEmail` is reached. Default 1 in 10 minutes. */
  sendPerBusyEmail: Rate;
  /** Code checks, by client address. Default 60 an hour. */
  verifyPerAddress: Rate;
  /** Code checks, by email and client address together, for all codes. Default 10 an hour. */
  verifyPerEmailAndAddress: Rate;
  /** Code checks, by email address, for all clients together. Default 30 an hour. */
  verifyPerEmail: Rate;
  /** Code checks of an email address after `verifyPerEmail` is reached. Default 1 a minute. */
  verifyPerBusyEmail: Rate;
  /** Checks of a single code by one client. A new code starts again. Default 5 an hour. */
  triesPerCode: Rate;
  /** Claims and reservations, by client address. Default 60 an hour. */
  claimPerAddress: Rate;
  /** Claims, by token. Default 30 an hour. */
  claimPerToken: Rate;
  /** Reservations, by the email address of the session. Default 30 an hour. */
  reservePerSession: Rate;
  /**
   * Requests for collections and timelines that are not in the cache, or that renew it, by client address. Default 600
   * a minute.
   */
  readPerAddress: Rate;
}

/**
 * How to find the network address of a client:
 *
 * - `connection`: the address of the connection, if clients connect to the gateway directly. If `X-Forwarded-For`
 *   arrives nevertheless, the log mentions it once, as `forwarded_header_ignored`.
 * - `{ proxies: 1 }`: the number of your own proxies, each of which adds an entry to `X-Forwarded-For`. The address is
 *   that many entries from the right, so that clients cannot choose their own. A request without that entry bypassed
 *   the proxies, and is counted by its connection; the log mentions it once, as `forwarded_header_missing`.
 * - `{ header: 'cf-connecting-ip' }`: a header that the platform in front sets on every request, and that clients
 *   cannot set. A request without it is counted by its connection, with the same warning.
 * - `none`: limits per address are not counted. All other limits remain.
 *
 * A request whose address is not known in any of these ways gets a 500 response, and is logged as
 * `client_address_missing`: clients without an address must not share one count.
 */
export type ClientAddress = 'connection' | 'none' | { proxies: number } | { header: string };

export interface GatewayOptions {
  /** The address of the service. */
  baseUrl: string;
  /** The service's API key. It is sent to `baseUrl` and nowhere else. */
  apiKey: string;
  /** The path before `/v1` in the gateway's own addresses, such as `/apps/rewards`. Default none. */
  basePath?: string | undefined;
  /** The exact origins of the shop's pages, such as `https://shop.example`. */
  origins?: readonly string[] | undefined;
  /** Accepts signed calls through Shopify's app proxy. */
  appProxy?: AppProxyOptions | undefined;
  /** At least 32 bytes. The gateway's internal keys are derived from it. */
  secret: string | Uint8Array;
  /** Without it, a verified code starts no session. */
  sessions?: SessionOptions | undefined;
  /** Whether claims and reservations need a session. Default false. */
  requireLogin?: boolean | undefined;
  /** Whether codes can be reserved; needs `sessions`. Default false. */
  reserve?: boolean | undefined;
  claims?: ClaimOptions | undefined;
  limits?: Partial<RateLimits> | undefined;
  /**
   * The minimum time in milliseconds for sending and verifying a code, so that the time reveals nothing. Default
   * 700.
   */
  codeAnswerTime?: number | undefined;
  /**
   * The service's error codes for an email address that a page may see. Any other refusal of an address looks like
   * a success, so that nobody learns which addresses are registered. Default none.
   */
  shownAddressCodes?: readonly string[] | undefined;
  /** The longest equalised time of sending and verifying a code, in milliseconds. Default 2,000. */
  maxCodeAnswerTime?: number | undefined;
  /**
   * The largest `expires` that a page may ask for, in the service's unit. By default `expires` is not passed on, and
   * the service decides.
   */
  maxCodeExpires?: number | undefined;
  /**
   * A regular expression that the whole token of a claim must match, such as `[0-9a-f-]{36}`. If the service accepts
   * several spellings of a token, it must allow only one of them. Default any text.
   */
  tokenPattern?: string | undefined;
  /** The maximum size of a response from the service in bytes. Default 4,194,304. */
  responseLimit?: number | undefined;
  /** Fields of a collection to include in addition to those that the elements need. */
  collectionFields?: readonly string[] | undefined;
  /**
   * The cache of collections and timelines, in seconds. `fresh` (default 30): how long a response is fresh.
   * `whileRevalidate` (default 300): how much longer it is returned at once and renewed in the background.
   * `ifError` (default 86,400): how much longer it is returned while the service fails. They are sent as `max-age`,
   * `stale-while-revalidate` and `stale-if-error`. All 0 disables the cache.
   */
  cache?: { fresh?: number; whileRevalidate?: number; ifError?: number } | undefined;
  /** How to find the network address of a client, by which limits are counted. There is no safe default. */
  clientAddress: ClientAddress;
  /** The maximum size of a request body in bytes. Default 4,096. */
  bodyLimit?: number | undefined;
  /** The time for a request body to arrive, in milliseconds. Default 5,000. */
  bodyTimeout?: number | undefined;
  /**
   * Timeouts for the service's responses in milliseconds: to reads and codes (default 8,000) and to claims (default
   * 25,000). `claim` must be longer than `fetch` tries to connect, or else a claim that was never sent counts as one
   * whose response was lost. Node's own `fetch` tries for about 11 seconds: for a shorter timeout, pass
   * `createNodeFetch({ connectTimeout })` with at most half of it.
   */
  timeouts?: { read?: number; claim?: number } | undefined;
  /** Default: in memory, for a single instance. */
  store?: GatewayStore | undefined;
  /** Receives one entry per request, without email address, token, code or key. Default: no log. */
  log?: ((entry: LogEntry) => void) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  /** The event, such as `request` or `claim_unconfirmed`. */
  event: string;
  /** The operation's name, such as `claimRewardGrant`; never the requested path. */
  operation?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  /** In milliseconds. */
  duration?: number | undefined;
  requestId?: string | undefined;
  /** How the cache answered: `hit`, `stale`, `miss` or `shared`. */
  cache?: string | undefined;
  /** Further details for the operator. */
  [detail: string]: string | number | boolean | undefined;
}

/** The parts of a `Request` that the gateway reads. */
export interface GatewayRequest {
  readonly method: string;
  /** The whole address, parsed by the rules of the URL standard. */
  readonly url: string;
  /** `get` and `has` take names in lower case. */
  readonly headers: Pick<Headers, 'get' | 'has'> & Iterable<[string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** The parts of a `Response`. */
export interface GatewayAnswer {
  status: number;
  /** JSON as text or bytes, which must not be modified; null for no body. */
  body: string | Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
}

/** Information about a request that only the platform has. */
export interface RequestContext {
  /** The network address at the other end of the connection. */
  address?: string | undefined;
  /** Keeps a Worker alive until the promise settles. */
  waitUntil?: ((done: Promise<unknown>) => void) | undefined;
}

export interface Gateway {
  /** Answers any request. Never rejects. */
  fetch(request: Request, context?: RequestContext): Promise<Response>;
  /** Like `fetch`, for a server that needs no `Request` and `Response`. */
  answer(request: GatewayRequest, context?: RequestContext): Promise<GatewayAnswer>;
  /**
   * Ends all sessions of an email address, on every instance that shares the store.
   *
   * @throws GatewayError if the text is not an email address, or the store fails
   * @throws GatewayOptionsError without `sessions`
   */
  endSessions(email: string): Promise<void>;
  /** Waits for requests in flight, especially claims, and closes the store. */
  close(): Promise<void>;
}
