import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import { type GatewayStore, secondsUntil, StoreError, tryWrite } from './store.ts';

export interface FileStoreOptions {
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** How long a call waits for a write of another process, in milliseconds. */
const BUSY_FOR = 5_000;
/** SQLite's code of "database is locked". */
const SQLITE_BUSY = 5;
/** The pause between two sweeps for expired rows, in milliseconds. */
const SWEEP_EVERY = 60_000;
/** The most rows of a table that one sweep deletes, so that it takes no noticeable time. */
const SWEPT = 500;

const TABLES = ['kept', 'locks', 'hits'] as const;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, text TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS locks (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS hits (key TEXT PRIMARY KEY, count INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
  ${TABLES.map((table) => `CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until);`).join('\n')}`;

const IS_HELD = 'EXISTS (SELECT 1 FROM locks WHERE key = :key AND owner = :owner AND until > :now)';

/** Each statement is atomic, also between processes. */
const STATEMENTS = {
  get: 'SELECT text FROM kept WHERE key = :key AND until > :now',
  set: 'INSERT OR REPLACE INTO kept VALUES (:key, :text, :until)',
  delete: 'DELETE FROM kept WHERE key = :key',
  keys: 'SELECT key FROM kept WHERE substr(key, 1, length(:start)) = :start AND until > :now',
  lock: `INSERT INTO locks VALUES (:key, :owner, :until)
    ON CONFLICT DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE locks.until <= :now`,
  isHeld: `SELECT ${IS_HELD} AS held`,
  setAsOwner: `INSERT OR REPLACE INTO kept SELECT :key, :text, :until WHERE ${IS_HELD}`,
  deleteAsOwner: `DELETE FROM kept WHERE key = :key AND ${IS_HELD}`,
  release: 'DELETE FROM locks WHERE key = :key AND owner = :owner',
  hit: `INSERT INTO hits VALUES (:key, 1, :until)
    ON CONFLICT DO UPDATE SET
      count = CASE WHEN hits.until > :now THEN hits.count + 1 ELSE 1 END,
      until = CASE WHEN hits.until > :now THEN hits.until ELSE excluded.until END
    WHERE hits.count < :points OR hits.until <= :now`,
  hitsUntil: 'SELECT until FROM hits WHERE key = :key',
  forgive: 'DELETE FROM hits WHERE key = :key',
} as const;

type Statements = Record<keyof typeof STATEMENTS, Sqlite.StatementSync>;

/**
 * A store for the processes of one machine: an SQLite database in a folder on a local disk (not over a network).
 * Values are on the disk before `set` resolves. Locks and hits are not flushed: after a power cut no process holds a
 * lock.
 */
export function fileStore(folder: string, { now = Date.now }: FileStoreOptions = {}): GatewayStore {
  let opened: { durable: Opened; quick: Opened } | undefined;
  let nextSweep = 0;

  /** Opens the database on the first call, and deletes expired rows from time to time. */
  const open = () => {
    if (!opened) {
      const file = createFile(resolve(folder));
      opened = { durable: openDatabase(file, 'FULL'), quick: openDatabase(file, 'NORMAL') };
    }
    if (now() >= nextSweep) {
      nextSweep = now() + SWEEP_EVERY;
      for (const sweep of opened.quick.sweeps)
        // Continue on the next call if there is more.
        if (sweep.run({ now: now(), most: SWEPT }).changes === SWEPT) nextSweep = 0;
    }
    return { durable: opened.durable.statements, quick: opened.quick.statements };
  };
  /** SQLite works synchronously; its errors become rejections. */
  const run = <T>(work: (to: { durable: Statements; quick: Statements }) => T): Promise<T> =>
    new Promise((settle) => settle(work(open())));
  const after = (ms: number): number => now() + ms;

  const store: GatewayStore = {
    get: (key) =>
      run(({ quick }) => (quick.get.get({ key, now: now() }) as { text: string } | undefined)?.text),
    set: (key, text, ttl) =>
      run(({ durable }) => void durable.set.run({ key, text, until: after(ttl * 1000) })),
    delete: (key) => run(({ durable }) => void durable.delete.run({ key })),
    lock: (key, ttl) =>
      run(({ quick }) => {
        const owner = crypto.randomUUID();
        if (!quick.lock.run({ key, owner, until: after(ttl), now: now() }).changes) return undefined;
        return {
          set: (text, seconds) =>
            run(({ durable }) => {
              const until = after(seconds * 1000);
              return durable.setAsOwner.run({ key, text, until, owner, now: now() }).changes === 1;
            }),
          delete: () =>
            run(({ durable }) => {
              const parameters = { key, owner, now: now() };
              if (durable.deleteAsOwner.run(parameters).changes) return true;
              return (durable.isHeld.get(parameters) as { held: number }).held === 1;
            }),
          release: () => run((to) => void to.quick.release.run({ key, owner })).catch(() => undefined),
        };
      }),
    hit: (key, { points, duration }) =>
      run(({ quick }) => {
        const until = after(duration * 1000);
        if (quick.hit.run({ key, until, points, now: now() }).changes)
          return { allowed: true, retryAfter: 0 };
        const row = quick.hitsUntil.get({ key }) as { until: number } | undefined;
        return { allowed: false, retryAfter: secondsUntil((row?.until ?? 0) - now()) };
      }),
    forgive: (key) => run(({ quick }) => void quick.forgive.run({ key })),
    async *keys(start) {
      const rows = await run(({ quick }) => quick.keys.all({ start, now: now() }));
      for (const { key } of rows) yield key as string;
    },
    check: () => tryWrite(store),
    close: () => {
      opened?.durable.database.close();
      opened?.quick.database.close();
      opened = undefined;
      return Promise.resolve();
    },
  };
  return store;
}

/** Only the current user may read the database. SQLite gives its other files the same permissions. */
function createFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'gateway.sqlite');
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

interface Opened {
  database: Sqlite.DatabaseSync;
  statements: Statements;
  sweeps: Sqlite.StatementSync[];
}

function openDatabase(file: string, synchronous: 'FULL' | 'NORMAL'): Opened {
  // Not a static import, so that an older Node gets an explanation.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) throw new StoreError('The file store needs node:sqlite, so Node 22.13 or newer.');
  const database = new sqlite.DatabaseSync(file, { timeout: BUSY_FOR });
  useWal(database);
  database.exec(`PRAGMA synchronous = ${synchronous}; ${SCHEMA}`);
  const statements = Object.entries(STATEMENTS).map(([name, text]) => [name, database.prepare(text)]);
  return {
    database,
    statements: Object.fromEntries(statements) as Statements,
    sweeps: TABLES.map((table) =>
      database.prepare(
        `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE until <= :now LIMIT :most)`,
      ),
    ),
  };
}

/** Tries again while another process does the same to a new file: there, SQLite's own timeout has no effect. */
function useWal(database: Sqlite.DatabaseSync): void {
  for (const end = performance.now() + BUSY_FOR; ;) {
    try {
      return database.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > end) throw error;
    }
  }
}
