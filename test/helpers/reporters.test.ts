import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findBrowser } from './browser.ts';
import { readFiles } from './file-lines.ts';

const root = join(import.meta.dirname, '../..');
const helper = (file: string) => JSON.stringify(join(import.meta.dirname, file));
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'reporters-'));
  mkdirSync(join(folder, 'test'));
});
after(() => rmSync(folder, { recursive: true }));

/** Runs the program on test files with this code. */
function run(command: string[], code: Record<string, string>) {
  for (const [file, text] of Object.entries(code)) writeFileSync(join(folder, 'test', file), text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...command, ...Object.keys(code).map((file) => `test/${file}`)],
    // With this variable, Node would treat the run as part of this one.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  );
  const files = readFiles(stdout).toSorted((a, b) => a.file.localeCompare(b.file));
  for (const { ms } of files) assert.ok(ms > 0);
  return { status, stdout, output: stdout + stderr, files: files.map(({ ms: _, ...counts }) => counts) };
}

const none = { passed: 0, failed: 0, leftOut: 0, reasons: [] };

const reporter = ['--test', `--test-reporter=${join(import.meta.dirname, 'node-reporter.ts')}`];

describe('The line for each file of Node tests', () => {
  const imports = `import { describe, test } from 'node:test';\n`;
  const good = `${imports} describe('Sums', () => { test('add up', () => {}); test('are numbers', () => {}); });`;

  test('counts what passed and failed, and gives the reasons of what was left out', () => {
    const { status, output, files } = run(reporter, {
      'good.test.mjs': good,
      'mixed.test.mjs': `${imports}
        describe('A store', () => {
          test('reads', () => {});
          test('writes', () => { throw new Error('broken'); });
          test('expires', { skip: 'no redis-server' }, () => {});
          test('replicates', { skip: 'no redis-server' }, () => {});
        });
        describe('A proxy', { skip: 'no nginx' }, () => test('passes on', () => {}));
        test('is fast', { todo: true }, () => { throw new Error('slow'); });`,
    });
    assert.deepEqual(
      files,
      [
        { ...none, file: 'test/good.test.mjs', passed: 2 },
        {
          file: 'test/mixed.test.mjs',
          passed: 1,
          failed: 1,
          leftOut: 4,
          reasons: ['no redis-server', 'no nginx', 'no reason given'],
        },
      ],
      output,
    );
    assert.equal(status, 1);
  });

  test('is a failure where the file registers no test, crashes or ends its process', () => {
    const empty = run(reporter, {
      'empty.test.mjs': `${imports} if (process.env.NO_SUCH_VARIABLE) test('adds up', () => {});`,
    });
    assert.deepEqual(empty.files, [{ ...none, file: 'test/empty.test.mjs', failed: 1 }], empty.output);
    assert.match(empty.stdout, /, no tests$/m);
    assert.equal(empty.status, 1);

    const { files, output } = run(reporter, {
      'crash.test.mjs': `import './missing.mjs';`,
      'exit.test.mjs': `${imports} test('ends the process', () => process.exit(1));`,
      'good.test.mjs': good,
    });
    assert.deepEqual(
      files,
      [
        { ...none, file: 'test/crash.test.mjs', failed: 1 },
        { ...none, file: 'test/exit.test.mjs', failed: 1 },
        { ...none, file: 'test/good.test.mjs', passed: 2 },
      ],
      output,
    );
  });
});

test('A test file ends although its failed preparation left a server open', () => {
  const { status, output, files } = run(
    [...reporter, `--import=${join(import.meta.dirname, 'end-of-file.ts')}`],
    {
      'open.test.mjs': `
      import { createServer } from 'node:http';
      import { after, before, mock, test } from 'node:test';

      before(() => {
        createServer().listen(0);
        mock.timers.enable({ apis: ['setTimeout'] });
        throw new Error('no browser');
      });
      test('opens a page', () => {});
      after(() => setImmediate(() => mock.timers.tick(30_000)));`,
    },
  );
  assert.deepEqual(files, [{ ...none, file: 'test/open.test.mjs', failed: 1 }], output);
  assert.equal(status, 1);
});

describe('The line for each file of browser tests', () => {
  let wtr: string[];

  before(async () => {
    const { executablePath, args, env } = await findBrowser();
    const config = join(folder, 'wtr.config.mjs');
    writeFileSync(
      config,
      `import { chromeLauncher } from ${JSON.stringify(import.meta.resolve('@web/test-runner-chrome'))};
      import { countReporter } from ${helper('count-reporter.mjs')};
      const launchOptions = ${JSON.stringify({ executablePath, args, env, headless: 'shell' })};
      export default { browsers: [chromeLauncher({ launchOptions })], reporters: [countReporter()] };`,
    );
    wtr = [join(root, 'node_modules/.bin/wtr'), '--config', config, '--files'];
  });

  test('counts what passed and failed, and gives the reasons of what was left out', () => {
    const { status, stdout, output, files } = run(wtr, {
      'broken.js': `import './missing.js';`,
      'good.js': `it('adds up', () => {});`,
      'mixed.js': `
        describe('A page', () => {
          it('opens', () => {});
          it('closes', () => { throw new Error('broken'); });
          it.skip('prints (Firefox bug 1234)', () => {});
          it.skip('scrolls', () => {});
        });`,
    });
    assert.deepEqual(
      files,
      [
        { ...none, file: 'test/broken.js', failed: 1 },
        { ...none, file: 'test/good.js', passed: 1 },
        {
          file: 'test/mixed.js',
          passed: 1,
          failed: 1,
          leftOut: 2,
          reasons: ['Firefox bug 1234', 'no reason given'],
        },
      ],
      output,
    );
    assert.match(stdout, /^browser tests: 2 passed, 2 failed$/m);
    assert.equal(status, 1);
  });

  test('is a failure where the file registers no test', () => {
    const { status, stdout, output, files } = run(wtr, {
      'empty.js': `if (location.hash === '#all') it('adds up', () => {});`,
      'good.js': `it('adds up', () => {});`,
    });
    assert.deepEqual(
      files,
      [
        { ...none, file: 'test/empty.js', failed: 1 },
        { ...none, file: 'test/good.js', passed: 1 },
      ],
      output,
    );
    assert.match(stdout, /, no tests$/m);
    assert.match(stdout, /^browser tests: 1 passed, 1 failed$/m);
    assert.equal(status, 1);
  });
});
