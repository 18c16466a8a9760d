/**
 * `npm test`: every check, and one line at the end with the sum. Checks that need a browser wait in one queue, all others in
 * a second one; both run at the same time.
 *
 * `npm test -- lint node` runs only these checks, and `npm test -- browser:otp-login` only the files of a check whose path
 * contains that text.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runNodeTests, type FileResult } from './helpers/node-tests.ts';

interface Check {
  name: string;
  /** Left out: it does not run unless it is asked for by its name. */
  queue?: 'browser' | 'plain';
  /** A program whose exit code is the one test, unless it prints the results of its files. */
  command?: string[];
  env?: Record<string, string>;
  /** Patterns of test files. They are arguments of the command if there is one. */
  files?: string;
  /** Milliseconds that one file may take. */
  timeout?: number;
}

interface Result {
  name: string;
  passed: number;
  failed: number;
  leftOut: string[];
  seconds: number;
  /** Empty if nothing failed. */
  report: string;
}

const root = join(import.meta.dirname, '..');
process.chdir(root);
const bin = (name: string) => join('node_modules/.bin', name);
const caches = 'node_modules/.cache';

/** Files of a check that run at the same time. */
const CONCURRENCY = 2;
const MINUTE = 60_000;

const checks: Check[] = [
  // The slowest part of many tests, done once.
  { name: 'build', queue: 'browser', command: [process.execPath, 'test/helpers/build-all.ts'] },
  {
    name: 'browser',
    queue: 'browser',
    command: [bin('wtr'), '--config', 'test/wtr.config.mjs'],
    files: 'test/**/!(*.soak).browser.test.ts',
  },
  { name: 'shops', queue: 'browser', files: 'test/shops/!(*.soak).test.ts' },
  { name: 'pages', queue: 'browser', files: 'test/{cdn,docs,embed}/!(*.soak).test.ts' },
  { name: 'shopper', queue: 'browser', files: 'test/{e2e,ssr,journeys}/!(*.soak).test.ts' },
  { name: 'gallery', queue: 'browser', files: 'test/gallery/!(*.soak).test.ts' },
  { name: 'shopify', queue: 'browser', files: 'test/shopify/!(*.soak).test.ts' },
  { name: 'wordpress', queue: 'browser', files: 'test/wordpress/!(*.soak).test.ts' },
  { name: 'package', queue: 'browser', files: 'test/package/!(*.soak).test.ts' },
  { name: 'consumers', queue: 'browser', files: 'test/consumers/!(*.soak).test.ts' },
  {
    name: 'format',
    queue: 'plain',
    command: [
      bin('prettier'),
      '--check',
      '--log-level=warn',
      '--cache',
      `--cache-location=${caches}/prettier`,
      '.',
    ],
  },
  {
    name: 'types',
    queue: 'plain',
    command: [
      bin('tsc'),
      '-p',
      'tsconfig.json',
      '--incremental',
      '--tsBuildInfoFile',
      `${caches}/tsbuildinfo`,
    ],
  },
  {
    name: 'lint',
    queue: 'plain',
    command: [bin('eslint'), '--cache', '--cache-location', `${caches}/eslint`, '.'],
  },
  {
    name: 'structure',
    queue: 'plain',
    command: [bin('depcruise'), '--config', 'test/structure.config.mjs', 'src', 'build'],
  },
  {
    name: 'templates',
    queue: 'plain',
    command: [
      bin('lit-analyzer'),
      'src/elements/**/*.ts',
      '--strict',
      '--maxWarnings',
      '0',
      // Its CSS checker does not know container queries.
      '--rules.no-invalid-css',
      'off',
      // The built-in login of a claim comes with its own script.
      '--rules.no-missing-import',
      'off',
    ],
  },
  { name: 'unused', queue: 'plain', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'size', queue: 'plain', command: ['npm', 'run', 'size'] },
  { name: 'contract', queue: 'plain', files: 'test/contract/!(*.soak).test.ts' },
  { name: 'gateway', queue: 'plain', files: 'test/gateway/**/!(*.soak).test.ts' },
  {
    name: 'node',
    queue: 'plain',
    files: 'test/{api,elements,helpers,sandbox}/**/!(*.browser|*.soak|*.soak.browser).test.ts',
  },
  { name: 'soak', files: '{test,bench}/**/*.soak.test.ts', timeout: 60 * MINUTE },
];

type OnFile = (result: Omit<FileResult, 'report' | 'diagnostics'>) => void;

/** A line of a program that runs test files, such as `file: test/a.test.ts 1234 ms, 12 passed, 0 failed`. */
const FILE_LINE = /^file: (\S+) (\d+) ms, (\d+) passed, (\d+) failed/gm;

/** The part of a runner's output under the heading of its failures, or the last lines where it has none. */
function failuresIn(output: string): string {
  const heading = /^Errors Reported in Tests:$/m.exec(output);
  const lines = output
    .slice(heading?.index ?? 0)
    .trimEnd()
    .split('\n');
  return (heading ? lines.slice(0, 100) : lines.slice(-30)).join('\n');
}

async function runCommand({ command, env }: Check, files: string[], onFile: OnFile): Promise<string> {
  const [program, ...words] = command!;
  const child = spawn(program!, files.length ? [...words, '--files', ...files] : words, {
    // The output is read without colours.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isOk = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => resolve(((output += String(error)), false)));
    child.on('close', (code) => resolve(code === 0));
  });
  const lines = files.length ? [...output.matchAll(FILE_LINE)] : [];
  let failed = 0;
  for (const [, file, milliseconds, passes, failures] of lines) {
    failed += Number(failures);
    onFile({
      file: file!,
      milliseconds: Number(milliseconds),
      passed: Number(passes),
      failed: Number(failures),
      leftOut: [],
    });
  }
  // A program that ends badly although all of its tests passed has failed too, and so has one that ran too few files.
  const missing = files.length - lines.length;
  if (!files.length || (!isOk && !failed) || missing)
    onFile({
      file: '',
      milliseconds: 0,
      passed: Number(isOk && !missing),
      failed: Number(!isOk || missing > 0),
      leftOut: [],
    });
  return isOk && !missing ? '' : failuresIn(output);
}

async function runCheck(check: Check, filter: string): Promise<Result> {
  const start = performance.now();
  const { name, timeout = 5 * MINUTE } = check;
  const result: Result = { name, passed: 0, failed: 0, leftOut: [], seconds: 0, report: '' };
  const files = check.files
    ? globSync(check.files)
        .filter((file) => file.includes(filter))
        .sort()
    : [];
  const onFile: OnFile = (file) => {
    result.passed += file.passed;
    result.failed += file.failed;
    result.leftOut.push(...file.leftOut.map((reason) => `${file.file}: ${reason}`));
    if (file.file) slowest.push(file);
  };
  if (check.command) result.report = await runCommand(check, files, onFile);
  else
    await runNodeTests(files, {
      concurrency: CONCURRENCY,
      timeout,
      onFile: (file) => {
        onFile(file);
        console.log(`  ${file.failed ? '✖' : '✔'} ${file.file} ${secondsOf(file.milliseconds)}`);
        for (const line of file.diagnostics) console.log(`    ${line}`);
        result.report += file.report;
      },
    });
  if (result.passed + result.failed + result.leftOut.length === 0) {
    result.failed = 1;
    result.report = `There is no test file for ${check.files}${filter && ` with ${filter} in its path`}.`;
  }
  result.seconds = (performance.now() - start) / 1000;
  console.log(
    `${result.failed ? '✖' : '✔'} ${name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s`,
  );
  return result;
}

const slowest: Pick<FileResult, 'file' | 'milliseconds'>[] = [];
const secondsOf = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** The checks that the arguments name, and the text that the paths of their files contain. */
const wanted = new Map<string, string>();
for (const argument of process.argv.slice(2)) {
  const [name = '', filter = ''] = argument.split(':', 2);
  wanted.set(name, filter);
}
const unknown = [...wanted.keys()].filter((name) => !checks.some((check) => check.name === name));
if (unknown.length) {
  console.error(
    `No check is called ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const chosen = checks.filter(({ name, queue }) => (wanted.size ? wanted.has(name) : queue));
const results: Result[] = [];
await Promise.all(
  [(check: Check) => check.queue === 'browser', (check: Check) => check.queue !== 'browser'].map(
    async (isInQueue) => {
      for (const check of chosen.filter(isInQueue))
        results.push(await runCheck(check, wanted.get(check.name) ?? ''));
    },
  ),
);

const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
const leftOut = results.flatMap((result) => result.leftOut);
const isStrict = Boolean(process.env['CI']);
const failed = sum('failed') + (isStrict ? leftOut.length : 0);

for (const { name, report } of results) if (report) console.log(`\n── Failed: ${name}\n${report}`);
console.log('\nChecks by their time:');
for (const { name, seconds } of results.toSorted((a, b) => b.seconds - a.seconds))
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
console.log('\nThe slowest files:');
for (const { file, milliseconds } of slowest.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10))
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${file}`);
if (leftOut.length) {
  console.log(
    `\n${leftOut.length} tests were left out${isStrict ? ', which is a failure with CI=true' : ''}:`,
  );
  for (const line of new Set(leftOut)) console.log(`  ${line}`);
}
const broken = results.filter((result) => result.failed).map(({ name }) => name);
console.log(broken.length ? `\nFailed: ${broken.join(', ')}` : '\nAll checks passed.');
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
