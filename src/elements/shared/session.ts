/**
 * A gateway's session for a proven address, and the requests that carry it. The service itself has no sessions, so this
 * only matters if a response contains one.
 */
import { type Client, createClient } from '../../api/client.ts';
import { unknown } from '../../api/schema.ts';
import type { AttributeProblem } from './attributes.ts';
import { clientOf } from './clients.ts';
import type { Service } from './service.ts';
import { isSession, type Session } from './login-record.ts';
import { isPreview } from './preview.ts';

interface Host {
  readonly service: Service | undefined;
  getAttribute(name: string): string | null;
}

/** Whether cookies go to a gateway on another host. */
export const sendsCookies = (host: Pick<Host, 'getAttribute'>): boolean =>
  host.getAttribute('credentials') === 'include' && !isPreview();

/**
 * The client for a shopper's actions; undefined while the element has no service. A session's token goes into the body,
 * because an app proxy forwards no cookies, and perhaps no `Authorization`. With `credentials="include"` cookies also go
 * to a gateway on another host.
 */
export function sessionClient(host: Host, session?: Session): Client | undefined {
  const { service } = host;
  if (!service) return undefined;
  const client = sendsCookies(host)
    ? createClient({ ...service, fetch: (url, init) => fetch(url, { ...init, credentials: 'include' }) })
    : clientOf(service);
  const { token } = session ?? {};
  if (!token) return client;
  return {
    ...client,
    request: (request, options) => {
      const { body, secrets = [] } = request;
      return client.request(
        {
          ...request,
          body: { ...(body as object), session: token },
          secrets: [...secrets, token],
        },
        options,
      );
    },
  };
}

export function checkCredentials(host: Host): AttributeProblem | undefined {
  return (host.getAttribute('credentials') || 'include') === 'include'
    ? undefined
    : { attribute: 'credentials', allowed: 'include' };
}

/**
 * The session in the response to a verified code, and its remaining milliseconds at the service's time `now`; undefined if
 * there is no valid one.
 */
export function readSession(answer: unknown, now: number): { session: Session; left: number } | undefined {
  const { session } = answer as { session?: unknown };
  if (!isSession(session)) return undefined;
  const { token, expires_at } = session as Session & { expires_at?: unknown };
  const left = typeof expires_at === 'string' ? Date.parse(expires_at) - now : Number.NaN;
  if (Number.isNaN(left)) return undefined;
  // Without the service's time, a new session may seem expired: then the gateway decides.
  return { session: token ? { token } : {}, left: left > 0 ? left : Infinity };
}

/** Makes the gateway revoke a session. The login here ends at once, whatever the response. */
export function endSession(client: Client | undefined): void {
  client
    ?.request(
      { operation: 'endSession', method: 'POST', path: '/v1/access/logout', schema: unknown },
      { keepalive: true },
    )
    .catch(() => undefined);
}
