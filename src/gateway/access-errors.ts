import { isApiError, isServiceError, isTimeoutError } from '../api/errors.ts';
import { GatewayError } from './errors.ts';

/** Refusals that are about the gateway's own key or its haste, and not about what a shopper sent. */
const OWN_TROUBLE = new Set([401, 403, 408, 429]);

/** Refusals that mean the same whoever says them; any other goes out as 400. */
const PASSED = new Set([400, 404, 409, 410, 422]);

/** A word, and not a sentence with the address in it. */
const CODE = /^[\w.-]{1,64}$/;

/** The service's code, where it is a word: it goes out, and into the log. */
export const wordOf = (code: string): string => (CODE.test(code) ? code : 'invalid_request');

/** Whether the service refused what the shopper sent, for whichever reason. */
export const isRefusal = (error: unknown): boolean =>
  isServiceError(error) && isClientStatus(error.status) && !OWN_TROUBLE.has(error.status);

const isClientStatus = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500;

/**
 * An error of the service as it goes out when it was asked about an address. Its words and details are left behind,
 * because they may depend on the address or quote it; its code stays, by which pages choose their words, and how long to wait.
 * What is no error of the service is given as it is.
 */
export function accessError(error: unknown): unknown {
  if (!isApiError(error)) return error;
  const { status, code, retryAfter } = error;
  if (status === 429) {
    return new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
  }
  if (isRefusal(error)) {
    return new GatewayError(
      PASSED.has(status!) ? status! : 400,
      wordOf(code),
      'This was not accepted. Check what was typed.',
    );
  }
  return new GatewayError(
    isTimeoutError(error) ? 504 : status === 503 ? 503 : 502,
    'service_unavailable',
    'The service cannot be reached at the moment. Try again later.',
    { retryAfter: status === 503 ? retryAfter : undefined },
  );
}
