import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../src/api/openapi.d.ts';

type Schemas = components['schemas'];

/** The generator types the contract's free-form objects (settings, attributes) as empty. */
export type CollectionRecord = Omit<
  Schemas['Collection'],
  'registration_settings' | 'timeline_settings' | 'retail_settings'
> & {
  id: string;
  slug: string;
  registration_settings?: Record<string, unknown>;
  timeline_settings?: Record<string, unknown>;
  retail_settings?: Record<string, unknown>;
};

export type EntryRecord = Omit<Schemas['TimelineEntry'], 'id'>;

export function insertCollection(db: DatabaseSync, record: CollectionRecord): void {
  db.prepare('INSERT INTO collections (id, slug, record) VALUES (?, ?, ?)').run(
    record.id,
    record.slug,
    JSON.stringify(record),
  );
}

export function collectionIdOf(db: DatabaseSync, slug: string): string | undefined {
  const id = db.prepare('SELECT id FROM collections WHERE slug = ?').get(slug)?.['id'];
  return id === undefined ? undefined : String(id);
}

const MINUTE_MS = 60_000;

/**
 * Writes entries in the given order. The interface does not show the format of timestamps, so a record may hold
 * any text. An unreadable one is replaced for sorting: by `fallbackMs`, minus a minute for each earlier entry.
 */
export function insertEntries(
  db: DatabaseSync,
  collectionId: string,
  records: Iterable<EntryRecord>,
  fallbackMs: number,
): void {
  const insert = db.prepare(
    `INSERT INTO timeline_entries (collection_id, token_id, created_ms, updated_ms, record) VALUES (?, ?, ?, ?, ?)`,
  );
  let unreadableMs = fallbackMs;
  for (const record of records) {
    const tokenId = record.token_id;
    insert.run(
      collectionId,
      typeof tokenId === 'number' && Number.isSafeInteger(tokenId) ? tokenId : null,
      parseTime(record.created_at) ?? unreadableMs,
      parseTime(record.updated_at),
      JSON.stringify(record),
    );
    unreadableMs -= MINUTE_MS;
  }
}

function parseTime(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}
