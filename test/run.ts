/**
 * `npm test`: every check, two at a time, and one line at the end with the total.
 *
 * `npm test -- lint node` runs only these checks, and `npm test -- browser:otp-login` only the files of a check whose path
 * contains that text.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from './helpers/file-lines.ts';

interface Check {
  name: string;
  /** Runs only if it is requested by name. */
  isExtra?: true;
  /**
   * A program that runs the files, or only those in `--files`; Node's test runner by default. Without files, its exit code
   * is the only test.
   */
  command?: string[];
  env?: Record<string, string>;
  /** A pattern of test files. */
  files?: string;
  /** Milliseconds that one file may take. */
  timeout?: number;
}

interface Result {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  files: ReturnType<typeof readFiles>;
  /** Empty if nothing failed. */
  report: string;
}

const root = join(import.meta.dirname, '..');
process.chdir(root);
const bin = (name: string) => join('node_modules/.bin', name);
const caches = 'node_modules/.cache';

const MINUTE = 60_000;
/** The longest time for a check: one that hangs must fail. The long tests may take as long as they need. */
const LIMIT = 40 * MINUTE;

const nodeTests = [
  '--test',
  '--import=./test/helpers/end-of-file.ts',
  // Files of a check that run at the same time.
  '--test-concurrency=2',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=./test/helpers/node-reporter.ts',
  '--test-reporter-destination=stdout',
];

/** In starting order: the longest ones first. */
const checks: Check[] = [
  // The slowest part of many tests, done once.
  { name: 'build', command: [process.execPath, 'test/helpers/build-all.ts'] },
  {
    name: 'browser',
    command: [bin('wtr'), '--config', 'test/wtr.config.mjs'],
    files: 'test/**/!(*.soak).browser.test.ts',
  },
  { name: 'gateway', files: 'test/gateway/**/!(*.soak).test.ts' },
  { name: 'shops', files: 'test/shops/!(*.soak).test.ts' },
  { name: 'pages', files: 'test/{cdn,docs,embed}/!(*.soak).test.ts' },
  { name: 'shopper', files: 'test/{e2e,ssr,journeys}/!(*.soak).test.ts' },
  {
    name: 'node',
    files: 'test/{api,elements,helpers,sandbox}/**/!(*.browser|*.soak|*.soak.browser).test.ts',
  },
  { name: 'gallery', files: 'test/gallery/!(*.soak).test.ts' },
  { name: 'consumers', files: 'test/consumers/!(*.soak).test.ts' },
  { name: 'release', files: 'test/release/*.test.ts', timeout: 10 * MINUTE },
  { name: 'site', files: 'test/site/*.test.ts' },
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'shopify', files: 'test/shopify/!(*.soak).test.ts' },
  { name: 'wordpress', files: 'test/wordpress/!(*.soak).test.ts' },
  { name: 'package', files: 'test/package/!(*.soak).test.ts' },
  {
    name: 'spelling',
    command: [
      bin('cspell'),
      '--config=docs/site/cspell.json',
      '--no-progress',
      '--cache',
      `--cache-location=${caches}/cspell`,
      'docs/**/*.md',
      'README.md',
      'CONTRIBUTING.md',
    ],
  },
  { name: 'lint', command: ['npm', 'run', 'lint'] },
  { name: 'contract', files: 'test/contract/!(*.soak).test.ts' },
  { name: 'workflows', files: 'test/workflows/*.test.ts' },
  {
    name: 'templates',
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
  { name: 'size', command: ['npm', 'run', 'size'] },
  { name: 'unused', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  {
    name: 'structure',
    command: [bin('depcruise'), '--config', 'test/structure.config.mjs', 'src', 'build'],
  },
  {
    name: 'firefox',
    isExtra: true,
    command: [bin('wtr'), '--config', 'test/engines/wtr.config.mjs'],
    env: { ENGINE: 'firefox' },
    files: 'test/**/!(*.soak).browser.test.ts',
  },
  {
    name: 'webkit',
    isExtra: true,
    command: [bin('wtr'), '--config', 'test/engines/wtr.config.mjs'],
    env: { ENGINE: 'webkit' },
    files: 'test/**/!(*.soak).browser.test.ts',
  },
  { name: 'journey', isExtra: true, files: 'test/engines/*.test.ts' },
  { name: 'screen-reader', isExtra: true, files: 'test/screen-reader/*.test.ts' },
  { name: 'soak', isExtra: true, files: '{test,bench}/**/*.soak.test.ts', timeout: 60 * MINUTE },
  {
    name: 'browser-soak',
    isExtra: true,
    command: [bin('wtr'), '--config', 'test/wtr.config.mjs'],
    env: { SOAK: '1' },
    files: 'test/**/*.soak.browser.test.ts',
  },
];

/** The part of a runner's output under the heading of its failures, or the last lines if there is no heading. */
function failuresIn(output: string): string {
  const heading = /^(?:Errors Reported in Tests:|✖ failing tests:)$/m.exec(output);
  const lines = output
    .slice(heading?.index ?? 0)
    .trimEnd()
    .split('\n');
  return (heading ? lines.slice(0, 100) : lines.slice(-30)).join('\n');
}

/** The command of a check with its test files; Node's own runner if the check has none. */
function commandOf({ command, timeout = 5 * MINUTE }: Check, files: string[], isAll: boolean): string[] {
  if (!command) return [process.execPath, ...nodeTests, `--test-timeout=${timeout}`, ...files];
  return isAll ? command : [...command, '--files', ...files];
}

function run(
  [program, ...words]: string[],
  env: Check['env'],
  limit: number | undefined,
): Promise<{ isOk: boolean; output: string }> {
  const child = spawn(program!, words, {
    timeout: limit,
    env: {
      ...process.env,
      // The output is read without colours.
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      // Hundreds of processes load the same modules.
      NODE_COMPILE_CACHE: join(root, caches, 'node'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isOk: false, output: String(error) }));
    child.on('close', (code) => resolve({ isOk: code === 0, output }));
  });
}

async function runCheck(check: Check, filter: string): Promise<Result> {
  const start = performance.now();
  const wanted = globSync(check.files ?? []).filter((file) => file.includes(filter));
  const { isOk, output } =
    check.files && !wanted.length
      ? { isOk: false, output: `No file of ${check.files} has "${filter}" in its path.` }
      : await run(commandOf(check, wanted.sort(), !filter), check.env, check.isExtra ? undefined : LIMIT);
  const files = check.files ? readFiles(output) : [];
  const sum = (key: 'passed' | 'failed') => files.reduce((total, file) => total + file[key], 0);
  const isComplete = wanted.every((file) => files.some((each) => each.file === file));
  const result: Result = {
    name: check.name,
    passed: check.files ? sum('passed') : Number(isOk),
    // A runner that exits with an error although all of its tests passed, or that left out a file, has also failed.
    failed: sum('failed') || Number(!isOk || !isComplete),
    seconds: (performance.now() - start) / 1000,
    files,
    report: '',
  };
  if (result.failed) result.report = failuresIn(output);
  for (const line of output.match(/^.*\bSEED=\d+.*$/gm) ?? []) console.log(line);
  const { name, passed, failed, seconds } = result;
  console.log(`${failed ? '✖' : '✔'} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  return result;
}

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
const chosen = checks.filter(({ name, isExtra }) => (wanted.size ? wanted.has(name) : !isExtra));
const waiting = [...chosen];
const results: Result[] = [];
async function work(): Promise<void> {
  for (let check; (check = waiting.shift());)
    results.push(await runCheck(check, wanted.get(check.name) ?? ''));
}
await Promise.all([work(), work()]);

const files = results.flatMap((result) => result.files);
const leftOut = files.filter((file) => file.leftOut);
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
const isStrict = Boolean(process.env['CI']);
const failed = sum('failed') + (isStrict ? leftOut.length : 0);
const inSeconds = (seconds: number, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;

for (const { name, report } of results) if (report) console.log(`\n── Failed: ${name}\n${report}`);
console.log('\nThe time of each check:');
for (const { name, seconds } of results.toSorted((a, b) => b.seconds - a.seconds))
  console.log(inSeconds(seconds, name));
console.log('\nThe slowest files:');
for (const { file, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
  console.log(inSeconds(ms / 1000, file));
if (leftOut.length) console.log(`\nLeft out${isStrict ? ', which is a failure with CI=true' : ''}:`);
for (const { file, leftOut: count, reasons } of leftOut)
  console.log(`  ${count} tests of ${file}: ${reasons.join('; ')}`);
const broken = results.filter((result) => result.failed).map(({ name }) => name);
console.log(broken.length ? `\nFailed: ${broken.join(', ')}` : '\nAll checks passed.');
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
