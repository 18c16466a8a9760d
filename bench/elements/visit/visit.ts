/** One visit: a page in a browser context of its own, so with an empty cache, until it has settled. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { answerHosts } from '../services/hosts.ts';
import type { Service } from '../services/service.ts';
import { installProbe, type Observed } from './probe.ts';
import type { Profile } from './profiles.ts';
import { Traffic } from './traffic.ts';

export interface Wanted {
  url: string;
  /** See `Contestant.seen`. */
  seen: string;
  profile: Profile;
  service?: Service | undefined;
  /** How long it may take to show itself. */
  capMs: number;
  /**
   * Whether it is watched frame by frame until the UI is drawn, which is how `shown` is known. Those frames are work that
   * the page would not have.
   */
  isWatched?: boolean;
  /** Whether the page was visited before, so that the browser has its files. */
  isWarm?: boolean;
  /** Before the navigation. */
  prepare?: (page: Page, session: CDPSession) => Promise<void>;
}

export interface Visit {
  page: Page;
  session: CDPSession;
  traffic: Traffic;
  /** When it had settled. */
  observed: Observed;
  /** The browser's metrics until then, in seconds. */
  metrics: Metrics;
}

const VIEWPORT = { width: 1280, height: 800 };
const WORLD = 'bench';
const BINDING = 'benchTell';
/** Without a request for this long, the page has settled: anything that it shows later is not part of its beginning. */
const SETTLED_MS = 500;
/** A page without a request for this long that shows nothing will not show anything. */
const GAVE_UP_MS = 5000;
const LOOKS_EVERY_MS = 50;

/** The world in which the probe lives, and when it has seen what it looks for. */
async function watchProbe(session: CDPSession, seen: string, isWatched: boolean) {
  const state = { world: 0, shown: false };
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== BINDING) return;
    state.world = executionContextId;
    if (payload === 'shown') state.shown = true;
  });
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${installProbe.toString()})(${JSON.stringify(seen)}, ${isWatched})`,
    worldName: WORLD,
  });
  return state;
}

async function ask<T>(session: CDPSession, contextId: number, expression: string): Promise<T> {
  const { result } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  return result.value as T;
}

async function until(condition: () => boolean, capMs: number): Promise<void> {
  const end = performance.now() + capMs;
  while (!condition() && performance.now() < end) await setTimeout(LOOKS_EVERY_MS);
}

type Metrics = ReadonlyMap<string, number>;

/** The browser's metrics, in seconds. */
async function metricsOf(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** The metrics of when the page had settled. */
async function settle(
  page: Page,
  session: CDPSession,
  traffic: Traffic,
  { url, capMs, isWatched = true }: Wanted,
  probe: { world: number; shown: boolean },
): Promise<Metrics> {
  const end = performance.now() + capMs;
  await page.goto(url, { waitUntil: 'load', timeout: capMs });
  const gaveUp = () => traffic.quietFor >= GAVE_UP_MS;
  if (isWatched) await until(() => probe.shown || gaveUp(), capMs);
  for (;;) {
    await until(() => traffic.quietFor >= SETTLED_MS, capMs);
    // Before it is looked for: that is work as well.
    const metrics = await metricsOf(session);
    if (isWatched || gaveUp() || performance.now() > end) return metrics;
    if (await ask<boolean>(session, probe.world, 'benchSees()')) return metrics;
    await setTimeout(SETTLED_MS);
  }
}

/** @throws what `look` throws */
export async function visit<T>(
  browser: Browser,
  wanted: Wanted,
  look: (visit: Visit) => T | Promise<T>,
): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(VIEWPORT);
    const session = await page.createCDPSession();
    const traffic = new Traffic();
    await traffic.watch(session);
    if (wanted.service) await answerHosts(session, wanted.service);
    await session.send('Performance.enable');
    const probe = await watchProbe(session, wanted.seen, wanted.isWatched ?? true);
    await wanted.prepare?.(page, session);
    const { cpu, network } = wanted.profile;
    if (network) await page.emulateNetworkConditions(network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (wanted.isWarm) {
      await settle(page, session, traffic, wanted, probe);
      probe.shown = false;
    }
    const metrics = await settle(page, session, traffic, wanted, probe);
    // From here on, nothing is measured.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const observed = await ask<Observed>(session, probe.world, 'benchObserved()');
    return await look({ page, session, traffic, observed, metrics });
  } finally {
    await context.close();
  }
}
