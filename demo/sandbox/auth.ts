import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { OperationId } from './contract.ts';
import { ServiceError } from './http/errors.ts';

export const ROLES = ['publishable', 'secret'] as const;
export type Role = (typeof ROLES)[number];

/** Fixed, so that pages and examples work with every fresh sandbox. Worthless anywhere else. */
export const DEVELOPMENT_KEYS = {
  publishable: 'pk_sandbox_publishable',
  secret: 'sk_sandbox_secret',
} as const satisfies Record<Role, string>;

/** The operations that a shopper's page needs. None of them reads or deletes other people's data. */
export const PUBLISHABLE_OPERATIONS: ReadonlySet<OperationId> = new Set<OperationId>([
  'createOtp',
  'verifyOtp',
  'claimRewardGrant',
  'getCollection',
  'listTimeline',
]);

export function insertKey(db: DatabaseSync, key: string, role: Role, now: number): void {
  db.prepare('INSERT INTO api_keys (key, role, created_at) VALUES (?, ?, ?)').run(key, role, now);
}

export function createKey(db: DatabaseSync, role: Role, now: number): string {
  const key = `${role === 'publishable' ? 'pk' : 'sk'}_sandbox_${randomBytes(12).toString('hex')}`;
  insertKey(db, key, role, now);
  return key;
}

export function authorize(db: DatabaseSync, operation: OperationId, key: string | undefined): void {
  if (!key) throw new ServiceError(401, 'missing_api_key', 'Send an API key in the x-api-key header.');
  const role = db.prepare('SELECT role FROM api_keys WHERE key = ?').get(key)?.['role'];
  if (role === undefined) throw new ServiceError(401, 'invalid_api_key', 'This API key is not known.');
  if (role !== 'secret' && !PUBLISHABLE_OPERATIONS.has(operation)) {
    throw new ServiceError(403, 'key_not_permitted', 'This API key may not call this operation.', {
      details: { operation, role },
    });
  }
}
