/** Runs browser tests in Firefox, with one browser for each file that runs at the same time. */
import type { BrowserLauncher } from '@web/test-runner';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { firefox } from './firefox.ts';

export interface FirefoxLauncher extends BrowserLauncher {
  /** For the commands of tests. */
  getPage(sessionId: string): Page;
}

export function firefoxLauncher(concurrency: number): FirefoxLauncher {
  const idle: Browser[] = [];
  const all: Browser[] = [];
  const active = new Map<string, Page>();
  const getPage = (sessionId: string) => active.get(sessionId)!;
  const start = async () => {
    const browser = await launch(firefox);
    all.push(browser);
    return browser;
  };
  return {
    name: 'Firefox',
    type: 'puppeteer',
    concurrency,
    getPage,
    async startSession(sessionId, url) {
      const browser = idle.pop() ?? (await start());
      // A new tab for each file: Firefox's first one never has the focus, and one that opened others loses it.
      const page = await browser.newPage();
      active.set(sessionId, page);
      await page.setViewport({ width: 800, height: 600 });
      await page.goto(url);
    },
    isActive: (sessionId) => active.has(sessionId),
    getBrowserUrl: (sessionId) => getPage(sessionId).url(),
    async stopSession(sessionId) {
      const page = getPage(sessionId);
      active.delete(sessionId);
      await page.close();
      idle.push(page.browser());
      return {};
    },
    async stop() {
      await Promise.all(all.map((browser) => browser.close()));
    },
    startDebugSession: () => Promise.reject(new Error('Debugging is only possible in Chrome.')),
  };
}
