/**
 * Checks arguments against the bounds in the service document before a request is sent (sections Endpoints and
 * Limits).
 */
import { InvalidArgumentError } from './errors.ts';

/** An optional number from `min` to `max`. */
export function checkNumber(name: string, value: unknown, min: number, max: number): void {
  if (value === undefined) return;
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new InvalidArgumentError(name, `a number from ${min} to ${max}`);
}

/** An optional whole number from `min` to `max`. */
export function checkInteger(name: string, value: unknown, min: number, max: number): void {
  if (value === undefined) return;
  checkNumber(name, value, min, max);
  if (!Number.isInteger(value)) throw new InvalidArgumentError(name, 'a whole number');
}

/** A string of `min` to `max` characters. */
export function checkLength(name: string, value: unknown, min: number, max: number): void {
  // Counts code points, as JSON Schema does: an emoji is one character.
  const length = typeof value === 'string' ? Array.from(value).length : -1;
  if (length < min || length > max)
    throw new InvalidArgumentError(name, `a string of ${min} to ${max} characters`);
}

/** An optional value from a closed list. */
export function checkOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value as string))
    throw new InvalidArgumentError(name, allowed.join(' or '));
}
