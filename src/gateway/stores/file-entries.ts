import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What the file store does to a folder. No two things ever have one name, and nothing is changed once it has its name:
 * so taking away what has run out can never hit what came in its place, however long a process slept in between.
 */
export interface Entry {
  name: string;
  /** Its place among the entries of one key; the highest counts. */
  turn: number;
  /** When it has run out, milliseconds since the epoch. */
  end: number;
}

export function newEntry(turn: number, end: number): Entry {
  return { name: `${turn}.${Math.ceil(end)}.${randomUUID()}`, turn, end };
}

/** A key's folder: the name is a hash, as a key may be longer than a file's name, or differ from another by case only. */
export function folderOf(root: string, key: string): string {
  return join(root, createHash('sha256').update(key).digest('hex'));
}

/** Highest turn first; none where there is no such folder. */
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
  // A hit may be put into a window while it is deleted.
  await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 10 });
}

/** More tries than this to occupy a folder mean that the disk does not let us, and not that others are at it. */
const MOST_TRIES = 100;

/**
 * Puts an entry into the key's folder if it would be the only one that has not run out; otherwise the one that is there.
 * A folder with the entry in it takes the place of the key's folder, which the system does in one step, and only where
 * that one is empty or not there.
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
    // Windows puts no folder in the place of another, not even of an empty one.
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

/** For `catch`: the fallback for errors with one of these codes; every other is thrown on. */
export function unless<T>(fallback: T, ...codes: string[]): (error: unknown) => T {
  return (error) => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return fallback;
    throw error;
  };
}
