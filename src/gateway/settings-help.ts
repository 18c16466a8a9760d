/** Describes the settings for `--help`, for `--check` and for docs/gateway-settings.md. */
import type { Values } from './option-table.ts';
import { type Setting, SETTINGS } from './settings.ts';

/** The settings with their names, by group. */
function groups(): [string, [string, Setting][]][] {
  const found: [string, [string, Setting][]][] = [];
  for (const entry of SETTINGS) {
    const { heading } = entry[1];
    if (heading !== undefined) found.push([heading, []]);
    found.at(-1)![1].push(entry);
  }
  return found;
}

const show = ({ kind }: Setting, value: unknown): string => kind.show?.(value) ?? String(value);

/** The word for a required setting; undefined for all others. */
function requiredOf({ path, required }: Setting): string | undefined {
  if (!required) return undefined;
  if (path.startsWith('sessions.')) return 'required for sessions';
  return path.startsWith('appProxy.') ? 'required for the app proxy' : 'required';
}

function wrap(text: string, indent: string, width = 100): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && indent.length + line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => indent + line).join('\n');
}

function helpOf([name, setting]: [string, Setting]): string {
  const { about, kind, secret, standard } = setting;
  const need = requiredOf(setting) ?? `default: ${standard === undefined ? 'none' : show(setting, standard)}`;
  return `  ${name}${secret ? `, or ${name}_FILE` : ''}  (${need})\n${wrap(`${about} Allowed: ${kind.allowed}.`, '      ')}`;
}

export const helpText = (): string => `storefront-gateway: keeps the API key out of the shop's pages.

Usage: storefront-gateway [--check | --help | COMMAND]
  --check    reads the settings, checks the store, prints the effective settings, and exits
  --help     prints this help

Commands, which use the store of the running gateways:
  claims list
      lists the claims that may have been granted although their answers were lost
  claims clear REFERENCE
      forgets such a claim, so that it can be made again; only if the service did not grant it
  sessions end EMAIL
      ends all sessions of an email address

Settings are environment variables. A secret can also be read from a file that NAME_FILE names.

${groups()
  .map(([group, settings]) => `${group}:\n${settings.map(helpOf).join('\n')}`)
  .join('\n\n')}
`;

const cell = (text: string) => text.replaceAll('|', '\\|');

function rowOf([name, setting]: [string, Setting]): string {
  const { about, kind, standard, secret, nodeOnly } = setting;
  const fromFile = secret ? ` Secret: \`${name}_FILE\` may name a file that contains it.` : '';
  const required = requiredOf(setting);
  const need = required
    ? `**${required}**`
    : standard === undefined
      ? 'none'
      : `\`${show(setting, standard)}\``;
  return `| \`${name}\` | ${cell(about + fromFile + (nodeOnly ? ' Only on Node.' : ''))} | ${cell(kind.allowed)} | ${need} |`;
}

/** One Markdown table per group. */
export const settingsMarkdown = (): string =>
  groups()
    .map(([group, settings]) =>
      [
        `## ${group}`,
        '',
        '| variable | purpose | allowed | default |',
        '| --- | --- | --- | --- |',
        ...settings.map(rowOf),
      ].join('\n'),
    )
    .join('\n\n');

/** The effective settings, one per line. Secrets are not shown. */
export function settingsInForce(values: Values): string {
  const widest = Math.max(...[...SETTINGS.keys()].map((name) => name.length));
  return [...SETTINGS]
    .map(([name, setting]) => {
      const value = values[setting.path as keyof Values];
      const shown =
        value === undefined ? '(none)' : setting.secret ? '(set, not shown)' : show(setting, value);
      return `${name.padEnd(widest)}  ${shown}`;
    })
    .join('\n');
}
