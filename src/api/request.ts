/** From an operation and its arguments to the URL and headers that `fetch` takes. */
import type { ClientOptions } from './client.ts';
import { InvalidArgumentError } from './errors.ts';

/** A query as the caller knows it; `undefined` and `null` are left out, arrays repeat the name. */
export type Query = Readonly<Record<string, unknown>>;

/** A base URL as it is used, or undefined where it cannot be one. */
export function resolveBaseUrl(baseUrl: unknown): string | undefined {
  const given = typeof baseUrl === 'string' ? baseUrl.trim() : '';
  // A path with two slashes, also written with a backslash, names another host.
  if (!/^(https?:|\/(?![/\\]))/i.test(given) || /[?#]/.test(given)) return undefined;
  try {
    const url = new URL(given, (globalThis as { location?: Location }).location?.href);
    // Resolved once, so that a later change of the page's address (history.pushState) does not move the service.
    return url.username || url.password ? undefined : url.href.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
}

/** What a base URL must be. */
export const BASE_URL =
  'an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment';

export function checkBaseUrl(baseUrl: unknown): string {
  const url = resolveBaseUrl(baseUrl);
  if (url === undefined) throw new InvalidArgumentError('baseUrl', BASE_URL);
  return url;
}

/** What an API key must be. */
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
    // Without the cause, here and below: its message quotes the value, which may be a key.
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
    // URL parsers resolve dot segments even when they are encoded, so these would reach another operation.
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
