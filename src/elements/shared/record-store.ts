/** The texts of shared records: in the browser's storage if that is possible and allowed, else in memory. */

export const PREFIX = 'storefront-elements:';

export type Area = 'localStorage' | 'sessionStorage';

/** The text of each record that this page set or received. */
const memory = new Map<string, string>();
/** When records ended, in milliseconds since the epoch. */
const ends = new Map<string, number>();
/** Names of records that are not in storage, because it is full, blocked or not allowed. */
const unstored = new Set<string>();
/** Records that were removed from storage after the shopper declined. */
const withdrawn = new Map<string, { area: Area; text: string }>();

export const isInStorage = (name: string): boolean => !unstored.has(name);

export const inMemory = (name: string): string | undefined => memory.get(name);

/** A record's text, or ''. Throws if storage is blocked. */
export function readText(name: string, area: Area, mayRead: boolean): string {
  const isRead = mayRead && isInStorage(name);
  return (isRead ? globalThis[area].getItem(PREFIX + name) : memory.get(name)) ?? '';
}

/** Writes a record's text; '' deletes it. Undefined for `mayStore`: nothing may be stored, but earlier records are used. */
export function writeText(name: string, text: string, area: Area, mayStore: boolean | undefined): void {
  memory.set(name, text);
  unstored.add(name);
  try {
    // In one step: a page that dies now must find the old or the new record, so nothing is removed before it is replaced.
    if (mayStore && text) globalThis[area].setItem(PREFIX + name, text);
    // A lasting record that is not used here may be in use on other pages.
    else if (area === 'sessionStorage' || (!text && mayStore !== false))
      globalThis[area].removeItem(PREFIX + name);
    if (mayStore || !text) unstored.delete(name);
  } catch {
    // Full or blocked. An earlier login must not come back; an earlier claim is better than none.
    if (text && area === 'sessionStorage') writeText(name, '', area, false);
    memory.set(name, text);
    unstored.add(name);
  }
}

const END = `${PREFIX}end:`;

/**
 * Notes the end of a record that each tab stores separately. A tab that misses the message, because it is in the
 * back/forward cache or shows another page, must not bring an ended login back.
 */
export function noteEnd(name: string, at: number, area: Area, mayStore: boolean): void {
  if (area !== 'sessionStorage') return;
  ends.set(name, at);
  try {
    if (mayStore) localStorage.setItem(END + name, String(at));
  } catch {
    // Full or blocked: then it applies to this page only.
  }
}

/** When a record last ended, in milliseconds since the epoch; -1 if it never did. */
export function endedAt(name: string): number {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(END + name);
  } catch {
    // Blocked.
  }
  return Math.max(ends.get(name) ?? -1, Number(stored ?? -1));
}

const THERE = `${PREFIX}there:`;

/**
 * Notes until when a tab holds such a record, without its contents. The note wakes other tabs whose elements have not
 * loaded their flow, and makes tabs opened later ask for the record. 0 removes the note.
 */
export function noteExistence(name: string, area: Area, until: number): void {
  if (area !== 'sessionStorage') return;
  try {
    if (until) localStorage.setItem(THERE + name, String(until));
    else localStorage.removeItem(THERE + name);
  } catch {
    // Full or blocked: then other tabs learn about it when they listen.
  }
}

/** Whether there is such a note. */
export const existsElsewhere = (name: string): boolean => hasItem(THERE + name, 'localStorage');

function hasItem(key: string, area: Area): boolean {
  try {
    return globalThis[area].getItem(key) !== null;
  } catch {
    // Blocked.
    return false;
  }
}

/** Removes the note about a record that has expired, so that the next page need not ask. */
export function removeStaleNote(name: string): void {
  try {
    if (Number(localStorage.getItem(THERE + name)) <= Date.now()) localStorage.removeItem(THERE + name);
  } catch {
    // Blocked.
  }
}

/** Whether a record was stored with the consent of its element, whatever that of the page is. */
function isOwn(text: string): boolean {
  try {
    return Boolean((JSON.parse(text) as { own?: unknown } | null)?.own);
  } catch {
    return false;
  }
}

/**
 * Removes the records of a kind (`login`, `claim`) from storage; they stay in memory while the page lasts.
 *
 * @param isAll also those that were stored with the consent of their element: a refusal of the page does not end that
 */
export function withdraw(kind: string, isAll: boolean): void {
  const names = new RegExp(`^${PREFIX}(there:|end:)?(${kind}:.*)`);
  for (const area of ['localStorage', 'sessionStorage'] as const)
    try {
      for (const key of Object.keys(globalThis[area])) {
        const [, note, name] = names.exec(key) ?? [];
        if (!name) continue;
        const text = globalThis[area].getItem(key)!;
        const isStored = !note && !unstored.has(name);
        if (isStored) memory.set(name, text);
        if (!isAll && isOwn(text)) continue;
        if (isStored) withdrawn.set(name, { area, text });
        if (!note) unstored.add(name);
        globalThis[area].removeItem(key);
      }
    } catch {
      // Blocked: then nothing is stored.
    }
}

/** Stores the withdrawn records of a kind again, unless they have changed since, here or in another tab. */
export function restoreWithdrawn(kind: string): void {
  for (const [name, { area, text }] of [...withdrawn]) {
    if (!name.startsWith(`${kind}:`)) continue;
    withdrawn.delete(name);
    if (!unstored.has(name) || memory.get(name) !== text) continue;
    if (hasItem(PREFIX + name, area)) unstored.delete(name);
    else writeText(name, text, area, true);
  }
}
