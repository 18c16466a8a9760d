/**
 * The session that a gateway gives for a verified code, and the calls that carry it. The service itself has none, so all
 * of this matters only where an answer brings one.
 */
import { type Client, createClient } from '../../api/client.ts';
import { unknown } from '../../api/schema.ts';
import { hideSecret } from '../../api/secret.ts';
import type { AttributeProblem } from '../base/attributes.ts';
import { clientOf, type Service } from '../base/clients.ts';
import { isPreview } from '../base/preview.ts';
import { isSession, type Session } from '../base/login.ts';

interface Host {
  readonly service: Service | undefined;
  getAttribute(name: string): string | null;
}

/**
 * The client for what a shopper does at the element's service. The token of a session goes in the body, because an app
 * proxy passes on no cookie, and perhaps no `Authorization`. With `credentials="include"` cookies go to a gateway on
 * another host, too.
 */
export function accountClient(host: Host, session?: Session): Client | undefined {
  const { service } = host;
  if (!service) return undefined;
  const client =
    host.getAttribute('credentials') === 'include' && !isPreview()
      ? createClient({ ...service, fetch: (url, init) => fetch(url, { ...init, credentials: 'include' }) })
      : clientOf(service);
  const { token } = session ?? {};
  if (!token) return client;
  const hideToken = hideSecret(token);
  return {
    ...client,
    request: (request, options) => {
      const { body, hide = (value) => value } = request;
      return client.request(
        {
          ...request,
          body: { ...(body as object), session: token },
          hide: (value) => hideToken(hide(value)),
        },
        options,
      );
    },
  };
}

export function checkCredentials(host: Host): AttributeProblem | undefined {
  return (host.getAttribute('credentials') || 'include') === 'include'
    ? undefined
    : { attribute: 'credentials', allowed: 'include', isMinor: true };
}

/**
 * The session in the answer to a verified code, and how many milliseconds are left of it at the service's time `now`;
 * undefined where there is none that can be understood.
 */
export function readSession(answer: unknown, now: number): { session: Session; left: number } | undefined {
  const { session } = answer as { session?: unknown };
  if (!isSession(session)) return undefined;
  const { token, expires_at } = session as Session & { expires_at?: unknown };
  const left = typeof expires_at === 'string' ? Date.parse(expires_at) - now : Number.NaN;
  if (Number.isNaN(left)) return undefined;
  // Where the service's time is not known, a session may seem to be over that has just begun: then it is its own guard.
  return { session: token ? { token } : {}, left: left > 0 ? left : Infinity };
}

/** Has the gateway revoke a session. Nobody waits for it: the login is over here, whatever comes of that. */
export function endSession(client: Client | undefined): void {
  client
    ?.request({ method: 'POST', path: '/v1/access/logout', schema: unknown }, { keepalive: true })
    .catch(() => undefined);
}
