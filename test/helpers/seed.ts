/** The seed of a soak test. Each run has a new one; `SEED=…` repeats a run. */
import { randomInt } from 'node:crypto';

const LARGEST = 2 ** 31 - 1;

function readSeed(given: string | undefined): number {
  if (!given) return randomInt(LARGEST);
  const seed = Number(given);
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST)
    throw new Error(`SEED must be a whole number from 0 to ${LARGEST}, not "${given}".`);
  return seed;
}

/** Printed once for each test file that imports it. */
export const seed = readSeed(process.env['SEED']);
console.log(`SEED=${seed}`);

/** Returns a function that gives numbers from 0 to 1, always the same ones for the same seed (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
