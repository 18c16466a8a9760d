/** The package's gateway in every runtime that it is for besides workerd: the same way through it in each. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, test, type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from '../../../demo/sandbox/sandbox.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import { type PackedPackage, packPackage } from '../../package/packed.ts';
import { atEnd, callAt, ORIGIN, SECRET } from '../support.ts';
import { installRuntimes, runtimes } from './install.ts';

let packed: PackedPackage;
let sandbox: Sandbox;
let shop: TestShop;

before(async () => {
  installRuntimes();
  packed = await packPackage('storefront-gateway');
  atEnd(() => packed.remove());
  copyFileSync(join(import.meta.dirname, 'server.mjs'), join(packed.folder, 'server.mjs'));
  sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  shop = await openShop(sandbox.url);
});

async function start(t: TestContext, name: keyof typeof runtimes) {
  const { program, args } = runtimes[name];
  const child = spawn(program(), [...args, 'server.mjs'], {
    cwd: packed.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: packed.folder,
      // Neither has anything to ask anybody outside.
      DENO_NO_UPDATE_CHECK: '1',
      DO_NOT_TRACK: '1',
      SERVICE_URL: sandbox.url,
      API_KEY: shop.key,
      SECRET,
      ORIGIN,
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface(child.stdout);
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  assert.ok(line, `${name} ended: ${errors}`);
  return JSON.parse(String(line[0])) as { runtime: string; url: string };
}

for (const name of Object.keys(runtimes) as (keyof typeof runtimes)[])
  describe(`In ${name}`, () => {
    test('a shopper logs in, claims, gets the same code again, and reads a timeline; all else is not there', async (t) => {
      const { runtime, url } = await start(t, name);
      assert.equal(runtime, name);
      const email = `${name}@example.com`;
      const { token: grant } = await shop.grant();
      const claim = `POST /v1/rewards/grants/${grant}/claim`;
      const early = await callAt(url, claim);
      assert.deepEqual([early.status, early.body.code], [401, 'login_required']);

      assert.equal((await callAt(url, 'POST /v1/access/otp', { body: { email } })).status, 201);
      const code = await shop.mailedCode(email);
      const login = await callAt(url, 'POST /v1/access/otp/verify', { body: { email, code } });
      assert.equal(login.status, 200, login.text);
      const token = login.body.session.token as string;

      const first = await callAt(url, claim, { token });
      const record = await shop.grantRecord(grant);
      assert.deepEqual([first.status, first.body.discountCode], [200, record.discountCode]);
      const replies = await Promise.all(Array.from({ length: 5 }, () => callAt(url, claim, { token })));
      for (const { body } of replies) assert.deepEqual(body, first.body);
      assert.equal((await shop.grantRecord(grant)).claims, 1);

      const { slug } = await shop.timeline({ count: 3 });
      const read = `GET /v1/timeline?collection_slug=${slug}`;
      const timeline = await callAt(url, read);
      assert.equal(timeline.status, 200, timeline.text);
      assert.equal(timeline.body.data.length, 3);
      const headers = { 'if-none-match': timeline.headers.get('etag')! };
      assert.equal((await callAt(url, read, { headers })).status, 304);

      assert.equal((await callAt(url, 'GET /v1/users')).status, 404);
      assert.equal((await callAt(url, 'GET /v1/access/otp')).status, 405);
      assert.equal((await callAt(url, 'POST /v1/access/otp', { body: { email: 'x' } })).status, 400);
      const large = { email, padding: 'a'.repeat(10_000) };
      assert.equal((await callAt(url, 'POST /v1/access/otp', { body: large })).status, 413);
      assert.equal((await callAt(url, 'GET /healthz', { origin: null })).status, 200);
      assert.equal((await callAt(url, 'POST /v1/access/logout', { token })).status, 204);
      assert.equal((await callAt(url, claim, { token })).status, 401);
    });
  });
