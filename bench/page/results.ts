/** The tables and targets of Lighthouse and of the fifty elements. */
import { describeSpread, spread, table, type Target } from '../client/report.ts';
import type { Form, Report } from './lighthouse.ts';
import type { LongTasks } from './long-tasks.ts';

const SCORE_LIMIT = 1;
const TBT_LIMIT_MS = 10;
const LCP_LIMIT_MS = 50;
const TASK_LIMIT_MS = 50;

/** The page alone, with the file of all elements, and with the loader, which loads what comes near the view. */
export const kinds = ['without', 'with', 'loader'] as const;
export type Kind = (typeof kinds)[number];
export type Reports = Record<Kind, Report[]>;

const compared = ['with', 'loader'] as const;
const labels: Record<Kind, string> = {
  without: 'without',
  with: 'with the elements',
  loader: 'with the loader',
};

type Key = Exclude<keyof Report, 'warnings'>;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const metrics: { key: Key; label: string; format: (value: number) => string }[] = [
  { key: 'score', label: 'performance score', format: whole },
  { key: 'tbt', label: 'total blocking time, ms', format: whole },
  { key: 'cls', label: 'cumulative layout shift', format: (value) => value.toFixed(3) },
  { key: 'fcp', label: 'first contentful paint, ms', format: whole },
  { key: 'lcp', label: 'largest contentful paint, ms', format: whole },
  { key: 'si', label: 'speed index, ms', format: whole },
  { key: 'bytes', label: 'bytes loaded', format: whole },
];

const valuesOf = (reports: Report[], key: Key) => spread(reports.map((report) => report[key]));
/** The increase over the page alone, in medians. */
const added = (reports: Reports, kind: Kind, key: Key) =>
  valuesOf(reports[kind], key).median - valuesOf(reports.without, key).median;

const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text);

export function printReports(form: Form, reports: Reports): void {
  console.log(`\n## Lighthouse, ${form}\n`);
  const rows = metrics.map(({ key, label, format }) => [
    label,
    ...kinds.map((kind) => describeSpread(valuesOf(reports[kind], key), format)),
    ...compared.map((kind) => signed(format(added(reports, kind, key)), added(reports, kind, key))),
    ...compared.map((kind) =>
      (valuesOf(reports[kind], key).median / valuesOf(reports.without, key).median).toFixed(2),
    ),
  ]);
  // Nothing is a multiple of nothing.
  const known = rows.map((row) => row.map((cell) => (['NaN', 'Infinity'].includes(cell) ? '-' : cell)));
  const head = ['difference', 'ratio'].flatMap((what) => compared.map((kind) => `${what}, ${labels[kind]}`));
  console.log(table(['metric', ...kinds.map((kind) => labels[kind]), ...head], known));
  const warnings = new Set(kinds.flatMap((kind) => reports[kind].flatMap((report) => report.warnings)));
  for (const warning of warnings) console.log(`\nLighthouse says: ${warning}`);
}

export const reportTargets = (form: Form, reports: Reports): Target[] =>
  compared.flatMap((kind) => targetsOf(form, reports, kind));

function targetsOf(form: Form, reports: Reports, kind: (typeof compared)[number]): Target[] {
  const more = (key: Key) => added(reports, kind, key);
  const [score, tbt, lcp] = [more('score'), more('tbt'), more('lcp')];
  const cls = valuesOf(reports[kind], 'cls').max;
  const label = labels[kind];
  return [
    {
      name: `performance score at most ${SCORE_LIMIT} point lower ${label}: ${form}`,
      measured: `${score.toFixed(1)} points`,
      met: score >= -SCORE_LIMIT,
    },
    {
      name: `no layout shift ${label}, in any run: ${form}`,
      measured: cls.toFixed(4),
      met: cls === 0,
    },
    {
      name: `at most ${TBT_LIMIT_MS} ms more total blocking time ${label}: ${form}`,
      measured: `${tbt.toFixed(1)} ms`,
      met: tbt <= TBT_LIMIT_MS,
    },
    {
      name: `largest contentful paint at most ${LCP_LIMIT_MS} ms later ${label}: ${form}`,
      measured: `${lcp.toFixed(1)} ms`,
      met: lcp <= LCP_LIMIT_MS,
    },
  ];
}

export function printTasks(rounds: LongTasks[]): void {
  console.log('\n## 50 elements on a page, CPU 1x\n');
  console.log(
    table(
      ['tasks over 50 ms', 'longest, ms'],
      [
        [
          describeSpread(spread(rounds.map(({ count }) => count)), String),
          describeSpread(spread(rounds.map(({ longest }) => longest)), whole),
        ],
      ],
    ),
  );
  const worst = rounds.toSorted((a, b) => b.longest - a.longest)[0]!;
  if (worst.scripts.length) console.log(`\nScripts of the longest frame:\n\n${worst.scripts.join('\n')}`);
}

/** One request for each source, by operation. */
export type Requests = Record<string, number>;

const list = (requests: Requests) =>
  Object.entries(requests)
    .map(([operation, count]) => `${operation} ${count}`)
    .toSorted()
    .join(', ');

export function fiftyTargets(rounds: LongTasks[], counted: Requests[], expected: Requests): Target[] {
  const longest = Math.max(...rounds.map((round) => round.longest));
  const wrong = counted.find((requests) => list(requests) !== list(expected));
  return [
    {
      name: `50 elements: one request for each source (${list(expected)})`,
      measured: list(wrong ?? expected),
      met: !wrong,
    },
    {
      name: `50 elements: no task over ${TASK_LIMIT_MS} ms, in any round`,
      measured: longest ? `longest ${whole(longest)} ms` : 'none',
      met: longest <= TASK_LIMIT_MS,
    },
  ];
}
