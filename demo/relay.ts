/**
 * Passes requests on to the sandbox with a key of its own, under `/gallery/<key>/<anything>`. For the pages that show
 * every state: their faults are planted for one key, and the gateway would rightly answer many of them in its own words.
 */
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';

/** Whether it is the relay's to answer. */
export function relay(sandboxUrl: string, incoming: IncomingMessage, answer: ServerResponse): boolean {
  const [, key, rest] = /^\/gallery\/([\w-]+)\/[^/]+(\/.*)$/.exec(incoming.url ?? '') ?? [];
  if (!key || !rest) return false;
  const { method, headers } = incoming;
  const { host } = new URL(sandboxUrl);
  const outgoing = ask(sandboxUrl + rest, { method, headers: { ...headers, host, 'x-api-key': key } });
  outgoing.on('response', (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.on('error', () => answer.destroy());
    answered.pipe(answer);
  });
  // What is lost behind it is lost before it, too: pages see a connection that broke.
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
  return true;
}
