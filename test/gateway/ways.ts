/** The gateways that pages of the end-to-end tests reach the service through; none of these pages has a key. */
import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { createGateway } from '../../src/gateway/gateway.ts';
import { serve } from '../../src/gateway/node.ts';
import type { Route, RouteOptions, Way } from '../e2e/way.ts';
import { openShop } from '../helpers/control.ts';
import { everyLimit } from './options.ts';
import { bundleWorker, readWranglerSettings } from './worker-bundle.ts';

const SECRET = 'the secret of a gateway in front of pages, long enough';
const SESSION_SECRET = 'the session secret of a gateway in front of pages';

/** All shoppers of a test have one address. */
const MANY = { points: 100_000, duration: 60 };
const LIMITS = everyLimit(MANY);

/**
 * A gateway has one key, so each test sees only its own requests in the sandbox's log, and none of the earlier faults.
 */
async function routeTo(
  sandboxUrl: string,
  start: (key: string) => Promise<{ url: string; close: () => Promise<void> }>,
): Promise<Route> {
  const shop = await openShop(sandboxUrl, 'publishable');
  const { url, close } = await start(shop.key);
  return {
    origin: new URL(url).origin,
    openShop: async () => {
      await shop.clearFaults();
      const { length } = await shop.requests();
      return {
        ...shop,
        service: `base-url="${url}"`,
        requests: async (operation) => {
          const own = (await shop.requests()).slice(length);
          return operation ? own.filter((request) => request.operation === operation) : own;
        },
      };
    },
    close,
  };
}

export const onNode: Way = {
  name: ', through a gateway on Node',
  hasGateway: true,
  slowness: 2,
  open: (sandboxUrl, { origins, requireLogin = false }) =>
    routeTo(sandboxUrl, async (apiKey) => {
      const basePath = '/apps/rewards';
      const gateway = createGateway({
        baseUrl: sandboxUrl,
        apiKey,
        basePath,
        origins,
        requireLogin,
        secret: SECRET,
        sessions: {
          keys: [{ kid: 'pages', secret: SESSION_SECRET }],
          issuer: 'https://gateway.example',
          audience: 'https://shop.example',
        },
        codeAnswerTime: 0,
        clientAddress: 'connection',
        limits: LIMITS,
        // The tests change the service's data from one moment to the next.
        cache: { fresh: 0, whileRevalidate: 0, ifError: 0 },
      });
      const server = await serve(gateway, { port: 0 });
      return { url: server.url + basePath, close: () => server.close() };
    }),
};

/** The entry that a merchant deploys, bundled once for all suites of a file. */
let bundled: Promise<string> | undefined;

async function startWorker(
  sandboxUrl: string,
  apiKey: string,
  { origins, requireLogin = false }: RouteOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { compatibility_date, durable_objects } = readWranglerSettings();
  const [{ class_name: className, name: binding }] = durable_objects.bindings;
  const contents = await (bundled ??= bundleWorker());
  const many = `${MANY.points}/${MANY.duration}`;
  const miniflare = new Miniflare({
    // Otherwise it asks a host outside for data about the edge.
    cf: false,
    modules: [{ type: 'ESModule', path: 'gateway.js', contents }],
    compatibilityDate: compatibility_date,
    host: '127.0.0.1',
    port: 0,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume();
      stderr.resume();
    },
    bindings: {
      SERVICE_URL: sandboxUrl,
      API_KEY: apiKey,
      GATEWAY_SECRET: SECRET,
      ORIGINS: origins.join(','),
      REQUIRE_LOGIN: String(requireLogin),
      SESSION_KEYS: `pages:${SESSION_SECRET}`,
      SESSION_ISSUER: 'https://gateway.example',
      SESSION_AUDIENCE: 'https://shop.example',
      CODE_ANSWER_TIME: '0',
      // Nothing sets cf-connecting-ip here.
      CLIENT_ADDRESS: 'none',
      CACHE_FRESH: '0',
      CACHE_WHILE_REVALIDATE: '0',
      CACHE_IF_ERROR: '0',
      ...Object.fromEntries(
        Object.keys(LIMITS).map((name) => [`LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`, many]),
      ),
    },
    durableObjects: { [binding]: { className, useSQLite: true } },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  });
  await miniflare.ready;
  const { origin } = await miniflare.unsafeGetDirectURL();
  return { url: origin, close: () => miniflare.dispose() };
}

export const inWorkerd: Way = {
  name: ', through a gateway in workerd',
  hasGateway: true,
  slowness: 3,
  open: (sandboxUrl, options) => routeTo(sandboxUrl, (key) => startWorker(sandboxUrl, key, options)),
};
