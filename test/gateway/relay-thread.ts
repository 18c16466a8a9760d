/** The thread of the relay: see relay.ts. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { RelayReport } from './relay.ts';

const { target, timeout } = workerData as { target: string; timeout: number };
const { hostname, port } = new URL(target);
const asked = new Map<string, number>();
/** Requests without an answer: by connection, which has one at a time. */
const open = new Map<Socket, { token: string; since: number }>();
let overlaps = 0;
const server = createServer((client) => {
  const service = connect(Number(port), hostname);
  for (const [socket, other] of [
    [client, service],
    [service, client],
  ] as const) {
    socket.on('error', () => undefined);
    socket.on('close', () => other.destroy());
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
          // A connection that was closed before this request was sent may be read after it, but in the same turn.
          setImmediate(() => {
            if (open.get(socket) === other) overlaps += 1;
          });
      open.set(client, { token, since });
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
parentPort!.on('message', () => parentPort!.postMessage({ asked, overlaps } satisfies RelayReport));
