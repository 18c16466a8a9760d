import type { Answer, OperationInput, SandboxContext } from '../context.ts';
import { ServiceError } from '../http/errors.ts';
import { absoluteMedia } from '../media.ts';
import { oneOf, wholeNumber } from './parameters.ts';

// The operations that return stored records unchanged, or delete them.

const USERS_DEFAULT_LIMIT = 50;

export function getCollection({ db }: SandboxContext, { params, origin }: OperationInput): Answer {
  const row = db.prepare('SELECT record FROM collections WHERE id = ?').get(params['id'] ?? '');
  if (!row) throw new ServiceError(404, 'collection_not_found', 'There is no such collection.');
  return { status: 200, body: parseRecord(row, origin) };
}

export function listUsers({ db }: SandboxContext, { query, origin }: OperationInput): Answer {
  const limit = wholeNumber('limit', query['limit'], { min: 1, max: 1000, fallback: USERS_DEFAULT_LIMIT });
  const order = oneOf('order', query['order'], ['asc', 'desc'], 'desc');
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const rows = db
    .prepare(`SELECT record FROM users ORDER BY created_ms ${direction}, id ${direction} LIMIT ?`)
    .all(limit);
  const total = Number(db.prepare('SELECT count(*) AS n FROM users').get()?.['n']);
  return {
    status: 200,
    body: { data: rows.map((row) => parseRecord(row, origin)), pagination: { limit, total } },
  };
}

export function listWebhooks({ db }: SandboxContext, { origin }: OperationInput): Answer {
  const rows = db.prepare('SELECT record FROM webhooks ORDER BY rowid').all();
  return { status: 200, body: rows.map((row) => parseRecord(row, origin)) };
}

export function getInventory({ db }: SandboxContext, { origin }: OperationInput): Answer {
  const rows = db.prepare('SELECT record FROM inventory_items ORDER BY id').all();
  return { status: 200, body: rows.map((row) => parseRecord(row, origin)) };
}

export function deleteActivity({ db }: SandboxContext, { params }: OperationInput): Answer {
  const { changes } = db.prepare('DELETE FROM activities WHERE id = ?').run(params['id'] ?? '');
  if (changes === 0) throw new ServiceError(404, 'activity_not_found', 'There is no such activity.');
  return { status: 204 };
}

function parseRecord(row: Record<string, unknown>, origin: string): unknown {
  return absoluteMedia(JSON.parse(String(row['record'])) as unknown, origin);
}
