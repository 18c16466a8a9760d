/** The results, and the targets for them. */
import { describeSpread, type Spread, spread, table, type Target } from '../client/report.ts';
import type { Passes } from './bench.ts';
import type { Load, Pass } from './load.ts';
import { growth, type Mark, WARM_UP } from './memory.ts';

const CACHED_LIMIT = 3;
const P99_LIMIT = 1.5;
const GROWTH_LIMIT = 1.05;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const fine = (value: number) => value.toFixed(2);

function find(passes: Passes, name: string, load: Load): Pass[] {
  for (const [contestant, found] of passes)
    if (contestant.name === name && contestant.load === load) return found;
  throw new Error(`${name} had no ${load}.`);
}

/** Round by round, so that what slows a whole round down does not count. */
const inRounds = (some: Pass[], others: Pass[], by: (one: Pass, other: Pass) => number): Spread =>
  spread(some.map((pass, round) => by(pass, others[round]!)));

/** How many times the bare proxy's uncached timelines. */
const rateRatio = (passes: Passes, name: string, load: Load) =>
  inRounds(
    find(passes, name, load),
    find(passes, 'bare proxy', load === 'claim' ? load : 'uncached timeline'),
    (one, other) => one.requestsPerSecond / other.requestsPerSecond,
  );

/** Uncached timelines that the gateway answers per second when it is asked as fast as it answers. */
export const saturation = (passes: Passes): number =>
  spread(find(passes, 'gateway', 'uncached timeline').map(({ requestsPerSecond }) => requestsPerSecond))
    .median;

/** Milliseconds that a proxy adds to the service's own. */
const added = (passes: Passes, name: string, load: Load) =>
  inRounds(find(passes, name, load), find(passes, 'service', load), (one, other) => one.p99 - other.p99);

export function printPasses(title: string, passes: Passes): void {
  console.log(`\n## ${title}: median (least–most)\n`);
  console.log(
    table(
      ['load, who', 'requests/s', 'times the bare proxy', 'p50 ms', 'p99 ms', 'added p99 ms'],
      [...passes].map(([{ name, load }, found]) => [
        `${load}, ${name}`,
        describeSpread(spread(found.map(({ requestsPerSecond }) => requestsPerSecond)), whole),
        name === 'bare proxy' ? '' : describeSpread(rateRatio(passes, name, load), fine),
        describeSpread(spread(found.map(({ p50 }) => p50)), fine),
        describeSpread(spread(found.map(({ p99 }) => p99)), fine),
        name === 'service' || load === 'cached timeline'
          ? ''
          : describeSpread(added(passes, name, load), fine),
      ]),
    ),
  );
}

export function printMemory(marks: Mark[]): void {
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  console.log(`\n## Memory after a collection, after a warm-up of ${whole(WARM_UP)} requests\n`);
  console.log(
    table(
      ['requests', 'used, MB', 'resident, MB'],
      marks.map(({ requests, used, resident }) => [whole(requests), megabytes(used), megabytes(resident)]),
    ),
  );
}

export function checkTargets(passes: Passes, atRate: Passes, marks: Mark[]): Target[] {
  const cached = rateRatio(passes, 'gateway', 'cached timeline');
  const [ours, theirs] = ['gateway', 'bare proxy'].map((name) =>
    spread(find(atRate, name, 'uncached timeline').map(({ p99 }) => p99)),
  ) as [Spread, Spread];
  const times = ours.median / theirs.median;
  const grown = growth(marks);
  return [
    {
      name: `cached timelines/s >= ${CACHED_LIMIT} x the bare proxy's uncached`,
      measured: `${describeSpread(cached, fine)} x`,
      met: cached.median >= CACHED_LIMIT,
    },
    {
      name: `p99 of uncached timelines at the fixed rate <= ${P99_LIMIT} x the bare proxy's`,
      measured: `${fine(times)} x: ${fine(ours.median)} ms and ${fine(theirs.median)} ms`,
      met: times <= P99_LIMIT,
    },
    {
      name: `memory flat over ${whole(marks.at(-1)!.requests)} requests (last third <= ${GROWTH_LIMIT} x the first)`,
      measured: `${fine(grown)} x`,
      met: grown <= GROWTH_LIMIT,
    },
  ];
}
