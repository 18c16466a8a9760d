/** Builds the URL and headers of a request from an operation and its arguments. */
import type { ClientOptions } from './client.ts';
import { InvalidArgumentError } from './errors.ts';

/** Query parameters. `undefined` and `null` are left out; an array repeats the name. */
export type Query = Readonly<Record<string, unknown>>;

/** The base URL in its absolute form, without trailing slashes; undefined if it is invalid. */
export function resolveBaseUrl(baseUrl: unknown): string | undefined {
  const given = typeof baseUrl === 'string' ? baseUrl.trim() : '';
  // A path that starts with two slashes, or with a slash and a backslash, names another host.
  if (!/^(https?:|\/(?![/\\]))/i.test(given) || /[?#]/.test(given)) return undefined;
  try {
    const url = new URL(given, (globalThis as { location?: Location }).location?.href);
    // Resolved once, so that a later change of the page's address (history.pushState) does not change the base URL.
    return url.username || url.password ? undefined : url.href.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
}

/** The allowed base URLs, worded to follow "must be". */
export const BASE_URL =
  'an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment';

export function checkBaseUrl(baseUrl: unknown): string {
  const url = resolveBaseUrl(baseUrl);
  if (url === undefined) throw new InvalidArgumentError('baseUrl', BASE_URL);
  return url;
}

/** The allowed API keys, worded to follow "must be". */
export const API_KEY = 'a string that an HTTP header can carry';

export function isApiKey(apiKey: string | undefined): boolean {
  try {
    return Boolean(new Headers({ 'x-api-key': apiKey ?? '' }));
  } catch {
    return false;
  }
}

export function buildHeaders({ apiKey, headers: extra }: ClientOptions): Headers {
  let headers: Headers;
  try {
    headers = new Headers(extra);
  } catch {
    // No cause, here and below: its message quotes the value, which may be a key.
    throw new InvalidArgumentError('headers', 'valid HTTP header names and values');
  }
  headers.set('accept', 'application/json');
  if (!isApiKey(apiKey)) throw new InvalidArgumentError('apiKey', API_KEY);
  if (apiKey) headers.set('x-api-key', apiKey);
  return headers;
}

export function fillPath(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // URL parsers resolve dot segments even if they are encoded, so these would reach another operation.
    if (!value || value === '.' || value === '..')
      throw new InvalidArgumentError(name, 'a non-empty identifier');
    try {
      return encodeURIComponent(value);
    } catch (cause) {
      throw new InvalidArgumentError(name, 'well-formed Unicode', { cause });
    }
  });
}

export function buildQuery(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((item) =>
        item === undefined || item === null ? [] : [[name, String(item as string | number | boolean)]],
      ),
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
