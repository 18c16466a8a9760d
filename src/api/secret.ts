/** A service may repeat what it was asked with; errors travel in events, where a token or code must not be. */

/** Gives a value of the service without the secret of the request. */
export type Hide = <T>(value: T) => T;

/** Strikes a secret out of whatever the service sent. */
export const hideSecret =
  (secret = ''): Hide =>
  <T>(value: T) =>
    // A very short one would strike out half of every sentence.
    secret.length < 4 ? value : (strike(secret, value) as T);

function strike(secret: string, value: unknown): unknown {
  // A path carries it encoded.
  if (typeof value === 'string')
    return value.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
  if (typeof value === 'number') return String(value) === secret ? '…' : value;
  if (Array.isArray(value)) return value.map((item: unknown) => strike(secret, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(strike(secret, Object.entries(value)) as [string, unknown][]);
}
