/**
 * Removes secrets from errors. The service may repeat a token or code in its answer, and errors travel in events,
 * which must not contain one.
 */

/** Returns the service's value without the request's secret. */
export type Hide = <T>(value: T) => T;

/** Makes a function that removes a secret from a value of any shape. */
export const hideSecret =
  (secret = ''): Hide =>
  <T>(value: T) =>
    // Removing a very short string would damage unrelated text.
    secret.length < 4 ? value : (strike(secret, value) as T);

function strike(secret: string, value: unknown): unknown {
  // In a path the secret is percent-encoded.
  if (typeof value === 'string')
    return value.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
  if (typeof value === 'number') return String(value) === secret ? '…' : value;
  if (Array.isArray(value)) return value.map((item: unknown) => strike(secret, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(strike(secret, Object.entries(value)) as [string, unknown][]);
}
