/** Runs the plugin in the PHP that comes from npm, with WordPress's functions as they are in stubs/. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getPHPLoaderModule } from '@php-wasm/node-8-3';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

const root = join(import.meta.dirname, '../..');
export const plugin = join(root, 'demo/wordpress/storefront-elements');

/** The PHP code of the plugin and of the stubs, and the descriptions of the blocks, by their paths in the project. */
const files = globSync(['demo/wordpress/storefront-elements/**/*.{php,json}', 'test/wordpress/stubs/*.php'], {
  cwd: root,
});

/** A PHP that has these files, and nothing else of this machine. */
async function startPhp(): Promise<PHP> {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  for (const file of files) {
    php.mkdir(join('/', dirname(file)));
    php.writeFile(join('/', file), readFileSync(join(root, file)));
  }
  return php;
}

/** The answer of `php -l` for each PHP file of the plugin and of the stubs. */
export async function lint(): Promise<{ scripts: string[]; answer: string }> {
  const scripts = files.filter((file) => file.endsWith('.php')).map((file) => join('/', file));
  // A PHP that has run as a program cannot run again.
  const { stdoutText, stderrText } = await (await startPhp()).cli(['php', '-l', ...scripts]);
  return { scripts, answer: (await stdoutText) + (await stderrText) };
}

export interface Settings {
  gateway?: unknown;
  currency?: unknown;
  consent?: unknown;
  analytics?: unknown;
}

/** The state of the site. */
export interface World {
  settings?: Settings;
  /** WordPress's name of the site's language; English by default. */
  locale?: string;
  /** The options of a network, and its sites with theirs. */
  network?: Record<string, unknown>;
  sites?: Record<string, Record<string, unknown>>;
  /** WooCommerce's currency, where there is WooCommerce. */
  currency?: string;
  /** Of a theme with a theme.json. */
  'global-styles'?: unknown;
  /** The capabilities of the person who views or saves. By default, they may write any HTML. */
  can?: string[];
  /** A save by WP-CLI or an importer, which WordPress does not filter. */
  'is-unfiltered'?: boolean;
  /** A draft that its author looks at. */
  preview?: boolean;
  /** A block theme before WordPress 6.9, after its head was printed. */
  'head-only'?: boolean;
  feed?: boolean;
  /** A widget or a template has it, and not the post. */
  isLate?: boolean;
}

let started: Promise<PHP> | undefined;

/** Each run is a request of its own: nothing that an earlier one declared is left. */
async function run(task: Record<string, unknown>, { settings, isLate, ...world }: World): Promise<unknown> {
  const options = settings ? { storefront_elements: settings } : {};
  const php = await (started ??= startPhp());
  const { stdoutText, stderrText, exitCode } = await php.runStream({
    scriptPath: '/test/wordpress/stubs/run.php',
    method: 'POST',
    body: Buffer.from(JSON.stringify({ options, 'is-late': isLate, ...world, ...task })),
  });
  const [output, errors, code] = await Promise.all([stdoutText, stderrText, exitCode]);
  if (code !== 0 || errors) throw new Error(`PHP ended with ${code}: ${errors || output}`);
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

/** The page that WordPress prints for a post. */
export const printPost = async (content: string | Buffer, world = here): Promise<PrintedPage> =>
  (await run({ do: 'page', content: Buffer.from(content).toString('base64') }, world)) as PrintedPage;

/** The content that WordPress saves for a post. */
export const savePost = async (content: string, world: World): Promise<string> =>
  ((await run({ do: 'save-post', content }, world)) as { saved: string }).saved;

/** A block that is given attributes as they are. */
export const printBlock = async (
  name: string,
  given: Record<string, unknown>,
  world = here,
): Promise<string> => ((await run({ do: 'block', name, given }, world)) as { body: string }).body;

/** A block as it is in a post. */
export const blockOf = (name: string, given: Record<string, unknown>): string =>
  `<!-- wp:storefront-elements/${name} ${JSON.stringify(given).replace(/[<>&-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)} /-->`;

export interface SettingsPage {
  html: string;
  /** The capability that the page requires. */
  capability: string;
  /** In the list of plugins. */
  links: string[];
}

export const printSettings = async (world: World = {}): Promise<SettingsPage> =>
  (await run({ do: 'settings' }, { can: ['manage_options'], ...world })) as SettingsPage;

export interface Saved {
  saved: Record<string, string>;
  errors: string[];
}

/** The settings that WordPress saves from a form. */
export const save = async (sent: unknown, world: World = {}): Promise<Saved> =>
  (await run({ do: 'save', sent }, world)) as Saved;

/** The settings in effect for saved settings. */
export const inUse = async (settings: Settings): Promise<Record<string, string>> =>
  ((await run({ do: 'save', sent: {} }, { settings })) as { settings: Record<string, string> }).settings;

export type Attribute = [kind: string, label: string, choices?: Record<string, string>];

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

export const readTable = async (world: World = here): Promise<Table> =>
  (await run({ do: 'table' }, world)) as Table;

interface Left {
  options: Record<string, unknown>;
  sites?: Record<string, Record<string, unknown>>;
  network?: Record<string, unknown>;
}

/** The options that are left of those that were there, of one site or of several with their network. */
export const uninstall = async (
  options: Record<string, unknown>,
  sites?: Record<string, Record<string, unknown>>,
): Promise<Left> =>
  (await run({ do: 'uninstall', options, ...(sites && { sites, network: options }) }, {})) as Left;
