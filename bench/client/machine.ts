/** The machine of the measurements, and whether it was idle enough for them. `bench/page` uses it too. */
import { cpus, platform, release, totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** The part of the processors that other programs may use before the figures are worth nothing. */
const BUSY_LIMIT = 0.1;
const WATCHED_MS = 3000;

export const describeMachine = () => ({
  processor: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${platform()} ${release()}`,
  node: process.version,
});

function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { all: sum(times.flatMap((each) => Object.values(each))), idle: sum(times.map(({ idle }) => idle)) };
}

/** The share of the processors that is busy although the benchmark waits, 0 to 1. */
export async function busyWithOthers(): Promise<number> {
  const before = processorTimes();
  await setTimeout(WATCHED_MS);
  const after = processorTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

export function warnIfBusy(before: number, after: number): void {
  if (Math.max(before, after) <= BUSY_LIMIT) return;
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  console.warn(
    `\nOther programs used ${percent(before)} of the processors at the start and ${percent(after)} at the end. ` +
      'Times are only worth something on a quiet machine.',
  );
}
