/** Checks for the service's URL and key, in their own module because the elements need them before their first request. */

/** The base URL in its absolute form, without trailing slashes; undefined if it is invalid. */
export function resolveBaseUrl(baseUrl: unknown): string | undefined {
  const given = typeof baseUrl === 'string' ? baseUrl.trim() : '';
  // A path that starts with two slashes, or with a slash and a backslash, names another host; URL parsers ignore tabs and
  // line breaks in it.
  if (!/^(https?:|\/(?![/\\]))/i.test(given) || /[?#\t\r\n]/.test(given)) return undefined;
  try {
    const url = new URL(given, pageAddress());
    // Resolved once, so that a later change of the page's URL (history.pushState) does not change the base URL.
    return url.username || url.password ? undefined : url.href.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
}

/** A frame without an address, such as one with `srcdoc`, has the origin of the page around it; a file has none. */
function pageAddress(): string | undefined {
  const { location, origin } = globalThis as { location?: Location; origin?: string };
  if (location?.href.startsWith('http')) return location.href;
  return origin === 'null' ? undefined : origin;
}

/** The allowed base URLs, worded to follow "must be". */
export const BASE_URL =
  'an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment';

/** The allowed API keys, worded to follow "must be". */
export const API_KEY = 'a string that an HTTP header can carry';

export function isApiKey(apiKey: unknown): apiKey is string | undefined {
  if (apiKey !== undefined && typeof apiKey !== 'string') return false;
  try {
    return Boolean(new Headers({ 'x-api-key': apiKey ?? '' }));
  } catch {
    return false;
  }
}
