/**
 * Shopify's own linter, Theme Check, over a finished extension, without a network: what it would fetch from GitHub (the
 * lists of Liquid's tags, filters and objects) is in the package of its docs too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Offense {
  check: string;
  message: string;
  file: string;
}

const require = createRequire(import.meta.url);
const cache = mkdtempSync(join(tmpdir(), 'theme-check-'));
process.on('exit', () => rmSync(cache, { recursive: true, force: true }));

/**
 * The offenses that Theme Check reports for the files in a folder, with the configuration for theme app extensions, and
 * the files that it read.
 */
export async function themeCheck(folder: string): Promise<{ offenses: Offense[]; files: string[] }> {
  // The location of the docs, in place of GitHub, and their cache, in place of the user's own. Theme Check reads both
  // variables as it starts.
  process.env['SHOPIFY_TLD_ROOT'] = dirname(
    require.resolve('@shopify/theme-check-docs-updater/package.json'),
  );
  process.env['XDG_CACHE_HOME'] = cache;
  const { themeCheckRun } = await import('@shopify/theme-check-node');
  const said: string[] = [];
  const { offenses, theme } = await themeCheckRun(folder, 'theme-check:theme-app-extension', (line) =>
    said.push(line),
  );
  // Without its docs it would not know a filter from a typing error, and say nothing.
  for (const docs of ['filters', 'objects', 'tags'])
    if (!said.some((line) => /^Loaded .*resource/.test(line) && line.includes(docs)))
      throw new Error(`Theme Check had no docs of ${docs}: ${said.join('\n')}`);
  const nameOf = (uri: string) => decodeURI(uri).slice(decodeURI(uri).indexOf(folder) + folder.length + 1);
  return {
    offenses: offenses.map(({ check, message, uri }) => ({ check, message, file: nameOf(uri) })),
    files: theme.map(({ uri }) => nameOf(uri)).sort(),
  };
}
