/** The kinds of settings, and how each is parsed. Nothing here reads the environment. */
import type { ClientAddress, NamedSecret, Rate } from './options.ts';

/** An invalid value. The message describes the mistake and never quotes the value. */
export class Mistake extends Error {}

export interface Kind<Value> {
  /** The allowed values, for help and errors: `a whole number from 0 to 10`. */
  readonly allowed: string;
  /** @throws Mistake if the text is not allowed */
  read(text: string): Value;
}

const fail = (wrong: string): never => {
  throw new Mistake(wrong);
};

const textEncoder = new TextEncoder();
const bytesOf = (text: string) => textEncoder.encode(text).length;

/** A key is sent in headers, so it must be one line of visible ASCII. */
export const key: Kind<string> = {
  allowed: 'one line of visible ASCII characters',
  read: (text) =>
    /^[\x21-\x7e]+$/.test(text) ? text : fail('contains a space, a line break or a non-ASCII character'),
};

const LEAST_BYTES = 32;

function longEnough(secret: string, which = ''): string {
  const bytes = bytesOf(secret);
  return bytes >= LEAST_BYTES ? secret : fail(`is too short${which}: it has ${bytes} bytes`);
}

export const secret: Kind<string> = {
  allowed: `at least ${LEAST_BYTES} bytes, such as the output of \`openssl rand -base64 48\``,
  read: (text) => longEnough(text),
};

const itemsOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function distinct<Item>(items: readonly Item[], what: string): readonly Item[] {
  if (!items.length) fail(`names no ${what}`);
  if (new Set(items).size < items.length) fail(`names a ${what} twice`);
  return items;
}

/** `kid:secret,kid:secret`. The first is used for new data. */
export const namedSecrets: Kind<readonly NamedSecret[]> = {
  allowed: `kid:secret, or several separated by commas, the one for new data first; a kid is 1 to 64 of A-Z a-z 0-9 . _ -, a secret has at least ${LEAST_BYTES} bytes and no comma`,
  read(text) {
    const keys = itemsOf(text).map((item, index) => {
      const place = ` (key ${index + 1})`;
      const colon = item.indexOf(':');
      if (colon < 0) fail(`has no colon between kid and secret${place}`);
      const kid = item.slice(0, colon);
      if (!/^[\w.-]{1,64}$/.test(kid)) fail(`has a kid that is not allowed${place}`);
      return { kid, secret: longEnough(item.slice(colon + 1), place) };
    });
    distinct(
      keys.map(({ kid }) => kid),
      'key',
    );
    return keys;
  },
};

export function list(what: string, pattern: RegExp, allowed: string): Kind<readonly string[]> {
  return {
    allowed: `${allowed}; several are separated by commas`,
    read: (text) =>
      distinct(
        itemsOf(text).map((item) => (pattern.test(item) ? item : fail(`has a ${what} that is not allowed`))),
        what,
      ),
  };
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Whether traffic to this address can be read on the way. */
export const isUnencrypted = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
};

export const serviceUrl: Kind<string> = {
  allowed: 'an address such as https://service.example/api, without user, query or fragment',
  read(text) {
    const url = URL.canParse(text) ? new URL(text) : fail('is not an address');
    if (!['https:', 'http:'].includes(url.protocol)) fail('is neither https: nor http:');
    if (url.username || url.password) fail('contains a user or password');
    if (url.search || url.hash) fail('has a query or fragment');
    return text;
  },
};

export const origins: Kind<readonly string[]> = {
  allowed: 'origins such as https://shop.example, exactly as browsers send them, separated by commas',
  read: (text) =>
    distinct(
      itemsOf(text).map((item) => {
        const origin = URL.canParse(item) ? new URL(item).origin : 'null';
        if (origin === 'null') fail(`has an entry that is not an origin: ${JSON.stringify(item)}`);
        if (origin !== item)
          fail(`has ${JSON.stringify(item)} where browsers send ${JSON.stringify(origin)}`);
        if (!/^https?:/.test(origin)) fail(`has an origin that no page can have: ${JSON.stringify(item)}`);
        return item;
      }),
      'origin',
    ),
};

export const basePath: Kind<string> = {
  allowed: 'a path such as /apps/rewards, without a trailing slash',
  read: (text) => (/^(\/[\w.~-]*[\w~-][\w.~-]*)+$/.test(text) ? text : fail('is not such a path')),
};

export function whole(least: number, most: number, unit = ''): Kind<number> {
  return {
    allowed: `a whole number${unit && ` of ${unit}`} from ${least} to ${most}`,
    read(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : fail('is not a whole number');
      return value >= least && value <= most ? value : fail(`is not between ${least} and ${most}`);
    },
  };
}

/** The longest period of a limit in seconds: 24 days, the longest timer. */
const LONGEST_RATE = 2_147_483;

export const rate: Kind<Rate> = {
  allowed: 'a number and a period in seconds, such as 20/3600',
  read(text) {
    const [, points, duration] = /^(\d{1,9})\/(\d{1,7})$/.exec(text) ?? fail('is not such a pair of numbers');
    if (!Number(points) || !Number(duration)) fail('contains a zero');
    if (Number(duration) > LONGEST_RATE) fail(`has more than ${LONGEST_RATE} seconds`);
    return { points: Number(points), duration: Number(duration) };
  },
};

/** The choices, for help and errors. */
export const CLIENT_ADDRESS =
  '`connection` (clients connect to the gateway directly), `proxies:1` (the number of your own proxies in front, each of which adds to X-Forwarded-For), `header:cf-connecting-ip` (a header with the client’s address that the platform in front always sets) or `none` (no limits per address); in code `{ proxies: 1 }` and `{ header: "cf-connecting-ip" }`';

export const clientAddress: Kind<ClientAddress> = {
  allowed: CLIENT_ADDRESS,
  read(text) {
    if (text === 'connection' || text === 'none') return text;
    const [, proxies, header] =
      /^(?:proxies:([1-9]|10)|header:([a-z0-9-]+))$/.exec(text) ?? fail('is none of them');
    return proxies ? { proxies: Number(proxies) } : { header: header! };
  },
};

export const flag: Kind<boolean> = {
  allowed: 'true or false',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : fail('is neither')),
};

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> {
  return {
    allowed: choices.join(', ').replace(/, (?=[^,]*$)/, ' or '),
    read: (text) => choices.find((choice) => choice === text) ?? fail('is none of them'),
  };
}

export function text(pattern: RegExp, allowed: string): Kind<string> {
  return { allowed, read: (value) => (pattern.test(value) ? value : fail('is not allowed')) };
}
