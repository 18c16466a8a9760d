/** Checks options against their table, whether code or the environment sets them, and reports all mistakes at once. */
import * as v from 'valibot';
import { GatewayOptionsError } from './errors.ts';
import { mistakesBetween, type NameOf } from './option-conflicts.ts';
import { optionTable, type Row, type Values } from './option-table.ts';

const TABLE: Readonly<Record<string, Row<unknown>>> = optionTable;

/** The path of the group that an option is in; empty for none. */
const groupOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));

const GROUPS = new Set(Object.keys(TABLE).map(groupOf));

/** Groups that change the behaviour of the gateway if they are set. */
const SWITCHES = new Set(['appProxy', 'sessions', 'sessions.cookie']);

/**
 * Checks the options that are set, by their paths, and adds the defaults. An option that is set but cannot be read is
 * an Error with the reason.
 *
 * @throws GatewayOptionsError with all mistakes, those in `problems` first
 */
export function checkValues(
  given: ReadonlyMap<string, unknown>,
  nameOf: NameOf,
  problems: string[] = [],
): Values {
  const values: Record<string, unknown> = {};
  const isUsed = (path: string) => [...given.keys()].some((each) => `${each}.`.startsWith(`${path}.`));
  for (const [path, { kind, required, standard }] of Object.entries(TABLE)) {
    const report = (wrong: string, place?: readonly unknown[]) =>
      problems.push(`${nameOf(path, place)} ${wrong}. Allowed: ${kind.allowed}.`);
    const value = given.get(path);
    if (value instanceof Error) report(value.message);
    else if (value !== undefined) {
      const { success, output, issues = [] } = v.safeParse(kind.schema, value, { abortPipeEarly: true });
      if (success) values[path] = output;
      for (const { message, path: place = [] } of issues)
        report(
          message,
          place.map(({ key }) => key),
        );
    } else if (!SWITCHES.has(groupOf(path)) || isUsed(groupOf(path))) {
      if (required) report(groupOf(path) ? `is missing, but needed for ${groupOf(path)}` : 'is missing');
      else values[path] = standard;
    }
  }
  problems.push(...mistakesBetween(values, isUsed, nameOf));
  if (problems.length) throw new GatewayOptionsError(problems);
  return values as Values;
}

type Under<Group extends string> = {
  [
    Path in keyof Values as Path extends `${Group}.${infer Name}`
      ? Name extends `${string}.${string}`
        ? never
        : Name
      : never
  ]: Values[Path];
};

/** Options with all defaults. */
export type CheckedOptions = {
  [Path in keyof Values as Path extends `${string}.${string}` ? never : Path]: Values[Path];
} & { [Group in 'claims' | 'limits' | 'cache' | 'timeouts']: Under<Group> } & {
  appProxy?: Under<'appProxy'>;
  sessions?: Under<'sessions'> & { cookie?: Under<'sessions.cookie'> };
};

/** Builds the options from their values by path. */
export function optionsOf(values: Values): CheckedOptions {
  const options: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop()!;
    if (names[0] === 'program') continue;
    const group = names.reduce((parent, name) => (parent[name] ??= {}) as Record<string, unknown>, options);
    group[last] = value;
  }
  return options as unknown as CheckedOptions;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects the options of a group and of the groups in it by their paths. Without a check, a misspelt name would silently mean the default. */
function collect(group: object, prefix: string, given: Map<string, unknown>, problems: string[]): void {
  for (const [name, value] of Object.entries(group) as [string, unknown][]) {
    const path = prefix + name;
    if (GROUPS.has(path) && path !== 'program') {
      if (isObject(value)) collect(value, `${path}.`, given.set(path, value), problems);
      else if (value !== undefined) problems.push(`${path} must be an object.`);
    } else if (!Object.hasOwn(TABLE, path)) {
      const known = [...Object.keys(TABLE), ...GROUPS].filter((each) => groupOf(each) === groupOf(path));
      problems.push(`${path} is not an option; the options are: ${known.join(', ')}.`);
    } else if (value !== undefined) given.set(path, value);
  }
}

/**
 * Checks the options of `createGateway`, and adds the defaults.
 *
 * @throws GatewayOptionsError with all mistakes
 */
export function checkOptions(options: unknown): CheckedOptions {
  if (!isObject(options)) throw new GatewayOptionsError(['options must be an object.']);
  const problems: string[] = [];
  const given = new Map<string, unknown>();
  collect(options, '', given, problems);
  const nameOf: NameOf = (path, place = []) =>
    path + place.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return optionsOf(checkValues(given, nameOf, problems));
}
