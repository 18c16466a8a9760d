/** Passes connections on to a service, and holds the requests or responses that a test chooses. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Hold {
  /** Resolves when something is held. */
  held: Promise<unknown>;
  /** Passes on the held message. Otherwise it is lost when its connection ends. */
  letGo(): void;
}

export interface Gate {
  url: string;
  /** Holds the next matching request, or its response. `request` is matched against the request's first bytes. */
  hold(side: 'request' | 'answer', request: RegExp): Hold;
  close(): Promise<void>;
}

/** The request of a claim. */
export const CLAIM = /^POST \S+\/claim /;

function createHold(side: 'request' | 'answer', request: RegExp) {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    side,
    request,
    held,
    letGo() {
      isOpen = true;
      for (const pass of waiting.splice(0)) pass();
    },
    pass(pass: () => void) {
      if (isOpen) return pass();
      waiting.push(pass);
      resolve(undefined);
    },
  };
}

/** `target`: the origin of the service. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const holds = new Set<ReturnType<typeof createHold>>();

  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let own: ReturnType<typeof createHold> | undefined;
    const passTo = (side: 'request' | 'answer', pass: () => void) =>
      own?.side === side ? own.pass(pass) : pass();

    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      const hold = [...holds].find(({ request }) => request.test(text));
      if (hold) holds.delete((own = hold));
      passTo('request', () => service.write(chunk));
    });
    client.on('error', () => service.destroy());
    client.on('close', () => service.destroy());
    service.on('data', (chunk: Buffer) => passTo('answer', () => client.write(chunk)));
    service.on('end', () => passTo('answer', () => client.end()));
    service.on('error', () => passTo('answer', () => client.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(side, request) {
      const hold = createHold(side, request);
      holds.add(hold);
      return hold;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
