import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

/** A Redis of a test's own. */
export interface TestRedis {
  /** `redis://127.0.0.1:<port>` */
  url: string;
  /** Ends it for good, and removes its folder. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does (`SIGKILL`). */
  kill(): Promise<void>;
  /** Starts it again at the same address, empty, as it keeps nothing on disk. */
  restart(): Promise<void>;
  /** Stops its process without closing its connections, as a machine that hangs, until `resume`. */
  freeze(): void;
  resume(): void;
}

const program = findRedis();

/** The option `skip` of tests that need Redis. The summary of `npm test` lists tests that are left out for this reason. */
export const withoutRedis = program ? false : 'redis-server is not installed';

/** A test that needs Redis. */
export const testWithRedis = (name: string, run: () => Promise<void>): void => {
  void test(name, { skip: withoutRedis }, run);
};

/** Starts a `redis-server` on a free port that keeps nothing on disk. Throws if this machine has none. */
export async function startRedis(): Promise<TestRedis> {
  if (!program) throw new Error('redis-server is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const started = await launchAnywhere(program, folder);
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
    kill,
    async restart() {
      await kill();
      server = await launch(program, port, folder);
    },
    freeze: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findRedis(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  for (const folder of folders.filter(Boolean)) {
    const candidate = join(folder, 'redis-server');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Another process may take the free port first; then the next one is tried. */
async function launchAnywhere(
  redis: string,
  folder: string,
): Promise<{ server: ChildProcess; port: number }> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    try {
      return { server: await launch(redis, port, folder), port };
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function launch(redis: string, port: number, folder: string): Promise<ChildProcess> {
  const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
  const server = spawn(
    redis,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  server.stdout.on('data', (text: Buffer) => (output += text.toString()));
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`redis-server ended:\n${output}`);
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
