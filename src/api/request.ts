/** Builds the URL and headers of a request from an operation and its arguments. */
import { checkObject } from './arguments.ts';
import { InvalidArgumentError } from './errors.ts';
import { BASE_URL, resolveBaseUrl } from './service-address.ts';

/**
 * Query parameters by name: strings, finite numbers, booleans, or arrays of these, which repeat the name. `undefined`
 * and `null` are left out.
 */
export type Query = object;

export function checkBaseUrl(baseUrl: unknown): string {
  const url = resolveBaseUrl(baseUrl);
  if (url === undefined) throw new InvalidArgumentError('baseUrl', BASE_URL);
  // Every path of the service document begins with /v1.
  if (url.endsWith('/v1')) throw new InvalidArgumentError('baseUrl', `without /v1: ${url.slice(0, -3)}`);
  return url;
}

export function buildHeaders(extra: NonNullable<RequestInit['headers']> | undefined): Headers {
  let headers: Headers;
  try {
    headers = new Headers(extra);
  } catch {
    // No cause, here and below: its message quotes the value, which may be a key.
    throw new InvalidArgumentError('headers', 'valid HTTP header names and values');
  }
  headers.set('accept', 'application/json');
  return headers;
}

const SECRET_HEADER = /auth|cookie|key|pass|secret|session|token/;

/** The words in a caller's headers that may be secrets: a service could quote a bearer token without `Bearer`. */
export const secretWords = (headers: Headers): string[] =>
  [...headers]
    .flatMap(([name, value]) => (SECRET_HEADER.test(name) ? value.split(/[\s,;=]+/) : []))
    .filter(({ length }) => length >= 8);

/** The body in its JSON form. */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new InvalidArgumentError('body', 'a value that JSON can carry');
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

export function fillPath(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given: unknown = params[name];
    // A number beyond the safe integers may have been rounded to the id of something else.
    const value = typeof given === 'string' || Number.isSafeInteger(given) ? String(given) : '';
    // URL parsers resolve dot segments even if they are encoded, so these would reach another operation.
    if (!value || value === '.' || value === '..')
      throw new InvalidArgumentError(name, 'a non-empty string or a safe integer');
    try {
      return encodeURIComponent(value);
    } catch (cause) {
      throw new InvalidArgumentError(name, 'well-formed Unicode', { cause });
    }
  });
}

export function buildQuery(query: Query = {}): string {
  checkObject('query', query);
  const pairs = Object.entries(query).flatMap(([name, given]: [string, unknown]) =>
    [given].flat().flatMap((value) => {
      if (value === undefined || value === null) return [];
      if (!isScalar(value))
        throw new InvalidArgumentError(name, 'a string, a finite number, true, false, or an array of these');
      return [[name, String(value)]];
    }),
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
