/** Every moment at which an instance can die, or its store fail, in the course of a claim. */
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { breakable, openClaims, TestClock, withLeases } from './claims-support.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ seed: false });
});
after(() => sandbox.close());

const newShop = (): Promise<TestShop> => openShop(sandbox.url);
const asked = async (shop: TestShop): Promise<number> => (await shop.requests('claimRewardGrant')).length;
const LEASE = 35_000;
/** More failures than the number of retries of any call. */
const FAILS_ON = Array.from({ length: 100 }, () => 'fails' as const);

/** Waits for another instance's action. There is no promise for it, because that instance dies. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** An instance that will die, and one that takes over half a minute later by their clock. */
async function twoInstances(shop: TestShop, afterLostAnswer: 'stop' | 'repeat' = 'stop') {
  const clock = new TestClock();
  const shared = memoryStore({ now: clock.now });
  const broken = breakable(shared);
  const claims = { afterLostAnswer };
  return {
    clock,
    broken,
    dying: openClaims(shop, { store: broken.store, clock, claims }),
    next: openClaims(shop, { store: shared, clock, claims }),
    ...(await shop.grant({ repeats: 'same-result' })),
  };
}

type Dying = Pick<Awaited<ReturnType<typeof twoInstances>>, 'broken' | 'dying' | 'token'> & {
  shop: TestShop;
};

/** Begins a claim, and kills its instance at the given moment. */
async function kill(
  { shop, broken, dying, token }: Dying,
  moment: 'marked' | 'sent' | 'answered',
): Promise<void> {
  const writes = (): number => broken.calls.filter((call) => call === 'set').length;
  const held = moment === 'sent' ? await shop.hold('claimRewardGrant') : undefined;
  if (moment === 'marked') broken.plan('set', 'dies-after');
  if (moment === 'answered') broken.plan('set', 'works', 'dies');
  void dying.claim(token);
  if (moment === 'marked') await until(() => writes() === 1);
  if (moment === 'answered') await until(() => writes() === 2);
  await held?.arrived();
  broken.die();
  await held?.release();
}

describe('an instance that dies', () => {
  test('under the lock and before the mark leaves a claim that is made as if it had not been', async () => {
    const shop = await newShop();
    const { broken, dying, next, token } = await twoInstances(shop);
    broken.plan('get', 'works', 'dies');
    void dying.claim(token);
    await until(() => broken.calls.length === 3);
    // The dead instance's lease outlasts one attempt of a shopper; at the next attempt it has ended.
    await assert.rejects(next.claim(token), { status: 503, code: 'claim_in_progress', retryAfter: 2 });
    const result = await next.claim(token);
    const record = await shop.grantRecord(token);
    assert.deepEqual([result.discountCode, record.claims], [record.discountCode, 1]);
    assert.equal(await asked(shop), 1);
  });

  const MOMENTS: [string, Parameters<typeof kill>[1], number][] = [
    ['after the mark and before it sends', 'marked', 0],
    ['after it sent and before the answer', 'sent', 1],
    ['with the answer there and not stored', 'answered', 1],
  ];
  for (const [what, moment, requests] of MOMENTS) {
    test(`${what} leaves a claim that is unconfirmed`, async () => {
      const shop = await newShop();
      const { clock, next, token, ...rest } = await twoInstances(shop);
      await kill({ shop, token, ...rest }, moment);
      clock.ms += LEASE + 1;
      for (let again = 0; again < 2; again++)
        await assert.rejects(next.claim(token), { status: 502, code: 'claim_unconfirmed' });
      assert.equal(await asked(shop), requests, 'it was not asked again');
      assert.deepEqual(next.events(), ['claim_unconfirmed', 'claim_unconfirmed']);
    });

    test(`${what} leaves a claim that is found by asking again, where the merchant chose so`, async () => {
      const shop = await newShop();
      const { clock, next, token, ...rest } = await twoInstances(shop, 'repeat');
      await kill({ shop, token, ...rest }, moment);
      clock.ms += LEASE + 1;
      const result = await next.claim(token);
      const record = await shop.grantRecord(token);
      assert.deepEqual([result.discountCode, record.claims], [record.discountCode, 1]);
      assert.deepEqual(await next.claim(token), result);
      assert.equal(await asked(shop), requests + 1);
    });
  }

  test('with the result stored and the lock held leaves nothing to wait for', async () => {
    const shop = await newShop();
    const { broken, dying, next, token } = await twoInstances(shop);
    broken.plan('release', 'dies');
    const result = await dying.claim(token);
    await until(() => broken.calls.includes('release'));
    assert.deepEqual(await next.claim(token), result);
    assert.equal(await asked(shop), 1);
  });
});

describe('an instance that stood still', () => {
  for (const [what, step] of [
    ['before it wrote its mark', 'get'],
    ['after it wrote its mark', 'set'],
  ] as const) {
    test(`for longer than it may, ${what}, does not send, and takes no claim with it`, async () => {
      const shop = await newShop();
      const { token } = await shop.grant();
      const clock = new TestClock();
      const shared = memoryStore({ now: clock.now });
      let calls = 0;
      const slow = async <T>(work: Promise<T>): Promise<T> => {
        const result = await work;
        clock.ms += 6000;
        return result;
      };
      const store = {
        ...withLeases(shared, (lease) => ({
          set: (value, ttl) =>
            step === 'set' && ++calls === 1 ? slow(lease.set(value, ttl)) : lease.set(value, ttl),
        })),
        // The second look is the one under the lock.
        get: (key: string) => (step === 'get' && ++calls === 2 ? slow(shared.get(key)) : shared.get(key)),
      };
      const { claim, events } = openClaims(shop, { store, clock });
      await assert.rejects(claim(token), { status: 503, code: 'service_unavailable' });
      assert.equal(await asked(shop), 0);
      assert.deepEqual(events(), ['claim_too_late']);
      assert.equal((await claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
    });
  }

  test('past its lease leaves the mark alone, which may be the one of another by now', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const clock = new TestClock();
    const shared = memoryStore({ now: clock.now });
    const store = withLeases(shared, (lease) => ({
      async set(value, ttl) {
        const isHeld = await lease.set(value, ttl);
        clock.ms += LEASE + 1;
        return isHeld;
      },
    }));
    await assert.rejects(openClaims(shop, { store, clock }).claim(token), { code: 'service_unavailable' });
    await assert.rejects(openClaims(shop, { store: shared, clock }).claim(token), {
      code: 'claim_unconfirmed',
    });
    assert.equal(await asked(shop), 0);
  });

  test('while the machine was suspended, which its own clock does not count, does not send', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const store = memoryStore();
    let looks = 0;
    const { claim, events } = openClaims(shop, {
      store: {
        ...store,
        async get(key) {
          const found = await store.get(key);
          // This is the read under the lock. The lease is longer, so only the delay can stop the claim.
          if (++looks === 2) mock.timers.setTime(Date.now() + 20_000);
          return found;
        },
      },
    });
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    try {
      await assert.rejects(claim(token), { code: 'service_unavailable' });
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(events(), ['claim_too_late']);
    assert.equal(await asked(shop), 0);
  });

  /**
   * An instance that pauses at a write of its lease until `wake`, for longer than the lease; and one that takes over.
   */
  function sleeper(
    shop: TestShop,
    at: 'set' | 'delete',
    turn: number,
    afterLostAnswer: 'stop' | 'repeat' = 'stop',
  ) {
    const clock = new TestClock();
    const shared = memoryStore({ now: clock.now });
    const { promise: asleep, resolve: sleep } = Promise.withResolvers<undefined>();
    const { promise: awake, resolve: wake } = Promise.withResolvers<undefined>();
    let turns = 0;
    const wait = async (step: 'set' | 'delete'): Promise<void> => {
      if (step !== at || ++turns !== turn) return;
      sleep(undefined);
      await awake;
    };
    const store = withLeases(shared, (lease) => ({
      set: async (value, ttl) => (await wait('set'), lease.set(value, ttl)),
      delete: async () => (await wait('delete'), lease.delete()),
    }));
    return {
      sleeping: openClaims(shop, { store, clock }),
      next: openClaims(shop, { store: shared, clock, claims: { afterLostAnswer } }),
      wake: () => wake(undefined),
      /** Resolves when the instance has paused and its lease has ended. */
      async expire() {
        await asleep;
        clock.ms += LEASE + 1;
      },
    };
  }

  test('at its mark while another made the claim marks nothing, sends nothing, and gives the result next', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'same-result' });
    const { sleeping, next, wake, expire } = sleeper(shop, 'set', 1);
    const late = assert.rejects(sleeping.claim(token), { status: 503, code: 'service_unavailable' });
    await expire();
    const result = await next.claim(token);
    wake();
    await late;
    assert.deepEqual(sleeping.events(), ['claim_too_late']);
    assert.deepEqual(await next.claim(token), result);
    assert.deepEqual(await sleeping.claim(token), result);
    assert.equal(await asked(shop), 1);
  });

  test('at its mark, whose lock alone tells so because both of its clocks stood still, sends nothing', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'same-result' });
    const clock = new TestClock();
    const shared = memoryStore({ now: clock.now });
    const next = openClaims(shop, { store: shared, clock });
    const store = withLeases(shared, (lease) => ({
      async set(value, ttl) {
        clock.ms += LEASE + 1;
        await next.claim(token);
        return lease.set(value, ttl);
      },
    }));
    const stopped = new TestClock();
    const { claim } = openClaims(shop, { store, clock: stopped });
    await assert.rejects(claim(token), { status: 503, code: 'service_unavailable' });
    assert.equal((await next.claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
    assert.equal(await asked(shop), 1);
  });

  test('at the removal of its mark does not remove the result that another stored since', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'same-result' });
    await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 3 });
    const { sleeping, next, wake, expire } = sleeper(shop, 'delete', 1, 'repeat');
    const late = assert.rejects(sleeping.claim(token), { code: 'rate_limited' });
    await expire();
    const result = await next.claim(token);
    wake();
    await late;
    await sleeping.idle();
    assert.deepEqual(await next.claim(token), result);
    assert.equal(await asked(shop), 2);
  });

  test('with its answer stores it late, where nothing but its own mark is there', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'same-result' });
    const { sleeping, next, wake, expire } = sleeper(shop, 'set', 2);
    const answered = sleeping.claim(token);
    await expire();
    await assert.rejects(next.claim(token), { code: 'claim_unconfirmed' });
    wake();
    const result = await answered;
    await sleeping.idle();
    assert.deepEqual(
      sleeping.logged.map(({ event, found }) => [event, found]),
      [['claim_lease_lost', 'pending']],
    );
    assert.deepEqual(await next.claim(token), result);
    assert.equal(await asked(shop), 1);
  });

  test('with its answer leaves the result that another stored since', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'same-result' });
    const { sleeping, next, wake, expire } = sleeper(shop, 'set', 2, 'repeat');
    const answered = sleeping.claim(token);
    await expire();
    const result = await next.claim(token);
    wake();
    assert.equal((await answered).discountCode, result.discountCode);
    await sleeping.idle();
    assert.deepEqual(
      sleeping.logged.map(({ event, found }) => [event, found]),
      [['claim_lease_lost', 'done']],
    );
    assert.deepEqual(await next.claim(token), result);
  });
});

describe('a store that fails', () => {
  for (const [what, step, plan] of [
    ['at the first look', 'get', ['fails']],
    ['at the lock', 'lock', ['fails']],
    ['at the look under the lock', 'get', ['works', 'fails']],
    ['at the mark', 'set', ['fails']],
  ] as const) {
    test(`${what} makes the claim unavailable, and nothing is sent`, async () => {
      const shop = await newShop();
      const { token } = await shop.grant();
      const broken = breakable(memoryStore());
      const { claim, idle, events } = openClaims(shop, { store: broken.store });
      broken.plan(step, ...plan);
      await assert.rejects(claim(token), { status: 503, code: 'service_unavailable', retryAfter: 2 });
      assert.equal(await asked(shop), 0);
      assert.deepEqual(events(), ['store_failed']);
      await idle();
      // It works again: so does the claim.
      assert.equal((await claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
    });
  }

  test('at the mark and at its removal too is on the safe side: nobody asks', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const clock = new TestClock();
    const shared = memoryStore({ now: clock.now });
    const broken = breakable({
      ...withLeases(shared, (lease) => ({
        // Written, although the answer is an error: as when a connection is lost.
        async set(...write) {
          await lease.set(...write);
          throw new Error('The connection was lost.');
        },
      })),
    });
    broken.plan('delete', ...FAILS_ON);
    const { claim, idle, logged } = openClaims(shop, { store: broken.store, clock });
    const start = clock.ms;
    await assert.rejects(claim(token), { status: 503, code: 'service_unavailable' });
    await idle();
    assert.deepEqual([logged.at(-1)?.event, logged.at(-1)?.['gaveUp']], ['claim_mark_not_removed', true]);
    const tried = clock.ms - start;
    assert.ok(tried > LEASE - 5000 && tried < LEASE, `it was tried for ${tried} ms`);
    await assert.rejects(openClaims(shop, { store: shared, clock }).claim(token), {
      code: 'claim_unconfirmed',
    });
    assert.equal(await asked(shop), 0);
  });

  test('when the answer is there is asked again until it keeps it; the shopper has their code', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const broken = breakable(memoryStore());
    broken.plan('set', 'works', 'fails', 'fails');
    const { claim, logged } = openClaims(shop, { store: broken.store, clock: new TestClock() });
    const result = await claim(token);
    assert.equal(result.discountCode, (await shop.grantRecord(token)).discountCode);
    assert.deepEqual(await claim(token), result);
    assert.equal(await asked(shop), 1);
    assert.deepEqual(
      logged.map(({ level, event, tries, gaveUp }) => [level, event, tries, gaveUp]),
      [
        ['error', 'claim_not_stored', 1, false],
        ['error', 'claim_not_stored', 2, false],
      ],
    );
  });

  test('for good when the answer is there keeps no shopper from their code, and a repeat is unconfirmed', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const broken = breakable(memoryStore());
    broken.plan('set', 'works', ...FAILS_ON);
    const clock = new TestClock();
    const { claim, idle, logged } = openClaims(shop, { store: broken.store, clock });
    const start = clock.ms;
    assert.equal((await claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
    await idle();
    assert.ok(clock.ms - start > 55_000 && clock.ms - start < 60_000, `${clock.ms - start} ms`);
    assert.equal(logged.at(-1)?.['gaveUp'], true);
    await assert.rejects(claim(token), { code: 'claim_unconfirmed' });
    assert.equal(await asked(shop), 1);
  });

  test('to answer when the result is there keeps no shopper waiting, and is waited for by idle()', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const shared = memoryStore();
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    let writes = 0;
    const { claim, idle } = openClaims(shop, {
      store: {
        ...withLeases(shared, (lease) => ({
          async set(...write) {
            if (++writes === 2) await gate;
            return lease.set(...write);
          },
        })),
      },
    });
    const result = await claim(token);
    assert.equal(result.discountCode, (await shop.grantRecord(token)).discountCode);
    let isIdle = false;
    const waiting = idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isIdle, false);
    open(undefined);
    await waiting;
    assert.deepEqual(await openClaims(shop, { store: shared }).claim(token), result);
    assert.equal(await asked(shop), 1);
  });

  test('when a refusal is there keeps the refusal', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ state: 'expired' });
    const broken = breakable(memoryStore());
    broken.plan('delete', 'fails');
    const clock = new TestClock();
    const { claim, idle, logged } = openClaims(shop, { store: broken.store, clock });
    await assert.rejects(claim(token), { code: 'grant_expired' });
    await idle();
    // The next attempt has removed the mark, so the service repeats its refusal.
    assert.deepEqual(
      logged.map(({ event, gaveUp }) => [event, gaveUp]),
      [['claim_mark_not_removed', false]],
    );
    await assert.rejects(claim(token), { code: 'grant_expired' });
    assert.equal(await asked(shop), 2);
  });

  test('for ten seconds when a refusal is there keeps nobody waiting, and the grant can be claimed after', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 3 });
    const shared = memoryStore();
    const broken = breakable(shared);
    broken.plan('delete', ...FAILS_ON.slice(0, 6));
    const clock = new TestClock();
    // Its pauses are held until the shopper has the answer.
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    const { claim, idle } = openClaims(shop, {
      store: broken.store,
      clock: Object.assign(clock, { pause: (ms: number) => ((clock.ms += ms), gate) }),
    });
    await assert.rejects(claim(token), { code: 'rate_limited' });
    assert.equal(broken.calls.filter((call) => call === 'delete').length, 1);
    assert.ok(!broken.calls.includes('release'), 'the lock is held meanwhile');
    open(undefined);
    await idle();
    assert.equal(broken.calls.at(-1), 'release');
    assert.equal((await claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
  });

  test('when the lock is given back only leaves it to run out', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const broken = breakable(memoryStore());
    broken.plan('release', 'fails');
    const { claim, idle, logged } = openClaims(shop, { store: broken.store });
    const result = await claim(token);
    await idle();
    assert.deepEqual(
      logged.map(({ level, event }) => [level, event]),
      [['warn', 'claim_lock_not_released']],
    );
    assert.deepEqual(await claim(token), result);
  });

  test('says in its log what it is, and no more', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const { claim, logged } = openClaims(shop, {
      store: { ...memoryStore(), get: () => Promise.reject(new RangeError(`no key ${token}`)) },
    });
    await assert.rejects(claim(token), { code: 'service_unavailable' });
    assert.equal(logged[0]?.['reason'], 'RangeError');
    assert.ok(!JSON.stringify(logged).includes(token));
  });
});

describe('a claim under way on another instance', () => {
  test('is waited for, and its result taken over as soon as it is there', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 300 });
    const store = memoryStore();
    const first = openClaims(shop, { store }).claim(token);
    await until(async () => (await asked(shop)) === 1);
    assert.deepEqual(await openClaims(shop, { store }).claim(token), await first);
    assert.equal(await asked(shop), 1);
  });

  test('and refused there is refused here too', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ state: 'expired' });
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 100 });
    const store = memoryStore();
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () => openClaims(shop, { store }).claim(token)),
    );
    assert.deepEqual(
      ends.map((end) => end.status === 'rejected' && (end.reason as { code: string }).code),
      Array.from({ length: 4 }, () => 'grant_expired'),
    );
  });

  test('that never ends in this process, because its platform gave it up, is not waited for for ever', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const shared = memoryStore();
    const broken = breakable(shared);
    broken.plan('get', 'dies');
    const { claim } = openClaims(shop, {
      store: {
        ...broken.store,
        get: (key) => (broken.calls.length ? shared.get(key) : broken.store.get(key)),
      },
      timeouts: { claim: 100 },
    });
    void claim(token);
    await until(() => broken.calls.length === 1);
    await assert.rejects(claim(token), { status: 503, code: 'claim_in_progress' });
  });
});
