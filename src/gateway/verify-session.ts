import { errors as joseErrors, jwtVerify } from 'jose';
import { GatewayError, GatewayOptionsError } from './errors.ts';
import type { NamedSecret, SessionOptions } from './options.ts';

/** A login that was proven by a one-time code. */
export interface Session {
  /** The proven address in its canonical form: trimmed, NFKC, lower case. */
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
  /** The gateway's `sessions.cookie`, if it uses cookies. Without it cookies are ignored. */
  cookie?: SessionOptions['cookie'];
  /**
   * Whether a session was logged out. With the gateway's store: `async (id) => !!(await
   * store.get(revokedKey(id)))`.
   */
  isRevoked?: ((id: string) => boolean | Promise<boolean>) | undefined;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** The `typ` of our tokens, so that other tokens signed with the same secret are no sessions. */
export const TOKEN_TYPE = 'storefront-session+jwt';
export const ALGORITHM = 'HS256';
/** The allowed clock difference between two servers, in seconds. */
export const CLOCK_TOLERANCE = 5;
/** Far longer than our tokens, and short enough to verify at no cost. */
const MAX_TOKEN_LENGTH = 4096;
const MIN_SECRET_BYTES = 32;

/** The store's key that marks a session as logged out. */
export const revokedKey = (id: string): string => `revoked:${id}`;

/** The secret's bytes. Throws if it is short enough to be guessed, because anybody could then sign. */
export function secretBytes({ kid, secret }: NamedSecret): Uint8Array {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new GatewayOptionsError([
      `The secret of the key "${kid}" must be at least ${MIN_SECRET_BYTES} bytes.`,
    ]);
  }
  return bytes;
}

export const noKeys = (): GatewayOptionsError =>
  new GatewayOptionsError(['sessions.keys must have at least one key.']);

export const unauthorized = (code: string, message: string): GatewayError =>
  // Required for every 401. The scheme `Bearer` opens no dialog in browsers.
  new GatewayError(401, code, message, { headers: { 'www-authenticate': 'Bearer' } });

export const sessionInvalid = (): GatewayError =>
  unauthorized('session_invalid', 'This login is not valid. Log in again.');

/**
 * Verifies the session of a request on a merchant's own server. It needs only the keys: no store and no request.
 *
 * ```ts
 * import { verifySession } from 'storefront-elements/gateway';
 *
 * const { email } = await verifySession(request, {
 *   keys: [{ kid: '2025-06', secret: env.SESSION_SECRET }],
 *   issuer: 'https://gateway.shop.example',
 *   audience: 'https://shop.example',
 * });
 * ```
 *
 * The token is read from `Authorization: Bearer` or, if `cookie` is given, from the gateway's cookie; for a cookie
 * the caller must check that its own pages made the request (`Origin`). Without `isRevoked`, a session that was
 * logged out stays valid until it expires.
 *
 * @param requestOrToken a request, or the token itself
 * @throws GatewayError with status 401: `login_required` without a token, `session_expired`, or `session_invalid`
 * @throws GatewayOptionsError if a key is shorter than 32 bytes
 */
export async function verifySession(
  requestOrToken: Pick<Request, 'headers'> | string,
  options: VerifySessionOptions,
): Promise<Session> {
  const token =
    typeof requestOrToken === 'string' ? requestOrToken : tokenOf(requestOrToken.headers, options.cookie);
  if (!token) throw unauthorized('login_required', 'This needs a login.');
  const session = await readToken(token, options);
  if (await options.isRevoked?.(session.id)) throw sessionInvalid();
  return session;
}

async function readToken(token: string, options: VerifySessionOptions): Promise<Session> {
  const { keys, issuer, audience, now = Date.now } = options;
  if (keys.length === 0) throw noKeys();
  const secrets = new Map(keys.map((key) => [key.kid, secretBytes(key)]));
  if (token.length > MAX_TOKEN_LENGTH) throw sessionInvalid();
  try {
    const { payload } = await jwtVerify(
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
    // jose has checked that these claims are present, but not their types.
    const { sub, jti, exp } = payload as Record<string, unknown>;
    if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') throw sessionInvalid();
    if (sub === '' || jti === '') throw sessionInvalid();
    return { email: sub, id: jti, expiresAt: exp * 1000 };
  } catch (error) {
    // jose checks the signature first, so only our own tokens get this message.
    if (error instanceof joseErrors.JWTExpired) {
      throw unauthorized('session_expired', 'This login has expired. Log in again.');
    }
    throw sessionInvalid();
  }
}

/**
 * `__Host-` stops other hosts of the same domain from setting this cookie. A cookie with a domain cannot have that
 * prefix.
 */
export const cookieName = (cookie: NonNullable<SessionOptions['cookie']>): string =>
  cookie.domain === undefined ? '__Host-storefront-session' : '__Secure-storefront-session';

/** All values of a cookie, in the order of the header. */
export function cookieValues(headers: Headers, name: string): string[] {
  return (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The token of `Authorization: Bearer`; undefined for other schemes. */
export function bearerToken(headers: Headers): string | undefined {
  const authorization = headers.get('authorization')?.trim() ?? '';
  if (!/^bearer(\s|$)/i.test(authorization)) return undefined;
  return authorization.slice('bearer'.length).trim();
}

/** @throws GatewayError `session_invalid` if there is more than one cookie: another host may have set one of them */
function tokenOf(headers: Headers, cookie: SessionOptions['cookie']): string | undefined {
  const bearer = bearerToken(headers);
  if (bearer !== undefined) {
    if (bearer === '') throw sessionInvalid();
    return bearer;
  }
  if (!cookie) return undefined;
  const values = cookieValues(headers, cookieName(cookie));
  if (values.length > 1 || values[0] === '') throw sessionInvalid();
  return values[0];
}
