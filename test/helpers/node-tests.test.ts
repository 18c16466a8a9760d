import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { FileResult } from './node-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'node-tests-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs a file with these lines, which may use `test` and `assert`. */
async function resultOf(name: string, ...lines: string[]): Promise<FileResult> {
  const file = join(folder, `${name}.test.mjs`);
  const imports = "import { test } from 'node:test'; import assert from 'node:assert/strict';";
  writeFileSync(file, [imports, ...lines].join('\n'));
  // In a process of its own: a test cannot run tests.
  const program = join(folder, 'program.mjs');
  const code = `import { runNodeTests } from ${JSON.stringify(join(import.meta.dirname, 'node-tests.ts'))};
    const results = [];
    const onFile = (result) => results.push(result);
    await runNodeTests([${JSON.stringify(file)}], { concurrency: 1, timeout: 60_000, onFile });
    console.log(JSON.stringify(results));`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  writeFileSync(program, code);
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const results = JSON.parse(stdout) as FileResult[];
  assert.deepEqual(
    results.map((each) => each.file),
    [relative('', file)],
  );
  return results[0]!;
}

describe('A file of tests', () => {
  test('counts each test, and gives diagnostics', async () => {
    const { passed, failed, report, diagnostics } = await resultOf(
      'good',
      "test('one', (t) => t.diagnostic('seed 42'));",
      "test('group', async (t) => { await t.test('two', () => {}); });",
    );
    assert.deepEqual({ passed, failed, report }, { passed: 3, failed: 0, report: '' });
    assert.deepEqual(diagnostics, ['seed 42']);
  });

  test('reports the name and the error of a failed test, and all that the file printed', async () => {
    const { passed, failed, report } = await resultOf(
      'bad',
      "console.log('a hint');",
      "test('adds', () => assert.equal(1 + 1, 3));",
      "test('passes', () => {});",
    );
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
    assert.match(report, /✖ adds\n.*bad\.test\.mjs:3\n.*\n[^]*2 !== 3[^]*a hint/);
  });

  test('has failed if it has no test', async () => {
    const { passed, failed, report } = await resultOf('empty');
    assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
    assert.match(report, /has no test/);
  });

  test('has failed if it breaks outside of its tests', async () => {
    const { failed, report } = await resultOf(
      'broken',
      "test('fine', () => {});",
      "throw new Error('crash');",
    );
    assert.ok(failed > 0);
    assert.match(report, /crash/);
  });

  test('gives the reasons of the tests that are left out, which have not passed', async () => {
    const { passed, failed, leftOut } = await resultOf(
      'partial',
      "test('needs it', { skip: 'the program is not installed' }, () => {});",
      "test.todo('later');",
    );
    assert.deepEqual(
      { passed, failed, leftOut },
      { passed: 0, failed: 1, leftOut: ['the program is not installed'] },
    );
  });
});
