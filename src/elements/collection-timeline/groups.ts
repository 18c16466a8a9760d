/** Consecutive entries that belong under one heading. */
import type { TimelineEntry } from '../../api/models.ts';
import type { Dates } from './dates.ts';
import type { Grouping } from './timeline-settings.ts';

export interface EntryGroup {
  /** The common part of the dates: see `Dates.groupOf()`. */
  key: string;
  /** Index of the first entry, and of the first one after the group. */
  start: number;
  end: number;
}

/** Entries keep the service's order: one that returns to an earlier group's day begins a new group. */
export function groupEntries(
  entries: readonly TimelineEntry[],
  keyOf: (entry: TimelineEntry) => string,
): EntryGroup[] {
  const groups: EntryGroup[] = [];
  entries.forEach((entry, index) => {
    const key = keyOf(entry);
    const last = groups.at(-1);
    if (last?.key === key) last.end = index + 1;
    else groups.push({ key, start: index, end: index + 1 });
  });
  return groups;
}

/** The group of an entry, by their indexes. */
export function groupAt(groups: readonly EntryGroup[], index: number): number {
  let [low, high] = [0, groups.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (groups[middle]!.start <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface GroupedBy {
  entries: readonly TimelineEntry[];
  dates: Dates;
  grouping: Grouping | undefined;
  hasMonths: boolean;
  /** Another number for another timeline. */
  round: number;
}

/** The groups and months of a timeline. */
export class TimelineGroups {
  groups: readonly EntryGroup[] = [];
  months: readonly EntryGroup[] = [];
  #groupedBy: GroupedBy | undefined;

  /** Returns whether they belong to another timeline. */
  update(by: GroupedBy): boolean {
    const before = this.#groupedBy;
    const { entries, dates, grouping, hasMonths } = by;
    if (
      before?.entries === entries &&
      before.dates === dates &&
      before.grouping === grouping &&
      before.hasMonths === hasMonths
    )
      return false;
    this.#groupedBy = by;
    const groupBy = (each: Grouping) => groupEntries(entries, (entry) => dates.groupOf(entry, each));
    this.groups = grouping ? groupBy(grouping) : [{ key: '', start: 0, end: entries.length }];
    this.months = hasMonths ? (grouping === 'month' ? this.groups : groupBy('month')) : [];
    return by.round !== before?.round;
  }
}
