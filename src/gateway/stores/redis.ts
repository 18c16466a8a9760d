import { Cluster, Command, Redis, type RedisOptions } from 'ioredis';
import { breakOff, checkNode, readiness } from './redis-connection.ts';
import { checkKey, type GatewayStore, secondsUntil, STANDARD_PREFIX, StoreError, tryWrite } from './store.ts';

export interface RedisStoreOptions {
  /**
   * The prefix of every key, without `{` and `}`, which would keep all keys on one node of a cluster. Default
   * `storefront-gateway`. Gateways with different secrets need different prefixes.
   */
  prefix?: string | undefined;
  /** The time to connect, and to respond to a command, in milliseconds. Default 2,000. */
  timeout?: number | undefined;
}

/** The nodes of a Redis Cluster from which the others are found. */
export interface RedisClusterNodes {
  nodes: readonly { host: string; port: number }[];
  /** Options for every node, such as `username`, `password` and `tls`. */
  options?: RedisOptions | undefined;
}

interface Link {
  client: Redis | Cluster;
  /** Waits until it is connected. */
  ready: () => Promise<void>;
}

const linkTo = (client: Redis | Cluster, timeout: number): Link => ({
  client,
  ready: readiness(client, timeout),
});

/** A lock in Redis. */
interface Lock {
  name: string;
  owner: string;
  /** When it has certainly expired, by `performance.now()`. */
  end: number;
}

/** Deletes the lock in one step, only if the owner still holds it. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const AS_OWNER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return -1 end`;
/** Writes the value in one step with the check that the owner still holds the lock; returns the number of replicas. */
const SET_AS_OWNER = `${AS_OWNER} redis.call('set', KEYS[2], ARGV[2], 'EX', ARGV[3])
return tonumber(string.match(redis.call('info', 'replication'), 'connected_slaves:(%d+)') or 0)`;
const DELETE_AS_OWNER = `${AS_OWNER} redis.call('del', KEYS[2]) return 0`;

/** Counts a hit; returns -1 if it is allowed, and otherwise the milliseconds until the next one is. */
const HIT = `if tonumber(redis.call('get', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return redis.call('pttl', KEYS[1]) end
if redis.call('incr', KEYS[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end return -1`;

/**
 * The longest pause between two attempts to connect, or to release locks, in milliseconds. It bounds the delay after an
 * outage.
 */
const LONGEST_PAUSE = 1_000;

const pauseBefore = (tries: number): number => Math.min(50 * 2 ** Math.min(tries, 10), LONGEST_PAUSE);

/**
 * A store for several instances. `connection` is an address (`redis://…`, `rediss://…`, `redis+cluster://host,host`,
 * `rediss+cluster://…`), options of `ioredis`, or the nodes of a cluster. While Redis is unreachable every call
 * rejects, at once or within `timeout`, and nothing is sent later: a command that its caller has given up must not
 * run after the outage.
 */
export function redisStore(
  connection: string | RedisOptions | RedisClusterNodes,
  { prefix = STANDARD_PREFIX, timeout = 2_000 }: RedisStoreOptions = {},
): GatewayStore {
  if (/[{}]/.test(prefix)) throw new TypeError(`The prefix must not contain { or }, as ${prefix} does.`);
  const main = linkTo(connect(connection, timeout), timeout);
  const { client, ready } = main;
  const masters = (): Redis[] => (client instanceof Redis ? [client] : client.nodes('master'));

  /** The name of a key's value. `:` becomes `~`, and no other character has a meaning in a name or a pattern. */
  const nameOf = (key: string): string =>
    `${prefix}:value:${encodeURIComponent(key.toWellFormed()).replace(/[~*]/g, encode).replaceAll('%3A', '~')}`;
  // The braces give the lock and the hits of a key the same hash slot as its value, so they are on the same node.
  const lockOf = (key: string): string => `${prefix}:lock:{${nameOf(key)}}`;
  const hitsOf = (key: string): string => `${prefix}:hit:{${nameOf(key)}}`;

  /** Locks that could not be released, or whose request got no response. */
  const abandoned = new Set<Lock>();
  let retry: NodeJS.Timeout | undefined;
  const abandon = (lock: Lock): void => {
    abandoned.add(lock);
    // A cluster stays ready while a node is down, so no event reports that the node is back.
    retry ??= setTimeout(releaseAbandoned, LONGEST_PAUSE).unref();
  };
  const release = async (lock: Lock): Promise<void> => {
    try {
      await client.eval(RELEASE, 1, lock.name, lock.owner);
    } catch {
      abandon(lock);
    }
  };
  /** Tries again to release those that have not expired. */
  const releaseAbandoned = (): void => {
    clearTimeout(retry);
    retry = undefined;
    const now = performance.now();
    const left = [...abandoned].filter(({ end }) => end > now);
    abandoned.clear();
    for (const lock of left) void release(lock);
  };
  client.on('ready', releaseAbandoned);

  /** Runs a command when connected. Ends the connection if the command gets no response. */
  const runOn = async <T>(link: Link, command: () => Promise<T>): Promise<T> => {
    try {
      await link.ready();
      return await command();
    } catch (error) {
      if (error instanceof Error && error.message === 'Command timed out') void breakOff(link.client);
      throw error;
    }
  };
  const run = <T>(command: () => Promise<T>): Promise<T> => runOn(main, command);

  /** A connection on which Redis waits for its replicas: until then, it answers nothing else there. */
  let waiting: Link | undefined;

  /**
   * Writes under a lock. If Redis has replicas, waits until they have the value too: after a failover, one of them
   * takes over, and a claim whose mark it does not know would be sent again.
   */
  const setAsOwner = async (key: string, owner: string, text: string, ttl: number): Promise<boolean> => {
    const parameters = [SET_AS_OWNER, 2, lockOf(key), nameOf(key), owner, text, Math.ceil(ttl)] as const;
    const replicas = Number(await run(() => client.eval(...parameters)));
    if (replicas <= 0) return replicas === 0;
    const link = (waiting ??= linkTo(client.duplicate(), timeout));
    return runOn(link, async () => {
      // Redis only waits for writes of the same connection, so the write is repeated on the connection that waits.
      const batch = link.client.pipeline().eval(...parameters);
      const [written, waited] = (await batch.wait(replicas, Math.ceil(timeout / 2)).exec()) ?? [];
      for (const error of [written?.[0], waited?.[0]]) if (error) throw error;
      if (Number(written?.[1]) < 0) return false;
      if (Number(waited?.[1]) < replicas)
        throw new StoreError('The replicas of Redis do not confirm writes.');
      return true;
    });
  };

  const store: GatewayStore = {
    get: (key) => run(async () => (await client.get(nameOf(key))) ?? undefined),
    async set(key, text, ttl) {
      await run(() => client.set(nameOf(key), text, 'EX', Math.ceil(ttl)));
    },
    async delete(key) {
      await run(() => client.unlink(nameOf(key)));
    },
    lock: (key, ttl) =>
      run(async () => {
        const name = lockOf(key);
        const owner = crypto.randomUUID();
        // A request without a response may have arrived until its connection was ended: see breakOff().
        const lock = { name, owner, end: performance.now() + 2 * timeout + ttl };
        try {
          const taken = await client.set(name, owner, 'PX', Math.ceil(ttl), 'NX');
          if (taken !== 'OK') return undefined;
        } catch (error) {
          abandon(lock);
          throw error;
        }
        return {
          set: (text, seconds) => setAsOwner(key, owner, text, seconds),
          delete: () =>
            run(async () => (await client.eval(DELETE_AS_OWNER, 2, name, nameOf(key), owner)) === 0),
          release: () => release(lock),
        };
      }),
    async hit(key, { points, duration }) {
      const wait = await run(() => client.eval(HIT, 1, hitsOf(key), points, Math.ceil(duration * 1000)));
      return wait === -1
        ? { allowed: true, retryAfter: 0 }
        : { allowed: false, retryAfter: secondsUntil(Number(wait)) };
    },
    async forgive(key) {
      await run(() => client.unlink(hitsOf(key)));
    },
    async *keys(start) {
      await ready();
      const base = nameOf('');
      const pattern = `${base.replace(/[[\]*?\\^]/g, '\\$&')}${nameOf(start).slice(base.length)}*`;
      for (const node of masters())
        for (let cursor = ''; cursor !== '0';) {
          const [next, names] = await run(() => node.scan(cursor || 0, 'MATCH', pattern, 'COUNT', 1000));
          for (const name of names) yield decodeURIComponent(name.slice(base.length).replaceAll('~', '%3A'));
          cursor = next;
        }
    },
    async check() {
      const reports = await run(() => Promise.all(masters().map((node) => node.info())));
      for (const report of reports) checkNode(report, client instanceof Cluster);
      const keys = client instanceof Cluster ? await run(() => keyOnEachNode(client, nameOf)) : [checkKey()];
      await Promise.all(keys.map((key) => tryWrite(store, key)));
    },
    async close() {
      const links = waiting ? [main, waiting] : [main];
      // Redis answers earlier commands before `quit`.
      const quit = async (link: Link) => link.ready().then(() => link.client.quit());
      await Promise.allSettled(links.map(quit));
      clearTimeout(retry);
      for (const link of links) link.client.disconnect();
    },
  };
  return store;
}

/** Keys for a check that writes to every primary of a cluster, also to one that has few slots or does not respond. */
async function keyOnEachNode(cluster: Cluster, nameOf: (key: string) => string): Promise<string[]> {
  const ranges = (await cluster.cluster('SLOTS')) as [first: number, last: number, primary: unknown][];
  const wanted = new Set(ranges.map(([, , primary]) => JSON.stringify(primary)));
  const keys: string[] = [];
  while (wanted.size > 0) {
    const key = checkKey();
    const slot = new Command('get', [nameOf(key)]).getSlot();
    const range = ranges.find(([first, last]) => first <= slot && slot <= last);
    if (range && wanted.delete(JSON.stringify(range[2]))) keys.push(key);
  }
  return keys;
}

const encode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function connect(connection: string | RedisOptions | RedisClusterNodes, timeout: number): Redis | Cluster {
  const given = typeof connection === 'string' ? (clusterOf(connection) ?? connection) : connection;
  const common: RedisOptions = {
    connectTimeout: timeout,
    commandTimeout: timeout,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // After a failover, the old primary refuses writes. A new connection reaches the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
  if (typeof given === 'object' && 'nodes' in given)
    return new Cluster([...given.nodes], {
      clusterRetryStrategy: pauseBefore,
      enableOfflineQueue: false,
      // Commands follow keys that have moved, but are not repeated when a node fails.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // Names of certificates are compared with the names of nodes, not with their addresses.
      ...(given.options?.tls && { dnsLookup: (name, found) => found(null, name) }),
      redisOptions: { ...common, ...given.options },
    });
  // The client would send `SELECT NaN`.
  if (typeof given === 'string' && !/^\/?\d*$/.test(URL.parse(given)?.pathname ?? ''))
    throw new TypeError('The database in the address of Redis must be a number.');
  const single = { ...common, retryStrategy: pauseBefore, enableOfflineQueue: false };
  return typeof given === 'string' ? new Redis(given, single) : new Redis({ ...single, ...given });
}

/** Reads `redis+cluster://user:password@host:port,host:port`; undefined if the address is not that of a cluster. */
function clusterOf(address: string): RedisClusterNodes | undefined {
  const [, secure, login = '', hosts = ''] =
    /^redis(s?)\+cluster:\/\/([^/]*@)?([^/@]+)\/?$/.exec(address) ?? [];
  if (secure === undefined) return undefined;
  const urls = hosts.split(',').map((host) => new URL(`redis://${login}${host}`));
  const { username = '', password = '' } = urls[0] ?? {};
  return {
    // A URL has an IPv6 address in brackets, which are not part of it.
    nodes: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
    })),
    options: {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(secure && { tls: {} }),
    },
  };
}
