/** A reporter for the browser runner that prints one line to be summed: see test/run.ts. */

/** @returns {import('@web/test-runner').Reporter} */
export function countReporter() {
  /** @param {import('@web/test-runner').TestSuiteResult | undefined} suite */
  const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];
  return {
    onTestRunFinished({ sessions }) {
      const tests = sessions.flatMap(({ testResults }) => testsOf(testResults));
      const passed = tests.filter((test) => test.passed && !test.skipped).length;
      // A session with errors outside its tests, such as a file that cannot be imported, is one more failure.
      const broken = sessions.filter(({ errors }) => errors.length > 0).length;
      console.log(`browser tests: ${passed} passed, ${tests.length - passed + broken} failed`);
    },
  };
}
