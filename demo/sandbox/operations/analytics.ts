import type { DatabaseSync } from 'node:sqlite';
import type { components, operations } from '../../../src/api/openapi.d.ts';
import type { Answer, OperationInput, SandboxContext } from '../context.ts';
import { ServiceError, invalidParameter } from '../http/errors.ts';
import { collectionIdOf } from '../store/stories.ts';
import { isoTime, oneOf } from './parameters.ts';

type Value = string | number;
type Column = [name: string, type: 'String' | 'UInt64' | 'DateTime64'];

export const CLICK = 'component_click';
export const TAP = 'tap';
export const DEVICES = ['mobile', 'tablet', 'desktop', 'all'] as const;

const SHARED_DIMENSIONS = {
  collection: "coalesce((SELECT c.slug FROM collections c WHERE c.id = raw_events.collection_id), 'none')",
  device: "json_extract(payload, '$.device')",
  day: "date(occurred_ms / 1000, 'unixepoch')",
} as const;

const COMPONENT_DIMENSIONS = { component: "json_extract(payload, '$.component')", ...SHARED_DIMENSIONS };
const TAP_DIMENSIONS = {
  link_method: "json_extract(payload, '$.link_method')",
  city: "json_extract(payload, '$.city')",
  ...SHARED_DIMENSIONS,
};

export function getComponentsBreakdown(context: SandboxContext, input: OperationInput): Answer {
  return breakDown(context.db, input.query, CLICK, 'total_clicks', COMPONENT_DIMENSIONS);
}

export function getTapsBreakdown(context: SandboxContext, input: OperationInput): Answer {
  return breakDown(context.db, input.query, TAP, 'total_taps', TAP_DIMENSIONS);
}

function breakDown(
  db: DatabaseSync,
  query: Record<string, unknown>,
  action: string,
  counter: 'total_clicks' | 'total_taps',
  dimensions: Record<string, string>,
): Answer {
  const device = oneOf('device', query['device'], DEVICES, 'all');
  const names = Object.keys(dimensions);
  const dimension = oneOf('dimension', query['dimension'], names, names[0] ?? '');
  const conditions = ['action = ?'];
  const values: Value[] = [action];
  if (device !== 'all') {
    conditions.push("json_extract(payload, '$.device') = ?");
    values.push(device);
  }
  const columns: Column[] = [
    ['dimension', 'String'],
    ['dimension_value', 'String'],
    [counter, 'UInt64'],
    ['unique_users', 'UInt64'],
  ];
  return envelope(db, columns, conditions, values, (where) =>
    db
      .prepare(
        `SELECT ? AS dimension, ${dimensions[dimension]} AS dimension_value, count(*) AS ${counter},
           count(DISTINCT user_id) AS unique_users
         FROM raw_events WHERE ${where} GROUP BY dimension_value ORDER BY ${counter} DESC, dimension_value`,
      )
      .all(dimension, ...values),
  );
}

const EXPORT_COLUMNS: Column[] = [
  ['timestamp', 'DateTime64'],
  ['user_id', 'String'],
  ['session_id', 'String'],
  ['action', 'String'],
  ['version', 'String'],
  ['team_id', 'String'],
  ['collection_id', 'String'],
  ['payload', 'String'],
  ['cursor', 'String'],
  ['total_in_page', 'UInt64'],
];
const EXPORT_DEFAULT_LIMIT = 1000;

export function exportRawEvents({ db }: SandboxContext, input: OperationInput): Answer {
  const query = input.query as operations['exportRawEvents']['parameters']['query'];
  const from = isoTime('date_from', query.date_from, 'start') ?? 0;
  const to = isoTime('date_to', query.date_to, 'end');
  if (to !== undefined && to < from) throw invalidParameter('/query/date_to', 'must not be before date_from');
  const { maxRows = Infinity, omitCursor = false } = input.paging;
  const limit = Math.min(query.limit ?? EXPORT_DEFAULT_LIMIT, maxRows);

  const conditions = ['occurred_ms >= ?'];
  const values: Value[] = [from];
  const where = (condition: string, ...given: Value[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (to !== undefined) where('occurred_ms <= ?', to);
  if (query.collection_id !== undefined) where('collection_id = ?', query.collection_id.toLowerCase());
  if (query.collection_slug !== undefined) {
    where('collection_id = ?', collectionIdOf(db, query.collection_slug) ?? '');
  }
  if (query.action !== undefined) where('action = ?', query.action);
  if (query.after_cursor !== undefined) {
    where('(occurred_ms, seq) > (?, ?)', ...decodeCursor(query.after_cursor));
  }

  return envelope(db, EXPORT_COLUMNS, conditions, values, (filter) => {
    const rows = db
      .prepare(`SELECT * FROM raw_events WHERE ${filter} ORDER BY occurred_ms, seq LIMIT ?`)
      .all(...values, limit);
    return rows.map((row): components['schemas']['RawEvent'] => ({
      timestamp: new Date(Number(row['occurred_ms'])).toISOString(),
      ...(row['user_id'] !== null && { user_id: String(row['user_id']) }),
      session_id: String(row['session_id']),
      action: String(row['action']),
      version: String(row['version']),
      team_id: String(row['team_id']),
      ...(row['collection_id'] !== null && { collection_id: String(row['collection_id']) }),
      payload: String(row['payload']),
      ...(!omitCursor && { cursor: encodeCursor(Number(row['occurred_ms']), Number(row['seq'])) }),
      total_in_page: rows.length,
    }));
  });
}

function encodeCursor(occurredMs: number, seq: number): string {
  return Buffer.from(`${occurredMs}.${seq}`).toString('base64url');
}

function decodeCursor(cursor: string): [occurredMs: number, seq: number] {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new ServiceError(400, 'invalid_cursor', 'This cursor was not given out by an export.');
  return [Number(match[1]), Number(match[2])];
}

/** The envelope that all analytics responses share, with measured statistics. */
function envelope(
  db: DatabaseSync,
  columns: Column[],
  conditions: string[],
  values: Value[],
  read: (where: string) => unknown[],
): Answer {
  const where = conditions.join(' AND ');
  const startedAt = performance.now();
  const data = read(where);
  const elapsed = (performance.now() - startedAt) / 1000;
  const scanned = db
    .prepare(
      `SELECT count(*) AS n, coalesce(sum(octet_length(payload)), 0) AS bytes FROM raw_events WHERE ${where}`,
    )
    .get(...values);
  return {
    status: 200,
    body: {
      meta: columns.map(([name, type]) => ({ name, type })),
      data,
      rows: data.length,
      statistics: { elapsed, rows_read: Number(scanned?.['n']), bytes_read: Number(scanned?.['bytes']) },
    },
  };
}
