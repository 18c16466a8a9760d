import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Nothing listens here: the system never picks such a low port, and `fetch` does not block this one. */
export const CLOSED = 'http://127.0.0.1:2';

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
