/**
 * All options, each with its environment variable, check, default and description. `createGateway`, the program, the
 * Worker, `--help` and docs/gateway-settings.md are made from this table.
 */
import { ERROR_CODE } from './errors.ts';
import * as kinds from './option-kinds.ts';
import type * as options from './options.ts';
import { STANDARD_PREFIX } from './stores/store.ts';

export interface Row<Value> {
  readonly kind: kinds.Kind<Value>;
  readonly standard?: Value;
  /** Within `appProxy` and `sessions`: required if any option of the group is set. */
  readonly required?: true;
  /** The environment variable. Without one, only code can set the option. */
  readonly variable?: string;
  /** The purpose, in one or two sentences. */
  readonly about?: string;
  /** The heading above this row and those that follow it. */
  readonly heading?: string;
  /** The value never appears in a message, and `NAME_FILE` may name a file that contains it. */
  readonly secret?: true;
  /** Only for the program on Node. A Worker ignores it. */
  readonly nodeOnly?: true;
}

type All = Required<options.GatewayOptions>;
type In<Group extends string, Options> = {
  [Name in keyof Options & string as `${Group}.${Name}`]-?: Exclude<Options[Name], undefined>;
};

/** The types of all options by their paths, such as `timeouts.read`, and of the program's own settings. */
type AllValues = {
  [Name in keyof Omit<All, 'appProxy' | 'sessions' | 'claims' | 'limits' | 'cache' | 'timeouts'>]: Exclude<
    All[Name],
    undefined
  >;
} & In<'appProxy', options.AppProxyOptions> &
  In<'sessions', Omit<options.SessionOptions, 'cookie'>> &
  In<'sessions.cookie', NonNullable<options.SessionOptions['cookie']>> &
  In<'claims', options.ClaimOptions> &
  In<'limits', options.RateLimits> &
  In<'cache', NonNullable<All['cache']>> &
  In<'timeouts', NonNullable<All['timeouts']>> &
  In<'program', { port: number; host: string; storeUrl: string; storePrefix: string; logLevel: string }>;

/** A row that an environment variable can set. */
const setting = <Value, const Rest extends Omit<Row<Value>, 'kind' | 'variable'>>(
  variable: string,
  kind: kinds.Kind<Value>,
  rest: Rest & { about: string },
) => ({ variable, kind, ...rest });

/** A row for each limit, with its default and description. */
const limitRows = (
  rows: Readonly<Record<keyof options.RateLimits, readonly [standard: options.Rate, about: string]>>,
) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [standard, about]]) => {
      const variable = `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
      return [`limits.${name}`, setting(variable, kinds.rate, { standard, about })];
    }),
  ) as unknown as Record<
    `limits.${keyof options.RateLimits}`,
    { kind: kinds.Kind<options.Rate>; standard: options.Rate }
  >;

const perMinutes = (points: number, minutes: number): options.Rate => ({ points, duration: 60 * minutes });
const perHour = (points: number) => perMinutes(points, 60);

const DAY = 86_400;
/** Ten years. A larger value is probably in the wrong unit. */
const LONGEST_LIFETIME = 3650 * DAY;
/** The longest lifetime of a session, in seconds. */
export const LONGEST_SESSION = 30 * DAY;

export const optionTable = {
  baseUrl: setting('SERVICE_URL', kinds.serviceUrl, {
    heading: 'The service',
    required: true,
    about: 'The address of the service.',
  }),
  apiKey: setting('API_KEY', kinds.text(/^[\x21-\x7e]+$/, 'one line of visible ASCII characters'), {
    required: true,
    secret: true,
    about: 'The service’s API key. It is sent to the service and nowhere else.',
  }),
  'timeouts.read': setting('READ_TIMEOUT', kinds.whole(1, 60_000, 'milliseconds'), {
    standard: 8_000,
    about: 'Timeout for the service’s answers to reads and one-time codes.',
  }),
  'timeouts.claim': setting('CLAIM_TIMEOUT', kinds.whole(1, 120_000, 'milliseconds'), {
    standard: 25_000,
    about:
      'Timeout for the service’s answers to claims, at least READ_TIMEOUT. A shutdown waits this long for claims in progress.',
  }),
  responseLimit: setting('RESPONSE_LIMIT', kinds.whole(1024, 67_108_864, 'bytes'), {
    standard: 4_194_304,
    about: 'The maximum size of an answer of the service.',
  }),
  origins: setting('ORIGINS', kinds.origins, {
    heading: 'Who may call',
    about: 'The origins of the shop’s pages. Required unless calls come through Shopify’s app proxy.',
  }),
  'appProxy.secrets': setting('APP_PROXY_SECRETS', kinds.appSecrets, {
    required: true,
    secret: true,
    about:
      'Accepts calls through Shopify’s app proxy: the current secret, and the previous one during a rotation.',
  }),
  'appProxy.shops': setting('APP_PROXY_SHOPS', kinds.shops, {
    required: true,
    about: 'The shops whose app proxy may call.',
  }),
  'appProxy.origins': setting('APP_PROXY_ORIGINS', kinds.origins, {
    about: 'The shops’ own domains. Their pages may call through the app proxy, but not directly.',
  }),
  'appProxy.adminToken': setting(
    'APP_PROXY_ADMIN_TOKEN',
    kinds.text(/^[\x21-\x7e]{16,200}$/, 'a token of the Admin API'),
    {
      secret: true,
      about:
        'Trusts the shop’s own login: a customer who is logged in there needs no code for a claim. A token of Shopify’s Admin API with the scope `read_customers`; needs exactly one shop.',
    },
  ),
  basePath: setting(
    'BASE_PATH',
    kinds.text(/^(\/[\w.~-]*[\w~-][\w.~-]*)*$/, 'a path such as /apps/rewards, without a trailing slash'),
    {
      about: 'The path before /v1 in the gateway’s own addresses.',
    },
  ),
  requireLogin: setting('REQUIRE_LOGIN', kinds.flag, {
    standard: false,
    about: 'Whether claims and reservations need a login.',
  }),
  reserve: setting('RESERVE', kinds.flag, {
    standard: false,
    about: 'Whether codes can be reserved. Requires sessions.',
  }),
  clientAddress: setting('CLIENT_ADDRESS', kinds.clientAddress, {
    required: true,
    about:
      'How to find the network address of a client, by which limits are counted. Workers default to header:cf-connecting-ip.',
  }),
  secret: setting('GATEWAY_SECRET', kinds.secret, {
    heading: 'Secrets and sessions',
    required: true,
    secret: true,
    about: 'The gateway’s own secret. The keys that hash and encrypt its data are derived from it.',
  }),
  'sessions.keys': setting('SESSION_KEYS', kinds.namedSecrets, {
    required: true,
    secret: true,
    about: 'The keys that sign sessions. Without them a verified code starts no session.',
  }),
  'sessions.issuer': setting('SESSION_ISSUER', kinds.text(/^\S{1,200}$/, 'text without spaces'), {
    required: true,
    about: '`iss` of the sessions, such as the gateway’s address.',
  }),
  'sessions.audience': setting('SESSION_AUDIENCE', kinds.text(/^\S{1,200}$/, 'text without spaces'), {
    required: true,
    about: '`aud` of the sessions, such as the shop’s address.',
  }),
  'sessions.lifetime': setting('SESSION_LIFETIME', kinds.whole(60, LONGEST_SESSION, 'seconds'), {
    standard: 43_200,
    about: 'How long a login is valid.',
  }),
  'sessions.endOthers': setting('SESSION_END_OTHERS', kinds.flag, {
    standard: false,
    about: 'Whether a new login ends all earlier sessions of the same email address.',
  }),
  'sessions.cookie.sameSite': setting('SESSION_COOKIE', kinds.oneOf('Strict', 'Lax'), {
    about:
      'Keeps sessions in HttpOnly cookies with this SameSite. Requires pages and gateway on the same site.',
  }),
  'sessions.cookie.domain': setting(
    'SESSION_COOKIE_DOMAIN',
    kinds.text(/^([a-z0-9-]+\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/, 'a domain such as shop.example'),
    {
      about:
        'The cookie’s domain. Without it the cookie is limited to the gateway’s own host. Setting it also turns cookies on, with SameSite=Lax unless SESSION_COOKIE says otherwise.',
    },
  ),
  'claims.keys': setting('CLAIM_KEYS', kinds.namedSecrets, {
    heading: 'Claims',
    secret: true,
    about:
      'The secrets from which the encryption keys of stored claims are derived. By default GATEWAY_SECRET, which must then not change while claims are stored. If you set this later, add GATEWAY_SECRET as the last key with the kid `own`, so that earlier claims can still be decrypted.',
  }),
  'claims.lifetime': setting('CLAIM_LIFETIME', kinds.whole(DAY, LONGEST_LIFETIME, 'seconds'), {
    // After that time a claim is forgotten, and the service may be asked for it again.
    standard: 90 * DAY,
    about: 'How long a claim is stored and returned again. Must exceed the lifetime of the service’s tokens.',
  }),
  'claims.afterLostAnswer': setting('AFTER_LOST_ANSWER', kinds.oneOf('stop', 'repeat'), {
    standard: 'stop',
    about:
      '`repeat` asks the service again after its answer to a claim was lost. Only for services that then return the same result.',
  }),
  tokenPattern: setting('TOKEN_PATTERN', kinds.pattern, {
    about:
      'A regular expression that the whole token of a claim must match. If the service accepts several spellings of a token, it must allow only one of them.',
  }),
  bodyLimit: setting('BODY_LIMIT', kinds.whole(256, 65_536, 'bytes'), {
    heading: 'Limits',
    standard: 4_096,
    about: 'The maximum size of a request body.',
  }),
  ...limitRows({
    sendPerAddress: [perHour(20), 'One-time codes sent, by client address.'],
    sendPerEmailAndAddress: [perHour(5), 'One-time codes sent, by email and client address together.'],
    sendPerEmail: [perHour(15), 'One-time codes sent, by email address, for all clients together.'],
    sendPerBusyEmail: [
      perMinutes(1, 10),
      'One-time codes sent to an email address after LIMIT_SEND_PER_EMAIL is reached.',
    ],
    verifyPerAddress: [perHour(60), 'Code checks, by client address.'],
    verifyPerEmailAndAddress: [
      perHour(10),
      'Code checks, by email and client address together, for all codes.',
    ],
    verifyPerEmail: [perHour(30), 'Code checks, by email address, for all clients together.'],
    verifyPerBusyEmail: [
      perMinutes(1, 1),
      'Code checks of an email address after LIMIT_VERIFY_PER_EMAIL is reached.',
    ],
    triesPerCode: [perHour(5), 'Checks of a single code by one client.'],
    claimPerAddress: [perHour(60), 'Claims and reservations, by client address.'],
    claimPerToken: [perHour(30), 'Claims, by token.'],
    reservePerSession: [perHour(30), 'Reservations, by the email address of the session.'],
    readPerAddress: [
      perMinutes(600, 1),
      'Requests for collections and timelines that are not in the cache, or that renew it, by client address.',
    ],
  }),
  bodyTimeout: setting('BODY_TIMEOUT', kinds.whole(1, 60_000, 'milliseconds'), {
    standard: 5_000,
    about: 'The time for a request body to arrive.',
  }),
  codeAnswerTime: setting('CODE_ANSWER_TIME', kinds.whole(0, 10_000, 'milliseconds'), {
    standard: 700,
    about: 'The minimum time for sending and verifying a code, so that the time reveals nothing.',
  }),
  maxCodeAnswerTime: setting('MAX_CODE_ANSWER_TIME', kinds.whole(0, 60_000, 'milliseconds'), {
    standard: 2_000,
    about: 'The longest equalised time of sending and verifying a code, at least CODE_ANSWER_TIME.',
  }),
  maxCodeExpires: setting('MAX_CODE_EXPIRES', kinds.whole(1, 31_536_000), {
    about:
      'The largest `expires` of a code that a page may ask for, in the service’s unit; larger ones are reduced to it. By default `expires` is not passed on, and the service decides.',
  }),
  shownAddressCodes: setting('SHOWN_ADDRESS_CODES', kinds.names(ERROR_CODE, 'an error code'), {
    about:
      'The service’s error codes for an email address that a page may see. Any other refusal of an address looks like a success.',
  }),
  collectionFields: setting('COLLECTION_FIELDS', kinds.names(/^\w{1,100}$/, 'a field’s name'), {
    heading: 'Collections and timelines',
    about: 'Fields of a collection to include in addition to those that the elements need.',
  }),
  'cache.fresh': setting('CACHE_FRESH', kinds.whole(0, DAY, 'seconds'), {
    standard: 30,
    about: 'How long an answer is fresh.',
  }),
  'cache.whileRevalidate': setting('CACHE_WHILE_REVALIDATE', kinds.whole(0, 30 * DAY, 'seconds'), {
    standard: 300,
    about: 'How much longer an answer is returned while it is renewed in the background.',
  }),
  'cache.ifError': setting('CACHE_IF_ERROR', kinds.whole(0, 30 * DAY, 'seconds'), {
    standard: DAY,
    about: 'How much longer an answer is returned while the service fails.',
  }),
  'program.port': setting('PORT', kinds.whole(0, 65_535), {
    heading: 'Where it runs',
    standard: 8080,
    nodeOnly: true,
    about: 'The port to listen on; 0 picks any free port.',
  }),
  'program.host': setting('HOST', kinds.text(/^[\w.:-]+$/, 'an address of this machine'), {
    standard: '127.0.0.1',
    nodeOnly: true,
    about: 'The address to listen on; 0.0.0.0 or :: for all, as in a container.',
  }),
  'program.storeUrl': setting(
    'STORE_URL',
    kinds.text(
      /^(memory:|file:\/.*|rediss?:\/\/[^/?#\s]+(\/\d*)?(\?\S*)?|rediss?\+cluster:\/\/[^/\s]+\/?)$/,
      'memory:, file:/folder, redis://host:port/database (a number) or redis+cluster://host:port,host:port; with TLS rediss://… or rediss+cluster://…',
    ),
    {
      standard: 'memory:',
      secret: true,
      nodeOnly: true,
      about: 'The store for claims, limits and logouts. Several instances need Redis.',
    },
  ),
  'program.storePrefix': setting(
    'STORE_PREFIX',
    kinds.text(/^[\w.-]{1,64}$/, '1 to 64 of A-Z a-z 0-9 . _ -'),
    {
      standard: STANDARD_PREFIX,
      nodeOnly: true,
      about:
        'The prefix of every key in Redis. Gateways with different GATEWAY_SECRETs need a prefix or a database each.',
    },
  ),
  'program.logLevel': setting('LOG_LEVEL', kinds.oneOf('info', 'warn', 'error', 'silent'), {
    standard: 'info',
    nodeOnly: true,
    about: 'The lowest level that is logged.',
  }),
  store: { kind: kinds.store },
  log: { kind: kinds.callable<(entry: options.LogEntry) => void>() },
  fetch: { kind: kinds.callable<typeof globalThis.fetch>() },
  now: { kind: kinds.callable<() => number>(), standard: () => Date.now() },
} satisfies { [Path in keyof AllValues]: Row<AllValues[Path]> };

type Table = typeof optionTable;

/** The checked value of every option and setting, by its path. Those of a group that is not used are missing. */
export type Values = {
  readonly [Path in keyof Table]: Table[Path] extends { kind: kinds.Kind<infer Value> }
    ? Table[Path] extends { required: true } | { standard: unknown }
      ? Value
      : Value | undefined
    : never;
};
