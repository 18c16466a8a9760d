/** The targets for our elements in long timelines. */
import type { Target } from '../targets.ts';
import { type Case, metrics, type MetricKey, type Results, scrolledInPart, valuesOf } from './results.ts';

const FIRST_ENTRY_LIMIT = 1.5;
const TASK_LIMIT = 2;
const ENTRY_NODES_LIMIT = 12;
/** Fewer entries are no long timeline. */
const LONG = 1000;
const GROWTH_LIMIT = 1.5;
const FRAME_LIMIT_MS = 50;
/** Between which counts ours must hardly grow. */
const GROWS_FROM = 1000;
const GROWS_TO = 10_000;

const entries = (count: number) => `${count.toLocaleString('en')} entries`;
const formatOf = (key: MetricKey) => metrics.find((metric) => metric.key === key)!.format;

/** A figure as a multiple of the virtualizer's. */
function againstVirtual(
  results: Results,
  count: number,
  cpu: number,
  key: MetricKey,
  label: string,
  limit: number,
): Target[] {
  const [ours, virtual, floor] = [
    results.ours(count, cpu),
    results.virtual(count, cpu),
    results.floor(count, cpu),
  ];
  if (count < LONG || !ours || !virtual) return [];
  const format = formatOf(key);
  const medianOf = (found: Case) => valuesOf(found, key)?.median ?? Number.NaN;
  const [mine, theirs] = [medianOf(ours), medianOf(virtual)];
  return [
    {
      name: `${label} <= ${limit} x virtualizer: ${entries(count)}, CPU ${cpu}x`,
      measured: `${format(mine)} ms; virtualizer ${format(theirs)} ms; ${(mine / theirs).toFixed(2)} x${floor ? `; vanilla ${format(medianOf(floor))} ms` : ''}`,
      met: mine <= limit * theirs,
    },
  ];
}

function entryNodes(results: Results, count: number): Target[] {
  const ours = results.ours(count, 1);
  const floor = results.floor(count, 1);
  if (count !== LONG || !ours) return [];
  const mine = valuesOf(ours, 'entryNodes')?.median ?? Infinity;
  const theirs = floor && valuesOf(floor, 'entryNodes')?.median;
  return [
    {
      name: `at most ${ENTRY_NODES_LIMIT} nodes per entry beside its picture`,
      measured: `${mine}; vanilla ${theirs ?? '-'}`,
      met: mine <= ENTRY_NODES_LIMIT,
    },
  ];
}

function growth(results: Results, cpu: number): Target[] {
  const small = results.ours(GROWS_FROM, cpu);
  const large = results.ours(GROWS_TO, cpu);
  if (!small || !large) return [];
  return (['nodes', 'heap'] as const).map((key) => {
    const ratio = (valuesOf(large, key)?.median ?? Infinity) / (valuesOf(small, key)?.median ?? Number.NaN);
    const label = key === 'nodes' ? 'DOM nodes' : 'JS heap';
    return {
      name: `${label} at ${entries(GROWS_TO)} <= ${GROWTH_LIMIT} x at ${entries(GROWS_FROM)}: CPU ${cpu}x`,
      measured: `${ratio.toFixed(2)} x`,
      met: ratio <= GROWTH_LIMIT,
    };
  });
}

function smooth(results: Results, count: number): Target[] {
  const ours = results.ours(count, 1);
  if (!ours) return [];
  const frames = valuesOf(ours, 'longestFrame');
  // One long frame in any round counts.
  const met = frames !== undefined && frames.max <= FRAME_LIMIT_MS && !scrolledInPart(ours);
  const part = scrolledInPart(ours) ? ', not scrolled to the end' : '';
  const mainThread = valuesOf(ours, 'mainThread')?.max ?? 0;
  const floor = results.floor(count, 1);
  // Pictures are decoded and drawn beside the main thread, and hold up frames, too.
  const context =
    `main thread ${formatOf('mainThread')(mainThread)} ms` +
    (floor ? `; vanilla ${Math.round(valuesOf(floor, 'longestFrame')?.max ?? Number.NaN)} ms` : '');
  return [
    {
      name: `no frame over ${FRAME_LIMIT_MS} ms while scrolling at three speeds: ${entries(count)}, CPU 1x`,
      measured: frames
        ? `longest ${Math.round(frames.max)} ms, median of the rounds ${Math.round(frames.median)} ms${part}; ${context}`
        : (ours.failure ?? ''),
      met,
    },
  ];
}

export function checkScrollTargets(results: Results, counts: number[], cpus: number[]): Target[] {
  const each = (check: (count: number, cpu: number) => Target[]) =>
    counts.flatMap((count) => cpus.flatMap((cpu) => check(count, cpu)));
  return [
    ...each((count, cpu) =>
      againstVirtual(results, count, cpu, 'firstEntry', 'first entries', FIRST_ENTRY_LIMIT),
    ),
    ...each((count, cpu) =>
      againstVirtual(results, count, cpu, 'tasks', 'tasks in the first 3 s', TASK_LIMIT),
    ),
    ...counts.flatMap((count) => entryNodes(results, count)),
    ...cpus.flatMap((cpu) => growth(results, cpu)),
    ...counts.flatMap((count) => smooth(results, count)),
  ];
}
