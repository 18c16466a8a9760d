/**
 * `npm start`: the sandbox, the gateway that keeps its key, and the shop that uses them, in one process, so that Ctrl-C
 * ends everything. From the environment: SHOP_PORT (default 5173), SANDBOX_PORT (8787), SANDBOX_FILE, SMTP_URL, and
 * ELEMENTS_FOLDER: a folder of built files, such as dist/cdn, which pages load in place of the sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { createGateway, type Gateway } from '../src/gateway/index.ts';
import { relay } from './relay.ts';
import { DEVELOPMENT_KEYS } from './sandbox/auth.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { MAX_PORT, readSettings, refuse } from './sandbox/settings.ts';
import { isUsageError, startOnFreePort } from './sandbox/start.ts';
import { answerShops } from './shops/server.ts';
import { serveElements } from './try/files.ts';

function readShopPort(value = '5173'): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= MAX_PORT)) throw refuse('SHOP_PORT', value, `Allowed: a whole number from 0 to ${MAX_PORT}.`);
  return port;
}

function readElementsFolder(value: string | undefined): string | undefined {
  if (value && !existsSync(join(value, ENTRY)))
    throw refuse(
      'ELEMENTS_FOLDER',
      value,
      `Allowed: a folder with ${ENTRY}, such as dist/cdn after npm run build:cdn.`,
    );
  return value && resolve(value);
}

/** The built file of all three elements. */
const ENTRY = 'storefront-elements.js';

/** Where the gateway is in the shop, as an app proxy of a shop system would have it. */
const GATEWAY = '/apps/rewards';

function openGateway(shopUrl: string, sandbox: Sandbox): Gateway {
  const { origin, port } = new URL(shopUrl);
  // New at each start: it keeps everything in memory anyway.
  const secret = () => crypto.getRandomValues(new Uint8Array(32));
  return createGateway({
    baseUrl: sandbox.url,
    apiKey: DEVELOPMENT_KEYS.secret,
    basePath: GATEWAY,
    origins: [origin, `http://localhost:${port}`],
    secret: secret(),
    sessions: { keys: [{ kid: 'demo', secret: secret() }], issuer: origin + GATEWAY, audience: origin },
    reserve: true,
    // Nobody's address needs to be hidden here, and developers need not wait.
    codeAnswerTime: 0,
    clientAddress: 'connection',
  });
}

const drawer = readFileSync(new URL('shops/cart-drawer.html', import.meta.url), 'utf8');

/** Answers all requests except those for the shop's own pages. */
function answerOthers(sandbox: Sandbox, gateway: () => Gateway, elements: string | undefined): Plugin {
  const answer = getRequestListener(
    (request, { incoming }) => gateway().fetch(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  const answerShop = answerShops(sandbox.url);
  const answerFiles = serveElements(elements);
  return {
    name: 'gateway-and-carts',
    transformIndexHtml: (html) => {
      const page = elements ? html.replace(/"\/?elements\.ts"/, `"/${ENTRY}"`) : html;
      // As a theme's snippet: the pages of all shops have the same drawer.
      return page.replace('<!-- snippet: cart-drawer -->', () => drawer);
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        // For scripts that import it; `transformIndexHtml` does the same for pages.
        if (elements && request.url === '/elements.ts') request.url = `/${ENTRY}`;
        if (request.url?.startsWith(`${GATEWAY}/`)) void answer(request, response);
        else if (!relay(sandbox.url, request, response))
          void answerFiles(request, response)
            .then((isDone) => isDone || answerShop(request, response))
            .then((isDone) => {
              if (!isDone) next();
            }, next);
      });
    },
  };
}

async function startShop(
  port: number,
  elements: string | undefined,
  sandbox: Sandbox,
  gateway: () => Gateway,
): Promise<ViteDevServer> {
  const shop = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    publicDir: elements ?? false,
    server: {
      host: '127.0.0.1',
      port,
      proxy: { '^/sandbox(/|$)': { target: sandbox.url, changeOrigin: true } },
    },
    plugins: [answerOthers(sandbox, gateway, elements)],
    logLevel: 'warn',
  });
  try {
    return await shop.listen();
  } catch (error) {
    await shop.close();
    // A port in use does not cause this error: Vite tries the next one.
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
  const elements = readElementsFolder(process.env['ELEMENTS_FOLDER']);
  sandbox = await startOnFreePort(readSettings(process.env));
  // The pages that may call the gateway are known only once the shop has its port.
  const inShop: { gateway?: Gateway } = {};
  const shop = await startShop(shopPort, elements, sandbox, () => inShop.gateway!);
  const url = shop.resolvedUrls!.local[0]!;
  inShop.gateway = openGateway(url, sandbox);
  const running = [shop, inShop.gateway, sandbox];
  console.log(`
  The playground  ${url}try               (your HTML and CSS around the elements, and a theme builder)
  The shop        ${url}
  Shopify         ${url}shops/shopify.html       (fake carts with a drawer; a market: /en-ca/shops/shopify.html)
  WooCommerce     ${url}shops/woocommerce.html
  BigCommerce     ${url}shops/bigcommerce.html
  A plain page    ${url}plain.html
  The gallery     ${url}gallery.html      (every state of the elements)
  Timelines       ${url}timelines.html    (four layouts, good and awful data)
  Themes          ${url}themes.html       (in shops like Dawn, Horizon, Twenty Twenty-Five, Bootstrap)
  The mailbox     ${url}sandbox/mailbox   (one-time codes arrive here)
  The sandbox     ${sandbox.url}/sandbox
  The gateway     ${url}${GATEWAY.slice(1)}   (holds the key; no page has one)

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
