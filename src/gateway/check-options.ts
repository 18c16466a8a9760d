/** Checks the options before the first request, and reports all mistakes at once. */
import { isApiKey, resolveBaseUrl } from '../api/service-address.ts';
import { GatewayOptionsError } from './errors.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { CLIENT_ADDRESS } from './setting-kinds.ts';
import type { GatewayOptions } from './options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Receives one sentence per mistake. Only values that are not secret are quoted. */
type Report = (problem: string) => void;

const LEAST_BYTES = 32;
const STORE_METHODS = ['get', 'set', 'delete', 'lock', 'hit', 'forgive', 'check', 'close'];

/** The known names. Without this check a misspelt option would silently get its default. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...[
      'baseUrl',
      'apiKey',
      'basePath',
      'origins',
      'appProxy',
      'secret',
      'sessions',
      'requireLogin',
      'reserve',
    ],
    ...['claims', 'limits', 'codeAnswerTime', 'collectionFields', 'cache', 'clientAddress'],
    ...['shownAddressCodes', 'maxCodeAnswerTime', 'maxCodeExpires', 'tokenPattern', 'responseLimit'],
    ...['bodyLimit', 'bodyTimeout', 'timeouts', 'store', 'log', 'fetch', 'now'],
  ],
  appProxy: ['secrets', 'shops', 'origins'],
  sessions: ['keys', 'issuer', 'audience', 'lifetime', 'cookie', 'endOthers'],
  'sessions.cookie': ['sameSite', 'domain'],
  claims: ['keys', 'lifetime', 'afterLostAnswer'],
  limits: Object.keys(DEFAULT_LIMITS),
  cache: ['fresh', 'whileRevalidate', 'ifError'],
  timeouts: ['read', 'claim'],
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @throws GatewayOptionsError */
export function checkOptions(options: GatewayOptions): void {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  if (!isObject(options)) throw new GatewayOptionsError(['options must be an object']);
  checkService(options, report);
  checkCallers(options, report);
  checkSecrets(options, report);
  checkNumbers(options, report);
  checkRest(options, report);
  if (problems.length) throw new GatewayOptionsError(problems);
}

/** Returns the group if it is an object. Reports any other value, and unknown names. */
function groupOf(options: Fields, path: string, report: Report): Fields {
  const group = path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), options);
  if (group === undefined) return {};
  if (!isObject(group)) {
    report(`${path} must be an object`);
    return {};
  }
  checkNames(group, path, report);
  return group;
}

function checkNames(group: Fields, path: string, report: Report): void {
  for (const name of Object.keys(group))
    if (!NAMES[path]!.includes(name))
      report(
        `${path ? `${path}.` : ''}${name} is not an option; the options are: ${NAMES[path]!.join(', ')}`,
      );
}

function checkService(options: Fields, report: Report): void {
  checkNames(options, '', report);
  const { baseUrl, apiKey, basePath } = options;
  // A relative path would belong to a page, and a server has none.
  if (!isText(baseUrl) || !/^https?:/i.test(baseUrl.trim()) || resolveBaseUrl(baseUrl) === undefined)
    report('baseUrl must be an http(s) URL without credentials, query or fragment');
  if (!isText(apiKey) || apiKey.trim() !== apiKey || !isApiKey(apiKey))
    report('apiKey must be a string that an HTTP header can carry, without surrounding spaces');
  const isPath =
    typeof basePath === 'string' &&
    /^(\/[\w.~-]+)*$/.test(basePath) &&
    !basePath.split('/').some((segment) => segment === '.' || segment === '..');
  if (basePath !== undefined && !isPath)
    report('basePath must be a path such as /apps/rewards, without a trailing slash');
}

function checkCallers(options: Fields, report: Report): void {
  const { origins, clientAddress } = options;
  checkOrigins('origins', origins, report);
  const appProxy = options['appProxy'];
  if (appProxy !== undefined && !isObject(appProxy)) report('appProxy must be an object');
  else if (appProxy !== undefined) checkAppProxy(groupOf(options, 'appProxy', report), report);
  if ((origins === undefined || (Array.isArray(origins) && !origins.length)) && appProxy === undefined)
    report('origins or appProxy must be given: otherwise no page could call');
  if (!isClientAddress(clientAddress)) report(`clientAddress must be ${CLIENT_ADDRESS}`);
}

function isClientAddress(value: unknown): boolean {
  if (!isObject(value)) return value === 'connection' || value === 'none';
  if (Object.keys(value).length !== 1) return false;
  const { proxies, header } = value;
  return isWhole(proxies, 1, 10) || (isText(header) && /^[\w-]+$/.test(header));
}

function checkOrigins(name: string, origins: unknown, report: Report): void {
  const isList = Array.isArray(origins);
  if (origins !== undefined && !isList)
    report(`${name} must be a list of origins such as https://shop.example`);
  for (const origin of isList ? (origins as unknown[]) : []) {
    const exact = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).origin : 'null';
    // The parser accepts a star in a host as an ordinary character, but it is no wildcard here.
    if (exact === 'null' || !/^https?:/.test(exact) || exact.includes('*'))
      report(
        `${name} has ${JSON.stringify(origin)}, which is not the origin of a page; "*" and "null" are not allowed`,
      );
    else if (exact !== origin)
      report(`${name} has ${JSON.stringify(origin)} where browsers send ${JSON.stringify(exact)}`);
  }
}

function checkAppProxy({ secrets, shops, origins }: Fields, report: Report): void {
  checkOrigins('appProxy.origins', origins, report);
  if (!Array.isArray(secrets) || !secrets.length || !secrets.every((secret) => isText(secret)))
    report("appProxy.secrets must be a list of the app's client secrets");
  const isShop = (shop: unknown) =>
    typeof shop === 'string' && /^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(shop);
  if (!Array.isArray(shops) || !shops.length || !shops.every(isShop))
    report('appProxy.shops must be a list of hosts such as example.myshopify.com, in lower case');
}

function checkSecrets(options: Fields, report: Report): void {
  if (!isSecret(options['secret'])) report(`secret must have at least ${LEAST_BYTES} bytes`);
  const sessions = groupOf(options, 'sessions', report);
  if (options['sessions'] !== undefined) {
    checkKeys('sessions.keys', sessions['keys'], report);
    for (const name of ['issuer', 'audience'])
      if (!isText(sessions[name])) report(`sessions.${name} must be a string, such as https://shop.example`);
    checkLifetime('sessions.lifetime', sessions['lifetime'], 1, report);
    const { sameSite, domain } = groupOf(options, 'sessions.cookie', report);
    if (sameSite !== undefined && sameSite !== 'Strict' && sameSite !== 'Lax')
      report('sessions.cookie.sameSite must be Strict or Lax');
    if (domain !== undefined && !(isText(domain) && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)))
      report('sessions.cookie.domain must be a domain such as shop.example');
  } else
    for (const name of ['requireLogin', 'reserve'])
      if (options[name] === true) report(`${name} needs sessions`);
  const { keys, lifetime, afterLostAnswer } = groupOf(options, 'claims', report);
  if (keys !== undefined) checkKeys('claims.keys', keys, report);
  checkLifetime('claims.lifetime', lifetime, LEAST_CLAIM_LIFETIME, report);
  if (afterLostAnswer !== undefined && afterLostAnswer !== 'stop' && afterLostAnswer !== 'repeat')
    report('claims.afterLostAnswer must be stop or repeat');
}

function isSecret(secret: unknown): boolean {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  return bytes instanceof Uint8Array && bytes.byteLength >= LEAST_BYTES;
}

function checkKeys(path: string, keys: unknown, report: Report): void {
  if (!Array.isArray(keys) || !keys.length) {
    report(`${path} must be a list of at least one { kid, secret }`);
    return;
  }
  const kids = keys.map((key: unknown) => (isObject(key) ? key['kid'] : undefined));
  kids.forEach((kid, index) => {
    if (!(isText(kid) && /^[A-Za-z0-9._-]{1,64}$/.test(kid)))
      report(`${path}[${index}].kid must be 1 to 64 of A-Z a-z 0-9 . _ -`);
    else if (kids.indexOf(kid) !== index) report(`${path}[${index}].kid is repeated`);
    const key: unknown = keys[index];
    if (!isObject(key) || !isSecret(key['secret']))
      report(`${path}[${index}].secret must have at least ${LEAST_BYTES} bytes`);
  });
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** The longest timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** The longest duration that the memory store can count, in seconds: it uses timers. */
const LONGEST_DURATION = Math.floor(LONGEST_TIMER / 1000);
/** Ten years in seconds. A larger value is probably in the wrong unit. */
const LONGEST_LIFETIME = 315_360_000;
/** A day in seconds. After its lifetime a claim is forgotten, and the service may be asked for it again. */
const LEAST_CLAIM_LIFETIME = 86_400;

function checkLifetime(path: string, value: unknown, least: number, report: Report): void {
  if (value !== undefined && !isWhole(value, least, LONGEST_LIFETIME))
    report(`${path} must be a whole number of seconds from ${least} to ${LONGEST_LIFETIME}`);
}

function checkNumbers(options: Fields, report: Report): void {
  const timeouts = groupOf(options, 'timeouts', report);
  const cache = groupOf(options, 'cache', report);
  const bounds: [string, unknown, number, number, string][] = [
    ['codeAnswerTime', options['codeAnswerTime'], 0, 60_000, 'milliseconds'],
    ['maxCodeAnswerTime', options['maxCodeAnswerTime'], 0, 60_000, 'milliseconds'],
    ['responseLimit', options['responseLimit'], 1024, 67_108_864, 'bytes'],
    ['bodyLimit', options['bodyLimit'], 256, 1_048_576, 'bytes'],
    ['bodyTimeout', options['bodyTimeout'], 1, LONGEST_TIMER, 'milliseconds'],
    ['timeouts.read', timeouts['read'], 1, LONGEST_TIMER, 'milliseconds'],
    ['timeouts.claim', timeouts['claim'], 1, LONGEST_TIMER, 'milliseconds'],
    ...(['fresh', 'whileRevalidate', 'ifError'] as const).map(
      (name): [string, unknown, number, number, string] => [
        `cache.${name}`,
        cache[name],
        0,
        LONGEST_LIFETIME,
        'seconds',
      ],
    ),
  ];
  for (const [path, value, least, most, unit] of bounds)
    if (value !== undefined && !isWhole(value, least, most))
      report(`${path} must be a whole number of ${unit} from ${least} to ${most}`);
  for (const [name, rate] of Object.entries(groupOf(options, 'limits', report))) {
    if (rate === undefined) continue;
    const { points, duration } = isObject(rate) ? rate : ({} as Fields);
    if (!isWhole(points, 1, 1e9) || !isWhole(duration, 1, LONGEST_DURATION))
      report(
        `limits.${name} must be { points, duration }: a number and a period in seconds, both whole and above 0`,
      );
  }
}

function checkRest(options: Fields, report: Report): void {
  for (const name of ['requireLogin', 'reserve'])
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      report(`${name} must be true or false`);
  for (const name of ['shownAddressCodes', 'collectionFields']) {
    const list = options[name];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => isText(item))))
      report(`${name} must be a list of strings`);
  }
  const { maxCodeExpires, tokenPattern } = options;
  if (maxCodeExpires !== undefined && !(typeof maxCodeExpires === 'number' && maxCodeExpires > 0))
    report('maxCodeExpires must be a number above 0');
  if (tokenPattern !== undefined && !isText(tokenPattern))
    report('tokenPattern must be a regular expression');
  for (const name of ['log', 'fetch', 'now'])
    if (options[name] !== undefined && typeof options[name] !== 'function')
      report(`${name} must be a function`);
  const { store } = options;
  if (store === undefined) return;
  const missing = STORE_METHODS.filter((name) => typeof (store as Fields | null)?.[name] !== 'function');
  if (missing.length) report(`store must be a GatewayStore; it lacks ${missing.join(', ')}`);
}
