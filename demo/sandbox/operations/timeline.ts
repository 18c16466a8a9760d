import type { operations } from '../../../src/api/openapi.d.ts';
import type { Answer, OperationInput, SandboxContext } from '../context.ts';
import { ServiceError } from '../http/errors.ts';
import { absoluteMedia } from '../media.ts';
import { collectionIdOf, type EntryRecord } from '../store/stories.ts';
import { isoTime, oneOf, wholeNumber } from './parameters.ts';

type Query = NonNullable<operations['listTimeline']['parameters']['query']>;

const DEFAULT_LIMIT = 50;

/** Entries without `updated_at` sort together, as older than all others. */
const ORDER_COLUMNS = { created_at: 'created_ms', updated_at: 'updated_ms', id: 'id' } as const;
type OrderBy = keyof typeof ORDER_COLUMNS;
const ORDER_BY = Object.keys(ORDER_COLUMNS) as OrderBy[];

export function listTimeline({ db }: SandboxContext, input: OperationInput): Answer {
  const query = input.query as Query;
  const asked = {
    limit: wholeNumber('limit', query.limit, { min: 1, max: 1000, fallback: DEFAULT_LIMIT }),
    offset: wholeNumber('offset', query.offset, { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }),
  };
  const { maxRows = Infinity, ignoreOffset = false } = input.paging;
  const limit = Math.min(asked.limit, maxRows);
  const offset = ignoreOffset ? 0 : asked.offset;
  const orderBy = oneOf('order_by', query.order_by, ORDER_BY, 'created_at');
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';

  const conditions = ['1'];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where('token_id = ?', query.token_id);
  where('created_ms >= ?', isoTime('min_date', query.min_date, 'start'));
  where('created_ms <= ?', isoTime('max_date', query.max_date, 'end'));
  if (query.collection_slug !== undefined) {
    // No id is empty, so an unknown slug finds nothing.
    where('collection_id = ?', collectionIdOf(db, query.collection_slug) ?? '');
  }

  const filter = `FROM timeline_entries WHERE ${conditions.join(' AND ')}`;
  const rows = db
    .prepare(
      `SELECT id, record ${filter} ORDER BY ${ORDER_COLUMNS[orderBy]} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset);
  const data = rows.map(({ id, record }) => ({
    id: Number(id),
    ...absoluteMedia(JSON.parse(String(record)) as EntryRecord, input.origin),
  }));
  const total =
    query.include_count && Number(db.prepare(`SELECT count(*) AS n ${filter}`).get(...values)?.['n']);
  return {
    status: 200,
    body: { data, pagination: { limit, offset, ...(typeof total === 'number' && { total }) } },
  };
}

export function deleteTimelineEntry({ db }: SandboxContext, { params }: OperationInput): Answer {
  const id = params['id'] ?? '';
  // SQLite would take '1e0' or ' 1' for the number 1.
  const exists = /^[1-9]\d{0,14}$/.test(id);
  const changes = exists && db.prepare('DELETE FROM timeline_entries WHERE id = ?').run(Number(id)).changes;
  if (!changes) throw new ServiceError(404, 'timeline_entry_not_found', 'There is no such timeline entry.');
  return { status: 204 };
}
