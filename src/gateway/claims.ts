/**
 * Exactly-once claims. What a token got is kept and given again; one request at a time asks the service for it, over all
 * instances that share the store; and where an answer is lost, the mark that was written before says so for ever.
 */
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { RewardGrantClaim } from '../api/models.ts';
import { claimRewardGrant } from '../api/rewards.ts';
import { inProgress, outcomeOf, unavailable } from './claim-outcome.ts';
import { createClaimRecords, storeEntry, type ClaimRecord, type Owner } from './claim-records.ts';
import { GatewayError } from './errors.ts';
import type { GatewayOptions, LogEntry } from './options.ts';
import type { GatewayStore, Lease } from './stores/store.ts';
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
  /** Resolves when no claim is under way; callers may have left long before. */
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

/** What a test replaces. */
interface Time {
  pause: (ms: number) => Promise<void>;
  /** Milliseconds since any fixed moment. */
  elapsed: () => number;
}

const REAL_TIME: Time = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  elapsed: () => performance.now(),
};

/** One token's claim by one caller. */
interface Attempt {
  token: string;
  owner: Owner;
  /** The keyed hash that stands for the token in the store and in logs. */
  hash: string;
  waitUntil: WaitUntil | undefined;
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
    pause: time.pause,
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
      const since = time.elapsed();
      const lease = await beforeSending(attempt, store.lock(`claim-lock:${attempt.hash}`, leaseTime));
      if (lease) return claimAlone(attempt, lease, since);
      if (waited >= timeout) throw inProgress();
      await time.pause(next);
      waited += next;
    }
  }

  /** Under the lock, which was asked for at `since`: whatever is found now is nobody's work in progress. */
  async function claimAlone(attempt: Attempt, lease: Lease, since: number): Promise<RewardGrantClaim> {
    let stored: Promise<void> | undefined;
    try {
      // Once more: it may have been done between the first look and the lock.
      const known = await beforeSending(attempt, records.read(attempt.hash));
      checkOwner(known, attempt);
      if (known?.state === 'done') return known.result;
      if (known && (known.state === 'unreadable' || options.claims?.afterLostAnswer !== 'repeat'))
        throw unconfirmed(attempt, known.state === 'unreadable' ? 'record_unreadable' : 'answer_lost_before');
      if (!known) await mark(attempt, since);
      else stopIfLate(attempt, since);

      const result = await send(attempt, known !== undefined);
      stored = records.keep(attempt.hash, attempt.owner, result);
      await atMost(STORED_WITHIN, stored);
      return result;
    } finally {
      void track(release(attempt, lease, stored), attempt.waitUntil);
    }
  }

  /** Writes that it may have been granted from now on. If that fails, nothing is sent. */
  async function mark(attempt: Attempt, since: number): Promise<void> {
    stopIfLate(attempt, since);
    try {
      await records.mark(attempt.hash, attempt.owner);
      stopIfLate(attempt, since);
    } catch (error) {
      // Nothing was sent, so the mark would be wrong; but only the holder of the lock may take it away.
      if (time.elapsed() - since < leaseTime) await records.forget(attempt.hash);
      throw error instanceof GatewayError ? error : storeFailed(attempt, error);
    }
  }

  /** A process that stood still for too long may have lost its lock to another one, and must not send. */
  function stopIfLate(attempt: Attempt, since: number): void {
    const late = time.elapsed() - since;
    if (late <= margin) return;
    log({ level: 'warn', event: 'claim_too_late', operation: 'claimRewardGrant', claim: attempt.hash, late });
    throw unavailable();
  }

  /** Asks the service. `again`: it was asked before, and that answer was lost. */
  async function send(attempt: Attempt, again: boolean): Promise<RewardGrantClaim> {
    try {
      return await claimRewardGrant(client, attempt.token, { timeout });
    } catch (error) {
      const outcome = outcomeOf(error);
      const code = isApiError(error) ? error.code : 'unexpected';
      if (outcome === 'unknown') throw unconfirmed(attempt, code);
      // It may be refused because the first request was granted; and what was lost is not found by not connecting.
      if (again) throw unconfirmed(attempt, code, outcome === 'refused' ? code : undefined);
      await records.forget(attempt.hash);
      throw outcome === 'refused' ? error : unavailable();
    }
  }

  /** Gives the lock back when the result is stored. If that fails, the lease runs out by itself. */
  async function release(attempt: Attempt, lease: Lease, stored: Promise<void> | undefined): Promise<void> {
    await stored;
    try {
      await lease.release();
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

/** Waits for `work`, but no longer than `ms`; the work goes on. */
async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
