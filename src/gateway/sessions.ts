import { SignJWT } from 'jose';
import { GatewayError } from './errors.ts';
import type { SessionOptions } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import {
  ALGORITHM,
  bearerToken,
  CLOCK_TOLERANCE,
  cookieName,
  cookieValues,
  noKeys,
  revokedKey,
  secretBytes,
  type Session,
  TOKEN_TYPE,
  verifySession,
  type VerifySessionOptions,
} from './verify-session.ts';

export type { Session } from './verify-session.ts';

const DEFAULT_LIFETIME = 43_200;

/** How much longer than its token a revocation is kept, in seconds, because another instance's clock may be behind. */
const REVOCATION_MARGIN = 60 + CLOCK_TOLERANCE;

/** Sessions of shoppers who have proven their e-mail address. */
export interface Sessions {
  /** Starts a session for an address in its canonical form. `expiresAt` is in milliseconds since the epoch. */
  issue(email: string): Promise<{ token: string; expiresAt: number }>;
  /**
   * Reads the session from `Authorization: Bearer`, else from the cookie; undefined if there is none.
   *
   * @throws GatewayError 401 `session_invalid` or `session_expired`
   */
  read(request: Pick<Request, 'headers'>): Promise<Session | undefined>;
  /** Makes all instances reject the session. */
  revoke(session: Session): Promise<void>;
  /** Revokes every session that a request carries. Invalid and expired ones are no error. */
  logout(request: Pick<Request, 'headers'>): Promise<void>;
  /** `Set-Cookie` for a login; undefined if sessions are not cookies. */
  cookieOf(token: string, expiresAt: number): string | undefined;
  /** `Set-Cookie` for a logout; undefined if sessions are not cookies. */
  readonly clearedCookie: string | undefined;
}

export function createSessions(options: SessionOptions, store: GatewayStore, now: () => number): Sessions {
  const { keys, issuer, audience, cookie, lifetime = DEFAULT_LIFETIME } = options;
  const [newest] = keys;
  if (!newest) throw noKeys();
  const secret = secretBytes(newest);
  const check: VerifySessionOptions = {
    keys,
    issuer,
    audience,
    cookie,
    now,
    isRevoked: async (id) => (await store.get(revokedKey(id))) !== undefined,
  };

  const setCookie = (value: string, maxAge: number): string | undefined =>
    cookie &&
    [
      `${cookieName(cookie)}=${value}`,
      ...(cookie.domain === undefined ? [] : [`Domain=${cookie.domain}`]),
      'Path=/',
      `Max-Age=${maxAge}`,
      'HttpOnly',
      'Secure',
      `SameSite=${cookie.sameSite ?? 'Lax'}`,
    ].join('; ');

  const revoke = async ({ id, expiresAt }: Session): Promise<void> => {
    const left = Math.max(0, Math.ceil((expiresAt - now()) / 1000));
    await store.set(revokedKey(id), '1', left + REVOCATION_MARGIN);
  };

  return {
    async issue(email) {
      const issuedAt = Math.floor(now() / 1000);
      const expires = issuedAt + lifetime;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: newest.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(email)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(secret);
      return { token, expiresAt: expires * 1000 };
    },
    async read(request) {
      try {
        return await verifySession(request, check);
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'login_required') return undefined;
        throw error;
      }
    },
    revoke,
    async logout({ headers }) {
      const carried = [bearerToken(headers), ...(cookie ? cookieValues(headers, cookieName(cookie)) : [])];
      for (const token of carried) {
        if (!token) continue;
        const session = await verifySession(token, check).catch((error: unknown) => {
          // An invalid session counts as logged out, but an error of the store is passed on.
          if (error instanceof GatewayError) return undefined;
          throw error;
        });
        if (session) await revoke(session);
      }
    },
    cookieOf: (token, expiresAt) => setCookie(token, Math.max(0, Math.ceil((expiresAt - now()) / 1000))),
    clearedCookie: setCookie('', 0),
  };
}
