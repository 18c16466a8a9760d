/** Builds responses with fixed headers, and converts errors. Headers of the service are never passed on. */
import {
  type ApiError,
  isApiError,
  isHttpError,
  isInvalidArgumentError,
  isServiceError,
  isTimeoutError,
} from '../api/errors.ts';
import { GatewayError } from './errors.ts';
import type { GatewayAnswer } from './options.ts';
import { refuseParameters, safeName } from './paths.ts';

/**
 * Headers of every answer. The answers are JSON for scripts, so browsers must not guess another type, frame them or
 * run anything in them. Hono's `secureHeaders` would set them on finished responses, which costs a cached read more
 * than this object does, and would miss answers that are made outside of Hono.
 */
export const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Blocks loading without CORS, as an image or script. Pages that may call use CORS.
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Headers of every answer on a host of the gateway's own. Behind a path of the shop, this one would replace the shop's
 * policy for its whole host. Browsers ignore it over plain http.
 */
export const OWN_HOST_HEADERS = {
  ...FIXED_HEADERS,
  'strict-transport-security': 'max-age=31536000',
} as const;

/** An answer that must not be cached, because it is personal or momentary. */
export const answerOnce = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): GatewayAnswer => ({
  status,
  body: body === undefined ? null : JSON.stringify(body),
  headers: {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'cache-control': 'no-store',
    ...headers,
  },
});

/** Thirty days in seconds. A longer wait would be a mistake of the service. */
const LONGEST_WAIT = 2_592_000;

export const answerError = ({
  message,
  code,
  details,
  status,
  retryAfter,
  headers,
}: GatewayError): GatewayAnswer =>
  answerOnce(
    status,
    { message, code, details },
    {
      ...(retryAfter! >= 0 &&
        retryAfter! <= LONGEST_WAIT && { 'retry-after': String(Math.ceil(retryAfter!)) }),
      ...headers,
    },
  );

/** Statuses that a shopper can act on, from the service or from a proxy in front of it. */
const PASSED_STATUSES = new Set([400, 402, 404, 409, 410, 422, 429]);

/** The status of a refusal for a page: any other 4xx becomes 400. */
export const shownStatus = (status: number): number => (PASSED_STATUSES.has(status) ? status : 400);

/** Statuses about the gateway itself: its key, or a service that differs from the document. */
const GATEWAY_STATUSES = new Set([401, 403, 405, 406, 407, 408, 411, 413, 414, 415, 417, 421, 426, 431, 451]);

/** The response if the service fails, or rejects the gateway. */
export function unavailable(error: ApiError): GatewayError {
  const { status, retryAfter } = error;
  const isLate = isTimeoutError(error) || status === 504 || status === 408;
  return new GatewayError(
    isLate ? 504 : status === 503 ? 503 : 502,
    'service_unavailable',
    'The service cannot be reached at the moment. Please try again later.',
    { retryAfter: status === 503 ? retryAfter : undefined },
  );
}

/**
 * Converts any error into the gateway's own. Keeps the code and message of the service's errors. The service document
 * does not show the contents of `details`, and the elements need none of them.
 */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!isApiError(error))
    return new GatewayError(500, 'internal_error', 'Something went wrong. Please try again later.');
  if (isInvalidArgumentError(error))
    return refuseParameters([{ path: safeName(error.argument), message: `must be ${error.allowed}` }]);
  const { status = 0, code, message, retryAfter } = error;
  const isRefusal = status >= 400 && status < 500 && !GATEWAY_STATUSES.has(status);
  const init = { retryAfter: status === 429 ? retryAfter : undefined };
  if (isRefusal && isServiceError(error)) return new GatewayError(shownStatus(status), code, message, init);
  // Something in front of the service answered, so the message is not the service's and names our own operation.
  if (isRefusal && isHttpError(error))
    return status === 429
      ? new GatewayError(429, 'rate_limited', 'Too many requests.', init)
      : new GatewayError(shownStatus(status), 'refused', 'The service refused this.');
  return unavailable(error);
}
