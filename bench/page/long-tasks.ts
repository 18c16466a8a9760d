/** The load on a page's main thread until all its elements are ready. */
import type { Browser } from 'puppeteer-core';
import { countReady, READY } from './fifty.ts';

export interface LongTasks {
  /** Milliseconds of the longest; 0 if none took over 50. */
  longest: number;
  count: number;
  /** The scripts of the longest frame, for finding the cause. */
  scripts: string[];
}

interface LongFrame extends PerformanceEntry {
  scripts: {
    duration: number;
    forcedStyleAndLayoutDuration: number;
    invoker: string;
    sourceFunctionName: string;
  }[];
}

interface Watched {
  tasks: number[];
  frames: { duration: number; scripts: string[] }[];
}

/** Runs in the page, before anything of its own. */
function watch(): void {
  const watched: Watched = { tasks: [], frames: [] };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, scripts } of list.getEntries() as LongFrame[])
      watched.frames.push({
        duration,
        scripts: scripts.map(
          ({ duration: own, forcedStyleAndLayoutDuration: layout, invoker, sourceFunctionName: name }) =>
            `${Math.round(own)} ms, of it layout ${Math.round(layout)} ms: ${invoker} ${name}`,
        ),
      });
  }).observe({ type: 'long-animation-frame', buffered: true });
}

export async function watchTasks(browser: Browser, url: string): Promise<LongTasks> {
  // A new context has an empty cache, and its pages a process of their own.
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(watch);
    // Pictures too: what they set in motion belongs to the page.
    await page.goto(url, { waitUntil: 'networkidle0' });
    const ready = await page.evaluate(countReady);
    if (JSON.stringify(ready) !== JSON.stringify(READY))
      throw new Error(`Not all elements show what they have: ${JSON.stringify(ready)}`);
    const { tasks, frames } = await page.evaluate(
      () => (globalThis as unknown as { watched: Watched }).watched,
    );
    const worst = frames.toSorted((a, b) => b.duration - a.duration)[0];
    return { longest: Math.max(0, ...tasks), count: tasks.length, scripts: worst?.scripts ?? [] };
  } finally {
    await context.close();
  }
}
