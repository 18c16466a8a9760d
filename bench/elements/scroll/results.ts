/** The measurements by case, and the figures derived from them. */
import type { Contestant } from '../contestants/contestant.ts';
import { spread, type Spread } from '../statistics.ts';
import type { Sample } from './measure.ts';

export interface Case {
  contestant: Contestant;
  count: number;
  cpu: number;
  samples: Sample[];
  /** Why there are no (more) samples, in words for the tables. */
  failure?: string;
  spentMs: number;
}

export type MetricKey =
  | 'firstEntry'
  | 'allEntries'
  | 'tasks'
  | 'nodes'
  | 'entryNodes'
  | 'elements'
  | 'heap'
  | 'longestFrame'
  | 'mainThread'
  | 'shift';

export interface Metric {
  key: MetricKey;
  label: string;
  /** Values that differ by less than this are the same. */
  resolution: number;
  format: (value: number) => string;
}

/** A measurement without a finite value did not finish. */
const whole = (value: number) =>
  Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'did not finish';

/** In all of them less is better. */
export const metrics: Metric[] = [
  { key: 'firstEntry', label: 'first entries, ms', resolution: 1, format: whole },
  { key: 'allEntries', label: 'all entries, ms', resolution: 1, format: whole },
  { key: 'tasks', label: 'tasks in 3 s, ms', resolution: 1, format: whole },
  { key: 'nodes', label: 'DOM nodes', resolution: 1, format: whole },
  { key: 'entryNodes', label: 'nodes per entry', resolution: 1, format: whole },
  { key: 'elements', label: 'elements', resolution: 1, format: whole },
  { key: 'heap', label: 'JS heap, MB', resolution: 1e4, format: (value) => (value / 1e6).toFixed(2) },
  // A display shows no difference of a part of a frame.
  { key: 'longestFrame', label: 'longest frame, ms', resolution: 1000 / 60, format: whole },
  // The browser tells only of those over 50 ms.
  {
    key: 'mainThread',
    label: 'of it main thread, ms',
    resolution: 1000 / 60,
    format: (value) => (value ? whole(value) : '< 50'),
  },
  { key: 'shift', label: 'layout shift', resolution: 0.001, format: (value) => value.toFixed(3) },
];

/** A failure in any round is the case's result: the rounds that went well must not hide it. */
export const valuesOf = ({ samples, failure }: Case, key: MetricKey): Spread | undefined =>
  failure ? undefined : spread(samples.flatMap((sample) => sample[key] ?? []));

/** Whether some round had no time to scroll to the end; the longest frame is then a lower bound. */
export const scrolledInPart = ({ samples }: Case): boolean =>
  samples.some(({ scrolled }) => scrolled?.some(({ way }) => way < 0.99));

export class Results {
  readonly cases: Case[] = [];

  add(contestant: Contestant, count: number, cpu: number): void {
    this.cases.push({ contestant, count, cpu, samples: [], spentMs: 0 });
  }

  find(count: number, cpu: number, matches: (contestant: Contestant) => boolean): Case | undefined {
    return this.cases.find(
      (found) => found.count === count && found.cpu === cpu && matches(found.contestant),
    );
  }

  ours = (count: number, cpu: number) => this.find(count, cpu, ({ kind }) => kind === 'ours');
  virtual = (count: number, cpu: number) => this.find(count, cpu, ({ kind }) => kind === 'virtual');
  floor = (count: number, cpu: number) => this.find(count, cpu, ({ kind }) => kind === 'floor');

  peers(count: number, cpu: number): Case[] {
    return this.cases.filter(
      (found) => found.count === count && found.cpu === cpu && found.contestant.kind === 'peer',
    );
  }

  /** A case that is no harder and failed: the harder one need not be tried. */
  easierFailure({ contestant, count, cpu }: Case): Case | undefined {
    return this.cases.find(
      (other) => other.failure && other.contestant === contestant && other.count <= count && other.cpu <= cpu,
    );
  }
}
