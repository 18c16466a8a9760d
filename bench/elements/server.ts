/** The loopback server of the contestants' pages. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { type Files, folderOf, type Head } from './build.ts';
import type { Contestant, Source } from './contestants/contestant.ts';
import { ServedFile, type Sizes } from './sizes.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
/** Files that are already compressed. */
const IS_PACKED = /\.(png|webp|woff2?)$/;

const LOOPBACK = '127.0.0.1';
const SHOP_STYLES = '/shop.css';
const GATEWAY = '/apps/rewards';
const STYLES = `body { margin: 0; font: 16px/1.5 sans-serif; color: #222; background: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
`;

interface Visited {
  contestant: Contestant;
  source: Source;
  headers: Record<string, string>;
  isScrolled: boolean;
}

export interface PageServer {
  /** A page for one visit, with the headers of the shop. */
  url: (
    contestant: Contestant,
    source: Source,
    headers?: Record<string, string>,
    isScrolled?: boolean,
  ) => string;
  /** Of a file that a contestant brings; undefined for the page itself and what is a service's. */
  sizesOf: (url: string) => Sizes | undefined;
  /** Whether it is what every page has. */
  isShop: (url: string) => boolean;
  /** Requests to `/apps/rewards` go there from now on, with this key, as through a shop's gateway. */
  forwardTo: (url: string, key: string) => void;
  close: () => void;
}

/** The page of a shop, without anything else on it. */
function write({ contestant, source, isScrolled }: Visited, heads: ReadonlyMap<string, Head>): string {
  const { name, script, body, page, scrollPage } = contestant;
  const folder = folderOf(contestant, isScrolled);
  const head = heads.get(folder);
  const module = (isScrolled && scrollPage) || page ? `/${folder}/page.js` : undefined;
  const scripts = [script, module].filter((path) => path !== undefined);
  const lines = [
    ...(head?.preloads ?? []).map((path) => `<link rel="modulepreload" href="${path}">`),
    ...scripts.map((path) => `<script type="module" src="${path}"></script>`),
    ...[SHOP_STYLES, ...(head?.styles ?? [])].map((path) => `<link rel="stylesheet" href="${path}">`),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${name}</title>
    ${lines.join('\n    ')}
  </head>
  <body>
    <main>
      ${body(source)}
    </main>
  </body>
</html>`;
}

/** In place of a vendor's service: `/service/NAME/...`. */
function serve(contestants: Contestant[], request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${LOOPBACK}`);
  const [, , name] = url.pathname.split('/');
  const service = contestants.find((contestant) => contestant.name === name)?.service;
  const answer = service?.answer({ method: request.method ?? 'GET', url });
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  const type = answer.type ?? 'text/plain';
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(answer.body);
}

function send(path: string, file: ServedFile, request: IncomingMessage, response: ServerResponse): void {
  const isPacked = !IS_PACKED.test(path) && /\bbr\b/.test(String(request.headers['accept-encoding']));
  response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=31536000, immutable');
  if (isPacked) response.setHeader('content-encoding', 'br');
  response.end(isPacked ? file.brotli : file.content);
}

/** A shop's gateway that does nothing but add the key. */
async function forward(
  { url, key }: { url: string; key: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(new URL(request.url!.slice(GATEWAY.length), url), {
    method: request.method!,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: Buffer.concat(await request.toArray()),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

export async function servePages(
  contestants: Contestant[],
  files: Files,
  heads: ReadonlyMap<string, Head>,
): Promise<PageServer> {
  const visits: Visited[] = [];
  const brought = new Map([...files].map(([path, content]) => [path, new ServedFile(content)]));
  const shopStyles = new ServedFile(Buffer.from(STYLES));
  let service: { url: string; key: string } | undefined;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    const visited = visits[Number(searchParams.get('visit') ?? Number.NaN)];
    const file = pathname === SHOP_STYLES ? shopStyles : brought.get(pathname);
    if (visited && pathname === `/${visited.contestant.name}/`) {
      for (const [name, value] of Object.entries(visited.headers)) response.setHeader(name, value);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(write(visited, heads));
    } else if (file) send(pathname, file, request, response);
    else if (service && pathname.startsWith(`${GATEWAY}/`)) void forward(service, request, response);
    else if (pathname.startsWith('/service/')) serve(contestants, request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://${LOOPBACK}:${port}`;
  const pathOf = (url: string) => (url.startsWith(`${origin}/`) ? new URL(url).pathname : '');
  return {
    url: (contestant, source, headers = {}, isScrolled = false) => {
      const visit = visits.push({ contestant, source, headers, isScrolled }) - 1;
      return `${origin}/${contestant.name}/?visit=${visit}`;
    },
    sizesOf: (url) => brought.get(pathOf(url))?.sizes,
    isShop: (url) => pathOf(url) === SHOP_STYLES,
    forwardTo: (url, key) => {
      service = { url, key };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
