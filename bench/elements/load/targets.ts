/** What ours is held to while a page loads. */
import type { Contestant, Group } from '../contestants/contestant.ts';
import type { Target } from '../targets.ts';
import type { Profile } from '../visit/profiles.ts';
import { type LoadKey, type LoadResults, metrics } from './results.ts';
import { bytesOf, SAME_LOOK, smallestPeer } from './tables.ts';

const SHOWN_LIMIT = 1.25;
const TASK_LIMIT = 1.5;
const BYTES_LIMIT = 0.5;

const metric = (key: LoadKey) => metrics.find((each) => each.key === key)!;

interface Pair {
  results: LoadResults;
  group: Group;
  ours: Contestant;
  floor: Contestant;
}

/** What a bare Lit element of the same UI takes, where there is one. */
function withLit({ results, group }: Pair, profile: Profile, key: LoadKey, vanilla: number): string {
  const median = results.valuesOf(results.only(group, 'lit-floor'), profile, metric(key))?.median;
  return median === undefined
    ? ''
    : `; with Lit ${metric(key).format(median)} ms, ${(median / vanilla).toFixed(2)} x`;
}

function shown(pair: Pair, profile: Profile): Target {
  const { results, ours, floor } = pair;
  const mine = results.valuesOf(ours, profile, metric('shown'))?.median ?? Infinity;
  const theirs = results.valuesOf(floor, profile, metric('shown'));
  const { median = Number.NaN, min = Number.NaN, max = Number.NaN } = theirs ?? {};
  const isFast = profile.name === '1x';
  const rule = isFast ? 'no later than the latest of vanilla' : `<= ${SHOWN_LIMIT} x vanilla`;
  return {
    name: `${ours.name}: fetch to UI ${rule}, ${profile.label}`,
    measured: `${Math.round(mine)} ms; vanilla ${Math.round(median)} ms (${Math.round(min)}–${Math.round(max)}); ${(mine / median).toFixed(2)} x${withLit(pair, profile, 'shown', median)}`,
    met: isFast ? mine <= max : mine <= SHOWN_LIMIT * median,
  };
}

function task(pair: Pair, profile: Profile): Target {
  const { results, ours, floor } = pair;
  const mine = results.valuesOf(ours, profile, metric('task'))?.median ?? Infinity;
  const theirs = results.valuesOf(floor, profile, metric('task'))?.median ?? Number.NaN;
  return {
    name: `${ours.name}: tasks over the empty page <= ${TASK_LIMIT} x vanilla, ${profile.label}`,
    measured: `${mine.toFixed(1)} ms; vanilla ${theirs.toFixed(1)} ms; ${(mine / theirs).toFixed(2)} x${withLit(pair, profile, 'task', theirs)}`,
    met: mine <= TASK_LIMIT * theirs,
  };
}

function blocking({ results, ours }: Pair, profile: Profile): Target {
  const { median = Infinity, max = Infinity } = results.valuesOf(ours, profile, metric('blocking')) ?? {};
  return {
    name: `${ours.name}: blocking time 0, ${profile.label}`,
    measured: `${Math.round(median)} ms, ${Math.round(max)} ms in the worst round`,
    met: median === 0,
  };
}

function bytes({ results, group, ours }: Pair): Target[] {
  const peer = smallestPeer(results, group);
  const [mine, theirs] = [bytesOf(results, ours), bytesOf(results, peer)];
  if (!peer || !mine || !theirs) return [];
  return [
    {
      name: `${ours.name}: bytes <= half of the best peer`,
      measured: `${(mine / 1000).toFixed(1)} kB; ${peer.name} ${(theirs / 1000).toFixed(1)} kB; ${(mine / theirs).toFixed(2)} x`,
      met: mine <= BYTES_LIMIT * theirs,
    },
  ];
}

function touches({ results, group, ours }: Pair): Target[] {
  const looked = results.findings.get(ours)?.looked;
  const lit = results.findings.get(results.only(group, 'lit')!)?.looked;
  if (!looked || !lit) return [];
  const none = (what: string, found: string[]): Target => ({
    name: `${ours.name}: ${what}`,
    measured: found.join(', ') || 'none',
    met: found.length === 0,
  });
  return [
    // Lit's own are its versions, so that a page can warn of two, and the place of its decorators' metadata.
    none(
      'no globals but Lit’s own',
      looked.globals.filter((name) => !lit.globals.includes(name)),
    ),
    none(
      'no built-ins changed but by Lit itself',
      looked.patched.filter((name) => !lit.patched.includes(name)),
    ),
    none('no cookies', looked.cookies),
    none('nothing written into storage before an action', looked.writes),
    none('no other hosts', looked.hosts),
    none('no errors', looked.errors),
  ];
}

function strictness({ results, ours }: Pair): Target[] {
  const strict = results.findings.get(ours)?.strict;
  if (!strict) return [];
  const found = Object.entries(strict.violations).map(([name, count]) => `${name} ${count}`);
  const isKept = [strict.csp, strict.trustedTypes].every((kept) => kept.shown && kept.changed <= SAME_LOOK);
  return [
    {
      name: `${ours.name}: no violation of the strict policy`,
      measured: found.join(', ') || 'none',
      met: !found.length,
    },
    {
      name: `${ours.name}: looks the same on strict pages`,
      measured: isKept ? 'the same' : 'another look, or none',
      met: isKept,
    },
  ];
}

export function checkLoadTargets(
  results: LoadResults,
  groups: readonly Group[],
  profiles: Profile[],
): Target[] {
  return groups.flatMap((group) => {
    const [ours, floor] = [results.only(group, 'ours'), results.only(group, 'floor')];
    if (!ours || !floor) return [];
    const pair = { results, group, ours, floor };
    const isTimed = profiles.filter((profile) => results.find(ours, profile)?.samples.length);
    return [
      ...isTimed.flatMap((profile) => [shown(pair, profile), task(pair, profile), blocking(pair, profile)]),
      ...bytes(pair),
      ...touches(pair),
      ...strictness(pair),
    ];
  });
}
