import { type ConsentHost, mayStore } from '../shared/consent.ts';

const PREFIX = 'storefront-elements:token:';

type Tokens = Record<string, string>;

/** What links to this page brought. */
const tokens: Tokens = {};

/**
 * The token that the page's address carries as `?param=` or `#param=`. Once read it is gone from the address bar, so
 * that it is not shared, bookmarked, or sent to others as the referrer.
 *
 * Nothing may be stored before the shopper does something, and a reload must not lose the reward. So the token moves
 * from the address of its entry in the browser's history to the state of that entry: the browser knows no more than it
 * did, and forgets it with the entry. In the address it would be as safe, but not to itself; in memory it would not
 * last. When the shopper claims, `keepToken` has the tab remember it on its other pages, too.
 */
export function takeToken(host: ConsentHost & { readonly noStorage: boolean }, param: string): string {
  const name = PREFIX + param;
  const { origin, pathname, search, hash } = location;
  const query = without(param, search);
  const fragment = without(param, hash);
  const brought = query.value ?? fragment.value;
  const remembered = recall(host, name);
  const token = brought ?? tokens[name] ?? (history.state as Tokens | null)?.[name];
  if (token === undefined) return remembered;
  tokens[name] = token;
  // With the origin, because a path may begin with two slashes.
  moveIntoHistory(brought === undefined ? brought : origin + pathname + query.rest + fragment.rest);
  // Pages that have steps of their own, or write their state anew. Not every browser tells.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', changed);
  return token;
}

const changed = () => moveIntoHistory();

/** Puts the tokens beside the page's own state; without an address it stays as it is. */
function moveIntoHistory(address?: string): void {
  const state = (history.state ?? {}) as Tokens;
  // Beside what is no plain object there is no place for it: then it stays in the address.
  if (state.constructor !== Object) return;
  if (address ?? Object.keys(tokens).some((name) => state[name] !== tokens[name]))
    history.replaceState({ ...state, ...tokens }, '', address);
}

/** What this tab remembers of a claim on another page. */
function recall(host: Parameters<typeof takeToken>[0], name: string): string {
  try {
    if (!host.noStorage && mayStore(host) === false) sessionStorage.removeItem(name);
    return sessionStorage.getItem(name) ?? '';
  } catch {
    // Blocked.
    return '';
  }
}

/** Has the tab remember the token with which the shopper claims; asked for only where something may be stored. */
export function keepToken(param: string, token: string): void {
  try {
    sessionStorage.setItem(PREFIX + param, token);
  } catch {
    // Full or blocked: then only the page that the link led to knows it.
  }
}

/** The value of a parameter, and the others exactly as they were written. */
function without(param: string, text: string): { value?: string | undefined; rest: string } {
  const rest: string[] = [];
  let value: string | undefined;
  for (const pair of text.slice(1).split('&')) {
    const [entry] = new URLSearchParams(pair);
    if (entry?.[0] === param) value ??= entry[1];
    else rest.push(pair);
  }
  const others = rest.join('&');
  return { value, rest: others && (text[0] ?? '') + others };
}
