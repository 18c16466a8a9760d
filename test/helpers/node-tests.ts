/** Runs files of `node:test` side by side, each in a process of its own. */
import { relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

export interface FileResult {
  /** Relative to the working directory. */
  file: string;
  milliseconds: number;
  passed: number;
  /** Includes cancelled tests and those marked as to do. */
  failed: number;
  /** The reason of each skipped test. */
  leftOut: string[];
  /** Names and errors of the tests that failed, and then all that the file printed. */
  report: string;
  /** The lines of `t.diagnostic()`, such as a seed. */
  diagnostics: string[];
}

interface NodeTestOptions {
  /** Files that run at the same time. */
  concurrency: number;
  /** Milliseconds that one file may take. */
  timeout: number;
  onFile: (result: FileResult) => void;
}

interface Failure {
  name: string;
  line?: number | undefined;
  file?: string | undefined;
  details: { error: Error; type?: string | undefined };
}

/** The error that a test threw; the runner wraps it in one of its own. */
function describeFailure({ name, file, line, details }: Failure): string {
  const { cause = details.error } = details.error;
  const error = typeof cause === 'string' ? cause : inspect(cause);
  return `✖ ${name}\n  ${relative('', file ?? '')}:${line}\n${error.replace(/^/gm, '  ')}\n`;
}

/** A file that fails outside of its tests, or has none, counts as a failure. */
export async function runNodeTests(
  files: string[],
  { concurrency, timeout, onFile }: NodeTestOptions,
): Promise<void> {
  const results = new Map<string, FileResult & { printed: string }>();
  const resultOf = (path: string) => {
    const file = relative('', path);
    const empty = { milliseconds: 0, passed: 0, failed: 0, leftOut: [], diagnostics: [] };
    if (!results.has(file)) results.set(file, { ...empty, file, report: '', printed: '' });
    return results.get(file)!;
  };
  const finish = (path: string, milliseconds: number) => {
    const { printed, ...result } = resultOf(path);
    if (result.passed + result.failed + result.leftOut.length === 0) {
      result.failed = 1;
      result.report += '✖ The file has no test.\n';
    }
    onFile({ ...result, milliseconds, report: result.failed ? result.report + printed : '' });
  };
  for await (const { type, data } of run({ files, concurrency, timeout, isolation: 'process' })) {
    // Only events from inside a file have an entry file. One about the file as a whole means that it crashed or is empty.
    const { entryFile } = data as { entryFile?: string };
    if (type === 'test:stdout' || type === 'test:stderr') {
      resultOf(data.file ?? '').printed += String(data.message);
    } else if (type === 'test:diagnostic') {
      if (entryFile) resultOf(entryFile).diagnostics.push(data.message);
    } else if (type === 'test:summary') {
      if (data.file) finish(data.file, data.duration_ms);
    } else if (type === 'test:pass' || type === 'test:fail') {
      const result = resultOf(entryFile ?? data.name);
      const isLeaf = data.details.type !== 'suite';
      if (type === 'test:fail') {
        if (isLeaf || result.failed === 0) result.report += describeFailure(data as Failure);
        if (isLeaf) result.failed += 1;
      } else if (isLeaf && entryFile) {
        if (data.todo !== undefined) result.failed += 1;
        else if (data.skip === undefined) result.passed += 1;
        else result.leftOut.push(String(data.skip));
      }
      if (!entryFile) finish(data.name, data.details.duration_ms);
    }
  }
}
