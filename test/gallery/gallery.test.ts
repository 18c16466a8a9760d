/**
 * Every state of the elements in demo/gallery.html: that it is reached, what axe says of it, what a screen reader is
 * given, and what it looks like. UPDATE_SNAPSHOTS=1 rewrites snapshots/*.txt, UPDATE_SCREENSHOTS=1 screenshots/*.png.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Browser, Page, Protocol } from 'puppeteer-core';
import { tiles } from '../../demo/gallery-tiles.ts';
import { type Demo, startDemo } from '../e2e/demo.ts';
import { listen, openBrowser, violations } from './support.ts';

type AXNode = Protocol.Accessibility.AXNode;

const variants = [
  { name: 'light', query: 'theme=light' },
  { name: 'dark', query: 'theme=dark' },
  { name: 'ar', query: 'theme=light&lang=ar' },
  { name: 'narrow', query: 'theme=light&width=320' },
] as const;
const elements = ['otp-login', 'reward-claim'] as const;

/** Pixels of a whole picture that may look different to the eye; one letter is more. */
const TOLERANCE = 40;

let demo: Demo;
let browser: Browser;
before(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

interface Gallery {
  page: Page;
  /** What the console complained of, by tile: messages of the elements, and statuses of requests. */
  complaints: string[];
}

async function openGallery(query: string): Promise<Gallery> {
  // A context of its own: a claim that is under way holds one of the browser's few connections, also after its page.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints = listen(page);
  await page.evaluateOnNewDocument(() => {
    // Countdowns stand still, so they read the same in every picture; seconds before a minute is full, because the
    // elements reckon with the service's clock, which goes on.
    const now = Date.UTC(2026, 9, 14, 9, 41, 57);
    Date.now = () => now;
    // The client waits for the busy tiles' answers as long as the test takes.
    const wait = setTimeout;
    const patient = (work: () => void, time?: number) => wait(work, time === 10_000 ? 2 ** 31 - 1 : time);
    Object.assign(globalThis, { setTimeout: patient });
  });
  await page.emulateTimezone('UTC');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.setViewport({ width: 1280, height: 900, deviceScaleFactor: 1 });
  await page.goto(`${demo.shop}gallery.html?latency=120000&${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], { timeout: 60_000 });
  return { page, complaints };
}

for (const { name, query } of variants)
  describe(`The gallery, ${name}`, () => {
    let gallery: Gallery;
    before(async () => {
      gallery = await openGallery(query);
    });
    after(() => gallery.page.browserContext().close());

    test('shows every state, and the console says only what it must', async () => {
      const { page, complaints } = gallery;
      assert.equal(
        await page.$eval('#progress', ({ textContent }) => textContent),
        `${tiles.length} of ${tiles.length} tiles have arrived.`,
      );
      assert.deepEqual(complaints.toSorted(), expectedComplaints);
    });

    test('has nothing that axe objects to', async () => {
      assert.deepEqual(await violations(gallery.page), []);
    });

    if (name === 'narrow')
      test('fits a page of 320 pixels that is zoomed to 200 %', async () => {
        const { page } = gallery;
        const before = page.viewport();
        await page.setViewport({ ...before!, width: 160 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.setViewport(before);
        assert.equal(width, 160, 'nothing scrolls sideways');
      });

    if (name === 'light')
      for (const element of elements)
        test(`gives screen readers ${element} as it did before`, async () => {
          const states = await outlines(
            gallery.page,
            tiles.filter(({ tag }) => tag === element).map((tile) => tile.name),
          );
          const now = `${states.join('\n\n')}\n`;
          const file = join(import.meta.dirname, 'snapshots', `${element}.txt`);
          if (process.env['UPDATE_SNAPSHOTS']) save(file, now);
          assert.equal(now, readFileSync(file, 'utf8'), 'UPDATE_SNAPSHOTS=1 accepts what is new');
        });

    for (const element of elements)
      test(`looks as ${element} did before`, async () => {
        const section = await gallery.page.$(`main > [id="${element}"]`);
        const now = PNG.sync.read(Buffer.from(await section!.screenshot()));
        const file = join(import.meta.dirname, 'screenshots', `${element}-${name}.png`);
        if (process.env['UPDATE_SCREENSHOTS']) save(file, encode(now));
        compare(now, PNG.sync.read(readFileSync(file)), `${element}-${name}`);
      });
  });

/** The browser notes every refusal by itself; the elements warn only of the attributes that are wrong. */
const expectedComplaints = [
  '<otp-login> base-url must be an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment.',
  '<reward-claim> token must be a grant token of 16 to 200 characters.',
  'Failed to load resource: net::ERR_EMPTY_RESPONSE',
  'claim-already-claimed: 409',
  'claim-contact: 410',
  'claim-expired-grant: 410',
  'claim-locked-out: 429',
  'claim-not-started: 409',
  'claim-own-words: 409',
  'claim-unconfirmed: 503',
  'claim-unknown-token: 404',
  'claim-used-up: 409',
  'claim-wrong-account: 403',
  'otp-locked-out: 429',
];

/** The accessibility tree of each tile as text. */
async function outlines(page: Page, names: string[]): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const found: string[] = [];
  for (const name of names) {
    const selector = `[id="${name}"] .stage`;
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { node } = await session.send('DOM.describeNode', { nodeId });
    const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
    found.push([name, ...outline(top!, byId, 1)].join('\n'));
  }
  await session.detach();
  return found;
}

/** What Chrome tells of every node, or what only repeats its surroundings. */
const plain = ['focusable', 'editable', 'settable', 'multiline', 'readonly', 'url', 'atomic', 'relevant'];

/** A line per node: role, name, and what else a screen reader says of it. */
function outline(node: AXNode, byId: Map<string, AXNode>, depth = 0, around = ''): string[] {
  const role = String(node.role?.value);
  // Isolates around addresses cannot be seen in a diff.
  const text = ({ value }: { value?: unknown } = {}) =>
    (typeof value === 'string' ? value : '').replace(/[\u2066-\u2069]/g, '');
  const name = text(node.name);
  const isText = role === 'StaticText';
  const isSaid = !node.ignored && !['generic', 'none', 'InlineTextBox', 'LineBreak'].includes(role);
  const isNew = isSaid && !(isText && around.includes(name.trim()));
  const states = (node.properties ?? [])
    .filter(
      ({ name: key, value }) => !plain.includes(key) && ![false, 'false', undefined].includes(value.value),
    )
    .map(({ name: key, value }) => (value.value === true ? key : `${key} ${value.value}`));
  if (text(node.value)) states.push(`value "${text(node.value)}"`);
  if (text(node.description)) states.push(`description "${text(node.description)}"`);
  const line = `${'  '.repeat(depth)}${isText ? 'text' : role}${name ? ` "${name}"` : ''}${states.length ? ` [${states.join(', ')}]` : ''}`;
  // These are named by the text in them.
  const repeated = ['button', 'heading', 'link', 'textbox'].includes(role) ? name + text(node.value) : '';
  const inner = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? outline(child, byId, depth + Number(isNew), isSaid ? repeated : around) : [];
  });
  return isNew ? [line, ...inner] : inner;
}

function save(file: string, content: string | Buffer): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

/** As small as it gets without a loss. */
const encode = (picture: PNG) =>
  PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });

function compare(now: PNG, before: PNG, name: string): void {
  const folder = () => mkdtempSync(join(tmpdir(), 'gallery-'));
  const { width, height } = before;
  if (now.width !== width || now.height !== height) {
    const file = join(folder(), `${name}-now.png`);
    save(file, encode(now));
    assert.fail(
      `${name} was ${width} × ${height} pixels and is ${now.width} × ${now.height} now: ${file}; UPDATE_SCREENSHOTS=1 accepts it`,
    );
  }
  const difference = new PNG({ width, height });
  const count = pixelmatch(before.data, now.data, difference.data, width, height, { threshold: 0.1 });
  if (count <= TOLERANCE) return;
  const file = join(folder(), `${name}-difference.png`);
  save(file, encode(difference));
  save(file.replace('-difference', '-now'), encode(now));
  assert.fail(`${name} looks different in ${count} pixels: ${file}; UPDATE_SCREENSHOTS=1 accepts it`);
}
