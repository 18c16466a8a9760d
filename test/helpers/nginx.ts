import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onFreePort } from './ports.ts';

/** A test's own nginx. */
export interface TestNginx {
  port: number;
  /** Everything in its logs. */
  logs(): string;
  stop(): Promise<void>;
}

const program = findNginx();

/** The option `skip` for tests that need nginx. The summary of `npm test` lists tests that are left out for this reason. */
export const withoutNginx = program ? false : 'nginx is not installed';

/**
 * Starts nginx on a free port with this text in its `http` section, where it writes both logs as Debian's configuration
 * does, and waits until it listens.
 *
 * @param http gets the port, and the folder for further files
 */
export const startNginx = (http: (port: number, folder: string) => string): Promise<TestNginx> =>
  onFreePort((port) => startAt(port, http));

async function startAt(port: number, http: (port: number, folder: string) => string): Promise<TestNginx> {
  if (!program) throw new Error('nginx is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  // If root starts nginx, it runs as another user, who needs access.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'logs'));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    file,
    `daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/logs/error.log;
    events { worker_connections 64; }
    http {
      access_log ${folder}/logs/access.log;
      ${temporary.join('\n')}
      ${http(port, folder)}
    }`,
  );
  const child = spawn(program, ['-c', file, '-e', join(folder, 'logs/error.log')], { stdio: 'inherit' });
  const logs = () =>
    readdirSync(join(folder, 'logs'))
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('\n');
  await listening(child, port, logs);
  return {
    port,
    logs,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Debian installs nginx in a folder that is not in every user's path. */
function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, 'nginx'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

async function listening(child: ChildProcess, port: number, logs: () => string): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`nginx did not start:\n${logs()}`);
}
