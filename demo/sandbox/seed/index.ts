import type { DatabaseSync } from 'node:sqlite';
import { DEVELOPMENT_KEYS, insertKey } from '../auth.ts';
import { seedCollections } from './collections.ts';
import { seedEvents } from './events.ts';
import { seedRewards } from './rewards.ts';
import { seedTeam } from './team.ts';

interface SeedOptions {
  now: number;
  /** Without the example shop there are only the development keys, for tests that bring their own records. */
  examples: boolean;
}

/** Fills an empty database; runs inside the transaction that created it. */
export function seedDatabase(db: DatabaseSync, { now, examples }: SeedOptions): void {
  insertKey(db, DEVELOPMENT_KEYS.publishable, 'publishable', now);
  insertKey(db, DEVELOPMENT_KEYS.secret, 'secret', now);
  if (!examples) return;
  seedCollections(db);
  seedRewards(db);
  seedTeam(db);
  seedEvents(db);
}
