/**
 * `npm test`: every check, one after the other, and one line at the end with the sum over all runners. A check that
 * is no test runner counts as one. A name or more as arguments run only those: `npm test -- lint node`.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
}

interface Check {
  name: string;
  command: string[];
  /** Reads the counts from what the runner printed; without it the exit code is the one test. */
  count?: (output: string) => Counts | undefined;
}

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const numberAfter = (pattern: RegExp, output: string) => Number(pattern.exec(output)?.[1] ?? Number.NaN);

function countNodeTests(output: string): Counts | undefined {
  const [tests, passed] = [/^ℹ tests (\d+)$/m, /^ℹ pass (\d+)$/m].map((each) => numberAfter(each, output));
  // Cancelled, skipped and to-do tests have not passed.
  return Number.isNaN(tests!) || Number.isNaN(passed!)
    ? undefined
    : { passed: passed!, failed: tests! - passed! };
}

function countBrowserTests(output: string): Counts | undefined {
  const line = /^browser tests: (\d+) passed, (\d+) failed$/m.exec(output);
  return line ? { passed: Number(line[1]), failed: Number(line[2]) } : undefined;
}

const nodeTests = (...patterns: string[]) => [
  process.execPath,
  '--test',
  '--test-reporter=spec',
  // A file counts as a test too, and the longest take two minutes on a busy machine.
  '--test-timeout=300000',
  ...patterns,
];

const checks: Check[] = [
  { name: 'format', command: [bin('prettier'), '--check', '--log-level=warn', '.'] },
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'lint', command: [bin('eslint'), '.'] },
  {
    name: 'structure',
    command: [bin('depcruise'), '--config', 'test/structure.config.mjs', 'src', 'build'],
  },
  {
    name: 'templates',
    // Its CSS checker does not know container queries.
    command: [
      bin('lit-analyzer'),
      'src/elements/**/*.ts',
      '--strict',
      '--maxWarnings',
      '0',
      '--rules.no-invalid-css',
      'off',
      // The built-in login of a claim comes with its own script.
      '--rules.no-missing-import',
      'off',
    ],
  },
  { name: 'contract', command: nodeTests('test/contract/*.test.ts'), count: countNodeTests },
  {
    name: 'node',
    command: nodeTests('test/{api,elements,helpers,sandbox}/**/!(*.browser).test.ts'),
    count: countNodeTests,
  },
  { name: 'gateway', command: nodeTests('test/gateway/**/*.test.ts'), count: countNodeTests },
  { name: 'browser', command: [bin('wtr'), '--config', 'test/wtr.config.mjs'], count: countBrowserTests },
  { name: 'gallery', command: nodeTests('test/gallery/*.test.ts'), count: countNodeTests },
  { name: 'shopper', command: nodeTests('test/{e2e,ssr}/*.test.ts'), count: countNodeTests },
  { name: 'pages', command: nodeTests('test/{cdn,docs,embed}/*.test.ts'), count: countNodeTests },
  { name: 'shops', command: nodeTests('test/shops/*.test.ts'), count: countNodeTests },
  { name: 'shopify', command: nodeTests('test/shopify/*.test.ts'), count: countNodeTests },
  { name: 'wordpress', command: nodeTests('test/wordpress/*.test.ts'), count: countNodeTests },
  { name: 'size', command: ['npm', 'run', 'size'] },
  { name: 'unused', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'package', command: nodeTests('test/package/*.test.ts'), count: countNodeTests },
  { name: 'consumers', command: nodeTests('test/consumers/*.test.ts'), count: countNodeTests },
];

function run({ command }: Check): Promise<{ ok: boolean; output: string }> {
  // Without colour the counts can be read; `shell: false`, so that no pattern is expanded on the way.
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const [file, ...rest] = command;
  const child = spawn(file!, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      to.write(chunk);
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** What a runner said of what failed: the part under its own heading, or the last lines where it has none. */
function failuresIn(output: string): string {
  const heading = /^(?:Errors Reported in Tests:|✖ failing tests:)$/m.exec(output);
  const lines = output
    .slice(heading?.index ?? 0)
    .trimEnd()
    .split('\n');
  return (heading ? lines.slice(0, 100) : lines.slice(-30)).join('\n');
}

const hasProgram = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length) {
  console.error(
    `No check is called ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const total: Counts = { passed: 0, failed: 0 };
const broken: { name: string; failures: string }[] = [];
const isWanted = (name: string) => !wanted.length || wanted.includes(name);
for (const check of checks.filter(({ name }) => isWanted(name))) {
  console.log(`\n── ${check.name}`);
  const { ok, output } = await run(check);
  // Without counts a runner has shown nothing, so that a changed report cannot hide its tests.
  const counts = check.count
    ? (check.count(output) ?? { passed: 0, failed: 1 })
    : { passed: Number(ok), failed: Number(!ok) };
  // A runner that fails although all of its tests pass (a crash, an error outside a test) is a failure too.
  if (!ok && counts.failed === 0) counts.failed = 1;
  // One that found no tests has shown nothing.
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  if (counts.failed) broken.push({ name: check.name, failures: failuresIn(output) });
  total.passed += counts.passed;
  total.failed += counts.failed;
}

if (isWanted('wordpress') && !hasProgram('php'))
  console.log('\nThere is no php here: the tests of the WordPress plugin that run it did not run.');
if (isWanted('gateway') && !hasProgram('redis-server'))
  console.log('\nThere is no redis-server here: the tests of the gateway against Redis did not run.');
// Once more at the end, because thousands of lines stand between a failure and whoever reads the last ones.
for (const { name, failures } of broken) console.log(`\n── Failed: ${name}\n${failures}`);
console.log(
  broken.length ? `\nFailed: ${broken.map(({ name }) => name).join(', ')}` : '\nAll checks passed.',
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
