import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort, onFreePort } from './ports.ts';

/** A test's own Redis. */
export interface TestRedis {
  /** `redis://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** Ends it permanently, and removes its folder. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does (`SIGKILL`). */
  kill(): Promise<void>;
  /** Starts it again at the same address: empty, unless it is a node of a cluster. */
  restart(): Promise<void>;
  /** Stops its process without closing its connections, like a machine that hangs, until `resume`. */
  freeze(): void;
  resume(): void;
}

/** A test's own Redis Cluster: three primaries, each with the given number of replicas. */
export interface TestCluster {
  /** `redis+cluster://127.0.0.1:<port>,…` */
  url: string;
  /** The primaries first. */
  nodes: readonly TestRedis[];
  stop(): Promise<void>;
}

const program = findRedis();

/** The option `skip` for tests that need Redis. The summary of `npm test` lists tests that are left out for this reason. */
export const withoutRedis = program ? false : 'redis-server is not installed';

/** A test that needs Redis. */
export const testWithRedis = (name: string, run: () => Promise<void>): void => {
  void test(name, { skip: withoutRedis }, run);
};

/**
 * Starts a `redis-server` on a free port that keeps nothing on disk, or with other options. `REDIS_SERVER` may name
 * another program, such as `valkey-server`. Throws if this machine has none.
 */
export async function startRedis(options: Record<string, string> = {}): Promise<TestRedis> {
  if (!program) throw new Error('redis-server is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const started = await onFreePort(async (port) => {
    // A node of a cluster has a second port.
    const all =
      'cluster-enabled' in options ? { ...options, 'cluster-port': String(await freePort()) } : options;
    return { port, options: all, server: await launch(program, port, folder, all) };
  });
  const { port } = started;
  let { server } = started;

  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill();
      server = await launch(program, port, folder, started.options);
    },
    freeze: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The options of a cluster's nodes, which write every command to disk before they answer it. */
const CLUSTER_NODE = {
  'cluster-enabled': 'yes',
  'cluster-node-timeout': '5000',
  'cluster-require-full-coverage': 'no',
  appendonly: 'yes',
  appendfsync: 'always',
  'repl-diskless-sync-delay': '0',
};

/** Starts a cluster with `redis-cli --cluster create`, which comes with the server. Resolves when all nodes know it. */
export async function startCluster(replicas: 0 | 1 = 0): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  for (let count = 0; count < 3 * (1 + replicas); count += 1) nodes.push(await startRedis(CLUSTER_NODE));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await clusterCli('create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes');
  await known(nodes, replicas);
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    nodes,
    async stop() {
      for (const node of nodes) await node.stop();
    },
  };
}

/** Starts one more primary of a cluster, and moves slots of the first one to it. */
export async function joinCluster({ nodes }: TestCluster, slots: number): Promise<TestRedis> {
  const node = await startRedis(CLUSTER_NODE);
  const member = `127.0.0.1:${nodes[0]!.port}`;
  await clusterCli('add-node', `127.0.0.1:${node.port}`, member);
  await known([...nodes, node], 0);
  const ids = ['--cluster-from', await idOf(nodes[0]!), '--cluster-to', await idOf(node)];
  await clusterCli('reshard', member, ...ids, '--cluster-slots', String(slots), '--cluster-yes');
  return node;
}

/** The name of a node in its cluster. */
export async function idOf({ port }: TestRedis): Promise<string> {
  const client = new Redis(port, '127.0.0.1');
  try {
    return await client.cluster('MYID');
  } finally {
    client.disconnect();
  }
}

/** Runs `redis-cli --cluster`, or the equivalent that comes with the program in `REDIS_SERVER`. */
export async function clusterCli(...parameters: string[]): Promise<void> {
  await promisify(execFile)(program!.replace(/server$/, 'cli'), ['--cluster', ...parameters]);
}

/** Resolves when each node knows all others, and each replica has copied its primary. */
async function known(nodes: readonly TestRedis[], replicas: number): Promise<void> {
  for (const { port } of nodes) {
    const client = new Redis(port, '127.0.0.1');
    const isKnown = async (): Promise<boolean> => {
      const cluster = await client.cluster('INFO');
      const replication = await client.info('replication');
      return (
        cluster.includes('cluster_state:ok') &&
        cluster.includes(`cluster_known_nodes:${nodes.length}`) &&
        (replication.includes('role:master')
          ? replication.includes(`connected_slaves:${replicas}`)
          : replication.includes('master_link_status:up'))
      );
    };
    while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 50));
    client.disconnect();
  }
}

function findRedis(): string | undefined {
  const wanted = process.env['REDIS_SERVER'] ?? 'redis-server';
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  for (const folder of folders.filter(Boolean)) {
    const candidate = resolve(folder, wanted);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

async function launch(
  redis: string,
  port: number,
  folder: string,
  options: Record<string, string>,
): Promise<ChildProcess> {
  const own = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
  const server = spawn(
    redis,
    Object.entries({ ...own, ...options }).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  server.stdout.on('data', (text: Buffer) => (output += text.toString()));
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`${redis} ended:\n${output}`);
    if (await answers(port)) return server;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
