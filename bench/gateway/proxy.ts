/** The least that keeps a key out of a page: a reverse proxy of `node:http` that adds the key and passes all else on. */
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ready, settings } from './child.ts';

const { service, apiKey } = settings() as { service: string; apiKey: string };
const { hostname, port } = new URL(service);
const agent = new Agent({ keepAlive: true });

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  const passed = send(
    {
      agent,
      hostname,
      port,
      method,
      path: url,
      headers: { ...headers, host: hostname, 'x-api-key': apiKey },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on('error', () => response.writeHead(502).end());
  request.pipe(passed);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
ready((server.address() as AddressInfo).port);
