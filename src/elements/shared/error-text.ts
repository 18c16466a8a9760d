/** The text that a shopper sees for a failed request. */
import { isApiError, isNetworkError, isServiceError, isTimeoutError } from '../../api/errors.ts';
import type { CommonWords } from '../../locales/en.ts';
import type { Texts } from './attributes.ts';
import { fill, formatDuration } from './format.ts';

/** Seconds that an action is locked after too many attempts, unless the service sends a `Retry-After`. */
export const LOCK_SECONDS = 30;

/** The HTTP status of an error; 0 without one. */
export const statusOf = (error: unknown): number => (isApiError(error) ? (error.status ?? 0) : 0);

/** The embedder's own text for an error's `code`. */
export const ownMessage = (error: unknown, messages: Texts): string | undefined =>
  isApiError(error) && Object.hasOwn(messages ?? {}, error.code) ? messages?.[error.code] : undefined;

/** For a shopper who tried too often. */
export function limitText(error: unknown, words: CommonWords, language: string): string {
  const seconds = isApiError(error) ? Math.ceil(error.retryAfter ?? 0) : 0;
  return seconds
    ? fill(words.rateLimited, { time: formatDuration(language, seconds) })
    : words.rateLimitedSoon;
}

/** For any failed request. The service's own message is shown as text, never as markup. */
export function errorText(error: unknown, words: CommonWords, language: string, messages: Texts): string {
  const status = statusOf(error);
  const own = ownMessage(error, messages);
  if (own) return own;
  if (status === 429) return limitText(error, words, language);
  // Messages about keys, permissions and the service's own failures are for the merchant.
  const isForShoppers = status >= 400 && status < 500 && status !== 401 && status !== 403;
  // Some services send a blank message.
  if (isServiceError(error) && isForShoppers && /[\p{L}\p{N}]/u.test(error.message)) return error.message;
  if (isNetworkError(error)) return words.offline;
  if (isTimeoutError(error)) return words.slow;
  return words.general;
}
