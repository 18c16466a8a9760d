/**
 * Builds what a script tag loads. `buildCdn()` gives the files; run as a program it writes them into `dist/cdn/`.
 *
 * What few shoppers need is in files of its own, built first and alone: they import nothing, and
 * what loads them knows their hashes, so that the hash in a page's script tag answers for them too.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import MagicString from 'magic-string';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { minify } from 'terser';
import { build, type Plugin, type PluginOption } from 'vite';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'dist/cdn');

const languages = readdirSync(join(root, 'src/locales')).filter((file) => file !== 'en.ts');

/**
 * What is loaded when it is needed, by its name in `dist/cdn/`; each before those that load it. All files are in one folder,
 * because some shop systems have no other.
 */
export const parts: Record<string, string> = {
  // Without the country, as base/locale.ts looks for them.
  ...Object.fromEntries(languages.map((file) => [`${file.slice(0, 2)}.js`, `src/locales/${file}`])),
  'shopify.js': 'src/platforms/shopify.ts',
  'woocommerce.js': 'src/platforms/woocommerce.ts',
  'bigcommerce.js': 'src/platforms/bigcommerce.ts',
  'preview.js': 'src/elements/preview/preview.ts',
  'account.js': 'src/elements/account/account.ts',
  'json-ld.js': 'src/elements/collection-timeline/json-ld.ts',
  'lightbox.js': 'src/elements/collection-timeline/lightbox.ts',
  'links.js': 'src/elements/collection-timeline/links.ts',
  'story.js': 'src/elements/collection-timeline/story.ts',
};

/** What draws with the Lit of what loads it: the file is a function of Lit. */
const withLit = ['story.js'];

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
  'loader.classic.js': 'src/cdn/loader.classic.ts',
  'analytics.js': 'src/cdn/analytics.ts',
};

/** The pictures of a theme editor's preview. */
const pictures = readdirSync(join(root, 'src/elements/preview')).filter((file) => file.endsWith('.svg'));

export interface CdnFile {
  code: string;
  /** Empty where the file is no script. */
  map: string;
}

type Hashes = ReadonlyMap<string, string>;

/** As Subresource Integrity writes it. */
export const hashOf = (code: string): string =>
  `sha384-${createHash('sha384').update(code).digest('base64')}`;

/** As base/load.ts has it: shorter, because each file has many. */
const shortHashOf = (code: string): string =>
  createHash('sha256').update(code).digest('base64').replace('=', '');

/** Where the hash of a part is among those that a file knows; unknown until all are known that it loads. */
const placeOf = (file: string): string => `__PLACE_${file.replace(/\W/g, '_')}__`;

/** Sources are transformed in any order; the same sources are to give the same file. */
const inOrder = (used: ReadonlySet<string>) => Object.keys(parts).filter((file) => used.has(file));

/** What stands where a hash will be: as long, and of no letters. */
const PLACE = '#'.repeat(shortHashOf('').length);

/** Has `import('./part.ts')` of the sources load the built file, checked by its hash, which is put in at the end. */
const loadParts = (hashes: Hashes, used: Set<string>): Plugin => ({
  name: 'load-parts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import(')) return undefined;
    let count = 0;
    const use = (path: string) => {
      count++;
      const source = relative(root, resolve(dirname(id), path));
      const file = Object.keys(parts).find((each) => parts[each] === source);
      if (!file || !hashes.has(file))
        throw new Error(`${id} loads ${source}, which build/cdn.ts does not know as a part.`);
      used.add(file);
      return file;
    };
    const base = (file: string) => JSON.stringify(join(root, 'src/elements/base', file));
    const imports = new Set([
      `import { loadPart } from ${base('load.ts')}; import { hash } from ${base('hashes.ts')};`,
    ]);
    // A list of such files, each by its name, is shorter as a list.
    const listed = code.replace(/\{\s*(\w+: \(\) => import\('[^']+'\),\s*){2,}\}/g, (list) => {
      const names = [...list.matchAll(/(\w+): \(\) => import\('([^']+)'\)/g)].map(([, name, path]) => {
        if (use(path!) !== `${name}.js`) throw new Error(`${id} loads ${path} by another name.`);
        return name;
      });
      return `/* @__PURE__ */ (() => Object.fromEntries('${names.join(' ')}'.split(' ').map((name, index) => [name, () => loadPart(name + '.js', hash(${placeOf(`${names[0]}.js`)} + index))])))()`;
    });
    const changed = listed.replace(/\bimport\('(\.{1,2}\/[^']+)'\)/g, (_, path: string) => {
      const file = use(path);
      const call = `loadPart(${JSON.stringify(file)}, hash(${placeOf(file)}))`;
      if (!withLit.includes(file)) return call;
      imports.add(`import { ${lit.map((each) => `${each} as lit_${each}`).join()} } from 'lit';`);
      return `${call}.then((part) => part.default({ ${lit.map((each) => `${each}: lit_${each}`).join()} }))`;
    });
    if (!count) return undefined;
    return { code: [...imports, changed].join(' '), map: null };
  },
  renderChunk(code) {
    const files = inOrder(used);
    const text = new MagicString(code);
    text.replace(/(?<=['"`])__HASHES__(?=['"`])/, PLACE.repeat(files.length));
    for (const [index, file] of files.entries()) text.replaceAll(placeOf(file), String(index));
    if (!text.hasChanged()) return undefined;
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
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

/** Where Lit asks whether a template is one of SVG (2) or MathML (3). */
const IS_SVG_OR_MATHML = /(?<![-\w])[23]===i(?=[?|)])/g;

/** Leaves out what Lit does for templates of SVG and MathML: none of ours is one. An `<svg>` inside of `html` needs none of it. */
const withoutSvg: Plugin = {
  name: 'without-svg',
  transform(code, id) {
    const isOurs = id.startsWith(join(root, 'src'));
    if (isOurs && /\b(svg|mathml)\b[^}]*\} from ['"]lit\b|\/unsafe-svg\b/.test(code))
      throw new Error(`${id} has a template of SVG or MathML, which build/cdn.ts leaves out of Lit.`);
    if (!id.endsWith('/lit-html.js')) return undefined;
    const count = code.match(IS_SVG_OR_MATHML)?.length ?? 0;
    if (count !== 6) throw new Error(`${id} asks ${count} times, not 6, for SVG or MathML.`);
    return { code: code.replace(IS_SVG_OR_MATHML, 'false'), map: null };
  },
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

async function bundle(
  file: string,
  source: string,
  hashes: Hashes,
  elements: Record<string, string> = {},
): Promise<CdnFile> {
  const isClassic = file.endsWith('.classic.js');
  const isGivenLit = withLit.includes(file);
  const name = basename(file, '.js');
  const used = new Set<string>();
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // A classic script has no `import.meta`, and knows its own address only while it begins.
    define: {
      __FILES__: JSON.stringify(Object.fromEntries(Object.keys(elements).map((each) => [each, PLACE]))),
      // It runs in pages only, and is to be as small as can be.
      ...(file.startsWith('loader') && { 'globalThis.document': 'document' }),
      ...(isClassic && { 'import.meta.url': 'document.currentScript.src' }),
      ...(isGivenLit && { 'import.meta.url': '__url' }),
    },
    plugins: [
      withoutDecorators,
      withoutCssErrors,
      withoutSvg,
      loadParts(hashes, used),
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
  const left = /__(PLACE|HASHES)_\w*/.exec(chunk.code);
  if (left) throw new Error(`${file} does not know what ${left[0]} is.`);
  const { code, map } = await compress(file, isGivenLit ? asFunctionOfLit(chunk) : chunk);
  // Not earlier: names are chosen by how often each letter occurs in the file, so its hashes would change its size.
  const known = [...inOrder(used).map((part) => hashes.get(part)!), ...Object.values(elements)];
  const [first, ...rest] = code.split(PLACE);
  if (rest.length !== known.length)
    throw new Error(`${file} has ${rest.length} places for ${known.length} hashes.`);
  return { code: [first, ...rest.map((text, index) => known[index]! + text)].join(''), map };
}

interface Chunk {
  code: string;
  map: { mappings: string } | null;
}

const asFunctionOfLit = ({ code, map }: Chunk): Chunk => ({
  code: `const __url = import.meta.url; export default (lit) => {\n${code}\nreturn part; };`,
  map: { ...map!, mappings: `;${map!.mappings}` },
});

/** Whether nearly all of it runs as soon as it is there. */
const isRunAtOnce = (file: string): boolean =>
  withLit.includes(file) || (file in entries && !/^(loader|analytics)/.test(file));

/** Another two per cent smaller. */
async function compress(file: string, { code, map }: Chunk): Promise<CdnFile> {
  const { code: smaller, map: source } = await minify(
    { [file]: code.replace(/\n\/\/# sourceMappingURL=.*/, '') },
    {
      module: true,
      ecma: 2020,
      compress: { passes: 3, ecma: 2020 },
      format: {
        // Chromium then compiles it off the main thread while it comes in, and not there, each function when it is called.
        preamble: isRunAtOnce(file) ? '//# allFunctionsCalledOnLoad' : '',
      },
      sourceMap: { content: JSON.stringify(map), url: `${file}.map` },
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
    hashes.set(file, shortHashOf(built.code));
  }
  for (const file of pictures)
    files.set(file, { code: readFileSync(join(root, 'src/elements/preview', file), 'utf8'), map: '' });
  const isLoader = (file: string) => file.startsWith('loader');
  const isLoaded = (file: string) => !/^(storefront|analytics)/.test(file) && !isLoader(file);
  // The loader knows the hashes of what it loads.
  const wanted = only.some(isLoader) ? [...Object.keys(entries).filter(isLoaded), ...only] : only;
  for (const file of new Set(wanted.filter((each) => !isLoader(each))))
    files.set(file, await bundle(file, entries[file]!, hashes));
  if (only.some(isLoader)) {
    const loaded = [...files].filter(([file]) => file in entries && isLoaded(file));
    const elements = Object.fromEntries(loaded.map(([file, { code }]) => [file, shortHashOf(code)]));
    for (const file of only.filter(isLoader))
      files.set(file, await bundle(file, entries[file]!, hashes, elements));
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
    if (map) writeFileSync(join(outDir, `${file}.map`), map);
  }
  writeFileSync(join(outDir, 'integrity.json'), JSON.stringify({ version, files: integrity }, undefined, 2));
  console.table(Object.entries(integrity).map(([file, hash]) => ({ file, integrity: hash })));
}
