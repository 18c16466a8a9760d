/** Checks that the benchmark reports the true behaviour of pages: it measures pages that do a known thing. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../../test/helpers/browser.ts';
import type { Files } from './build.ts';
import type { Contestant } from './contestants/contestant.ts';
import { look, type Looked } from './findings/look.ts';
import { checkStrict, type Strict } from './findings/strict.ts';
import type { Lab } from './lab.ts';
import { measureLoad } from './load/measure.ts';
import { randomNumbers, shuffle } from './load/rounds.ts';
import { times } from './load/tables.ts';
import { type PageServer, servePages } from './server.ts';
import { json } from './services/service.ts';
import { profiles } from './visit/profiles.ts';
import { visit } from './visit/visit.ts';

const [full, slowProcessor, slowLine] = profiles as [
  (typeof profiles)[number],
  (typeof profiles)[number],
  (typeof profiles)[number],
];
const CAP_MS = 20_000;

let browser: Browser;
let lab: Lab;
let pages: PageServer;

/** A page that does what the script says, and shows a paragraph by `show()`. */
const page = (name: string, script: string): Contestant & { code: string } => ({
  name,
  group: 'login',
  kind: 'peer',
  page: 'made-up.js',
  body: () => '<p id="ui" hidden>Here it is</p>',
  seen: '#ui',
  code: `const ui = document.getElementById('ui');
const show = () => (ui.hidden = false);
${script}`,
});

const harmless = page('harmless', 'show();');

const greedy = page(
  'greedy',
  `globalThis.leak = 1;
  document.leftMark = 1;
  Array.prototype.last = function () { return this.at(-1); };
  const { fetch } = globalThis;
  globalThis.fetch = (...args) => fetch(...args);
  history.pushState = () => {};
  document.cookie = 'tracked=yes';
  localStorage.getItem('visits');
  localStorage.setItem('visits', '1');
  sessionStorage.token = 'abc';
  fetch('https://elsewhere.invalid/pixel').catch(show);`,
);

const late = page(
  'late',
  `show();
  ui.style.opacity = 0;
  setTimeout(() => {
    ui.style.opacity = 1;
    ui.dataset.from = performance.now() - performance.getEntriesByType('navigation')[0].fetchStart;
  }, 300);`,
);

const busy = page(
  'busy',
  `const end = performance.now() + 300;
  while (performance.now() < end);
  show();`,
);

const working = page(
  'working',
  `let sum = 0;
  for (let index = 0; index < 5e7; index++) sum += index % 7;
  if (sum) show();`,
);

const careless = page(
  'careless',
  `document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { background: #fcc }' }));
  const policy = globalThis.trustedTypes.createPolicy('careless', { createHTML: (text) => text });
  document.querySelector('main').insertAdjacentHTML('beforeend', policy.createHTML('<i>safe</i>'));
  document.querySelector('main').insertAdjacentHTML('beforeend', '<b>unsafe</b>');
  show();`,
);

const silent = page('silent', '');

const customer: Contestant & { code: string } = {
  ...page(
    'customer',
    `const answers = await Promise.all(
      ['/service/customer/words', 'https://vendor.example/words'].map((url) => fetch(url).then((answer) => answer.json())),
    );
    if (answers.every(({ word }) => word === 'welcome')) show();`,
  ),
  service: {
    hosts: ['https://vendor.example/*'],
    answer: ({ url: { pathname } }) => (pathname.endsWith('/words') ? json({ word: 'welcome' }) : undefined),
  },
};

const made = [harmless, greedy, late, busy, working, careless, silent, customer];

before(async () => {
  const files: Files = new Map(made.map(({ name, code }) => [`/${name}/page.js`, Buffer.from(code)]));
  const heads = new Map(made.map(({ name }) => [name, { styles: [], preloads: [] }]));
  const found = await findBrowser();
  found.args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
  browser = await puppeteer.launch({ ...found, headless: 'shell' });
  pages = await servePages(made, files, heads);
  const source = { sandbox: 'http://127.0.0.1:9', key: '', slug: '', limit: 1 };
  lab = { browser, pages, source };
});

after(async () => {
  await browser.close();
  pages.close();
});

test('A page that takes nothing is reported to take nothing.', async () => {
  const { shown, requests, globals, patched, reads, writes, cookies, hosts, errors } = await look(
    lab,
    harmless,
  );
  assert.equal(shown, true);
  assert.equal(requests, 1);
  assert.deepEqual([globals, patched, reads, writes, cookies, hosts, errors], [[], [], [], [], [], [], []]);
});

test('Globals, changed built-ins, cookies, storage and other hosts are all reported.', async () => {
  const { globals, patched, reads, writes, cookies, hosts } = await look(lab, greedy);
  assert.deepEqual(globals.sort(), ['document.leftMark', 'leak']);
  assert.deepEqual(patched.sort(), ['Array.prototype.last', 'fetch', 'history.pushState']);
  assert.deepEqual(reads, ['localStorage.getItem(visits)']);
  assert.deepEqual(writes.sort(), [
    'document.cookie=(tracked)',
    'localStorage keeps visits',
    'localStorage.setItem(visits)',
    'sessionStorage keeps token',
  ]);
  assert.deepEqual(cookies, ['tracked']);
  assert.deepEqual(hosts, ['elsewhere.invalid']);
});

test('Bytes are those of the files that the page brings, not of the page itself.', async () => {
  const { bytes, files }: Looked = await look(lab, harmless);
  assert.deepEqual(files, ['/harmless/page.js']);
  assert.equal(bytes.raw, Buffer.byteLength(harmless.code));
  assert.ok(bytes.brotli > 0 && bytes.brotli < bytes.raw);
});

test('The UI is there when it can be seen, and not when it is in the document.', async () => {
  const wanted = { url: pages.url(late, lab.source), seen: late.seen, profile: full, capMs: CAP_MS };
  await visit(browser, wanted, async ({ page, observed }) => {
    const from = await page.evaluate(() => Number(document.getElementById('ui')!.dataset['from']));
    assert.ok(from > 0);
    assert.ok(observed.shown! >= from, `seen after ${observed.shown} ms, drawn after ${from} ms`);
  });
});

test('The work is counted in a visit that waits for the UI without watching the frames.', async () => {
  const url = pages.url(late, lab.source);
  const wanted = { url, seen: late.seen, profile: full, capMs: CAP_MS, isWatched: false };
  await visit(browser, wanted, async ({ page, observed, metrics }) => {
    const from = await page.evaluate(() => Number(document.getElementById('ui')!.dataset['from']));
    assert.ok(from > 0);
    assert.equal(observed.shown, undefined);
    assert.ok(metrics.get('TaskDuration')! > 0);
  });
});

test('A page that never shows itself has no time.', async () => {
  const { shown } = await measureLoad(lab, silent, full, CAP_MS);
  assert.equal(shown, undefined);
});

test('A long task is counted as blocking, and as the main thread’s work.', async () => {
  const { blocking, task } = await measureLoad(lab, busy, full, CAP_MS);
  assert.ok(blocking >= 249, `${blocking} ms`);
  assert.ok(task >= 299, `${task} ms`);
});

test('A slow line and a slow processor are slow.', async () => {
  const shownWith = async (profile: typeof full) =>
    (await measureLoad(lab, harmless, profile, CAP_MS)).shown ?? Number.NaN;
  // The page, and then its script, with 150 ms each.
  assert.ok((await shownWith(slowLine)) >= 300);
  const workWith = async (profile: typeof full) => (await measureLoad(lab, working, profile, CAP_MS)).task;
  assert.ok((await workWith(slowProcessor)) > (await workWith(full)));
});

test('What a strict policy objects to is counted, and what is lost under it is seen.', async () => {
  const strictOf = async (contestant: Contestant): Promise<Strict> => {
    const { picture } = await look(lab, contestant);
    return checkStrict(lab, contestant, picture);
  };
  const { violations, policies, csp, trustedTypes } = await strictOf(careless);
  assert.equal(violations['style-src-elem'], 1);
  assert.equal(violations['require-trusted-types-for'], 1);
  assert.equal(violations['trusted-types'], 1);
  assert.deepEqual(policies, ['careless']);
  assert.ok(csp.changed > 0.5, 'its background is gone');
  assert.equal(trustedTypes.shown, false);
});

test('A vendor’s service is answered on this machine, by its own address and by another.', async () => {
  const { shown, hosts } = await look(lab, customer);
  assert.equal(shown, true);
  assert.deepEqual(hosts, ['vendor.example']);
});

test('Every round visits all pages, in another order.', () => {
  const all = Array.from({ length: 20 }, (_, index) => index);
  const random = randomNumbers(1);
  const [first, second] = [shuffle(all, random), shuffle(all, random)];
  assert.notDeepEqual(first, second);
  assert.deepEqual(
    first.toSorted((a, b) => a - b),
    all,
  );
  assert.deepEqual(shuffle(all, randomNumbers(1)), first);
});

test('A ratio says when nobody could tell the difference.', () => {
  assert.equal(times(10, 5, 1), '2.00');
  assert.equal(times(5.4, 5, 1), '=');
  assert.equal(times(7, 0.2, 1), '> 0');
  assert.equal(times(undefined, 5, 1), '-');
});
