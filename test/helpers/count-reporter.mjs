/** Prints a line for each browser test file, and one with the total: see file-lines.ts. */
import { relative } from 'node:path';
import { formatFile, isEmpty } from './file-lines.ts';

/** Mocha has no reasons for skipped tests, so a test's name ends with its reason: `prints the code (Firefox bug 1234)`. */
const reasonOf = (name) => /\(([^()]+)\)$/.exec(name)?.[1] ?? 'no reason given';

/** @returns {import('@web/test-runner').Reporter} */
export function countReporter() {
  /** The start of each session, and how long it took. */
  const started = new Map();
  const times = new Map();
  /** @param {import('@web/test-runner').TestSuiteResult | undefined} suite */
  const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

  /** @param {import('@web/test-runner').TestSession} session */
  function resultOf({ id, testFile, testResults, errors }) {
    const tests = testsOf(testResults);
    const run = tests.filter(({ skipped }) => !skipped);
    const passed = run.filter((test) => test.passed).length;
    return {
      file: relative(process.cwd(), testFile),
      ms: times.get(id) ?? 0,
      passed,
      // A session with errors outside its tests, such as a file that cannot be imported, is one more failure.
      failed: run.length - passed + (errors.length > 0 ? 1 : 0),
      leftOut: tests.filter(({ skipped }) => skipped).map(({ name }) => reasonOf(name)),
    };
  }

  return {
    start({ sessions }) {
      // The runner has already started the first ones.
      for (const { id } of sessions.all()) started.set(id, performance.now());
      sessions.on('session-status-updated', ({ id, status }) => {
        if (status === 'INITIALIZING') started.set(id, performance.now());
        if (status === 'FINISHED') times.set(id, performance.now() - started.get(id));
      });
    },
    onTestRunFinished({ sessions }) {
      const results = sessions.map(resultOf);
      // The runner leaves the cursor after the control codes of its progress, so the output starts on a new line.
      console.log(['', ...results.map(formatFile)].join('\n'));
      const sum = (count) => results.reduce((all, each) => all + count(each), 0);
      const failed = sum((each) => (isEmpty(each) ? 1 : each.failed));
      console.log(`browser tests: ${sum(({ passed }) => passed)} passed, ${failed} failed`);
      // The runner ends with `process.exit(0)` if only empty files failed.
      if (failed) process.once('exit', () => (process.exitCode = 1));
    },
  };
}
