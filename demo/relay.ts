/**
 * Passes requests on to the sandbox with a key of its own, under `/gallery/<key>/<anything>`. For the pages that show
 * every state: their faults are planted for one key, and the gateway would rightly answer many of them in its own words.
 */
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';

/** Returns whether it handles the request. */
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
  // If the connection to the sandbox breaks, the page's connection breaks, too.
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
  return true;
}
