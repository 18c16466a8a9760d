import { SignJWT } from 'jose';
import { isLoopback } from '../api/loopback.ts';
import { GatewayError } from './errors.ts';
import { LONGEST_SESSION } from './option-table.ts';
import type { GatewayOptions, GatewayRequest, SessionOptions } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';
import {
  ALGORITHM,
  bearerToken,
  CLOCK_TOLERANCE,
  cookieName,
  cookieTokens,
  findSession,
  generationKey,
  revokedKey,
  type Session,
  signingKeys,
  TOKEN_TYPE,
  tokensOf,
  type VerifySessionOptions,
} from './verify-session.ts';

/** How much longer than its token a revocation is kept, in seconds, because another instance's clock may be behind. */
const REVOCATION_MARGIN = 60 + CLOCK_TOLERANCE;

/** Sessions of shoppers who have proven their email address. Addresses are in their canonical form. */
export interface Sessions {
  /** Starts a session. */
  begin(email: string): Promise<BegunSession>;
  /**
   * Reads the session from `Authorization: Bearer`, else from the cookie; undefined if there is none.
   *
   * @throws GatewayError 401 `session_invalid` or `session_expired`
   */
  read(request: Pick<Request, 'headers'>): Promise<Session | undefined>;
  /** Makes all instances reject every session that a request carries. Ignores invalid and expired ones. */
  logout(request: Pick<Request, 'headers'>): Promise<void>;
  /** Makes all instances reject every session of an address that was started until now. Returns its keyed hash. */
  endAll(email: string): Promise<string>;
  /** The headers that delete the cookie. Empty if sessions are not cookies. */
  readonly clearing: Record<string, string>;
}

/** A new session, for the body and the headers of the response. */
export interface BegunSession {
  /** `expires_at` is ISO 8601. `token` is missing if sessions are cookies. */
  session: { token?: string; expires_at: string };
  headers: Record<string, string>;
}

interface SessionsParts {
  options: SessionOptions & { lifetime: number };
  store: GatewayStore;
  vault: Vault;
  now: () => number;
}

export function createSessions({ options, store, vault, now }: SessionsParts): Sessions {
  const { keys, issuer, audience, cookie, endOthers, lifetime } = options;
  const [[kid, secret]] = signingKeys(keys) as unknown as [[string, Uint8Array]];
  const check: VerifySessionOptions = { ...options, revocation: store, now };
  // A merchant's server may accept a token until its own end, even after our lifetime became shorter.
  const checkOfLogout = { ...check, lifetime: undefined };
  const accountOf = (email: string) => vault.hash('session', email);

  function setCookie(value: string, maxAge: number): Record<string, string> {
    if (!cookie) return {};
    const { domain, sameSite = 'Lax' } = cookie;
    const scope = domain === undefined ? 'Path=/' : `Domain=${domain}; Path=/`;
    const attributes = `${scope}; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=${sameSite}`;
    return { 'set-cookie': `${cookieName(cookie)}=${value}; ${attributes}` };
  }

  /**
   * Starts a new generation of an account's sessions, which ends all of the earlier ones. It is kept for the longest
   * possible lifetime, because a longer one may have applied when they began.
   */
  async function renew(account: string): Promise<string> {
    const generation = crypto.randomUUID();
    await store.set(generationKey(account), generation, LONGEST_SESSION + REVOCATION_MARGIN);
    return generation;
  }

  return {
    async begin(email) {
      const acc = await accountOf(email);
      const gen = endOthers ? await renew(acc) : await store.get(generationKey(acc));
      const iat = Math.floor(now() / 1000);
      const exp = iat + lifetime;
      const jti = crypto.randomUUID();
      const token = await new SignJWT({ iss: issuer, aud: audience, sub: email, jti, iat, exp, acc, gen })
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid })
        .sign(secret);
      const expires_at = new Date(exp * 1000).toISOString();
      return {
        session: cookie ? { expires_at } : { token, expires_at },
        headers: setCookie(token, lifetime),
      };
    },
    read: ({ headers }) => findSession(tokensOf(headers, cookie), check, accountOf),
    async logout({ headers }) {
      for (const token of [bearerToken(headers) ?? [], cookieTokens(headers, cookie)].flat()) {
        const session = await findSession([token], checkOfLogout, accountOf).catch((error: unknown) => {
          // An invalid session counts as logged out, but an error of the store is passed on.
          if (error instanceof GatewayError && error.status === 401) return undefined;
          throw error;
        });
        if (!session) continue;
        const left = Math.max(0, Math.ceil((session.expiresAt - now()) / 1000));
        await store.set(revokedKey(session.id), '1', left + REVOCATION_MARGIN);
      }
    },
    async endAll(email) {
      const account = await accountOf(email);
      await renew(account);
      return account;
    },
    clearing: setCookie('', 0),
  };
}

/** A proxy that sends none of these, and no header that `clientAddress` names, is not recognised. */
const PROXY_HEADERS = ['x-forwarded-proto', 'x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * Rejects a login over plain http, where anybody on the way could read its token. The scheme is the one that the
 * proxies in front report (`X-Forwarded-Proto`), or else the one of the request's address. Plain http is accepted for
 * a loopback address only, and not through a proxy: one on the same machine may be called from anywhere. A proxy is
 * recognised by `clientAddress` and by the headers that proxies add.
 *
 * A client can write `X-Forwarded-Proto` itself, but would endanger only its own token.
 *
 * @throws GatewayError 403 `https_required`
 */
export function requireHttps(
  { headers, url }: GatewayRequest,
  { clientAddress }: Pick<GatewayOptions, 'clientAddress'>,
): void {
  const { hostname, protocol } = new URL(url);
  const reported = headers.get('x-forwarded-proto');
  const isProxied =
    PROXY_HEADERS.some((name) => headers.has(name)) ||
    (typeof clientAddress === 'object' &&
      (!('header' in clientAddress) || headers.has(clientAddress.header)));
  if (!isProxied && isLoopback(hostname)) return;
  const schemes = reported?.split(',') ?? [protocol.slice(0, -1)];
  if (!schemes.every((scheme) => scheme.trim().toLowerCase() === 'https'))
    throw new GatewayError(
      403,
      'https_required',
      'Logins need https. A proxy in front must send X-Forwarded-Proto.',
    );
}
