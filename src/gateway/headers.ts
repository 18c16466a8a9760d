/** Limits the size of a request's headers. */
import { GatewayError } from './errors.ts';
import type { RequestContext } from './options.ts';

/** Browsers send about twenty. */
export const MOST_HEADERS = 100;

/** The total length of names and values in characters: Node's own limit, enforced on every runtime. */
export const LONGEST_HEADER = 16_384;

/**
 * Set by a server that has checked both limits itself. On Node, reading the headers of a request creates a
 * `Headers` object, which takes a considerable part of the time of a cached answer.
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
