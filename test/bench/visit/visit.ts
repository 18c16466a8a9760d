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
  /** Before the navigation. */
  prepare?: (page: Page, session: CDPSession) => Promise<void>;
}

export interface Visit {
  page: Page;
  session: CDPSession;
  traffic: Traffic;
  /** When it had settled. */
  observed: Observed;
  /** What the browser has counted until then, in seconds. */
  metrics: ReadonlyMap<string, number>;
}

const VIEWPORT = { width: 1280, height: 800 };
const WORLD = 'bench';
const BINDING = 'benchTell';
/** Nothing was asked for so long: what a page shows afterwards is not its beginning. */
const SETTLED_MS = 500;
/** A page that asks for nothing for so long, and shows nothing, will not. */
const GAVE_UP_MS = 5000;
const LOOKS_EVERY_MS = 50;

/** The world in which the probe lives, and when it has seen what it looks for. */
async function watchProbe(session: CDPSession, seen: string) {
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
    source: `(${installProbe.toString()})(${JSON.stringify(seen)})`,
    worldName: WORLD,
  });
  return state;
}

async function observe(session: CDPSession, world: number): Promise<Observed> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'benchObserved()',
    contextId: world,
    returnByValue: true,
  });
  return result.value as Observed;
}

async function until(condition: () => boolean, capMs: number): Promise<void> {
  const end = performance.now() + capMs;
  while (!condition() && performance.now() < end) await setTimeout(LOOKS_EVERY_MS);
}

async function settle(page: Page, traffic: Traffic, { url, capMs }: Wanted, probe: { shown: boolean }) {
  await page.goto(url, { waitUntil: 'load', timeout: capMs });
  await until(() => probe.shown || traffic.quietFor >= GAVE_UP_MS, capMs);
  if (probe.shown) await until(() => traffic.quietFor >= SETTLED_MS, capMs);
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
    const probe = await watchProbe(session, wanted.seen);
    await wanted.prepare?.(page, session);
    const { cpu, network } = wanted.profile;
    if (network) await page.emulateNetworkConditions(network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await settle(page, traffic, wanted, probe);
    const { metrics } = await session.send('Performance.getMetrics');
    // What comes now is not what is measured.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const observed = await observe(session, probe.world);
    const counted = new Map(metrics.map(({ name, value }) => [name, value]));
    return await look({ page, session, traffic, observed, metrics: counted });
  } finally {
    await context.close();
  }
}
