import { isHttpError, isNetworkError, isServiceError, isTimeoutError } from '../../api/errors.ts';
import type { ErrorTerms } from '../../locales/en.ts';

/** What a shopper is told about a failed call. The service's own message is shown as text, never as markup. */
export function errorText(error: unknown, terms: ErrorTerms): string {
  if ((isServiceError(error) || isHttpError(error)) && error.status === 429)
    return terms.rateLimited(Math.ceil(error.retryAfter ?? 0));
  if (isServiceError(error) && error.message) return error.message;
  if (isNetworkError(error)) return terms.offline;
  if (isTimeoutError(error)) return terms.slow;
  return terms.general;
}
