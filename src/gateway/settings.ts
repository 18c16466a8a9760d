/** Reads the settings of the program or of a Worker from an environment that the caller passes in. */
import type { GatewayOptions, NamedSecret } from './options.ts';
import { Mistake, isUnencrypted } from './setting-kinds.ts';
import { type SettingName, settingNames, settingOf, type Settings } from './settings-table.ts';

/** All invalid settings. The message is for the operator and contains no secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length} ${problems.length === 1 ? 'setting is' : 'settings are'} invalid:\n${problems.map((each) => `- ${each}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export interface Environment {
  /** Values that are not text, such as a Worker's other bindings, are ignored. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Reads the file that `NAME_FILE` names. Missing on platforms without files. */
  readonly readFile?: (path: string) => string;
  /** Ignores settings that only the program on Node needs. */
  readonly isWorker?: boolean;
}

/**
 * Returns the text of a setting, from its variable or its file. An empty variable counts as not set.
 *
 * @throws Mistake if the file cannot be used
 */
function textOf(name: SettingName, { variables, readFile }: Environment): string | undefined {
  const textIn = (variable: string) => {
    const value = variables[variable];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const direct = textIn(name);
  const file = settingOf(name).secret && textIn(`${name}_FILE`);
  if (!file) return direct?.trim();
  if (direct !== undefined) throw new Mistake(`is set, and so is ${name}_FILE: only one of them is allowed`);
  if (!readFile) throw new Mistake(`cannot come from a file here: ${name}_FILE is set`);
  let content: string;
  try {
    content = readFile(file);
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new Mistake(
      `cannot be read from the file that ${name}_FILE names (${typeof code === 'string' ? code : 'unreadable'})`,
    );
  }
  // Editors and `echo` end files with a line break, which is not part of the secret.
  if (!content.trim()) throw new Mistake(`is empty in the file that ${name}_FILE names`);
  return content.trim();
}

/** Checks settings that depend on each other. */
function* mistakesBetween(settings: Settings): Generator<string> {
  const { ORIGINS, APP_PROXY_SECRETS, APP_PROXY_SHOPS, SESSION_KEYS } = settings;
  if (!APP_PROXY_SECRETS !== !APP_PROXY_SHOPS)
    yield 'APP_PROXY_SECRETS and APP_PROXY_SHOPS belong together: set both or neither.';
  if (!ORIGINS && !APP_PROXY_SECRETS && !APP_PROXY_SHOPS)
    yield 'ORIGINS is missing, so no page could call: set it, or APP_PROXY_SECRETS and APP_PROXY_SHOPS.';
  for (const name of ['SESSION_ISSUER', 'SESSION_AUDIENCE'] as const)
    if (SESSION_KEYS && !settings[name]) yield `${name} is missing: SESSION_KEYS needs it.`;
  for (const name of ['SESSION_ISSUER', 'SESSION_AUDIENCE', 'SESSION_COOKIE'] as const)
    if (!SESSION_KEYS && settings[name]) yield `${name} is set, but has no effect without SESSION_KEYS.`;
  for (const name of ['REQUIRE_LOGIN', 'RESERVE'] as const)
    if (settings[name] && !SESSION_KEYS) yield `${name} is true, but needs SESSION_KEYS.`;
  if (settings.SESSION_COOKIE_DOMAIN && !settings.SESSION_COOKIE)
    yield 'SESSION_COOKIE_DOMAIN is set, but has no effect without SESSION_COOKIE.';
  if (settings.SESSION_COOKIE && !ORIGINS)
    yield 'SESSION_COOKIE is set, but needs ORIGINS: a cookie counts only with the origin of one of the shop’s pages.';
}

/**
 * Reads and checks all settings.
 *
 * @throws SettingsError with all mistakes
 */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const { kind, standard, required, nodeOnly } = settingOf(name);
    try {
      const text = nodeOnly && environment.isWorker ? undefined : textOf(name, environment);
      if (text === undefined && required) throw new Mistake('is missing');
      const used = text ?? standard;
      values[name] = used === undefined ? undefined : kind.read(used);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      problems.push(`${name} ${error.message}. Allowed: ${kind.allowed}.`);
      // An invalid setting counts as set, so that settings that depend on it do not report it as missing.
      values[name] = standard === undefined ? error : kind.read(standard);
    }
  }
  const settings = values as Settings;
  problems.push(...mistakesBetween(settings));
  if (problems.length) throw new SettingsError(problems);
  return settings;
}

const secretsIn = (keys: readonly NamedSecret[] | undefined) =>
  keys?.map(({ secret }) => String(secret)) ?? [];

/** Every secret text in the settings, to be removed from logs and messages. */
export function secretsOf(settings: Settings): string[] {
  // Not read as a URL: the address of a cluster has several hosts.
  const [, store = ''] = /^[^/]+:\/\/[^/@]*?:([^/@]*)@/.exec(settings.STORE_URL) ?? [];
  return [
    settings.API_KEY,
    settings.GATEWAY_SECRET,
    ...secretsIn(settings.SESSION_KEYS),
    ...secretsIn(settings.CLAIM_KEYS),
    ...(settings.APP_PROXY_SECRETS ?? []),
    // Both as in the address, where it is percent-encoded, and as it is sent.
    store,
    decodeURIComponent(store),
  ].filter(Boolean);
}

/** Settings that work but are probably a mistake. */
export function* warningsOf(settings: Settings, { isWorker = false } = {}): Generator<string> {
  const { SERVICE_URL, GATEWAY_SECRET, STORE_URL } = settings;
  if (isUnencrypted(SERVICE_URL))
    yield 'SERVICE_URL is http: the API key and all personal data are sent unencrypted.';
  if (secretsIn(settings.SESSION_KEYS).includes(GATEWAY_SECRET))
    yield 'SESSION_KEYS has GATEWAY_SECRET as a key: every server that verifies sessions would know it.';
  if (isWorker) return;
  if (STORE_URL === 'memory:')
    yield 'STORE_URL is memory: claims are lost at a restart and not shared with other instances. Several instances need Redis; a single one can use file:/folder.';
  else if (STORE_URL.startsWith('file:'))
    yield 'STORE_URL is a folder: fine for a single instance; several need Redis.';
  if (settings.CLIENT_ADDRESS === 'connection' && /^(127\.|::1$|localhost$)/.test(settings.HOST))
    yield 'CLIENT_ADDRESS is connection and HOST is the local machine: behind a proxy all shoppers would share one address and its limits.';
}

/**
 * Converts settings to the gateway's options. The caller adds the store, the log and everything else that is not
 * text.
 */
export function optionsOf(settings: Settings): GatewayOptions {
  const { APP_PROXY_SECRETS, APP_PROXY_SHOPS, APP_PROXY_ORIGINS, SESSION_KEYS, SESSION_COOKIE } = settings;
  return {
    baseUrl: settings.SERVICE_URL,
    apiKey: settings.API_KEY,
    basePath: settings.BASE_PATH,
    origins: settings.ORIGINS,
    appProxy:
      APP_PROXY_SECRETS && APP_PROXY_SHOPS
        ? { secrets: APP_PROXY_SECRETS, shops: APP_PROXY_SHOPS, origins: APP_PROXY_ORIGINS }
        : undefined,
    secret: settings.GATEWAY_SECRET,
    sessions: SESSION_KEYS && {
      keys: SESSION_KEYS,
      issuer: settings.SESSION_ISSUER!,
      audience: settings.SESSION_AUDIENCE!,
      lifetime: settings.SESSION_LIFETIME,
      endOthers: settings.SESSION_END_OTHERS,
      cookie: SESSION_COOKIE && { sameSite: SESSION_COOKIE, domain: settings.SESSION_COOKIE_DOMAIN },
    },
    requireLogin: settings.REQUIRE_LOGIN,
    reserve: settings.RESERVE,
    claims: {
      keys: settings.CLAIM_KEYS,
      lifetime: settings.CLAIM_LIFETIME,
      afterLostAnswer: settings.AFTER_LOST_ANSWER,
    },
    limits: {
      sendPerAddress: settings.LIMIT_SEND_PER_ADDRESS,
      sendPerEmailAndAddress: settings.LIMIT_SEND_PER_EMAIL_AND_ADDRESS,
      sendPerEmail: settings.LIMIT_SEND_PER_EMAIL,
      sendPerBusyEmail: settings.LIMIT_SEND_PER_BUSY_EMAIL,
      verifyPerAddress: settings.LIMIT_VERIFY_PER_ADDRESS,
      verifyPerEmailAndAddress: settings.LIMIT_VERIFY_PER_EMAIL_AND_ADDRESS,
      verifyPerEmail: settings.LIMIT_VERIFY_PER_EMAIL,
      verifyPerBusyEmail: settings.LIMIT_VERIFY_PER_BUSY_EMAIL,
      triesPerCode: settings.LIMIT_TRIES_PER_CODE,
      claimPerAddress: settings.LIMIT_CLAIM_PER_ADDRESS,
      claimPerToken: settings.LIMIT_CLAIM_PER_TOKEN,
      reservePerSession: settings.LIMIT_RESERVE_PER_SESSION,
      readPerAddress: settings.LIMIT_READ_PER_ADDRESS,
    },
    shownAddressCodes: settings.SHOWN_ADDRESS_CODES,
    maxCodeAnswerTime: settings.MAX_CODE_ANSWER_TIME,
    maxCodeExpires: settings.MAX_CODE_EXPIRES,
    tokenPattern: settings.TOKEN_PATTERN,
    responseLimit: settings.RESPONSE_LIMIT,
    codeAnswerTime: settings.CODE_ANSWER_TIME,
    collectionFields: settings.COLLECTION_FIELDS,
    cache: {
      fresh: settings.CACHE_FRESH,
      whileRevalidate: settings.CACHE_WHILE_REVALIDATE,
      ifError: settings.CACHE_IF_ERROR,
    },
    clientAddress: settings.CLIENT_ADDRESS,
    bodyLimit: settings.BODY_LIMIT,
    bodyTimeout: settings.BODY_TIMEOUT,
    timeouts: { read: settings.READ_TIMEOUT, claim: settings.CLAIM_TIMEOUT },
  };
}
