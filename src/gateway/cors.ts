/** Which pages may call, and what their browsers are told about it. */
import { GatewayError } from './errors.ts';
import type { GatewayOptions } from './options.ts';

/** What a page may send; anything else needs no gateway. */
const ALLOWED_HEADERS = 'accept, authorization, content-type';

/** What a page may read besides the few headers that are always readable. */
const EXPOSED_HEADERS = 'Age, Date, ETag, Retry-After, X-Request-Id';

/** Seconds that a browser remembers the answer to a preflight; no browser keeps it longer than two hours. */
const MAX_AGE = '7200';

export interface Cors {
  /** The request's origin where it is on the list: exactly as it is written there, or not at all. */
  allowed(request: Request): string | undefined;
  /** Headers of an answer to a page of `origin`. */
  headers(origin: string | undefined): Record<string, string>;
  /** Headers of the answer to a preflight for a path with these methods. */
  preflight(origin: string, methods: readonly string[]): Record<string, string>;
}

export function createCors(options: GatewayOptions): Cors {
  // "null" is the origin of every sandboxed frame and file, so it can be on no list: check-options.ts refuses it.
  const origins = new Set(options.origins);
  const credentials = options.sessions?.cookie
    ? { 'access-control-allow-credentials': 'true' }
    : ({} as Record<string, string>);
  const headersOf = (origin: string | undefined): Record<string, string> =>
    origin === undefined
      ? { vary: 'Origin' }
      : {
          vary: 'Origin',
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED_HEADERS,
          ...credentials,
        };
  return {
    allowed(request) {
      const origin = request.headers.get('origin');
      return origin !== null && origins.has(origin) ? origin : undefined;
    },
    headers: headersOf,
    preflight: (origin, methods) => ({
      ...headersOf(origin),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': MAX_AGE,
    }),
  };
}

/**
 * Lets a request on, or refuses it by where it comes from. `shop` is the shop of a valid signature of the app proxy.
 *
 * A signature shows that a request came through the shop's own address, and not which page sent it there: the proxy
 * signs what it gets. So an `Origin` is looked at either way.
 *
 * @throws GatewayError 403 `origin_not_allowed`
 */
export function checkOrigin(
  request: Request,
  allowed: string | undefined,
  shop: string | undefined,
  domains: readonly string[] = [],
): void {
  if (allowed !== undefined) return;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null) {
    // What the shop's own pages send through its proxy, also from a domain of their own: scripts cannot set this header.
    const isOwn =
      origin === `https://${shop}` ||
      domains.includes(origin) ||
      (site === 'same-origin' && origin !== 'null');
    if (shop !== undefined && isOwn) return;
    throw notAllowed();
  }
  // Pictures and links of other sites carry no Origin; this header tells them from the shop's.
  if (site === 'cross-site') throw notAllowed();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && shop === undefined) throw notAllowed();
}

const notAllowed = (): GatewayError =>
  new GatewayError(403, 'origin_not_allowed', 'Pages of this origin may not call this gateway.');
