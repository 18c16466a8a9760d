/**
 * Writes the lockfiles of the apps again, after a change of their dependencies or the packages' own:
 * `node test/consumers/lock.ts`. Our packages are in them without a hash, because they are built each time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackage } from '../package/packed.ts';
import { type App, apps, npm, placeApp } from './app.ts';

for (const [framework, name] of Object.entries(apps)) {
  const packed = await packPackage(name);
  const app = placeApp(framework as App, packed.tarball);
  // npm would keep what the lockfile says of a tarball at the same path.
  const lockfile = join(app.folder, 'package-lock.json');
  if (existsSync(lockfile)) {
    const { packages, ...rest } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: object };
    const others = Object.entries(packages).filter(([path]) => path !== `node_modules/${name}`);
    writeFileSync(lockfile, JSON.stringify({ ...rest, packages: Object.fromEntries(others) }));
  }
  const { code, output } = await npm(app.folder, 'install', '--package-lock-only', '--no-audit', '--no-fund');
  if (code) throw new Error(output);
  const lock = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  delete lock.packages[`node_modules/${name}`]!.integrity;
  writeFileSync(
    join(import.meta.dirname, framework, 'package-lock.json'),
    `${JSON.stringify(lock, undefined, 2)}\n`,
  );
  console.log(`${framework}: ${Object.keys(lock.packages).length} packages`);
  app.remove();
  packed.remove();
}
