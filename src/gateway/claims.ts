/**
 * Exactly-once claims. What a token got is kept and given again; one request at a time asks the service for it, over all
 * instances that share the store; and where an answer is lost, the mark that was written before says so for ever.
 */
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { RewardGrantClaim } from '../api/models.ts';
import { claimRewardGrant } from '../api/rewards.ts';
import { inProgress, outcomeOf, unavailable } from './claim-outcome.ts';
import {
  createClaimRecords,
  storeEntry,
  type ClaimRecord,
  type LockedClaim,
  type Owner,
} from './claim-records.ts';
import { atMost, REAL_TIME, type Time } from './claim-time.ts';
import { GatewayError } from './errors.ts';
import type { GatewayOptions, LogEntry } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

export interface Claims {
  /**
   * The result of the token's claim, the first time and every time. `session` is whoever logged in. `waitUntil` is given
   * what has to be finished even when the caller has left.
   *
   * @throws GatewayError `login_required`, `wrong_account`, `claim_in_progress`, `claim_unconfirmed`,
   *   `service_unavailable`; and the service's own refusal as the `ApiError` it came in
   */
  claim(
    token: string,
    session: { readonly email: string } | undefined,
    waitUntil?: WaitUntil,
  ): Promise<RewardGrantClaim>;
  /**
   * Resolves when no claim is under way; callers may have left long before. Where the store fails, results are tried to
   * be kept for a minute, and no longer.
   */
  idle(): Promise<void>;
}

type WaitUntil = (done: Promise<unknown>) => void;

interface ClaimsParts {
  client: Client;
  store: GatewayStore;
  vault: Vault;
  options: GatewayOptions;
  log: (entry: LogEntry) => void;
}

/** One token's claim by one caller. */
interface Attempt {
  token: string;
  owner: Owner;
  /** The keyed hash that stands for the token in the store and in logs. */
  hash: string;
  waitUntil: WaitUntil | undefined;
}

/** An attempt under the lock. */
interface Alone extends Attempt, LockedClaim {
  /** Milliseconds since the lock was asked for. */
  elapsed: () => number;
  /** The last write, which may go on after the answer; the lock is held until then. */
  written?: Promise<void>;
}

const DEFAULT_TIMEOUT = 25_000;
/** Milliseconds between looks at a claim that is under way elsewhere: the first pause, and the longest. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 500;
/** Milliseconds that a shopper waits at most for their result to be stored. */
const STORED_WITHIN = 2000;

export function createClaims(parts: ClaimsParts, time: Time = REAL_TIME): Claims {
  const { client, store, vault, options, log } = parts;
  const timeout = options.timeouts?.claim ?? DEFAULT_TIMEOUT;
  // What may go by between asking for the lock and sending. The lease outlasts both, and as much again for timers that
  // are late on a busy machine, so that nobody else gets the lock while the service is asked.
  const margin = Math.max(1000, timeout / 5);
  const leaseTime = timeout + 2 * margin;
  const records = createClaimRecords({
    store,
    vault,
    log,
    lifetime: options.claims?.lifetime,
    time,
  });
  const underWay = new Map<string, Promise<RewardGrantClaim>>();
  const busy = new Set<Promise<void>>();

  /** Makes `idle` wait for it, however it ends, and a Worker stay alive. */
  function track<T>(work: Promise<T>, waitUntil: WaitUntil | undefined): Promise<T> {
    const done: Promise<void> = work.then(
      () => void busy.delete(done),
      () => void busy.delete(done),
    );
    busy.add(done);
    waitUntil?.(done);
    return work;
  }

  async function claim(
    token: string,
    email: string | undefined,
    waitUntil: WaitUntil | undefined,
  ): Promise<RewardGrantClaim> {
    if (options.requireLogin && email === undefined)
      throw new GatewayError(401, 'login_required', 'Please log in first.');
    const hash = await vault.hash('claim', token);
    // Callers of one process share one promise, but not with another account's.
    const name = options.requireLogin ? `${hash} ${email}` : hash;
    const shared = underWay.get(name);
    if (shared) {
      const result = await atMost(leaseTime + timeout, shared);
      if (result) return result;
      // A platform that ends a request may leave its promises hanging for ever; nobody else shall wait for this one.
      if (underWay.get(name) === shared) underWay.delete(name);
      throw inProgress();
    }
    const own = obtain({ token, owner: email ?? null, hash, waitUntil }).finally(() => {
      if (underWay.get(name) === own) underWay.delete(name);
    });
    underWay.set(name, own);
    return own;
  }

  /** Gives what is kept, or asks for it as the only one; waits while somebody else does. */
  async function obtain(attempt: Attempt): Promise<RewardGrantClaim> {
    for (let waited = 0, next = FIRST_PAUSE; ; next = Math.min(next * 1.5, LONGEST_PAUSE)) {
      const known = await beforeSending(attempt, records.read(attempt.hash));
      checkOwner(known, attempt);
      if (known?.state === 'done') return known.result;
      const elapsed = time.watch();
      const lease = await beforeSending(attempt, records.lock(attempt.hash, leaseTime));
      if (lease) return claimAlone({ ...attempt, lease, elapsed });
      if (waited >= timeout) throw inProgress();
      await time.pause(next);
      waited += next;
    }
  }

  /** Under the lock: whatever is found now is nobody's work in progress. */
  async function claimAlone(attempt: Alone): Promise<RewardGrantClaim> {
    try {
      // Once more: it may have been done between the first look and the lock.
      const known = await beforeSending(attempt, records.read(attempt.hash));
      checkOwner(known, attempt);
      if (known?.state === 'done') return known.result;
      if (known && (known.state === 'unreadable' || options.claims?.afterLostAnswer !== 'repeat'))
        throw unconfirmed(attempt, known.state === 'unreadable' ? 'record_unreadable' : 'answer_lost_before');
      if (!known) await mark(attempt);
      else stopIfLate(attempt);

      const result = await send(attempt, known !== undefined);
      attempt.written = records.keep(attempt, result).last;
      await atMost(STORED_WITHIN, attempt.written);
      return result;
    } finally {
      void track(release(attempt), attempt.waitUntil);
    }
  }

  /** Writes that it may have been granted from now on. If that fails, nothing is sent. */
  async function mark(attempt: Alone): Promise<void> {
    stopIfLate(attempt);
    try {
      const isHeld = await records.mark(attempt);
      stopIfLate(attempt, isHeld);
    } catch (error) {
      // Nothing was sent, so the mark would be wrong.
      await forget(attempt);
      throw error instanceof GatewayError ? error : storeFailed(attempt, error);
    }
  }

  /** A process that stood still for too long may have lost its lock to another one, and must not send. */
  function stopIfLate(attempt: Alone, isHeld = true): void {
    const late = attempt.elapsed();
    if (isHeld && late <= margin) return;
    log({ level: 'warn', event: 'claim_too_late', operation: 'claimRewardGrant', claim: attempt.hash, late });
    throw unavailable();
  }

  /** Waits for the first try only; the lock is held while others follow. */
  async function forget(attempt: Alone): Promise<void> {
    const { first, last } = records.forget(attempt, leaseTime - attempt.elapsed());
    attempt.written = last;
    await first;
  }

  /** Asks the service. `again`: it was asked before, and that answer was lost. */
  async function send(attempt: Alone, again: boolean): Promise<RewardGrantClaim> {
    try {
      return await claimRewardGrant(client, attempt.token, { timeout });
    } catch (error) {
      const outcome = outcomeOf(error);
      const code = isApiError(error) ? error.code : 'unexpected';
      if (outcome === 'unknown') throw unconfirmed(attempt, code);
      // It may be refused because the first request was granted; and what was lost is not found by not connecting.
      if (again) throw unconfirmed(attempt, code, outcome === 'refused' ? code : undefined);
      await forget(attempt);
      throw outcome === 'refused' ? error : unavailable();
    }
  }

  /** Gives the lock back when all is written. If that fails, the lease runs out by itself. */
  async function release(attempt: Alone): Promise<void> {
    await attempt.written;
    try {
      await attempt.lease.release();
    } catch (error) {
      log({ ...storeEntry('claim_lock_not_released', attempt.hash, error), level: 'warn' });
    }
  }

  function checkOwner(known: ClaimRecord | undefined, { owner }: Attempt): void {
    // A claim from before a login was needed has no owner: holding the token was enough, and still is.
    if (!options.requireLogin || (known?.owner ?? owner) === owner) return;
    throw new GatewayError(403, 'wrong_account', 'This reward was claimed with another account.');
  }

  async function beforeSending<T>(attempt: Attempt, step: Promise<T>): Promise<T> {
    return step.catch((error: unknown) => {
      throw storeFailed(attempt, error);
    });
  }

  function storeFailed(attempt: Attempt, error: unknown): GatewayError {
    log(storeEntry('store_failed', attempt.hash, error));
    return unavailable();
  }

  function unconfirmed({ hash }: Attempt, reason: string, service?: string): GatewayError {
    log({
      level: 'warn',
      event: 'claim_unconfirmed',
      operation: 'claimRewardGrant',
      claim: hash,
      reason,
      service,
    });
    return new GatewayError(502, 'claim_unconfirmed', 'It is not known whether the reward was granted.', {
      details: { reference: hash, ...(service !== undefined && { service }) },
    });
  }

  return {
    claim: (token, session, waitUntil) => track(claim(token, session?.email, waitUntil), waitUntil),
    async idle() {
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}
