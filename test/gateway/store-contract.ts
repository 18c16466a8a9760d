/** The requirements for every store: the same tests for each of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test as nodeTest } from 'node:test';
import type { GatewayStore, Lease } from '../../src/gateway/stores/store.ts';

export interface StoreSetting {
  /** Stores that share what they keep, as the instances of a gateway do. At least one. */
  stores: GatewayStore[];
  /** Advances the stores' clock, if the test controls it. Otherwise, a moment of real time passes. */
  advance?: ((milliseconds: number) => void) | undefined;
  dispose?: (() => Promise<void>) | undefined;
}

/** Keys that a file system, a URL or a driver may confuse with each other or misinterpret. */
const KEYS = [
  ...[
    'a',
    'A',
    'a:b',
    'a/b',
    'a\\b',
    'a::b',
    ':a:b',
    'a:b:',
    '/a/b',
    'a?b',
    'a#b',
    'a.b',
    '.',
    '..',
    '../a',
    'a/../b',
  ],
  ...[
    ' ',
    'a b',
    '%',
    '%2F',
    'a%2Fb',
    'é',
    'e\u0301',
    '😀',
    '\n',
    'a\0b',
    '*',
    '[a]',
    '{a}',
    '$',
    'a$',
    'a+b',
    'a&b=c',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'k'.repeat(200),
    `claim:${'x'.repeat(43)}`,
    'con',
    'nul.txt',
  ],
];

/** Texts that a driver might read as something else. */
const VALUES = [
  ...[
    '',
    ' ',
    '0',
    '123',
    '-1e9',
    'true',
    'null',
    'undefined',
    '{"a":1}',
    '[1]',
    '"quoted"',
    'base64:AAAA',
    'a\0b',
  ],
  ...['line\r\nline', 'Grüße 😀', '1.2.3', '0123456789abcdef'.repeat(6250), '€'.repeat(33_000)],
];

/** `skip`: why the store cannot be tested on this machine. */
export function storeContract(
  name: string,
  open: () => Promise<StoreSetting>,
  skip: string | false = false,
): void {
  const test = (title: string, run: () => Promise<void>): void => void nodeTest(title, { skip }, run);
  describe(name, () => {
    let setting: StoreSetting;
    let keys = 0;
    before(async () => {
      if (!skip) setting = await open();
    });
    after(async () => {
      if (skip) return;
      for (const store of setting.stores) await store.close();
      await setting.dispose?.();
    });

    // Other contracts may have their things in the same place.
    const run = crypto.randomUUID();
    const newKey = (): string => `contract:${run}:${(keys += 1)}`;
    /** The stores in turn, so that one writes what another reads. */
    const storeOf = (index: number): GatewayStore => setting.stores[index % setting.stores.length]!;
    const clock = (): number => (setting.advance ? Date.now() : performance.now());
    const pass = async (): Promise<void> => {
      if (setting.advance) setting.advance(20);
      await new Promise((resolve) => setTimeout(resolve, setting.advance ? 0 : 20));
    };
    /** Milliseconds from `start` until the condition holds. */
    const until = async (condition: () => Promise<boolean>, start = clock()): Promise<number> => {
      while (!(await condition())) {
        assert.ok(clock() - start < 30_000, 'it never came');
        await pass();
      }
      return clock() - start;
    };
    const together = <T>(
      count: number,
      act: (store: GatewayStore, index: number) => Promise<T>,
    ): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => act(storeOf(index), index)));
    const allLocks = async (key: string, ttl: number, takers = 200): Promise<Lease[]> =>
      (await together(takers, (store) => store.lock(key, ttl))).filter((lease) => lease !== undefined);

    test('a value is read as it was set, replaced and deleted, by every instance', async () => {
      const key = newKey();
      for (const store of setting.stores) assert.equal(await store.get(key), undefined);
      await storeOf(0).set(key, 'one', 60);
      for (const store of setting.stores) assert.equal(await store.get(key), 'one');
      await storeOf(1).set(key, 'two', 60);
      for (const store of setting.stores) assert.equal(await store.get(key), 'two');
      await storeOf(2).delete(key);
      for (const store of setting.stores) assert.equal(await store.get(key), undefined);
      await storeOf(0).delete(key);
      await storeOf(1).set(key, 'three', 60);
      assert.equal(await storeOf(0).get(key), 'three');
    });

    test('a value is there for its seconds and no longer', async () => {
      const key = newKey();
      const start = clock();
      await storeOf(0).set(key, 'short', 1);
      const lasted = await until(async () => (await storeOf(1).get(key)) === undefined, start);
      assert.ok(lasted >= 900 && lasted <= 20_000, `it was there for ${lasted} ms`);
      for (const store of setting.stores) assert.equal(await store.get(key), undefined);
      await storeOf(1).set(key, 'again', 60);
      assert.equal(await storeOf(0).get(key), 'again');
    });

    test('a value that is set anew has its new time only', async () => {
      const [longer, shorter] = [newKey(), newKey()];
      await storeOf(0).set(longer, 'first', 1);
      await storeOf(1).set(longer, 'second', 60);
      await storeOf(0).set(shorter, 'first', 60);
      await storeOf(1).set(shorter, 'second', 1);
      await until(async () => (await storeOf(0).get(shorter)) === undefined);
      assert.equal(await storeOf(0).get(longer), 'second');
    });

    test('every key is one of its own, whatever its characters', async () => {
      const each = <T>(act: (key: string, index: number) => Promise<T>): Promise<T[]> =>
        Promise.all(KEYS.map(act));
      const values = KEYS.map((key) => `value of ${key}`);
      await each((key, index) => storeOf(index).set(key, values[index]!, 60));
      assert.deepEqual(await each((key, index) => storeOf(index + 1).get(key)), values);
      const leases = await each((key, index) => storeOf(index).lock(key, 60_000));
      assert.equal(leases.filter(Boolean).length, KEYS.length);
      const hits = await each(async (key, index) => [
        await storeOf(index).hit(key, ONE_A_MINUTE),
        await storeOf(index).hit(key, ONE_A_MINUTE),
      ]);
      for (const [index, pair] of hits.entries())
        assert.deepEqual(
          pair.map(({ allowed }) => allowed),
          [true, false],
          KEYS[index],
        );
      // In two halves: what happens to a key does not affect the next one.
      for (const half of [0, 1]) {
        await each(async (key, index) => {
          if (index % 2 !== half) return;
          await storeOf(index).forgive(key);
          await storeOf(index).delete(key);
          await leases[index]!.release();
        });
        assert.deepEqual(
          await each((key, index) => storeOf(index + 1).get(key)),
          values.map((value, index) => (half === 0 && index % 2 === 1 ? value : undefined)),
        );
      }
    });

    test('every text comes back as it was, up to 100 kB', async () => {
      const key = newKey();
      for (const [index, value] of VALUES.entries()) {
        await storeOf(index).set(key, value, 60);
        assert.equal(await storeOf(index + 1).get(key), value);
      }
    });

    test('of 200 takers of a lock one gets it, and when it is given back one more', async () => {
      const key = newKey();
      for (let round = 0; round < 2; round += 1) {
        const leases = await allLocks(key, 60_000);
        assert.equal(leases.length, 1);
        assert.equal((await allLocks(key, 60_000, 10)).length, 0);
        await leases[0]!.release();
      }
    });

    test('of 200 takers of a lock that ran out one gets it, and its old owner cannot give it back', async () => {
      const key = newKey();
      const start = clock();
      const old = await storeOf(0).lock(key, 1000);
      assert.ok(old);
      let winners: Lease[] = [];
      const lasted = await until(async () => {
        // While the lock is certainly held, one attempt is enough.
        winners = await allLocks(key, 60_000, clock() - start < 700 ? 1 : 200);
        return winners.length > 0;
      }, start);
      assert.ok(lasted >= 850 && lasted <= 20_000, `it was held for ${lasted} ms`);
      assert.equal(winners.length, 1);
      await old.release();
      assert.equal((await allLocks(key, 60_000, 10)).length, 0, 'the new owner still has it');
      await winners[0]!.release();
      assert.equal((await allLocks(key, 60_000, 10)).length, 1);
    });

    test('whoever holds the lock of a key writes and deletes its value', async () => {
      const [key, other] = [newKey(), newKey()];
      await storeOf(0).set(key, 'before', 60);
      await storeOf(0).set(other, 'untouched', 60);
      const lease = await storeOf(1).lock(key, 60_000);
      assert.ok(lease);
      for (const text of ['one', 'two', '']) {
        assert.equal(await lease.set(text, 60), true);
        for (const store of setting.stores) assert.equal(await store.get(key), text);
      }
      assert.equal(await lease.delete(), true);
      for (const store of setting.stores) assert.equal(await store.get(key), undefined);
      assert.equal(await lease.delete(), true, 'the lock is still held, whatever there was to delete');
      const start = clock();
      assert.equal(await lease.set('again', 1), true);
      const lasted = await until(async () => (await storeOf(0).get(key)) === undefined, start);
      assert.ok(lasted >= 900 && lasted <= 20_000, `it was there for ${lasted} ms`);
      await lease.set('last', 60);
      await lease.release();
      assert.equal(await storeOf(0).get(key), 'last', 'giving the lock back leaves the value');
      await storeOf(0).set(key, 'after', 60);
      for (const store of setting.stores) assert.equal(await store.get(key), 'after');
      assert.equal(await storeOf(0).get(other), 'untouched');
    });

    test('a lock that was given back, ran out or is held by another lets its old owner write nothing', async () => {
      const key = newKey();
      const givenBack = await storeOf(0).lock(key, 60_000);
      await givenBack!.release();
      assert.equal(await givenBack!.set('of one that gave it back', 60), false);
      let old: Lease | undefined;
      // On a slow machine, a lock may run out before the write.
      await until(async () => {
        old = await storeOf(0).lock(key, 3000);
        return (await old?.set('pending', 60)) === true;
      });
      let next: Lease | undefined;
      await until(async () => (next = await storeOf(1).lock(key, 60_000)) !== undefined);
      for (const late of [givenBack!, old!]) {
        assert.equal(await late.set('late', 60), false);
        assert.equal(await late.delete(), false);
      }
      assert.equal(await next!.set('done', 60), true);
      for (const late of [givenBack!, old!]) {
        assert.equal(await late.set('late', 60), false);
        assert.equal(await late.delete(), false);
        await late.release();
      }
      for (const store of setting.stores) assert.equal(await store.get(key), 'done');
      await next!.release();
      const last = await storeOf(0).lock(key, 1000);
      // It runs out, and nobody else has it.
      await until(async () => !(await last!.set('done', 60)));
      assert.equal(await last!.delete(), false);
      for (const store of setting.stores) assert.equal(await store.get(key), 'done');
    });

    test('never two are at it at once, however many wait', async () => {
      const key = newKey();
      let inside = 0;
      let done = 0;
      await together(10, async (store) => {
        for (let round = 0; round < 3; round += 1) {
          let lease: Lease | undefined;
          while (!(lease = await store.lock(key, 60_000)))
            await new Promise((resolve) => setTimeout(resolve, 5));
          inside += 1;
          assert.equal(inside, 1);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          done += 1;
          await lease.release();
        }
      });
      assert.equal(done, 30);
    });

    test('of 200 hits at once exactly as many are allowed as there are points', async () => {
      const key = newKey();
      const results = await together(200, (store) => store.hit(key, { points: 7, duration: 60 }));
      assert.equal(results.filter(({ allowed }) => allowed).length, 7);
      for (const { allowed, retryAfter } of results) {
        if (!allowed)
          assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60, `${retryAfter}`);
      }
    });

    test('a hit that is refused does not lengthen the wait', async () => {
      const key = newKey();
      const start = clock();
      await storeOf(0).hit(key, { points: 1, duration: 2 });
      let turn = 0;
      const lasted = await until(async () => {
        const { allowed, retryAfter } = await storeOf((turn += 1)).hit(key, ONE_A_MINUTE);
        if (!allowed) assert.ok(retryAfter === 1 || retryAfter === 2, `${retryAfter}`);
        return allowed;
      }, start);
      assert.ok(lasted >= 1800 && lasted <= 20_000, `it took ${lasted} ms`);
      // The minute that has begun counts from one.
      const rule = { points: 2, duration: 60 };
      assert.equal((await storeOf(0).hit(key, rule)).allowed, true);
      assert.equal((await storeOf(1).hit(key, rule)).allowed, false);
    });

    test('hits are forgotten on request, of their key only; value, lock and hits of a key do not touch', async () => {
      const [key, other] = [newKey(), newKey()];
      await storeOf(0).hit(key, ONE_A_MINUTE);
      await storeOf(0).hit(other, ONE_A_MINUTE);
      await storeOf(0).set(key, 'value', 60);
      const lease = await storeOf(0).lock(key, 60_000);
      await storeOf(0).forgive(key);
      assert.equal(await storeOf(1).get(key), 'value');
      assert.equal(await storeOf(1).lock(key, 60_000), undefined);
      await storeOf(0).delete(key);
      assert.equal(await storeOf(1).lock(key, 60_000), undefined);
      assert.equal((await storeOf(0).hit(key, ONE_A_MINUTE)).allowed, true);
      await lease!.release();
      assert.equal((await storeOf(0).hit(key, ONE_A_MINUTE)).allowed, false);
      assert.equal((await storeOf(0).hit(other, ONE_A_MINUTE)).allowed, false);
    });

    test('it says that it can be used', async () => {
      for (const store of setting.stores) assert.equal(await store.check(), undefined);
    });
  });
}

const ONE_A_MINUTE = { points: 1, duration: 60 };
