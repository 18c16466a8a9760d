/** Traces of visits, for a browser's DevTools, and how the main thread has spent its time in them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import { table } from '../markdown.ts';
import type { Profile } from '../visit/profiles.ts';
import { visit } from '../visit/visit.ts';

/** An event of Chrome's trace format; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  'v8.execute',
];
const TASK = 'RunTask';

/**
 * The kinds of work on the main thread, by the names of their events. Only the own time of an event counts, without
 * that of nested events.
 */
const WORK: [work: string, names: RegExp][] = [
  ['compile', /compile/i],
  ['script', /^(EvaluateScript|FunctionCall|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|v8\.)/],
  ['style', /style/i],
  ['layout', /^(Layout|IntersectionObserver|HitTest|ResizeObserver)|LayoutTree/],
  ['paint', /Paint|Layer|Commit|Composit|Animation/],
  ['garbage', /GC|Garbage/i],
  ['HTML', /HTML/],
];
const OTHER = 'other';

export const works = [...WORK.map(([work]) => work), OTHER];

const workOf = (name: string): string => WORK.find(([, names]) => names.test(name))?.[0] ?? OTHER;

/** The milliseconds of each kind of work, of the busiest thread that runs tasks in a page. */
export function workIn(events: readonly TraceEvent[]): Map<string, number> {
  const threads = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const timeIn = (thread: TraceEvent[]) =>
    thread.reduce((sum, { name, dur = 0 }) => sum + (name.includes(TASK) ? dur : 0), 0);
  const [main = []] = mains
    .map(({ pid, tid }) => threads.get(`${pid} ${tid}`) ?? [])
    .toSorted((a, b) => timeIn(b) - timeIn(a));
  const sums = new Map(works.map((work) => [work, 0]));
  const add = (work: string, microseconds: number) => sums.set(work, sums.get(work)! + microseconds / 1000);
  const open: { work: string; end: number }[] = [];
  // An event that begins with another one, and is longer, contains it.
  for (const { name, ts, dur = 0 } of main.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length && open.at(-1)!.end <= ts) open.pop();
    const work = workOf(name);
    // Time between tasks is no work.
    const around = open.at(-1);
    if (around) add(around.work, -dur);
    else if (!name.includes(TASK)) continue;
    add(work, dur);
    open.push({ work, end: ts + dur });
  }
  return sums;
}

/** Writes the trace of the slowest of several visits, and returns how its main thread has spent its time. */
async function traceOnce(
  { browser, pages, source }: Lab,
  contestant: Contestant,
  profile: Profile,
  { rounds, capSeconds, folder }: { rounds: number; capSeconds: number; folder: string },
): Promise<Map<string, number>> {
  const { seen, service } = contestant;
  let slowest: { trace: Uint8Array; work: Map<string, number>; sum: number } | undefined;
  for (let round = 0; round < rounds; round++) {
    const url = pages.url(contestant, source);
    const trace = await visit(
      browser,
      {
        ...{ url, seen, service, profile, capMs: capSeconds * 1000, isWatched: false },
        prepare: (page) => page.tracing.start({ categories: CATEGORIES }),
      },
      async ({ page }) => (await page.tracing.stop())!,
    );
    const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
    const work = workIn(traceEvents);
    const sum = [...work.values()].reduce((total, each) => total + each, 0);
    if (!slowest || sum > slowest.sum) slowest = { trace, work, sum };
  }
  writeFileSync(join(folder, `${contestant.name}-${profile.name}.json`), slowest!.trace);
  return slowest!.work;
}

/** Returns a table: the milliseconds of each kind of work, in the slowest visit of each contestant. */
export async function traceVisits(
  lab: Lab,
  contestants: Contestant[],
  profiles: Profile[],
  options: { rounds: number; capSeconds: number; folder: string },
): Promise<string> {
  mkdirSync(options.folder, { recursive: true });
  const rows: string[][] = [];
  for (const profile of profiles)
    for (const contestant of contestants) {
      const work = await traceOnce(lab, contestant, profile, options);
      const all = [...work.values()].reduce((total, each) => total + each, 0);
      rows.push([
        `${contestant.name}, ${profile.label}`,
        ...[all, ...works.map((each) => work.get(each)!)].map((ms) => ms.toFixed(1)),
      ]);
    }
  return table(['milliseconds of the main thread', 'all', ...works], rows);
}
