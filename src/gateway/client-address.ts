/** Finds the client's network address, for the limits per address. */
import { networkOf } from './network.ts';
import type { ClientAddress, GatewayRequest, RequestContext } from './options.ts';

/**
 * The client's address: from the platform's header, from the entry in `X-Forwarded-For` written by the outermost of
 * our own proxies, or from the connection. Entries to the left of that one were sent by the client and cannot be
 * trusted. Undefined if none of them is an address.
 *
 * A request with a valid signature (`isSigned`) came through one more proxy, the shop platform's, which adds the
 * shopper's address; without that entry all shoppers of a shop would share the platform's address. If a header
 * names the address, it then names the shop platform's, and the platform's own entry may or may not be in the list.
 * The address is given as the network that it counts as: see network.ts.
 */
export function clientAddress(
  { headers }: Pick<GatewayRequest, 'headers'>,
  context: RequestContext,
  source: Exclude<ClientAddress, 'none'>,
  isSigned = false,
): string | undefined {
  let address: string | undefined;
  if (typeof source === 'object' && 'header' in source) {
    address = networkOf(headers.get(source.header) ?? '');
    if (isSigned) {
      const last = entryOf(headers, 1);
      address = (last === address ? entryOf(headers, 2) : last) ?? address;
    }
  } else {
    const hops = (source === 'connection' ? 0 : source.proxies) + (isSigned ? 1 : 0);
    if (hops > 0) address = entryOf(headers, hops);
  }
  // A request that bypassed the proxies is counted by its connection, which cannot be forged.
  return address ?? networkOf(context.address ?? '');
}

/**
 * The nth entry of `X-Forwarded-For` from the right. The entries to the left of it are not read, because a client can
 * send thousands of them.
 */
function entryOf(headers: GatewayRequest['headers'], n: number): string | undefined {
  const list = headers.get('x-forwarded-for') ?? '';
  let end = list.length;
  for (let passed = 1; passed < n && end >= 0; passed++) end = list.lastIndexOf(',', end - 1);
  return end < 0 ? undefined : networkOf(list.slice(list.lastIndexOf(',', end - 1) + 1, end).trim());
}
