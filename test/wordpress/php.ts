/** Runs the plugin in PHP, with WordPress's functions as they are in stubs/. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const plugin = join(import.meta.dirname, '../../demo/wordpress/storefront-elements');
const stubs = join(import.meta.dirname, 'stubs');

/** Where this machine has PHP; where it has none, tests that need it are not there (the run's summary says so). */
export const php = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'php'))
  .find((file) => existsSync(file));

/** All files of the plugin and of the stubs. */
export const phpFiles = [plugin, stubs].flatMap((folder) =>
  globSync('**/*.php', { cwd: folder }).map((file) => join(folder, file)),
);

/** What PHP says of a file's syntax, and whether it is right. */
export function lint(file: string): { ok: boolean; says: string } {
  const { status, stdout, stderr } = spawnSync(php!, ['-l', file], { encoding: 'utf8' });
  return { ok: status === 0, says: stdout + stderr };
}

export interface Settings {
  gateway?: unknown;
  currency?: unknown;
  consent?: unknown;
  analytics?: unknown;
}

/** What is so on the site. */
export interface World {
  settings?: Settings;
  /** WooCommerce's currency, where there is WooCommerce. */
  currency?: string;
  /** What the person who looks may do. */
  can?: string[];
  feed?: boolean;
  /** A widget or a template has it, and not the post. */
  isLate?: boolean;
}

function run(task: Record<string, unknown>, { settings, isLate, ...world }: World): unknown {
  const options = settings ? { storefront_elements: settings } : {};
  const output = execFileSync(php!, [join(stubs, 'run.php')], {
    input: JSON.stringify({ options, 'is-late': isLate, ...world, ...task }),
    encoding: 'utf8',
    // All that goes wrong is in the answer, or an exception.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as unknown;
}

export interface PrintedPage {
  /** The styles that are known before the content. */
  head: string;
  body: string;
  /** The tags of the modules. */
  scripts: string;
  styles: string;
}

const here: World = { settings: { gateway: '/apps/rewards' } };

/** What WordPress makes of a post. */
export const printPost = (content: string | Buffer, world = here): PrintedPage =>
  run({ do: 'page', content: Buffer.from(content).toString('base64') }, world) as PrintedPage;

/** A block that is given attributes as they are. */
export const printBlock = (name: string, given: Record<string, unknown>, world = here): string =>
  (run({ do: 'block', name, given }, world) as { body: string }).body;

/** A block as it is in a post. */
export const blockOf = (name: string, given: Record<string, unknown>): string =>
  `<!-- wp:storefront-elements/${name} ${JSON.stringify(given).replace(/[<>&-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)} /-->`;

export interface SettingsPage {
  html: string;
  /** Who may see it. */
  capability: string;
  /** In the list of plugins. */
  links: string[];
}

export const printSettings = (world: World = {}): SettingsPage =>
  run({ do: 'settings' }, { can: ['manage_options'], ...world }) as SettingsPage;

export interface Saved {
  saved: Record<string, string>;
  errors: string[];
}

/** What is saved of a form. */
export const save = (sent: unknown, world: World = {}): Saved => run({ do: 'save', sent }, world) as Saved;

/** What is in use of saved settings. */
export const inUse = (settings: Settings): Record<string, string> =>
  (run({ do: 'save', sent: {} }, { settings }) as { settings: Record<string, string> }).settings;

export type Attribute = [kind: string, label: string, choices?: string[]];

export interface Table {
  elements: Record<
    string,
    {
      shortcode: string;
      attributes: Record<string, Attribute>;
      main: string[];
      texts: Record<string, string>;
      needs: string[];
      sketch: [string, string][];
    }
  >;
  withheld: Record<string, string>;
  blocks: Record<string, { attributes: Record<string, { type: string }>; editorScript: string }>;
  /** Code that is printed before a script, by the script's name. */
  inline: Record<string, string>;
  domains: string[];
}

export const readTable = (world: World = here): Table => run({ do: 'table' }, world) as Table;

interface Left {
  options: Record<string, unknown>;
  sites?: Record<string, Record<string, unknown>>;
}

/** The options that are left of those that were there, of one site or of several. */
export const uninstall = (
  options: Record<string, unknown>,
  sites?: Record<string, Record<string, unknown>>,
): Left => run({ do: 'uninstall', options, ...(sites && { sites }) }, {}) as Left;
