/** The machine of the measurements, and whether it was idle enough for them. */
import { cpus, platform, release, totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** The part of the processors that other programs may use before the figures are worth nothing. */
const BUSY_LIMIT = 0.1;
const WATCHED_MS = 3000;

export interface Machine {
  processors: number;
  processor: string;
  memoryGb: number;
  system: string;
  node: string;
  browser: string;
}

export const describeMachine = (browser: string): Machine => ({
  processors: cpus().length,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  node: process.version,
  browser,
});

export const describeInWords = ({
  processors,
  processor,
  memoryGb,
  system,
  node,
  browser,
}: Machine): string =>
  `on a machine with ${processors} processors (${processor}) and ${memoryGb} GB of memory, ${system}, Node ${node}, in ${browser}`;

function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((cpu) => Object.values(cpu.times));
  const idle = cpus().reduce((sum, cpu) => sum + cpu.times.idle, 0);
  return { all: times.flat().reduce((sum, time) => sum + time, 0), idle };
}

/** The share of the processors that is busy although the benchmark waits, 0 to 1. */
export async function busyWithOthers(): Promise<number> {
  const before = processorTimes();
  await setTimeout(WATCHED_MS);
  const after = processorTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

const percent = (part: number) => `${Math.round(part * 100)} %`;

export function describeBusy(before: number, after: number): string {
  const used = `Other programs used ${percent(before)} of the processors at the start and ${percent(after)} at the end.`;
  if (Math.max(before, after) <= BUSY_LIMIT) return used;
  return `**${used} Times, and frames above all, are only worth something on a quiet machine.**`;
}
