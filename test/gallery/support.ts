import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { run as runAxe } from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findBrowser } from '../helpers/browser.ts';

/** Always the browser of the development dependencies: another one draws other pixels, and names things differently. */
export async function openBrowser(): Promise<Browser> {
  const found = await findBrowser({ ...process.env, PATH: '', CHROME_PATH: '' }, []);
  found.args.push('--disable-lcd-text', '--force-device-scale-factor=1');
  return puppeteer.launch({ ...found, headless: 'shell' });
}

/** What the console complains of from now on; a refused request of a gallery's tile by the tile's name and the status. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warn') return;
    const tile = /\/gallery\/(.+)-[\da-f]{8}\//.exec(message.location().url ?? '')?.[1];
    complaints.push(tile ? `${tile}: ${/status of (\d+)/.exec(message.text())?.[1]}` : message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') complaints.push(`foreign host ${hostname}`);
  });
  return complaints;
}

/** What axe objects to on the whole page, shadow roots included. */
export async function violations(page: Page): Promise<string[]> {
  const require = createRequire(import.meta.url);
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: typeof runAxe } };
    const found = await axe.run(document, { resultTypes: ['violations'] });
    if (!found.passes.length) return ['axe checked nothing'];
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
    );
  });
}
