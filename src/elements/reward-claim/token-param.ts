import { SharedRecord } from '../base/records.ts';

const isToken = (data: unknown): data is string => typeof data === 'string';

/**
 * The token that the page's address carries as `?param=` or `#param=`. Once read it is gone from the address bar, so
 * that it is not shared, bookmarked or sent to others as the referrer; this tab remembers it for a reload.
 */
export function takeToken(param: string, isStored: () => boolean): string {
  const record = new SharedRecord<string>({
    name: `token:${param}`,
    area: 'sessionStorage',
    isValid: isToken,
    isShared: () => false,
    isStored,
  });
  const { origin, pathname, search, hash } = location;
  const query = without(param, search.slice(1));
  const fragment = without(param, hash.slice(1));
  const token = query.value ?? fragment.value;
  if (token !== undefined) {
    record.set(token);
    // With the origin, because a path may begin with two slashes.
    const rest = (query.rest && `?${query.rest}`) + (fragment.rest && `#${fragment.rest}`);
    history.replaceState(history.state, '', origin + pathname + rest);
  }
  return record.get() ?? '';
}

/** The value of a parameter, and the others exactly as they were written. */
function without(param: string, text: string): { value?: string; rest: string } {
  const rest: string[] = [];
  let value: string | undefined;
  for (const pair of text.split('&')) {
    const [entry] = new URLSearchParams(pair);
    if (entry?.[0] === param) value ??= entry[1];
    else rest.push(pair);
  }
  return { ...(value !== undefined && { value }), rest: rest.join('&') };
}
