/** A service that costs almost nothing: recorded answers of the sandbox, for everybody the same. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answers } from './answers.ts';
import { ready, settings } from './child.ts';

const { answers, apiKey } = settings() as { answers: Answers; apiKey: string };
const [timeline, collection, claim] = [answers.timeline, answers.collection, answers.claim].map((text) =>
  Buffer.from(text),
);

const server = createServer((request, response) => {
  request.resume();
  const { url = '' } = request;
  const body =
    request.headers['x-api-key'] !== apiKey
      ? undefined
      : url.startsWith('/v1/timeline')
        ? timeline
        : url.startsWith('/v1/collections/')
          ? collection
          : url.startsWith('/v1/rewards/grants/')
            ? claim
            : undefined;
  response.writeHead(body ? 200 : 401, {
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  });
  response.end(body);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
ready((server.address() as AddressInfo).port);
