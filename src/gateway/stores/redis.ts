import type { Socket } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import redisDriver from 'unstorage/drivers/redis';
import { hitsBy } from './hits.ts';
import { driverKey } from './keys.ts';
import type { GatewayStore } from './store.ts';

export interface RedisStoreOptions {
  /** What every key begins with. Default `storefront-gateway`. Gateways of different shops need different ones. */
  prefix?: string | undefined;
  /** Milliseconds for a connection, and for the answer to a command. Default 2,000. */
  timeout?: number | undefined;
}

/** Deletes the lock only where it is still its owner's, in one step. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** What only the owner of the lock may do, with the look at the lock in one step. */
const SET_AS_OWNER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('set', KEYS[2], ARGV[2], 'EX', ARGV[3]) return 1`;
const DELETE_AS_OWNER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('del', KEYS[2]) return 1`;

/** The longest wait between two tries to connect, in milliseconds: so soon after an outage everything works again. */
const LONGEST_PAUSE = 1_000;

/**
 * For several instances. `connection` is an address (`redis://…`, `rediss://…`) or the options of `ioredis`.
 * While Redis cannot be reached every call rejects, at once or within `timeout`, and nothing is sent later: a command
 * that its caller gave up must not be run after the outage.
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
    // After a failover the old primary refuses to write; a new connection finds the new one.
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

  /** Locks that could not be given back, or that were asked for without an answer: name and owner. */
  const abandoned = new Map<string, string>();
  const release = async (name: string, owner: string): Promise<void> => {
    try {
      await client.eval(RELEASE, 1, name, owner);
    } catch {
      // Given back with the next connection, unless it runs out before.
      abandoned.set(name, owner);
    }
  };
  client.on('ready', () => {
    const left = [...abandoned];
    abandoned.clear();
    for (const [name, owner] of left) void release(name, owner);
  });

  /** Runs a command once there is a connection, and gives the connection up with it where no answer comes. */
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
      // After the calls that were made before it: Redis answers those first.
      await ready()
        .then(() => client.quit())
        .catch(() => undefined);
      client.disconnect();
    },
  };
}

/**
 * Ends the connection together with what is still on its way: a command that was given up must not reach Redis when a
 * network comes back after minutes, and write over what another instance wrote since.
 */
function breakOff(client: Redis): void {
  const { stream } = client as unknown as { stream?: Socket };
  if (!stream) return;
  // What the system has not sent yet it would send even after the end, unless it is told to reset.
  if ('encrypted' in stream) stream.destroy();
  else stream.resetAndDestroy();
}

/**
 * Waits for a connection that is being made, and rejects where there is none: the client is told to queue nothing,
 * so that without this even the first call after the start would be refused.
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
