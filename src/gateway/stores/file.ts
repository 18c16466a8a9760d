import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { entriesOf, folderOf, newEntry, occupy, removeEntry, removeIfEmpty, unless } from './file-entries.ts';
import { secondsUntil } from './hits.ts';
import type { GatewayStore } from './store.ts';

export interface FileStoreOptions {
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** The pause between two sweeps for expired entries, in milliseconds. */
const SWEEP_EVERY = 10 * 60_000;
/** The age at which unfinished files left by a crash are deleted, in milliseconds. */
const ABANDONED_AFTER = 60 * 60_000;

/**
 * A store for the processes of one machine, on a local disk (not over a network). Values are flushed to the disk
 * before `set` resolves. Unstorage's file driver overwrites files in place, so that another process may read half
 * of one, and supports neither locks nor hits. This store uses only atomic operations of the file system: `rename`,
 * `open` for a new file, and `rmdir` of an empty folder.
 */
export function fileStore(folder: string, { now = Date.now }: FileStoreOptions = {}): GatewayStore {
  const root = resolve(folder);
  const [values, locks, hits, temporary] = ['values', 'locks', 'hits', 'temporary'].map((name) =>
    join(root, name),
  ) as [string, string, string, string];
  const kinds = [values, locks, hits];
  let made: Promise<unknown> | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let nextSweep = now();

  const prepare = async (): Promise<void> => {
    made ??= Promise.all(
      [...kinds, temporary].map((path) => mkdir(path, { recursive: true, mode: 0o700 })),
    ).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    await made;
    if (now() < nextSweep) return;
    nextSweep = now() + SWEEP_EVERY;
    sweeping = sweep(kinds, temporary, now).catch(() => undefined);
  };

  /**
   * Writes a value. `turnAfter` receives the latest turn and returns the value's own. A value with a later turn
   * stays and counts.
   */
  const write = async (
    key: string,
    text: string,
    ttl: number,
    turnAfter: (latest: number) => number,
  ): Promise<void> => {
    await prepare();
    const place = folderOf(values, key);
    const draft = join(temporary, randomUUID());
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    for (;;) {
      await mkdir(place, { recursive: true, mode: 0o700 });
      const earlier = await entriesOf(place);
      const entry = newEntry(turnAfter(earlier[0]?.turn ?? 0), now() + ttl * 1000);
      // Another process may have deleted the folder while it was empty.
      const put = await rename(draft, join(place, entry.name)).then(() => true, unless(false, 'ENOENT'));
      if (!put) continue;
      await writeThrough(place);
      await writeThrough(values);
      for (const old of earlier) if (old.turn <= entry.turn) await removeEntry(place, old);
      return;
    }
  };

  const remove = async (key: string, lastTurn: number): Promise<void> => {
    const place = folderOf(values, key);
    // The newest entry goes last, so that an older one never becomes readable again.
    for (const entry of (await entriesOf(place)).reverse())
      if (entry.turn <= lastTurn) await removeEntry(place, entry);
  };

  return {
    async get(key) {
      const place = folderOf(values, key);
      for (let looks = 1; ;) {
        const [latest] = await entriesOf(place);
        if (!latest || latest.end <= now()) {
          // A listing made while one entry replaces another may miss both, so an empty result is checked twice.
          if (looks === 2) return undefined;
          looks = 2;
          continue;
        }
        const text = await readFile(join(place, latest.name), 'utf8').catch(unless(undefined, 'ENOENT'));
        // If the file is gone, it was replaced by a newer entry or deleted.
        if (text !== undefined) return text;
      }
    },
    async set(key, text, ttl) {
      await write(key, text, ttl, (latest) => latest + 1);
    },
    delete: (key) => remove(key, Infinity),
    async lock(key, ttl) {
      await prepare();
      const place = folderOf(locks, key);
      const { entry, own } = await occupy(place, temporary, now() + ttl, now);
      if (!own) return undefined;
      // No system call checks the lock and writes the value in one step. A process suspended in between therefore
      // uses an earlier turn than the next owner: turns start at the time at which the lock expires.
      let turn = Math.max(Math.ceil(entry.end), (await entriesOf(folderOf(values, key)))[0]?.turn ?? 0);
      const isHeld = async (): Promise<boolean> =>
        entry.end > now() && (await entriesOf(place)).some(({ name }) => name === entry.name);
      return {
        async set(text, seconds) {
          if (!(await isHeld())) return false;
          turn += 1;
          await write(key, text, seconds, () => turn);
          return true;
        },
        async delete() {
          if (!(await isHeld())) return false;
          await remove(key, turn);
          return true;
        },
        release: async () => {
          await removeEntry(place, entry).catch(() => undefined);
        },
      };
    },
    async hit(key, { points, duration }) {
      await prepare();
      const place = folderOf(hits, key);
      for (;;) {
        const { entry } = await occupy(place, temporary, now() + duration * 1000, now);
        const counted = await countIn(join(place, entry.name), points);
        if (counted === 'gone') continue;
        return counted === 'allowed'
          ? { allowed: true, retryAfter: 0 }
          : { allowed: false, retryAfter: secondsUntil(entry.end - now()) };
      }
    },
    async forgive(key) {
      const place = folderOf(hits, key);
      for (const entry of await entriesOf(place)) await removeEntry(place, entry);
    },
    async check() {
      await prepare();
      await access(temporary, constants.W_OK);
    },
    async close() {
      await sweeping;
    },
  };
}

/** Takes the next of `points` places. Each place is a file that only one process can create. */
async function countIn(window: string, points: number): Promise<'allowed' | 'refused' | 'gone'> {
  const taken = await readdir(window).catch(unless(undefined, 'ENOENT'));
  if (!taken) return 'gone';
  for (let place = taken.length; place < points; place += 1) {
    try {
      await (await open(join(window, String(place)), 'wx', 0o600)).close();
      return 'allowed';
    } catch (error) {
      // Another process took this place.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      return unless('gone' as const, 'ENOENT')(error);
    }
  }
  return 'refused';
}

/** Flushes a folder's names to the disk, so that they survive a power cut. */
async function writeThrough(folder: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await open(folder, 'r').catch(unless(undefined, 'EISDIR', 'EPERM', 'EACCES'));
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweep(kinds: string[], temporary: string, now: () => number): Promise<void> {
  for (const kind of kinds) {
    for (const name of await readdir(kind)) {
      const place = join(kind, name);
      for (const entry of await entriesOf(place)) if (entry.end <= now()) await removeEntry(place, entry);
      await removeIfEmpty(place);
    }
  }
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const { mtimeMs } = await stat(path).catch(unless({ mtimeMs: Infinity }, 'ENOENT'));
    // File times come from the machine's clock, not from `now`.
    if (mtimeMs < Date.now() - ABANDONED_AFTER) await rm(path, { recursive: true, force: true });
  }
}
