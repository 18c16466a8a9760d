import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import { openShop, type Fault, type TestShop } from '../helpers/control.ts';
import { CLOSED } from '../helpers/ports.ts';
import { JONAS, MARA, openClaims, TestClock, withLeases } from './claims-support.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ seed: false });
});
after(() => sandbox.close());

/** A shop for each test: its faults and its counts are its own. */
const newShop = (): Promise<TestShop> => openShop(sandbox.url);
const asked = async (shop: TestShop): Promise<number> => (await shop.requests('claimRewardGrant')).length;

describe('a claim', () => {
  test('is asked for once and given again as it was', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const { claim } = openClaims(shop);
    const first = await claim(token);
    assert.equal(first.discountCode, (await shop.grantRecord(token)).discountCode);
    for (let again = 0; again < 5; again++) assert.deepEqual(await claim(token), first);
    assert.equal(await asked(shop), 1);
  });

  test('that fifty callers of two instances make at the same time reaches the service once', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 100 });
    const store = memoryStore();
    const instances = [openClaims(shop, { store }), openClaims(shop, { store })];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => instances[index % 2]!.claim(token)),
    );
    assert.equal(new Set(results.map((result) => JSON.stringify(result))).size, 1);
    assert.equal(await asked(shop), 1);
    assert.equal((await shop.grantRecord(token)).claims, 1);
  });

  test('is looked after on each instance by one caller only, the others share what it gets', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 50 });
    let locks = 0;
    const store = memoryStore();
    const counting = { ...store, lock: (key: string, ttl: number) => (locks++, store.lock(key, ttl)) };
    const { claim } = openClaims(shop, { store: counting });
    await Promise.all(Array.from({ length: 20 }, () => claim(token)));
    assert.equal(locks, 1);
  });

  test('goes on when its caller has left, and waitUntil receives what goes on', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 100 });
    const store = memoryStore();
    const { claim, idle } = openClaims(shop, { store });
    claim(token).catch(() => undefined);
    await idle();
    const other = openClaims(shop, { store });
    assert.equal((await other.claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
    assert.equal(await asked(shop), 1);
  });

  test('is forgotten after its lifetime, and only then asked for again', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const clock = new TestClock();
    const { claim } = openClaims(shop, { store: memoryStore({ now: clock.now }), claims: { lifetime: 60 } });
    await claim(token);
    clock.ms += 59_000;
    await claim(token);
    assert.equal(await asked(shop), 1);
    clock.ms += 2000;
    await assert.rejects(claim(token), { code: 'grant_already_claimed' });
  });
});

describe('a claim and who may have it', () => {
  test('without a session is login_required where a login is required, and nothing is asked', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const { claim } = openClaims(shop, { requireLogin: true });
    await assert.rejects(claim(token), { status: 401, code: 'login_required' });
    assert.equal(await asked(shop), 0);
  });

  test('is given again to the same address from any session, and is wrong_account for another', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const { claim } = openClaims(shop, { requireLogin: true });
    const first = await claim(token, MARA);
    assert.deepEqual(await claim(token, { ...MARA }), first);
    await assert.rejects(claim(token, JONAS), { status: 403, code: 'wrong_account' });
    assert.equal(await asked(shop), 1);
  });

  test('by two accounts at the same time is given to one of them, on one instance and on two', async () => {
    for (const shared of [true, false]) {
      const shop = await newShop();
      const { token } = await shop.grant();
      await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 50 });
      const store = memoryStore();
      const one = openClaims(shop, { store, requireLogin: true });
      const two = shared ? one : openClaims(shop, { store, requireLogin: true });
      const ends = await Promise.allSettled([one.claim(token, MARA), two.claim(token, JONAS)]);
      assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const [lost] = ends.filter((end) => end.status === 'rejected');
      assert.equal((lost!.reason as { code: string }).code, 'wrong_account');
      assert.equal(await asked(shop), 1);
    }
  });

  test('is given to anyone who holds the token where no login is required', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const { claim } = openClaims(shop);
    const first = await claim(token, MARA);
    assert.deepEqual(await claim(token, JONAS), first);
    assert.deepEqual(await claim(token), first);
  });

  test('from before a login was required is given to whoever holds the token and logs in', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const store = memoryStore();
    const first = await openClaims(shop, { store }).claim(token);
    assert.deepEqual(await openClaims(shop, { store, requireLogin: true }).claim(token, MARA), first);
  });

  test('with a lost answer is wrong_account for another one too', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    const { claim } = openClaims(shop, { requireLogin: true });
    await assert.rejects(claim(token, MARA), { code: 'claim_unconfirmed' });
    await assert.rejects(claim(token, JONAS), { code: 'wrong_account' });
  });
});

describe('a claim that the service refuses', () => {
  test('is passed on as it came, and asked for again the next time', async () => {
    const shop = await newShop();
    const { claim } = openClaims(shop);
    for (const [state, status, code] of [
      ['claimed', 409, 'grant_already_claimed'],
      ['expired', 410, 'grant_expired'],
      ['revoked', 410, 'grant_revoked'],
      ['not_started', 409, 'grant_not_started'],
      ['used_up', 409, 'reward_used_up'],
    ] as const) {
      const { token } = await shop.grant({ state });
      const before = await asked(shop);
      await assert.rejects(claim(token), { name: 'ServiceError', status, code });
      await assert.rejects(claim(token), { name: 'ServiceError', status, code });
      assert.equal(await asked(shop), before + 2);
    }
  });

  test('because of too many requests can be claimed later', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 3 });
    const { claim } = openClaims(shop);
    await assert.rejects(claim(token), { status: 429, code: 'rate_limited', retryAfter: 3 });
    assert.equal((await claim(token)).discountCode, (await shop.grantRecord(token)).discountCode);
  });

  test('leaves nothing in the store', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ state: 'expired' });
    const store = memoryStore();
    const kept = new Set<string>();
    let marks = 0;
    const { claim, idle } = openClaims(shop, {
      store: withLeases(store, (lease, key) => ({
        set: (value, ttl) => (marks++, kept.add(key), lease.set(value, ttl)),
        delete: () => (kept.delete(key), lease.delete()),
      })),
    });
    await assert.rejects(claim(token), { code: 'grant_expired' });
    await idle();
    assert.deepEqual([marks, kept.size], [1, 0]);
  });
});

describe('a claim whose answer is lost', () => {
  const LOST: [string, Omit<Fault, 'operation'>][] = [
    ['the connection is dropped before the work', { fault: 'drop-before' }],
    ['the connection is dropped after the work', { fault: 'drop-after' }],
    ['the answer is cut', { fault: 'truncated-body' }],
    ['the answer is a page of a proxy', { fault: 'wrong-content-type' }],
    ['the answer has another shape', { fault: 'wrong-shape' }],
    ['the service has trouble (500)', { fault: 'status', status: 500 }],
    ['a proxy has trouble (502)', { fault: 'status', status: 502, body: '<html>' }],
    ['a proxy gave up (504)', { fault: 'status', status: 504 }],
    ['a proxy gave up (408)', { fault: 'status', status: 408 }],
    ['the answer comes too late', { fault: 'hold' }],
  ];

  /** Makes a claim whose answer is lost to this fault. */
  async function lose(
    t: TestContext,
    shop: TestShop,
    fault: Omit<Fault, 'operation'>,
    claim: () => Promise<unknown>,
  ): Promise<void> {
    const held = await shop.hold('claimRewardGrant', fault);
    const isLate = fault.fault === 'hold';
    if (isLate) t.mock.timers.enable({ apis: ['setTimeout'] });
    const lost = assert.rejects(claim(), { status: 502, code: 'claim_unconfirmed' });
    await held.arrived();
    if (isLate) {
      t.mock.timers.tick(60_000);
      await lost;
      t.mock.timers.reset();
    }
    await held.release();
    await lost;
  }

  for (const [what, fault] of LOST) {
    test(`is unconfirmed and never asked for again, when ${what}`, async (t) => {
      const shop = await newShop();
      const { token } = await shop.grant({ repeats: 'same-result' });
      const { claim, logged } = openClaims(shop);
      await lose(t, shop, fault, () => claim(token));
      for (let again = 0; again < 2; again++)
        await assert.rejects(claim(token), { status: 502, code: 'claim_unconfirmed' });
      assert.equal(await asked(shop), 1);
      assert.deepEqual(
        logged.map(({ level, event }) => [level, event]),
        Array.from({ length: 3 }, () => ['warn', 'claim_unconfirmed']),
      );
    });

    test(`is found by asking again where the merchant chose so, when ${what}`, async (t) => {
      const shop = await newShop();
      const { token } = await shop.grant({ repeats: 'same-result' });
      const { claim } = openClaims(shop, { claims: { afterLostAnswer: 'repeat' } });
      await lose(t, shop, fault, () => claim(token));
      const found = await claim(token);
      const record = await shop.grantRecord(token);
      assert.deepEqual([found.discountCode, record.claims], [record.discountCode, 1]);
      assert.deepEqual(await claim(token), found);
      assert.equal(await asked(shop), 2);
    });
  }

  test('and whose repeat is refused stays unconfirmed, because the refusal may be of the first one', async () => {
    const shop = await newShop();
    const { token } = await shop.grant({ repeats: 'refused' });
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    const { claim, logged } = openClaims(shop, { claims: { afterLostAnswer: 'repeat' } });
    await assert.rejects(claim(token), (error: { code: string; details: Record<string, unknown> }) => {
      assert.deepEqual([error.code, 'service' in error.details], ['claim_unconfirmed', false]);
      return true;
    });
    for (let again = 0; again < 2; again++)
      await assert.rejects(claim(token), (error: { code: string; details: Record<string, unknown> }) => {
        assert.deepEqual(
          [error.code, error.details['service']],
          ['claim_unconfirmed', 'grant_already_claimed'],
        );
        return true;
      });
    assert.equal(logged.at(-1)?.['service'], 'grant_already_claimed');
  });

  test('gives a reference that stands in the log too, so that the merchant can find it', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    const { claim, logged } = openClaims(shop);
    await assert.rejects(claim(token), (error: { details: Record<string, unknown> }) => {
      assert.match(String(error.details['reference']), /^[\w-]{43}$/);
      assert.equal(logged[0]?.['claim'], error.details['reference']);
      return true;
    });
  });
});

describe('a service that cannot be reached', () => {
  test('was certainly not asked: the claim is unavailable and can be made when it is back', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const store = memoryStore();
    const off = openClaims(shop, { store, baseUrl: CLOSED });
    await assert.rejects(off.claim(token), { status: 503, code: 'service_unavailable', retryAfter: 2 });
    const nowhere = openClaims(shop, { store, baseUrl: 'http://nowhere.invalid' });
    await assert.rejects(nowhere.claim(token), { status: 503, code: 'service_unavailable' });
    const result = await openClaims(shop, { store }).claim(token);
    assert.equal(result.discountCode, (await shop.grantRecord(token)).discountCode);
  });

  test('says nothing of a claim whose answer was lost before', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    const store = memoryStore();
    await assert.rejects(openClaims(shop, { store }).claim(token), { code: 'claim_unconfirmed' });
    const off = openClaims(shop, {
      store,
      baseUrl: 'http://nowhere.invalid',
      claims: { afterLostAnswer: 'repeat' },
    });
    await assert.rejects(off.claim(token), { code: 'claim_unconfirmed' });
    await assert.rejects(openClaims(shop, { store }).claim(token), { code: 'claim_unconfirmed' });
  });
});

describe('what is kept and logged of a claim', () => {
  test('shows neither token nor code nor address, in no key, value or line', async () => {
    const shop = await newShop();
    const store = memoryStore();
    const seen: string[] = [];
    const spy = withLeases(store, (lease, key) => ({
      set: (value, ttl) => (seen.push(key, value), lease.set(value, ttl)),
    }));
    const { claim, logged } = openClaims(shop, { store: spy, requireLogin: true });
    const good = await shop.grant();
    const lost = await shop.grant();
    const { discountCode } = await claim(good.token, MARA);
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    await assert.rejects(claim(lost.token, MARA), { code: 'claim_unconfirmed' });
    const all = [...seen, JSON.stringify(logged)];
    assert.ok(seen.length >= 5 && logged.length === 1);
    for (const secret of [good.token, lost.token, discountCode!, MARA.email, shop.key])
      for (const text of all) {
        assert.ok(!text.includes(secret));
        for (const part of text.split('.'))
          assert.ok(!Buffer.from(part, 'base64url').toString('latin1').includes(secret));
      }
  });

  test('opens after the keys were changed, as long as the old one is in the list', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const store = memoryStore();
    const old = { kid: 'old', secret: 'the old key of claims, 32 bytes or more' };
    const fresh = { kid: 'new', secret: 'the new key of claims, 32 bytes or more' };
    const first = await openClaims(shop, { store, claims: { keys: [old] } }).claim(token);
    assert.deepEqual(await openClaims(shop, { store, claims: { keys: [fresh, old] } }).claim(token), first);
  });

  test('is unconfirmed and not asked again where no key opens it, whatever the merchant chose', async () => {
    const shop = await newShop();
    const { token } = await shop.grant();
    const store = memoryStore();
    await openClaims(shop, { store }).claim(token);
    const { claim, logged } = openClaims(shop, {
      store,
      claims: { afterLostAnswer: 'repeat', keys: [{ kid: 'other', secret: 'o'.repeat(32) }] },
    });
    await assert.rejects(claim(token), { code: 'claim_unconfirmed' });
    assert.equal(logged[0]?.['reason'], 'record_unreadable');
    assert.equal(await asked(shop), 1);
  });
});
