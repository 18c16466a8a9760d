/** What is kept of claims: sealed, under keys that are hashes, and written again where the store fails. */
import type { RewardGrantClaim } from '../api/models.ts';
import type { Time } from './claim-time.ts';
import type { LogEntry } from './options.ts';
import type { GatewayStore, Lease } from './stores/store.ts';
import type { Vault } from './vault.ts';

/** Whose claim it is: the e-mail address of the session; null where nobody had to log in. */
export type Owner = string | null;

export type ClaimRecord =
  /** Written before the request leaves: from then on it may have been granted. */
  | { state: 'pending'; owner: Owner }
  | { state: 'done'; owner: Owner; result: RewardGrantClaim }
  /** Something is there that no key opens; what it says is not known, so nothing may be asked again. */
  | { state: 'unreadable'; owner: null };

/** A claim whose lock is held: only so may its record be written. */
export interface LockedClaim {
  /** Stands for the token, in keys of the store and in logs. */
  hash: string;
  owner: Owner;
  lease: Lease;
}

/** A write that goes on where it fails. Neither promise ever rejects. */
export interface Insistence {
  /** When it was tried once. */
  first: Promise<void>;
  /** When it is done, or given up. */
  last: Promise<void>;
}

export interface ClaimRecords {
  read(hash: string): Promise<ClaimRecord | undefined>;
  lock(hash: string, ttl: number): Promise<Lease | undefined>;
  /** Writes that it may have been granted from now on; false where the lock is no longer held. */
  mark(claim: LockedClaim): Promise<boolean>;
  /** Stores a result, again and again for a minute if need be: it is worth more than anything else here. */
  keep(claim: LockedClaim, result: RewardGrantClaim): Insistence;
  /** Takes the mark away, after an answer or a failure that leaves no doubt; tries again for `patience` milliseconds. */
  forget(claim: LockedClaim, patience: number): Insistence;
}

interface ClaimRecordsParts {
  store: GatewayStore;
  vault: Vault;
  /** Seconds; default 90 days. */
  lifetime: number | undefined;
  log: (entry: LogEntry) => void;
  time: Time;
}

/** Milliseconds after each write that failed until it is tried again; the last one from then on. */
const PAUSES = [50, 200, 1000, 3000];
/** How long a result is tried to be stored, in milliseconds: longer than a store takes to start again. */
const KEEP_FOR = 60_000;
/** For a result whose lease ran out, in milliseconds: a read and a write. */
const LATE_LEASE = 10_000;

const keyOf = (hash: string): string => `claim:${hash}`;

/** Without the error's message, which may quote keys and values. */
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
  const { store, vault, lifetime = 7_776_000, log, time } = parts;

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

  /** Stores a result whose lease ran out: it was really granted, but what another stored since is as good. */
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

  function insist(hash: string, event: string, patience: number, step: () => Promise<unknown>): Insistence {
    const elapsed = time.watch();
    /** The pause until the next try; undefined where there is none. */
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
    async function goOn(next: number | undefined): Promise<void> {
      for (let tries = 2; next !== undefined; tries++) {
        await time.pause(next);
        next = await attempt(tries);
      }
    }
    const first = attempt(1);
    return { first: first.then(() => undefined), last: first.then(goOn) };
  }

  return {
    read,
    lock,
    mark: (claim) => write(claim, { state: 'pending', owner: claim.owner }),
    keep(claim, result) {
      const done: ClaimRecord = { state: 'done', owner: claim.owner, result };
      return insist(claim.hash, 'claim_not_stored', KEEP_FOR, async () => {
        if (!(await write(claim, done))) await writeLate(claim, done);
      });
    },
    // Where the lock is no longer held, the mark is another's by now, and stays.
    forget: ({ hash, lease }, patience) =>
      insist(hash, 'claim_mark_not_removed', patience, () => lease.delete()),
  };
}
