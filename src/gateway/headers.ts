/** How much header a request may have. */
import { GatewayError } from './errors.ts';
import type { RequestContext } from './options.ts';

/** Browsers send some twenty. */
export const MOST_HEADERS = 100;

/** In characters, names and values together: as much as Node allows, also where the runtime allows more. */
export const LONGEST_HEADER = 16_384;

/**
 * For a server that has kept to both bounds itself, and cheaper: to go through the headers of a request makes a `Headers`
 * of them on Node, which is a good part of an answer from the cache.
 */
export interface CheckedContext extends RequestContext {
  headersChecked?: boolean;
}

/** @throws GatewayError 431 `header_too_large` */
export function checkHeaders({ headers }: Request): void {
  let count = 0;
  let length = 0;
  for (const [name, value] of headers) {
    count++;
    length += name.length + value.length;
  }
  if (count > MOST_HEADERS || length > LONGEST_HEADER)
    throw new GatewayError(431, 'header_too_large', 'The header of the request is too large.', {
      headers: { connection: 'close' },
    });
}
