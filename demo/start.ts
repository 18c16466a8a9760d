/**
 * `npm start`: the sandbox and the shop that uses it, in one process, so that Ctrl-C ends everything. From the
 * environment: SHOP_PORT (default 5173), SANDBOX_PORT (8787), SANDBOX_FILE, SMTP_URL.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { readSettings } from './sandbox/settings.ts';
import { isUsageError, startOnFreePort } from './sandbox/start.ts';

try {
  const shopPort = Number(process.env['SHOP_PORT'] || 5173);
  if (!Number.isInteger(shopPort) || shopPort < 0 || shopPort > 65_535)
    throw new RangeError(
      `SHOP_PORT must be a whole number from 0 to 65535, not "${process.env['SHOP_PORT']}".`,
    );
  const sandbox = await startOnFreePort(readSettings(process.env));
  const toSandbox = { target: sandbox.url, changeOrigin: true };
  const shop = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: {
      host: '127.0.0.1',
      port: shopPort,
      proxy: {
        // As an app proxy of a shop system would do it: the service under a path of the shop itself.
        '/service': { ...toSandbox, rewrite: (path) => path.replace(/^\/service/, '') },
        '^/sandbox(/|$)': toSandbox,
      },
    },
    logLevel: 'warn',
  });
  await shop.listen();
  const [url] = shop.resolvedUrls?.local ?? [];
  console.log(`
  The shop        ${url}
  A plain page    ${url}plain.html
  The mailbox     ${url}sandbox/mailbox   (one-time codes arrive here)
  The sandbox     ${sandbox.url}/sandbox

  Ctrl-C ends everything.
`);

  const stop = async () => {
    await Promise.all([shop.close(), sandbox.close()]);
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
} catch (error) {
  console.error(isUsageError(error) || error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
