import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

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

/** Starts a `redis-server` that keeps nothing on disk, on a free port; undefined where this machine has none. */
export async function startRedis(): Promise<TestRedis | undefined> {
  const program = await findRedis();
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let server = await launch(program, port, folder);

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

async function findRedis(): Promise<string | undefined> {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  for (const folder of folders.filter(Boolean)) {
    const program = join(folder, 'redis-server');
    const there = await access(program).then(
      () => true,
      () => false,
    );
    if (there) return program;
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

async function launch(program: string, port: number, folder: string): Promise<ChildProcess> {
  const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
  const server = spawn(
    program,
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
