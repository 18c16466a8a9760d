import type { Page } from 'puppeteer-core';

/**
 * Stops timers of a second or more, and all time limits of requests, on pages opened from now on, where the elements then
 * wait as long as a slow machine needs.
 */
export async function stopLongTimers(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const { setTimeout: start } = globalThis;
    const startShort = (...timer: Parameters<typeof start>) =>
      (timer[1] ?? 0) < 1000 ? start(...timer) : undefined;
    Object.assign(globalThis, { setTimeout: startShort });
    AbortSignal.timeout = () => new AbortController().signal;
  });
}
