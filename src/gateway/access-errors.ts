import { isApiError, isServiceError, isTimeoutError } from '../api/errors.ts';
import { GatewayError } from './errors.ts';

/** Statuses caused by the gateway's own key or request rate, and not by the shopper's input. */
const GATEWAY_STATUSES = new Set([401, 403, 408, 429]);

/** Statuses that are passed on unchanged. Any other refusal becomes 400. */
const PASSED_STATUSES = new Set([400, 404, 409, 410, 422]);

/** An identifier. A sentence might contain the e-mail address. */
const CODE = /^[\w.-]{1,64}$/;

/** The service's error code if it is an identifier, safe for answers and the log. */
export const wordOf = (code: string): string => (CODE.test(code) ? code : 'invalid_request');

/** Whether the service rejected the shopper's input. */
export const isRefusal = (error: unknown): boolean =>
  isServiceError(error) && isClientStatus(error.status) && !GATEWAY_STATUSES.has(error.status);

const isClientStatus = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500;

/**
 * Converts an error of the service to a request about an e-mail address. Its message and details are dropped,
 * because they may depend on the address or quote it. Its code is kept, because pages choose their words by it, and
 * so is the time to wait. Any other error is returned unchanged.
 */
export function accessError(error: unknown): unknown {
  if (!isApiError(error)) return error;
  const { status, code, retryAfter } = error;
  if (status === 429) {
    return new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
  }
  if (isRefusal(error)) {
    return new GatewayError(
      PASSED_STATUSES.has(status!) ? status! : 400,
      wordOf(code),
      'This was not accepted. Please check your input.',
    );
  }
  return new GatewayError(
    isTimeoutError(error) ? 504 : status === 503 ? 503 : 502,
    'service_unavailable',
    'The service cannot be reached at the moment. Try again later.',
    { retryAfter: status === 503 ? retryAfter : undefined },
  );
}
