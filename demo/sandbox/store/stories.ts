import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../src/api/openapi.d.ts';

type Schemas = components['schemas'];

/** Free objects of the contract (settings, attributes) are typed as empty by the generator. */
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
 * Writes entries in the given order. The interface does not show how timestamps look, so a record may hold any
 * text; what cannot be read as a time is sorted a minute before its neighbour, beginning at `fallbackMs`.
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
