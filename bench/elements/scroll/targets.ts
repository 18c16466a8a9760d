/** What ours is held to in long timelines. */
import type { Target } from '../targets.ts';
import { metrics, type MetricKey, type Results, scrolledInPart, valuesOf } from './results.ts';

const FIRST_ENTRY_LIMIT = 1.3;
const GROWTH_LIMIT = 1.5;
const FRAME_LIMIT_MS = 50;
/** Between which counts ours must hardly grow. */
const GROWS_FROM = 1000;
const GROWS_TO = 10_000;

const entries = (count: number) => `${count.toLocaleString('en')} entries`;
const formatOf = (key: MetricKey) => metrics.find((metric) => metric.key === key)!.format;

function firstEntry(results: Results, count: number, cpu: number): Target[] {
  const ours = results.ours(count, cpu);
  const floor = results.floor(count, cpu);
  if (!ours || !floor) return [];
  const ratio =
    (valuesOf(ours, 'firstEntry')?.median ?? Infinity) /
    (valuesOf(floor, 'firstEntry')?.median ?? Number.NaN);
  return [
    {
      name: `first entries <= ${FIRST_ENTRY_LIMIT} x vanilla: ${entries(count)}, CPU ${cpu}x`,
      measured: `${ratio.toFixed(2)} x`,
      met: ratio <= FIRST_ENTRY_LIMIT,
    },
  ];
}

function growth(results: Results, cpu: number): Target[] {
  const small = results.ours(GROWS_FROM, cpu);
  const large = results.ours(GROWS_TO, cpu);
  if (!small || !large) return [];
  return (['nodes', 'heap'] as const).map((key) => {
    const ratio = (valuesOf(large, key)?.median ?? Infinity) / (valuesOf(small, key)?.median ?? Number.NaN);
    const label = key === 'nodes' ? 'DOM nodes' : 'JS heap';
    return {
      name: `${label} at ${entries(GROWS_TO)} <= ${GROWTH_LIMIT} x at ${entries(GROWS_FROM)}: CPU ${cpu}x`,
      measured: `${ratio.toFixed(2)} x`,
      met: ratio <= GROWTH_LIMIT,
    };
  });
}

function smooth(results: Results, count: number): Target[] {
  const ours = results.ours(count, 1);
  if (!ours) return [];
  const frames = valuesOf(ours, 'longestFrame');
  // One long frame in any round counts.
  const met = frames !== undefined && frames.max <= FRAME_LIMIT_MS && !scrolledInPart(ours);
  const part = scrolledInPart(ours) ? ', not scrolled to the end' : '';
  const mainThread = valuesOf(ours, 'mainThread')?.max ?? 0;
  const floor = results.floor(count, 1);
  // Pictures are decoded and drawn beside the main thread, and hold up frames, too.
  const context =
    `main thread ${formatOf('mainThread')(mainThread)} ms` +
    (floor ? `; vanilla ${Math.round(valuesOf(floor, 'longestFrame')?.max ?? Number.NaN)} ms` : '');
  return [
    {
      name: `no frame over ${FRAME_LIMIT_MS} ms while scrolling: ${entries(count)}, CPU 1x`,
      measured: frames
        ? `longest ${Math.round(frames.max)} ms, median of the rounds ${Math.round(frames.median)} ms${part}; ${context}`
        : (ours.failure ?? ''),
      met,
    },
  ];
}

function ahead(results: Results, count: number, cpu: number): Target[] {
  const ours = results.ours(count, cpu);
  const peers = results.peers(count, cpu);
  if (!ours || !peers.length) return [];
  return metrics.map(({ key, label, resolution }) => {
    const mine = valuesOf(ours, key)?.median ?? Infinity;
    const format = formatOf(key);
    const before = peers.filter((peer) => {
      // Who did not finish is behind whoever did.
      const theirs = valuesOf(peer, key)?.median;
      return theirs !== undefined && mine - theirs >= resolution;
    });
    return {
      name: `ahead of every peer: ${label}, ${entries(count)}, CPU ${cpu}x`,
      measured: before.length
        ? `${Number.isFinite(mine) ? format(mine) : 'did not finish'}; ` +
          before.map((peer) => `${peer.contestant.name} ${format(valuesOf(peer, key)!.median)}`).join(', ')
        : format(mine),
      met: before.length === 0 && Number.isFinite(mine),
    };
  });
}

export function checkScrollTargets(results: Results, counts: number[], cpus: number[]): Target[] {
  const each = (check: (count: number, cpu: number) => Target[]) =>
    counts.flatMap((count) => cpus.flatMap((cpu) => check(count, cpu)));
  return [
    ...each((count, cpu) => firstEntry(results, count, cpu)),
    ...cpus.flatMap((cpu) => growth(results, cpu)),
    ...counts.flatMap((count) => smooth(results, count)),
    ...each((count, cpu) => ahead(results, count, cpu)),
  ];
}
