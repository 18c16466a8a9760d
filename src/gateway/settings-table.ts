/** All settings of the program and of the Worker. Help, docs and checks are generated from this table. */
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
  /** The purpose, in one or two sentences. */
  readonly about: string;
  /** The default, written as in the environment. */
  readonly standard?: string;
  readonly required?: true;
  /** The value never appears in a message, and `NAME_FILE` may name a file that contains it. */
  readonly secret?: true;
  /** Only for the program on Node. A Worker ignores it. */
  readonly nodeOnly?: true;
}

/** Adds the group's name to its rows, and keeps each row's own type. */
const group = <Rows extends Record<string, Omit<Setting<unknown>, 'group'>>>(name: string, rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, group: name }])) as {
    [Key in keyof Rows]: Rows[Key] & { readonly group: string };
  };

const DAY = 86_400;

export const settingsTable = {
  ...group('The service', {
    SERVICE_URL: { kind: serviceUrl, required: true, about: 'The address of the service.' },
    API_KEY: {
      kind: key,
      required: true,
      secret: true,
      about: 'The service’s API key. It is sent to the service and nowhere else.',
    },
    READ_TIMEOUT: {
      kind: whole(100, 60_000, 'milliseconds'),
      standard: '8000',
      about: 'Timeout for the service’s answers to reads and one-time codes.',
    },
    CLAIM_TIMEOUT: {
      kind: whole(1000, 120_000, 'milliseconds'),
      standard: '25000',
      about:
        'Timeout for the service’s answers to claims. A shutdown waits this long for claims in progress.',
    },
  }),
  ...group('Who may call', {
    ORIGINS: {
      kind: origins,
      about: 'The origins of the shop’s pages. Required unless calls come through Shopify’s app proxy.',
    },
    APP_PROXY_SECRETS: {
      kind: list('secret', /^[\x21-\x7e]{8,}$/, 'the app’s client secret, at least 8 characters'),
      secret: true,
      about:
        'Accepts calls through Shopify’s app proxy: the current secret, and the previous one during a rotation.',
    },
    APP_PROXY_SHOPS: {
      kind: list('shop', /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, 'a shop such as example.myshopify.com'),
      about: 'The shops whose app proxy may call.',
    },
    APP_PROXY_ORIGINS: {
      kind: origins,
      about: 'The shops’ own domains. Their pages may call through the app proxy, but not directly.',
    },
    BASE_PATH: { kind: basePath, about: 'The path before /v1 in the gateway’s own addresses.' },
    REQUIRE_LOGIN: { kind: flag, standard: 'false', about: 'Whether claims and reservations need a login.' },
    RESERVE: { kind: flag, standard: 'false', about: 'Whether codes can be reserved. Requires sessions.' },
  }),
  ...group('Secrets and sessions', {
    GATEWAY_SECRET: {
      kind: secret,
      required: true,
      secret: true,
      about: 'The gateway’s own secret. The keys that hash and encrypt its data are derived from it.',
    },
    SESSION_KEYS: {
      kind: namedSecrets,
      secret: true,
      about: 'The keys that sign sessions. Without them a verified code starts no session.',
    },
    SESSION_ISSUER: {
      kind: text(/^\S{1,200}$/, 'text without spaces'),
      about: '`iss` of the sessions, such as the gateway’s address.',
    },
    SESSION_AUDIENCE: {
      kind: text(/^\S{1,200}$/, 'text without spaces'),
      about: '`aud` of the sessions, such as the shop’s address.',
    },
    SESSION_LIFETIME: {
      kind: whole(60, 30 * DAY, 'seconds'),
      standard: '43200',
      about: 'How long a login is valid.',
    },
    SESSION_COOKIE: {
      kind: oneOf('Strict', 'Lax'),
      about:
        'Keeps sessions in HttpOnly cookies with this SameSite. Requires pages and gateway on the same site.',
    },
    SESSION_COOKIE_DOMAIN: {
      kind: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain such as shop.example'),
      about: 'The cookie’s domain. Without it the cookie is limited to the gateway’s own host.',
    },
  }),
  ...group('Claims', {
    CLAIM_KEYS: {
      kind: namedSecrets,
      secret: true,
      about:
        'The secrets from which the encryption keys of stored claims are derived. By default GATEWAY_SECRET, which must then not change while claims are stored.',
    },
    CLAIM_LIFETIME: {
      kind: whole(DAY, 3650 * DAY, 'seconds'),
      standard: String(90 * DAY),
      about:
        'How long a claim is stored and returned again. Must exceed the lifetime of the service’s tokens.',
    },
    AFTER_LOST_ANSWER: {
      kind: oneOf('stop', 'repeat'),
      standard: 'stop',
      about:
        '`repeat` asks the service again after its answer to a claim was lost. Only for services that then return the same result.',
    },
  }),
  ...group('Limits', {
    LIMIT_SEND_PER_ADDRESS: {
      kind: rate,
      standard: '20/3600',
      about: 'One-time codes sent, by client address.',
    },
    LIMIT_SEND_PER_EMAIL_AND_ADDRESS: {
      kind: rate,
      standard: '5/3600',
      about: 'One-time codes sent, by e-mail and client address together.',
    },
    LIMIT_SEND_PER_EMAIL: {
      kind: rate,
      standard: '15/3600',
      about: 'One-time codes sent, by e-mail address, for all clients together.',
    },
    LIMIT_SEND_PER_BUSY_EMAIL: {
      kind: rate,
      standard: '1/600',
      about: 'One-time codes sent to an e-mail address after LIMIT_SEND_PER_EMAIL is reached.',
    },
    LIMIT_VERIFY_PER_ADDRESS: { kind: rate, standard: '60/3600', about: 'Code checks, by client address.' },
    LIMIT_VERIFY_PER_EMAIL_AND_ADDRESS: {
      kind: rate,
      standard: '10/3600',
      about: 'Code checks, by e-mail and client address together, for all codes.',
    },
    LIMIT_VERIFY_PER_EMAIL: {
      kind: rate,
      standard: '30/3600',
      about: 'Code checks, by e-mail address, for all clients together.',
    },
    LIMIT_VERIFY_PER_BUSY_EMAIL: {
      kind: rate,
      standard: '1/60',
      about: 'Code checks of an e-mail address after LIMIT_VERIFY_PER_EMAIL is reached.',
    },
    LIMIT_TRIES_PER_CODE: {
      kind: rate,
      standard: '5/3600',
      about: 'Checks of a single code by one client.',
    },
    LIMIT_CLAIM_PER_ADDRESS: {
      kind: rate,
      standard: '60/3600',
      about: 'Claims and reservations, by client address.',
    },
    LIMIT_CLAIM_PER_TOKEN: {
      kind: rate,
      standard: '30/3600',
      about: 'Claims, by token.',
    },
    LIMIT_RESERVE_PER_SESSION: {
      kind: rate,
      standard: '30/3600',
      about: 'Reservations, by the e-mail address of the session.',
    },
    LIMIT_READ_PER_ADDRESS: {
      kind: rate,
      standard: '600/60',
      about:
        'Requests for collections and timelines that are not in the cache, or that renew it, by client address.',
    },
    BODY_LIMIT: {
      kind: whole(256, 65_536, 'bytes'),
      standard: '4096',
      about: 'The maximum size of a request body.',
    },
    BODY_TIMEOUT: {
      kind: whole(100, 60_000, 'milliseconds'),
      standard: '5000',
      about: 'The time for a request body to arrive.',
    },
    CODE_ANSWER_TIME: {
      kind: whole(0, 10_000, 'milliseconds'),
      standard: '700',
      about: 'The minimum time for sending and verifying a code, so that the time reveals nothing.',
    },
    UNKNOWN_ADDRESS_CODES: {
      kind: list('code', /^[\w.-]{1,100}$/, 'an error code'),
      about: 'The service’s error codes for an unknown e-mail address. The answer then looks like any other.',
    },
  }),
  ...group('Collections and timelines', {
    COLLECTION_FIELDS: {
      kind: list('field', /^\w{1,100}$/, 'a field’s name'),
      about: 'Fields of a collection to include in addition to those that the elements need.',
    },
    CACHE_FRESH: { kind: whole(0, DAY, 'seconds'), standard: '30', about: 'How long an answer is fresh.' },
    CACHE_WHILE_REVALIDATE: {
      kind: whole(0, 30 * DAY, 'seconds'),
      standard: '300',
      about: 'How much longer an answer is returned while it is renewed in the background.',
    },
    CACHE_IF_ERROR: {
      kind: whole(0, 30 * DAY, 'seconds'),
      standard: '86400',
      about: 'How much longer an answer is returned while the service fails.',
    },
  }),
  ...group('Where it runs', {
    PORT: {
      kind: whole(0, 65_535),
      standard: '8080',
      nodeOnly: true,
      about: 'The port to listen on; 0 picks any free port.',
    },
    HOST: {
      kind: text(/^[\w.:-]+$/, 'an address of this machine'),
      standard: '127.0.0.1',
      nodeOnly: true,
      about: 'The address to listen on; 0.0.0.0 or :: for all, as in a container.',
    },
    PROXY_HOPS: {
      kind: whole(0, 10),
      standard: '0',
      about:
        'The number of proxies in front that add to X-Forwarded-For. The client’s address is that many entries from the right.',
    },
    ADDRESS_HEADER: {
      kind: text(/^[a-z0-9-]+$/, 'a header’s name in lower case'),
      about:
        'Instead of PROXY_HOPS: a header with the client’s address that the platform in front always sets. Workers default to cf-connecting-ip.',
    },
    STORE_URL: {
      kind: text(
        /^(memory:|file:\/.*|rediss?:\/\/\S+)$/,
        'memory:, file:/folder, redis://host:port/database or rediss://…',
      ),
      standard: 'memory:',
      secret: true,
      nodeOnly: true,
      about: 'The store for claims, limits and logouts. Several instances need Redis.',
    },
    LOG_LEVEL: {
      kind: oneOf('info', 'warn', 'error', 'silent'),
      standard: 'info',
      nodeOnly: true,
      about: 'The lowest level that is logged.',
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

/** The value of every setting, by its name in the environment. */
export type Settings = { readonly [Name in SettingName]: IsSure<Name> };

export const settingNames = Object.keys(settingsTable) as SettingName[];
export const settingOf = (name: SettingName): Setting<unknown> => settingsTable[name];
