/** Servers in processes of their own, so that none of them waits for another's turn. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  url: string;
  /** Asks it for its memory, after a collection. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

export interface Memory {
  /** Bytes of what is still used: objects, and buffers outside of the heap. */
  used: number;
  /** Bytes that the process takes of the machine. */
  resident: number;
}

/** Starts a file of this folder, which listens and then calls `ready`. */
export async function start(file: string, settings: object): Promise<Child> {
  const child = fork(join(import.meta.dirname, file), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, SETTINGS: JSON.stringify(settings) },
  });
  const { url } = await hear<{ url: string }>(child, file);
  return {
    url,
    memory() {
      child.send('memory');
      return hear<Memory>(child, file);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function hear<T>(child: ChildProcess, file: string): Promise<T> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`${file} ended before it answered.`);
  });
  // Aborted when the message is there.
  exit.catch(() => undefined);
  const message = once(child, 'message').then(([value]) => value as T);
  return Promise.race([message, exit]).finally(() => ended.abort());
}

/** In the child: what `start` was given. */
export const settings = (): unknown => JSON.parse(process.env['SETTINGS'] ?? '{}');

/** In the child: says where it listens, and answers what it is asked. */
export function ready(port: number): void {
  process.on('message', () => {
    // Twice: what a first collection frees may hold the next.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ used: heapUsed + external, resident: rss } satisfies Memory);
  });
  // If the benchmark was killed, its child processes exit, too.
  process.on('disconnect', () => process.exit());
  process.send?.({ url: `http://127.0.0.1:${port}` });
}
