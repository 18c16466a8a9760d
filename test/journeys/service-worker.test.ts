/** A shop whose service worker answers every page and script from its cache first. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { withoutHash } from '../helpers/built.ts';
import { codeOf, enter, inState, press, setStage, shopPage, textOf, type Visit } from './support.ts';

const stage = setStage();

const worker = `
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method === 'GET') event.respondWith(answer(request));
  });
  async function answer(request) {
    const cache = await caches.open('shop');
    const kept = await cache.match(request);
    if (kept) return kept;
    const answered = await fetch(request);
    await cache.put(request, answered.clone());
    return answered;
  }`;

const head =
  '<script type="module" src="/files/storefront-elements.js" data-base-url="/apps/rewards"></script>';

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64').slice(0, -1);

/** The files of the next release: every chunk has another name, and the entries know the new names and hashes. */
function nextRelease(files: Record<string, string>): Record<string, string> {
  const chunks = Object.keys(files).filter((name) => withoutHash(name) !== name);
  const rename = (text: string) =>
    chunks.reduce(
      (all, name) => all.replaceAll(name, withoutHash(name).replace(/\.js$/, '.nextnext.js')),
      text,
    );
  const next = Object.fromEntries(Object.entries(files).map(([name, code]) => [rename(name), rename(code)]));
  for (const [name, code] of Object.entries(next))
    next[name] = chunks.reduce(
      (all, chunk) => all.replaceAll(hashOf(files[chunk]!), hashOf(next[rename(chunk)]!)),
      code,
    );
  return next;
}

/** The built files by name. */
const release = () =>
  Object.fromEntries(
    Object.entries(stage.merchant.scripts).flatMap(([path, code]) =>
      /^\/[^/]+\.js$/.test(path) && !/^\/(first|second|worker)\.js$/.test(path)
        ? [[path.slice(1), code]]
        : [],
    ),
  );

/** Replaces the files in the shop's folder; those of the release before are gone. */
function publish(files: Record<string, string>): void {
  const { merchant } = stage;
  const others = Object.entries(merchant.scripts).filter(([path]) => !path.startsWith('/files/'));
  const ours = Object.entries(files).map(([name, code]) => [`/files/${name}`, code]);
  merchant.scripts = Object.fromEntries([...others, ...ours]) as Record<string, string>;
}

/** Opens the shop's page for a shopper whom the worker serves. */
async function open(body: (visit: Visit) => string | Promise<string>, tags = head): Promise<Visit> {
  const visit = await enter(stage);
  const { merchant } = stage;
  publish(release());
  merchant.scripts['/worker.js'] = worker;
  merchant.pages['/empty'] = shopPage('', '');
  merchant.html = shopPage(await body(visit), tags);
  await visit.page.goto(`${merchant.origin}/empty`);
  await visit.page.evaluate(async () => {
    const controlled = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await navigator.serviceWorker.register('/worker.js');
    await controlled;
  });
  await visit.page.goto(merchant.origin);
  return visit;
}

const claimPage = async ({ shop }: Visit) =>
  `<reward-claim token="${(await shop.grant()).token}"></reward-claim><otp-login></otp-login>`;

/** Requests for our files that reached the shop's server. */
const requested = () => stage.merchant.requests.filter(({ path }) => path.startsWith('/files/'));

describe('A service worker that answers from its cache', () => {
  test('shows a claimed reward without a connection', async () => {
    const { page, context, complaints } = await open(claimPage);
    await inState(page, 'reward-claim', 'ready');
    await press(page, 'reward-claim');
    const code = await codeOf(page);
    stage.merchant.handle = (request) => {
      request.destroy();
      return true;
    };
    await page.reload();
    assert.equal(await codeOf(page), code);
    await inState(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('keeps an earlier release working while its files are there, and takes the next one when it drops them', async () => {
    const { page, context, complaints } = await open(claimPage);
    await inState(page, 'reward-claim', 'ready');
    await press(page, 'reward-claim');
    const code = await codeOf(page);
    publish(nextRelease(release()));
    stage.merchant.requests = [];
    await page.reload();
    assert.equal(await codeOf(page), code);
    assert.deepEqual(requested(), []);
    await page.evaluate(() => caches.delete('shop'));
    await page.reload();
    assert.equal(await codeOf(page), code);
    assert.ok(requested().some(({ path }) => path.includes('.nextnext.js')));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('tells the shopper if a file of the earlier release is gone, and everything works with the next one', async () => {
    const { page, shop, context } = await open(claimPage);
    await inState(page, 'reward-claim', 'ready');
    publish(nextRelease(release()));
    await press(page, 'reward-claim');
    await inState(page, 'reward-claim', 'error');
    assert.notEqual(await textOf(page, 'reward-claim', 'message'), '');
    assert.deepEqual(await shop.requests('claimRewardGrant'), [], 'nothing was claimed');
    await page.evaluate(() => caches.delete('shop'));
    await page.reload();
    await inState(page, 'reward-claim', 'ready');
    await press(page, 'reward-claim');
    assert.notEqual(await codeOf(page), '');
    await context.close();
  });

  test('that keeps an error page in place of a file does not stop the elements', async () => {
    const { page, context, complaints } = await open(() => '<p>Nothing of ours yet</p>', '');
    await replaceInCache(page, /\/core\.\w+\.js$/);
    stage.merchant.pages['/login'] = shopPage('<otp-login></otp-login>', head);
    await page.goto(`${stage.merchant.origin}/login`);
    await inState(page, 'otp-login', 'email');
    assert.match(complaints.join('\n'), /could not be loaded/);
    await context.close();
  });
});

/** Puts an error page into the worker's cache in place of a script. */
async function replaceInCache(page: Page, pattern: RegExp): Promise<void> {
  const found = Object.keys(stage.merchant.scripts).filter(
    (path) => path.startsWith('/files/') && pattern.test(path),
  );
  assert.equal(found.length, 1);
  await page.evaluate(async (path) => {
    const cache = await caches.open('shop');
    const headers = { 'content-type': 'text/html' };
    await cache.put(path, new Response('<h1>Bad gateway</h1>', { headers }));
  }, found[0]!);
}
