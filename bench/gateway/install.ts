/** autocannon is installed here and not by the project's `npm ci`: only this benchmark needs it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

export function installAutocannon(): void {
  const { dependencies } = read('package.json') as { dependencies: { autocannon: string } };
  const installed = 'node_modules/autocannon/package.json';
  const found = existsSync(join(folder, installed)) && (read(installed) as { version: string }).version;
  if (found === dependencies.autocannon) return;
  console.log('Installing autocannon in bench/gateway ...');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
}
