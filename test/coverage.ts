/**
 * `npm run coverage`: the lines of each file in src/ that all tests run together: in Node, in the browser, and in pages with
 * the built files. Test files as arguments run only those: `npm run coverage -- test/api/*.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const LOW = 80;
/** These test the packed package, need other browsers, or repeat other tests. */
const otherTests = ['test/{consumers,package,engines}/**', 'test/**/*.soak.*'];

const given = process.argv.slice(2);
const files = given.length ? given : globSync('test/**/*.test.ts', { cwd: root, exclude: otherTests });
const isForBrowser = (file: string) => file.endsWith('.browser.test.ts');
const browserFiles = files.filter(isForBrowser);
const nodeFiles = files.filter((file) => !isForBrowser(file));

const nodeReport = 'coverage/node/lcov.info';

function run(...command: string[]): boolean {
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Whether all tests passed; a failed test may end before the lines that it is about. */
function runTests(): boolean {
  rmSync(join(root, 'coverage'), { recursive: true, force: true });
  mkdirSync(join(root, 'coverage/node'), { recursive: true });
  const inNode =
    nodeFiles.length === 0 ||
    run(
      '--test',
      '--import=./test/helpers/page-coverage.ts',
      '--experimental-test-coverage',
      '--test-coverage-include=src/**/*.ts',
      '--test-reporter=lcov',
      `--test-reporter-destination=${nodeReport}`,
      '--test-reporter=./test/helpers/node-reporter.ts',
      '--test-reporter-destination=stdout',
      ...nodeFiles,
    );
  const wtr = ['node_modules/.bin/wtr', '--config', 'test/wtr.config.mjs', '--coverage'];
  const inBrowser = browserFiles.length === 0 || run(...wtr, '--files', ...browserFiles);
  return inNode && inBrowser;
}

/** The lines that ran, by file. A file may have several sections, such as one for each address it is imported from. */
function readLcov(report: string, covered: Map<string, Set<number>>): void {
  for (const section of readFileSync(join(root, report), 'utf8').split('end_of_record')) {
    const file = /^SF:(.+)$/m.exec(section)?.[1];
    if (!file) continue;
    const name = relative(root, join(root, file));
    const lines = covered.get(name) ?? new Set();
    covered.set(name, lines);
    for (const [, line] of section.matchAll(/^DA:(\d+),[1-9]/gm)) lines.add(Number(line));
  }
}

/** The lines with code, without types and imports. The runners count all lines; a bundler leaves no imports. */
function linesOf(file: string): Set<number> {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const lines = new Set<number>();
  const isNoCode = (node: ts.Node) =>
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true);
  const visit = (node: ts.Node): void => {
    if (isNoCode(node)) return;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    children.forEach(visit);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.EndOfFileToken)
      lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  };
  visit(source);
  return lines;
}

/** `3, 7-9` */
function rangesOf(lines: number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

interface Row {
  file: string;
  all: number;
  missing: number[];
}

const shareOf = ({ all, missing }: Row) => (100 * (all - missing.length)) / all;

function format(row: Row): string {
  const lines = `${row.all - row.missing.length}/${row.all}`;
  return `${shareOf(row).toFixed(1).padStart(6)} %  ${lines.padStart(11)}  ${row.file}`;
}

const passed = runTests();
const covered = new Map<string, Set<number>>();
for (const report of globSync('coverage/**/*.info', { cwd: root })) readLcov(report, covered);
const rows = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file): Row => {
    const lines = [...linesOf(file)];
    return { file, all: lines.length, missing: lines.filter((line) => !covered.get(file)?.has(line)) };
  })
  .filter(({ all }) => all > 0)
  .sort((a, b) => shareOf(a) - shareOf(b) || a.file.localeCompare(b.file));
const total: Row = {
  file: 'all files',
  all: rows.reduce((sum, { all }) => sum + all, 0),
  missing: rows.flatMap(({ missing }) => missing),
};

console.log('\nLines of code that ran:');
for (const row of [...rows, total]) console.log(format(row));
const low = rows.filter((row) => shareOf(row) < LOW);
console.log(
  low.length ? `\nBelow ${LOW} %, with the lines that did not run:` : `\nNo file is below ${LOW} %.`,
);
for (const row of low) console.log(`${format(row)}: ${rangesOf(row.missing)}`);
if (!passed) {
  console.log('\nTests failed: the numbers may be too low.');
  process.exitCode = 1;
}
