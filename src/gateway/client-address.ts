/** Finds the client's network address, for the limits per address. */
import type { ClientAddress, RequestContext } from './options.ts';

/**
 * The client's address: from the platform's header, from the entry in `X-Forwarded-For` written by the outermost of
 * our own proxies, or from the connection. Entries to the left of that one were sent by the client and cannot be
 * trusted. Undefined if none of them is an address.
 *
 * A request with a valid signature (`isSigned`) came through one more proxy, the shop platform's, which adds the
 * shopper's address; without that entry all shoppers of a shop would share the platform's address. If a header
 * names the address, it then names the shop platform's, and the platform's own entry may or may not be in the list.
 *
 * IPv4 is returned unchanged, also if it is mapped into IPv6. IPv6 is reduced to its /64, because one customer
 * usually gets a whole /64 and can use any address in it.
 */
export function clientAddress(
  { headers }: Pick<Request, 'headers'>,
  context: RequestContext,
  source: Exclude<ClientAddress, 'none'>,
  isSigned = false,
): string | undefined {
  const forwarded = () =>
    (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => normalise(entry.trim()));
  let address: string | undefined;
  if (typeof source === 'object' && 'header' in source) {
    address = normalise(headers.get(source.header) ?? '');
    if (isSigned) {
      const entries = forwarded();
      address = (entries.at(-1) === address ? entries.at(-2) : entries.at(-1)) ?? address;
    }
  } else {
    const hops = (source === 'connection' ? 0 : source.proxies) + (isSigned ? 1 : 0);
    if (hops > 0) address = forwarded().at(-hops);
  }
  // A request that bypassed the proxies is counted by its connection, which cannot be forged.
  return address ?? normalise(context.address ?? '');
}

/** Undefined if the text is not an address. */
function normalise(given: string): string | undefined {
  // Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`.
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given;
  const v4 = ipv4(address.replace(/^([\d.]+):\d+$/, '$1'));
  if (v4) return v4.join('.');
  const groups = ipv6(address.replace(/%.*$/, ''));
  if (!groups) return undefined;
  const [a, b, c, d, e, f, g, h] = groups as [number, ...number[]];
  const isMapped = !a && !b && !c && !d && !e && f === 0xffff;
  if (isMapped) return [g! >> 8, g! & 255, h! >> 8, h! & 255].join('.');
  return `${[a, b, c, d].map((group) => group!.toString(16)).join(':')}::/64`;
}

function ipv4(text: string): number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  // Some parsers read a leading zero as octal, others as decimal, so it is rejected.
  return bytes.every((byte) => byte <= 255) && bytes.join('.') === text ? bytes : undefined;
}

/** The eight groups of the address; undefined if it is invalid. */
function ipv6(text: string): number[] | undefined {
  if (!text.includes(':') || text.length > 45) return undefined;
  // The last two groups may be written as IPv4.
  const tail = /:(\d[\d.]*\.\d+)$/.exec(text)?.[1];
  const bytes = tail === undefined ? undefined : ipv4(tail);
  if (tail !== undefined && !bytes) return undefined;
  const plain = bytes
    ? text.slice(0, -tail!.length) +
      [bytes[0]! * 256 + bytes[1]!, bytes[2]! * 256 + bytes[3]!].map((group) => group.toString(16)).join(':')
    : text;
  const [left = '', right, ...more] = plain.split('::');
  if (more.length) return undefined;
  const [head, rest] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - head!.length - rest!.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head!, ...Array<string>(right === undefined ? 0 : missing).fill('0'), ...rest!];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}
