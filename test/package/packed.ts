/** The packages as npm would publish them: built, packed, and unpacked again where nothing of the sources is in reach. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/storefront-elements');
const run = promisify(execFile);

/** The sources of the packages. */
const sources = [
  'src',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync([...sources, 'src/**/*.*', 'build/*.ts', 'package-lock.json'], { cwd: root });
  for (const file of files.filter((each) => each !== 'src').toSorted())
    hash.update(`${file}\n${readFileSync(join(root, file), 'utf8')}`);
  return hash.digest('hex').slice(0, 16);
}

/** Each with the folder that npm packs. */
const packages = { 'storefront-elements': '.', 'storefront-gateway': 'dist/storefront-gateway' };

export type PackageName = keyof typeof packages;

/** Builds and packs a copy of the project, once for all tests: they run side by side, and `dist/` is not theirs. */
async function pack(wanted: PackageName): Promise<string> {
  const hash = hashOfSources();
  const tarballOf = (name: string) => join(cache, `${name}-${hash}.tgz`);
  if (existsSync(tarballOf(wanted))) return tarballOf(wanted);
  // Loads the compiler.
  const { buildPackages } = await import('../../build/package.ts');
  mkdirSync(cache, { recursive: true });
  // Not in the cache: below `node_modules`, the compiler treats sources as those of a dependency.
  const copy = mkdtempSync(join(tmpdir(), 'storefront-package-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    for (const each of sources) cpSync(join(root, each), join(copy, each), { recursive: true });
    buildPackages(copy);
    // npm would read all of them.
    unlinkSync(join(copy, 'node_modules'));
    for (const [name, path] of Object.entries(packages)) {
      const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], {
        cwd: join(copy, path),
        // npm is a script on Windows.
        shell: process.platform === 'win32',
      });
      const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
      // In one step: a test beside this one may be doing the same.
      const unfinished = `${tarballOf(name)}.${process.pid}`;
      copyFileSync(join(copy, path, filename), unfinished);
      renameSync(unfinished, tarballOf(name));
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  return tarballOf(wanted);
}

export interface PackedPackage {
  tarball: string;
  /** Where it is installed: modules in here find it by its name, and Lit in the project. */
  folder: string;
  /** The files in it, by their path. */
  files: string[];
  manifest: {
    name: string;
    version: string;
    exports: Record<string, string | Record<string, string>>;
    license: string;
    homepage: string;
    bugs: string;
    repository: { url: string };
    bin?: Record<string, string>;
    engines: { node: string };
    customElements: string;
    'web-types': string;
    dependencies: Record<string, string>;
  };
  /** The content of a file. */
  read(path: string): string;
  remove(): void;
}

export async function packPackage(name: PackageName = 'storefront-elements'): Promise<PackedPackage> {
  const tarball = await pack(name);
  const folder = mkdtempSync(join(cache, 'packed-'));
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  // Ends the lookup of packages here: otherwise, the project's own package.json would be taken for the package.
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  const { stdout: names } = await run('tar', ['-tzf', tarball]);
  const read = (path: string) => readFileSync(join(target, path), 'utf8');
  return {
    tarball,
    folder,
    files: names
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', '')),
    manifest: JSON.parse(read('package.json')) as PackedPackage['manifest'],
    read,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
