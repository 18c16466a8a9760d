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

export function outcomeOf(error: unknown): ClaimOutcome {
  if (isInvalidArgumentError(error)) return 'refused';
  if (isServiceError(error) || isHttpError(error)) {
    const { status = 0 } = error;
    if (MOVED.has(status)) return 'not-sent';
    return status >= 400 && status < 500 && !GAVE_UP.has(status) ? 'refused' : 'unknown';
  }
  return neverConnected(error) ? 'not-sent' : 'unknown';
}

/** Error codes of Node, of Bun, and of the undici inside Node. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/** Whether the runtime reports that no connection was made. A reset connection does not count. */
function neverConnected(error: unknown): boolean {
  // The runtime's own error is the cause of a cause: NetworkError, TypeError: fetch failed, ECONNREFUSED.
  for (let depth = 0, cause = error; depth < 5 && cause instanceof Error; depth++, cause = cause.cause) {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string' && CONNECT_CODES.has(code)) return true;
    if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
    // Deno has no error codes, but its message names the failed step.
    if (cause.message.includes('client error (Connect)')) return true;
  }
  return false;
}

/** The answer if nothing was sent. */
export const unavailable = (): GatewayError =>
  new GatewayError(503, 'service_unavailable', 'The reward cannot be claimed at the moment.', {
    retryAfter: 2,
  });

/** The answer if another request has been working on this claim for as long as a claim may take. */
export const inProgress = (): GatewayError =>
  new GatewayError(503, 'claim_in_progress', 'This claim is still under way. Please try again.', {
    retryAfter: 2,
  });
