/** Decides which pages may call, and creates the headers for their browsers. */
import { GatewayError } from './errors.ts';
import type { GatewayOptions, GatewayRequest } from './options.ts';

/** The headers that pages need to send. */
const ALLOWED_HEADERS = 'accept, authorization, content-type';

/** The headers that pages may read in addition to those that are always readable. */
const EXPOSED_HEADERS = 'Age, Date, ETag, Retry-After, X-Request-Id';

/** How long a browser may cache a preflight response, in seconds. No browser caches it for more than two hours. */
const MAX_AGE = '7200';

export interface Cors {
  /** The request's origin if it is on the list, compared exactly; otherwise undefined. */
  allowed(request: GatewayRequest): string | undefined;
  /** The headers of a response to a page of `origin`. */
  headers(origin: string | undefined): Record<string, string>;
  /** The headers of the response to a preflight for a path with these methods. */
  preflight(origin: string, methods: readonly string[]): Record<string, string>;
}

export function createCors(options: GatewayOptions): Cors {
  // "null" is the origin of every sandboxed frame and local file, so it is not allowed in the options.
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
 * Rejects a request by its origin. `shop` is the shop of a valid app proxy signature.
 *
 * A signature proves that a request came through the shop's own address, but not which page sent it, because the
 * proxy signs every request. So the `Origin` is checked in both cases.
 *
 * @throws GatewayError 403 `origin_not_allowed`
 */
export function checkOrigin(
  request: GatewayRequest,
  allowed: string | undefined,
  shop: string | undefined,
  domains: readonly string[] = [],
): void {
  if (allowed !== undefined) return;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null) {
    // A request of the shop's own pages through its proxy, possibly from a custom domain. Scripts cannot forge
    // `Sec-Fetch-Site`.
    const isOwn =
      origin === `https://${shop}` ||
      domains.includes(origin) ||
      (site === 'same-origin' && origin !== 'null');
    if (shop !== undefined && isOwn) return;
    throw notAllowed();
  }
  // Images and links on other sites send no Origin, but this header gives them away.
  if (site === 'cross-site') throw notAllowed();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && shop === undefined) throw notAllowed();
}

const notAllowed = (): GatewayError =>
  new GatewayError(403, 'origin_not_allowed', 'Pages of this origin may not call this gateway.');
