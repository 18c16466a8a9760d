/** The tables, as Markdown that can be pasted. */
import { type Case, metrics, type Metric, type Results, scrolledInPart, valuesOf } from './results.ts';
import type { Target } from './targets.ts';

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const nameOf = ({ contestant }: Case) => contestant.name;

function absolute(found: Case, metric: Metric): string {
  const values = valuesOf(found, metric.key);
  if (!values) return '-';
  const { median, min, max } = values;
  const { format } = metric;
  const range = found.samples.length > 1 ? ` (${format(min)}–${format(max)})` : '';
  const bound = metric.key === 'longestFrame' && scrolledInPart(found) ? '>= ' : '';
  return `${bound}${format(median)}${range}`;
}

function ratio(found: Case, base: Case, { key, resolution }: Metric): string {
  const value = valuesOf(found, key)?.median;
  const against = valuesOf(base, key)?.median;
  if (value === undefined || against === undefined) return '-';
  if (!Number.isFinite(value)) return 'did not finish';
  if (Math.abs(value - against) < resolution) return '=';
  // Nothing is a multiple of nothing.
  return against < resolution ? '> 0' : (value / against).toFixed(2);
}

const head = ['contestant', ...metrics.map(({ label }) => label)];

/** A row of its own where nothing was measured, so that nobody misses it. */
const row = (found: Case, cell: (metric: Metric) => string): string[] =>
  found.failure ? failureRow(found) : [nameOf(found), ...metrics.map(cell)];

const failureRow = (found: Case) => [
  nameOf(found),
  ...metrics.map((_, index) => (index ? '' : found.failure!)),
];

export function printCases(results: Results, count: number, cpu: number): void {
  const cases = results.cases.filter((found) => found.count === count && found.cpu === cpu);
  const floor = results.floor(count, cpu);
  const ours = results.ours(count, cpu);
  console.log(`\n## ${count.toLocaleString('en')} entries, CPU ${cpu}x\n`);
  console.log('On this machine: median (least–most) of the rounds.\n');
  console.log(
    table(
      ['contestant', 'rounds', ...metrics.map(({ label }) => label)],
      cases.map((found) => {
        const [name, ...cells] = row(found, (metric) => absolute(found, metric));
        return [name!, String(found.samples.length), ...cells];
      }),
    ),
  );
  if (cases.some((found) => !found.failure && scrolledInPart(found)))
    console.log('\n">=": the time for scrolling was up before the end of the list.');
  if (floor) {
    console.log('\nTimes vanilla:\n');
    const others = cases.filter((found) => found !== floor);
    console.log(
      table(
        head,
        others.map((found) => row(found, (metric) => ratio(found, floor, metric))),
      ),
    );
  }
  if (ours && results.peers(count, cpu).length) {
    console.log('\nPeers, times ours:\n');
    console.log(
      table(
        head,
        results.peers(count, cpu).map((found) => row(found, (metric) => ratio(found, ours, metric))),
      ),
    );
  }
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

/** What a page asked for elsewhere, and what went wrong in it. */
export function printOddities(results: Results): void {
  const lines = new Set(
    results.cases.flatMap(({ contestant, samples }) =>
      samples.flatMap(({ external, errors }) => [
        ...external.map((address) => `${contestant.name} asked another host (refused): ${address}`),
        ...errors.map((error) => `${contestant.name} had an error: ${error}`),
      ]),
    ),
  );
  console.log('\n## Requests to other hosts, and errors in the pages\n');
  console.log(lines.size ? [...lines].join('\n') : 'none');
}
