/**
 * `npm start`: the sandbox and the shop that uses it, in one process, so that Ctrl-C ends everything. From the
 * environment: SHOP_PORT (default 5173), SANDBOX_PORT (8787), SANDBOX_FILE, SMTP_URL.
 */
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import type { Sandbox } from './sandbox/sandbox.ts';
import { MAX_PORT, readSettings, refuse } from './sandbox/settings.ts';
import { isUsageError, startOnFreePort } from './sandbox/start.ts';

function readShopPort(value = '5173'): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= MAX_PORT)) throw refuse('SHOP_PORT', value, `Allowed: a whole number from 0 to ${MAX_PORT}.`);
  return port;
}

async function startShop(port: number, sandbox: Sandbox): Promise<ViteDevServer> {
  const toSandbox = { target: sandbox.url, changeOrigin: true };
  const shop = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: {
      host: '127.0.0.1',
      port,
      proxy: {
        // As an app proxy of a shop system would do it: the service under a path of the shop itself.
        '/service': { ...toSandbox, rewrite: (path) => path.replace(/^\/service/, '') },
        '^/sandbox(/|$)': toSandbox,
        // Logins and claims are shared by address, so every tile of the gallery has the service under one of its own.
        '^/gallery/': { ...toSandbox, rewrite: (path) => path.replace(/^\/gallery\/[^/]+/, '') },
      },
    },
    define: { __SANDBOX_URL__: JSON.stringify(sandbox.url) },
    logLevel: 'warn',
  });
  try {
    return await shop.listen();
  } catch (error) {
    await shop.close();
    // A port that is taken never comes here: Vite goes on to the next one.
    throw refuse(
      'SHOP_PORT',
      String(port),
      `It cannot be used (${error instanceof Error ? error.message : 'no reason'}).`,
    );
  }
}

let sandbox: Sandbox | undefined;
try {
  const shopPort = readShopPort(process.env['SHOP_PORT'] || undefined);
  sandbox = await startOnFreePort(readSettings(process.env));
  const running = [sandbox, await startShop(shopPort, sandbox)] as const;
  const url = running[1].resolvedUrls?.local[0];
  console.log(`
  The shop        ${url}
  A plain page    ${url}plain.html
  The gallery     ${url}gallery.html      (every state of the elements)
  Timelines       ${url}timelines.html    (four layouts, good and awful data)
  Themes          ${url}themes.html
  The mailbox     ${url}sandbox/mailbox   (one-time codes arrive here)
  The sandbox     ${sandbox.url}/sandbox

  Ctrl-C ends everything.
`);

  const stop = async () => {
    await Promise.all(running.map((each) => each.close()));
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
} catch (error) {
  console.error(isUsageError(error) ? error.message : error);
  process.exitCode = 1;
  await sandbox?.close();
}
