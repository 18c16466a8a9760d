/** The peers are installed here and not by the project's `npm ci`: they are only for comparison. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

interface Lockfile {
  packages: Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>;
}

const readLock = (path: string): Lockfile => JSON.parse(readFileSync(path, 'utf8')) as Lockfile;

/** npm writes down what it has installed; that must be what the lockfile asks for. */
function isInstalled(): boolean {
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const { packages: wanted } = readLock(join(folder, 'package-lock.json'));
  const { packages: found } = readLock(installed);
  const isThere = (path: string, version: string | undefined) =>
    found[path]?.version === version && existsSync(join(folder, path));
  // Optional packages are for other systems.
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (optional ?? devOptional ?? isThere(path, version)),
  );
}

export function installPeers(): void {
  if (isInstalled()) return;
  console.log('Installing the peers in bench/elements ...');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
}

export function versionOf(name: string): string {
  const { packages } = readLock(join(folder, 'package-lock.json'));
  return packages[`node_modules/${name}`]?.version ?? '';
}
