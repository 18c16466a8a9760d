/** A long visit to a shop that replaces the body and keeps the document: does anything of the old pages stay? */
import type { CDPSession, Page } from 'puppeteer-core';
import { openShop, type TestShop } from '../../test/helpers/control.ts';
import { table, type Target } from '../client/report.ts';
import { openBrowser } from './browser.ts';
import { bytesOfData } from './heap.ts';
import { plainPage } from './pages.ts';
import type { Lab } from './run.ts';

const PAGES = 200;
/** The first pages load files and fill what is kept for all. */
const FIRST = 3;
const TOLERANCE = 0.05;

interface Counts {
  timers: number;
  channels: number;
}

interface Figures extends Counts {
  heap: number;
  /** Of the heap, without compiled code. */
  data: number;
  listeners: number;
  nodes: number;
}

const figures: { key: keyof Figures; label: string; mayGrow: number }[] = [
  { key: 'heap', label: 'bytes of the JS heap', mayGrow: TOLERANCE },
  { key: 'data', label: 'bytes of the JS heap without compiled code', mayGrow: TOLERANCE },
  { key: 'listeners', label: 'event listeners', mayGrow: TOLERANCE },
  { key: 'nodes', label: 'nodes', mayGrow: TOLERANCE },
  { key: 'timers', label: 'running timers', mayGrow: 0 },
  { key: 'channels', label: 'open BroadcastChannels', mayGrow: 0 },
];

/** Runs in the page, before anything of its own: counts what runs and is open, without keeping any of it. */
function countRunning(): void {
  const counts: Counts = { timers: 0, channels: 0 };
  Object.assign(globalThis, { counts });
  const running = new Set<number>();
  const changed = () => (counts.timers = running.size);
  const { setTimeout: start, setInterval: repeat, clearTimeout: stop } = globalThis;
  type Callback = (...args: unknown[]) => void;
  const timers = {
    setTimeout(callback: Callback, ms?: number, ...args: unknown[]) {
      const id = Number(
        start(() => {
          running.delete(id);
          changed();
          callback(...args);
        }, ms),
      );
      running.add(id);
      changed();
      return id;
    },
    setInterval(callback: Callback, ms?: number, ...args: unknown[]) {
      const id = Number(repeat(callback, ms, ...args));
      running.add(id);
      changed();
      return id;
    },
    // One clears what the other has started, too.
    clearTimeout(id?: number) {
      stop(id);
      if (id !== undefined) running.delete(id);
      changed();
    },
  };
  Object.assign(globalThis, timers, { clearInterval: timers.clearTimeout });
  const open = new WeakSet<BroadcastChannel>();
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      open.add(this);
      counts.channels++;
    }
    override close() {
      super.close();
      if (open.delete(this)) counts.channels--;
    }
  };
}

/** Runs in the page: changes pages as Turbo does, and waits until the new one shows all that it has. */
async function change(path: string): Promise<void> {
  const text = await (await fetch(path)).text();
  // Elements of a parsed page are upgraded when they enter the page, as in Turbo.
  const body = document.importNode(new DOMParser().parseFromString(text, 'text/html').body, true);
  document.body.replaceWith(body);
  history.pushState({}, '', path);
  const isReady = () =>
    [
      'otp-login[data-state=email]',
      'reward-claim[data-state=ready]',
      'collection-timeline[data-state=ready]',
    ].every((selector) => document.querySelector(selector));
  // Every frame, because an observer of the page would be one thing more that could stay.
  while (!isReady()) await new Promise(requestAnimationFrame);
}

async function measure(page: Page, session: CDPSession): Promise<Figures> {
  await page.waitForNetworkIdle();
  // The second collection gets what only the first one's finalizers let go.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const counted = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  return {
    heap: counted('JSHeapUsedSize'),
    listeners: counted('JSEventListeners'),
    nodes: counted('Nodes'),
    data: await bytesOfData(session),
    ...(await page.evaluate(() => (globalThis as unknown as { counts: Counts }).counts)),
  };
}

/** Pages of a shop, each with a reward and a story of its own. */
async function markupFor(shop: TestShop): Promise<string> {
  const service = `base-url="${shop.url}" api-key="${shop.key}"`;
  const [{ token }, { slug }] = await Promise.all([shop.grant(), shop.timeline({ count: 12 })]);
  return `<otp-login ${service}></otp-login>
    <reward-claim ${service} token="${token}"></reward-claim>
    <collection-timeline ${service} collection-slug="${slug}"></collection-timeline>`;
}

export async function measureVisit({ site, files, sandbox }: Lab): Promise<Target[]> {
  const shop = await openShop(sandbox.url, 'publishable');
  const pathOf = (index: number) => `/visit/${index}.html`;
  for (let index = 0; index <= PAGES; index++) files.set(pathOf(index), plainPage(await markupFor(shop)));
  let first: Figures | undefined;
  let last: Figures;
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    const session = await page.createCDPSession();
    await session.send('Performance.enable');
    await page.evaluateOnNewDocument(countRunning);
    await page.goto(site.origin + pathOf(0), { waitUntil: 'networkidle0' });
    for (let index = 1; index <= PAGES; index++) {
      await page.evaluate(change, pathOf(index));
      if (index === FIRST) first = await measure(page, session);
    }
    last = await measure(page, session);
  } finally {
    await browser.close();
  }
  return report(first!, last);
}

const whole = (value: number) => Math.round(value).toLocaleString('en');

function report(first: Figures, last: Figures): Target[] {
  const rows = figures.map(({ key, label, mayGrow }) => {
    const [before, after] = [first[key], last[key]];
    const ratio = after === before ? 1 : after / before;
    return { label, mayGrow, before, after, ratio, met: ratio <= 1 + mayGrow };
  });
  console.log('\n## A long visit\n');
  const cells = rows.map(({ label, before, after, ratio }) => [
    label,
    whole(before),
    whole(after),
    ratio.toFixed(3),
  ]);
  console.log(table(['at rest', `after ${FIRST} pages`, `after ${PAGES} pages`, 'ratio'], cells));
  return rows.map(({ label, mayGrow, before, after, met }) => ({
    name: `${PAGES} pages in one document: ${mayGrow ? `at most ${mayGrow * 100} % more` : 'no more'} ${label} than after ${FIRST}`,
    measured: `${whole(before)}, then ${whole(after)}`,
    met,
  }));
}
