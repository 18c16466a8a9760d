import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * An entry in a folder of the file store. Names are never reused and entries never change, so deleting an expired
 * entry can never hit its successor, however long a process was suspended in between.
 */
export interface Entry {
  name: string;
  /** The entry's rank among the entries of one key. The highest counts. */
  turn: number;
  /** When the entry expires, in milliseconds since the epoch. */
  end: number;
}

export function newEntry(turn: number, end: number): Entry {
  return { name: `${turn}.${Math.ceil(end)}.${randomUUID()}`, turn, end };
}

/**
 * The folder of a key. Its name is a hash, because a key may be longer than a file name, or differ from another
 * only in case.
 */
export function folderOf(root: string, key: string): string {
  return join(root, createHash('sha256').update(key).digest('hex'));
}

/** Returns the entries with the highest turn first; none if the folder does not exist. */
export async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(unless([], 'ENOENT'));
  return names
    .map((name) => {
      const [turn, end] = name.split('.').map(Number);
      return { name, turn: turn ?? 0, end: end ?? 0 };
    })
    .sort((a, b) => b.turn - a.turn || (a.name < b.name ? 1 : -1));
}

export async function removeEntry(folder: string, { name }: Entry): Promise<void> {
  // Another process may add a hit to a window while it is being deleted.
  await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 10 });
}

/** More failed attempts than this mean that the disk refuses, not that other processes compete. */
const MOST_TRIES = 100;

/**
 * Adds an entry to a key's folder unless it contains one that has not expired, which is returned instead. Atomic: a
 * prepared folder with the entry is renamed to the key's folder, which succeeds only if that is empty or missing.
 */
export async function occupy(
  folder: string,
  temporary: string,
  end: number,
  now: () => number,
): Promise<{ entry: Entry; own: boolean }> {
  const entry = newEntry(0, end);
  const prepared = join(temporary, entry.name);
  let refusal: unknown;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [there] = await entriesOf(folder);
    if (there && there.end > now()) {
      if (tries > 0) await rm(prepared, { recursive: true, force: true });
      return { entry: there, own: false };
    }
    if (there) await removeEntry(folder, there);
    // Windows does not replace folders by a rename, not even empty ones.
    else if (tries > 0) await removeIfEmpty(folder);
    if (tries === 0) await mkdir(join(prepared, entry.name), { recursive: true });
    try {
      await rename(prepared, folder);
      return { entry, own: true };
    } catch (error) {
      refusal = unless(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES')(error);
    }
  }
  await rm(prepared, { recursive: true, force: true });
  throw refusal;
}

export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(unless(undefined, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'));
}

/** For `catch`: returns the fallback for errors with one of these codes, and rethrows any other. */
export function unless<T>(fallback: T, ...codes: string[]): (error: unknown) => T {
  return (error) => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return fallback;
    throw error;
  };
}
