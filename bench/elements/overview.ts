/** The ten figures that the report begins with, as a table and as a chart. */
import type { Contestant, Group } from './contestants/contestant.ts';
import { type LoadKey, type LoadResults, metrics } from './load/results.ts';
import { bytesOf, smallestPeer, usedBytesOf } from './load/tables.ts';
import { table } from './markdown.ts';
import { type Results, valuesOf } from './scroll/results.ts';
import { type Profile, profiles } from './visit/profiles.ts';

const COLUMNS = ['first look', 'once used', 'vanilla', 'with Lit', 'best product', 'best kit'] as const;

interface Cell {
  value: number;
  /** The peer that is the best one. */
  name?: string;
}

interface Row {
  label: string;
  unit: string;
  cells: (Cell | undefined)[];
}

const NAMES: Record<Group, string> = { login: 'Login', claim: 'Claim', timeline: 'Timeline' };
const slow: Profile = profiles.at(-1)!;

const isKit = ({ isKit: kit }: Contestant) => kit ?? false;
const isProduct = (contestant: Contestant) => !isKit(contestant);

const cellOf = (value: number | undefined, name?: string): Cell | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : { value, ...(name && { name }) };

function bytesRow(load: LoadResults, group: Group): Row {
  const only = (kind: Contestant['kind']) => bytesOf(load, load.only(group, kind));
  const best = (isWanted: (peer: Contestant) => boolean) => {
    const peer = smallestPeer(load, group, isWanted);
    return cellOf(bytesOf(load, peer), peer?.name);
  };
  const kilo = (cell: Cell | undefined) => cell && { ...cell, value: cell.value / 1000 };
  const cells = [
    cellOf(only('ours')),
    cellOf(usedBytesOf(load, load.only(group, 'ours'))),
    cellOf(only('floor')),
    cellOf(only('lit-floor')),
    best(isProduct),
    best(isKit),
  ];
  return { label: `${NAMES[group]}: files`, unit: 'kB', cells: cells.map(kilo) };
}

function loadRow(
  load: LoadResults,
  group: Group,
  key: LoadKey,
  used: LoadKey | undefined,
  label: string,
): Row {
  const metricOf = (wanted: LoadKey) => metrics.find((each) => each.key === wanted)!;
  const only = (kind: Contestant['kind'], wanted: LoadKey) =>
    cellOf(load.valuesOf(load.only(group, kind), slow, metricOf(wanted))?.median);
  const best = (isWanted: (peer: Contestant) => boolean) => {
    const peer = load.bestPeer(group, slow, metricOf(key), isWanted);
    return cellOf(peer?.value, peer?.name);
  };
  return {
    label: `${NAMES[group]}: ${label}`,
    unit: 'ms',
    cells: [
      only('ours', key),
      used && only('ours', used),
      only('floor', key),
      only('lit-floor', key),
      best(isProduct),
      best(isKit),
    ],
  };
}

const LONG = 1000;

/** A sentence with the times until ours is shown in a page that has the quick start's preload lines. */
export function preloadedTimes(load: LoadResults): string {
  const shown = metrics.find(({ key }) => key === 'shown')!;
  const times = (Object.keys(NAMES) as Group[]).flatMap((group) => {
    const preloaded = load.preloaded(group);
    const values = preloaded && load.valuesOf(preloaded, slow, shown);
    return values ? [`${NAMES[group].toLowerCase()} ${shown.format(values.median)} ms`] : [];
  });
  return times.length
    ? `With the quick start’s preload lines, ours is shown sooner: ${times.join(', ')}.`
    : '';
}

function longRow(scroll: Results): Row {
  const of = (found: ReturnType<Results['ours']>) => cellOf(found && valuesOf(found, 'firstEntry')?.median);
  const peers = scroll
    .peers(LONG, 1)
    .map((peer) => cellOf(valuesOf(peer, 'firstEntry')?.median, peer.contestant.name))
    .filter((cell) => cell !== undefined);
  const virtual = of(scroll.virtual(LONG, 1));
  return {
    label: 'Timeline of 1,000 entries: first entry',
    unit: 'ms',
    cells: [
      of(scroll.ours(LONG, 1)),
      undefined,
      of(scroll.floor(LONG, 1)),
      of(scroll.find(LONG, 1, ({ kind }) => kind === 'lit-floor')),
      peers.toSorted((a, b) => a.value - b.value)[0],
      virtual && { ...virtual, name: 'lit-virtualizer' },
    ],
  };
}

/** Undefined unless the run has what the ten rows need. */
export function overviewRows(load: LoadResults | undefined, scroll: Results | undefined): Row[] | undefined {
  const groups: Group[] = ['login', 'claim', 'timeline'];
  const isWhole = load && groups.every((group) => load.find(load.only(group, 'ours'), slow)?.samples.length);
  if (!isWhole || !scroll?.ours(LONG, 1)) return undefined;
  return [
    ...groups.flatMap((group) => [
      bytesRow(load, group),
      loadRow(load, group, 'shown', group === 'timeline' ? undefined : 'next', 'until it is shown'),
      loadRow(load, group, 'task', undefined, 'work of the main thread'),
    ]),
    longRow(scroll),
  ];
}

const format = ({ unit }: Row, value: number) =>
  unit === 'kB' ? value.toFixed(1) : Math.round(value).toLocaleString('en');

export const overviewTable = (rows: Row[]): string =>
  table(
    ['', ...COLUMNS.map((column, index) => (index < 2 ? `ours, ${column}` : column))],
    rows.map((row) => [
      `${row.label}, ${row.unit}`,
      ...row.cells.map((cell) =>
        cell ? `${format(row, cell.value)}${cell.name ? ` (${cell.name})` : ''}` : '-',
      ),
    ]),
  );

const WIDTH = 720;
const LABEL = 104;
const BAR = 14;
const GAP = 4;
const HEADING = 30;

/** Bars for each row. The colours are those of the reader's theme. */
export function overviewChart(rows: Row[]): string {
  const parts: string[] = [];
  let top = 8;
  for (const row of rows) {
    const drawn = row.cells.flatMap((cell, index) => (cell ? [{ cell, index }] : []));
    const most = Math.max(...drawn.map(({ cell }) => cell.value));
    parts.push(`<text class="heading" x="0" y="${top + 18}">${row.label}, ${row.unit}</text>`);
    top += HEADING;
    for (const { cell, index } of drawn) {
      const width = Math.max(2, (cell.value / most) * (WIDTH - LABEL - 170)).toFixed(1);
      const middle = top + BAR - 3;
      const name = cell.name ? ` ${cell.name}` : '';
      parts.push(
        `<text x="0" y="${middle}">${COLUMNS[index]}</text>`,
        `<rect class="${index < 2 ? 'ours' : 'other'}" x="${LABEL}" y="${top}" width="${width}" height="${BAR}" rx="2"/>`,
        `<text x="${(LABEL + Number(width) + 6).toFixed(1)}" y="${middle}">${format(row, cell.value)}${name}</text>`,
      );
      top += BAR + GAP;
    }
    top += 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}">
<style>
text { font: 12px system-ui, sans-serif; fill: #333; }
.heading { font-weight: 600; }
.ours { fill: #1f6f54; }
.other { fill: #9aa39e; }
@media (prefers-color-scheme: dark) { text { fill: #ddd; } .ours { fill: #5fc79d; } .other { fill: #6b746f; } }
</style>
${parts.join('\n')}
</svg>
`;
}
