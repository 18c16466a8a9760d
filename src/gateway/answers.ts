/** Builds answers: fixed headers, and the conversion of errors. Headers of the service are never passed on. */
import {
  type ApiError,
  isApiError,
  isHttpError,
  isInvalidArgumentError,
  isServiceError,
  isTimeoutError,
} from '../api/errors.ts';
import { redactor } from '../api/redact.ts';
import { GatewayError } from './errors.ts';
import type { GatewayOptions } from './options.ts';
import { refuseParameters, safeName } from './paths.ts';

/**
 * Headers of every answer. The answers are JSON for scripts, so browsers must not guess another type, frame them or
 * run anything in them.
 */
export const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Blocks loading without CORS, as an image or script. Pages that may call use CORS.
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** A handler's answer, without the headers that all answers share. */
export interface Answer {
  status: number;
  /** JSON as text or bytes; null for no body. */
  body: string | Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
}

/** An answer that must not be cached, because it is personal or momentary. */
export const answerOnce = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: body === undefined ? null : JSON.stringify(body),
  headers: {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'cache-control': 'no-store',
    ...headers,
  },
});

export function answerError({ message, code, details, status, retryAfter, headers }: GatewayError): Answer {
  return answerOnce(
    status,
    { message, code, details },
    {
      ...(retryAfter !== undefined && { 'retry-after': String(Math.max(0, Math.ceil(retryAfter))) }),
      ...headers,
    },
  );
}

/** Statuses that a shopper can act on, from the service or from a proxy in front of it. Any other 4xx becomes 400. */
const PASSED_STATUSES = new Set([400, 402, 404, 409, 410, 422, 429]);

/** Statuses about the gateway itself: its key, or a service that differs from the document. */
const GATEWAY_STATUSES = new Set([401, 403, 405, 406, 407, 411, 413, 414, 415, 417, 421, 426, 431, 451]);

const LONGEST_MESSAGE = 500;
const LONGEST_DETAILS = 2_000;

export interface Errors {
  /** Converts any error into the gateway's own. */
  toAnswer(error: unknown): GatewayError;
  /** Removes the key and the service's host from a value. */
  strike<T>(value: T): T;
}

export function createErrors({ apiKey, baseUrl }: Pick<GatewayOptions, 'apiKey' | 'baseUrl'>): Errors {
  const { host, hostname } = new URL(baseUrl);
  const strike = redactor([apiKey, baseUrl, host, hostname]);

  /** Only small details are passed on: pages show one sentence of them at most. */
  function detailsOf(details: unknown): Record<string, unknown> {
    if (typeof details !== 'object' || details === null || Array.isArray(details)) return {};
    const isSmall = JSON.stringify(details).length <= LONGEST_DETAILS;
    return isSmall ? strike(details as Record<string, unknown>) : {};
  }

  function fromService({ status = 0, code, message, details, retryAfter }: ApiError): GatewayError {
    const words = strike(message).slice(0, LONGEST_MESSAGE);
    const word = strike(code);
    return new GatewayError(
      PASSED_STATUSES.has(status) ? status : 400,
      /^[\w.:-]{1,64}$/.test(word) ? word : 'refused',
      words,
      { details: detailsOf(details), retryAfter: status === 429 ? retryAfter : undefined },
    );
  }

  return {
    strike,
    toAnswer(error) {
      if (error instanceof GatewayError) return error;
      if (!isApiError(error))
        return new GatewayError(500, 'internal_error', 'Something went wrong. Please try again later.');
      if (isInvalidArgumentError(error))
        return refuseParameters([{ path: safeName(error.argument), message: `must be ${error.allowed}` }]);
      const { status = 0, retryAfter } = error;
      const isRefusal = status >= 400 && status < 500 && status !== 408 && !GATEWAY_STATUSES.has(status);
      if (isRefusal && isServiceError(error)) return fromService(error);
      // Something in front of the service answered, so the message is not the service's and names our own
      // operation.
      if (isRefusal && isHttpError(error)) {
        if (status === 429)
          return new GatewayError(429, 'rate_limited', 'Too many requests.', { retryAfter });
        return new GatewayError(
          PASSED_STATUSES.has(status) ? status : 400,
          'refused',
          'The service refused this.',
        );
      }
      const isLate = isTimeoutError(error) || status === 504 || status === 408;
      return new GatewayError(
        isLate ? 504 : status === 503 ? 503 : 502,
        'service_unavailable',
        'The service cannot be reached at the moment. Please try again later.',
        { retryAfter: status === 503 ? retryAfter : undefined },
      );
    },
  };
}
