import type { Socket } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import redisDriver from 'unstorage/drivers/redis';
import { hitsBy } from './hits.ts';
import { driverKey } from './keys.ts';
import type { GatewayStore } from './store.ts';

export interface RedisStoreOptions {
  /** The prefix of every key. Default `storefront-gateway`. Gateways of different shops need different prefixes. */
  prefix?: string | undefined;
  /** The time to connect, and to answer a command, in milliseconds. Default 2,000. */
  timeout?: number | undefined;
}

/** Deletes the lock in one step, only if the owner still holds it. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Write the value in one step with the check that the owner still holds the lock. */
const SET_AS_OWNER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('set', KEYS[2], ARGV[2], 'EX', ARGV[3]) return 1`;
const DELETE_AS_OWNER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('del', KEYS[2]) return 1`;

/** The longest pause between two attempts to connect, in milliseconds. It bounds the delay after an outage. */
const LONGEST_PAUSE = 1_000;

/**
 * A store for several instances. `connection` is an address (`redis://…`, `rediss://…`) or options of `ioredis`.
 * While Redis is unreachable every call rejects, at once or within `timeout`, and nothing is sent later: a command
 * that its caller has given up must not run after the outage.
 */
export function redisStore(
  connection: string | RedisOptions,
  { prefix = 'storefront-gateway', timeout = 2_000 }: RedisStoreOptions = {},
): GatewayStore {
  const base = `${prefix}:value`;
  const driver = redisDriver({
    connectTimeout: timeout,
    commandTimeout: timeout,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries: number) => Math.min(50 * 2 ** Math.min(tries, 10), LONGEST_PAUSE),
    // After a failover the old primary refuses writes. A new connection reaches the new one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    ...(typeof connection === 'string' ? { url: connection } : connection),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    base,
  });
  const client = driver.getInstance!() as Redis;
  const ready = readiness(client, timeout);
  const hits = hitsBy(
    ({ points, duration }) =>
      new RateLimiterRedis({
        storeClient: client,
        points,
        duration: Math.ceil(duration),
        keyPrefix: `${prefix}:hit`,
      }),
  );

  /** Locks that could not be released, or whose request got no answer: name and owner. */
  const abandoned = new Map<string, string>();
  const release = async (name: string, owner: string): Promise<void> => {
    try {
      await client.eval(RELEASE, 1, name, owner);
    } catch {
      // Released on the next connection, unless it expires first.
      abandoned.set(name, owner);
    }
  };
  client.on('ready', () => {
    const left = [...abandoned];
    abandoned.clear();
    for (const [name, owner] of left) void release(name, owner);
  });

  /** Runs a command when connected. Ends the connection if the command gets no answer. */
  const run = async <T>(command: () => Promise<T>): Promise<T> => {
    await ready();
    try {
      return await command();
    } catch (error) {
      if (error instanceof Error && error.message === 'Command timed out') breakOff(client);
      throw error;
    }
  };

  return {
    get: (key) => run(async () => ((await driver.getItem(driverKey(key))) as string | null) ?? undefined),
    set: (key, text, ttl) => run(async () => driver.setItem!(driverKey(key), text, { ttl: Math.ceil(ttl) })),
    delete: (key) => run(async () => driver.removeItem!(driverKey(key), {})),
    lock: (key, ttl) =>
      run(async () => {
        const name = `${prefix}:lock:${key}`;
        const owner = crypto.randomUUID();
        try {
          const taken = await client.set(name, owner, 'PX', Math.ceil(ttl), 'NX');
          if (taken !== 'OK') return undefined;
        } catch (error) {
          abandoned.set(name, owner);
          throw error;
        }
        const value = `${base}:${driverKey(key)}`;
        const asOwner = (script: string, ...parameters: (string | number)[]): Promise<boolean> =>
          run(async () => (await client.eval(script, 2, name, value, owner, ...parameters)) === 1);
        return {
          set: (text, seconds) => asOwner(SET_AS_OWNER, text, Math.ceil(seconds)),
          delete: () => asOwner(DELETE_AS_OWNER),
          release: () => release(name, owner),
        };
      }),
    hit: (key, rule) => run(() => hits.hit(key, rule)),
    async forgive(key) {
      await run(() => client.unlink(`${prefix}:hit:${key}`));
    },
    async check() {
      await run(() => client.ping());
    },
    async close() {
      // Redis answers earlier commands before `quit`.
      await ready()
        .then(() => client.quit())
        .catch(() => undefined);
      client.disconnect();
    },
  };
}

/**
 * Ends the connection and discards unsent data. A command that was given up must not reach Redis when the network
 * returns after minutes, and overwrite newer values of another instance.
 */
function breakOff(client: Redis): void {
  const { stream } = client as { stream?: Socket };
  if (!stream) return;
  // Without a reset the system would still send buffered data after the end.
  if ('encrypted' in stream) stream.destroy();
  else stream.resetAndDestroy();
}

/**
 * Waits for a connection in progress, and rejects if there is none. The client does not queue commands, so without
 * this even the first call after the start would fail.
 */
function readiness(client: Redis, timeout: number): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  let lastError: Error | undefined;
  client.on('error', (error: Error) => {
    lastError = error;
  });
  client.on('ready', () => {
    lastError = undefined;
  });
  const unavailable = (): Error => new Error('Redis cannot be reached.', { cause: lastError });

  const connected = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (result: () => void): void => {
        clearTimeout(timer);
        client.off('ready', succeed).off('close', fail);
        waiting = undefined;
        result();
      };
      const succeed = (): void => settle(resolve);
      const fail = (): void => settle(() => reject(unavailable()));
      const timer = setTimeout(fail, timeout);
      client.on('ready', succeed).on('close', fail);
    });

  return async () => {
    if (client.status === 'ready') return;
    if (client.status !== 'connecting' && client.status !== 'connect') throw unavailable();
    waiting ??= connected();
    await waiting;
  };
}
