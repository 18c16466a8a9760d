/** Whose request it is, for the limits by address. */
import type { GatewayOptions, RequestContext } from './options.ts';

/** Those whose address nobody knows share their limits. */
const UNKNOWN = 'unknown';

/**
 * The client's address: the platform's header, the entry of `X-Forwarded-For` that the outermost of our own proxies
 * wrote, or the connection's other end. What stands left of that entry was sent by the client, who may write anything.
 *
 * A request with a valid signature (`isSigned`) came through one proxy more, the shop platform's, which writes the
 * shopper's address too: without it all shoppers of a shop would share the platform's. Where the platform in front names
 * the address in a header, that is then the shop platform's, and its own entry may or may not be in the list.
 *
 * IPv4 as it is, also inside IPv6; IPv6 as its /64, which is what one customer of a provider gets and can choose
 * addresses from.
 */
export function clientAddress(
  { headers }: Pick<Request, 'headers'>,
  context: RequestContext,
  { proxyHops = 0, addressHeader }: Pick<GatewayOptions, 'proxyHops' | 'addressHeader'>,
  isSigned = false,
): string {
  const forwarded = () =>
    (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => normalise(entry.trim()));
  let address: string | undefined;
  if (addressHeader) {
    address = normalise(headers.get(addressHeader) ?? '');
    if (isSigned) {
      const entries = forwarded();
      address = (entries.at(-1) === address ? entries.at(-2) : entries.at(-1)) ?? address;
    }
  } else {
    const hops = proxyHops + (isSigned ? 1 : 0);
    if (hops > 0) address = forwarded().at(-hops);
  }
  // Whoever reached us past the proxies is counted by the connection, which cannot be made up.
  return address ?? normalise(context.address ?? '') ?? UNKNOWN;
}

/** undefined where it is no address. */
function normalise(given: string): string | undefined {
  // Some proxies write the port too: `192.0.2.1:443`, `[2001:db8::1]:443`.
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
  // A leading zero is octal to some and decimal to others.
  return bytes.every((byte) => byte <= 255) && bytes.join('.') === text ? bytes : undefined;
}

/** Its eight groups. */
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
