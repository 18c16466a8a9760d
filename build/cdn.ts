/**
 * Builds what a script tag loads. `buildCdn()` gives the files; run as a program it writes them into `dist/cdn/`.
 *
 * What few shoppers need is in files of its own (`parts/`, `locales/`), built first and alone: they import nothing, and
 * what loads them knows their hashes, so that the hash in a page's script tag answers for them too.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { minify } from 'terser';
import { build, type Plugin, type PluginOption } from 'vite';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'dist/cdn');

const languages = readdirSync(join(root, 'src/locales')).filter((file) => file !== 'en.ts');

/** What is loaded when it is needed, by its path in `dist/cdn/`; each before those that load it. */
const parts: Record<string, string> = {
  ...Object.fromEntries(
    languages.map((file) => [`locales/${basename(file, '.ts')}.js`, `src/locales/${file}`]),
  ),
  'parts/account.js': 'src/elements/account/account.ts',
  'parts/json-ld.js': 'src/elements/collection-timeline/json-ld.ts',
  'parts/lightbox.js': 'src/elements/collection-timeline/lightbox.ts',
  'parts/links.js': 'src/elements/collection-timeline/links.ts',
  'parts/story.js': 'src/elements/collection-timeline/story.ts',
};

/** What draws with the Lit of what loads it: the file is a function of Lit. */
const withLit = ['parts/story.js'];

/** What such a function is given. */
const lit = ['css', 'html', 'noChange', 'nothing', 'render', '_$LH'];

/** What a page names in a script tag. */
export const entries: Record<string, string> = {
  'otp-login.js': 'src/cdn/otp-login.ts',
  'reward-claim.js': 'src/cdn/reward-claim.ts',
  'collection-timeline.js': 'src/cdn/collection-timeline.ts',
  'storefront-elements.js': 'src/cdn/storefront-elements.ts',
  'storefront-elements.classic.js': 'src/cdn/classic.ts',
  'loader.js': 'src/cdn/loader.ts',
};

export interface CdnFile {
  code: string;
  map: string;
}

type Hashes = ReadonlyMap<string, string>;

/** As Subresource Integrity writes it. In the elements themselves the shorter one, of which there are many. */
export const hashOf = (code: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`;

/** Has `import('./part.ts')` of the sources load the built file, checked; `from` is the file that is being built. */
const loadParts = (from: string, hashes: Hashes): Plugin => ({
  name: 'load-parts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import(')) return undefined;
    let count = 0;
    const load = join(root, 'src/elements/base/load.ts');
    const imports = new Set([`import { loadPart } from ${JSON.stringify(load)};`]);
    const changed = code.replace(/\bimport\('(\.{1,2}\/[^']+)'\)/g, (_, path: string) => {
      count++;
      const source = relative(root, resolve(dirname(id), path));
      const file = Object.keys(parts).find((each) => parts[each] === source);
      const hash = file && hashes.get(file);
      if (!hash) throw new Error(`${id} loads ${source}, which build/cdn.ts does not know as a part.`);
      const beside = posix.relative(posix.dirname(from), file);
      const call = `loadPart(${JSON.stringify(beside)}, ${JSON.stringify(hash)})`;
      if (!withLit.includes(file)) return call;
      imports.add(`import { ${lit.map((each) => `${each} as lit_${each}`).join()} } from 'lit';`);
      return `${call}.then((part) => part.default({ ${lit.map((each) => `${each}: lit_${each}`).join()} }))`;
    });
    if (!count) return undefined;
    return { code: [...imports, changed].join(' '), map: null };
  },
});

/** Leaves Lit out, to be given. */
const givenLit: Plugin = {
  name: 'given-lit',
  enforce: 'pre',
  resolveId: (source) =>
    /^lit(-html)?$|\/lit-html\.js$/.test(source) ? { id: 'lit', external: true } : undefined,
};

/** What Lit says of wrong arguments of `css`, which our own styles, all of them literals, never make it say. */
const withoutCssErrors: Plugin = {
  name: 'without-css-errors',
  transform: (code, id) =>
    id.endsWith('/css-tag.js')
      ? { code: code.replace(/Error\("[^}]*?\."\)/g, 'Error()'), map: null }
      : undefined,
};

/**
 * Declares what `@property()` says without decorators, whose helper and calls are in the way of every file's budget, and
 * without the attributes that base/decorators.ts knows to name after their properties.
 */
const withoutDecorators: Plugin = {
  name: 'without-decorators',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('@property(')) return undefined;
    const className = /^export (?:abstract )?class (\w+)/m.exec(code)?.[1];
    const declared: string[] = [];
    const rest = code
      .replace(/^ {2}@property\((\{[^]*?\})?\)\s+(?=(\w+))/gm, (_, options = '{}', name: string) => {
        const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        declared.push(
          `${name}: ${(options as string).replace(new RegExp(`attribute: '${attribute}',?`), '')}`,
        );
        return '  ';
      })
      .replace("import { property } from '", "import { declareProperties } from '");
    if (!className || /@property\(|\bproperty\(/.test(rest))
      throw new Error(`The properties of ${id} are unclear.`);
    return { code: `${rest}\ndeclareProperties(${className}, { ${declared.join(', ')} });\n`, map: null };
  },
};

async function bundle(file: string, source: string, hashes: Hashes, integrity = '{}'): Promise<CdnFile> {
  const isClassic = file.endsWith('.classic.js');
  const isGivenLit = withLit.includes(file);
  const name = basename(file, '.js');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // A classic script has no `import.meta`, and knows its own address only while it begins.
    define: {
      __INTEGRITY__: integrity,
      ...(isClassic && { 'import.meta.url': 'document.currentScript.src' }),
      ...(isGivenLit && { 'import.meta.url': '__url' }),
    },
    plugins: [
      withoutDecorators,
      withoutCssErrors,
      loadParts(file, hashes),
      isGivenLit && givenLit,
      minifyTemplates({ include: 'src/**' }) as PluginOption,
    ],
    build: {
      write: false,
      sourcemap: true,
      target: 'es2022',
      lib: {
        entry: join(root, source),
        formats: [isClassic || isGivenLit ? 'iife' : 'es'],
        name: 'part',
        fileName: () => `${name}.js`,
      },
      // Library builds of ES modules are not fully minified without it.
      rolldownOptions: { output: { minify: true, globals: { lit: 'lit' } } },
    },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error(`The build of ${file} gave no output.`);
  const chunks = built.output.filter((each) => each.type === 'chunk');
  const [chunk] = chunks;
  // One that needs another would load it again where a page asks for it by another address.
  const imports = chunk?.imports.filter((each) => each !== 'lit' || !isGivenLit) ?? [];
  if (!chunk || chunks.length > 1 || imports.length || chunk.dynamicImports.length)
    throw new Error(`${file} must stand alone.`);
  return compress(name, isGivenLit ? asFunctionOfLit(chunk) : chunk);
}

interface Chunk {
  code: string;
  map: { mappings: string } | null;
}

const asFunctionOfLit = ({ code, map }: Chunk): Chunk => ({
  code: `const __url = import.meta.url; export default (lit) => {\n${code}\nreturn part; };`,
  map: { ...map!, mappings: `;${map!.mappings}` },
});

/** Another two per cent smaller. */
async function compress(name: string, { code, map }: Chunk): Promise<CdnFile> {
  const { code: smaller, map: source } = await minify(
    { [`${name}.js`]: code.replace(/\n\/\/# sourceMappingURL=.*/, '') },
    {
      module: true,
      ecma: 2020,
      compress: { passes: 3, ecma: 2020 },
      sourceMap: { content: JSON.stringify(map), url: `${name}.js.map` },
    },
  );
  return { code: smaller!, map: source as string };
}

/** All files by their path in `dist/cdn/`, or only some entries and what they load. Writes nothing. */
export async function buildCdn(only = Object.keys(entries)): Promise<Map<string, CdnFile>> {
  const files = new Map<string, CdnFile>();
  const hashes = new Map<string, string>();
  for (const [file, source] of Object.entries(parts)) {
    const built = await bundle(file, source, hashes);
    files.set(file, built);
    hashes.set(file, hashOf(built.code, 'sha256'));
  }
  const isLoader = (file: string) => file === 'loader.js';
  const isLoaded = (file: string) => !file.startsWith('storefront') && !isLoader(file);
  // The loader knows the hashes of what it loads.
  const wanted = only.some(isLoader) ? [...Object.keys(entries).filter(isLoaded), ...only] : only;
  for (const file of new Set(wanted.filter((each) => !isLoader(each))))
    files.set(file, await bundle(file, entries[file]!, hashes));
  if (only.some(isLoader)) {
    const loaded = [...files].filter(([file]) => file in entries && isLoaded(file));
    const integrity = Object.fromEntries(loaded.map(([file, { code }]) => [file, hashOf(code, 'sha256')]));
    files.set(
      'loader.js',
      await bundle('loader.js', entries['loader.js']!, hashes, JSON.stringify(integrity)),
    );
  }
  return files;
}

if (import.meta.main) {
  const { version } = (await import('../package.json', { with: { type: 'json' } })).default;
  rmSync(outDir, { recursive: true, force: true });
  const files = await buildCdn();
  const integrity = Object.fromEntries([...files].map(([file, { code }]) => [file, hashOf(code)]));
  for (const [file, { code, map }] of files) {
    mkdirSync(dirname(join(outDir, file)), { recursive: true });
    // The hash is that of the file as it is served, with its last line.
    writeFileSync(join(outDir, file), code);
    writeFileSync(join(outDir, `${file}.map`), map);
  }
  writeFileSync(join(outDir, 'integrity.json'), JSON.stringify({ version, files: integrity }, undefined, 2));
  console.table(Object.entries(integrity).map(([file, hash]) => ({ file, integrity: hash })));
}
