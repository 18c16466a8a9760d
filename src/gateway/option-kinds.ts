/** The kinds of options: how each is checked, and how it is written in the environment. */
import * as v from 'valibot';
import { isLoopback } from '../api/loopback.ts';
import { resolveBaseUrl } from '../api/service-address.ts';
import type { ClientAddress, NamedSecret, Rate } from './options.ts';
import type { GatewayStore } from './stores/store.ts';

export interface Kind<Value> {
  /** The allowed values, for help and errors: `a whole number from 0 to 10`. */
  readonly allowed: string;
  /** Its messages say what is wrong, worded to follow the option's name, and never quote a secret. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Converts the text of a variable. Text that it cannot convert is returned unchanged, for the schema to reject. */
  parse?(text: string): unknown;
  /** Writes a value as in a variable. Default `String`. */
  show?(value: Value): string;
}

const anyText = v.string('is not text');
const matching = (pattern: RegExp) => v.pipe(anyText, v.regex(pattern, 'is not allowed'));

export const text = (pattern: RegExp, allowed: string): Kind<string> => ({
  allowed,
  schema: matching(pattern),
});

export const flag: Kind<boolean> = {
  allowed: 'true or false',
  schema: v.boolean('is neither true nor false'),
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

export const oneOf = <const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> => ({
  allowed: choices.join(', ').replace(/, (?=[^,]*$)/, ' or '),
  schema: v.picklist(choices, 'is none of the choices'),
});

const range = (least: number, most: number) =>
  v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  );

const numberIn = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : text);

export const whole = (least: number, most: number, unit = ''): Kind<number> => ({
  allowed: `a whole number${unit && ` of ${unit}`} from ${least} to ${most}`,
  schema: range(least, most),
  parse: numberIn,
});

/** The longest period of a limit in seconds: 24 days, the longest timer. */
const LONGEST_PERIOD = 2_147_483;

export const rate: Kind<Rate> = {
  allowed: 'a number and a period in seconds, such as 20/3600; in code { points: 20, duration: 3600 }',
  schema: v.object({ points: range(1, 1e9), duration: range(1, LONGEST_PERIOD) }, 'is not such a pair'),
  parse(text) {
    const [points, duration, ...rest] = text.split('/');
    return duration === undefined || rest.length
      ? text
      : { points: numberIn(points), duration: numberIn(duration) };
  },
  show: ({ points, duration }) => `${points}/${duration}`,
};

const itemsOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** A list without duplicates. `least` is 1 for lists that make no sense without an entry. */
function list<Item>(
  allowed: string,
  item: v.GenericSchema<unknown, Item>,
  { least = 0, idOf = (each: Item): unknown => each, parse = (text: string): unknown => text } = {},
): Kind<Item[]> {
  return {
    allowed: `${allowed}; several are separated by commas, in code a list`,
    schema: v.pipe(
      v.array(item, 'is not such a list'),
      v.minLength(least, 'is empty'),
      v.check((items) => new Set(items.map(idOf)).size === items.length, 'has an entry twice'),
    ),
    parse: (text) => (itemsOf(text).length ? itemsOf(text).map(parse) : text),
  };
}

export const names = (pattern: RegExp, allowed: string): Kind<string[]> => list(allowed, matching(pattern));

export const shops = list(
  'a shop such as example.myshopify.com',
  matching(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/),
  { least: 1 },
);

const LEAST_BYTES = 32;
const LEAST_DIFFERENT = 10;
const EXAMPLE =
  /change.?(me|this)|replace.?(me|this|with)|placeholder|your.?(own.?)?(secret|key)|insert.?(your|secret)|0123456789abcdef|abcdefghijklmnop|password/i;

export const bytesOf = (secret: string | Uint8Array): Uint8Array =>
  typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;

function weaknessOf(secret: string | Uint8Array): string | undefined {
  const bytes = bytesOf(secret);
  if (bytes.length < LEAST_BYTES) return `is too short: it has ${bytes.length} bytes`;
  if (new Set(bytes).size < LEAST_DIFFERENT)
    return `is easy to guess: it has fewer than ${LEAST_DIFFERENT} different characters`;
  return typeof secret === 'string' && (EXAMPLE.test(secret) || /^(.+?)\1+$/s.test(secret))
    ? 'is easy to guess: it looks like an example, or repeats itself'
    : undefined;
}

const strong = <Secret extends string | Uint8Array>(schema: v.GenericSchema<unknown, Secret>) =>
  v.pipe(
    schema,
    v.check(
      (secret) => weaknessOf(secret) === undefined,
      ({ input }) => weaknessOf(input)!,
    ),
  );

const anySecret = strong(v.union([v.string(), v.instance(Uint8Array)], 'is neither text nor bytes'));

export const secret: Kind<string | Uint8Array> = {
  allowed: `at least ${LEAST_BYTES} random bytes, such as the output of \`openssl rand -base64 48\``,
  schema: anySecret,
};

export const appSecrets = list('the app’s client secret, at least 32 characters', strong(anyText), {
  least: 1,
});

/** `kid:secret,kid:secret`. The first is used for new data. */
export const namedSecrets: Kind<NamedSecret[]> = list<NamedSecret>(
  `kid:secret, in code { kid, secret }, the one for new data first; a kid is 1 to 64 of A-Z a-z 0-9 . _ -, a secret has at least ${LEAST_BYTES} random bytes and no comma`,
  v.object({ kid: matching(/^[\w.-]{1,64}$/), secret: anySecret }, 'is not a kid with a secret'),
  {
    least: 1,
    idOf: ({ kid }) => kid,
    parse(item) {
      const colon = item.indexOf(':');
      return colon < 0 ? item : { kid: item.slice(0, colon), secret: item.slice(colon + 1) };
    },
  },
);

/** Names and addresses that only exist in private networks, such as a container's name. */
const isPrivate = (hostname: string) =>
  /^([^.:]+|.+\.(internal|local|lan|svc)|\[f[cd].*|(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/.test(
    hostname,
  );

/** Whether traffic to this address can be read on the way. */
export const isUnencrypted = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
};

export const serviceUrl: Kind<string> = {
  allowed:
    'an address such as https://service.example/api, without user, query or fragment, and without the /v1 of its paths; http only in a private network',
  schema: v.pipe(
    anyText,
    // A relative path would belong to a page, and a server has none.
    v.check((url) => /^https?:/i.test(url) && resolveBaseUrl(url) !== undefined, 'is not such an address'),
    v.check((url) => !resolveBaseUrl(url)!.endsWith('/v1'), 'ends with /v1, which must be left out'),
    v.check(
      (url) => !isUnencrypted(url) || isPrivate(new URL(url).hostname),
      'is http, and would send the API key unencrypted',
    ),
  ),
};

const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : 'null');
const quote = ({ input }: { input: unknown }) => `is ${JSON.stringify(input)}`;

export const origins = list(
  'an origin such as https://shop.example, exactly as browsers send it; http only for this machine',
  v.pipe(
    anyText,
    // The parser accepts a star in a host as an ordinary character, but it is not a wildcard here.
    v.check((text) => /^https?:[^*]*$/.test(originOf(text)), quote),
    v.check(
      (text) => originOf(text) === text,
      (issue) => `${quote(issue)} where browsers send ${JSON.stringify(originOf(issue.input))}`,
    ),
    v.check(
      (text) => !isUnencrypted(text),
      (issue) => `${quote(issue)}, whose pages can be changed on their way`,
    ),
  ),
);

export const clientAddress: Kind<ClientAddress> = {
  allowed:
    '`connection` (clients connect to the gateway directly), `proxies:1` (the number of your own proxies in front, each of which adds to X-Forwarded-For), `header:cf-connecting-ip` (a header with the client’s address that the platform in front always sets) or `none` (no limits per address); in code { proxies: 1 } and { header: "cf-connecting-ip" }',
  schema: v.union(
    [
      v.picklist(['connection', 'none']),
      v.strictObject({ proxies: range(1, 10) }),
      // Clients can add to a list, so it is not an address.
      v.strictObject({ header: matching(/^(?!(x-forwarded-for|forwarded)$)[a-z0-9-]+$/i) }),
    ],
    'is none of the choices',
  ),
  parse(text) {
    const [, name, value = ''] = /^(proxies|header):(.*)$/.exec(text) ?? [];
    return name === undefined ? text : name === 'header' ? { header: value } : { proxies: numberIn(value) };
  },
  show: (value) => (typeof value === 'string' ? value : Object.entries(value).flat().join(':')),
};

export const pattern: Kind<string> = {
  allowed: 'a regular expression with the flag u, such as [0-9a-f-]{36}',
  schema: v.pipe(
    anyText,
    v.check((text) => {
      try {
        return text !== '' && new RegExp(text, 'u').unicode;
      } catch {
        return false;
      }
    }, 'is not a regular expression'),
  ),
};

const STORE_METHODS = ['get', 'set', 'delete', 'lock', 'hit', 'forgive', 'check', 'close'] as const;

export const store: Kind<GatewayStore> = {
  allowed: `an object with the methods ${STORE_METHODS.join(', ')}`,
  schema: v.custom<GatewayStore>(
    (store) => STORE_METHODS.every((name) => typeof (store as GatewayStore | null)?.[name] === 'function'),
    'is not a GatewayStore',
  ),
};

export const callable = <Value>(): Kind<Value> => ({
  allowed: 'a function',
  schema: v.custom<Value>((value) => typeof value === 'function', 'is not one'),
});
