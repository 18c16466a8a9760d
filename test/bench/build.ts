/** Builds ours as it is published, and the page of every contestant as a shop's bundler would: both for production. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Contestant } from './contestants.ts';

/** What the pages' server hands out, by path. */
export type Files = Map<string, string | Uint8Array>;

type Built = Awaited<ReturnType<typeof build>>;

function put(files: Files, folder: string, result: Built): void {
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`A build for ${folder} gave no output.`);
  for (const file of bundle.output)
    if (!file.fileName.endsWith('.map'))
      files.set(`/${folder}/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
}

export async function buildOurs(files: Files, bundle: string | undefined): Promise<void> {
  if (bundle === undefined) {
    put(files, 'cdn', await build({ mode: 'collection-timeline', logLevel: 'warn' }));
    return;
  }
  // What the file loads on demand stands beside it.
  const folder = dirname(bundle);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.js')) files.set(`/cdn/${path}`, readFileSync(join(folder, path)));
  files.set('/cdn/collection-timeline.js', readFileSync(join(folder, basename(bundle))));
}

/** TimelineJS imports the source of its styles, too, besides the stylesheet that its README tells to import. */
const withoutLess: Plugin = {
  name: 'without-less',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.less') ? '\0no-less' : undefined),
  load: (id) => (id === '\0no-less' ? '' : undefined),
};

/** One build per contestant, so that none shares a file with another. */
export async function buildPages(files: Files, taking: Contestant[]): Promise<void> {
  for (const { name, page } of taking) {
    const result = await build({
      configFile: false,
      root: import.meta.dirname,
      base: './',
      publicDir: false,
      logLevel: 'error',
      plugins: [withoutLess],
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: join(import.meta.dirname, 'pages', page),
          output: {
            entryFileNames: 'page.js',
            chunkFileNames: '[name].js',
            assetFileNames: '[name][extname]',
          },
        },
      },
    });
    put(files, name, result);
  }
}
