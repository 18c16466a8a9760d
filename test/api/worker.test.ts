import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop } from '../helpers/control.ts';

test('The client runs unchanged in a Worker', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const shop = await openShop(sandbox.url);
  const { token } = await shop.grant();
  const [bundle] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        minify: false,
        lib: { entry: join(import.meta.dirname, 'worker.ts'), formats: ['es'], fileName: 'worker' },
      },
    }),
  ].flat();
  assert.ok(bundle && 'output' in bundle);
  const worker = new Miniflare({
    modules: true,
    script: bundle.output[0].code,
    compatibilityDate: '2025-11-01',
    bindings: { SERVICE: sandbox.url, KEY: shop.key, TOKEN: token },
    // Otherwise it asks a host outside for data about the edge.
    cf: false,
  });
  t.after(() => worker.dispose());
  const answer = (await (await worker.dispatchFetch('http://worker.example/')).json()) as Record<
    string,
    unknown
  >;
  assert.deepEqual(answer, {
    entries: 3,
    discountCode: (await shop.grantRecord(token)).discountCode,
    again: 'grant_already_claimed',
    events: 2500,
  });
});
