import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../src/api/openapi.d.ts';

type RewardGrantClaim = components['schemas']['RewardGrantClaim'];
export type CodeType = NonNullable<RewardGrantClaim['codeType']>;
export type ValueType = NonNullable<RewardGrantClaim['valueType']>;
export type Scope = NonNullable<RewardGrantClaim['scope']>;
export type RewardCodeStatus = NonNullable<components['schemas']['RewardCode']['status']>;

export const CODE_TYPES = ['automatic', 'global_code', 'unique_codes'] as const satisfies CodeType[];
export const VALUE_TYPES = [
  'percentage',
  'fixed_amount',
  'free_shipping',
  'gated_content',
] as const satisfies ValueType[];
export const SCOPES = ['sitewide', 'collection', 'product', 'variant'] as const satisfies Scope[];
export const CODE_STATUSES = [
  'available',
  'reserved',
  'redeemed',
  'expired',
  'revoked',
] as const satisfies RewardCodeStatus[];

export const GRANT_STATES = ['open', 'claimed', 'expired', 'revoked', 'not_started', 'used_up'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** The response to a repeated claim of a grant. */
export const REPEATS = ['refused', 'same-result'] as const;
export type Repeats = (typeof REPEATS)[number];

/** A grant joined with its reward. */
export interface GrantRow {
  id: string;
  token: string;
  reward_id: string;
  starts_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  claimed_at: number | null;
  discount_code: string | null;
  repeats: Repeats;
  code_type: CodeType;
  value_type: ValueType;
  value: number | null;
  scope: Scope;
  shared_code: string | null;
  claims_left: number | null;
  external_ids: string;
  codes_left: number;
}

const SELECT_GRANTS = `
SELECT g.*, r.code_type, r.value_type, r.value, r.scope, r.shared_code, r.claims_left, r.external_ids,
  (SELECT count(*) FROM reward_codes c WHERE c.reward_id = r.id AND c.status = 'available') AS codes_left
FROM grants g JOIN rewards r ON r.id = g.reward_id`;

export function readGrant(db: DatabaseSync, token: string): GrantRow | undefined {
  return db.prepare(`${SELECT_GRANTS} WHERE g.token = ?`).get(token) as unknown as GrantRow | undefined;
}

export function listGrants(db: DatabaseSync, limit: number): GrantRow[] {
  return db.prepare(`${SELECT_GRANTS} ORDER BY g.rowid LIMIT ?`).all(limit) as unknown as GrantRow[];
}

/**
 * If several reasons apply, the most useful one for a shopper wins: their own action, then the merchant's, then time.
 */
export function grantState(grant: GrantRow, now: number): GrantState {
  if (grant.claimed_at !== null) return 'claimed';
  if (grant.revoked_at !== null) return 'revoked';
  if (grant.expires_at !== null && grant.expires_at <= now) return 'expired';
  if (grant.starts_at !== null && grant.starts_at > now) return 'not_started';
  if (grant.claims_left === 0 || (grant.code_type === 'unique_codes' && grant.codes_left === 0)) {
    return 'used_up';
  }
  return 'open';
}

export interface NewReward {
  id: string;
  name: string;
  codeType: CodeType;
  valueType: ValueType;
  value: number | null;
  scope: Scope;
  sharedCode: string | null;
  claimsLeft?: number | null;
  externalIds?: NonNullable<RewardGrantClaim['externalIds']>;
}

export function insertReward(db: DatabaseSync, reward: NewReward): void {
  db.prepare(
    `INSERT INTO rewards (id, name, code_type, value_type, value, scope, shared_code, claims_left, external_ids)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    reward.id,
    reward.name,
    reward.codeType,
    reward.valueType,
    reward.value,
    reward.scope,
    reward.sharedCode,
    reward.claimsLeft ?? null,
    JSON.stringify(reward.externalIds ?? []),
  );
}

export interface NewRewardCode {
  id: string;
  rewardId: string;
  code: string;
  status?: RewardCodeStatus;
  reservedFor?: string | null;
  redeemedBy?: string | null;
  redeemedAt?: number | null;
  orderId?: string | null;
  createdAt: number;
  expiresAt?: number | null;
  externalIds?: components['schemas']['RewardCode']['externalIds'];
}

export function insertRewardCode(db: DatabaseSync, code: NewRewardCode): void {
  db.prepare(
    `INSERT INTO reward_codes (id, reward_id, code, status, reserved_for, redeemed_by, redeemed_at, order_id,
       created_at, expires_at, updated_at, external_ids)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    code.id,
    code.rewardId,
    code.code,
    code.status ?? 'available',
    code.reservedFor ?? null,
    code.redeemedBy ?? null,
    code.redeemedAt ?? null,
    code.orderId ?? null,
    code.createdAt,
    code.expiresAt ?? null,
    code.createdAt,
    code.externalIds ? JSON.stringify(code.externalIds) : null,
  );
}

export interface NewGrant {
  id: string;
  token: string;
  rewardId: string;
  startsAt?: number;
  expiresAt?: number;
  revokedAt?: number;
  /** Default `refused`. */
  repeats?: Repeats;
}

export function insertGrant(db: DatabaseSync, grant: NewGrant): void {
  db.prepare(
    `INSERT INTO grants (id, token, reward_id, starts_at, expires_at, revoked_at, repeats)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    grant.id,
    grant.token,
    grant.rewardId,
    grant.startsAt ?? null,
    grant.expiresAt ?? null,
    grant.revokedAt ?? null,
    grant.repeats ?? 'refused',
  );
}
