/**
 * Exactly-once claims. The result of a token's claim is stored and returned to every later request. Only one
 * request at a time asks the service, across all instances that share the store. If a response is lost, the mark
 * written before the request remains and shows that.
 */
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { RewardGrantClaim } from '../api/models.ts';
import { claimRewardGrant } from '../api/rewards.ts';
import type { CheckedOptions } from './check-options.ts';
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
import { projectClaim } from './projection.ts';
import type { LogEntry } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

export interface Claims {
  /**
   * Returns the result of the token's claim, on the first call and on every later one. `session` is the login of
   * the caller, if any. `waitUntil` receives the work that must complete even if the caller has left: the claim, and
   * the writes after its answer. While the store fails, they are retried for a minute, or as long as the platform
   * keeps such work alive.
   *
   * @throws GatewayError `login_required`, `wrong_account`, `claim_in_progress`, `claim_unconfirmed` or
   *   `service_unavailable`
   * @throws ApiError the service's own refusal, unchanged
   */
  claim(
    token: string,
    session: { readonly email: string } | undefined,
    waitUntil: WaitUntil,
  ): Promise<RewardGrantClaim>;
}

type WaitUntil = (done: Promise<unknown>) => void;

interface ClaimsParts {
  client: Client;
  store: GatewayStore;
  vault: Vault;
  options: CheckedOptions;
  log: (entry: LogEntry) => void;
}

/** One caller's claim of one token. */
interface Attempt {
  token: string;
  owner: Owner;
  /** The keyed hash that identifies the token in the store and in logs. */
  hash: string;
  waitUntil: WaitUntil;
}

/** An attempt that holds the lock. */
interface Alone extends Attempt, LockedClaim {
  /** The milliseconds since the lock was requested. */
  elapsed: () => number;
  /** The last write. It may continue after the response, and the lock is held until it ends. */
  written?: Promise<void>;
}

/** The milliseconds between checks of a claim that another request is making: the first pause, and the longest. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 500;
/** The longest time that a shopper waits for the result to be stored, in milliseconds. */
const STORED_WITHIN = 2000;

export function createClaims(parts: ClaimsParts, time: Time = REAL_TIME): Claims {
  const { client, store, vault, options, log } = parts;
  const timeout = options.timeouts.claim;
  // The time that may pass between requesting the lock and sending. The lease covers this, the request, and the
  // same margin again for late timers on a busy machine, so that no other process gets the lock while the service
  // is asked.
  const margin = Math.max(1000, timeout / 5);
  const leaseTime = timeout + 2 * margin;
  const records = createClaimRecords({
    store,
    vault,
    log,
    lifetime: options.claims.lifetime,
    time,
  });
  const underWay = new Map<string, Promise<RewardGrantClaim>>();

  async function claim(
    token: string,
    email: string | undefined,
    waitUntil: WaitUntil,
  ): Promise<RewardGrantClaim> {
    if (options.requireLogin && email === undefined)
      throw new GatewayError(401, 'login_required', 'Please log in first.');
    const hash = await vault.hash('claim', token);
    // Callers in one process share one promise, but not with callers of another account.
    const name = options.requireLogin ? `${hash} ${email}` : hash;
    const shared = underWay.get(name);
    if (shared) {
      const result = await atMost(leaseTime + timeout, shared);
      if (result) return result;
      // A platform that terminates a request may leave its promises pending for ever, so no further caller may wait
      // for this one.
      if (underWay.get(name) === shared) underWay.delete(name);
      throw inProgress();
    }
    const own = obtain({ token, owner: email ?? null, hash, waitUntil }).finally(() => {
      if (underWay.get(name) === own) underWay.delete(name);
    });
    underWay.set(name, own);
    return own;
  }

  /** Returns the stored result, or claims under the lock; waits while another process holds it. */
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

  /** Runs under the lock: no other process is working on this claim. */
  async function claimAlone(attempt: Alone): Promise<RewardGrantClaim> {
    try {
      // Read again: another process may have finished between the first read and the lock.
      const known = await beforeSending(attempt, records.read(attempt.hash));
      checkOwner(known, attempt);
      if (known?.state === 'done') return known.result;
      if (known && (known.state === 'unreadable' || options.claims.afterLostAnswer !== 'repeat'))
        throw unconfirmed(attempt, known.state === 'unreadable' ? 'record_unreadable' : 'answer_lost_before');
      if (!known) await mark(attempt);
      else stopIfLate(attempt);

      const result = await send(attempt, known !== undefined);
      attempt.written = records.keep(attempt, result).last;
      await atMost(STORED_WITHIN, attempt.written);
      return result;
    } finally {
      attempt.waitUntil(release(attempt));
    }
  }

  /** Records that the reward may have been granted from now on. If that fails, nothing is sent. */
  async function mark(attempt: Alone): Promise<void> {
    stopIfLate(attempt);
    try {
      const isHeld = await records.mark(attempt);
      stopIfLate(attempt, isHeld);
    } catch (error) {
      // Nothing was sent, so the mark must not stay.
      await forget(attempt);
      throw error instanceof GatewayError ? error : storeFailed(attempt, error);
    }
  }

  /** A process that was suspended for too long may have lost its lock, and must not send. */
  function stopIfLate(attempt: Alone, isHeld = true): void {
    const late = attempt.elapsed();
    if (isHeld && late <= margin) return;
    log({ level: 'warn', event: 'claim_too_late', operation: 'claimRewardGrant', claim: attempt.hash, late });
    throw unavailable();
  }

  /** Waits for the first attempt only. The lock is held during the retries. */
  async function forget(attempt: Alone): Promise<void> {
    const { first, last } = records.forget(attempt, leaseTime - attempt.elapsed());
    attempt.written = last;
    await first;
  }

  /** Asks the service. `again`: an earlier request was sent and its response was lost. */
  async function send(attempt: Alone, again: boolean): Promise<RewardGrantClaim> {
    try {
      return projectClaim(await claimRewardGrant(client, attempt.token, { timeout }));
    } catch (error) {
      const outcome = outcomeOf(error);
      const code = isApiError(error) ? error.code : 'unexpected';
      if (outcome === 'unknown') throw unconfirmed(attempt, code);
      // A refusal may mean that the first request was granted, and a failed connection says nothing about it.
      if (again) throw unconfirmed(attempt, code, outcome === 'refused' ? code : undefined);
      await forget(attempt);
      throw outcome === 'refused' ? error : unavailable();
    }
  }

  /** Releases the lock when everything is written. If that fails, the lease expires. */
  async function release(attempt: Alone): Promise<void> {
    await attempt.written;
    try {
      await attempt.lease.release();
    } catch (error) {
      log({ ...storeEntry('claim_lock_not_released', attempt.hash, error), level: 'warn' });
    }
  }

  function checkOwner(known: ClaimRecord | undefined, { owner }: Attempt): void {
    // A claim from before login was required has no owner. The token was sufficient then, and still is.
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
    claim(token, session, waitUntil) {
      const result = claim(token, session?.email, waitUntil);
      waitUntil(result.catch(() => undefined));
      return result;
    },
  };
}
