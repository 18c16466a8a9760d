/** How much header a request may have. */
import { GatewayError } from './errors.ts';

/** Browsers send some twenty. */
const MOST = 100;

/** In characters, names and values together: as much as Node allows, also where the runtime allows more. */
const LONGEST = 16_384;

/** @throws GatewayError 431 `header_too_large` */
export function checkHeaders({ headers }: Request): void {
  let count = 0;
  let length = 0;
  for (const [name, value] of headers) {
    count++;
    length += name.length + value.length;
  }
  if (count > MOST || length > LONGEST)
    throw new GatewayError(431, 'header_too_large', 'The header of the request is too large.', {
      headers: { connection: 'close' },
    });
}
