/** Style sheets of other people that a shop may have for all of its pages, from their packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(import.meta.dirname, 'node_modules');
const read = (path: string) => readFileSync(join(packages, path), 'utf8');
const versionsIn = (path: string) =>
  Object.entries(
    (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, { version?: string }> }).packages,
  )
    .filter(([name]) => name)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort()
    .join();

/** They are not installed by the project's `npm ci`: nothing else needs them. */
function install(): void {
  const found = join(packages, '.package-lock.json');
  const wanted = versionsIn(join(import.meta.dirname, 'package-lock.json'));
  if (existsSync(found) && versionsIn(found) === wanted) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
}

interface Tailwind {
  compile: (css: string) => Promise<{ build: (classes: string[]) => string }>;
}

export type Sheet = (typeof names)[number];
export const names = ['Bootstrap', 'Tailwind’s preflight', 'normalize.css', 'WordPress core blocks'] as const;

export async function readSheets(): Promise<Record<Sheet, string>> {
  install();
  const tailwind = (await import(pathToFileURL(join(packages, 'tailwindcss/dist/lib.mjs')).href)) as Tailwind;
  // Its sheet has functions that only Tailwind itself replaces.
  const preflight = await tailwind.compile(read('tailwindcss/preflight.css'));
  return {
    Bootstrap: read('bootstrap/dist/css/bootstrap.css'),
    'Tailwind’s preflight': preflight.build([]),
    'normalize.css': read('normalize.css/normalize.css'),
    // The styles of a shop's pages, and those that its editor adds.
    'WordPress core blocks': ['reset', 'common', 'style', 'theme', 'classic', 'elements', 'editor']
      .map((name) => read(`@wordpress/block-library/build-style/${name}.css`))
      .join('\n'),
  };
}
