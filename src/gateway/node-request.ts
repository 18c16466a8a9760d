/** The requests of Node's server, as the gateway reads them. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { GatewayRequest } from './options.ts';

/** A host that cannot change how the rest of the address is read. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/**
 * Wraps a request of Node's server; undefined if its address is malformed. A `Request` of the platform would cost more
 * than the rest of a cached read.
 */
export function nodeRequest(incoming: IncomingMessage): GatewayRequest | undefined {
  const { method = 'GET', url: target = '', headers } = incoming;
  const { host = '' } = headers;
  // A backslash is no part of an address, but the URL standard reads it as a slash.
  if (!HOST.test(host) || target.includes('\\')) return undefined;
  const url = URL.parse(target.startsWith('/') ? `http://${host}${target}` : target);
  if (!url?.protocol.startsWith('http')) return undefined;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return {
    method,
    url: url.href,
    headers: {
      get(name) {
        // Repeated fields are joined: `headers` would drop all but the first of some.
        const values = incoming.headersDistinct[name];
        return values === undefined ? null : values.join(name === 'cookie' ? '; ' : ', ');
      },
      has: (name) => headers[name] !== undefined,
      *[Symbol.iterator]() {
        const { rawHeaders } = incoming;
        for (let at = 0; at < rawHeaders.length; at += 2) yield [rawHeaders[at]!, rawHeaders[at + 1]!];
      },
    },
    get body() {
      return hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
    },
  };
}
