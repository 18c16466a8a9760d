/** What went wrong, in the embedder's own terms where they gave them, and what a shopper is told. */
import { isApiError, isNetworkError, isServiceError, isTimeoutError } from '../../api/errors.ts';
import { type CommonWords, fill, formatDuration } from './locale.ts';
import type { Texts } from './attributes.ts';

export const statusOf = (error: unknown): number => (isApiError(error) ? (error.status ?? 0) : 0);

/** What the embedder wants said of an error's `code`. */
export const ownMessage = (error: unknown, messages: Texts): string | undefined =>
  isApiError(error) && Object.hasOwn(messages ?? {}, error.code) ? messages?.[error.code] : undefined;

/** What a shopper is told who tried too often. */
export function limitText(
  error: unknown,
  words: Record<keyof CommonWords, string>,
  language: string,
): string {
  const seconds = isApiError(error) ? Math.ceil(error.retryAfter ?? 0) : 0;
  return seconds
    ? fill(words.rateLimited, { time: formatDuration(language, seconds) })
    : words.rateLimitedSoon;
}

/** What a shopper is told about a failed call. The service's own message is shown as text, never as markup. */
export function errorText(
  error: unknown,
  words: Record<keyof CommonWords, string>,
  language: string,
  messages: Texts,
): string {
  const status = statusOf(error);
  const own = ownMessage(error, messages);
  if (own) return own;
  if (status === 429) return limitText(error, words, language);
  // What the service says of keys, permissions and its own troubles is for the merchant.
  const forShoppers = status >= 400 && status < 500 && status !== 401 && status !== 403;
  // Some services send a blank where others send a sentence.
  if (isServiceError(error) && forShoppers && /[\p{L}\p{N}]/u.test(error.message)) return error.message;
  if (isNetworkError(error)) return words.offline;
  if (isTimeoutError(error)) return words.slow;
  return words.general;
}
