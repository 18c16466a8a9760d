/**
 * Builds the files that a script tag loads. `buildCdn()` returns them; run as a program it writes them into `dist/cdn/`.
 *
 * The elements, and everything that they load later, are one Vite build with shared chunks. A chunk has a hash in its name,
 * and no page refers to it. The files that pages refer to come last: each contains the names and hashes of the chunks that it
 * loads, so that the hash in a page's script tag covers all code that runs.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { build, type PluginOption, type Rolldown } from 'vite';
import type { Build } from '../src/cdn/modules.ts';
import manifest from '../package.json' with { type: 'json' };

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

export interface CdnFile {
  code: string;
  /** Empty if the file is not a script. */
  map: string;
  /** The chunks that an element's script loads at once, which a page may preload. */
  preloads?: string[];
}

const root = join(import.meta.dirname, '..');
const elements = ['otp-login', 'reward-claim', 'collection-timeline'];

/** The files that pages refer to, with their source and the elements that they load. */
export const entries: Record<string, { source: string; tags: string[] }> = {
  ...Object.fromEntries(elements.map((tag) => [`${tag}.js`, { source: 'entry.ts', tags: [tag] }])),
  'storefront-elements.js': { source: 'entry.ts', tags: elements },
  'storefront-elements.classic.js': { source: 'entry.classic.ts', tags: elements },
  'loader.js': { source: 'loader.ts', tags: elements },
  'loader.classic.js': { source: 'loader.classic.ts', tags: elements },
  'analytics.js': { source: 'analytics.ts', tags: [] },
};

/** Chunks that several elements share, by the modules that they are built around; the modules' imports go with them. */
const groups = [
  // From the first drawing on.
  { name: 'core', test: /\/elements\/shared\/(storefront-element|flow-element|base\.styles|define)\.ts$/ },
  // From the first request on.
  {
    name: 'service',
    test: /\/elements\/shared\/(clients|error-text|consent|focus-keeper|api-key)\.ts$|@lit\/task/,
  },
  // From a shopper's first action on.
  { name: 'account', test: /\/elements\/shared\/(session|login-record|consent-watch|countdown)\.ts$/ },
];

/** As in Subresource Integrity. */
export const hashOf = (code: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`;

/** Bundles sources of `src/cdn/` into ES modules or a classic script. */
async function bundle(
  sources: Record<string, string>,
  constants: Record<string, string>,
  output: Rolldown.OutputOptions = {},
  format: 'es' | 'iife' = 'es',
): Promise<Rolldown.OutputChunk[]> {
  const paths = Object.entries(sources).map(([name, file]) => [name, join(root, 'src/cdn', file)]);
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: constants,
    plugins: [minifyTemplates({ include: 'src/**' }) as PluginOption],
    build: {
      write: false,
      sourcemap: true,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(paths) as Record<string, string>,
        formats: [format],
        name: 'storefront',
      },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name].[hash].js',
          chunkFileNames: '[name].[hash].js',
          // Some file systems and shop systems ignore case.
          hashCharacters: 'base36',
          // Library builds of ES modules are not fully minified without it.
          minify: true,
          ...output,
        },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  return outputs.filter((each) => each.type === 'chunk');
}

/** The files of each module that is loaded by its name: its own, and all that it imports. */
function modulesOf(chunks: Chunks): Map<string, string[]> {
  const withImports = (chunk: Rolldown.OutputChunk) => {
    const files = new Set([chunk.fileName]);
    for (const file of files)
      for (const imported of chunks.get(file)!.imports) {
        // A page may add a query to a file that it refers to, and the browser would run it twice.
        if (!chunks.has(imported)) throw new Error(`${file} imports ${imported}, which is not a chunk.`);
        files.add(imported);
      }
    return [...files];
  };
  const loaded = [...chunks.values()].filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  return new Map(loaded.map((chunk) => [chunk.name, withImports(chunk)]));
}

/** The names and hashes of everything that some elements load, sooner or later. */
function tableOf(tags: string[], chunks: Chunks): Build {
  const modules = modulesOf(chunks);
  const names = new Set(tags.map((tag) => `${tag}-element`));
  for (const name of names)
    for (const file of modules.get(name)!)
      for (const dynamic of chunks.get(file)!.dynamicImports) names.add(chunks.get(dynamic)!.name);
  const files = [...new Set([...names].flatMap((name) => modules.get(name)!))].sort();
  const indexes = (name: string) => modules.get(name)!.map((file) => files.indexOf(file));
  return {
    files: files.map((file) => [file, hashOf(chunks.get(file)!.code, 'sha256').slice('sha256-'.length, -1)]),
    modules: Object.fromEntries([...names].sort().map((name) => [name, indexes(name)])),
  };
}

async function buildEntry(name: string, chunks: Chunks): Promise<CdnFile> {
  const { source, tags } = entries[name]!;
  const isClassic = source.endsWith('.classic.ts');
  const constants = {
    __ELEMENTS__: JSON.stringify(tags),
    __BUILD__: JSON.stringify(tableOf(tags, chunks)),
    // A classic script has no `import.meta`.
    ...(isClassic && { 'import.meta.url': 'document.currentScript.src' }),
  };
  const built = await bundle(
    { entry: source },
    constants,
    { entryFileNames: name },
    isClassic ? 'iife' : 'es',
  );
  const [chunk, ...others] = built;
  if (!chunk || others.length || chunk.imports.length) throw new Error(`${name} must import nothing.`);
  const preloads = new Set(tags.flatMap((tag) => modulesOf(chunks).get(`${tag}-element`)!));
  return { ...toFile(chunk), ...(source.startsWith('entry') && { preloads: [...preloads] }) };
}

const toFile = ({ code, map }: Rolldown.OutputChunk): CdnFile => ({ code, map: map!.toString() });

/** All files by their names. Writes nothing. */
export async function buildCdn(): Promise<Map<string, CdnFile>> {
  const sources = Object.fromEntries(elements.map((tag) => [`${tag}-element`, `${tag}-element.ts`]));
  const built = await bundle(sources, {}, { codeSplitting: { groups } });
  const chunks = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const files = new Map([...chunks].sort().map(([name, chunk]) => [name, toFile(chunk)]));
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
  console.table(integrity);
}
