/** A developer's app: a folder far from the project, with a packed package and the app's own lockfile. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, extname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { examplesOf } from '../docs/examples.ts';
import { exampleOf } from '../package/examples.ts';
import type { PackageName } from '../package/packed.ts';

/** The folders here, and the package that each app installs. */
export const apps = {
  react: 'storefront-elements',
  vue: 'storefront-elements',
  svelte: 'storefront-elements',
  vite: 'storefront-elements',
  gateway: 'storefront-gateway',
} as const satisfies Record<string, PackageName>;

export type App = keyof typeof apps;

/** The examples that each app takes from the documentation, by file. */
const examples: Record<App, (folder: string) => Record<string, string>> = {
  react: () => ({ 'src/Members.tsx': exampleOf('react', 'tsx') }),
  vue: () => ({ 'src/Members.vue': exampleOf('vue', 'vue'), 'vite.config.ts': exampleOf('vue', 'ts') }),
  svelte: () => ({ 'src/Members.svelte': exampleOf('svelte', 'svelte') }),
  vite: (folder) => ({
    'src/members.ts': exampleOf('plain', 'ts'),
    'index.html': readFileSync(join(folder, 'index.html'), 'utf8').replace(
      /<!-- .* -->/,
      exampleOf('plain', 'html'),
    ),
  }),
  gateway: () => ({
    'server.ts': examplesOf('gateway.md').find(({ check }) => check === 'handler')!.code,
  }),
};

interface Outcome {
  code: number;
  output: string;
}

/** npm scripts run in the project's own Node. An app has the one of its machine. */
const machine = {
  ...process.env,
  NO_COLOR: '1',
  PATH: process.env['PATH']!.split(delimiter)
    .filter((folder) => basename(folder) !== '.bin')
    .join(delimiter),
};

/** Runs a program of the machine in a folder. The test itself checks its exit status and output. */
export const run = (folder: string, program: string, ...words: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      words,
      { cwd: folder, shell: process.platform === 'win32', env: machine },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    );
  });

export const npm = (folder: string, ...words: string[]): Promise<Outcome> => run(folder, 'npm', ...words);

/** Installs what the lockfile says. npm asks the registry only for what is not in its cache. */
export const install = (folder: string): Promise<Outcome> =>
  npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');

/** Puts an app of this folder and its package into a folder of its own. */
export function placeApp(app: App, tarball: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `storefront-${app}-`));
  cpSync(join(import.meta.dirname, app), folder, { recursive: true });
  copyFileSync(tarball, join(folder, `${apps[app]}.tgz`));
  for (const [file, text] of Object.entries(examples[app](folder))) writeFileSync(join(folder, file), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The relay between the shop and the service: it adds the key, which the page does not know. */
async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  service: { url: string; key: string },
): Promise<void> {
  const { method = 'GET', url = '', headers } = request;
  const answer = await fetch(service.url + url.replace('/apps/rewards', ''), {
    method,
    headers: { 'x-api-key': service.key, 'content-type': headers['content-type'] ?? 'application/json' },
    ...(method === 'POST' && { body: new Uint8Array(await buffer(request)) }),
  });
  response.statusCode = answer.status;
  response.setHeader('content-type', answer.headers.get('content-type') ?? 'application/json');
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Serves what an app was built into, as its shop would. */
export async function serveApp(
  folder: string,
  service: { url: string; key: string },
): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    if (pathname.startsWith('/apps/rewards/')) {
      relay(request, response, service).catch(() => response.writeHead(502).end());
      return;
    }
    const file = pathname === '/' ? 'index.html' : normalize(pathname);
    try {
      const content = readFileSync(join(folder, 'dist', file));
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
