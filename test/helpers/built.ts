/** The files of `dist/cdn/`, built once for all tests that need them: the build takes longer than most tests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CdnFile } from '../../build/cdn.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/storefront-elements');

/** A hash of everything that the build depends on. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svg)$/.test(file))
    .map((file) => join('src', file));
  for (const file of [...sources.sort(), 'build/cdn.ts', 'package.json', 'package-lock.json'])
    hash.update(`${file}\n${readFileSync(join(root, file), 'utf8')}`);
  return hash.digest('hex').slice(0, 16);
}

let built: Promise<Map<string, CdnFile>> | undefined;

async function build(): Promise<Map<string, CdnFile>> {
  const file = join(cache, `cdn-${hashOfSources()}.json`);
  if (existsSync(file)) return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, CdnFile][]);
  // Imported late: the build tools take a while to load, and the files nearly always exist.
  const { buildCdn } = await import('../../build/cdn.ts');
  const files = await buildCdn();
  mkdirSync(cache, { recursive: true });
  // In one step: tests run side by side.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify([...files]));
  renameSync(unfinished, file);
  return files;
}

/** A built file's name without the hash of its contents: `story.js` for `story.1a2b3c4d.js`. */
export const withoutHash = (path: string): string => path.replace(/\.[0-9a-z]{8}(?=\.js(\?|$))/, '');

/** The path of the chunk with that name, such as `story`, in a folder. */
export function chunkPath(paths: Iterable<string>, name: string, folder = '/'): string {
  const found = [...paths].find(
    (path) => path !== withoutHash(path) && withoutHash(path) === `${folder}${name}.js`,
  );
  if (!found) throw new Error(`There is no chunk ${name} in ${folder}.`);
  return found;
}

/** All files by their name in `dist/cdn/`. */
export const builtFiles = (): Promise<Map<string, CdnFile>> => (built ??= build());
