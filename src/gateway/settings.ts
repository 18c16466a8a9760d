/** Reads the settings of the program or of a Worker from an environment that the caller passes in. */
import leven from 'leven';
import { checkValues } from './check-options.ts';
import { secretsIn } from './option-conflicts.ts';
import { isUnencrypted } from './option-kinds.ts';
import { optionTable, type Row, type Values } from './option-table.ts';

export interface Environment {
  /** Values that are not text, such as a Worker's other bindings, are ignored. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Reads the file that `NAME_FILE` names. Missing on platforms without files. */
  readonly readFile?: (path: string) => string;
  /** Ignores settings that only the program on Node needs. */
  readonly isWorker?: boolean;
}

/** An option that an environment variable sets. */
export type Setting = Row<unknown> & { readonly path: string; readonly about: string };

/** By the names of their variables. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Row<unknown>>(optionTable).flatMap(([path, row]) =>
    row.variable === undefined ? [] : [[row.variable, { about: '', ...row, path }]],
  ),
);

/** The text of a setting, from its variable or its file, or why there is none. An empty variable counts as not set. */
function textOf(name: string, isSecret: boolean, { variables, readFile }: Environment) {
  const textIn = (variable: string) => {
    const value = variables[variable];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const direct = textIn(name);
  const file = isSecret ? textIn(`${name}_FILE`) : undefined;
  if (file === undefined) return direct?.trim();
  if (direct !== undefined) return new Error(`is set, and so is ${name}_FILE: only one of them is allowed`);
  if (!readFile) return new Error(`cannot come from a file here: ${name}_FILE is set`);
  try {
    // Editors and `echo` end files with a line break, which is not part of the secret.
    return readFile(file).trim() || new Error(`is empty in the file that ${name}_FILE names`);
  } catch (error) {
    const { code } = error as { code?: unknown };
    const reason = typeof code === 'string' ? code : 'unreadable';
    return new Error(`cannot be read from the file that ${name}_FILE names (${reason})`);
  }
}

/**
 * Reads and checks all settings.
 *
 * @throws GatewayOptionsError with all mistakes. The message is for the operator and contains no secret.
 */
export function readSettings(environment: Environment): Values {
  const given = new Map<string, unknown>();
  for (const [name, { path, kind, secret = false, nodeOnly }] of SETTINGS) {
    if (nodeOnly && environment.isWorker) continue;
    const text = textOf(name, secret, environment);
    if (text !== undefined) given.set(path, typeof text === 'string' && kind.parse ? kind.parse(text) : text);
  }
  const names = new Map([...SETTINGS].map(([name, { path }]) => [path, name]));
  return checkValues(given, (path, place = []) => {
    const parts = place.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : String(key)));
    return `${names.get(path)}${parts.length ? ` (${parts.join(', ')})` : ''}`;
  });
}

/** Every secret text in the settings, to be removed from logs and messages. */
export function secretsOf(settings: Values): string[] {
  // Not read as a URL: the address of a cluster has several hosts.
  const [, store = ''] = /^[^/]+:\/\/[^/@]*?:([^/@]*)@/.exec(settings['program.storeUrl']) ?? [];
  // Both as in the address, where it is percent-encoded, and as it is sent.
  return [...secretsIn(settings).map(({ secret }) => String(secret)), store, decoded(store)].filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Pairs of a variable that is not a setting and the setting it was probably meant for, which is not set. */
function* misspeltIn(variables: Environment['variables']): Generator<[variable: string, setting: string]> {
  const isSet = (name: string) => name in variables || `${name}_FILE` in variables;
  // Short names, such as PORT, are close to the names of other programs' variables.
  const missing = [...SETTINGS.keys()].filter((name) => name.length > 6 && !isSet(name));
  for (const variable of Object.keys(variables)) {
    const meant = missing.find((name) => leven(name, variable, { maxDistance: 3 }) < 3);
    if (meant && !SETTINGS.has(variable)) yield [variable, meant];
  }
}

/** Settings that work but are probably a mistake. */
export function* warningsOf(
  settings: Values,
  { variables, isWorker = false }: Environment,
): Generator<string> {
  for (const [variable, setting] of misspeltIn(variables))
    yield `${variable} is not a setting and has no effect. Do you mean ${setting}?`;
  const store = settings['program.storeUrl'];
  if (isUnencrypted(settings.baseUrl))
    yield 'SERVICE_URL is http: the API key and all personal data are sent unencrypted.';
  if (isWorker) return;
  if (store === 'memory:')
    yield 'STORE_URL is memory: claims are lost at a restart and not shared with other instances. Several instances need Redis; a single one can use file:/folder.';
  else if (store.startsWith('file:'))
    yield 'STORE_URL is a folder: fine for a single instance; several need Redis.';
  if (settings.clientAddress === 'connection' && /^(127\.|::1$|localhost$)/.test(settings['program.host']))
    yield 'CLIENT_ADDRESS is connection and HOST is the local machine: behind a proxy all shoppers would share one address and its limits.';
}
