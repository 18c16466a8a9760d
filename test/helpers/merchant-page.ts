/** A page as a merchant writes it, on an origin of its own, with the self-contained file of the elements. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

export interface MerchantPage {
  origin: string;
  /** What every address without a file of its own answers. */
  html: string;
  /** Headers of every answer, by name. */
  headers: Record<string, string>;
  /** More scripts by address; `/first.js` and `/second.js` are the elements. */
  scripts: Record<string, string>;
  close(): void;
}

/** Builds one of the modes of vite.config.ts in memory and serves it. */
export async function startMerchantPage(mode: string): Promise<MerchantPage> {
  const [bundle] = [await build({ mode, logLevel: 'warn', build: { write: false } })].flat();
  assert.ok(bundle && 'output' in bundle);
  const { code } = bundle.output[0];
  // Languages, and what is loaded when it is needed, stand beside it.
  const beside = bundle.output.flatMap((file) =>
    file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [],
  );
  const server = createServer(({ url = '/' }, response) => {
    for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    const script = page.scripts[url];
    response.setHeader(
      'content-type',
      script === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    );
    response.end(script ?? page.html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page: MerchantPage = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    html: '',
    headers: {},
    scripts: { ...Object.fromEntries(beside), '/first.js': code, '/second.js': code },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return page;
}
