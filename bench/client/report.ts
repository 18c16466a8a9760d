/** Medians, tables as Markdown that can be pasted, and what is missed. `bench/page` prints with it too. */

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('Nothing was measured.');
  const median = sorted.length % 2 ? upper : (sorted[middle - 1]! + upper) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The median and, in brackets, the least and the most. */
export function describeSpread({ median, min, max }: Spread, format: (value: number) => string): string {
  return `${format(median)} (${format(min)}–${format(max)})`;
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A target, and whether it is met. */
export interface Target {
  name: string;
  measured: string;
  met: boolean;
}

export function printTargets(targets: Target[]): void {
  console.log('\n## Targets\n');
  console.log(
    table(
      ['target', 'result', 'measured'],
      targets.map(({ name, met, measured }) => [name, met ? 'met' : 'MISSED', measured]),
    ),
  );
  const missed = targets.filter(({ met }) => !met);
  console.log('');
  for (const { name, measured } of missed) console.log(`MISSED ${name}: ${measured}`);
  console.log(`${targets.length - missed.length} of ${targets.length} targets met.`);
}
