/** Builds the URL and headers of a request from an operation and its arguments. */
import { InvalidArgumentError } from './errors.ts';
import { API_KEY, BASE_URL, isApiKey, resolveBaseUrl } from './service-address.ts';

interface HeaderOptions {
  apiKey?: string | undefined;
  headers?: HeadersInit | undefined;
}

/** Query parameters. `undefined` and `null` are left out; an array repeats the name. */
export type Query = Readonly<Record<string, unknown>>;

export function checkBaseUrl(baseUrl: unknown): string {
  const url = resolveBaseUrl(baseUrl);
  if (url === undefined) throw new InvalidArgumentError('baseUrl', BASE_URL);
  return url;
}

export function buildHeaders({ apiKey, headers: extra }: HeaderOptions): Headers {
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
