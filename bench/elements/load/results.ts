/** The measurements of how every page loads, and the figures derived from them. */
import type { Contestant, Group } from '../contestants/contestant.ts';
import { isIn } from '../contestants/all.ts';
import type { Looked } from '../findings/look.ts';
import type { Strict } from '../findings/strict.ts';
import type { Sizes } from '../sizes.ts';
import { spread, type Spread } from '../statistics.ts';
import type { Profile } from '../visit/profiles.ts';
import type { LoadSample } from './measure.ts';

export interface Case {
  contestant: Contestant;
  profile: Profile;
  samples: LoadSample[];
  /** Why there are no (more) samples, in words for the tables. */
  failure?: string;
}

/** The findings of the one visit that examines everything but times. */
export interface Finding {
  looked?: Looked;
  /** The files that the page has loaded after it was used. */
  used?: Sizes;
  strict?: Strict;
  failure?: string;
}

export type LoadKey = keyof LoadSample;

export interface Metric {
  key: LoadKey;
  label: string;
  /** Whether the empty page's is taken off. */
  isOverEmpty: boolean;
  /** Values that differ by less than this are the same. */
  resolution: number;
  format: (value: number) => string;
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const tenths = (value: number) => value.toFixed(1);

/** In all of them less is better. */
export const metrics: Metric[] = [
  { key: 'shown', label: 'fetch to UI, ms', isOverEmpty: false, resolution: 1, format: whole },
  { key: 'task', label: 'tasks, ms', isOverEmpty: true, resolution: 0.5, format: tenths },
  { key: 'script', label: 'of it script, ms', isOverEmpty: true, resolution: 0.5, format: tenths },
  { key: 'layout', label: 'of it layout, ms', isOverEmpty: true, resolution: 0.5, format: tenths },
  { key: 'blocking', label: 'blocking, ms', isOverEmpty: false, resolution: 1, format: whole },
  {
    key: 'heap',
    label: 'heap, kB',
    isOverEmpty: true,
    resolution: 1000,
    format: (value) => whole(value / 1000),
  },
  { key: 'warm', label: 'second page, ms', isOverEmpty: false, resolution: 1, format: whole },
  { key: 'sent', label: 'touch to request, ms', isOverEmpty: false, resolution: 1, format: whole },
  { key: 'next', label: 'touch to next step, ms', isOverEmpty: false, resolution: 1, format: whole },
];

export const NOT_SHOWN = 'UI not shown without its service';

export class LoadResults {
  readonly cases: Case[] = [];
  readonly findings = new Map<Contestant, Finding>();

  add(contestant: Contestant, profile: Profile): void {
    this.cases.push({ contestant, profile, samples: [] });
  }

  find(contestant: Contestant | undefined, profile: Profile): Case | undefined {
    return this.cases.find((found) => found.contestant === contestant && found.profile === profile);
  }

  get contestants(): Contestant[] {
    return [...new Set(this.cases.map(({ contestant }) => contestant))];
  }

  inGroup(group: Group): Contestant[] {
    return this.contestants.filter((contestant) => isIn(contestant, group));
  }

  /** The element with the preload lines of the quick start. */
  preloaded(group: Group): Contestant | undefined {
    return this.inGroup(group).find(({ kind, isPreloaded }) => kind === 'variant' && isPreloaded);
  }

  only(group: Group, kind: Contestant['kind']): Contestant | undefined {
    return this.inGroup(group).find((contestant) => contestant.kind === kind);
  }

  /** Undefined where the page failed or did not show itself. */
  valuesOf(contestant: Contestant | undefined, profile: Profile, metric: Metric): Spread | undefined {
    const found = this.find(contestant, profile);
    if (!found || found.failure) return undefined;
    const values = found.samples.map((sample) => sample[metric.key]);
    if (!values.every((value) => value !== undefined)) return undefined;
    const base = metric.isOverEmpty ? this.#empty(profile, metric) : 0;
    return spread(values.map((value) => value - base));
  }

  #empty(profile: Profile, { key }: Metric): number {
    const empty = this.cases.find(
      ({ contestant, profile: each }) => contestant.kind === 'empty' && each === profile,
    );
    const values = empty?.samples.map((sample) => sample[key]).filter((value) => value !== undefined);
    return spread(values ?? [])?.median ?? 0;
  }

  /** The least that any peer that shows itself has, and whose it is. */
  bestPeer(
    group: Group,
    profile: Profile,
    metric: Metric,
    isWanted: (peer: Contestant) => boolean = () => true,
  ): { name: string; value: number } | undefined {
    const peers = this.inGroup(group)
      .filter((contestant) => contestant.kind === 'peer' && isWanted(contestant))
      .map((peer) => ({
        name: peer.name,
        value: this.isShown(peer) ? this.valuesOf(peer, profile, metric)?.median : undefined,
      }))
      .filter((peer): peer is { name: string; value: number } => peer.value !== undefined);
    return peers.toSorted((a, b) => a.value - b.value)[0];
  }

  isShown(contestant: Contestant): boolean {
    const looked = this.findings.get(contestant)?.looked;
    return looked
      ? looked.shown
      : this.cases.some(
          (found) => found.contestant === contestant && found.samples.some(({ shown }) => shown),
        );
  }
}
