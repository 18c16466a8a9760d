import { invalidParameter } from '../http/errors.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const DAY_MS = 86_400_000;

/** `Date.parse` lets the 31st of February roll over. */
function isDay(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The first or last millisecond of an ISO 8601 date or date-time; UTC if it has no zone. */
export function isoTime(name: string, value: string | undefined, edge: 'start' | 'end'): number | undefined {
  if (value === undefined) return undefined;
  const isDate = ISO_DATE.test(value);
  const zoned = isDate || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`;
  const time = isDate || ISO_DATE_TIME.test(value) ? Date.parse(zoned) : NaN;
  if (Number.isNaN(time) || !isDay(value.slice(0, 10))) {
    throw invalidParameter(`/query/${name}`, 'must be a date or date-time in ISO 8601');
  }
  return isDate && edge === 'end' ? time + DAY_MS - 1 : time;
}

interface Bounds {
  min: number;
  max: number;
  fallback: number;
}

/** A whole number within bounds, even as text in a query that the contract leaves open. */
export function wholeNumber(name: string, value: unknown, { min, max, fallback }: Bounds): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min || number > max) {
    throw invalidParameter(`/query/${name}`, `must be a whole number from ${min} to ${max}`);
  }
  return number;
}

export function oneOf<Value extends string>(
  name: string,
  value: unknown,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw invalidParameter(`/query/${name}`, `must be one of: ${allowed.join(', ')}`);
  return found;
}
