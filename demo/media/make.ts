// Draws every picture and film of the demo again: `node demo/media/make.ts`, or with names to draw only those:
// `node demo/media/make.ts nordlicht-03 tiefsee-session`. The drawing itself happens in ./studio, in a headless
// Chromium, because that is where a canvas and the WebP and VP9 encoders are. Nothing comes from another host.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { createServer } from 'vite';
import { findBrowser } from '../../test/helpers/browser.ts';

const here = import.meta.dirname;

const server = await createServer({
  configFile: false,
  root: join(here, 'studio'),
  cacheDir: join(here, '../../node_modules/.cache/demo-media/vite'),
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
});
await server.listen();
const address = server.resolvedUrls?.local[0];
if (!address) throw new Error('The studio has no address.');

const browser = await launch({
  ...(await findBrowser()),
  headless: 'shell',
  protocolTimeout: 600_000,
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(address);
  await page.waitForFunction('window.studio');
  const all = (await page.evaluate('Object.keys(window.studio)')) as string[];
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such picture: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  for (const name of asked.length > 0 ? asked : all) {
    const made = (await page.evaluate(`window.studio[${JSON.stringify(name)}]()`)) as {
      type: string;
      width: number;
      height: number;
      base64: string;
    };
    const bytes = Buffer.from(made.base64, 'base64');
    await writeFile(join(here, `${name}.${made.type}`), bytes);
    console.log(`${name}.${made.type}  ${made.width}×${made.height}  ${Math.round(bytes.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await server.close();
}
