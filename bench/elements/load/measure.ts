/** Two visits that are timed: one for when the UI is seen, and one for the work. */
import type { Contestant } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import type { Profile } from '../visit/profiles.ts';
import { visit } from '../visit/visit.ts';

/** Milliseconds and bytes. */
export interface LoadSample {
  /** From when the browser begins to fetch the page until the UI is drawn; undefined if it was not. */
  shown: number | undefined;
  /** What the main thread did until the page had settled, */
  task: number;
  /** of it scripts, as far as the browser counts them as such, */
  script: number;
  /** and styles and layout. */
  layout: number;
  /** What long tasks took over 50 ms each. */
  blocking: number;
  /** What JavaScript holds once nothing waits to be collected. */
  heap: number;
}

export async function measureLoad(
  { browser, pages, source }: Lab,
  contestant: Contestant,
  profile: Profile,
  capMs: number,
): Promise<LoadSample> {
  const { seen, service } = contestant;
  const wanted = { url: pages.url(contestant, source), seen, service, profile, capMs };
  // Watching for the first frame is work as well, so what the page does is counted in a visit of its own.
  const shown = await visit(browser, wanted, ({ observed }) => observed.shown);
  return visit(browser, { ...wanted, isWatched: false }, async ({ session, observed, metrics }) => {
    const ms = (name: string) => (metrics.get(name) ?? Number.NaN) * 1000;
    // The second collection gets what only the first one's finalizers let go.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return {
      shown,
      task: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
      blocking: observed.blocking,
      heap: usedSize,
    };
  });
}
