/**
 * Browser tests against the real sandbox: `npx wtr --config test/wtr.config.mjs [--files FILES] [--watch]`.
 * With `SOAK=1` it runs the long random tests instead; `SEED` repeats a run.
 */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { startSandbox } from '../demo/sandbox/sandbox.ts';
import { anyAnswers } from './helpers/any-answers.mjs';
import { findBrowser } from './helpers/browser.ts';
import { fakeCarts } from './helpers/carts.mjs';
import { countReporter } from './helpers/count-reporter.mjs';
import { swipePlugin } from './helpers/swipe-plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [sandbox, browser] = await Promise.all([startSandbox({ keepAlive: false }), findBrowser()]);

const isSoak = Boolean(process.env['SOAK']);
// Prints the seed.
const seed = isSoak ? (await import('./helpers/seed.ts')).seed : 0;

const long = 'test/elements/collection-timeline/{window,xss}*.browser.test.ts';

// Test files share the browser: a page that is not in front must run as if it were.
const args = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir: root,
  // The longest files first, so that none of them runs alone at the end.
  files: isSoak
    ? 'test/**/*.soak.browser.test.ts'
    : [long, 'test/**/*.browser.test.ts', '!test/**/*.soak.browser.test.ts'],
  concurrency: 2,
  nodeResolve: { exportConditions: ['production', 'default'] },
  browsers: [
    chromeLauncher({
      launchOptions: {
        ...browser,
        args: [...browser.args, ...args],
        headless: 'shell',
        networkEnabled: false,
      },
      createPage: async ({ context }) => {
        // Elements on one origin tell each other of logins and claims; test files that run side by side must not.
        const page = await (await context.browser().createBrowserContext()).newPage();
        await page.emulateFocusedPage(true);
        return page;
      },
    }),
  ],
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}tsconfig.json` }),
    swipePlugin(),
    { name: 'sandbox', serverStop: () => sandbox.close() },
  ],
  middleware: [anyAnswers(), fakeCarts()],
  testRunnerHtml: (framework) => `<!doctype html>
    <html lang="en">
      <head><title>Tests</title><meta name="viewport" content="width=device-width, initial-scale=1" /></head>
      <body>
        <script>
          globalThis.sandboxUrl = ${JSON.stringify(sandbox.url)};
          globalThis.seed = ${seed};
        </script>
        <script type="module" src="${framework}"></script>
      </body>
    </html>`,
  // The tests themselves check the console's messages: see helpers/fixture.ts.
  filterBrowserLogs: () => false,
  reporters: [summaryReporter({ flatten: true }), countReporter()],
  // A busy machine takes longer than the usual 30 and 20 seconds.
  browserStartTimeout: 120_000,
  testsStartTimeout: 60_000,
  // The longest files may take more than the usual two minutes on a busy machine.
  testsFinishTimeout: isSoak ? 1_800_000 : 900_000,
  // Written with `--coverage` only, and read by test/coverage.ts.
  coverageConfig: { include: ['src/**/*.ts'], reportDir: 'coverage/browser', reporters: ['lcovonly'] },
  testFramework: { config: { timeout: 60_000 } },
};
