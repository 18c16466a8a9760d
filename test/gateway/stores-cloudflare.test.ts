/** In workerd, where Cloudflare runs Workers: two Workers, which share nothing but the bindings. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { build, type Rolldown } from 'vite';
import { cloudflareStore } from '../../src/gateway/stores/cloudflare.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { remoteStore } from './remote-store.ts';
import { storeContract } from './store-contract.ts';
import { openGateway } from './support.ts';

/** The Worker's script; `imports` are the modules that the bundler did not find in the packages. */
async function bundle(): Promise<{ script: string; imports: string[] }> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: fileURLToPath(new URL('store-worker.ts', import.meta.url)),
      write: false,
      minify: false,
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const { code: script, imports } = result.output[0];
  return { script, imports };
}

const { script, imports } = await bundle();
const worker = { modules: [{ type: 'ESModule' as const, path: 'worker.js', contents: script }] };
const miniflare = new Miniflare({
  cf: false,
  workers: [
    {
      name: 'one',
      ...worker,
      compatibilityDate: '2025-09-01',
      durableObjects: { STATE: { className: 'GatewayState', useSQLite: true } },
    },
    {
      name: 'two',
      ...worker,
      compatibilityDate: '2025-09-01',
      durableObjects: { STATE: { className: 'GatewayState', scriptName: 'one', useSQLite: true } },
    },
  ],
});
after(() => miniflare.dispose());

const storeIn = async (workerName: string, path: string): Promise<GatewayStore> => {
  const other = (await miniflare.getWorker(workerName)) as unknown as Pick<typeof globalThis, 'fetch'>;
  return remoteStore(async (call) => {
    const response = await other.fetch(`http://worker${path}`, {
      method: 'POST',
      body: JSON.stringify(call),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  });
};

storeContract('Durable Objects, from two Workers', async () => ({
  stores: [await storeIn('one', '/durable'), await storeIn('two', '/durable')],
}));

storeContract('the store in memory, in a Worker', async () => ({
  stores: [await storeIn('one', '/memory')],
}));

describe('the store for Workers', () => {
  test('is not healthy while it answers reads and refuses writes', async () => {
    let refuses = true;
    const states = {
      idFromName: (name: string) => name,
      get: () => ({
        fetch(_: string, { body }: { body: string }) {
          const isRefused = refuses && (JSON.parse(body) as { do: string }).do === 'set';
          return Promise.resolve(Response.json({}, { status: isRefused ? 500 : 200 }));
        },
      }),
    };
    let time = Date.now();
    const { call } = await openGateway({ store: cloudflareStore(states), now: () => time });
    assert.equal((await call('GET /healthz')).status, 503);
    refuses = false;
    time += 10_000;
    assert.equal((await call('GET /healthz')).status, 200);
  });

  test('its bundle has nothing of Redis or Node', () => {
    assert.deepEqual(imports, []);
    // Not `doesNotMatch`, which would print the whole script.
    for (const trace of [
      /ioredis/i,
      /from ["']node:/,
      /require\(["'](?:node:)?(?:fs|net|cluster|crypto)["']/,
    ]) {
      assert.equal(trace.test(script), false, String(trace));
    }
    assert.ok(script.includes('GatewayState'));
  });
});
