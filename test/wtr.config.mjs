/** Browser tests against the real sandbox: `npx wtr --config test/wtr.config.mjs [--files FILES]`. */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { startSandbox } from '../demo/sandbox/sandbox.ts';
import { anyAnswers } from './helpers/any-answers.mjs';
import { findBrowser } from './helpers/browser.ts';
import { fakeCarts } from './helpers/carts.mjs';
import { countReporter } from './helpers/count-reporter.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [sandbox, browser] = await Promise.all([startSandbox({ keepAlive: false }), findBrowser()]);

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir: root,
  files: 'test/**/*.browser.test.ts',
  nodeResolve: { exportConditions: ['production', 'default'] },
  browsers: [
    chromeLauncher({
      launchOptions: { ...browser, headless: 'shell' },
      // Elements on one origin tell each other of logins and claims; test files that run side by side must not.
      createPage: async ({ context }) => (await context.browser().createBrowserContext()).newPage(),
    }),
  ],
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}tsconfig.json` }),
    { name: 'sandbox', serverStop: () => sandbox.close() },
  ],
  middleware: [anyAnswers(), fakeCarts()],
  testRunnerHtml: (framework) => `<!doctype html>
    <html lang="en">
      <head><title>Tests</title><meta name="viewport" content="width=device-width, initial-scale=1" /></head>
      <body>
        <script>globalThis.sandboxUrl = ${JSON.stringify(sandbox.url)};</script>
        <script type="module" src="${framework}"></script>
      </body>
    </html>`,
  // What the page says in the console is a test's business: see helpers/fixture.ts.
  filterBrowserLogs: () => false,
  reporters: [summaryReporter({ flatten: true }), countReporter()],
  // The thousands of any-answer.browser.test.ts may take longer than the usual two minutes on a busy machine.
  testsFinishTimeout: 300_000,
  // Written with `--coverage` only, and read by test/coverage.ts.
  coverageConfig: { include: ['src/**/*.ts'], reportDir: 'coverage/browser', reporters: ['lcovonly'] },
  testFramework: { config: { timeout: 10_000 } },
};
