/** `storefront-gateway claims`: an operator finds claims whose answers were lost, and lets them be made again. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Sandbox, startSandbox } from '../../../demo/sandbox/sandbox.ts';
import { clearOpenClaim, listOpenClaims, type OpenClaim } from '../../../src/gateway/open-claims.ts';
import type { LogEntry } from '../../../src/gateway/options.ts';
import { openStore } from '../../../src/gateway/stores/open.ts';
import { redisStore } from '../../../src/gateway/stores/redis.ts';
import type { GatewayStore } from '../../../src/gateway/stores/store.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import { CLAIM, type Gate, startGate } from '../../helpers/gate.ts';
import { startCluster, startRedis, withoutRedis } from '../../helpers/redis.ts';
import { openClaims, SECRET } from '../claims-support.ts';
import { ORIGIN } from '../support.ts';
import { runProgram } from './start.ts';

let sandbox: Sandbox;
let gate: Gate;
let shop: TestShop;
let folder: string;

before(async () => {
  sandbox = await startSandbox({ seed: false });
  gate = await startGate(sandbox.url);
  shop = await openShop(sandbox.url);
  folder = await mkdtemp(join(tmpdir(), 'claims-command-'));
});
after(async () => {
  await gate.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

/** Claims a token whose answer is lost; gives the reference. */
async function lose(claim: (token: string) => Promise<unknown>, token: string): Promise<string> {
  await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
  const error = (await claim(token).then(
    () => assert.fail('It was answered.'),
    (reason: unknown) => reason,
  )) as { code: string; details: { reference: string } };
  assert.equal(error.code, 'claim_unconfirmed');
  return error.details.reference;
}

async function listed(store: GatewayStore): Promise<OpenClaim[]> {
  const claims: OpenClaim[] = [];
  for await (const claim of listOpenClaims({ store, secret: SECRET })) claims.push(claim);
  return claims;
}

const STORES = {
  memory: () => Promise.resolve({ address: 'memory:', stop: () => Promise.resolve() }),
  'a file': async () => {
    const own = await mkdtemp(join(tmpdir(), 'claims-list-'));
    return { address: `file:${own}`, stop: () => rm(own, { recursive: true, force: true }) };
  },
  Redis: async () => {
    const redis = await startRedis();
    return { address: redis.url, stop: () => redis.stop() };
  },
  'a Redis Cluster': async () => {
    const cluster = await startCluster();
    return { address: cluster.url, stop: () => cluster.stop() };
  },
};

describe('Claims whose answers were lost', () => {
  for (const [name, start] of Object.entries(STORES))
    test(
      `are listed with their age and cleared one by one, with ${name} as the store`,
      { skip: name.includes('Redis') && withoutRedis },
      async () => {
        const { address, stop } = await start();
        const store = await openStore(address);
        const { claim, idle } = openClaims(shop, { store });
        const tokens = await Promise.all([shop.grant(), shop.grant(), shop.grant()]);
        const [first, second, done] = tokens.map(({ token }) => token) as [string, string, string];
        await claim(done);
        const lost = [await lose(claim, first), await lose(claim, second)];
        await idle();
        const found = await listed(store);
        assert.deepEqual(found.map(({ reference }) => reference).sort(), [...lost].sort());
        for (const { state, age } of found) {
          assert.equal(state, 'unconfirmed');
          assert.ok(age !== undefined && age >= 0 && age < 60, `${age} s`);
        }
        const entries: LogEntry[] = [];
        const log = (entry: LogEntry): void => void entries.push(entry);
        await clearOpenClaim({ store, secret: SECRET, log }, lost[0]!);
        assert.deepEqual(
          entries.map(({ event, claim: reference }) => [event, reference]),
          [['claim_cleared', lost[0]]],
        );
        assert.deepEqual(
          (await listed(store)).map(({ reference }) => reference),
          [lost[1]],
        );
        const record = await claim(first).then(() => shop.grantRecord(first));
        assert.equal(record.claims, 1, 'it was made again');
        await assert.rejects(claim(second), { code: 'claim_unconfirmed' });
        assert.equal(await clearOpenClaim({ store, secret: SECRET }, 'unknown'), undefined);
        await idle();
        await store.close();
        await stop();
      },
    );

  test('are not cleared while a request is under way', async () => {
    const store = await openStore('memory:');
    const { claim } = openClaims(shop, { store, baseUrl: gate.url });
    const { token } = await shop.grant();
    const { held, letGo } = gate.hold('answer', CLAIM);
    const answer = claim(token);
    await held;
    const [found] = await listed(store);
    assert.equal(found?.state, 'under_way');
    const entries: LogEntry[] = [];
    const log = (entry: LogEntry): void => void entries.push(entry);
    const { state } = (await clearOpenClaim({ store, secret: SECRET, log }, found.reference))!;
    assert.equal(state, 'under_way');
    assert.deepEqual(entries, []);
    letGo();
    const { discountCode } = await answer;
    assert.equal(discountCode, (await shop.grantRecord(token)).discountCode);
    assert.deepEqual(await claim(token), await answer);
  });

  test('stored with another secret are listed as unreadable, and not cleared', async () => {
    const store = await openStore('memory:');
    const { claim } = openClaims(shop, { store });
    const { token } = await shop.grant();
    const result = await claim(token);
    const other = { store, secret: 'the secret of another gateway, 32 bytes and more' };
    const entries: LogEntry[] = [];
    const log = (entry: LogEntry): void => void entries.push(entry);
    let found = 0;
    for await (const { reference, state } of listOpenClaims(other)) {
      found += 1;
      assert.equal(state, 'unreadable');
      assert.equal((await clearOpenClaim({ ...other, log }, reference))?.state, 'unreadable');
    }
    assert.equal(found, 1);
    assert.deepEqual(entries, []);
    assert.deepEqual(await claim(token), result);
    assert.equal((await shop.grantRecord(token)).claims, 1);
  });

  test('cannot be listed where the store cannot list its keys, and the error says where they are', async () => {
    const { keys, ...store } = await openStore('memory:');
    assert.ok(keys);
    await assert.rejects(listed(store), /log has their references: claim_unconfirmed/);
  });
});

describe('storefront-gateway claims', () => {
  const settings = () => ({
    SERVICE_URL: sandbox.url,
    API_KEY: shop.key,
    GATEWAY_SECRET: SECRET,
    ORIGINS: ORIGIN,
    CLIENT_ADDRESS: 'connection',
    STORE_URL: `file:${folder}`,
  });

  test('lists and clears claims of a running gateway, and prints no token', async () => {
    const store = await openStore(`file:${folder}`);
    const { claim, idle } = openClaims(shop, { store });
    const { token } = await shop.grant();
    const reference = await lose(claim, token);
    const list = await runProgram(settings(), 'claims', 'list');
    assert.equal(list.code, 0, list.stderr);
    assert.match(list.stdout, new RegExp(`^${reference}  unconfirmed  \\d+ seconds\\n$`));
    const cleared = await runProgram(settings(), 'claims', 'clear', reference);
    assert.equal(cleared.code, 0, cleared.stderr);
    assert.match(cleared.stdout, new RegExp(`"claim":"${reference}".*"event":"claim_cleared"`));
    assert.equal((await runProgram(settings(), 'claims', 'list')).stdout, '');
    await claim(token);
    assert.equal((await shop.grantRecord(token)).claims, 1);
    assert.ok(!(list.stdout + list.stderr + cleared.stdout + cleared.stderr).includes(token));
    await idle();
    await store.close();
  });

  test('refuses to clear a claim that another gateway stored, and says why and what helps', async () => {
    const store = await openStore(`file:${folder}`);
    const { claim, idle } = openClaims(shop, { store });
    const { token } = await shop.grant();
    await claim(token);
    await idle();
    const other = { ...settings(), GATEWAY_SECRET: 'the secret of another gateway, 32 bytes and more' };
    const { stdout } = await runProgram(other, 'claims', 'list');
    const [, reference = ''] = /^(\S+) {2}unreadable {2}age unknown\n$/m.exec(stdout) ?? [];
    const cleared = await runProgram(other, 'claims', 'clear', reference);
    assert.equal(cleared.code, 1);
    assert.match(cleared.stderr, /^This claim cannot be read: .*another GATEWAY_SECRET.*CLAIM_KEYS/);
    await claim(token);
    assert.equal((await shop.grantRecord(token)).claims, 1);
    await store.close();
  });

  test(
    'lists no claims of a gateway that shares its Redis with another STORE_PREFIX',
    { skip: withoutRedis },
    async (t) => {
      const redis = await startRedis();
      const store = redisStore(redis.url, { prefix: 'other-shop' });
      t.after(async () => {
        await store.close();
        await redis.stop();
      });
      const { claim, idle } = openClaims(shop, { store });
      const reference = await lose(claim, (await shop.grant()).token);
      await idle();
      const env = { ...settings(), STORE_URL: redis.url };
      const own = await runProgram(env, 'claims', 'list');
      assert.deepEqual([own.code, own.stdout], [0, ''], own.stderr);
      const other = await runProgram({ ...env, STORE_PREFIX: 'other-shop' }, 'claims', 'list');
      assert.match(other.stdout, new RegExp(`^${reference}  unconfirmed`));
    },
  );

  test('says why it does nothing', async () => {
    // Some references begin with a dash.
    for (const reference of ['no-such-reference', '-9o-such-reference', '--o-such-reference']) {
      const unknown = await runProgram(settings(), 'claims', 'clear', reference);
      assert.equal(unknown.code, 1, unknown.stderr);
      assert.match(unknown.stderr, /^No claim with this reference is unconfirmed\.$/m);
    }
    const memory = await runProgram({ ...settings(), STORE_URL: 'memory:' }, 'claims', 'list');
    assert.equal(memory.code, 1);
    assert.match(memory.stderr, /^STORE_URL is memory:, which no other process can reach/);
    for (const args of [['claims'], ['claims', 'clear'], ['claims', 'list', 'more'], ['clams']]) {
      const { code, stderr } = await runProgram(settings(), ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /--help/);
    }
  });
});
