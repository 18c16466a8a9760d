import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  url: string;
  /** How many requests to claim each token have gone through. */
  asked: Map<string, number>;
  close(): Promise<void>;
}

/** Hands every byte on, both ways, cuts and resets too, and counts what goes through: it sees what really was sent. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    client.on('data', (chunk: Buffer) => {
      for (const [, token = ''] of chunk
        .toString('latin1')
        .matchAll(/^POST \/v1\/rewards\/grants\/([^/ ]+)\/claim /gm))
        asked.set(token, (asked.get(token) ?? 0) + 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
