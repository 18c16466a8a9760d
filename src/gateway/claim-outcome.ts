/** How a claim can end without a result, and what its error says about the grant. */
import { isHttpError, isInvalidArgumentError, isServiceError } from '../api/errors.ts';
import { GatewayError } from './errors.ts';

/**
 * `refused`: the service, or what stands before it, said no, and nothing was granted. `not-sent`: the request certainly
 * never got there. `unknown`: it may have been granted.
 */
export type ClaimOutcome = 'refused' | 'not-sent' | 'unknown';

/** Statuses of 4xx by which a proxy says that it lost patience, with whatever became of the request behind it. */
const GAVE_UP = new Set([408, 499]);
/** "It is elsewhere": a request with such an answer was not carried out. 302 and 303 may also follow work that was. */
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

/** Of Node's errors, of Bun's, and of the undici inside Node. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/** Whether the runtime says that there was no connection. One that was reset is none of these. */
function neverConnected(error: unknown): boolean {
  // The runtime's own error is the cause of the cause: NetworkError, TypeError: fetch failed, ECONNREFUSED.
  for (let depth = 0, cause = error; depth < 5 && cause instanceof Error; depth++, cause = cause.cause) {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string' && CONNECT_CODES.has(code)) return true;
    if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
    // Deno has no codes, but says in which step it failed.
    if (cause.message.includes('client error (Connect)')) return true;
  }
  return false;
}

/** Nothing was sent. */
export const unavailable = (): GatewayError =>
  new GatewayError(503, 'service_unavailable', 'The reward cannot be claimed at the moment.', {
    retryAfter: 2,
  });

/** Somebody else has been at it for as long as a claim may take. */
export const inProgress = (): GatewayError =>
  new GatewayError(503, 'claim_in_progress', 'This claim is still under way. Please try again.', {
    retryAfter: 2,
  });
