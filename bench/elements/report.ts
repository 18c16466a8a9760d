/** The results of a run, as Markdown. */
import type { Contestant, Group } from './contestants/contestant.ts';
import type { LoadResults } from './load/results.ts';
import { bytesTable, strictTable, timeTables, touchedTable } from './load/tables.ts';
import { describeBusy, type Machine, describeInWords } from './machine.ts';
import { table } from './markdown.ts';
import type { Options } from './options.ts';
import { overviewRows, overviewTable, preloadedTimes } from './overview.ts';
import type { Results } from './scroll/results.ts';
import { scrollOddities, scrollTables } from './scroll/tables.ts';
import type { Target } from './targets.ts';

export interface Report {
  options: Options;
  /** The command that repeats it. */
  command: string;
  /** The commit that was measured. */
  commit: string;
  date: Date;
  machine: Machine;
  /** The part of the processors that other programs used, before and after. */
  busy: [number, number];
  versions: [name: string, version: string][];
  load: LoadResults | undefined;
  scroll: Results | undefined;
  targets: Target[];
  seconds: number;
}

const TITLES: Record<Group, string> = { login: 'Login', claim: 'Claim', timeline: 'Timeline' };

const has = ({ options }: Report, part: Options['parts'][number]) => options.parts.includes(part);

/** The first section: it says most in the least space. */
function overview({ load, scroll, options }: Report): string[] {
  const rows = overviewRows(load, scroll);
  if (!rows) return [];
  return [
    'On a slow phone (processor four times slower, 1.6 Mbit/s, 150 ms per request) with an empty cache. “First look” is the page that nobody has touched. “Once used” is the login whose code was sent, or the reward that is claimed: its files, and the time from the touch until the next step. “Vanilla” is the same interface written by hand, “with Lit” is that drawn by Lit. “Product” and “kit” are the best packages of npm in each row: finished products, and the same interface from a kit’s parts. The timeline of 1,000 entries runs at full speed; in place of a kit stands a virtualizer.',
    overviewTable(rows),
    ...(load ? [preloadedTimes(load)] : []),
    ...(options.markdown ? ['![The same figures as bars](benchmark.svg)'] : []),
  ];
}

function head({ command, commit, date, machine, busy, versions, options, seconds }: Report): string[] {
  const day = date.toLocaleDateString('en-GB', {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  return [
    '## How it was measured',
    `The method, and who is treated unfairly, is in [bench/elements](../bench/elements/README.md). Measured at commit \`${commit}\` on ${day}, ${describeInWords(machine)}. ${describeBusy(...busy)} ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'}, ${Math.round(seconds / 60)} minutes. To repeat it:`,
    `\`\`\`sh\n${command}\n\`\`\``,
    `Versions: ${versions.map(([name, version]) => `${name} ${version}`).join(', ')}.`,
  ];
}

export function targetTable(targets: Target[]): string[] {
  const met = targets.filter((target) => target.met).length;
  return [
    '## Targets',
    table(
      ['target', 'result', 'measured'],
      targets.map((target) => [target.name, target.met ? 'met' : '**MISSED**', target.measured]),
    ),
    `${met} of ${targets.length} targets met.`,
  ];
}

function remarks(taking: Contestant[]): string[] {
  const lines = taking.filter(({ remark }) => remark).map(({ name, remark }) => `- \`${name}\`: ${remark}`);
  return lines.length ? [lines.join('\n')] : [];
}

function errors(load: LoadResults, taking: Contestant[]): string[] {
  const lines = taking.flatMap((contestant) =>
    (load.findings.get(contestant)?.looked?.errors ?? []).map(
      (error) => `- \`${contestant.name}\`: ${error}`,
    ),
  );
  return lines.length ? ['Errors in the pages:', lines.join('\n')] : [];
}

function groupSection(report: Report, group: Group): string[] {
  const { load, options } = report;
  const lines = [`## ${TITLES[group]}`];
  if (load) {
    const taking = load.inGroup(group);
    lines.push(...remarks(taking));
    if (has(report, 'load') || has(report, 'strict'))
      lines.push(
        '### What it loads and touches',
        'Scripts, styles, fonts and pictures that it brings until it has settled, without the page and the service’s answers.',
        bytesTable(load, group),
        'Before any action of the shopper:',
        touchedTable(load, group),
        ...errors(load, taking),
      );
    if (has(report, 'strict'))
      lines.push(
        '### On a strict page',
        'Violations of the whole policy where it is only reported; then whether it can be seen, and looks the same, where it is enforced.',
        strictTable(load, group),
      );
    if (has(report, 'load'))
      lines.push(...options.profiles.flatMap((profile) => timeTables(load, group, profile)));
  }
  return lines;
}

function scrollSection({ scroll, options }: Report): string[] {
  if (!scroll?.cases.length) return [];
  const odd = scrollOddities(scroll);
  return [
    '## Long timelines',
    ...options.counts.flatMap((count) => options.cpus.flatMap((cpu) => scrollTables(scroll, count, cpu))),
    '### Requests to other hosts, and errors in the pages',
    odd.length ? odd.map((line) => `- ${line}`).join('\n') : 'none',
  ];
}

export function writeReport(report: Report): string {
  const sections = [
    '# Benchmark',
    'Our elements beside the same interface written by hand, drawn by Lit, and offered by npm packages.',
    ...overview(report),
    ...targetTable(report.targets),
    ...head(report),
    ...(report.load ? report.options.groups.flatMap((group) => groupSection(report, group)) : []),
    ...scrollSection(report),
  ];
  return `${sections.join('\n\n')}\n`;
}
