import { isApiError, isNetworkError, isServiceError, isTimeoutError } from '../../api/errors.ts';
import type { ErrorTerms } from '../../locales/en.ts';

/** What a shopper is told about a failed call. The service's own message is shown as text, never as markup. */
export function errorText(error: unknown, terms: ErrorTerms): string {
  const status = isApiError(error) ? (error.status ?? 0) : 0;
  if (isApiError(error) && status === 429) return terms.rateLimited(Math.ceil(error.retryAfter ?? 0));
  // What the service says of keys, permissions and its own troubles is for the merchant.
  const forShoppers = status >= 400 && status < 500 && status !== 401 && status !== 403;
  if (isServiceError(error) && error.message && forShoppers) return error.message;
  if (isNetworkError(error)) return terms.offline;
  if (isTimeoutError(error)) return terms.slow;
  return terms.general;
}
