import { once } from 'node:events';
import { createServer } from 'node:net';

/** Nothing listens here: the system never picks such a low port, and `fetch` does not block this one. */
export const CLOSED = 'http://127.0.0.1:2';

/** Below those that the system gives to servers without a port of their own, such as another test's. */
const [LOWEST, COUNT] = [20_000, 12_000];

/** A port that is free now, also for a server that is started on it again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts a server on a free port. If another process takes the port first, tries the next one. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}
