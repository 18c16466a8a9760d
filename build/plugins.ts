/**
 * Copies the built files, which are not in git, into the plugins in `demo/`: `node build/plugins.ts shopify` into the theme
 * app extension, `node build/plugins.ts wordpress` into the WordPress plugin.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { buildCdn, bundle } from './cdn.ts';

type Files = ReadonlyMap<string, { code: string; map: string }>;

const demo = join(import.meta.dirname, '../demo');

function write(files: Files, folder: string, unneeded: RegExp): void {
  mkdirSync(folder, { recursive: true });
  for (const [file, { code }] of files) if (!unneeded.test(file)) writeFileSync(join(folder, file), code);
}

/** Replaces the files in the extension's `assets/`, except its own style sheet. Shopify accepts no source maps. */
export async function fillExtension(files: Files, assets: string): Promise<void> {
  for (const file of readdirSync(assets)) if (!file.endsWith('.css')) rmSync(join(assets, file));
  // A block loads one loader, one element, and nothing for other shop systems. The style sheet already has the rules.
  write(
    files,
    assets,
    /^(storefront-elements|woocommerce|bigcommerce|first-look)\b|^(loader|loader\.classic|otp-login|reward-claim|collection-timeline)\.js$/,
  );
  // Shopify loads the app embed's script as a classic script.
  const [panel] = await bundle({ panel: 'demo/shopify/reward-panel.ts' }, {}, {}, true);
  writeFileSync(join(assets, 'reward-panel.js'), panel!.code.replace(/\n\/\/# sourceMappingURL=.*/, ''));
}

/** Fills a folder named after the version: caches keep files for a long time, and two versions' files do not mix. */
export function fillPlugin(files: Files, assets: string): void {
  rmSync(assets, { recursive: true, force: true });
  // The plugin loads one module, which loads the others. The pictures are for Shopify's theme editor,
  // and the plugin's style sheet has the rules of the first look.
  const unneeded = /^storefront-elements\.|\.classic\.js$|\.(svg|css)$/;
  const folder = join(assets, manifest.version);
  write(files, folder, unneeded);
  // The WordPress plugin directory requires sources for minified files.
  for (const [file, { map }] of files)
    if (map && !unneeded.test(file)) writeFileSync(join(folder, `${file}.map`), map);
}

if (import.meta.main) {
  const files = await buildCdn();
  const isShopify = process.argv[2] === 'shopify';
  const folder = join(demo, isShopify ? 'shopify/extensions' : 'wordpress', 'storefront-elements');
  if (isShopify) await fillExtension(files, join(folder, 'assets'));
  else fillPlugin(files, join(folder, 'assets'));
  console.log(`${isShopify ? 'The theme app extension' : 'The plugin'} is complete: ${folder}`);
}
