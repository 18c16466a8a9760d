/** Long timelines, as tables. */
import { type Case, metrics, type Metric, type Results, scrolledInPart, valuesOf } from './results.ts';
import { table } from '../markdown.ts';

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

/** A case without a measurement has a row of its own, so that readers do not overlook it. */
const row = (found: Case, cell: (metric: Metric) => string): string[] =>
  found.failure ? failureRow(found) : [nameOf(found), ...metrics.map(cell)];

const failureRow = (found: Case) => [
  nameOf(found),
  ...metrics.map((_, index) => (index ? '' : found.failure!)),
];

export function scrollTables(results: Results, count: number, cpu: number): string[] {
  const cases = results.cases.filter((found) => found.count === count && found.cpu === cpu);
  const floor = results.floor(count, cpu);
  const ours = results.ours(count, cpu);
  const peers = results.peers(count, cpu);
  const ratios = (measured: Case[], base: Case) =>
    table(
      head,
      measured.map((found) => row(found, (metric) => ratio(found, base, metric))),
    );
  const lines = [
    `### ${count.toLocaleString('en')} entries, CPU ${cpu}x`,
    'Median (least–most) of the rounds.',
    table(
      ['contestant', 'rounds', ...metrics.map(({ label }) => label)],
      cases.map((found) => {
        const [name, ...cells] = row(found, (metric) => absolute(found, metric));
        return [name!, String(found.samples.length), ...cells];
      }),
    ),
  ];
  if (cases.some((found) => !found.failure && scrolledInPart(found)))
    lines.push('“>=”: the time for scrolling was up before the end of the list.');
  const others = cases.filter((found) => found !== floor);
  if (floor && others.length) lines.push('Times vanilla:', ratios(others, floor));
  if (ours && peers.length) lines.push('Peers, times ours:', ratios(peers, ours));
  return lines;
}

/** A page's requests to other hosts, and its errors. */
export const scrollOddities = (results: Results): string[] => [
  ...new Set(
    results.cases.flatMap(({ contestant, samples }) =>
      samples.flatMap(({ external, errors }) => [
        ...external.map((address) => `${contestant.name} asked another host (refused): ${address}`),
        ...errors.map((error) => `${contestant.name} had an error: ${error}`),
      ]),
    ),
  ),
];
