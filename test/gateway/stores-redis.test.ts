/** Against a real Redis of its own, or a Valkey (`REDIS_SERVER=valkey-server`). Where this machine has none, these tests are left out, and the summary says so. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { Redis } from 'ioredis';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { LogEntry } from '../../src/gateway/options.ts';
import { openStore } from '../../src/gateway/stores/open.ts';
import { redisStore } from '../../src/gateway/stores/redis.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { startRedis, type TestRedis, testWithRedis as test, withoutRedis } from '../helpers/redis.ts';
import { storeContract } from './store-contract.ts';
import { BASE_URL, ORIGIN, SECRET } from './support.ts';

let redis: TestRedis;
before(async () => {
  if (!withoutRedis) redis = await startRedis();
});
after(async () => {
  if (!withoutRedis) await redis.stop();
});
const waitFor = async (condition: () => Promise<unknown>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const usable = (store: GatewayStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  );
const everyCall = (store: GatewayStore): (() => Promise<unknown>)[] => [
  () => store.get('key'),
  () => store.set('key', 'value', 60),
  () => store.delete('key'),
  () => store.lock('key', 60_000),
  () => store.hit('key', { points: 5, duration: 60 }),
  () => store.forgive('key'),
  () => store.check(),
];
/** All of them at once; the milliseconds until the last has rejected. */
const allReject = async (store: GatewayStore): Promise<number> => {
  const start = performance.now();
  const results = await Promise.allSettled(everyCall(store).map((call) => call()));
  assert.deepEqual(
    results.map(({ status }) => status),
    results.map(() => 'rejected'),
  );
  return performance.now() - start;
};

storeContract(
  'two stores of one Redis',
  () => Promise.resolve({ stores: [redisStore(redis.url), redisStore(redis.url)] }),
  withoutRedis,
);

describe('the store in Redis', () => {
  test('its first call waits for the connection, and its address opens it', async () => {
    const store = await openStore(redis.url);
    assert.equal(await store.get('nothing'), undefined);
    await store.close();
  });

  test('everything that it keeps has an end, and begins with its prefix', async () => {
    const [one, two] = [
      redisStore(redis.url, { prefix: 'shop-1' }),
      redisStore(redis.url, { prefix: 'shop-2' }),
    ];
    const client = new Redis(redis.url);
    await client.flushall();
    await one.set('key', 'of one', 60);
    await two.set('key', 'of two', 60);
    assert.equal(await one.get('key'), 'of one');
    assert.ok(await one.lock('key', 60_000));
    assert.ok(await two.lock('key', 60_000));
    const rule = { points: 1, duration: 60 };
    assert.equal((await one.hit('key', rule)).allowed, true);
    assert.equal((await two.hit('key', rule)).allowed, true);
    const keys = await client.keys('*');
    assert.equal(keys.length, 6);
    for (const key of keys) {
      assert.match(key, /^shop-([12]):(value:key|(lock|hit):\{shop-\1:value:key\})$/);
      const left = await client.pttl(key);
      assert.ok(left > 0 && left <= 60_000, `${key}: ${left}`);
    }
    await client.quit();
    await Promise.all([one.close(), two.close()]);
  });

  test('while Redis is away every call rejects at once, and it works again by itself', async () => {
    const store = redisStore(redis.url, { timeout: 60_000 });
    await store.set('key', 'value', 60);
    await redis.kill();
    await waitFor(async () => !(await usable(store)));
    assert.ok((await allReject(store)) < 30_000, 'nothing waits for the timeout');
    // Nothing may be kept to be sent later.
    await redis.restart();
    await waitFor(() => usable(store));
    assert.equal(await store.get('key'), undefined);
    assert.ok(await store.lock('key', 60_000));
    await store.close();
  });

  test('a store that starts while Redis is away rejects, and works once it is there', async () => {
    await redis.kill();
    const store = redisStore(redis.url, { timeout: 60_000 });
    assert.ok((await allReject(store)) < 30_000, 'nothing waits for the timeout');
    await redis.restart();
    await waitFor(() => usable(store));
    await store.set('key', 'value', 60);
    assert.equal(await store.get('key'), 'value');
    await store.close();
  });

  test('while Redis hangs every call rejects within its time, and no lock stays behind', async () => {
    const store = redisStore(redis.url, { timeout: 3000 });
    await store.check();
    redis.freeze();
    const time = await allReject(store);
    redis.resume();
    assert.ok(time >= 2900 && time < 15_000, `${time} ms`);
    await waitFor(() => usable(store));
    const other = redisStore(redis.url);
    assert.ok(await other.lock('key', 60_000));
    await Promise.all([store.close(), other.close()]);
  });

  test('giving a lock back while Redis is away does not fail, and the lock is free when it has run out', async () => {
    const store = redisStore(redis.url, { timeout: 3000 });
    const lease = await store.lock('given back in vain', 1500);
    assert.ok(lease);
    redis.freeze();
    const released = lease.release();
    await released;
    redis.resume();
    await waitFor(() => store.lock('given back in vain', 60_000).catch(() => undefined));
    await store.close();
  });

  test('a write under a lock rejects while Redis is away, and is refused by one that forgot the lock', async () => {
    const store = redisStore(redis.url);
    const lease = await store.lock('forgotten', 60_000);
    assert.ok(lease);
    await redis.kill();
    await waitFor(async () => !(await usable(store)));
    await assert.rejects(lease.set('value', 60));
    await assert.rejects(lease.delete());
    await redis.restart();
    await waitFor(() => usable(store));
    assert.equal(await lease.set('value', 60), false);
    assert.equal(await lease.delete(), false);
    assert.equal(await store.get('forgotten'), undefined);
    await store.close();
  });

  test('a database that Redis refuses is named, and nothing is written to another one', async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    const refusals: [address: string, reason: RegExp][] = [
      [`${redis.url}/99`, /^Redis refuses database 99: .*out of range/],
      [`redis://no-select:word@127.0.0.1:${redis.port}/5`, /^Redis refuses database 5: NOPERM/],
    ];
    await client.acl('SETUSER', 'no-select', 'on', '>word', '~*', '+@all', '-select');
    for (const [address, message] of refusals) {
      const store = redisStore(address);
      await assert.rejects(store.check(), { name: 'StoreError', message });
      await allReject(store);
      await store.close();
    }
    assert.equal(await client.dbsize(), 0);
    const store = redisStore(`${redis.url}/3`);
    await store.check();
    await store.set('key', 'value', 60);
    assert.equal(await client.dbsize(), 0);
    await client.select(3);
    assert.equal(await client.get('storefront-gateway:value:key'), 'value');
    await Promise.all([store.close(), client.quit()]);
  });

  test('a database that Redis refuses after a new connection gets no writes elsewhere until it is allowed', async () => {
    const client = new Redis(redis.url);
    await client.acl('SETUSER', 'shop', 'on', '>word', '~*', '+@all');
    const store = redisStore(`redis://shop:word@127.0.0.1:${redis.port}/4`);
    await store.set('key', 'before', 60);
    await client.flushall();
    await client.acl('SETUSER', 'shop', '-select');
    await client.client('KILL', 'USER', 'shop');
    let reason = '';
    while (!reason.startsWith('StoreError: Redis refuses database 4')) {
      await store.set('key', 'during', 60).catch((error: unknown) => (reason = String(error)));
      assert.equal(await client.dbsize(), 0);
    }
    await client.acl('SETUSER', 'shop', '+select');
    await store.set('key', 'after', 60);
    assert.equal(await client.dbsize(), 0);
    assert.equal(await store.get('key'), 'after');
    await Promise.all([store.close(), client.quit()]);
  });

  test('a database that is no number is refused at once', () => {
    assert.throws(() => redisStore(`${redis.url}/abc`), {
      name: 'TypeError',
      message: 'The database in the address of Redis must be a number.',
    });
    return Promise.resolve();
  });

  test('no error says the password', async () => {
    const client = new Redis(redis.url);
    await client.config('SET', 'requirepass', 'another password');
    const address = new URL(redis.url);
    address.username = 'default';
    address.password = 'hunter2';
    const store = redisStore(address.href);
    await assert.rejects(store.get('key'), (error: Error) => {
      assert.doesNotMatch(`${String(error)} ${String(error.cause)} ${JSON.stringify(error)}`, /hunter2/);
      return true;
    });
    await store.close();
    await client.config('SET', 'requirepass', '');
    await client.quit();
  });

  test('closing waits for what was sent; then every call rejects', async () => {
    const store = redisStore(redis.url);
    await store.check();
    const sent = store.set('last', 'value', 60);
    const closed = store.close();
    await Promise.all([sent, closed]);
    await allReject(store);
    const other = redisStore(redis.url);
    assert.equal(await other.get('last'), 'value');
    await other.close();
  });
});

describe('a Redis that cannot keep claims', () => {
  /** Runs the test with a Redis of its own, and a client for its settings. */
  const withOwn = async (use: (own: TestRedis, client: Redis) => Promise<void>): Promise<void> => {
    const own = await startRedis();
    const client = new Redis(own.url);
    try {
      await use(own, client);
    } finally {
      client.disconnect();
      await own.stop();
    }
  };

  test('because it evicts keys is refused with the setting to change, and /healthz is 503', () =>
    withOwn(async (own, client) => {
      const store = redisStore(own.url);
      const entries: LogEntry[] = [];
      const gateway = createGateway({
        baseUrl: BASE_URL,
        apiKey: 'key',
        secret: SECRET,
        origins: [ORIGIN],
        clientAddress: 'connection',
        store,
        log: (entry) => entries.push(entry),
      });
      const health = async () => (await gateway.fetch(new Request('https://gateway.example/healthz'))).status;
      for (const policy of ['allkeys-lru', 'volatile-ttl']) {
        await client.config('SET', 'maxmemory-policy', policy);
        await assert.rejects(store.check(), {
          name: 'StoreError',
          message: /Set maxmemory-policy to noeviction/,
        });
      }
      assert.equal(await health(), 503);
      assert.match(
        String(entries.find(({ event }) => event === 'store_unusable')?.['reason']),
        /volatile-ttl/,
      );
      await client.config('SET', 'maxmemory-policy', 'noeviction');
      assert.equal(await store.check(), undefined);
      await gateway.close();
    }));

  test('because its memory is full is refused, although it still answers reads', () =>
    withOwn(async (own, client) => {
      const store = redisStore(own.url);
      await store.check();
      await client.config('SET', 'maxmemory', '1');
      assert.equal(await store.get('key'), undefined);
      await assert.rejects(store.check(), /OOM/);
      await store.close();
    }));

  test('because it is a replica is refused', () =>
    withOwn(async (own, client) => {
      await client.replicaof('127.0.0.1', redis.port);
      const store = redisStore(own.url);
      await assert.rejects(store.check(), /This Redis is a replica/);
      await store.close();
    }));

  test('because its replica does not confirm a write under a lock rejects the write', () =>
    withOwn(async (own, client) => {
      const main = new Redis(redis.url);
      const store = redisStore(redis.url, { timeout: 6000 });
      try {
        await client.replicaof('127.0.0.1', redis.port);
        await waitFor(async () => (await client.info('replication')).includes('master_link_status:up'));
        const lease = await store.lock('replicated', 60_000);
        assert.equal(await lease!.set('first', 60), true);
        assert.equal(await client.get('storefront-gateway:value:replicated'), 'first');
        own.freeze();
        await assert.rejects(lease!.set('second', 60), /replicas of Redis do not confirm/);
        own.resume();
        assert.equal(await lease!.set('third', 60), true);
        await own.kill();
        await waitFor(async () => (await main.info('replication')).includes('connected_slaves:0'));
        assert.equal(await lease!.set('fourth', 60), true);
      } finally {
        // Its attempts to connect again would keep the process.
        main.disconnect();
        await store.close();
      }
    }));

  test('because its replica does not confirm writes still answers everything else at once', () =>
    withOwn(async (own, client) => {
      const store = redisStore(redis.url, { timeout: 4000 });
      try {
        await client.replicaof('127.0.0.1', redis.port);
        await waitFor(async () => (await client.info('replication')).includes('master_link_status:up'));
        const leases = await Promise.all([1, 2, 3, 4].map((each) => store.lock(`waits ${each}`, 60_000)));
        assert.equal(await leases[0]!.set('first', 60), true);
        own.freeze();
        const writes = Promise.allSettled(leases.map((lease) => lease!.set('second', 60)));
        const state = { waits: true };
        void writes.then(() => (state.waits = false));
        for (let round = 0; round < 20; round++) {
          await store.set('login', `${round}`, 60);
          assert.equal(await store.get('login'), `${round}`);
          assert.equal((await store.hit(`limit ${round}`, { points: 1, duration: 60 })).allowed, true);
        }
        assert.ok(state.waits, 'while the writes under a lock wait');
        for (const { status } of await writes) assert.equal(status, 'rejected');
        assert.equal(await store.get('login'), '19');
        own.resume();
        await waitFor(() => leases[0]!.set('third', 60).catch(() => false));
      } finally {
        await store.close();
      }
    }));
});
