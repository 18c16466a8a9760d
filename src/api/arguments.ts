/**
 * Checks arguments against the bounds in the service document before a request is sent (sections Endpoints and
 * Limits).
 */
import { InvalidArgumentError } from './errors.ts';

/** An argument that contains other arguments. Those of a Map or URLSearchParams are not its properties. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value)
    throw new InvalidArgumentError(name, 'a plain object');
}

/** An optional signal, also one of another window or a polyfill. */
export function checkSignal(value: unknown): void {
  if (value && !(value as Partial<AbortSignal>).addEventListener)
    throw new InvalidArgumentError('signal', 'an AbortSignal');
}

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
  if (typeof value !== 'string' || !new RegExp(`^.{${min},${max}}$`, 'su').test(value))
    throw new InvalidArgumentError(name, `a string of ${min} to ${max} characters`);
}

/** An optional value from a closed list. */
export function checkOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value as string))
    throw new InvalidArgumentError(name, allowed.join(' or '));
}

/** An optional string of any length. */
export function checkText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw new InvalidArgumentError(name, 'a string');
}

/** An optional UUID. */
export function checkUuid(name: string, value: unknown): void {
  checkText(name, value);
  if (value !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value as string))
    throw new InvalidArgumentError(name, 'a UUID');
}

/** A calendar date. */
export function checkDate(name: string, value: unknown): void {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  // Some days that do not exist, such as 30 February, are read as the day after.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value)
    throw new InvalidArgumentError(name, 'a date (ISO 8601) such as 2026-01-31');
}
