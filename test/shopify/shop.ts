/** A Dawn-like shop over HTTP, as Shopify serves one: pages with blocks in sections, a CDN, the app proxy and the cart. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { relay } from '../../demo/relay.ts';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type LayoutShift, tellOwnShifts } from '../helpers/shifts.ts';
import type { CdnFile } from '../../build/cdn.ts';
import { builtFiles } from '../helpers/built.ts';
import { type Extension, makeExtension } from './extension.ts';
import { headFor, renderBlock } from './liquid.ts';

/** Where the CDN has the files of the app. */
export const ASSETS = '/cdn/extensions/0190/storefront-1/assets';
/** The folder of the files for a theme without an app. */
export const CDN = '/cdn/shop/t/1/assets';
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const theme = readFileSync(join(import.meta.dirname, '../../demo/themes/dawn.css'), 'utf8');

export interface Stage {
  extension: Extension;
  /** The files of `dist/cdn/`. */
  files: Map<string, CdnFile>;
  sandbox: Sandbox;
  browser: Browser;
  origin: string;
  /** The key that the app proxy adds. */
  shop: TestShop;
  html: string;
  headers: Record<string, string>;
  /** Every path that was asked for. */
  requests: string[];
}

/** Starts everything before the tests of a file, and ends it after them. */
export function setStage(): Stage {
  const stage = {} as Stage;
  let server: Server;
  before(async () => {
    const [extension, files, sandbox, browser] = await Promise.all([
      makeExtension(),
      builtFiles(),
      startSandbox(),
      openBrowser({ networkEnabled: true }),
    ]);
    server = serve(stage);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(stage, { extension, files, sandbox, browser, origin, html: '', headers: {}, requests: [] });
  });
  after(async () => {
    await stage.browser.close();
    server.close();
    server.closeAllConnections();
    await stage.sandbox.close();
    stage.extension.remove();
  });
  return stage;
}

function serve(stage: Stage): Server {
  const cart = createShopifyCart({
    discountOf: () => ({ kind: 'percentage', value: 15 }),
    renderSection: (id, { cart: { item_count: count } }) =>
      id === 'cart-icon-bubble' ? `<a href="/cart">Cart (${count})</a>` : undefined,
  });
  return createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://shop');
    stage.requests.push(pathname);
    if (pathname.startsWith('/apps/rewards/')) {
      // Only what comes after it reaches the app: https://shopify.dev/docs/apps/build/online-store/app-proxies
      request.url = `/gallery/${stage.shop.key}/proxy${request.url!.slice('/apps/rewards'.length)}`;
      return void relay(stage.sandbox.url, request, response);
    }
    const asset = pathname.startsWith(ASSETS)
      ? stage.extension.files.get(`assets${pathname.slice(ASSETS.length)}`)
      : stage.files.get(pathname.slice(CDN.length + 1))?.code;
    const text = asset ?? (pathname === '/theme.css' ? theme : undefined);
    if (text !== undefined) {
      response.setHeader('content-type', `${types[extname(pathname)]}; charset=utf-8`);
      response.setHeader('access-control-allow-origin', '*');
      return void response.end(text);
    }
    void cart.handle(request, response).then((isAnswered) => {
      if (isAnswered) return;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...stage.headers });
      response.end(stage.html);
    });
  });
}

export interface Block {
  block: string;
  settings?: Record<string, unknown>;
  id?: string;
}

export interface VisitOptions {
  /** Of the address: a query, a fragment. */
  address?: string;
  locale?: string;
  scheme?: 1 | 3;
  width?: number;
  designMode?: boolean;
  customer?: { email: string };
  /** The app embed's settings; without it there is none. */
  embed?: Record<string, unknown>;
  /** More of the page's `<head>`, and one more section, as somebody pastes them. */
  pasted?: { head: string; section: string };
  /** Of the page's answer. */
  headers?: Record<string, string>;
  /** Done before the page is opened. */
  prepare?: (page: Page, shop: TestShop) => unknown;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  shop: TestShop;
  /** Console messages and page errors. */
  complaints: string[];
  /** Layout shifts without an input of the shopper. */
  shifts: () => Promise<string[]>;
}

/** Opens a page with these blocks, each in a section of its own, for a shopper of its own. */
export async function openPage(
  stage: Stage,
  blocks: Block[] | ((shop: TestShop) => Block[] | Promise<Block[]>),
  options: VisitOptions = {},
): Promise<Visit> {
  stage.shop = await openShop(stage.sandbox.url, 'publishable');
  const given = typeof blocks === 'function' ? await blocks(stage.shop) : blocks;
  stage.html = await pageWith(stage, given, options);
  stage.headers = options.headers ?? {};
  stage.requests = [];
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: options.width ?? 1280, height: (options.width ?? 1280) < 750 ? 844 : 900 });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await tellOwnShifts(page);
  await page.evaluateOnNewDocument(watchShifts);
  await options.prepare?.(page, stage.shop);
  await page.goto(`${stage.origin}/${options.address ?? ''}`);
  const shifts = () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
  return { page, context, shop: stage.shop, complaints, shifts };
}

/**
 * Of what the page itself has: what moves inside of an element is not named by browsers, and its own tests look at it.
 * Without those that follow the shopper's own input.
 */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) {
      const moved = shift.sources.flatMap(({ node }) => node?.nodeName ?? []);
      if (!isOwnShift(shift) && moved.length) shifts.push(`${shift.value}: ${moved.join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function pageWith(stage: Stage, blocks: Block[], options: VisitOptions): Promise<string> {
  const { locale = 'en', scheme = 1, designMode = false, customer, embed, pasted } = options;
  const given = {
    extension: stage.extension,
    assets: ASSETS,
    locale,
    designMode,
    ...(customer && { customer }),
  };
  const sections = await Promise.all(
    blocks.map(async ({ block, settings = {}, id = `b${block.length}` }, index) => {
      const inside = await renderBlock({ ...given, block, settings, id });
      return `<section id="shopify-section-template--1__${index}" class="shopify-section section">
        <div class="color-scheme-${scheme}"><div class="page-width section-padding">${inside}</div></div></section>`;
    }),
  );
  const names = [...blocks.map(({ block }) => block), ...(embed ? ['reward-panel'] : [])];
  const panel = embed
    ? await renderBlock({ ...given, block: 'reward-panel', settings: embed, id: '1787' })
    : '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>Nordlicht</title>
    <meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
    <script>var Shopify = ${JSON.stringify({
      shop: 'nordlicht.myshopify.com',
      locale,
      currency: { active: 'EUR', rate: '1.0' },
      country: 'DE',
      routes: { root: '/' },
      ...(designMode && { designMode }),
    })};</script>
    <link rel="stylesheet" href="/theme.css">
    ${headFor(stage.extension, names, ASSETS)}${pasted?.head ?? ''}</head>
    <body class="color-scheme-${scheme}">
    <div class="shopify-section shopify-section-group-header-group"><header class="header page-width">
      <a class="header__heading-link" href="/">Nordlicht</a>
      <div id="shopify-section-cart-icon-bubble" class="shopify-section"><a href="/cart">Cart (0)</a></div>
    </header></div>
    <main id="MainContent"><div class="page-width section-padding"><h1>Members</h1>
      <p>Everything that we keep for those who knit with us.</p></div>
      ${sections.join('\n')}
      <section class="shopify-section"><div class="page-width">${pasted?.section ?? ''}</div></section>
      <section class="shopify-section"><div class="page-width section-padding"><h2>Wool from the north</h2>
      <p>${'Spun slowly, dyed with what grows by the fjord, and knitted to be worn for years. '.repeat(6)}</p>
      <a class="button" href="/collections/all">To the collection</a></div></section>
    </main>
    <div class="shopify-section shopify-section-group-footer-group"><footer class="footer"><div class="page-width">
      <a href="/pages/contact">Contact</a></div></footer></div>
    ${panel}</body></html>`;
}
