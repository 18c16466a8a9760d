/**
 * Builds the files that a script tag loads. `buildCdn()` returns them; run as a program it writes them into `dist/cdn/`.
 *
 * The elements and everything that they load later are one Vite build with shared chunks. Their names contain a hash, and no
 * page refers to them. The files that pages refer to are built after it: each contains the names and hashes of the chunks that
 * it loads, so the hash in a page's script tag covers all code that runs.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { build, type LibraryOptions, type PluginOption, type Rolldown } from 'vite';
import type { Build } from '../src/cdn/modules.ts';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const elements = ['otp-login', 'reward-claim', 'collection-timeline'];

/** The files that pages refer to, with their source and the elements that they load. */
export const entries: Record<string, { source: string; elements: string[] }> = {
  ...Object.fromEntries(elements.map((tag) => [`${tag}.js`, { source: 'entry.ts', elements: [tag] }])),
  'storefront-elements.js': { source: 'entry.ts', elements },
  'storefront-elements.classic.js': { source: 'entry.classic.ts', elements },
  'loader.js': { source: 'loader.ts', elements },
  'loader.classic.js': { source: 'loader.classic.ts', elements },
  'analytics.js': { source: 'analytics.ts', elements: [] },
};

/** Chunks that several elements share, by the modules that they are built around; the modules' imports go with them. */
const groups = [
  // From the first drawing on.
  {
    name: 'core',
    test: /\/src\/elements\/shared\/(storefront-element|flow-element|base\.styles|define)\.ts$/,
  },
  // From the first request on.
  {
    name: 'service',
    test: /\/src\/elements\/shared\/(clients|error-text|consent|focus-keeper|api-key)\.ts$|@lit\/task/,
  },
  // From a shopper's first action on.
  { name: 'account', test: /\/src\/elements\/shared\/(session|login-record|consent-watch|countdown)\.ts$/ },
];

export interface CdnFile {
  code: string;
  /** Empty if the file is not a script. */
  map: string;
  /** The chunks that an element's script loads at once, which a page may preload. */
  preloads?: string[];
}

/** As in Subresource Integrity. */
export const hashOf = (code: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`;

/** Bundles sources into ES modules with a hash in their names, or into one classic script. */
async function bundle(
  sources: Record<string, string>,
  { isClassic = false, constants }: { isClassic?: boolean; constants?: Record<string, unknown> } = {},
): Promise<Rolldown.OutputChunk[]> {
  const lib: LibraryOptions = {
    entry: Object.fromEntries(
      Object.entries(sources).map(([name, file]) => [name, join(root, 'src/cdn', file)]),
    ),
    formats: [isClassic ? 'iife' : 'es'],
    name: 'storefrontElementsScript',
  };
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      ...Object.fromEntries(
        Object.entries(constants ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      // A classic script has no `import.meta`.
      ...(isClassic && { 'import.meta.url': 'document.currentScript.src' }),
    },
    plugins: [minifyTemplates({ include: 'src/**' }) as PluginOption],
    build: {
      write: false,
      sourcemap: true,
      target: 'es2022',
      lib,
      rolldownOptions: {
        output: {
          entryFileNames: '[name].[hash].js',
          chunkFileNames: '[name].[hash].js',
          // Some file systems and shop systems ignore case.
          hashCharacters: 'base36',
          // Library builds of ES modules are not fully minified without it.
          minify: true,
          ...(!constants && { codeSplitting: { groups } }),
        },
      },
    },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built))
    throw new Error(`The build of ${Object.keys(sources).join()} gave no output.`);
  return built.output.filter((each) => each.type === 'chunk');
}

/** A chunk and all chunks that it imports. */
function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): string[] {
  const files = new Set([chunk.fileName]);
  for (const file of files)
    for (const imported of chunks.get(file)!.imports) {
      // A page may add a query to a file that it refers to, and the browser would run it twice.
      if (!chunks.has(imported)) throw new Error(`${file} imports ${imported}, which is not a chunk.`);
      files.add(imported);
    }
  return [...files];
}

/** The files of each module that is loaded by its name. */
function modulesOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Map<string, string[]> {
  const loaded = [...chunks.values()].filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  return new Map(loaded.map((chunk) => [chunk.name, withImports(chunk, chunks)]));
}

/** The modules that some elements load, sooner or later. */
function reachable(tags: string[], chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const names = new Set(tags.map((tag) => `${tag}-element`));
  const modules = modulesOf(chunks);
  for (const name of names)
    for (const file of modules.get(name)!)
      for (const dynamic of chunks.get(file)!.dynamicImports) names.add(chunks.get(dynamic)!.name);
  return names;
}

/** The names and hashes that a script tag's file contains. */
function tableOf(tags: string[], chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Build {
  const names = reachable(tags, chunks);
  const modules = [...modulesOf(chunks)].filter(([name]) => names.has(name)).sort();
  const files = [...new Set(modules.flatMap(([, all]) => all))].sort();
  return {
    files: files.map((file) => [file, hashOf(chunks.get(file)!.code, 'sha256').slice('sha256-'.length, -1)]),
    modules: Object.fromEntries(modules.map(([name, all]) => [name, all.map((file) => files.indexOf(file))])),
  };
}

const toFile = ({ code, map }: Rolldown.OutputChunk, name: string): CdnFile => ({
  // The hash is that of the file as it is served, with its last line.
  code: code.replace(/(?<=\/\/# sourceMappingURL=).*/, `${name}.map`),
  map: map!.toString(),
});

async function buildEntry(name: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Promise<CdnFile> {
  const { source, elements: tags } = entries[name]!;
  const constants = { __ELEMENTS__: tags, __BUILD__: tableOf(tags, chunks) };
  const [chunk, ...others] = await bundle(
    { entry: source },
    { isClassic: source.endsWith('.classic.ts'), constants },
  );
  if (!chunk || others.length || chunk.imports.length) throw new Error(`${name} must import nothing.`);
  const modules = modulesOf(chunks);
  const preloads = new Set(tags.flatMap((tag) => modules.get(`${tag}-element`)!));
  return { ...toFile(chunk, name), ...(source.startsWith('entry') && { preloads: [...preloads] }) };
}

/** All files by their names. Writes nothing. */
export async function buildCdn(): Promise<Map<string, CdnFile>> {
  const sources = Object.fromEntries(elements.map((tag) => [`${tag}-element`, `${tag}-element.ts`]));
  const chunks = new Map((await bundle(sources)).map((chunk) => [chunk.fileName, chunk]));
  const files = new Map([...chunks].sort().map(([name, chunk]) => [name, toFile(chunk, name)]));
  for (const name of Object.keys(entries)) files.set(name, await buildEntry(name, chunks));
  const preview = join(root, 'src/elements/preview');
  for (const file of readdirSync(preview).filter((each) => each.endsWith('.svg')))
    files.set(file, { code: readFileSync(join(preview, file), 'utf8'), map: '' });
  return files;
}

if (import.meta.main) {
  const outDir = join(root, 'dist/cdn');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const files = await buildCdn();
  for (const [file, { code, map }] of files) {
    writeFileSync(join(outDir, file), code);
    if (map) writeFileSync(join(outDir, `${file}.map`), map);
  }
  const integrity = Object.fromEntries([...files].map(([file, { code }]) => [file, hashOf(code)]));
  const table = { version: manifest.version, files: integrity };
  writeFileSync(join(outDir, 'integrity.json'), JSON.stringify(table, undefined, 2));
  console.table(Object.entries(integrity).map(([file, hash]) => ({ file, integrity: hash })));
}
