/** The ways a claim can fail, and what each error reveals about the grant. */
import { isHttpError, isInvalidArgumentError, isServiceError } from '../api/errors.ts';
import { GatewayError } from './errors.ts';

/**
 * `refused`: the service, or something in front of it, refused, and nothing was granted. `not-sent`: the request
 * certainly never reached the service. `unknown`: the reward may have been granted.
 */
export type ClaimOutcome = 'refused' | 'not-sent' | 'unknown';

/** 4xx statuses of proxies that gave up waiting. The request behind them may have succeeded. */
const GAVE_UP = new Set([408, 499]);
/** Redirects that guarantee that the request was not carried out. 302 and 303 may also follow a completed request. */
const MOVED = new Set([301, 307, 308]);

/**
 * Cloudflare's statuses for a service to which it made no connection: refused, unreachable, no TLS, an invalid
 * certificate. A Worker's `fetch` reports them instead of an error.
 */
const UNREACHED = new Set([521, 523, 525, 526]);

export function outcomeOf(error: unknown): ClaimOutcome {
  if (isInvalidArgumentError(error)) return 'refused';
  if (isServiceError(error) || isHttpError(error)) {
    const { status = 0, headers } = error;
    if (MOVED.has(status)) return 'not-sent';
    // Other servers may use these numbers for something else.
    if (UNREACHED.has(status) && headers?.get('server') === 'cloudflare') return 'not-sent';
    return status >= 400 && status < 500 && !GAVE_UP.has(status) ? 'refused' : 'unknown';
  }
  return neverConnected(error) ? 'not-sent' : 'unknown';
}

/**
 * Error codes of Node, the undici inside Node, and Bun for connections that could not be made. Other `ERR_SSL_` codes
 * are left out: with TLS 1.3, a server may refuse after the request has been sent.
 */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
/** The certificate errors of OpenSSL. */
const CERTIFICATE_CODES =
  /^(CERT_|DEPTH_ZERO_SELF_|SELF_SIGNED_CERT_|UNABLE_TO_(GET_ISSUER_|VERIFY_)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;
/** Steps before a connection is established. Our own `fetch` on Node calls all of them `connect`. */
const CONNECT_STEPS = new Set<unknown>(['connect', 'getaddrinfo']);
/** Deno has no error codes, Node calls a TLS handshake that breaks off a reset, and Bun calls it a protocol error. */
const CONNECT_MESSAGES =
  /client error \(Connect\)|before secure TLS connection was established|The TLS handshake failed/;

/** Whether the runtime reports that no connection was made. A reset connection does not count. */
function neverConnected(error: unknown): boolean {
  // The runtime's own error is the cause of a cause: NetworkError, TypeError: fetch failed, ECONNREFUSED.
  for (let depth = 0, cause = error; depth < 5 && cause instanceof Error; depth++, cause = cause.cause) {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string' && (CONNECT_CODES.has(code) || CERTIFICATE_CODES.test(code))) return true;
    if (CONNECT_STEPS.has(syscall) || CONNECT_MESSAGES.test(cause.message)) return true;
  }
  return false;
}

/** The response if nothing was sent. */
export const unavailable = (): GatewayError =>
  new GatewayError(503, 'service_unavailable', 'The reward cannot be claimed at the moment.', {
    retryAfter: 2,
  });

/**
 * A failed claim, for the page. Claims that may have been granted have codes of their own. So a failing service or store
 * means that this one was not granted, which a page cannot know from `service_unavailable`.
 */
export const claimFailure = (error: GatewayError): GatewayError =>
  error.code === 'service_unavailable'
    ? new GatewayError(error.status, 'claim_unavailable', error.message, error)
    : error;

/** The response if another request has been working on this claim for as long as a claim may take. */
export const inProgress = (): GatewayError =>
  new GatewayError(503, 'claim_in_progress', 'This claim is still under way. Please try again.', {
    retryAfter: 2,
  });
