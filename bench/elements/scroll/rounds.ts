/** Scrolls through every timeline, everybody in turn. */
import type { Contestant, Source } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import { DidNotFinish, measure, measureAtRest } from './measure.ts';
import type { Case, Results } from './results.ts';

export interface ScrollOptions {
  rounds: number;
  counts: number[];
  /** How many times slower the processor is. */
  cpus: number[];
  /** In how many steps a list is scrolled from one end to the other, one per frame; more of them are slower. */
  frames: number[];
  /** A page that takes longer to load did not finish. */
  capSeconds: number;
  /** A case that has taken longer in all its rounds gets no more of them, except for the least number. */
  budgetSeconds: number;
}

export interface ScrollLab extends Lab {
  sourceOf: (count: number) => Source;
}

/**
 * The minimum number of rounds for a slow case, even when its time is spent. The targets concern only ours and vanilla.
 */
const LEAST_ROUNDS: Partial<Record<Contestant['kind'], number>> = { ours: 3, floor: 3, virtual: 3 };

/** Each round begins with a different one, so that none always runs after the same neighbour. */
const rotate = <T>(items: T[], by: number): T[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

const describe = ({ contestant, count, cpu }: Case) => `${contestant.name}, ${count}, CPU ${cpu}x`;

function measureCase(
  { browser, pages, sourceOf }: ScrollLab,
  { contestant, count, cpu }: Case,
  options: ScrollOptions,
) {
  const { frames, capSeconds } = options;
  const url = pages.url(contestant, sourceOf(count), {}, true);
  // Only those in the targets are scrolled at each speed, and watched at rest.
  const isClose = LEAST_ROUNDS[contestant.kind] !== undefined;
  return measure(browser, url, {
    count,
    cpu,
    frames: isClose && cpu === 1 ? frames : frames.slice(0, 1),
    isWatchedAtRest: isClose,
    capMs: capSeconds * 1000,
  });
}

function failureOf(error: unknown): string {
  if (error instanceof DidNotFinish) return error.message;
  return `failed: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`;
}

async function runCase(lab: ScrollLab, results: Results, found: Case, options: ScrollOptions): Promise<void> {
  const easier = results.easierFailure(found);
  if (easier && easier !== found) found.failure ??= 'not tried: did not finish with less';
  const isSpent = found.spentMs > options.budgetSeconds * 1000;
  const least = LEAST_ROUNDS[found.contestant.kind] ?? 1;
  if (found.failure || (isSpent && found.samples.length >= least)) return;
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

export async function runScrollRounds(
  lab: ScrollLab,
  results: Results,
  options: ScrollOptions,
): Promise<void> {
  // The first visit of each contestant includes work that the servers and the disk do only once.
  const least = Math.min(...options.counts);
  for (const contestant of new Set(results.cases.map((found) => found.contestant)))
    try {
      await measureAtRest(lab.browser, lab.pages.url(contestant, lab.sourceOf(least), {}, true), 1);
    } catch (error) {
      // A page that fails says so when it is timed.
      if (!lab.browser.connected) throw error;
    }
  for (let round = 0; round < options.rounds; round++) {
    console.log(`Round ${round + 1} of ${options.rounds}`);
    for (const count of options.counts)
      for (const cpu of options.cpus) {
        const cases = results.cases.filter((found) => found.count === count && found.cpu === cpu);
        for (const found of rotate(cases, round)) await runCase(lab, results, found, options);
      }
  }
}
