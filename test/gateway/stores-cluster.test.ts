/** Against a real Redis Cluster of its own, or a Valkey one (`REDIS_SERVER=valkey-server`). */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { Redis } from 'ioredis';
import { openStore } from '../../src/gateway/stores/open.ts';
import { redisStore } from '../../src/gateway/stores/redis.ts';
import type { GatewayStore, Lease } from '../../src/gateway/stores/store.ts';
import {
  clusterCli,
  idOf,
  joinCluster,
  startCluster,
  type TestCluster,
  testWithRedis as test,
  withoutRedis,
} from '../helpers/redis.ts';
import { storeContract } from './store-contract.ts';

const KEYS = Array.from({ length: 60 }, (_, index) => `claim:key-${index}`);

const until = async (condition: () => Promise<unknown>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const usable = (store: GatewayStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  );

async function keysOf(store: GatewayStore, start: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const key of store.keys!(start)) found.add(key);
  return [...found].sort();
}

let cluster: TestCluster;
before(async () => {
  if (!withoutRedis) cluster = await startCluster();
});
after(async () => {
  if (!withoutRedis) await cluster.stop();
});

storeContract(
  'two stores of one Redis Cluster',
  async () => ({ stores: [await openStore(cluster.url), await openStore(cluster.url)] }),
  withoutRedis,
);

describe('the store in a Redis Cluster', () => {
  test('keeps keys on all three nodes, and lists them', async () => {
    const store = redisStore(cluster.url, { prefix: 'listed' });
    for (const key of KEYS) await store.set(key, 'value', 600);
    await store.set('session:other', 'value', 60);
    assert.deepEqual(await keysOf(store, 'claim:'), [...KEYS].sort());
    for (const { url } of cluster.nodes) {
      const client = new Redis(url);
      assert.ok((await client.keys('listed:*')).length > 5);
      client.disconnect();
    }
    await store.close();
  });

  test('answers the first calls, all made at once', async () => {
    const store = redisStore(cluster.url, { prefix: 'first' });
    await Promise.all(KEYS.map((key) => store.set(key, 'value', 600)));
    assert.deepEqual(await Promise.all(KEYS.map((key) => store.get(key))), Array(KEYS.length).fill('value'));
    await store.close();
  });

  test('follows keys that move to another node while it writes', async () => {
    const store = redisStore(cluster.url, { prefix: 'moved' });
    const [from, to] = await Promise.all(cluster.nodes.slice(0, 2).map(idOf));
    const state = { moving: true };
    let writes = 0;
    const work = (async () => {
      for (let round = 0; state.moving || round < 2; round += 1)
        for (const key of KEYS) {
          const lease = await store.lock(key, 60_000);
          assert.equal(await lease!.set(`round ${round}`, 600), true);
          assert.equal(await store.get(key), `round ${round}`);
          await lease!.release();
          writes += 1;
        }
    })();
    const reshard = ['reshard', `127.0.0.1:${cluster.nodes[0]!.port}`, '--cluster-from', from!];
    await clusterCli(...reshard, '--cluster-to', to!, '--cluster-slots', '2000', '--cluster-yes');
    state.moving = false;
    await work;
    assert.ok(writes >= 2 * KEYS.length);
    await store.close();
  });

  test('a node that is down stops only its keys, and loses none of them', async () => {
    const store = redisStore(cluster.url, { prefix: 'down' });
    const leases = new Map<string, Lease>();
    for (const key of KEYS) {
      leases.set(key, (await store.lock(key, 600_000))!);
      await leases.get(key)!.set('pending', 600);
    }
    await cluster.nodes[2]!.kill();
    const results = await Promise.allSettled(KEYS.map((key) => leases.get(key)!.set('done', 600)));
    const failed = KEYS.filter((_, index) => results[index]!.status === 'rejected');
    assert.ok(failed.length > 0 && failed.length < KEYS.length, `${failed.length} failed`);
    await until(async () => !(await usable(store)));
    await cluster.nodes[2]!.restart();
    await until(() => usable(store));
    for (const key of KEYS) {
      assert.equal(await store.get(key), failed.includes(key) ? 'pending' : 'done');
      assert.equal(await store.lock(key, 1000), undefined, 'the lock is still held');
    }
    await store.close();
  });

  test('a node that hangs stops only its keys', async () => {
    const store = redisStore(cluster.url, { prefix: 'hangs', timeout: 2000 });
    for (const key of KEYS) await store.set(key, 'value', 600);
    const failed = async (): Promise<string[]> => {
      const results = await Promise.allSettled(KEYS.map((key) => store.get(key)));
      return KEYS.filter((_, index) => results[index]!.status === 'rejected');
    };
    cluster.nodes[2]!.freeze();
    const first = await failed();
    assert.ok(first.length > 0 && first.length < KEYS.length, `${first.length} failed`);
    const others = KEYS.filter((key) => !first.includes(key));
    // The connection to the node is given up meanwhile, and those to the others stay.
    const giveUp = () => store.get(first[0]!).catch(() => undefined);
    const hanging = giveUp().then(giveUp).then(giveUp);
    const state = { hangs: true };
    void hanging.then(() => (state.hangs = false));
    while (state.hangs) for (const key of others) assert.equal(await store.get(key), 'value');
    cluster.nodes[2]!.resume();
    await until(() => usable(store));
    for (const key of KEYS) await until(async () => (await store.get(key).catch(() => '')) === 'value');
    await store.close();
  });

  test('a node that was down gives back the locks that were released, or asked for in vain, meanwhile', async () => {
    const store = redisStore(cluster.url, { prefix: 'given-back' });
    const leases: Lease[] = [];
    for (const key of KEYS) leases.push((await store.lock(key, 600_000))!);
    await cluster.nodes[2]!.kill();
    await Promise.all(leases.map((lease) => lease.release()));
    const again = await Promise.allSettled(KEYS.map((key) => store.lock(key, 600_000)));
    const failed = again.filter(({ status }) => status === 'rejected').length;
    assert.ok(failed > 0 && failed < KEYS.length, `${failed} failed`);
    for (const each of again) if (each.status === 'fulfilled') await each.value!.release();
    await cluster.nodes[2]!.restart();
    await until(() => usable(store));
    for (const key of KEYS) await until(() => store.lock(key, 600_000).catch(() => undefined));
    await store.close();
  });

  test('is refused by a store for a single Redis, with the address to use', async () => {
    const store = redisStore(cluster.nodes[0]!.url);
    await assert.rejects(store.check(), /must begin with redis\+cluster:/);
    await store.close();
  });

  test('is found by the IPv6 address of a node', async () => {
    // It means 127.0.0.1, also on a machine whose network has no IPv6.
    const store = await openStore(`redis+cluster://[::ffff:127.0.0.1]:${cluster.nodes[0]!.port}`);
    await store.check();
    await store.close();
  });

  test('reports a node that is down, even if it has only one of the 16,384 slots', async () => {
    const node = await joinCluster(cluster, 1);
    const store = redisStore(cluster.url, { prefix: 'one-slot' });
    try {
      await store.check();
      await node.kill();
      await assert.rejects(store.check());
    } finally {
      await store.close();
      await node.stop();
    }
  });

  test('that cannot be reached rejects, without the password', async () => {
    const store = redisStore('redis+cluster://user:hunter2@127.0.0.1:1,127.0.0.1:2', { timeout: 500 });
    await assert.rejects(store.check(), (error: Error) => {
      assert.match(error.message, /^Redis cannot be reached/);
      assert.doesNotMatch(`${String(error)} ${String(error.cause)}`, /hunter2/);
      return true;
    });
    await store.close();
  });
});

describe('a Redis Cluster with replicas', () => {
  test('fails over without losing what was written under a lock, or the lock', async () => {
    const replicated = await startCluster(1);
    const store = redisStore(replicated.url, { timeout: 30_000 });
    const held = new Map<string, Lease>();
    try {
      for (const key of KEYS) {
        held.set(key, (await store.lock(key, 600_000))!);
        assert.equal(await held.get(key)!.set('pending', 600), true);
      }
      await replicated.nodes[0]!.kill();
      const isBack = async (key: string): Promise<boolean> =>
        (await store.get(key).catch(() => 'nothing yet')) === 'pending';
      for (const key of KEYS) await until(() => isBack(key));
      for (const key of KEYS) {
        assert.equal(await store.lock(key, 1000), undefined, 'the lock is still held');
        assert.equal(await held.get(key)!.set('done', 600), true);
        assert.equal(await store.get(key), 'done');
      }
    } finally {
      await store.close();
      await replicated.stop();
    }
  });
});
