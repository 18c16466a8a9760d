/** Every setting of the program and of the Worker: help, docs and checks are made from this table. */
import {
  basePath,
  flag,
  key,
  type Kind,
  list,
  namedSecrets,
  oneOf,
  origins,
  rate,
  secret,
  serviceUrl,
  text,
  whole,
} from './setting-kinds.ts';

export interface Setting<Value> {
  readonly kind: Kind<Value>;
  readonly group: string;
  /** What it is for, in one sentence or two. */
  readonly about: string;
  /** As it would be written in the environment. */
  readonly standard?: string;
  readonly required?: true;
  /** Its value is in no message, and `NAME_FILE` may name a file with it. */
  readonly secret?: true;
  /** Only of the program on Node; a Worker has no use for it. */
  readonly nodeOnly?: true;
}

/** Groups rows, and keeps each row's own type. */
const group = <Rows extends Record<string, Omit<Setting<unknown>, 'group'>>>(name: string, rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, group: name }])) as {
    [Key in keyof Rows]: Rows[Key] & { readonly group: string };
  };

const DAY = 86_400;

export const settingsTable = {
  ...group('The service', {
    SERVICE_URL: { kind: serviceUrl, required: true, about: 'Where the service is.' },
    API_KEY: {
      kind: key,
      required: true,
      secret: true,
      about: 'The service’s API key; it goes nowhere else.',
    },
    READ_TIMEOUT: {
      kind: whole(100, 60_000, 'milliseconds'),
      standard: '8000',
      about: 'For the service’s answers to reads and one-time codes.',
    },
    CLAIM_TIMEOUT: {
      kind: whole(1000, 120_000, 'milliseconds'),
      standard: '25000',
      about: 'For the service’s answers to claims. A stop waits this long for claims under way.',
    },
  }),
  ...group('Who may call', {
    ORIGINS: {
      kind: origins,
      about: 'The shop’s pages. Needed, unless calls come through Shopify’s app proxy.',
    },
    APP_PROXY_SECRETS: {
      kind: list('secret', /^[\x21-\x7e]{8,}$/, 'the app’s client secret, at least 8 characters'),
      secret: true,
      about:
        'For calls through Shopify’s app proxy: the current secret, and the one before while it is replaced.',
    },
    APP_PROXY_SHOPS: {
      kind: list('shop', /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, 'a shop such as example.myshopify.com'),
      about: 'The shops whose app proxy may call.',
    },
    APP_PROXY_ORIGINS: {
      kind: origins,
      about: 'The shops’ own domains, whose pages may call through the app proxy, and not past it.',
    },
    BASE_PATH: { kind: basePath, about: 'What stands before /v1 in the gateway’s own addresses.' },
    REQUIRE_LOGIN: { kind: flag, standard: 'false', about: 'Claims and reservations need a login.' },
    RESERVE: { kind: flag, standard: 'false', about: 'Whether codes can be reserved; needs sessions.' },
  }),
  ...group('Secrets and sessions', {
    GATEWAY_SECRET: {
      kind: secret,
      required: true,
      secret: true,
      about: 'The gateway’s own; what it keeps is hashed and encrypted by keys derived from it.',
    },
    SESSION_KEYS: {
      kind: namedSecrets,
      secret: true,
      about: 'For signing sessions. Without it a verified code gives no session.',
    },
    SESSION_ISSUER: {
      kind: text(/^\S{1,200}$/, 'a text without blanks'),
      about: '`iss` of the sessions, such as the gateway’s address.',
    },
    SESSION_AUDIENCE: {
      kind: text(/^\S{1,200}$/, 'a text without blanks'),
      about: '`aud` of the sessions, such as the shop’s address.',
    },
    SESSION_LIFETIME: {
      kind: whole(60, 30 * DAY, 'seconds'),
      standard: '43200',
      about: 'How long a login is good for.',
    },
    SESSION_COOKIE: {
      kind: oneOf('Strict', 'Lax'),
      about:
        'Sessions are HttpOnly cookies with this SameSite; only where pages and gateway are of one site.',
    },
    SESSION_COOKIE_DOMAIN: {
      kind: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain such as shop.example'),
      about: 'The cookie’s domain; without it the cookie is for the gateway’s own host.',
    },
  }),
  ...group('Claims', {
    CLAIM_KEYS: {
      kind: namedSecrets,
      secret: true,
      about:
        'For encrypting what is kept of claims. Default: one derived from GATEWAY_SECRET, which is then not to change while claims are kept.',
    },
    CLAIM_LIFETIME: {
      kind: whole(DAY, 3650 * DAY, 'seconds'),
      standard: String(90 * DAY),
      about: 'How long a claim is kept, and given again. Longer than the tokens of the service are good for.',
    },
    AFTER_LOST_ANSWER: {
      kind: oneOf('stop', 'repeat'),
      standard: 'stop',
      about:
        '`repeat` asks the service again after its answer to a claim was lost; only for services that then give the same result once more.',
    },
  }),
  ...group('Limits', {
    LIMIT_SEND_PER_ADDRESS: {
      kind: rate,
      standard: '20/3600',
      about: 'One-time codes sent, by client address.',
    },
    LIMIT_SEND_PER_EMAIL: {
      kind: rate,
      standard: '5/3600',
      about: 'One-time codes sent to one e-mail address.',
    },
    LIMIT_VERIFY_PER_ADDRESS: { kind: rate, standard: '60/3600', about: 'Codes tried, by client address.' },
    LIMIT_VERIFY_PER_EMAIL: { kind: rate, standard: '20/3600', about: 'Codes tried for one e-mail address.' },
    LIMIT_TRIES_PER_CODE: { kind: rate, standard: '5/3600', about: 'Tries of one code.' },
    LIMIT_CLAIM_PER_ADDRESS: {
      kind: rate,
      standard: '60/3600',
      about: 'Claims and reservations, by client address.',
    },
    LIMIT_CLAIM_PER_TOKEN: { kind: rate, standard: '30/3600', about: 'Claims of one token.' },
    LIMIT_READ_PER_ADDRESS: {
      kind: rate,
      standard: '600/60',
      about: 'Collections and timelines that the cache does not have, by client address.',
    },
    BODY_LIMIT: { kind: whole(256, 65_536, 'bytes'), standard: '4096', about: 'The largest body.' },
    BODY_TIMEOUT: {
      kind: whole(100, 60_000, 'milliseconds'),
      standard: '5000',
      about: 'Until a body must be there.',
    },
    CODE_ANSWER_TIME: {
      kind: whole(0, 10_000, 'milliseconds'),
      standard: '700',
      about: 'What sending and verifying a code take at least, so that their time says nothing.',
    },
    UNKNOWN_ADDRESS_CODES: {
      kind: list('code', /^[\w.-]{1,100}$/, 'an error code'),
      about:
        'The service’s error codes for an address that it does not know; such an answer looks like any other.',
    },
  }),
  ...group('Collections and timelines', {
    COLLECTION_FIELDS: {
      kind: list('field', /^\w{1,100}$/, 'a field’s name'),
      about: 'Fields of a collection that go out besides those that the elements need.',
    },
    CACHE_FRESH: { kind: whole(0, DAY, 'seconds'), standard: '30', about: 'How long they are fresh.' },
    CACHE_WHILE_REVALIDATE: {
      kind: whole(0, 30 * DAY, 'seconds'),
      standard: '300',
      about: 'How long after that they are given while they are renewed.',
    },
    CACHE_IF_ERROR: {
      kind: whole(0, 30 * DAY, 'seconds'),
      standard: '86400',
      about: 'How long after that they are given in place of an error.',
    },
  }),
  ...group('Where it runs', {
    PORT: {
      kind: whole(0, 65_535),
      standard: '8080',
      nodeOnly: true,
      about: 'Where it listens; 0 takes any free port.',
    },
    HOST: {
      kind: text(/^[\w.:-]+$/, 'an address of this machine'),
      standard: '127.0.0.1',
      nodeOnly: true,
      about: 'The address it listens on; 0.0.0.0 or :: for all, as in a container.',
    },
    PROXY_HOPS: {
      kind: whole(0, 10),
      standard: '0',
      about:
        'How many proxies in front add to X-Forwarded-For; the client’s address is that many from the right.',
    },
    ADDRESS_HEADER: {
      kind: text(/^[a-z0-9-]+$/, 'a header’s name in lower case'),
      about:
        'In place of hops: a header with the client’s address that the platform in front always sets. A Worker takes cf-connecting-ip.',
    },
    STORE_URL: {
      kind: text(
        /^(memory:|file:\/.*|rediss?:\/\/\S+)$/,
        'memory:, file:/folder, redis://host:port/database or rediss://…',
      ),
      standard: 'memory:',
      secret: true,
      nodeOnly: true,
      about: 'Where claims, limits and logouts are kept. Several instances need Redis.',
    },
    LOG_LEVEL: {
      kind: oneOf('info', 'warn', 'error', 'silent'),
      standard: 'info',
      nodeOnly: true,
      about: 'The least that is logged.',
    },
  }),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settingsTable;
type ValueOf<Name extends SettingName> = (typeof settingsTable)[Name] extends { kind: Kind<infer Value> }
  ? Value
  : never;
type IsSure<Name extends SettingName> = (typeof settingsTable)[Name] extends
  { required: true } | { standard: string }
  ? ValueOf<Name>
  : ValueOf<Name> | undefined;

/** Every setting's value, by its name in the environment. */
export type Settings = { readonly [Name in SettingName]: IsSure<Name> };

export const settingNames = Object.keys(settingsTable) as SettingName[];
export const settingOf = (name: SettingName): Setting<unknown> => settingsTable[name];
