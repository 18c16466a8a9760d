/**
 * Puts the built files into the Shopify theme app extension in `demo/shopify/`. `extensionAssets()` gives them; run as a
 * program it writes them into the extension's `assets/`, from where `shopify app deploy` takes them.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import { build } from 'vite';
import { buildCdn, entries, type CdnFile } from './cdn.ts';

const root = join(import.meta.dirname, '..');

/** Where the extension is; Shopify allows no other folders in it than `assets`, `blocks`, `locales` and `snippets`. */
export const extensionFolder = join(root, 'demo/shopify/extensions/storefront-elements');

/** What stands in `assets/` and is no built file. */
export const isOwnAsset = (file: string): boolean => file.endsWith('.css');

/** What a shop on Shopify never loads: other shop systems' files, and entries for script tags by hand. */
const isNeeded = (file: string): boolean =>
  !['woocommerce.js', 'bigcommerce.js'].includes(file) && !/^storefront-elements\b/.test(file);

/** The script of the app embed: one small classic script, because Shopify loads it as one. */
async function buildPanel(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { 'import.meta.url': 'document.currentScript.src' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(root, 'demo/shopify/reward-panel.ts'),
        formats: ['iife'],
        name: 'storefrontRewardPanel',
        fileName: () => 'reward-panel.js',
      },
    },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error('The build of the panel gave no output.');
  const { code } = await minify(built.output[0].code, { ecma: 2020 });
  return code!;
}

/** All built files of the extension by their name in `assets/`; without maps, which Shopify does not take. */
export async function extensionAssets(files: ReadonlyMap<string, CdnFile>): Promise<Map<string, string>> {
  const needed = [...files].filter(([file]) => isNeeded(file));
  return new Map([
    ...needed.map(([file, { code }]) => [file, code] as const),
    ['reward-panel.js', await buildPanel()],
  ]);
}

if (import.meta.main) {
  const folder = join(extensionFolder, 'assets');
  for (const file of readdirSync(folder)) if (!isOwnAsset(file)) rmSync(join(folder, file));
  const assets = await extensionAssets(await buildCdn(Object.keys(entries).filter(isNeeded)));
  for (const [file, code] of assets) writeFileSync(join(folder, file), code);
  console.log(`${assets.size} files are in ${folder}.`);
}
