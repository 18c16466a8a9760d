/** Visits every page, in another order in each round. */
import { look } from '../findings/look.ts';
import { checkStrict } from '../findings/strict.ts';
import type { Lab } from '../lab.ts';
import { measureLoad } from './measure.ts';
import { profiles } from '../visit/profiles.ts';
import type { Case, LoadResults } from './results.ts';
import { useOnce } from './use.ts';

export interface LoadOptions {
  rounds: number;
  /** Another one gives another order. */
  seed: number;
  capSeconds: number;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher and Yates. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

const failureOf = (error: unknown): string =>
  `failed: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`;

/** Without the browser it is the run that broke, not a contestant. */
function rethrowWithoutBrowser({ browser }: Lab, error: unknown): void {
  if (!browser.connected) throw error;
}

/** Everything but times; the visits also warm up the servers and the disk for those that are timed. */
export async function findOut(lab: Lab, results: LoadResults, isStrict: boolean): Promise<void> {
  for (const contestant of results.contestants) {
    const finding = results.findings.get(contestant) ?? {};
    results.findings.set(contestant, finding);
    try {
      finding.looked = await look(lab, contestant);
      const { bytes, picture, shown } = finding.looked;
      if (contestant.use)
        finding.used = (await useOnce(lab, contestant, contestant.use, profiles[0]!, 30_000)).bytes;
      console.log(`  ${contestant.name}: ${bytes.brotli} bytes (brotli)${shown ? '' : ', UI not shown'}`);
      if (isStrict && shown) finding.strict = await checkStrict(lab, contestant, picture);
    } catch (error) {
      rethrowWithoutBrowser(lab, error);
      finding.failure = failureOf(error);
      console.log(`  ${contestant.name}: ${finding.failure}`);
    }
  }
}

async function runCase(lab: Lab, found: Case, capMs: number): Promise<void> {
  if (found.failure) return;
  try {
    found.samples.push(await measureLoad(lab, found.contestant, found.profile, capMs));
  } catch (error) {
    rethrowWithoutBrowser(lab, error);
    found.failure = failureOf(error);
    console.log(`  ${found.contestant.name}, ${found.profile.label}: ${found.failure}`);
  }
}

export async function runLoadRounds(lab: Lab, results: LoadResults, options: LoadOptions): Promise<void> {
  const random = randomNumbers(options.seed);
  for (let round = 0; round < options.rounds; round++) {
    const start = performance.now();
    for (const found of shuffle(results.cases, random)) await runCase(lab, found, options.capSeconds * 1000);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`Round ${round + 1} of ${options.rounds}: ${results.cases.length} visits in ${seconds} s`);
  }
}
