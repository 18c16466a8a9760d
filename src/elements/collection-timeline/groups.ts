/** Runs of entries that belong under one heading. */
import type { TimelineEntry } from '../../api/models.ts';

export interface EntryGroup {
  /** What they have in common. */
  key: string;
  /** Where the first of them stands, and the first behind them. */
  start: number;
  end: number;
}

/** Entries stay in the service's order: what returns to an earlier day begins a group of its own. */
export function groupEntries(
  entries: readonly TimelineEntry[],
  keyOf: (entry: TimelineEntry) => string,
): EntryGroup[] {
  const groups: EntryGroup[] = [];
  entries.forEach((entry, place) => {
    const key = keyOf(entry);
    const last = groups.at(-1);
    if (last?.key === key) last.end = place + 1;
    else groups.push({ key, start: place, end: place + 1 });
  });
  return groups;
}

/** In which group an entry is, by its place. */
export function groupAt(groups: readonly EntryGroup[], place: number): number {
  let [low, high] = [0, groups.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (groups[middle]!.start <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
