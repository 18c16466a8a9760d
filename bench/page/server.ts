/** The shop's own server: its files compressed, and the service behind a path of the shop. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { DEVELOPMENT_KEYS } from '../../demo/sandbox/auth.ts';
import type { Files } from './pages.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

const LOOPBACK = '127.0.0.1';
/** Where the demo page has the service. */
const SERVICE = /^\/apps\/rewards(?=\/)/;

export interface Site {
  origin: string;
  close: () => void;
}

type Encoding = 'br' | 'gzip' | undefined;

function compress(body: Uint8Array, encoding: Encoding, quality: number): Uint8Array {
  if (encoding === 'br')
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return encoding === 'gzip' ? gzipSync(body) : body;
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: Uint8Array,
  encoding: Encoding,
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(body);
}

/** Only what a page asks on load, so GET alone; with the key, as the gateway of the demo has it. */
async function relay(service: string, path: string) {
  const answer = await fetch(service + path, {
    headers: { accept: 'application/json', 'x-api-key': DEVELOPMENT_KEYS.publishable },
  });
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, body: new Uint8Array(await answer.arrayBuffer()) };
}

export async function serveSite(files: Files, service: string): Promise<Site> {
  /** Compressed once, as a CDN does. */
  const ready = new Map<string, Uint8Array>();
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, search } = new URL(url, `http://${LOOPBACK}`);
    const accepted = headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each));
    const file = files.get(pathname);
    if (file !== undefined) {
      const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
      const used = type === TYPES['.webp'] ? undefined : encoding;
      const name = `${used} ${pathname}`;
      const body = ready.get(name) ?? compress(Buffer.from(file), used, constants.BROTLI_MAX_QUALITY);
      ready.set(name, body);
      if (!pathname.endsWith('.html'))
        response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      send(response, 200, type, body, used);
    } else if (SERVICE.test(pathname)) {
      relay(service, pathname.replace(SERVICE, '') + search).then(
        // As quickly as one compresses what is made for one request.
        ({ status, type, body }) => send(response, status, type, compress(body, encoding, 4), encoding),
        () => response.writeHead(502).end(),
      );
    } else response.writeHead(404).end();
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  return {
    origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
