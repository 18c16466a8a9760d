/** One run: one contestant, one count, one CPU, in a browser context of its own. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core';
import { countElements, countEntryNodes, installProbe, scrollThrough, type Scrolled } from './probe.ts';

export interface Sample {
  firstEntry: number;
  allEntries: number;
  nodes: number;
  elements: number;
  heap: number;
  /** Infinity where scrolling did not come to an end. */
  longestFrame: number;
  /** The longest frame of the main thread alone; 0 if none took over 50 ms. */
  mainThread: number;
  shift: number;
  /** Of the main thread in the first three seconds, while nobody scrolls; undefined where it was not measured. */
  tasks: number | undefined;
  /** Of one entry, without its picture. */
  entryNodes: number;
  shifts: number;
  /** Addresses outside this machine that the page asked for; the browser refuses them. */
  external: string[];
  errors: string[];
  afterLoading: Memory;
  afterScrolling?: Memory;
  /** At each speed. */
  scrolled?: Scrolled[];
}

interface Memory {
  nodes: number;
  elements: number;
  heap: number;
}

export interface Setting {
  count: number;
  cpu: number;
  /** In how many steps it is scrolled, once for each. */
  frames: number[];
  /** Whether the tasks of the first seconds are measured, in a visit of its own. */
  isWatchedAtRest: boolean;
  /** How long loading may take. */
  capMs: number;
}

/** Not all entries had loaded when the time was up, so the measurements until then mean nothing. */
export class DidNotFinish extends Error {}

/** Scrolling ends by itself after this time. */
const SCROLL_MS = 10_000;
/** Scrolling is cut off after this time, for the case that a single frame takes very long. */
const SCROLL_CAP_MS = 40_000;
const AT_REST_MS = 3000;
const VIEWPORT = { width: 1280, height: 800 };

/** The memory in use after garbage collection. */
async function remember(page: Page, session: CDPSession): Promise<Memory> {
  // The second collection gets what only the first one's finalizers let go.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    nodes: metric('Nodes'),
    heap: metric('JSHeapUsedSize'),
    elements: await page.evaluate(countElements),
  };
}

/** Of every page, from its first request on. */
function watchRequests(page: Page): { external: Set<string>; failed: string[] } {
  const external = new Set<string>();
  const failed: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname, host, pathname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') external.add(host + pathname);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return { external, failed };
}

async function load(page: Page, session: CDPSession, url: string, setting: Setting): Promise<Sample> {
  const { external, failed } = watchRequests(page);
  await session.send('Performance.enable');
  await page.evaluateOnNewDocument(installProbe, setting.count);
  await session.send('Emulation.setCPUThrottlingRate', { rate: setting.cpu });
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 });
  await page.waitForFunction(() => probe.allEntries > 0, { polling: 100, timeout: 0 });
  // Garbage collection is not part of the measurement.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const afterLoading = await remember(page, session);
  const { firstEntry, allEntries, shift, shifts, errors } = await page.evaluate(() => probe);
  return {
    ...{ firstEntry, allEntries, ...afterLoading },
    ...{ longestFrame: Infinity, mainThread: Infinity, shift, shifts },
    tasks: undefined,
    entryNodes: await page.evaluate(countEntryNodes),
    external: [...external],
    errors: [...errors, ...failed],
    afterLoading,
  };
}

async function scroll(page: Page, session: CDPSession, loaded: Sample, setting: Setting): Promise<Sample> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: setting.cpu });
  const scrolled: Scrolled[] = [];
  for (const frames of setting.frames) scrolled.push(await page.evaluate(scrollThrough, frames, SCROLL_MS));
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const afterScrolling = await remember(page, session);
  const { shift, shifts, errors } = await page.evaluate(() => probe);
  return {
    ...loaded,
    // The maximum that a shopper's machine must handle at any time.
    nodes: Math.max(loaded.nodes, afterScrolling.nodes),
    elements: Math.max(loaded.elements, afterScrolling.elements),
    heap: Math.max(loaded.heap, afterScrolling.heap),
    longestFrame: Math.max(...scrolled.map(({ longestFrame }) => longestFrame)),
    mainThread: Math.max(...scrolled.map(({ longest }) => longest?.duration ?? 0)),
    ...{ shift, shifts },
    errors: [...new Set([...loaded.errors, ...errors])],
    ...{ afterScrolling, scrolled },
  };
}

/** The result, or undefined when the time is up. A later result or failure is ignored. */
async function within<Value>(ms: number, running: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The browser takes a page down after it has closed it. After a long timeline with pictures, this takes 125 ms on the thread that
 * all requests of the next page pass through.
 */
const TAKING_DOWN_MS = 500;

async function endVisit(context: BrowserContext): Promise<void> {
  await context.close();
  await wait(TAKING_DOWN_MS);
}

/** The tasks of a page that nobody scrolls. */
export async function measureAtRest(browser: Browser, url: string, cpu: number): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(VIEWPORT);
    const session = await page.createCDPSession();
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 });
    await page.evaluate(
      (until) => new Promise((resolve) => setTimeout(resolve, until - performance.now())),
      AT_REST_MS,
    );
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  } finally {
    await endVisit(context);
  }
}

/** @throws DidNotFinish */
export async function measure(browser: Browser, url: string, setting: Setting): Promise<Sample> {
  // A new context has an empty cache, and its pages a process of their own.
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(VIEWPORT);
    const session = await page.createCDPSession();
    const loaded = await within(setting.capMs, load(page, session, url, setting));
    if (!loaded) throw new DidNotFinish(`did not finish in ${setting.capMs / 1000} s`);
    const sample = (await within(SCROLL_CAP_MS, scroll(page, session, loaded, setting))) ?? loaded;
    if (setting.isWatchedAtRest) sample.tasks = await measureAtRest(browser, url, setting.cpu);
    return sample;
  } finally {
    await endVisit(context);
  }
}
