import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export interface Relay {
  url: string;
  /** How many requests to claim each token have gone through. */
  asked: Map<string, number>;
  /** How many went through while another one for the same token had no answer yet, and was not `timeout` ms old. */
  overlaps(): number;
  close(): Promise<void>;
}

/**
 * Waits until a connection that was closed before now is seen as closed: its last data, its end, and the event of a reset
 * are read in turns of their own.
 */
async function afterTurns(count: number): Promise<void> {
  for (let turns = 0; turns < count; turns += 1) await setImmediate();
}

/** Hands every byte on, both ways, cuts and resets too, and counts what goes through: it sees what really was sent. */
export async function startRelay(target: string, timeout: number): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const asked = new Map<string, number>();
  /** Requests without an answer: by connection, which has one at a time. */
  const open = new Map<Socket, { token: string; since: number }>();
  let overlaps = 0;
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
    const answered = (): boolean => open.delete(client);
    // The end of either side is passed on at once, so the client notices it then, and not only when the socket is
    // closed.
    service.on('data', answered).on('end', answered).on('close', answered);
    client.on('end', answered).on('close', answered);
    client.on('data', (chunk: Buffer) => {
      const requests = chunk.toString('latin1').matchAll(/^POST \/v1\/rewards\/grants\/([^/ ]+)\/claim /gm);
      for (const [, token = ''] of requests) {
        asked.set(token, (asked.get(token) ?? 0) + 1);
        const since = performance.now();
        for (const [socket, other] of open)
          if (other.token === token && since - other.since < timeout)
            void afterTurns(3).then(() => {
              if (open.get(socket) === other) overlaps += 1;
            });
        open.set(client, { token, since });
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    overlaps: () => overlaps,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
