/** Limits the size of a request's headers. */
import { GatewayError } from './errors.ts';
import type { GatewayRequest } from './options.ts';

/** Browsers send about twenty. */
export const MOST_HEADERS = 100;

/** The total length of names and values in characters: Node's own limit, enforced on every runtime. */
export const LONGEST_HEADER = 16_384;

/** @throws GatewayError 431 `header_too_large` */
export function checkHeaders({ headers }: GatewayRequest): void {
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
