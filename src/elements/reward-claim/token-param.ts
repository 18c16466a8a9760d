/** The tokens that storage did not take, or should not. */
const unstored: Record<string, string | undefined> = {};

/**
 * The token that the page's address carries as `?param=` or `#param=`. Once read it is gone from the address bar, so
 * that it is not shared, bookmarked or sent to others as the referrer; this tab remembers it for a reload.
 */
export function takeToken(param: string, isStored: boolean): string {
  const name = `storefront-elements:token:${param}`;
  const { origin, pathname, search, hash } = location;
  const query = without(param, search);
  const fragment = without(param, hash);
  const token = query.value ?? fragment.value;
  // With the origin, because a path may begin with two slashes.
  if (token !== undefined)
    history.replaceState(history.state, '', origin + pathname + query.rest + fragment.rest);
  try {
    if (token !== undefined) {
      unstored[param] = token;
      if (isStored) sessionStorage.setItem(name, token);
      else sessionStorage.removeItem(name);
      if (isStored) unstored[param] = undefined;
    }
    return unstored[param] ?? sessionStorage.getItem(name) ?? '';
  } catch {
    return unstored[param] ?? '';
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
