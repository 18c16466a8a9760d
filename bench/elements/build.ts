/** Builds ours as it is published, and the page of every contestant as a shop's bundler would: both for production. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildCdn } from '../../build/cdn.ts';
import type { Contestant } from './contestants/contestant.ts';

/** The files that the pages' server serves, by path. */
export type Files = Map<string, Uint8Array>;

/** Where the files of `--cdn` are served. */
export const OTHER_BUILD = '/other-cdn/';

/** The files that a page names in its head. */
export interface Head {
  styles: string[];
  /** Modules that the first one imports, as bundlers name them to save a round trip. */
  preloads: string[];
}

/** Our files from the working tree, and those of another build in `folder`. Returns what each script may preload. */
export async function buildOurs(files: Files, folder: string | undefined): Promise<Map<string, Head>> {
  const heads = new Map<string, Head>();
  for (const [path, { code, preloads = [] }] of await buildCdn()) {
    files.set(`/cdn/${path}`, Buffer.from(code));
    heads.set(`/cdn/${path}`, { styles: [], preloads: preloads.map((file) => `/cdn/${file}`) });
  }
  if (folder !== undefined)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.js')) files.set(`${OTHER_BUILD}${path}`, readFileSync(join(folder, path)));
  return heads;
}

/** TimelineJS imports the source of its styles, too, besides the stylesheet that its README tells to import. */
const withoutLess: Plugin = {
  name: 'without-less',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.less') ? '\0no-less' : undefined),
  load: (id) => (id === '\0no-less' ? '' : undefined),
};

/**
 * The static imports of the first chunk, direct or indirect. Chunks that are imported later must load their styles
 * themselves.
 */
function headOf(
  folder: string,
  chunks: Map<string, Rolldown.OutputChunk>,
  first: Rolldown.OutputChunk,
): Head {
  const seen = new Set<Rolldown.OutputChunk>();
  const walk = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) walk(chunks.get(name));
  };
  walk(first);
  const styles = [...seen].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const preloads = [...seen].filter((chunk) => chunk !== first).map(({ fileName }) => fileName);
  const paths = (names: string[]) => [...new Set(names)].map((name) => `/${folder}/${name}`);
  return { styles: paths(styles), preloads: paths(preloads) };
}

/** A build of its own, so that no contestant shares a file with another. */
export async function buildPage(
  files: Files,
  folder: string,
  page: string,
  alias: Record<string, string> = {},
): Promise<Head> {
  const packages = join(import.meta.dirname, 'node_modules');
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [withoutLess],
    resolve: {
      alias: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, join(packages, path)])),
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(import.meta.dirname, 'pages', page),
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`A build for ${folder} gave no output.`);
  for (const file of bundle.output)
    files.set(`/${folder}/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source));
  const chunks = bundle.output.filter((file) => file.type === 'chunk');
  return headOf(folder, new Map(chunks.map((chunk) => [chunk.fileName, chunk])), chunks[0]!);
}

/** Where the files of a contestant's page are; the page in which it is scrolled may be another one. */
export const folderOf = ({ name, scrollPage }: Contestant, isScrolled = false): string =>
  isScrolled && scrollPage ? `${name}-scrolled` : name;
