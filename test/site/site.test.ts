/** The built site in a browser, from a server that only hands out files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { buildSite } from '../../docs/site/build.ts';
import { colourRules, violations } from '../gallery/support.ts';
import { openBrowser } from '../helpers/browser.ts';
import { builtFiles } from '../helpers/built.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

mkdirSync('dist', { recursive: true });
const folder = mkdtempSync(resolve('dist/site-'));
const site = join(folder, 'site');
/** As on GitHub Pages, the site is below a folder. */
const base = '/storefront-elements';
let server: Server;
let browser: Browser;
/** The tab that opens all pages: each new one would start a process. */
let tab: Page;
let origin: string;
/** Addresses of all pages in the site, such as `/elements/otp-login/`. */
let pages: string[];
/** Whether Astro wrote into the repository. */
let hasAstroFolder = false;

/** The file that the path of an address names; undefined if there is none. */
function fileOf(path: string): string | undefined {
  if (!path.startsWith(`${base}/`)) return undefined;
  const name = decodeURIComponent(path.slice(base.length)).replace(/\/$/, '/index.html');
  return existsSync(join(site, name)) && extname(name) ? join(site, name) : undefined;
}

const htmlOf = (page: string) => readFileSync(fileOf(base + page)!, 'utf8');

before(async () => {
  const cdn = join(folder, 'cdn');
  mkdirSync(cdn);
  for (const [name, { code }] of await builtFiles()) writeFileSync(join(cdn, name), code);
  const watcher = watch('.', { persistent: false }, (_, name) => {
    hasAstroFolder ||= name === '.astro';
  });
  await buildSite(cdn, site, base);
  watcher.close();
  pages = globSync('**/index.html', { cwd: site })
    .map((file) => `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`)
    .sort();
  server = createServer((request, response) => {
    const file = fileOf(new URL(request.url!, 'http://site').pathname);
    response.writeHead(file ? 200 : 404, {
      'content-type': types[extname(file ?? '')] ?? 'application/octet-stream',
    });
    response.end(file && readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser({ networkEnabled: true });
  tab = await browser.newPage();
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => {
    if (!request.url().startsWith(`${origin}${base}/`) && !request.url().startsWith('data:'))
      complaints.push(`request for ${request.url()}`);
    if (request.method() !== 'GET') complaints.push(`${request.method()} ${request.url()}`);
  });
});

after(async () => {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Since the last page was opened: console messages, uncaught errors, and requests for anything but files of the site. */
const complaints: string[] = [];

async function open(path: string, width = 1280, hasScript = true): Promise<Page> {
  complaints.length = 0;
  await tab.setJavaScriptEnabled(hasScript);
  await tab.setViewport({ width, height: 900 });
  await setScheme(tab, 'light');
  await tab.goto(origin + base + path, { waitUntil: 'load' });
  return tab;
}

const setScheme = (page: Page, scheme: 'light' | 'dark') =>
  page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);

const examples = (page: Page) =>
  page.$$eval('.example', (all) =>
    all.map((example) =>
      [...example.querySelectorAll<HTMLElement>('otp-login, reward-claim, collection-timeline')].map(
        ({ dataset }) => dataset['state'] ?? '',
      ),
    ),
  );

/** Waits until all examples are drawn; each state is one in which a shopper can act. */
async function exampleStates(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.example > :not(style)')].every(({ dataset }) =>
      ['email', 'ready', 'login'].includes(dataset['state'] ?? ''),
    ),
  );
  return (await examples(page)).flat();
}

test('The build leaves the files of the repository alone, which other checks read meanwhile', () => {
  assert.equal(hasAstroFolder, false);
});

test('Every link leads to a page and a place that exist', () => {
  const idsOf = new Map(
    pages.map((path) => [
      base + path,
      new Set([...htmlOf(path).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  let count = 0;
  const broken: string[] = [];
  for (const path of pages)
    for (const [, address] of htmlOf(path).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const url = new URL(address!.replaceAll('&amp;', '&'), `http://site${base}${path}`);
      if (url.host !== 'site') continue;
      count++;
      const id = decodeURIComponent(url.hash.slice(1));
      if (!fileOf(url.pathname) || (id && !idsOf.get(url.pathname)?.has(id)))
        broken.push(`${path}: ${address}`);
    }
  assert.ok(count > 500);
  assert.deepEqual(broken, []);
});

test('Each page of docs/ is on the site, and can be found from the start page', async () => {
  const page = await open('/');
  const linked = await page.$$eval('nav a', (links) => links.map(({ pathname }) => pathname));
  const files = globSync('**/*.md', { cwd: 'docs', exclude: ['site'] }).filter(
    (file) => file !== 'README.md',
  );
  assert.ok(files.length > 20);
  for (const file of files) assert.ok(linked.includes(`${base}/${file.replace(/\.md$/, '')}/`), file);
});

test('Every live example draws its element, with a silent console and no request beyond the site', async () => {
  const counts: Record<string, number> = {};
  for (const path of pages) {
    if (!htmlOf(path).includes('class="example')) continue;
    const page = await open(path);
    const states = await exampleStates(page);
    counts[path] = states.length;
    assert.deepEqual(complaints, [], path);
  }
  assert.deepEqual(counts, {
    '/elements/collection-timeline/': 3,
    '/elements/otp-login/': 2,
    '/elements/reward-claim/': 3,
    '/start-theme-developer/': 1,
  });
});

test('A reader logs in and claims a reward in the examples, and nothing is sent', async () => {
  const page = await open('/elements/reward-claim/');
  await exampleStates(page);
  const login = '#example-2 reward-claim >>> otp-login >>> ';
  await page.locator(`${login}[part=input]`).fill('ada@shop.example');
  await page.locator(`${login}[part=button]`).click();
  await page.locator(`${login}[part=input][autocomplete=one-time-code]`).fill('123456');
  await page.locator(`${login}[part=button]`).click();
  await page.waitForSelector('#example-2 reward-claim[data-state=claimed]');
  assert.deepEqual(complaints, []);
});

test('The search finds a page by the words in it', async () => {
  const page = await open('/');
  await page.locator('site-search button[data-open-modal]').click();
  await page.locator('site-search input').fill('unconfirmed');
  // The search answers each letter. Only the message names the words that the results belong to.
  await page.waitForFunction(() =>
    /results? for unconfirmed/.test(document.querySelector('.pagefind-ui__message')?.textContent ?? ''),
  );
  // Several pages have the word, and each result is drawn when its text has come.
  await page.waitForSelector('site-search a[href^="/storefront-elements/elements/reward-claim/"]');
  assert.deepEqual(complaints, []);
});

test('No page scrolls sideways at 320 px', async () => {
  const wide: string[] = [];
  for (const path of pages) {
    const page = await open(path, 320);
    await exampleStates(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wide.push(`${path}: ${width}`);
  }
  assert.deepEqual(wide, []);
});

test('Every page can be read, and left for another one, without JavaScript', async () => {
  for (const path of ['/', '/elements/otp-login/', '/gateway/']) {
    const page = await open(path, 1280, false);
    const text = await page.$eval('main', (main) => main.innerText);
    assert.ok(text.length > 500, path);
    const links = await page.$$('nav a[href="/storefront-elements/events/"]');
    const isVisible = await Promise.all(links.map((link) => link.isVisible()));
    assert.ok(isVisible.includes(true), path);
  }
});

describe('axe has nothing to object to', () => {
  for (const path of [
    '/',
    '/start-merchant/',
    '/elements/otp-login/',
    '/elements/reward-claim/',
    '/elements/collection-timeline/',
    '/troubleshooting/',
    '/gateway/',
    '/gateway-settings/',
  ])
    test(`on ${path}, light and dark`, async () => {
      const page = await open(path);
      await exampleStates(page);
      assert.deepEqual(await violations(page), []);
      await setScheme(page, 'dark');
      await page.waitForSelector('html[data-theme=dark]');
      assert.deepEqual(await violations(page, colourRules), []);
    });
});
