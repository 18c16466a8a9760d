/** The loopback server of the contestants' pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Files } from './build.ts';
import type { Contestant, Source } from './contestants.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const LOOPBACK = '127.0.0.1';

/** The page of a shop, without anything else on it. */
function page({ name, body }: Contestant, source: Source, files: Files): string {
  const { sandbox, key, slug, limit } = source;
  const styles = [...files.keys()].filter((path) => path.startsWith(`/${name}/`) && path.endsWith('.css'));
  const place = `<div id="timeline" data-sandbox="${sandbox}" data-key="${key}" data-slug="${slug}" data-limit="${limit}"></div>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${name}</title>
    <link rel="icon" href="data:,">
    ${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}
    <style>
      body { margin: 0; font: 16px/1.5 sans-serif; color: #222; background: #fff; }
      main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    </style>
  </head>
  <body>
    <main>
      ${body ? body(source) : place}
    </main>
    <script type="module" src="/${name}/page.js"></script>
  </body>
</html>`;
}

export interface PageServer {
  url: (contestant: Contestant, source: Source) => string;
  close: () => void;
}

export async function servePages(taking: Contestant[], files: Files): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    const contestant = taking.find(({ name }) => pathname === `/${name}/`);
    const file = files.get(pathname);
    if (contestant) {
      const source = JSON.parse(searchParams.get('source') ?? '') as Source;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(contestant, source, files));
    } else if (file === undefined) {
      response.writeHead(404).end();
    } else {
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream');
      response.end(file);
    }
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: ({ name }, source) =>
      `http://${LOOPBACK}:${port}/${name}/?source=${encodeURIComponent(JSON.stringify(source))}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
