/** A reporter for `node --test`: prints a line for each test file at the end of the run, see file-lines.ts. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { type FileResult, formatFile, isEmpty } from './file-lines.ts';

type Complete = Extract<TestEvent, { type: 'test:complete' }>['data'];

const reasonOf = (mark: string | boolean) => (typeof mark === 'string' ? mark : 'no reason given');

export default async function* nodeReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, FileResult>();

  /** The runner itself reports the file as a whole; the events of its tests name it as `entryFile`. */
  function count(test: Complete & { entryFile?: string }, result: FileResult): void {
    const { details, skip, todo, entryFile } = test;
    const left = [skip, todo].find(Boolean);
    if (entryFile === undefined) {
      result.ms = details.duration_ms!;
      // The file crashed, or failed outside its tests.
      if (!details.passed && result.failed === 0) result.failed = 1;
    } else if (left) result.leftOut.push(reasonOf(left));
    else if (details.type === 'test') result[details.passed ? 'passed' : 'failed']++;
  }

  for await (const { type, data } of source) {
    if (type !== 'test:complete') continue;
    const file = (data as { entryFile?: string }).entryFile ?? data.file;
    if (file === undefined) continue;
    const name = relative(process.cwd(), file);
    const result = files.get(name) ?? { file: name, ms: 0, passed: 0, failed: 0, leftOut: [] };
    files.set(name, result);
    count(data, result);
  }
  for (const result of files.values()) yield `${formatFile(result)}\n`;
  // Node reports an empty file as a test that passed.
  if ([...files.values()].some(isEmpty)) process.exitCode = 1;
}
