/**
 * Puts the built files into the WordPress plugin's `assets/`, which is not in git: `node build/wordpress.ts` after
 * `npm run build:cdn`. Then the folder `demo/wordpress/storefront-elements` is the plugin as it is uploaded.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** What the plugin never loads: it has one module, which loads the others by their names. */
const isNeeded = (file: string) =>
  file.endsWith('.js') && !/^storefront-elements\.|\.classic\.js$/.test(file);

/**
 * Writes the files into a folder named after the version, in place of all that `assets` has: files of two versions do not
 * fit, and caches keep them for a long time.
 */
export function copyAssets(files: ReadonlyMap<string, { code: string }>, assets: string): void {
  rmSync(assets, { recursive: true, force: true });
  const folder = join(assets, manifest.version);
  mkdirSync(folder, { recursive: true });
  for (const [file, { code }] of files) if (isNeeded(file)) writeFileSync(join(folder, file), code);
}

if (import.meta.main) {
  const built = join(root, 'dist/cdn');
  const files = readdirSync(built).map(
    (file) => [file, { code: readFileSync(join(built, file), 'utf8') }] as const,
  );
  copyAssets(new Map(files), join(root, 'demo/wordpress/storefront-elements/assets'));
}
