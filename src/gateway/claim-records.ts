/** Stores claims: encrypted, under hashed keys, and with retries while the store fails. */
import type { RewardGrantClaim } from '../api/models.ts';
import type { Time } from './claim-time.ts';
import type { LogEntry } from './options.ts';
import { type GatewayStore, type Lease, StoreError } from './stores/store.ts';
import type { Vault } from './vault.ts';

/** The email address of the session that claimed; null if no login was required. */
export type Owner = string | null;

export type ClaimRecord =
  /** Written before the request is sent: the reward may have been granted from then on. `since` is that time. */
  | { state: 'pending'; owner: Owner; since?: number }
  | { state: 'done'; owner: Owner; result: RewardGrantClaim }
  /** A record that no key can decrypt. Its contents are unknown, so the service must not be asked again. */
  | { state: 'unreadable'; owner: null };

/** A claim whose lock is held. Its record may be written only then. */
export interface LockedClaim {
  /** Identifies the token in the store's keys and in logs. */
  hash: string;
  owner: Owner;
  lease: Lease;
}

/** A write that is retried if it fails. Neither promise ever rejects. */
export interface RetriedWrite {
  /** Resolves after the first attempt. */
  first: Promise<void>;
  /** Resolves when the write has succeeded or been given up. */
  last: Promise<void>;
}

export interface ClaimRecords {
  read(hash: string): Promise<ClaimRecord | undefined>;
  lock(hash: string, ttl: number): Promise<Lease | undefined>;
  /** The hashes of all stored claims. */
  references(): Promise<Set<string>>;
  /** Records that the reward may have been granted from now on. False if the lock is no longer held. */
  mark(claim: LockedClaim): Promise<boolean>;
  /** Stores a result, and retries for a minute: losing it would lose the reward. */
  keep(claim: LockedClaim, result: RewardGrantClaim): RetriedWrite;
  /** Removes the pending mark after a definite refusal or failure. Retries for `patience` milliseconds. */
  forget(claim: LockedClaim, patience: number): RetriedWrite;
}

interface ClaimRecordsParts {
  store: GatewayStore;
  vault: Vault;
  /** In seconds. */
  lifetime: number;
  log: (entry: LogEntry) => void;
  time: Time;
}

/** The milliseconds before each retry of a failed write. The last one is repeated. */
const PAUSES = [50, 200, 1000, 3000];
/** How long storing a result is retried, in milliseconds: longer than a store takes to restart. */
const KEEP_FOR = 60_000;
/** The lease for storing a result whose own lease has expired, in milliseconds: enough for a read and a write. */
const LATE_LEASE = 10_000;

const KEY = 'claim:';
const keyOf = (hash: string): string => KEY + hash;

/** Leaves out the error's message, which may quote keys and values. */
export const storeEntry = (event: string, hash: string, error: unknown): LogEntry => ({
  level: 'error',
  event,
  operation: 'claimRewardGrant',
  claim: hash,
  reason: error instanceof Error ? error.name : typeof error,
});

class LockTaken extends Error {
  override name = 'LockTaken';
}

export function createClaimRecords(parts: ClaimRecordsParts): ClaimRecords {
  const { store, vault, lifetime, log, time } = parts;

  async function read(hash: string): Promise<ClaimRecord | undefined> {
    const key = keyOf(hash);
    const sealed = await store.get(key);
    if (sealed === undefined) return undefined;
    const opened = await vault.open(sealed, key);
    return opened === undefined ? { state: 'unreadable', owner: null } : (opened as ClaimRecord);
  }

  const lock = (hash: string, ttl: number): Promise<Lease | undefined> => store.lock(keyOf(hash), ttl);

  const write = async ({ hash, lease }: LockedClaim, record: ClaimRecord): Promise<boolean> =>
    lease.set(await vault.seal(record, keyOf(hash)), lifetime);

  /** Stores a result whose lease has expired. If another process has stored a result since, that one is kept. */
  async function writeLate(claim: LockedClaim, done: ClaimRecord): Promise<void> {
    const { hash } = claim;
    const lease = await lock(hash, LATE_LEASE);
    if (!lease) throw new LockTaken();
    try {
      const found = (await read(hash))?.state ?? 'nothing';
      const isOpen = found === 'nothing' || found === 'pending';
      if (isOpen && !(await write({ ...claim, lease }, done))) throw new LockTaken();
      log({ level: 'warn', event: 'claim_lease_lost', operation: 'claimRewardGrant', claim: hash, found });
    } finally {
      await lease.release();
    }
  }

  function withRetries(
    hash: string,
    event: string,
    patience: number,
    step: () => Promise<unknown>,
  ): RetriedWrite {
    const elapsed = time.watch();
    /** Returns the pause before the next attempt; undefined if there is none. */
    async function attempt(tries: number): Promise<number | undefined> {
      try {
        await step();
        return undefined;
      } catch (error) {
        const next = PAUSES[Math.min(tries, PAUSES.length) - 1]!;
        const gaveUp = elapsed() + next >= patience;
        log({ ...storeEntry(event, hash, error), tries, gaveUp });
        return gaveUp ? undefined : next;
      }
    }
    async function retry(next: number | undefined): Promise<void> {
      for (let tries = 2; next !== undefined; tries++) {
        await time.pause(next);
        next = await attempt(tries);
      }
    }
    const first = attempt(1);
    return { first: first.then(() => undefined), last: first.then(retry) };
  }

  async function references(): Promise<Set<string>> {
    if (!store.keys)
      throw new StoreError('This store cannot list claims. The log has their references: claim_unconfirmed.');
    const found = new Set<string>();
    for await (const key of store.keys(KEY)) found.add(key.slice(KEY.length));
    return found;
  }

  return {
    read,
    lock,
    references,
    mark: (claim) => write(claim, { state: 'pending', owner: claim.owner, since: Date.now() }),
    keep(claim, result) {
      const done: ClaimRecord = { state: 'done', owner: claim.owner, result };
      return withRetries(claim.hash, 'claim_not_stored', KEEP_FOR, async () => {
        if (!(await write(claim, done))) await writeLate(claim, done);
      });
    },
    // If the lock is no longer held, the mark belongs to another process and stays.
    forget: ({ hash, lease }, patience) =>
      withRetries(hash, 'claim_mark_not_removed', patience, () => lease.delete()),
  };
}
