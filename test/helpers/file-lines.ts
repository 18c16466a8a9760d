/** Both test runners print one line for each test file; test/run.ts reads it. */

export interface FileResult {
  file: string;
  ms: number;
  passed: number;
  failed: number;
  /** The reason for each test that was left out. */
  leftOut: string[];
}

/** A file that registers no test counts as a failure: a condition at its top could hide all of its tests. */
export const isEmpty = ({ passed, failed, leftOut }: FileResult) => passed + failed + leftOut.length === 0;

export function formatFile(result: FileResult): string {
  const { file, ms, passed, failed, leftOut } = result;
  const parts = [`file: ${file} ${Math.round(ms)} ms`, `${passed} passed`];
  if (isEmpty(result)) parts.push('1 failed', 'no tests');
  else parts.push(`${failed} failed`);
  if (leftOut.length) parts.push(`${leftOut.length} left out (${[...new Set(leftOut)].join('; ')})`);
  return parts.join(', ');
}

const line =
  /^file: (.+) (\d+) ms, (\d+) passed, (\d+) failed(?:, no tests)?(?:, (\d+) left out \((.*)\))?$/gm;

/** Several tests may share a reason, so there can be fewer reasons than tests that were left out. */
export const readFiles = (output: string) =>
  [...output.matchAll(line)].map(([, file, ms, passed, failed, leftOut, reasons]) => ({
    file: file!,
    ms: Number(ms),
    passed: Number(passed),
    failed: Number(failed),
    leftOut: Number(leftOut ?? 0),
    reasons: reasons?.split('; ') ?? [],
  }));
