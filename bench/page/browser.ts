import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../../test/helpers/browser.ts';

export async function openBrowser(): Promise<Browser> {
  const found = await findBrowser();
  // A page that asks another host does not wait for it.
  found.args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
  return puppeteer.launch({ ...found, headless: 'shell' });
}
