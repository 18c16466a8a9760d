import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GatewayError } from '../../src/gateway/errors.ts';
import { createLimits, type Limits } from '../../src/gateway/limits.ts';
import type { RateLimits } from '../../src/gateway/options.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore, HitRule } from '../../src/gateway/stores/store.ts';
import { createVault, type Vault } from '../../src/gateway/vault.ts';
import { limitsWith } from './options.ts';

const vault = createVault('a secret of the gateway, 32 bytes or more');

/** A store that writes down what it is asked to count. */
function watchedStore() {
  const store = memoryStore();
  const hits: { key: string; rule: HitRule }[] = [];
  const watched: GatewayStore = {
    ...store,
    hit: (key, rule) => {
      hits.push({ key, rule });
      return store.hit(key, rule);
    },
  };
  return { store: watched, hits };
}

/** The error of a call that must fail. */
const errorOf = async (call: Promise<unknown>): Promise<GatewayError> => {
  const error = await call.then(
    () => assert.fail('It was allowed.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GatewayError, String(error));
  return error;
};

test('as many as the option says go through, and the next is told how long to wait', async () => {
  const store = memoryStore({ now: () => 0 });
  const limits = createLimits(limitsWith({ sendPerEmail: { points: 2, duration: 900 } }), store, vault);
  await limits.take('sendPerEmail', 'ada@shop.example');
  await limits.take('sendPerEmail', 'ada@shop.example');
  const error = await errorOf(limits.take('sendPerEmail', 'ada@shop.example'));
  assert.equal(error.status, 429);
  assert.equal(error.code, 'rate_limited');
  assert.equal(error.retryAfter, 900);
});

test('each value and each kind has a count of its own', async () => {
  const rate = { points: 1, duration: 60 };
  const limits = createLimits(
    limitsWith({ sendPerAddress: rate, verifyPerAddress: rate }),
    memoryStore(),
    vault,
  );
  await limits.take('sendPerAddress', '192.0.2.1');
  await limits.take('sendPerAddress', '192.0.2.2');
  await limits.take('verifyPerAddress', '192.0.2.1');
  await errorOf(limits.take('sendPerAddress', '192.0.2.1'));
  await errorOf(limits.take('verifyPerAddress', '192.0.2.1'));
});

test('the tries of a code have an error code of their own', async () => {
  const limits = createLimits(
    limitsWith({ triesPerCode: { points: 1, duration: 60 } }),
    memoryStore(),
    vault,
  );
  await limits.take('triesPerCode', 'ada@shop.example');
  const error = await errorOf(limits.take('triesPerCode', 'ada@shop.example'));
  assert.equal(error.status, 429);
  assert.equal(error.code, 'too_many_tries');
});

test('what is forgiven begins anew, and nothing else does', async () => {
  const rate = { points: 1, duration: 60 };
  const limits = createLimits(limitsWith({ triesPerCode: rate, verifyPerEmail: rate }), memoryStore(), vault);
  await limits.take('triesPerCode', 'ada@shop.example');
  await limits.take('verifyPerEmail', 'ada@shop.example');
  await limits.forgive('triesPerCode', 'ada@shop.example');
  await limits.take('triesPerCode', 'ada@shop.example');
  await errorOf(limits.take('verifyPerEmail', 'ada@shop.example'));
});

test('of a hundred at the same moment only as many as allowed go through', async () => {
  const limits = createLimits(
    limitsWith({ triesPerCode: { points: 5, duration: 60 } }),
    memoryStore(),
    vault,
  );
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, () => limits.take('triesPerCode', 'ada@shop.example')),
  );
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5);
});

test('kinds that the options leave out have the documented defaults', async () => {
  const { store, hits } = watchedStore();
  const limits = createLimits(limitsWith({ sendPerEmail: { points: 1, duration: 1 } }), store, vault);
  const kinds = Object.keys(limitsWith()) as (keyof RateLimits)[];
  for (const kind of kinds) await limits.take(kind, 'x');
  const rules = Object.fromEntries(kinds.map((kind, index) => [kind, hits[index]!.rule]));
  assert.deepEqual(rules, {
    sendPerAddress: { points: 20, duration: 3600 },
    sendPerEmailAndAddress: { points: 5, duration: 3600 },
    sendPerEmail: { points: 1, duration: 1 },
    sendPerBusyEmail: { points: 1, duration: 600 },
    verifyPerAddress: { points: 60, duration: 3600 },
    verifyPerEmailAndAddress: { points: 10, duration: 3600 },
    verifyPerEmail: { points: 30, duration: 3600 },
    verifyPerBusyEmail: { points: 1, duration: 60 },
    triesPerCode: { points: 5, duration: 3600 },
    claimPerAddress: { points: 60, duration: 3600 },
    claimPerToken: { points: 30, duration: 3600 },
    reservePerSession: { points: 30, duration: 3600 },
    readPerAddress: { points: 600, duration: 60 },
  });
});

test('a combination has a count of its own, and none where one of its values is not known', async () => {
  const limits = createLimits(
    limitsWith({ triesPerCode: { points: 1, duration: 60 } }),
    memoryStore(),
    vault,
  );
  await limits.take('triesPerCode', 'ada@shop.example', '192.0.2.1');
  await limits.take('triesPerCode', 'ada@shop.example', '192.0.2.2');
  await limits.take('triesPerCode', 'eve@shop.example', '192.0.2.1');
  await errorOf(limits.take('triesPerCode', 'ada@shop.example', '192.0.2.1'));
  await limits.forgive('triesPerCode', 'ada@shop.example', '192.0.2.1');
  await limits.take('triesPerCode', 'ada@shop.example', '192.0.2.1');
  const { store, hits } = watchedStore();
  const unknown = createLimits(limitsWith(), store, vault);
  await unknown.take('triesPerCode', 'ada@shop.example', undefined);
  await unknown.take('readPerAddress', undefined);
  await unknown.forgive('triesPerCode', 'ada@shop.example', undefined);
  assert.deepEqual(hits, []);
});

test('an IPv6 network is counted with those around it, and stops before it uses up theirs', async () => {
  const { store, hits } = watchedStore();
  const limits = createLimits(limitsWith({ sendPerAddress: { points: 2, duration: 60 } }), store, vault);
  for (let times = 0; times < 2; times++) await limits.take('sendPerAddress', '2001:db8:1:2::/64');
  for (let times = 0; times < 20; times++) await errorOf(limits.take('sendPerAddress', '2001:db8:1:2::/64'));
  assert.deepEqual(new Set(hits.map(({ rule }) => rule.points)), new Set([2, 8, 32]));
  // Six of the eight are left.
  for (let n = 0; n < 6; n++) await limits.take('sendPerAddress', `2001:db8:1:${n + 10}::/64`);
  await errorOf(limits.take('sendPerAddress', '2001:db8:1:99::/64'));
  // The next /56 of the same /48.
  await limits.take('sendPerAddress', '2001:db8:1:100::/64');
});

describe('the limit that all clients of an email address share', () => {
  const open = () => {
    const { store, hits } = watchedStore();
    const rates = {
      verifyPerEmail: { points: 2, duration: 3600 },
      verifyPerBusyEmail: { points: 1, duration: 30 },
    };
    return { limits: createLimits(limitsWith(rates), store, vault), hits };
  };
  const take = (limits: Limits, address: string | undefined) =>
    limits.takeShared('verifyPerEmail', 'ada@shop.example', address);

  test('lets one more through in each period once it is reached, and says when', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const { limits } = open();
    for (let n = 0; n < 3; n++) await take(limits, `192.0.2.${n}`);
    const error = await errorOf(take(limits, '192.0.2.4'));
    assert.equal(error.code, 'rate_limited');
    assert.equal(error.retryAfter, 30);
    t.mock.timers.tick(error.retryAfter * 1_000);
    await take(limits, '192.0.2.4');
    await errorOf(take(limits, '192.0.2.5'));
  });

  test('never stops a trusted client', async () => {
    const { limits } = open();
    await limits.trust('verifyPerEmail', 'ada@shop.example', '192.0.2.9', 'login');
    for (let n = 0; n < 3; n++) await take(limits, `192.0.2.${n}`);
    for (let times = 0; times < 5; times++) await take(limits, '192.0.2.9');
    await errorOf(take(limits, '192.0.2.8'));
    await errorOf(limits.takeShared('verifyPerEmail', 'ada@shop.example', undefined));
  });

  test('counts where no address is known, and trusts nobody there', async () => {
    const { limits } = open();
    await limits.trust('verifyPerEmail', 'ada@shop.example', undefined, 'login');
    for (let n = 0; n < 3; n++) await take(limits, undefined);
    await errorOf(take(limits, undefined));
  });
});

test('no address, email or token is in a key of the store', async () => {
  const { store, hits } = watchedStore();
  const limits = createLimits(limitsWith(), store, vault);
  await limits.take('sendPerAddress', '192.0.2.1');
  await limits.take('sendPerEmail', 'ada@shop.example');
  await limits.take('claimPerToken', 'grant-token-0123456789');
  assert.equal(hits.length, 3);
  for (const { key } of hits) assert.match(key, /^limit:[a-zA-Z]+:[\w-]{43}$/);
  assert.doesNotMatch(hits.map(({ key }) => key).join(), /192|ada|example|grant-token/);
});

test('an address is hashed once, an email and a token each time', async () => {
  const hashed: string[] = [];
  const counting: Vault = {
    ...vault,
    hash: (kind, value) => {
      hashed.push(kind);
      return vault.hash(kind, value);
    },
  };
  const { store, hits } = watchedStore();
  const limits = createLimits(limitsWith(), store, counting);
  const kinds = [
    'readPerAddress',
    'claimPerAddress',
    'sendPerEmail',
    'claimPerToken',
    'triesPerCode',
  ] as const;
  for (const kind of [...kinds, ...kinds]) await limits.take(kind, '192.0.2.1');
  assert.deepEqual(hashed, [...kinds, 'sendPerEmail', 'claimPerToken', 'triesPerCode']);
  const keys = hits.map(({ key }) => key);
  assert.deepEqual(keys.slice(kinds.length), keys.slice(0, kinds.length));
  await limits.take('readPerAddress', '192.0.2.2');
  assert.notEqual(hits.at(-1)!.key, keys[0]);
});

test('a hash that failed is made again', async () => {
  let isBroken = true;
  const broken: Vault = {
    ...vault,
    hash: (kind, value) => (isBroken ? Promise.reject(new Error('No hash.')) : vault.hash(kind, value)),
  };
  const limits = createLimits(limitsWith(), memoryStore(), broken);
  await assert.rejects(limits.take('readPerAddress', '192.0.2.1'), { message: 'No hash.' });
  isBroken = false;
  await limits.take('readPerAddress', '192.0.2.1');
});

test('a store that cannot count lets nothing through', async () => {
  const store: GatewayStore = {
    ...memoryStore(),
    hit: () => Promise.reject(new Error('The store is away.')),
  };
  await assert.rejects(createLimits(limitsWith(), store, vault).take('sendPerEmail', 'ada@shop.example'), {
    message: 'The store is away.',
  });
});
