import { errors as joseErrors, jwtVerify } from 'jose';
import { GatewayError, GatewayOptionsError } from './errors.ts';
import type { NamedSecret, SessionOptions } from './options.ts';
import type { GatewayStore } from './stores/store.ts';

/** A login that was proven by a one-time code. */
export interface Session {
  /** The proven address in lower case, its domain as in DNS: `ada@xn--bcher-kva.example`. */
  email: string;
  /** The token's `jti`, by which it can be revoked. */
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface VerifySessionOptions {
  /** The gateway's keys (`sessions.keys`). A token's `kid` says which of them signed it. */
  keys: readonly NamedSecret[];
  /** The gateway's `sessions.issuer`. */
  issuer: string;
  /** The gateway's `sessions.audience`. */
  audience: string;
  /** The gateway's `sessions.cookie`, if it uses cookies. Without it, cookies are ignored. */
  cookie?: SessionOptions['cookie'];
  /** The gateway's `sessions.lifetime`. With it, a shorter lifetime also applies to existing tokens. */
  lifetime?: number | undefined;
  /**
   * The gateway's store, which knows the sessions that were ended. `'ignored'`: they stay valid until they expire.
   */
  revocation: Pick<GatewayStore, 'get'> | 'ignored';
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** The `typ` of our tokens, so that other tokens signed with the same secret are not accepted. */
export const TOKEN_TYPE = 'storefront-session+jwt';
export const ALGORITHM = 'HS256';
/** The allowed clock difference between two servers, in seconds. */
export const CLOCK_TOLERANCE = 5;
/** Far longer than our tokens, and short enough to verify at no cost. */
const MAX_TOKEN_LENGTH = 4096;
const MIN_SECRET_BYTES = 32;

/** The key in the store that marks a session as logged out. */
export const revokedKey = (id: string): string => `revoked:${id}`;

/**
 * The key in the store for an account's generation, a random text that changes when all its sessions are ended. A
 * token contains the generation of its login. Comparing these needs no clock, so it does not matter whether the clocks
 * of two instances agree, or whether a login follows within the same second.
 */
export const generationKey = (account: string): string => `sessions:${account}`;

/**
 * The bytes of the keys by their names.
 *
 * @throws GatewayOptionsError if there is none, or one is short enough to be guessed, because anybody could then sign
 */
export function signingKeys(keys: readonly NamedSecret[]): Map<string, Uint8Array> {
  if (keys.length === 0) throw new GatewayOptionsError(['sessions.keys must have at least one key.']);
  return new Map(
    keys.map(({ kid, secret }) => {
      const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
      if (bytes.length < MIN_SECRET_BYTES)
        throw new GatewayOptionsError([
          `The secret of the key "${kid}" must be at least ${MIN_SECRET_BYTES} bytes.`,
        ]);
      return [kid, bytes];
    }),
  );
}

export const unauthorized = (code: string, message: string): GatewayError =>
  // Required for every 401. The scheme `Bearer` opens no dialog in browsers.
  new GatewayError(401, code, message, { headers: { 'www-authenticate': 'Bearer' } });

export const sessionInvalid = (): GatewayError =>
  unauthorized('session_invalid', 'This login is not valid. Log in again.');

/**
 * Verifies the session of a request on a merchant's own server, with the gateway's keys and store:
 *
 * ```ts
 * import { verifySession } from 'storefront-gateway';
 *
 * const { email } = await verifySession(request, {
 *   keys: [{ kid: '2025-06', secret: env.SESSION_SECRET }],
 *   issuer: 'https://gateway.shop.example',
 *   audience: 'https://shop.example',
 *   revocation: store,
 * });
 * ```
 *
 * The token is read from `Authorization: Bearer` or, if `cookie` is given, from the gateway's cookie; for a cookie,
 * the caller must check that its own pages made the request (`Origin`).
 *
 * @param requestOrToken a request, or the token itself
 * @throws GatewayError with status 401: `login_required` without a token, `session_expired`, or `session_invalid`
 * @throws GatewayOptionsError if a key is shorter than 32 bytes, or `revocation` is missing
 */
export async function verifySession(
  requestOrToken: Pick<Request, 'headers'> | string,
  options: VerifySessionOptions,
): Promise<Session> {
  if (!(options as Partial<VerifySessionOptions>).revocation)
    throw new GatewayOptionsError(["revocation must be the gateway's store, or 'ignored'."]);
  const tokens =
    typeof requestOrToken === 'string'
      ? [requestOrToken].filter(Boolean)
      : tokensOf(requestOrToken.headers, options.cookie);
  const session = await findSession(tokens, options);
  if (!session) throw unauthorized('login_required', 'This needs a login.');
  return session;
}

/**
 * Returns the valid session among these tokens; undefined if there is no token. Hosts of the same domain can add
 * cookies, so invalid tokens are ignored beside a valid one. Valid ones of two accounts are rejected: nothing shows
 * which of them is the shopper's. `accountOf` returns an address's account.
 */
export async function findSession(
  tokens: readonly string[],
  options: VerifySessionOptions,
  accountOf?: (email: string) => Promise<string>,
): Promise<Session | undefined> {
  const found = new Map<string, Session>();
  let failure: GatewayError | undefined;
  for (const token of tokens)
    try {
      const session = await readToken(token, options, accountOf);
      found.set(session.email, session);
    } catch (error) {
      // Any other error, such as the store's, says nothing about the token.
      if (!(error instanceof GatewayError) || error.status !== 401) throw error;
      failure ??= error;
    }
  if (found.size > 1) throw sessionInvalid();
  const [session] = found.values();
  if (!session && failure) throw failure;
  return session;
}

/** The contents of our tokens. jose checks that `iat` and `exp` are numbers. */
interface Claims {
  sub?: unknown;
  jti?: unknown;
  iat: number;
  exp: number;
  /** The account: a keyed hash of the address, so that a server without the gateway's secret can find its generation. */
  acc?: unknown;
  /** The account's generation at the time of the login. */
  gen?: unknown;
}

async function readToken(
  token: string,
  options: VerifySessionOptions,
  accountOf?: (email: string) => Promise<string>,
): Promise<Session> {
  const { sub, jti, iat, exp, acc, gen } = await readClaims(token, options);
  if (typeof sub !== 'string' || typeof jti !== 'string' || !sub || !jti) throw sessionInvalid();
  const { lifetime = Infinity, revocation, now = Date.now } = options;
  const expires = Math.min(exp, iat + lifetime);
  if (expires + CLOCK_TOLERANCE <= now() / 1000) throw expired();
  if (revocation !== 'ignored') {
    // They differ after a change of the gateway's secret.
    const accounts = new Set([acc, await accountOf?.(sub)]);
    const keys = [...accounts].filter((account) => typeof account === 'string').map(generationKey);
    const [revoked, ...generations] = await Promise.all(
      [revokedKey(jti), ...keys].map((key) => revocation.get(key)),
    );
    if (revoked !== undefined || generations.some((each) => each !== undefined && each !== gen))
      throw sessionInvalid();
  }
  return { email: sub, id: jti, expiresAt: expires * 1000 };
}

async function readClaims(token: string, options: VerifySessionOptions): Promise<Claims> {
  const { issuer, audience, now = Date.now } = options;
  const secrets = signingKeys(options.keys);
  if (token.length > MAX_TOKEN_LENGTH) throw sessionInvalid();
  try {
    const { payload } = await jwtVerify<Claims>(
      token,
      ({ kid }) => {
        const secret = secrets.get(kid ?? '');
        if (!secret) throw sessionInvalid();
        return secret;
      },
      {
        algorithms: [ALGORITHM],
        typ: TOKEN_TYPE,
        issuer,
        audience,
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(now()),
      },
    );
    return payload;
  } catch (error) {
    // jose checks the signature first, so only our own tokens get this message.
    throw error instanceof joseErrors.JWTExpired ? expired() : sessionInvalid();
  }
}

const expired = (): GatewayError => unauthorized('session_expired', 'This login has expired. Log in again.');

/**
 * `__Host-` stops other hosts of the same domain from setting this cookie. A cookie with a domain cannot have that
 * prefix.
 */
export const cookieName = (cookie: NonNullable<SessionOptions['cookie']>): string =>
  cookie.domain === undefined ? '__Host-storefront-session' : '__Secure-storefront-session';

/** The tokens in the gateway's cookies: several if another host of the same domain has added some. */
export function cookieTokens(headers: Pick<Headers, 'get'>, cookie: SessionOptions['cookie']): string[] {
  if (!cookie) return [];
  const start = `${cookieName(cookie)}=`;
  return (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

/** The token of `Authorization: Bearer`; undefined for other schemes. */
export function bearerToken(headers: Pick<Headers, 'get'>): string | undefined {
  const authorization = headers.get('authorization')?.trim() ?? '';
  if (!/^bearer(\s|$)/i.test(authorization)) return undefined;
  return authorization.slice('bearer'.length).trim();
}

/** The tokens of a request: from `Authorization: Bearer`, else from the cookies. */
export function tokensOf(headers: Pick<Headers, 'get'>, cookie: SessionOptions['cookie']): string[] {
  const bearer = bearerToken(headers);
  return bearer === undefined ? cookieTokens(headers, cookie) : [bearer];
}
