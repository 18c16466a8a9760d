import type { DatabaseSync } from 'node:sqlite';
import { claimGrant } from '../operations/rewards.ts';
import {
  CODE_TYPES,
  SCOPES,
  VALUE_TYPES,
  insertGrant,
  insertReward,
  insertRewardCode,
  type CodeType,
  type NewGrant,
  type NewReward,
  type ValueType,
} from '../store/grants.ts';
import { Random } from './random.ts';

const RANDOM_SEED = 48;
const SEEDED_AT = Date.parse('2026-09-01T08:00:00Z');
const FIRST_CLAIM_AT = Date.parse('2026-09-04T17:12:00Z');
/** So far away that no sandbox sees these dates pass. */
const LONG_AGO = Date.parse('2020-01-01T00:00:00Z');
const FAR_AHEAD = Date.parse('2099-01-01T00:00:00Z');

/** This sandbox's names for the interface's placeholders for a storefront and a payments system. */
export const STOREFRONT_SYSTEM = 'demo-shop';
const PAYMENTS_SYSTEM = 'demo-payments';

const SHORT_TYPE: Record<CodeType, string> = {
  automatic: 'automatic',
  global_code: 'global',
  unique_codes: 'unique',
};
const AMOUNTS: Record<ValueType, number | null> = {
  percentage: 20,
  fixed_amount: 15,
  free_shipping: 0,
  gated_content: null,
};
const OCCASION: Record<ValueType, string> = {
  percentage: 'TWENTY',
  fixed_amount: 'FIFTEEN',
  free_shipping: 'SHIPFREE',
  gated_content: 'BACKSTAGE',
};

/** Codes of the pool behind each seeded reward with unique codes. */
const POOL_SIZE = 3;

export function seedRewards(db: DatabaseSync): void {
  const random = new Random(RANDOM_SEED);
  seedStates(db, random);
  for (const codeType of CODE_TYPES) {
    for (const valueType of VALUE_TYPES) {
      for (const scope of SCOPES) {
        const name = `${SHORT_TYPE[codeType]}-${valueType.replaceAll('_', '-')}-${scope}`;
        const word = `${OCCASION[valueType]}-${scope.toUpperCase()}`;
        const reward = { name, codeType, valueType, value: AMOUNTS[valueType], scope };
        addGrant(db, random, `grant-${name}-0001`, { ...reward, sharedCode: sharedCode(codeType, word) });
      }
    }
  }
}

/** Automatic discounts still have a name in the shop system, and the grant contains it. */
function sharedCode(codeType: CodeType, word: string): string | null {
  if (codeType === 'unique_codes') return null;
  return codeType === 'automatic' ? `AUTO-${word}` : `NORDLICHT-${word}`;
}

/** One grant for each outcome of a claim, including the one that the demo shop shows first. */
function seedStates(db: DatabaseSync, random: Random): void {
  const welcome = {
    name: 'welcome',
    codeType: 'unique_codes',
    valueType: 'percentage',
    value: 15,
    scope: 'sitewide',
    sharedCode: null,
  } as const satisfies RewardFields;
  addGrant(db, random, 'grant-demo-welcome-0001', welcome);
  addGrant(db, random, 'grant-expired-000001', { ...welcome, name: 'expired' }, { expiresAt: LONG_AGO });
  addGrant(db, random, 'grant-revoked-000001', { ...welcome, name: 'revoked' }, { revokedAt: LONG_AGO });
  addGrant(db, random, 'grant-not-started-001', { ...welcome, name: 'not-started' }, { startsAt: FAR_AHEAD });
  addGrant(db, random, 'grant-used-up-0000001', { ...welcome, name: 'used-up', claimsLeft: 0 });
  addGrant(db, random, 'grant-claimed-0000001', { ...welcome, name: 'claimed' });
  claimGrant(db, 'grant-claimed-0000001', FIRST_CLAIM_AT);
}

type RewardFields = Omit<NewReward, 'id' | 'externalIds'>;

function addGrant(
  db: DatabaseSync,
  random: Random,
  token: string,
  fields: RewardFields,
  dates: Pick<NewGrant, 'startsAt' | 'expiresAt' | 'revokedAt'> = {},
): void {
  const rewardId = random.uuid();
  const externalId = `discount-${random.below(1_000_000)}`;
  insertReward(db, {
    ...fields,
    id: rewardId,
    externalIds: [{ system: STOREFRONT_SYSTEM, externalId, externalCodeId: `${externalId}-code` }],
  });
  if (fields.codeType === 'unique_codes') {
    for (let number = 1; number <= POOL_SIZE; number += 1) addCode(db, random, rewardId, externalId);
  }
  insertGrant(db, { id: random.uuid(), token, rewardId, ...dates });
}

function addCode(db: DatabaseSync, random: Random, rewardId: string, discountId: string): void {
  const id = random.uuid();
  const synced = { discountId, codeId: `${discountId}-code`, syncedAt: new Date(SEEDED_AT).toISOString() };
  insertRewardCode(db, {
    id,
    rewardId,
    code: `NL-${id.slice(0, 4)}-${id.slice(9, 13)}-${id.slice(24, 28)}`.toUpperCase(),
    createdAt: SEEDED_AT,
    externalIds: {
      [STOREFRONT_SYSTEM]: { ...synced, syncStatus: 'synced' },
      [PAYMENTS_SYSTEM]: { ...synced, syncStatus: 'synced' },
    },
  });
}
