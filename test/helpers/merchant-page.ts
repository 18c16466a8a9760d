/** A page as a merchant writes it, on its own origin, with the built files of the elements. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtFiles } from './built.ts';

export interface MerchantPage {
  origin: string;
  /** The response for every path without its own file or page. */
  html: string;
  /** Headers of every response, by name. */
  headers: Record<string, string>;
  /** More pages, by path. */
  pages: Record<string, string>;
  /**
   * The built files by their path, at the root and in `/assets/`, and more scripts. `/first.js` and `/second.js` are copies of the
   * requested entry.
   */
  scripts: Record<string, string>;
  styles: Record<string, string>;
  /**
   * A service under `/apps/rewards`, as behind a gateway that adds the key. Its responses wait for `held`, if there is
   * one.
   */
  gateway: { url: string; apiKey: string; held?: Promise<unknown> } | undefined;
  /** Answers some requests in place of the page; false leaves a request to the page. */
  handle: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean> | boolean) | undefined;
  /** The requests in order: the path, and the referrer that the browser sent. */
  requests: { path: string; referrer: string | undefined }[];
  /**
   * The reports that browsers sent to `/reports`, as `directive blocked-address`; `reported` emits `report` for each.
   */
  reports: string[];
  reported: EventEmitter;
  close(): void;
}

const GATEWAY = '/apps/rewards';

/** Serves the built files; the first name is the entry that `/first.js` and `/second.js` contain. */
export async function startMerchantPage(...[entry]: string[]): Promise<MerchantPage> {
  const files = await builtFiles();
  const built = Object.fromEntries([...files].map(([path, { code }]) => [`/${path}`, code]));
  const inAssets = Object.fromEntries(Object.entries(built).map(([path, code]) => [`/assets${path}`, code]));
  const first = built[`/${entry}.js`]!;
  const server = createServer((request, response) => {
    answer(page, request, response).catch((error: unknown) => {
      // Only a page that was closed in the middle of its request may fail.
      if (!response.destroyed) throw error;
    });
  });
  // With the usual five seconds, a busy client may use a connection that is just closing.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page: MerchantPage = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    html: '',
    headers: {},
    pages: {},
    scripts: { ...built, ...inAssets, '/first.js': first, '/second.js': first },
    styles: {},
    gateway: undefined,
    handle: undefined,
    requests: [],
    reports: [],
    reported: new EventEmitter(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return page;
}

async function answer(page: MerchantPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A retry spells its folder differently.
  const path = decodeURI(request.url ?? '/');
  if (path === '/reports') {
    page.reports.push(...readReports(await bodyOf(request)));
    response.writeHead(204).end();
    page.reported.emit('report');
    return;
  }
  page.requests.push({ path, referrer: request.headers.referer });
  if (await page.handle?.(request, response)) return;
  if (page.gateway && path.startsWith(`${GATEWAY}/`)) return passOn(page.gateway, request, response);
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  const [file = '/'] = path.split('?');
  const [script, style] = [page.scripts[file], page.styles[file]];
  const type = file.endsWith('.svg')
    ? 'image/svg+xml'
    : script !== undefined
      ? 'text/javascript'
      : style !== undefined
        ? 'text/css'
        : 'text/html';
  response.setHeader('content-type', `${type}; charset=utf-8`);
  // As on a CDN: modules are requested with CORS, even from a page without an origin.
  if (type !== 'text/html') response.setHeader('access-control-allow-origin', '*');
  response.end(script ?? style ?? page.pages[file] ?? page.html);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Reads both kinds: those of `report-uri` and those of `report-to`. */
function readReports(text: string): string[] {
  return [JSON.parse(text) as unknown].flat().map((report) => {
    const { 'csp-report': old, body } = report as Record<string, Record<string, string> | undefined>;
    const about = old ?? body ?? {};
    const directive = about['effective-directive'] ?? about['effectiveDirective'] ?? JSON.stringify(report);
    return `${directive} ${about['blocked-uri'] ?? about['blockedURL']}`;
  });
}

async function passOn(
  { url, apiKey, held }: NonNullable<MerchantPage['gateway']>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request;
  const answered = await fetch(url + request.url!.slice(GATEWAY.length), {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': request.headers['content-type'] ?? 'application/json' },
    ...(method !== 'GET' && { body: await bodyOf(request) }),
  });
  const type = answered.headers.get('content-type') ?? 'application/json';
  const text = await answered.text();
  await held;
  response.writeHead(answered.status, { 'content-type': type }).end(text);
}
