import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxContext } from '../context.ts';
import { ServiceError, invalidRequest, type Violation } from '../http/errors.ts';
import { claimGrant } from '../operations/rewards.ts';
import { tiefseeEntries } from '../seed/tiefsee.ts';
import { transaction } from '../store/database.ts';
import {
  grantState,
  insertGrant,
  insertReward,
  insertRewardCode,
  readGrant,
  type NewReward,
} from '../store/grants.ts';
import {
  collectionIdOf,
  insertCollection,
  insertEntries,
  type CollectionRecord,
  type EntryRecord,
} from '../store/stories.ts';
import type { CodeBody, GrantBody, TimelineBody } from './schemas.ts';

// Records that the control routes create on request. Each call creates records of its own, so that parallel tests do
// not share any.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const shortId = (): string => randomBytes(5).toString('hex');
const freshCode = (): string => `TEST-${randomBytes(6).toString('hex').toUpperCase()}`;

export function createGrant({ db, now }: SandboxContext, body: GrantBody): Record<string, string> {
  const at = now();
  return transaction(db, () => {
    const rewardId = body.rewardId ?? createReward(db, body);
    const reward = db.prepare('SELECT code_type FROM rewards WHERE id = ?').get(rewardId);
    if (!reward) throw new ServiceError(404, 'reward_not_found', 'There is no such reward.');
    // One more code per grant, so that grants of one reward draw from a pool that is just large enough.
    if (reward['code_type'] === 'unique_codes' && body.state !== 'used_up') {
      insertRewardCode(db, { id: randomUUID(), rewardId, code: freshCode(), createdAt: at });
    }
    if (body.state === 'used_up') {
      db.prepare('UPDATE rewards SET claims_left = 0 WHERE id = ?').run(rewardId);
    }
    const token = `grant-test-${randomUUID()}`;
    const grantId = randomUUID();
    insertGrant(db, {
      id: grantId,
      token,
      rewardId,
      ...(body.repeats && { repeats: body.repeats }),
      ...(body.state === 'expired' && { expiresAt: at - DAY_MS }),
      ...(body.state === 'revoked' && { revokedAt: at - DAY_MS }),
      ...(body.state === 'not_started' && { startsAt: at + DAY_MS }),
    });
    if (body.state === 'claimed') claimGrant(db, token, at);
    return { token, grantId, rewardId };
  });
}

function createReward(db: DatabaseSync, body: GrantBody): string {
  const { codeType = 'unique_codes', valueType = 'percentage', scope = 'sitewide' } = body;
  const amount = valueType === 'gated_content' ? null : valueType === 'free_shipping' ? 0 : 10;
  const reward: NewReward = {
    id: randomUUID(),
    name: `Test reward ${shortId()}`,
    codeType,
    valueType,
    value: body.value === undefined ? amount : body.value,
    scope,
    sharedCode:
      codeType === 'unique_codes' ? null : codeType === 'automatic' ? `AUTO-${freshCode()}` : freshCode(),
  };
  insertReward(db, reward);
  return reward.id;
}

export function describeGrant({ db, now }: SandboxContext, token: string): Record<string, unknown> {
  const grant = readGrant(db, token);
  if (!grant) throw new ServiceError(404, 'grant_not_found', 'There is no such grant.');
  const claims = db.prepare('SELECT count(*) AS n FROM grant_claims WHERE grant_id = ?').get(grant.id)?.['n'];
  return {
    token,
    state: grantState(grant, now()),
    claimedAt: grant.claimed_at === null ? null : new Date(grant.claimed_at).toISOString(),
    discountCode: grant.discount_code,
    claims: Number(claims),
  };
}

export function createRewardCode({ db, now }: SandboxContext, body: CodeBody): Record<string, string> {
  const { status = 'available' } = body;
  const at = now();
  return transaction(db, () => {
    const rewardId = createReward(db, {});
    const codeId = randomUUID();
    insertRewardCode(db, {
      id: codeId,
      rewardId,
      code: freshCode(),
      status,
      reservedFor: body.reservedFor ?? (status === 'reserved' ? 'somebody-else' : null),
      redeemedBy: status === 'redeemed' ? 'somebody-else' : null,
      redeemedAt: status === 'redeemed' ? at : null,
      createdAt: at,
      expiresAt:
        body.expiresIn !== undefined
          ? Math.round(at + body.expiresIn * 1000)
          : status === 'expired'
            ? at - DAY_MS
            : null,
    });
    return { rewardId, codeId };
  });
}

/** The value of a code, for fake shop systems. Case is ignored, as in real shop systems. */
export function describeCode({ db }: SandboxContext, code: string): Record<string, unknown> {
  const reward = db
    .prepare(
      `SELECT value_type, value, scope FROM rewards WHERE shared_code = :code COLLATE NOCASE
       OR id = (SELECT reward_id FROM reward_codes WHERE code = :code COLLATE NOCASE)`,
    )
    .get({ code });
  if (!reward) throw new ServiceError(404, 'code_not_found', 'There is no such code.');
  return { valueType: reward['value_type'], value: reward['value'], scope: reward['scope'] };
}

export function createCollection(context: SandboxContext, fields: Record<string, unknown>): CollectionRecord {
  const { db, contract, now } = context;
  const id = typeof fields['id'] === 'string' ? fields['id'].toLowerCase() : randomUUID();
  const at = new Date(now()).toISOString();
  const record = {
    name: 'Test collection',
    status: 'active',
    slug: `test-${shortId()}`,
    created_at: at,
    updated_at: at,
    ...fields,
    id,
  };
  refuseViolations(contract.checkSchema('Collection', record));
  const taken = db.prepare('SELECT 1 FROM collections WHERE id = ?').get(id);
  if (taken || collectionIdOf(db, record.slug) !== undefined) {
    throw new ServiceError(409, 'collection_exists', 'A collection with this id or slug exists already.');
  }
  insertCollection(db, record);
  return record;
}

export function createTimeline(context: SandboxContext, body: TimelineBody): Record<string, string> {
  const { db, contract, now } = context;
  const at = now();
  return transaction(db, () => {
    const { id, slug } = createCollection(context, {
      ...body.collection,
      ...(body.slug && { slug: body.slug }),
    });
    if (body.entries) {
      const entries = body.entries.map((entry, index): EntryRecord => {
        const violations =
          'id' in entry
            ? [{ path: '/id', message: 'is given by the sandbox and cannot be chosen' }]
            : contract.checkSchema('TimelineEntry', entry, { partial: true });
        refuseViolations(violations, `/entries/${index}`);
        // A minute apart, so that the default order (newest first) is the order in which they were given.
        return { type: 'update', created_at: new Date(at - index * MINUTE_MS).toISOString(), ...entry };
      });
      insertEntries(db, id, entries, at);
    } else {
      insertEntries(db, id, tiefseeEntries(body.count ?? 0, at), at);
    }
    return { collectionId: id, slug };
  });
}

function refuseViolations(violations: Violation[], prefix = ''): void {
  if (violations.length === 0) return;
  throw invalidRequest(violations.map(({ path, message }) => ({ path: `${prefix}${path}`, message })));
}
