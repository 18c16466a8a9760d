/**
 * Builds the files that a script tag loads. `buildCdn()` returns them; run as a program it writes them into `dist/cdn/`.
 *
 * The elements and everything they load later are one Vite build with shared chunks. Pages never refer to the chunks. The
 * files they refer to contain the chunks' names and hashes, so the hash in a script tag covers all code that runs.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier';
import { build, type PluginOption, type Rolldown } from 'vite';
import type { Build } from '../src/cdn/modules.ts';
import { firstLookRules, writeFirstLook } from './first-look.ts';
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
const moduleOf = (tag: string) => `${tag}-element`;

/** The modules that a page with only this element loads at once: the story draws the entries of every timeline. */
const firstModules = (tag: string) =>
  tag === 'collection-timeline' ? [moduleOf(tag), 'story'] : [moduleOf(tag)];

/** For CDNs that alter scripts, even by one newline: files with a hash would not run. */
const UNCHECKED = 'loader.unchecked.classic.js';

/** The files that pages refer to, with their source in `src/cdn/` and the elements that they load. */
export const entries: Record<string, [source: string, tags: string[]]> = {
  'otp-login.js': ['entry.ts', ['otp-login']],
  'reward-claim.js': ['entry.ts', ['reward-claim']],
  'collection-timeline.js': ['entry.timeline.ts', ['collection-timeline']],
  'storefront-elements.js': ['entry.timeline.ts', elements],
  'storefront-elements.classic.js': ['entry.classic.ts', elements],
  'loader.js': ['loader.ts', elements],
  'loader.classic.js': ['loader.classic.ts', elements],
  // For Shopify's extension: Shopify's own CDN serves its files, so a hash would protect against nobody.
  [UNCHECKED]: ['loader.classic.ts', elements],
  'analytics.js': ['analytics.ts', []],
};

/** The chunks that elements share: for the first render, requests, and a shopper's login. */
const groups = [
  {
    name: 'core',
    test: /shared\/((storefront|flow)-element|base|motion|news|define|format|reserved-texts|consent)\.|when\.js/,
  },
  { name: 'service', test: /shared\/(clients|error-text|focus-keeper|api-key)\.|on-later|@lit\/task|models/ },
  { name: 'account', test: /shared\/(session|login-record|consent-watch|countdown|dispatch)\./ },
];

/** As in Subresource Integrity. */
export const hashOf = (code: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`;

/** Bundles sources, given with their paths in the project, into ES modules; with `isClassic` into a classic script. */
export async function bundle(
  entry: Record<string, string>,
  output: Rolldown.OutputOptions,
  constants: Record<string, unknown> = {},
  isClassic = false,
): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // A classic script has no `import.meta`.
    define: { ...constants, ...(isClassic && { 'import.meta.url': 'document.currentScript.src' }) },
    plugins: [literalsHtmlCssMinifier({ include: 'src/**', failOnError: true }) as PluginOption],
    build: {
      write: false,
      sourcemap: true,
      target: 'es2022',
      lib: { entry, formats: [isClassic ? 'iife' : 'es'], name: 'storefrontElementsScript' },
      // Library builds of ES modules are not fully minified by default.
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: { minify: true, comments: false, ...output },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  return outputs.filter((each) => each.type === 'chunk');
}

/** The files of each module loaded by name: its own file and everything it imports. */
function modulesOf(chunks: Chunks): Map<string, string[]> {
  const withImports = (chunk: Rolldown.OutputChunk) => {
    const files = new Set([chunk.fileName]);
    for (const file of files) for (const imported of chunks.get(file)!.imports) files.add(imported);
    // A page may add a query to an entry's URL; if a chunk imported that entry, the browser would run it twice.
    const other = [...files].find((file) => !chunks.has(file));
    if (other) throw new Error(`${chunk.fileName} imports ${other}, which is not a chunk.`);
    return [...files];
  };
  const loaded = [...chunks.values()].filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  return new Map(loaded.map((chunk) => [chunk.name, withImports(chunk)]));
}

/** The names of all files that the given elements ever load, with their hashes or empty strings. */
function tableOf(tags: string[], chunks: Chunks, hasHashes: boolean): Build {
  const modules = modulesOf(chunks);
  const names = new Set(tags.map(moduleOf));
  for (const name of names)
    for (const file of modules.get(name)!)
      for (const dynamic of chunks.get(file)!.dynamicImports) names.add(chunks.get(dynamic)!.name);
  const files = [...new Set([...names].flatMap((name) => modules.get(name)!))].sort();
  const indexes = (name: string) => modules.get(name)!.map((file) => files.indexOf(file));
  return {
    files: files.map((file) => [
      file,
      hasHashes ? hashOf(chunks.get(file)!.code, 'sha256').slice('sha256-'.length, -1) : '',
    ]),
    modules: Object.fromEntries([...names].sort().map((name) => [name, indexes(name)])),
  };
}

const toFile = ({ code, map }: Rolldown.OutputChunk): CdnFile => ({ code, map: map!.toString() });

async function buildEntry(name: string, chunks: Chunks): Promise<CdnFile> {
  const [source, tags] = entries[name]!;
  const constants = { __ELEMENTS__: tags, __BUILD__: tableOf(tags, chunks, name !== UNCHECKED) };
  const isClassic = source.endsWith('.classic.ts');
  const built = await bundle({ [name]: `src/cdn/${source}` }, { entryFileNames: name }, constants, isClassic);
  const [chunk, ...others] = built;
  if (!chunk || others.length || chunk.imports.length) throw new Error(`${name} must import nothing.`);
  const modules = modulesOf(chunks);
  const first = tags.length === 1 ? firstModules(tags[0]!) : tags.map(moduleOf);
  return { ...toFile(chunk), preloads: [...new Set(first.flatMap((module) => modules.get(module)!))] };
}

/** All files by their names. Writes nothing. */
export async function buildCdn(): Promise<Map<string, CdnFile>> {
  const names = '[name].[hash].js';
  // Some file systems and shop systems ignore case.
  const output = { entryFileNames: names, chunkFileNames: names, hashCharacters: 'base36' as const };
  const sources = Object.fromEntries(elements.map((tag) => [moduleOf(tag), `src/cdn/${moduleOf(tag)}.ts`]));
  const built = await bundle(sources, { ...output, codeSplitting: { groups } });
  const chunks = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const files = new Map([...chunks.keys()].sort().map((name) => [name, toFile(chunks.get(name)!)]));
  for (const name of Object.keys(entries)) files.set(name, await buildEntry(name, chunks));
  for (const picture of globSync(join(root, 'src/elements/preview/*.svg')).sort())
    files.set(basename(picture), { code: readFileSync(picture, 'utf8'), map: '' });
  files.set('first-look.css', { code: `${await firstLookRules()}\n`, map: '' });
  return files;
}

/** A documentation page with up-to-date preload lines above its script tags. */
export function withPreloads(page: string, files: ReadonlyMap<string, CdnFile>): string {
  const line = (href: string, hash: string) =>
    `<link\n  rel="modulepreload"\n  href="${href}"\n  integrity="${hash}"\n  crossorigin="anonymous"\n/>\n`;
  const lines = /(?:<link\n\s+rel="modulepreload"[^>]*>\n)+(?=<script[^>]*src="([^"]*\/)([^"/]+)")/g;
  return page.replace(lines, (_, folder: string, script: string) =>
    files
      .get(script)!
      .preloads!.map((file) => line(folder + file, hashOf(files.get(file)!.code)))
      .join(''),
  );
}

if (import.meta.main) {
  const outDir = join(root, 'dist/cdn');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const files = await buildCdn();
  const integrity = Object.fromEntries([...files].map(([file, { code }]) => [file, hashOf(code)]));
  const table = JSON.stringify({ version: manifest.version, files: integrity }, undefined, 2);
  for (const [file, { code, map }] of [...files, ['integrity.json', { code: table, map: '' }]] as const) {
    writeFileSync(join(outDir, file), code);
    if (map) writeFileSync(join(outDir, `${file}.map`), map);
  }
  const page = join(root, 'docs/quick-start.md');
  const text = readFileSync(page, 'utf8');
  if (withPreloads(text, files) !== text) writeFileSync(page, withPreloads(text, files));
  await writeFirstLook();
  console.table(integrity);
}
