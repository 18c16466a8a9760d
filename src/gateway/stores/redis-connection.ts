/** Watches the connection to Redis, and checks that Redis is set up to keep claims. */
import type { Socket } from 'node:net';
import { Cluster, Redis } from 'ioredis';
import { StoreError } from './store.ts';

const streamOf = (node: Redis) => (node as { stream?: Socket }).stream;

/**
 * Ends the connection that gives no answers, and discards unsent data. A command that was given up must not reach Redis
 * when the network returns after minutes, and overwrite newer values of another instance. The nodes of a cluster that
 * answer keep their connections.
 */
export async function breakOff(client: Redis | Cluster): Promise<void> {
  if (client instanceof Redis) return reset(client);
  const connected = client.nodes().filter(streamOf);
  await Promise.all(connected.map((node) => node.ping().catch(() => reset(node))));
}

function reset(node: Redis): void {
  const stream = streamOf(node);
  // Without a reset the system would still send buffered data after the end. Only TCP connections have one.
  if (stream?.remoteAddress && !('encrypted' in stream)) stream.resetAndDestroy();
  else stream?.destroy();
}

/**
 * Waits for a connection in progress and its database, and rejects if there is none. The client does not queue
 * commands, so without this even the first call after the start would fail.
 */
export function readiness(client: Redis | Cluster, timeout: number): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  let lastError: Error | undefined;
  client.on('error', (error: Error & { lastNodeError?: Error }) => {
    lastError = error.lastNodeError ?? error;
  });
  client.on('ready', () => {
    lastError = undefined;
  });
  const unavailable = (): Error => {
    const reason = lastError?.message ? `: ${lastError.message}` : '.';
    return new StoreError(`Redis cannot be reached${reason}`, { cause: lastError });
  };

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

  // The client connects to a node of a cluster when the first command for it comes, and rejects other commands until the
  // connection is there. So every primary gets a first command before any caller's.
  let nodes: Promise<unknown> | undefined;
  if (client instanceof Cluster)
    client.on('ready', () => {
      const answers = client.nodes('master').map((node) => node.ping().catch(() => undefined));
      nodes = Promise.all(answers).finally(() => (nodes = undefined));
    });

  // The client ignores it if Redis refuses the database, and would use database 0. So each connection selects it again,
  // and gets no commands before that has succeeded.
  let selected: Promise<unknown> | undefined;
  client.on('ready', () => (selected = undefined));
  const selectDatabase = async (): Promise<void> => {
    if (client instanceof Cluster || !client.options.db) return;
    const { db } = client.options;
    selected ??= client.select(db);
    try {
      await selected;
    } catch (error) {
      selected = undefined;
      if ((error as Error).name !== 'ReplyError') throw error;
      throw new StoreError(`Redis refuses database ${db}: ${(error as Error).message}`, { cause: error });
    }
  };

  return async () => {
    if (client.status !== 'ready') {
      if (client.status !== 'connecting' && client.status !== 'connect') throw unavailable();
      waiting ??= connected();
      await waiting;
    }
    await nodes;
    await selectDatabase();
  };
}

/** Checks the report (`INFO`) of a node on which claims are written. */
export function checkNode(report: string, isCluster: boolean): void {
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(report)?.[1];
  if (valueOf('role') !== 'master')
    throw new StoreError('This Redis is a replica, which refuses writes. The store needs the primary.');
  if (!isCluster && valueOf('cluster_enabled') === '1')
    throw new StoreError('This Redis belongs to a cluster. The address must begin with redis+cluster://.');
  const policy = valueOf('maxmemory_policy');
  if (policy !== 'noeviction')
    throw new StoreError(
      `Redis may delete claims when its memory is full (maxmemory-policy is ${policy ?? 'unknown'}), and they ` +
        'would be made twice. Set maxmemory-policy to noeviction, in redis.conf or by CONFIG SET.',
    );
}
