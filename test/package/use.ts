/** The packed package in use: in a Node process, and in a bundle that a server sends to a page. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { build } from 'vite';

const run = promisify(execFile);

/** Runs a module in a Node process of its own, where nothing is but the package; gives what it prints. */
export async function inNode(folder: string, code: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
  });
  assert.equal(stderr, '');
  return stdout;
}

/** Bundles a module: returns `page.js` and the chunks that it loads later, by address. */
export async function bundle(
  folder: string,
  code: string,
  condition: 'production' | 'development' = 'production',
): Promise<Record<string, string>> {
  const [built] = [
    await build({
      configFile: false,
      root: folder,
      logLevel: 'warn',
      resolve: { conditions: [condition, 'module', 'browser'] },
      plugins: [
        {
          name: 'page',
          resolveId: (id) => (id === 'page' ? `${folder}/page.js` : null),
          load: (id) => (id === `${folder}/page.js` ? code : null),
        },
      ],
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: 'page',
          output: {
            entryFileNames: 'page.js',
            chunkFileNames: 'later/[name].js',
            // As the README asks for hydration.
            strictExecutionOrder: true,
          },
        },
      },
    }),
  ].flat();
  if (!built || !('output' in built)) throw new Error('The bundle has no output.');
  return Object.fromEntries(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])),
  );
}

/** Serves a page, and scripts by their path, until `close()` is called. */
export async function servePage(
  page: string,
  scripts: Record<string, string>,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url];
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.statusCode = script === undefined && url !== '/' ? 404 : 200;
    response.end(script ?? page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
