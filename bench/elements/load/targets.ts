/** The targets for our elements while a page loads. */
import type { Contestant, Group } from '../contestants/contestant.ts';
import type { Target } from '../targets.ts';
import type { Profile } from '../visit/profiles.ts';
import { type LoadKey, type LoadResults, metrics } from './results.ts';
import { bytesOf, SAME_LOOK, smallestPeer, usedBytesOf } from './tables.ts';

/** Times vanilla, by profile. */
const SHOWN_LIMITS: Record<Group, Record<string, number>> = {
  login: { '1x': 1.25, '4x': 1.5, slow: 1.25 },
  claim: { '1x': 1.25, '4x': 1.5, slow: 1.25 },
  timeline: { '1x': 1.25, '4x': 1.4, slow: 1.15 },
};
const TASK_LIMIT = 1.5;
const LIT_TASK_LIMIT = 1.15;
const WARM_LIMIT = 1.1;
const FRAME_MS = 1000 / 60;
/** Times the best kit, or the best product where there is no kit. */
const KIT_BYTES_LIMIT = 0.9;
const PRODUCT_BYTES_LIMIT = 0.6;

const metric = (key: LoadKey) => metrics.find((each) => each.key === key)!;

interface Pair {
  results: LoadResults;
  group: Group;
  ours: Contestant;
  floor: Contestant;
}

const medianOf = ({ results }: Pair, contestant: Contestant | undefined, profile: Profile, key: LoadKey) =>
  results.valuesOf(contestant, profile, metric(key))?.median ?? Number.NaN;

/** A figure of ours, of vanilla, and of a bare Lit element of the same UI. */
function compared(pair: Pair, profile: Profile, key: LoadKey, mine: number): string {
  const { results, group, floor } = pair;
  const theirs = medianOf(pair, floor, profile, key);
  const lit = medianOf(pair, results.only(group, 'lit-floor'), profile, key);
  const { format } = metric(key);
  const withLit = Number.isNaN(lit) ? '' : `; with Lit ${format(lit)} ms, ${(lit / theirs).toFixed(2)} x`;
  return `${format(mine)} ms; vanilla ${format(theirs)} ms; ${(mine / theirs).toFixed(2)} x${withLit}`;
}

function shown(pair: Pair, profile: Profile): Target[] {
  const { results, group, floor } = pair;
  // On a slow line a shop needs the quick start's snippet, which has preload lines.
  const ours = (profile.network ? results.preloaded(group) : undefined) ?? pair.ours;
  const limit = SHOWN_LIMITS[group][profile.name]!;
  const mine = medianOf(pair, ours, profile, 'shown');
  const peer = results.bestPeer(group, profile, metric('shown'));
  const targets = [
    {
      name: `${ours.name}: fetch to UI <= ${limit} x vanilla, ${profile.label}`,
      measured: compared(pair, profile, 'shown', mine),
      met: mine <= limit * medianOf(pair, floor, profile, 'shown'),
    },
  ];
  if (peer)
    targets.push({
      name: `${ours.name}: fetch to UI ahead of every peer, ${profile.label}`,
      measured: `${Math.round(mine)} ms; ${peer.name} ${Math.round(peer.value)} ms; ${(mine / peer.value).toFixed(2)} x`,
      met: mine < peer.value,
    });
  return targets;
}

/** From the first touch until the request leaves: one frame more than vanilla, or one round trip on a slow line. */
function sent(pair: Pair, profile: Profile): Target[] {
  const { ours, floor } = pair;
  const mine = medianOf(pair, ours, profile, 'sent');
  const theirs = medianOf(pair, floor, profile, 'sent');
  if (Number.isNaN(mine) || Number.isNaN(theirs)) return [];
  const allowed = profile.network?.latency ?? FRAME_MS;
  return [
    {
      name: `${ours.name}: touch to request <= vanilla and ${Math.round(allowed)} ms, ${profile.label}`,
      measured: `${Math.round(mine)} ms; vanilla ${Math.round(theirs)} ms`,
      met: mine <= theirs + allowed,
    },
  ];
}

function warm(pair: Pair, profile: Profile): Target {
  const mine = medianOf(pair, pair.ours, profile, 'warm');
  return {
    name: `${pair.ours.name}: second page of a visit <= ${WARM_LIMIT} x vanilla, ${profile.label}`,
    measured: compared(pair, profile, 'warm', mine),
    met: mine <= WARM_LIMIT * medianOf(pair, pair.floor, profile, 'warm'),
  };
}

function task(pair: Pair, profile: Profile): Target {
  const { results, group, ours, floor } = pair;
  const mine = medianOf(pair, ours, profile, 'task');
  const lit = medianOf(pair, results.only(group, 'lit-floor'), profile, 'task');
  const limits = [TASK_LIMIT * medianOf(pair, floor, profile, 'task'), LIT_TASK_LIMIT * lit];
  return {
    name: `${ours.name}: tasks <= ${TASK_LIMIT} x vanilla or ${LIT_TASK_LIMIT} x with Lit, ${profile.label}`,
    measured: compared(pair, profile, 'task', mine),
    met: limits.some((limit) => mine <= limit),
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
  const kit = smallestPeer(results, group, ({ isKit }) => isKit ?? false);
  const peer = kit ?? smallestPeer(results, group);
  const limit = kit ? KIT_BYTES_LIMIT : PRODUCT_BYTES_LIMIT;
  const theirs = bytesOf(results, peer);
  if (!peer || !theirs) return [];
  const target = (name: string, mine: number | undefined): Target[] =>
    mine === undefined
      ? []
      : [
          {
            name: `${ours.name}: ${name} <= ${limit} x the best ${kit ? 'kit' : 'product'}`,
            measured: `${(mine / 1000).toFixed(1)} kB; ${peer.name} ${(theirs / 1000).toFixed(1)} kB; ${(mine / theirs).toFixed(2)} x`,
            met: mine <= limit * theirs,
          },
        ];
  return [
    ...target('bytes untouched', bytesOf(results, ours)),
    ...target('bytes once used', usedBytesOf(results, ours)),
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
      ...isTimed.flatMap((profile) => shown(pair, profile)),
      ...isTimed.flatMap((profile) => sent(pair, profile)),
      ...isTimed.map((profile) => warm(pair, profile)),
      ...isTimed.map((profile) => task(pair, profile)),
      ...isTimed.map((profile) => blocking(pair, profile)),
      ...bytes(pair),
      ...touches(pair),
      ...strictness(pair),
    ];
  });
}
