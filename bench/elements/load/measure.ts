/** The visits that are timed: for when the UI is seen, for the work, for the second page of a visit, and for using it. */
import type { Contestant } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import type { Profile } from '../visit/profiles.ts';
import { visit } from '../visit/visit.ts';
import { useOnce } from './use.ts';

/** Milliseconds and bytes. */
export interface LoadSample {
  /** From when the browser begins to fetch the page until the UI is drawn; undefined if it was not. */
  shown: number | undefined;
  /** The main thread's work until the page had settled. */
  task: number;
  /** Its part for scripts, as far as the browser counts them as such. */
  script: number;
  /** Its part for styles and layout. */
  layout: number;
  /** The sum of the time that each long task took over 50 ms. */
  blocking: number;
  /** The size of the JavaScript heap after garbage collection. */
  heap: number;
  /** As `shown`, on the second page of a visit, with the files in the browser's cache. */
  warm: number | undefined;
  /** See `Used`. */
  sent: number | undefined;
  next: number | undefined;
}

/** Only ours and the floor: the second pages of the others are not compared. */
const isVisitedTwice = ({ kind }: Contestant) => kind === 'ours' || kind === 'floor';

/** A slower processor alone is left out, to save time. */
const isUsed = ({ kind }: Contestant, { cpu, network }: Profile) =>
  kind !== 'variant' && (cpu === 1 || network !== undefined);

export async function measureLoad(
  lab: Lab,
  contestant: Contestant,
  profile: Profile,
  capMs: number,
): Promise<LoadSample> {
  const { browser, pages, source } = lab;
  const { seen, service, use } = contestant;
  const wanted = { url: pages.url(contestant, source), seen, service, profile, capMs };
  // Watching for the first frame is work as well, so what the page does is counted in a visit of its own.
  const shown = await visit(browser, wanted, ({ observed }) => observed.shown);
  const work = await visit(
    browser,
    { ...wanted, isWatched: false },
    async ({ session, observed, metrics }) => {
      const ms = (name: string) => (metrics.get(name) ?? Number.NaN) * 1000;
      // The second collection gets what only the first one's finalizers let go.
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return {
        task: ms('TaskDuration'),
        script: ms('ScriptDuration'),
        layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
        blocking: observed.blocking,
        heap: usedSize,
      };
    },
  );
  const warm = isVisitedTwice(contestant)
    ? await visit(browser, { ...wanted, isWarm: true }, ({ observed }) => observed.shown)
    : undefined;
  const used =
    use && isUsed(contestant, profile) ? await useOnce(lab, contestant, use, profile, capMs) : undefined;
  return { shown, ...work, warm, sent: used?.sent, next: used?.next };
}
