/** Deno and Bun, installed here and not by the project's `npm ci`: they are large, and only these tests need them. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const windows = process.platform === 'win32';

export const runtimes = {
  node: { program: () => process.execPath, args: [] },
  // Without `--allow-all`: what the gateway needs is the network and its environment.
  deno: {
    program: () => programOf('@deno/*/deno'),
    args: ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read'],
  },
  bun: { program: () => programOf('@oven/*/bin/bun'), args: ['run'] },
} as const;

interface Versions {
  version?: string;
  packages?: Record<string, { version?: string }>;
}

const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Versions;

/** Throws where they cannot be had: a runtime that was not tried is no runtime that works. */
export function installRuntimes(): void {
  const { packages = {} } = read('package-lock.json');
  const isThere = (name: string) =>
    existsSync(join(folder, 'node_modules', name)) &&
    read(`node_modules/${name}/package.json`).version === packages[`node_modules/${name}`]?.version;
  if (['deno', 'bun'].every(isThere)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm is a script on Windows.
    shell: windows,
  });
}

/** The program itself: what `npx` would start is only there after an install script. */
function programOf(pattern: string): string {
  const [program] = globSync(`node_modules/${pattern}${windows ? '.exe' : ''}`, { cwd: folder });
  if (program === undefined) throw new Error(`There is no ${pattern} for this system.`);
  return join(folder, program);
}
