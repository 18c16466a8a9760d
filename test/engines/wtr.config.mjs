/**
 * The browser tests in another engine, `firefox` or `webkit`:
 * `ENGINE=firefox npx wtr --config test/engines/wtr.config.mjs [--files FILES]`.
 */
import { freePort } from '../helpers/ports.ts';
import { swipePlugin } from '../helpers/swipe-plugin.mjs';
import config from '../wtr.config.mjs';
import { firefoxLauncher } from './firefox-launcher.ts';
import { webkitLauncher } from './webkit-launcher.ts';

const engine = process.env.ENGINE;
// Both engines run at once, each in several processes, and a test waits 20 seconds for what it expects.
const concurrency = 1;

/**
 * Two fingers on a trackpad: neither driver's touches scroll.
 * @param {any} session
 * @param {{ x: number, y: number, by: number, slide: number }} way
 */
async function swipe({ browser, id }, { x, y, by, slide }) {
  // WebKit's driver scrolls, but what it scrolls does not snap: it goes to the next slide.
  if (engine === 'webkit') return browser.swipe(id, x, y, Math.sign(by) * slide);
  const { mouse } = browser.getPage(id);
  await mouse.move(x, y);
  await mouse.wheel({ deltaX: Math.round(-by) });
}

if (engine !== 'firefox' && engine !== 'webkit') throw new Error('ENGINE must be firefox or webkit.');

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  ...config,
  // The runner's own choice may be that of the other engine, where both start at once.
  port: await freePort(),
  concurrency,
  // These engines take several times as long as Chrome.
  testFramework: { config: { timeout: 80_000 } },
  browsers: [engine === 'firefox' ? firefoxLauncher(concurrency) : webkitLauncher(concurrency)],
  plugins: [
    ...(config.plugins ?? []).filter(({ name }) => name !== 'swipe'),
    swipePlugin(swipe),
    {
      name: 'keep-alive',
      // Firefox does not retry requests here (see firefox.ts): it would lose one on a connection that the server closes.
      serverStart({ server }) {
        if (server) server.keepAliveTimeout = 0;
      },
    },
  ],
};
