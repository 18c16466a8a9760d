/**
 * Writes the lockfiles of the apps anew, after a change of their dependencies or the package's own:
 * `node test/consumers/lock.ts`. The package itself stands in them without a hash, because it is built anew each time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackage } from '../package/packed.ts';
import { npm, placeApp } from './app.ts';

const packed = await packPackage();
for (const framework of ['react', 'vue', 'svelte', 'vite'] as const) {
  const app = placeApp(framework, packed.tarball);
  // npm would keep what the lockfile says of a tarball at the same path.
  const lockfile = join(app.folder, 'package-lock.json');
  const before = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, unknown> };
  delete before.packages['node_modules/storefront-elements'];
  writeFileSync(lockfile, JSON.stringify(before));
  const { code, output } = await npm(app.folder, 'install', '--package-lock-only', '--no-audit', '--no-fund');
  if (code) throw new Error(output);
  const lock = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  delete lock.packages['node_modules/storefront-elements']!.integrity;
  writeFileSync(
    join(import.meta.dirname, framework, 'package-lock.json'),
    `${JSON.stringify(lock, undefined, 2)}\n`,
  );
  console.log(`${framework}: ${Object.keys(lock.packages).length} packages`);
  app.remove();
}
packed.remove();
