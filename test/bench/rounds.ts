/** Runs every case, everybody in turn. */
import type { Browser } from 'puppeteer-core';
import type { Source } from './contestants.ts';
import { DidNotFinish, measure } from './measure.ts';
import type { Options } from './options.ts';
import type { Case, Results } from './results.ts';
import type { PageServer } from './server.ts';

export interface Lab {
  browser: Browser;
  pages: PageServer;
  sourceOf: (count: number) => Source;
}

/** What a slow case gets even when its time is spent; the targets are about ours and vanilla. */
const LEAST_ROUNDS = { ours: 3, floor: 3, peer: 1 };

/** Beginning with another one in each round, so that nobody always runs after the same neighbour. */
const rotate = <T>(items: T[], by: number): T[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

const describe = ({ contestant, count, cpu }: Case) => `${contestant.name}, ${count}, CPU ${cpu}x`;

function measureCase({ browser, pages, sourceOf }: Lab, { contestant, count, cpu }: Case, options: Options) {
  const { frames, capSeconds } = options;
  const url = pages.url(contestant, sourceOf(count));
  return measure(browser, url, { count, cpu, frames, capMs: capSeconds * 1000 });
}

function failureOf(error: unknown): string {
  if (error instanceof DidNotFinish) return error.message;
  return `failed: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`;
}

async function runCase(lab: Lab, results: Results, found: Case, options: Options): Promise<void> {
  const easier = results.easierFailure(found);
  if (easier && easier !== found) found.failure ??= 'not tried: did not finish with less';
  const isSpent = found.spentMs > options.budgetSeconds * 1000;
  if (found.failure || (isSpent && found.samples.length >= LEAST_ROUNDS[found.contestant.kind])) return;
  const start = performance.now();
  try {
    found.samples.push(await measureCase(lab, found, options));
  } catch (error) {
    // Without the browser it is the run that broke, not a contestant.
    if (!lab.browser.connected) throw error;
    found.failure = failureOf(error);
  }
  const took = performance.now() - start;
  found.spentMs += took;
  console.log(`  ${describe(found)}: ${found.failure ?? `${(took / 1000).toFixed(1)} s`}`);
}

export async function runRounds(lab: Lab, results: Results, options: Options): Promise<void> {
  // The very first page pays for what the sandbox and the disk have not done yet.
  const [first] = results.cases;
  if (first) await measureCase(lab, first, options);
  for (let round = 0; round < options.rounds; round++) {
    console.log(`Round ${round + 1} of ${options.rounds}`);
    for (const count of options.counts)
      for (const cpu of options.cpus) {
        const cases = results.cases.filter((found) => found.count === count && found.cpu === cpu);
        for (const found of rotate(cases, round)) await runCase(lab, results, found, options);
      }
  }
}
