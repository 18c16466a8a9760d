/**
 * The browser tests in another engine, `firefox` or `webkit`:
 * `ENGINE=firefox npx wtr --config test/engines/wtr.config.mjs [--files FILES]`.
 */
import { chromeLauncher } from '@web/test-runner-chrome';
import { launch } from 'puppeteer-core';
import config from '../wtr.config.mjs';
import { firefox } from './firefox.ts';
import { webkitLauncher } from './webkit-launcher.ts';

const engine = process.env.ENGINE;
const concurrency = 2;

/** @type {import('puppeteer-core').Browser[]} */
const started = [];

const firefoxLauncher = () =>
  chromeLauncher({
    launchOptions: firefox,
    concurrency,
    // A browser for each file at the same time: only the foreground tab of a window has frames and the focus.
    createPage: async () => {
      const browser = await launch(firefox);
      started.push(browser);
      // The tab that Firefox starts with never has the focus.
      return browser.newPage();
    },
  });

if (engine !== 'firefox' && engine !== 'webkit') throw new Error('ENGINE must be firefox or webkit.');

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  ...config,
  concurrency,
  // These engines take several times as long as Chrome.
  browserStartTimeout: 120_000,
  testsFinishTimeout: 900_000,
  testFramework: { config: { timeout: 40_000 } },
  browsers: [engine === 'firefox' ? firefoxLauncher() : webkitLauncher(concurrency)],
  plugins: [
    ...(config.plugins ?? []),
    {
      name: 'browsers',
      serverStop: async () => void (await Promise.all(started.map((browser) => browser.close()))),
    },
  ],
};
