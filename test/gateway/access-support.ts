/** A login by code without HTTP around it: the sandbox as the service, and a store and limits of its own. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { createClient } from '../../src/api/client.ts';
import { createAccess } from '../../src/gateway/access.ts';
import type { Stopwatch } from '../../src/gateway/equal-time.ts';
import { GatewayError } from '../../src/gateway/errors.ts';
import { createLimits } from '../../src/gateway/limits.ts';
import type { LogEntry, RateLimits, SessionOptions } from '../../src/gateway/options.ts';
import { createSessions } from '../../src/gateway/sessions.ts';
import { guardStore } from '../../src/gateway/stores/guard.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { createVault } from '../../src/gateway/vault.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { allOptions, limitsWith, type Replaced } from './options.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const SESSIONS: SessionOptions & { lifetime: number } = {
  lifetime: 43_200,
  keys: [{ kid: 'one', secret: 'the key of the sessions, 32 bytes or more' }],
  issuer: 'https://gateway.shop.example',
  audience: 'https://shop.example',
};
export const UNKNOWN = {
  message: 'There is no customer eve@shop.example.',
  code: 'unknown_address',
  details: { a: 1 },
};
export const ADDRESS = '192.0.2.1';
export const SENT = 'If this address can log in, a code is on its way to it.';
export const WRONG = { success: false, message: 'The code is wrong or no longer valid.' };

/** Time that passes only during waits, or when a test advances it. */
export function fakeTime() {
  const time = { now: 0 };
  const stopwatch: Stopwatch = {
    now: () => time.now,
    wait: (milliseconds) => {
      time.now += milliseconds;
      return Promise.resolve();
    },
  };
  return { time, stopwatch };
}

interface Setting {
  options?: Replaced;
  limits?: Partial<RateLimits>;
  sessions?: Partial<typeof SESSIONS> | false;
  stopwatch?: Stopwatch;
  timeout?: number;
  /** What the store does differently. */
  store?: Partial<GatewayStore>;
}

/** A login of its own: key, store and limits. */
export async function open({
  options = {},
  limits,
  sessions = {},
  stopwatch = fakeTime().stopwatch,
  timeout = 5_000,
  store: differently = {},
}: Setting = {}) {
  const shop = await openShop(sandbox.url);
  const start = Date.now();
  const log: LogEntry[] = [];
  // Its clock stands still, so that the seconds left are exact.
  const store = guardStore({ ...memoryStore({ now: () => start }), ...differently }, (entry) =>
    log.push(entry),
  );
  const vault = createVault('a secret of the gateway, 32 bytes or more');
  const issued = sessions
    ? createSessions({ options: { ...SESSIONS, ...sessions }, store, vault, now: Date.now })
    : undefined;
  const access = createAccess({
    client: createClient({ baseUrl: sandbox.url, apiKey: shop.key, timeout, ...options }),
    limits: createLimits(limitsWith(limits), store, vault),
    sessions: issued,
    options: allOptions({ log: (entry) => log.push(entry), ...options }),
    stopwatch,
  });
  return { shop, access, sessions: issued, log };
}

export const refuses = (shop: TestShop, operation: string, status: number, body: unknown, times = 0) =>
  shop.fault({ operation, fault: 'status', status, body, times });

export const errorOf = async (call: Promise<unknown>): Promise<GatewayError> => {
  const error = await call.then(
    () => assert.fail('It was answered.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GatewayError, String(error));
  return error;
};

/** Everything of an error that goes out. */
export const shown = ({ status, code, message, details, retryAfter, headers }: GatewayError) =>
  JSON.stringify({ status, code, message, details, retryAfter, headers });

/** What a store does that fails. */
export const away = () => Promise.reject(new Error('The store is away.'));

let count = 0;
/** An address that no other test has used. */
export const newEmail = () => `shopper-${(count += 1)}@shop.example`;

/** A code that is not the right one. */
export const not = (code: string) => (code === '000000' ? '000001' : '000000');
