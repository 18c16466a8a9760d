import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../src/api/openapi.d.ts';
import type { Answer, OperationInput, SandboxContext } from '../context.ts';
import { ServiceError } from '../http/errors.ts';
import { grantState, readGrant, type GrantRow, type GrantState } from '../store/grants.ts';
import { transaction } from '../store/database.ts';

type RewardGrantClaim = components['schemas']['RewardGrantClaim'];
type RewardCode = components['schemas']['RewardCode'];
type Row = Record<string, unknown>;

const toTimestamp = (ms: unknown): string | null =>
  typeof ms === 'number' ? new Date(ms).toISOString() : null;

const REFUSALS: Record<Exclude<GrantState, 'open'>, { status: number; code: string; message: string }> = {
  claimed: { status: 409, code: 'grant_already_claimed', message: 'This grant has already been claimed.' },
  revoked: { status: 410, code: 'grant_revoked', message: 'This grant has been withdrawn.' },
  expired: { status: 410, code: 'grant_expired', message: 'This grant has expired.' },
  not_started: { status: 409, code: 'grant_not_started', message: 'This grant cannot be claimed yet.' },
  used_up: { status: 409, code: 'reward_used_up', message: 'All rewards of this kind are gone.' },
};

function refusal(state: Exclude<GrantState, 'open'>, claimedAt: number | null): ServiceError {
  const { status, code, message } = REFUSALS[state];
  const details = state === 'claimed' ? { claimedAt: toTimestamp(claimedAt) } : {};
  return new ServiceError(status, code, message, { details });
}

export function claimRewardGrant({ db, now }: SandboxContext, input: OperationInput): Answer {
  const token = input.params['token'] ?? '';
  return { status: 200, body: transaction(db, () => claimGrant(db, token, now())) };
}

/** Runs inside a transaction, so that nothing changes between reading the state and writing the claim. */
export function claimGrant(db: DatabaseSync, token: string, now: number): RewardGrantClaim {
  const grant = readGrant(db, token);
  if (!grant) throw new ServiceError(404, 'grant_not_found', 'There is no such grant.');
  const state = grantState(grant, now);
  // Repeats the first response; takes no code and writes nothing.
  if (state === 'claimed' && grant.repeats === 'same-result' && grant.discount_code !== null)
    return toClaim(grant, grant.discount_code);
  if (state !== 'open') throw refusal(state, grant.claimed_at);

  const discountCode =
    grant.code_type === 'unique_codes'
      ? takeUniqueCode(db, grant.reward_id, grant.id, now)
      : grant.shared_code;
  // The state also counts available codes that have expired, but those are not given out.
  if (discountCode === null) throw refusal('used_up', null);
  db.prepare('UPDATE grants SET claimed_at = ?, discount_code = ? WHERE id = ?').run(
    now,
    discountCode,
    grant.id,
  );
  db.prepare('UPDATE rewards SET claims_left = claims_left - 1 WHERE id = ?').run(grant.reward_id);
  db.prepare('INSERT INTO grant_claims (grant_id, discount_code, claimed_at) VALUES (?, ?, ?)').run(
    grant.id,
    discountCode,
    now,
  );
  return toClaim(grant, discountCode);
}

function toClaim(grant: GrantRow, discountCode: string): RewardGrantClaim {
  return {
    grantId: grant.id,
    rewardId: grant.reward_id,
    discountCode,
    codeType: grant.code_type,
    valueType: grant.value_type,
    // Gated content has no amount, so the field is omitted, as the interface allows for any field.
    ...(grant.value !== null && { value: grant.value }),
    scope: grant.scope,
    externalIds: JSON.parse(grant.external_ids) as NonNullable<RewardGrantClaim['externalIds']>,
  };
}

function takeUniqueCode(db: DatabaseSync, rewardId: string, grantId: string, now: number): string | null {
  const taken = db
    .prepare(
      `UPDATE reward_codes SET status = 'reserved', reserved_for = ?, updated_at = ?
       WHERE id = (
         SELECT id FROM reward_codes
         WHERE reward_id = ? AND status = 'available' AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY created_at, id LIMIT 1)
       RETURNING code`,
    )
    .get(`grant:${grantId}`, now, rewardId, now);
  return taken ? String(taken['code']) : null;
}

export function reserveRewardCode({ db, now }: SandboxContext, input: OperationInput): Answer {
  const { id = '', codeId = '' } = input.params;
  const { reservedFor } = input.body as { reservedFor: string };
  return { status: 200, body: transaction(db, () => reserveCode(db, id, codeId, reservedFor, now())) };
}

function reserveCode(
  db: DatabaseSync,
  rewardId: string,
  codeId: string,
  reservedFor: string,
  now: number,
): RewardCode | null {
  const row = db.prepare('SELECT * FROM reward_codes WHERE id = ? AND reward_id = ?').get(codeId, rewardId);
  if (!row) throw new ServiceError(404, 'code_not_found', 'This reward has no such code.');
  const status = row['status'] as NonNullable<RewardCode['status']>;
  if (status === 'reserved') return row['reserved_for'] === reservedFor ? toRewardCode(row) : null;
  const lapsed = typeof row['expires_at'] === 'number' && row['expires_at'] <= now;
  if (status !== 'available' || lapsed) {
    throw new ServiceError(409, 'code_not_available', 'This code can no longer be reserved.', {
      details: { status: lapsed && status === 'available' ? 'expired' : status },
    });
  }
  const reserved = db
    .prepare(
      `UPDATE reward_codes SET status = 'reserved', reserved_for = ?, updated_at = ? WHERE id = ? RETURNING *`,
    )
    .get(reservedFor, now, codeId);
  return toRewardCode(reserved ?? row);
}

function toRewardCode(row: Row): RewardCode {
  const externalIds = row['external_ids'];
  const fields = {
    id: row['id'],
    rewardId: row['reward_id'],
    code: row['code'],
    status: row['status'],
    reservedFor: row['reserved_for'],
    redeemedBy: row['redeemed_by'],
    redeemedAt: toTimestamp(row['redeemed_at']),
    orderId: row['order_id'],
    externalOrderId: row['external_order_id'],
    createdAt: toTimestamp(row['created_at']),
    expiresAt: toTimestamp(row['expires_at']),
    updatedAt: toTimestamp(row['updated_at']),
    externalIds: typeof externalIds === 'string' ? (JSON.parse(externalIds) as unknown) : null,
  };
  // Omits fields without a value: the interface has no null here.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
