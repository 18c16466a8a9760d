import { DatabaseSync } from 'node:sqlite';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** The file exists but was written with a different schema. */
export class SchemaVersionError extends Error {
  override readonly name = 'SchemaVersionError';

  constructor(file: string, found: number) {
    super(
      `The sandbox file ${file} has schema version ${found}, this sandbox needs version ${SCHEMA_VERSION}. ` +
        'Delete the file (and its -wal and -shm companions); the next start seeds a fresh one.',
    );
  }
}

/** Opens the file, creates the tables in a new one and runs `seed` in it, all or nothing. */
export function openDatabase(file: string, seed?: (db: DatabaseSync) => void): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    // FULL makes every commit reach the disk before it returns, and commits come before responses: data
    // that a client has seen survives kill -9 and a power cut.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    // Two sandboxes may open a new file at once; the write lock lets only the first one create and seed it.
    transaction(db, () => {
      const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
      const tables = db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'`).get()?.['n'];
      if (version === 0 && tables === 0) {
        db.exec(SCHEMA);
        db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
      } else if (version !== SCHEMA_VERSION) {
        throw new SchemaVersionError(file, version);
      }
      if (seed && isEmpty(db)) seed(db);
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isEmpty(db: DatabaseSync): boolean {
  return !db.prepare('SELECT 1 FROM api_keys LIMIT 1').get();
}

/**
 * Runs `work` in one transaction. IMMEDIATE takes the write lock before the first read, so that nothing can
 * change between reading a grant and claiming it, not even another process on the same file.
 */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
