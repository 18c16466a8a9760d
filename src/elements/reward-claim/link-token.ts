import { resolveBaseUrl } from '../../api/service-address.ts';
import type { Service } from '../shared/service.ts';
import { type ConsentHost, mayStore } from '../shared/consent.ts';
import { defaults } from '../shared/settings.ts';

const PREFIX = 'storefront-elements:token:';

type Tokens = Record<string, string>;

type Host = ConsentHost & { readonly noStorage: boolean };

/** The tokens from links to this page, by the names of their storage items. */
const tokens: Tokens = {};

/** Counted in characters, as the service counts them. */
export const isGrantToken = (token: string): boolean => /^.{16,200}$/su.test(token);

/**
 * Whether a link's token may go to a service: one on the page's origin, or the one that the script tag or `configure()`
 * names. An attribute is not enough, because injected markup could name any host.
 */
export const isTrusted = ({ baseUrl }: Service): boolean =>
  new URL(baseUrl).origin === location.origin || baseUrl === resolveBaseUrl(defaults().baseUrl);

/**
 * The token in the page's URL, as `#param=` or `?param=`. Warns about the second, because a query reaches servers, the
 * shop system's records and other scripts before the element. Reading the token removes it from the address bar, so that
 * it is not shared, bookmarked, or sent to others as the referrer.
 *
 * Nothing may be stored before the shopper acts, and a reload must not lose the reward. So the token moves from the URL
 * of an entry in the browser's history to the state of that entry. The browser stores no more than before, and forgets
 * the token with the entry. Once the shopper claims, `keepToken` shares it with the tab's other pages.
 */
export function takeToken(host: Host, param: string): string {
  const name = PREFIX + param;
  const { origin, pathname, search, hash } = location;
  const query = takeParameter(param, search);
  const fragment = takeParameter(param, hash);
  if (query.value !== undefined)
    console.warn(
      `The address has a reward's token in ?${param}=, which servers and statistics record. Link with #${param}= instead.`,
    );
  const brought = query.value ?? fragment.value;
  const remembered = recall(host, name);
  adoptKept();
  const token = brought ?? tokens[name] ?? (history.state as Tokens | null)?.[name];
  if (token === undefined) return remembered;
  tokens[name] = token;
  // With the origin, because a path may begin with two slashes.
  moveIntoHistory(brought === undefined ? undefined : origin + pathname + query.rest + fragment.rest);
  // Some pages add history entries, or replace the state. Not every browser has the first event, and by the second
  // one some browsers no longer store the state.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener(
    'currententrychange',
    entryChanged,
  );
  addEventListener('pagehide', entryChanged);
  return token;
}

const entryChanged = () => {
  adoptKept();
  moveIntoHistory();
};

/** When the shopper goes back, the history entry has the token from its link. */
function adoptKept(): void {
  const state = history.state as Tokens | null;
  for (const name in tokens) tokens[name] = state?.[name] ?? tokens[name]!;
}

/** Adds the tokens to the page's own state. Without an address, the current one stays. */
function moveIntoHistory(address?: string): void {
  const state = (history.state ?? {}) as Tokens;
  // Only a plain object has room for the tokens; otherwise they stay in the address.
  if (state.constructor !== Object) return;
  if (address === undefined && Object.keys(tokens).every((name) => state[name] === tokens[name])) return;
  try {
    history.replaceState({ ...state, ...tokens }, '', address);
  } catch {
    // Safari and Firefox refuse after many changes in a short time: until the next update, all stays in the address.
  }
}

/** The token of a claim on another page of this tab. */
function recall(host: Host, name: string): string {
  try {
    if (!host.noStorage && mayStore(host) === false) sessionStorage.removeItem(name);
    return sessionStorage.getItem(name) ?? '';
  } catch {
    // Storage is blocked.
    return '';
  }
}

/** Stores the token of a claim for the tab's other pages. Call it only if storing is allowed. */
export function keepToken(param: string, token: string): void {
  const name = PREFIX + param;
  try {
    if (sessionStorage.getItem(name) !== token) sessionStorage.setItem(name, token);
  } catch {
    // Full or blocked: then only the page that the link led to knows the token.
  }
}

/** Forgets the token of a claim that the service refused for good. */
export function forgetToken(param: string, token: string): void {
  const name = PREFIX + param;
  try {
    if (sessionStorage.getItem(name) === token) sessionStorage.removeItem(name);
  } catch {
    // Blocked: it was never stored.
  }
}

/**
 * The value of a parameter, and the other parameters exactly as they are written. A `+` stays a `+`, even in a query, where
 * forms encode a space as one: tokens in base64 contain it, and not every sender escapes it.
 */
function takeParameter(param: string, text: string): { value?: string | undefined; rest: string } {
  const rest: string[] = [];
  let value: string | undefined;
  for (const pair of text.slice(1).split('&')) {
    const [entry] = new URLSearchParams(pair.replaceAll('+', '%2B'));
    if (entry?.[0] === param) value ??= entry[1];
    else rest.push(pair);
  }
  const others = rest.join('&');
  return { value, rest: others && (text[0] ?? '') + others };
}
