import type { GatewayStore } from './stores/store.ts';

/** A secret with its name. The first of a list makes new things; all of them are accepted, so that keys can be changed. */
export interface NamedSecret {
  /** Its name, 1 to 64 of `A-Z a-z 0-9 . _ -`: the `kid` of tokens, and the first part of what is stored. */
  kid: string;
  /** At least 32 bytes; as text its UTF-8 bytes. */
  secret: string | Uint8Array;
}

export interface AppProxyOptions {
  /** The app's client secrets: the current one, and the one before while it is being replaced. */
  secrets: readonly string[];
  /** The shops that may call, such as `example.myshopify.com`. */
  shops: readonly string[];
  /**
   * The shops' own domains, such as `https://shop.example`: pages of these may call through the proxy. Unlike those of
   * `GatewayOptions.origins` they may not call past it.
   */
  origins?: readonly string[] | undefined;
}

export interface SessionOptions {
  /** For signing, HMAC-SHA256. */
  keys: readonly NamedSecret[];
  /** `iss` of the tokens, such as the gateway's own address. */
  issuer: string;
  /** `aud` of the tokens: who they are for, such as the shop's address. */
  audience: string;
  /** Seconds that a login is good for. Default 43,200 (12 hours), as `remember-for` of the element. */
  lifetime?: number | undefined;
  /**
   * As `HttpOnly; Secure` cookie in place of a token that scripts can read. Only where the pages and the gateway are of one site.
   */
  cookie?: { sameSite?: 'Strict' | 'Lax' | undefined; domain?: string | undefined } | undefined;
}

export interface ClaimOptions {
  /** For what is stored of claims: AES-256-GCM, by keys derived from these. Default: one made of `secret`. */
  keys?: readonly NamedSecret[] | undefined;
  /**
   * Seconds that a claim is kept and given again. Default 7,776,000 (90 days), at least 86,400 (a day). It is also how long
   * a claim whose answer was lost is not asked for again, so it has to be longer than the service's tokens are good for.
   */
  lifetime?: number | undefined;
  /**
   * What happens at another try after the service's answer to a claim was lost, so that nobody knows whether it was
   * granted. The service document does not show what a repeated claim gets, so the merchant decides:
   * `stop` (default) never asks again, and says `claim_unconfirmed`; `repeat` asks again, for services that
   * give the same result once more, also while the first request may still be under way: the next try does not wait for
   * a request that the gateway gave up.
   */
  afterLostAnswer?: 'stop' | 'repeat' | undefined;
}

/** How many in how many seconds. */
export interface Rate {
  points: number;
  duration: number;
}

export interface RateLimits {
  /** Codes sent, by client address. Default 20 an hour. */
  sendPerAddress: Rate;
  /** Codes sent to one e-mail address. Default 5 an hour. */
  sendPerEmail: Rate;
  /** Codes tried, by client address. Default 60 an hour. */
  verifyPerAddress: Rate;
  /** Codes tried for one e-mail address, over all of its codes. Default 20 an hour. */
  verifyPerEmail: Rate;
  /** Tries of one code; a new code may be tried as often again. Default 5 in an hour. */
  triesPerCode: Rate;
  /** Claims and reservations, by client address. Default 60 an hour. */
  claimPerAddress: Rate;
  /** Claims of one token, and reservations of one session. Default 30 an hour. */
  claimPerToken: Rate;
  /** Collections and timelines that the service has to be asked for, by client address. Default 600 a minute. */
  readPerAddress: Rate;
}

export interface GatewayOptions {
  /** Where the service is. */
  baseUrl: string;
  /** The service's API key. It leaves the gateway to `baseUrl` only. */
  apiKey: string;
  /** What stands before `/v1` in the gateway's own addresses, such as `/apps/rewards`. Default none. */
  basePath?: string | undefined;
  /** The exact origins of the shop's pages, such as `https://shop.example`. */
  origins?: readonly string[] | undefined;
  /** Calls that come signed through Shopify's app proxy. */
  appProxy?: AppProxyOptions | undefined;
  /** At least 32 bytes: everything that is only for the gateway itself is derived from it. */
  secret: string | Uint8Array;
  /** Without it a verified code gives no session. */
  sessions?: SessionOptions | undefined;
  /** Claims and reservations need a session. Default false. */
  requireLogin?: boolean | undefined;
  /** Whether codes can be reserved; needs `sessions`. Default false. */
  reserve?: boolean | undefined;
  claims?: ClaimOptions | undefined;
  limits?: Partial<RateLimits> | undefined;
  /** The service's error codes for an address that it does not know; such an answer looks like any other. */
  unknownAddressCodes?: readonly string[] | undefined;
  /** Milliseconds that sending and verifying a code take at least, so that their time says nothing. Default 700. */
  codeAnswerTime?: number | undefined;
  /** Fields of a collection that go out besides those that the elements need. */
  collectionFields?: readonly string[] | undefined;
  /**
   * Collections and timelines, in seconds: how long they are fresh (default 60); how much longer they are given at once
   * while they are renewed in the background (default 600); how much longer in place of an error, while the service
   * cannot be reached or has trouble of its own (default 86,400). They go out as `max-age`, `stale-while-revalidate`
   * and `stale-if-error`. All 0: nothing is given twice.
   */
  cache?: { fresh?: number; whileRevalidate?: number; ifError?: number } | undefined;
  /**
   * How many proxies stand in front that add to `X-Forwarded-For`. Default 0: the connection's own address.
   * The address is taken that many from the right, so that nobody can choose their own.
   */
  proxyHops?: number | undefined;
  /** A header that the platform in front always sets, in place of hops, such as `cf-connecting-ip`. */
  addressHeader?: string | undefined;
  /** Bytes of a body. Default 4,096. */
  bodyLimit?: number | undefined;
  /** Milliseconds until a body must be there. Default 5,000. */
  bodyTimeout?: number | undefined;
  /** Milliseconds for the service's answers to reads and codes (default 8,000) and to claims (default 25,000). */
  timeouts?: { read?: number; claim?: number } | undefined;
  /** Default: in memory, for one instance. */
  store?: GatewayStore | undefined;
  /** One entry for each request, without address, token, code or key. Default: nothing is logged. */
  log?: ((entry: LogEntry) => void) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  /** What happened, such as `request` or `claim_unconfirmed`. */
  event: string;
  /** The operation's name, such as `claimRewardGrant`; never a path as it was sent. */
  operation?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  requestId?: string | undefined;
  /** `hit`, `stale`, `miss` or `shared` of a cached answer. */
  cache?: string | undefined;
  /** What else helps whoever runs it. */
  [detail: string]: string | number | boolean | undefined;
}

/** What the platform knows of a request besides the request. */
export interface RequestContext {
  /** The address of the connection's other end. */
  address?: string | undefined;
  /** Keeps a Worker alive until this is done. */
  waitUntil?: ((done: Promise<unknown>) => void) | undefined;
}

export interface Gateway {
  /** Answers any request; it never rejects. */
  fetch(request: Request, context?: RequestContext): Promise<Response>;
  /** Waits for what is in flight, the claims above all, and closes the store. */
  close(): Promise<void>;
}
