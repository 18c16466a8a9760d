/** The gateway as a server's developer gets it: installed from its package, and run by `npx`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { secretsFor } from '../gateway/documented.ts';
import { bareEnvironment } from '../helpers/environment.ts';
import { type PackedPackage, packPackage } from '../package/packed.ts';
import { install, npm, placeApp } from './app.ts';

let packed: PackedPackage;
let app: ReturnType<typeof placeApp>;

before(async () => {
  packed = await packPackage('storefront-gateway');
  app = placeApp('gateway', packed.tarball);
});
after(() => {
  app.remove();
  packed.remove();
});

describe('An app with the gateway', () => {
  test('installs it with its dependencies, and without the elements', async () => {
    const { code, output } = await install(app.folder);
    assert.equal(code, 0, output);
    const { packages } = JSON.parse(readFileSync(join(app.folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    const installed = Object.keys(packages).map((path) => path.replace('node_modules/', ''));
    for (const name of Object.keys(packed.manifest.dependencies)) assert.ok(installed.includes(name), name);
    for (const name of installed) assert.doesNotMatch(name, /^(lit|@lit|storefront-elements)\b/);
  });

  test('type-checks the documented example', async () => {
    const { code, output } = await npm(app.folder, 'run', 'check');
    assert.equal(code, 0, output);
  });

  test('answers from code', async () => {
    const file = join(app.folder, 'server.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('port: 8080', 'port: 0'));
    const child = spawn(process.execPath, [file], {
      cwd: app.folder,
      env: { ...bareEnvironment, ...secretsFor('key-of-the-service') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    try {
      const [url] = await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => assert.fail('The program ended.')),
      ]);
      assert.equal((await fetch(new URL('/healthz', String(url).trim()))).status, 200);
    } finally {
      child.kill();
      await ended;
    }
  });

  test('starts its program by name', async () => {
    const { code, output } = await npm(app.folder, 'exec', '--', 'storefront-gateway', '--help');
    assert.equal(code, 0, output);
    assert.match(output, /^storefront-gateway: /);
  });
});
