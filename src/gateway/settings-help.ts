/** Describes the settings for `--help`, for `--check` and for docs/gateway-settings.md. */
import { type SettingName, settingNames, settingOf, type Settings } from './settings-table.ts';

function byGroup(): Map<string, SettingName[]> {
  const groups = new Map<string, SettingName[]>();
  for (const name of settingNames) {
    const { group } = settingOf(name);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

const needOf = (name: SettingName): string => {
  const { required, standard } = settingOf(name);
  return required ? 'required' : standard === undefined ? 'default: none' : `default: ${standard}`;
};

function wrap(text: string, indent: string, width = 100): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && indent.length + line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => indent + line).join('\n');
}

export function helpText(): string {
  const sections = [...byGroup()].map(([group, names]) =>
    [
      `${group}:`,
      ...names.map((name) => {
        const { about, kind, secret } = settingOf(name);
        return `  ${name}${secret ? `, or ${name}_FILE` : ''}  (${needOf(name)})\n${wrap(`${about} Allowed: ${kind.allowed}.`, '      ')}`;
      }),
    ].join('\n'),
  );
  return `storefront-gateway: keeps the API key out of the shop's pages.

Usage: storefront-gateway [--check | --help | COMMAND]
  --check    reads the settings, checks the store, prints the effective settings, and exits
  --help     prints this help

Commands, which use the store of the running gateways:
  claims list
      lists the claims that may have been granted although their answers were lost
  claims clear REFERENCE
      forgets such a claim, so that it can be made again; only if the service did not grant it
  sessions end EMAIL
      ends all sessions of an e-mail address

Settings are environment variables. A secret can also be read from a file that NAME_FILE names.

${sections.join('\n\n')}
`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** One Markdown table per group. */
export function settingsMarkdown(): string {
  return [...byGroup()]
    .map(([group, names]) =>
      [
        `## ${group}`,
        '',
        '| variable | purpose | allowed | default |',
        '| --- | --- | --- | --- |',
        ...names.map((name) => {
          const { about, kind, required, standard, secret, nodeOnly } = settingOf(name);
          const notes = `${secret ? ' Secret: `' + name + '_FILE` may name a file that contains it.' : ''}${nodeOnly ? ' Only on Node.' : ''}`;
          const need = required ? '**required**' : standard === undefined ? 'none' : `\`${standard}\``;
          return `| \`${name}\` | ${cell(about + notes)} | ${cell(kind.allowed)} | ${need} |`;
        }),
      ].join('\n'),
    )
    .join('\n\n');
}

/** The effective settings, one per line. Secrets are not shown. */
export function settingsInForce(settings: Settings): string {
  const widest = Math.max(...settingNames.map((name) => name.length));
  return settingNames
    .map((name) => {
      const value: unknown = settings[name];
      const shown =
        value === undefined ? '(none)' : settingOf(name).secret ? '(set, not shown)' : display(value);
      return `${name.padEnd(widest)}  ${shown}`;
    })
    .join('\n');
}

function display(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value && 'points' in value && 'duration' in value)
    return `${String(value.points)}/${String(value.duration)}`;
  return String(value);
}
