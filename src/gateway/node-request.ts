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
  const { url: target = '', headers, httpVersion } = incoming;
  // HTTP/1.0 needs no host, and some health checks send none. This name is no loopback address.
  const { host = httpVersion === '1.0' ? 'host.invalid' : '' } = headers;
  // A backslash is not part of an address, but the URL standard reads it as a slash.
  if (!HOST.test(host) || target.includes('\\')) return undefined;
  const url = URL.parse(target.startsWith('/') ? `http://${host}${target}` : target);
  return url?.protocol.startsWith('http') ? new NodeRequest(incoming, url.href) : undefined;
}

class NodeRequest implements GatewayRequest {
  readonly #incoming: IncomingMessage;
  readonly url: string;

  constructor(incoming: IncomingMessage, url: string) {
    this.#incoming = incoming;
    this.url = url;
  }

  get method(): string {
    return this.#incoming.method ?? 'GET';
  }

  get headers(): GatewayRequest['headers'] {
    return new NodeHeaders(this.#incoming);
  }

  get body(): ReadableStream<Uint8Array> | null {
    const { headers } = this.#incoming;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    return hasBody ? (Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array>) : null;
  }
}

class NodeHeaders implements Pick<Headers, 'get' | 'has'>, Iterable<[string, string]> {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    if (!this.has(key)) return null;
    // Repeated fields are joined: `headers` would drop all but the first of some.
    return this.#incoming.headersDistinct[key]!.join(key === 'cookie' ? '; ' : ', ');
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    const { rawHeaders } = this.#incoming;
    for (let at = 0; at < rawHeaders.length; at += 2) yield [rawHeaders[at]!, rawHeaders[at + 1]!];
  }
}
