/** What is kept of claims: sealed, under keys that are hashes, and written again where the store fails. */
import type { RewardGrantClaim } from '../api/models.ts';
import type { LogEntry } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

/** Whose claim it is: the e-mail address of the session; null where nobody had to log in. */
export type Owner = string | null;

export type ClaimRecord =
  /** Written before the request leaves: from then on it may have been granted. */
  | { state: 'pending'; owner: Owner }
  | { state: 'done'; owner: Owner; result: RewardGrantClaim }
  /** Something is there that no key opens; what it says is not known, so nothing may be asked again. */
  | { state: 'unreadable'; owner: null };

/** `hash` stands for the token, in keys of the store and in logs. */
export interface ClaimRecords {
  read(hash: string): Promise<ClaimRecord | undefined>;
  /** Writes that it may have been granted from now on. */
  mark(hash: string, owner: Owner): Promise<void>;
  /** Stores a result, again and again if need be: it is worth more than anything else here. Never rejects. */
  keep(hash: string, owner: Owner, result: RewardGrantClaim): Promise<void>;
  /** Takes the mark away, after an answer or a failure that leaves no doubt. Never rejects. */
  forget(hash: string): Promise<void>;
}

interface ClaimRecordsParts {
  store: GatewayStore;
  vault: Vault;
  /** Seconds; default 90 days. */
  lifetime: number | undefined;
  log: (entry: LogEntry) => void;
  pause: (ms: number) => Promise<void>;
}

/** Milliseconds after each write that failed until it is tried again. */
const RESULT_PAUSES = [50, 200, 1000, 3000];
const MARK_PAUSES = [50, 200];

const keyOf = (hash: string): string => `claim:${hash}`;

/** Without the error's message, which may quote keys and values. */
export const storeEntry = (event: string, hash: string, error: unknown): LogEntry => ({
  level: 'error',
  event,
  operation: 'claimRewardGrant',
  claim: hash,
  reason: error instanceof Error ? error.name : typeof error,
});

export function createClaimRecords(parts: ClaimRecordsParts): ClaimRecords {
  const { store, vault, lifetime = 7_776_000, log, pause } = parts;

  async function write(hash: string, record: ClaimRecord): Promise<void> {
    const key = keyOf(hash);
    await store.set(key, await vault.seal(record, key), lifetime);
  }

  async function insist(
    hash: string,
    event: string,
    pauses: readonly number[],
    step: () => Promise<void>,
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await step();
        return;
      } catch (error) {
        const next = pauses[tries - 1];
        log({ ...storeEntry(event, hash, error), tries, gaveUp: next === undefined });
        if (next === undefined) return;
        await pause(next);
      }
    }
  }

  return {
    async read(hash) {
      const key = keyOf(hash);
      const sealed = await store.get(key);
      if (sealed === undefined) return undefined;
      const opened = await vault.open(sealed, key);
      return opened === undefined ? { state: 'unreadable', owner: null } : (opened as ClaimRecord);
    },
    mark: (hash, owner) => write(hash, { state: 'pending', owner }),
    keep: (hash, owner, result) =>
      insist(hash, 'claim_not_stored', RESULT_PAUSES, () => write(hash, { state: 'done', owner, result })),
    forget: (hash) => insist(hash, 'claim_mark_not_removed', MARK_PAUSES, () => store.delete(keyOf(hash))),
  };
}
