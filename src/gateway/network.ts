/** The network that an address counts as, for the limits. */
import ipaddr from 'ipaddr.js';

/** The longest text of an address with a zone and a port. */
const LONGEST = 100;

/** The wider IPv6 networks that are counted too: one customer may have a /56 or a /48 and use each /64 in it. */
const WIDER = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/**
 * Returns the network of an address, as a proxy or a socket writes it; undefined if the text is not an address.
 *
 * An IPv4 address is a network of its own. IPv6 is reduced to its /64, because one customer usually has all of a
 * /64. An IPv6 address that carries an IPv4 address counts as that one: mapped (`::ffff:192.0.2.1`), translated
 * (NAT64), and the tunnels 6to4 and Teredo, in which everybody has a network for each IPv4 address or shares one.
 */
export function networkOf(given: string): string | undefined {
  if (given.length > LONGEST) return undefined;
  // Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`.
  const text = (/^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, '$1'))
    // The zone is the name of a network card: `fe80::1%eth0`.
    .replace(/(?<=:.*)%.*$/, '');
  // Some parsers read a leading zero as octal, others as decimal, so it is rejected.
  const v4 = /[\d.]*\.[\d.]*$/.exec(text)?.[0];
  if (v4 !== undefined && !ipaddr.IPv4.isValidFourPartDecimal(v4)) return undefined;
  if (v4 === text) return text;
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
    case 'rfc6145':
      return bytes.slice(12).join('.');
    case 'teredo':
      return bytes
        .slice(12)
        .map((byte) => 255 - byte)
        .join('.');
    case '6to4':
      return bytes.slice(2, 6).join('.');
    default:
      return prefixOf(address, 64);
  }
}

/** The networks around a network of `networkOf`, and how many times its limit applies to each. */
export function widerNetworks(network: string): readonly { network: string; factor: number }[] {
  if (!network.includes(':')) return [];
  const address = ipaddr.IPv6.parse(network.replace('/64', ''));
  return WIDER.map(({ bits, factor }) => ({ network: prefixOf(address, bits), factor }));
}

/**
 * The site of a network of `networkOf`: the /48 of IPv6, which one customer may have. For limits by client and email
 * address together, in which neighbours do not meet.
 */
export const siteOf = (network: string): string => widerNetworks(network).at(-1)?.network ?? network;

const prefixOf = (address: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
