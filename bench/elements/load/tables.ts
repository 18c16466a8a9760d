/** The load of a page and its duration, as tables. */
import type { Contestant, Group } from '../contestants/contestant.ts';
import { some, table } from '../markdown.ts';
import type { Profile } from '../visit/profiles.ts';
import { type LoadResults, type Metric, metrics, NOT_SHOWN } from './results.ts';

/** A value as a multiple of another; equal if they differ by less than the resolution. */
export function times(value: number | undefined, base: number | undefined, resolution: number): string {
  if (value === undefined || base === undefined) return '-';
  // No page can have less than the empty page, so negative values count as 0.
  [value, base] = [Math.max(0, value), Math.max(0, base)];
  if (Math.abs(value - base) < resolution) return '=';
  // Nothing is a multiple of nothing.
  return base < resolution ? '> 0' : (value / base).toFixed(2);
}

const failureOf = (results: LoadResults, contestant: Contestant, profile?: Profile): string | undefined =>
  profile ? results.find(contestant, profile)?.failure : results.findings.get(contestant)?.failure;

/** One that was not measured has a row that says why. */
const rowOf = (name: string, cells: string[], failure: string | undefined): string[] =>
  failure ? [name, failure, ...cells.slice(1).map(() => '')] : [name, ...cells];

function absolute(results: LoadResults, contestant: Contestant, profile: Profile, metric: Metric): string {
  const values = results.valuesOf(contestant, profile, metric);
  if (!values) return metric.key === 'shown' ? NOT_SHOWN : '-';
  const { format } = metric;
  const { median, min, max } = values;
  const count = results.find(contestant, profile)!.samples.length;
  return count > 1 ? `${format(median)} (${format(min)}–${format(max)})` : format(median);
}

/** The values that it is compared with. */
function bases(results: LoadResults, group: Group, profile: Profile, metric: Metric): (number | undefined)[] {
  const median = (kind: Contestant['kind']) =>
    results.valuesOf(results.only(group, kind), profile, metric)?.median;
  return [median('floor'), median('lit'), results.bestPeer(group, profile, metric)?.value];
}

export function timeTables(results: LoadResults, group: Group, profile: Profile): string[] {
  const measured = results.inGroup(group);
  const others = measured.filter(({ kind }) => kind !== 'empty');
  // Hardly any contestant has blocking time.
  const divided = metrics.filter(({ key }) => key !== 'blocking');
  const best = divided.map((metric) => {
    const peer = results.bestPeer(group, profile, metric);
    return peer && `${metric.label.replace(/,.*/, '')}: ${peer.name}`;
  });
  return [
    `### ${profile.label}`,
    'Median (least–most) of the rounds. All but “fetch to UI” and “blocking” is what it takes more than the empty page.',
    table(
      ['contestant', ...metrics.map(({ label }) => label)],
      measured.map((contestant) =>
        rowOf(
          contestant.name,
          metrics.map((metric) => absolute(results, contestant, profile, metric)),
          failureOf(results, contestant, profile),
        ),
      ),
    ),
    'The medians as multiples of vanilla · Lit · the best peer.',
    table(
      ['contestant', ...divided.map(({ label }) => label.replace(/, .*/, ''))],
      others.map((contestant) =>
        rowOf(
          contestant.name,
          divided.map((metric) => {
            const mine = results.valuesOf(contestant, profile, metric)?.median;
            const against = bases(results, group, profile, metric);
            return against.map((base) => times(mine, base, metric.resolution)).join(' · ');
          }),
          failureOf(results, contestant, profile),
        ),
      ),
    ),
    ...(best.some(Boolean) ? [`The best peer of each: ${best.filter(Boolean).join(', ')}.`] : []),
  ];
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

export const bytesOf = (results: LoadResults, contestant: Contestant | undefined): number | undefined =>
  contestant && results.findings.get(contestant)?.looked?.bytes.brotli;

export const usedBytesOf = (results: LoadResults, contestant: Contestant | undefined): number | undefined =>
  contestant && results.findings.get(contestant)?.used?.brotli;

/** The peer that loads least and shows itself. */
export function smallestPeer(
  results: LoadResults,
  group: Group,
  isWanted: (peer: Contestant) => boolean = () => true,
): Contestant | undefined {
  return results
    .inGroup(group)
    .filter((contestant) => contestant.kind === 'peer' && results.isShown(contestant) && isWanted(contestant))
    .toSorted((a, b) => (bytesOf(results, a) ?? Infinity) - (bytesOf(results, b) ?? Infinity))[0];
}

/** The empty page brings nothing. */
const withoutEmpty = (results: LoadResults, group: Group) =>
  results.inGroup(group).filter(({ kind }) => kind !== 'empty');

export function bytesTable(results: LoadResults, group: Group): string {
  const against = [results.only(group, 'floor'), results.only(group, 'lit'), smallestPeer(results, group)];
  return table(
    [
      'contestant',
      'requests',
      'raw, kB',
      'gzip, kB',
      'brotli, kB',
      'used once, kB',
      '× vanilla · Lit · best peer',
    ],
    withoutEmpty(results, group).map((contestant) => {
      const { looked, used } = results.findings.get(contestant) ?? {};
      const { raw = 0, gzip = 0, brotli = 0 } = looked?.bytes ?? {};
      const ratios = against.map((base) => times(brotli, bytesOf(results, base), 1));
      const cells = [
        String(looked?.requests),
        ...[raw, gzip, brotli].map(kilobytes),
        used ? kilobytes(used.brotli) : '-',
        ratios.join(' · '),
      ];
      return rowOf(contestant.name, cells, failureOf(results, contestant));
    }),
  );
}

export function touchedTable(results: LoadResults, group: Group): string {
  const head = ['contestant', 'globals', 'built-ins changed', 'cookies', 'storage read', 'storage written'];
  return table(
    [...head, 'other hosts'],
    withoutEmpty(results, group).map((contestant) => {
      const looked = results.findings.get(contestant)?.looked;
      const { globals = [], patched = [], cookies = [], reads = [], writes = [], hosts = [] } = looked ?? {};
      const lists = [globals, patched, cookies, reads, writes, hosts];
      return rowOf(
        contestant.name,
        lists.map((names) => some(names)),
        failureOf(results, contestant),
      );
    }),
  );
}

/** A caret that blinks or a smoothed edge is no other look. */
export const SAME_LOOK = 0.002;

const kept = ({ shown, changed }: { shown: boolean; changed: number }): string => {
  if (!shown) return 'no';
  return changed > SAME_LOOK ? `yes, but looks different (${(changed * 100).toFixed(1)} %)` : 'yes';
};

export function strictTable(results: LoadResults, group: Group): string {
  return table(
    [
      'contestant',
      'violations',
      "UI under script-src and style-src 'self'",
      'UI under Trusted Types',
      'policies',
    ],
    withoutEmpty(results, group).map((contestant) => {
      const { looked, strict } = results.findings.get(contestant) ?? {};
      const counts = Object.entries(strict?.violations ?? {}).map(([name, count]) => `${name} ${count}`);
      const cells = strict
        ? [counts.join(', ') || 'none', kept(strict.csp), kept(strict.trustedTypes), some(strict.policies)]
        : [looked?.shown === false ? NOT_SHOWN : '-', '-', '-', '-'];
      return rowOf(contestant.name, cells, failureOf(results, contestant));
    }),
  );
}
