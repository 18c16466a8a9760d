import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../../src/gateway/errors.ts';
import { createLimits, DEFAULT_LIMITS } from '../../src/gateway/limits.ts';
import type { RateLimits } from '../../src/gateway/options.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore, HitRule } from '../../src/gateway/stores/store.ts';
import { createVault, type Vault } from '../../src/gateway/vault.ts';

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
  const limits = createLimits({ sendPerEmail: { points: 2, duration: 900 } }, memoryStore(), vault);
  await limits.take('sendPerEmail', 'ada@shop.example');
  await limits.take('sendPerEmail', 'ada@shop.example');
  const error = await errorOf(limits.take('sendPerEmail', 'ada@shop.example'));
  assert.equal(error.status, 429);
  assert.equal(error.code, 'rate_limited');
  assert.ok(Number.isInteger(error.retryAfter), String(error.retryAfter));
  assert.ok(error.retryAfter! > 890 && error.retryAfter! <= 900, String(error.retryAfter));
});

test('each value and each kind has a count of its own', async () => {
  const rate = { points: 1, duration: 60 };
  const limits = createLimits({ sendPerAddress: rate, verifyPerAddress: rate }, memoryStore(), vault);
  await limits.take('sendPerAddress', '192.0.2.1');
  await limits.take('sendPerAddress', '192.0.2.2');
  await limits.take('verifyPerAddress', '192.0.2.1');
  await errorOf(limits.take('sendPerAddress', '192.0.2.1'));
  await errorOf(limits.take('verifyPerAddress', '192.0.2.1'));
});

test('the tries of a code have an error code of their own', async () => {
  const limits = createLimits({ triesPerCode: { points: 1, duration: 60 } }, memoryStore(), vault);
  await limits.take('triesPerCode', 'ada@shop.example');
  const error = await errorOf(limits.take('triesPerCode', 'ada@shop.example'));
  assert.equal(error.status, 429);
  assert.equal(error.code, 'too_many_tries');
});

test('what is forgiven begins anew, and nothing else does', async () => {
  const rate = { points: 1, duration: 60 };
  const limits = createLimits({ triesPerCode: rate, verifyPerEmail: rate }, memoryStore(), vault);
  await limits.take('triesPerCode', 'ada@shop.example');
  await limits.take('verifyPerEmail', 'ada@shop.example');
  await limits.forgive('triesPerCode', 'ada@shop.example');
  await limits.take('triesPerCode', 'ada@shop.example');
  await errorOf(limits.take('verifyPerEmail', 'ada@shop.example'));
});

test('of a hundred at the same moment only as many as allowed go through', async () => {
  const limits = createLimits({ triesPerCode: { points: 5, duration: 60 } }, memoryStore(), vault);
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, () => limits.take('triesPerCode', 'ada@shop.example')),
  );
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5);
});

test('kinds that the options leave out have the documented defaults', async () => {
  const { store, hits } = watchedStore();
  const limits = createLimits({ sendPerEmail: { points: 1, duration: 1 } }, store, vault);
  const kinds = Object.keys(DEFAULT_LIMITS) as (keyof RateLimits)[];
  for (const kind of kinds) await limits.take(kind, 'x');
  const rules = Object.fromEntries(kinds.map((kind, index) => [kind, hits[index]!.rule]));
  assert.deepEqual(rules, {
    sendPerAddress: { points: 20, duration: 3600 },
    sendPerEmail: { points: 1, duration: 1 },
    verifyPerAddress: { points: 60, duration: 3600 },
    verifyPerEmail: { points: 20, duration: 3600 },
    triesPerCode: { points: 5, duration: 3600 },
    claimPerAddress: { points: 60, duration: 3600 },
    claimPerToken: { points: 30, duration: 3600 },
    readPerAddress: { points: 600, duration: 60 },
  });
});

test('no address, e-mail or token is in a key of the store', async () => {
  const { store, hits } = watchedStore();
  const limits = createLimits(undefined, store, vault);
  await limits.take('sendPerAddress', '192.0.2.1');
  await limits.take('sendPerEmail', 'ada@shop.example');
  await limits.take('claimPerToken', 'grant-token-0123456789');
  assert.equal(hits.length, 3);
  for (const { key } of hits) assert.match(key, /^limit:[a-zA-Z]+:[\w-]{43}$/);
  assert.doesNotMatch(hits.map(({ key }) => key).join(), /192|ada|example|grant-token/);
});

test('an address is hashed once, an e-mail and a token each time', async () => {
  const hashed: string[] = [];
  const counting: Vault = {
    ...vault,
    hash: (kind, value) => {
      hashed.push(kind);
      return vault.hash(kind, value);
    },
  };
  const { store, hits } = watchedStore();
  const limits = createLimits(undefined, store, counting);
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
  const limits = createLimits(undefined, memoryStore(), broken);
  await assert.rejects(limits.take('readPerAddress', '192.0.2.1'), { message: 'No hash.' });
  isBroken = false;
  await limits.take('readPerAddress', '192.0.2.1');
});

test('a store that cannot count lets nothing through', async () => {
  const store: GatewayStore = {
    ...memoryStore(),
    hit: () => Promise.reject(new Error('The store is away.')),
  };
  await assert.rejects(createLimits(undefined, store, vault).take('sendPerEmail', 'ada@shop.example'), {
    message: 'The store is away.',
  });
});
