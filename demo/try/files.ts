/**
 * Serves the files for script tags to the playground: those of `ELEMENTS_FOLDER`, of `dist/cdn/`, or of a build in memory
 * where that folder is missing or older than the sources.
 */
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CdnFile } from '../../build/cdn.ts';

type Read = (name: string) => Promise<string | Buffer | undefined>;

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist/cdn');

/** Milliseconds that each file takes on a slow network. */
const DELAY = 1000;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** The time of the last change to what the files are built from. */
function changedAt(): number {
  const sources = globSync(['src/**/*.{ts,svg,yaml}', 'build/*.ts', 'package.json'], { cwd: root });
  return Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs));
}

const from =
  (folder: string): Read =>
  (name) =>
    readFile(join(folder, name)).catch(() => undefined);

async function build(): Promise<Read> {
  const { NODE_ENV: _, ...env } = process.env;
  const worker = new Worker(new URL('build.ts', import.meta.url), { env });
  const [files] = (await once(worker, 'message')) as [ReadonlyMap<string, CdnFile>];
  return (name) => Promise.resolve(files.get(name)?.code);
}

/** Builds again when a source has changed since the last page. */
function freshFiles(): () => Promise<Read> {
  let built: { at: number; files: Promise<Read> } | undefined;
  return () => {
    const changed = changedAt();
    const table = join(dist, 'integrity.json');
    if (existsSync(table) && statSync(table).mtimeMs > changed) return Promise.resolve(from(dist));
    if (!built || built.at < changed) {
      built = { at: Date.now(), files: build() };
    }
    return built.files;
  };
}

/** Handles `/try/cdn/<file>`, and the same slowly under `/try/slow/`. Returns whether it has answered the request. */
export function serveElements(
  folder?: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const files = folder ? () => Promise.resolve(from(folder)) : freshFiles();
  return async ({ url = '' }, response) => {
    // After a failure, the scripts spell the folder in a different way.
    const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '';
    const [, speed, name] =
      /^\/try\/(cdn|slow)\/([\w.-]+)$/.exec(path.replaceAll(/%[46]\w/gi, decodeURI)) ?? [];
    if (!name) return false;
    if (speed === 'slow') await wait(DELAY);
    const file = await (await files())(name);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(name)] ?? 'text/plain',
      'cache-control': 'no-store',
    });
    response.end(file ?? `There is no file ${name}.`);
    return true;
  };
}
