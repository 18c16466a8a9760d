import { Task, TaskStatus } from '@lit/task';
import type { ReactiveController } from 'lit';
import type { ApiError } from '../../api/errors.ts';
import { Wait } from '../shared/countdown.ts';
import { LOCK_SECONDS } from '../shared/error-text.ts';
import type { ClaimHost } from './claim-host.ts';
import { claimOnce, type ClaimRecord, claimUnderWay } from './claim-ledger.ts';
import { isRefusal, problemOf, type RewardClaimProblem } from './claim-problem.ts';
import { hasResult, isOver, type KeptClaim } from './kept-claim.ts';
import { isLocked, withLock } from './tab-lock.ts';

interface Failure {
  problem: RewardClaimProblem;
  error?: ApiError | undefined;
}

/** Called after the state has changed, and before the element is drawn. */
export interface ClaimCallbacks {
  /** A claim was sent, by this element or by another one with the same key. */
  sent: () => void;
  /** A claim that this page sent has succeeded. */
  granted: (kept: KeptClaim) => void;
  /** The result was stored before, or another tab claimed it. */
  restored: (kept: KeptClaim) => void;
  failed: (problem: RewardClaimProblem, error: ApiError | undefined) => void;
}

/** One claim, from its stored state to its result. Another claim of the same element is another process. */
export class ClaimProcess implements ReactiveController {
  readonly record: ClaimRecord;
  readonly #host: ClaimHost;
  readonly #callbacks: ClaimCallbacks;
  /** Observes a claim. It never aborts one: the service may have granted it, and other elements wait for it too. */
  readonly #claimTask: Task<[Promise<KeptClaim>], void>;
  #observed: Promise<KeptClaim> | undefined;
  #kept: KeptClaim | undefined;
  #failure: Failure | undefined;
  /** Until the shopper may try again. */
  #lock: Wait | undefined;
  #isClaimedElsewhere = false;
  #isClosed = false;
  #unwatch: (() => void) | undefined;

  constructor(host: ClaimHost, record: ClaimRecord, callbacks: ClaimCallbacks) {
    this.record = record;
    this.#host = host;
    this.#callbacks = callbacks;
    this.#claimTask = new Task(host, {
      autoRun: false,
      task: ([claim]: [Promise<KeptClaim>]) => this.#awaitResult(claim),
    });
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('online', this.#onOnline);
    this.#unwatch = this.record.watch(() => void this.read());
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#onOnline);
    this.#unwatch?.();
  }

  get isClaiming(): boolean {
    return this.isSending || this.#isClaimedElsewhere;
  }

  /** Whether this page has sent the claim and waits for the response. */
  get isSending(): boolean {
    return this.#claimTask.status === TaskStatus.PENDING;
  }

  /** The stored claim; its result stays if the page takes the token away. */
  get kept(): KeptClaim | undefined {
    return this.#kept;
  }

  get error(): ApiError | undefined {
    return this.#failure?.error;
  }

  get problem(): RewardClaimProblem | undefined {
    const problem = this.#failure?.problem;
    const isPast = problem === 'rate-limited' && Date.now() >= this.lockedUntil;
    return (isPast ? undefined : problem) ?? (this.isUnconfirmed ? 'unconfirmed' : undefined);
  }

  get isUnconfirmed(): boolean {
    return Boolean(this.#kept?.pending) && !this.isClaiming;
  }

  get lockedUntil(): number {
    return this.#lock?.until ?? 0;
  }

  /** Reads the record, which this page or another one may have changed. */
  async read(): Promise<void> {
    if (this.isSending) return;
    const claim = claimUnderWay(this.record);
    if (claim) return void this.#observe(claim);
    // Otherwise it would be drawn as a claim whose response was lost.
    if (this.record.get()?.pending) await this.#checkOtherTabs();
    if (claimUnderWay(this.record) || this.#isClosed) return;
    const before = this.#kept;
    this.#kept = this.record.get() ?? (before?.pending ? undefined : before);
    if (this.#kept && !this.#kept.pending && (!before || before.pending)) {
      this.#failure = undefined;
      this.#isClaimedElsewhere = false;
      this.#callbacks.restored(this.#kept);
    }
    this.#host.requestUpdate();
  }

  /**
   * Sends the claim, or joins the one under way.
   *
   * @param ignoreOffline whether to send although the device reports no connection
   */
  claim(send: () => Promise<KeptClaim>, ignoreOffline: boolean): void {
    const kept = this.#kept;
    if (kept && hasResult(kept) && (kept.grant || !isOver(kept))) return this.#host.requestUpdate();
    if (!navigator.onLine && !ignoreOffline) {
      this.#failure = { problem: 'offline' };
      return this.#report();
    }
    void this.#observe(claimOnce(this.record, send, (error) => isRefusal(error, this.#host.errorMap)));
  }

  forgetFailure(): void {
    this.#failure = undefined;
  }

  /** Stops watching. A claim that was sent continues, but is no longer this element's. */
  close(): void {
    this.#isClosed = true;
    this.hostDisconnected();
    this.#host.removeController(this);
    this.#host.removeController(this.#claimTask);
  }

  /** Waits for a claim that this page has sent, for this element or for another one with the same key. */
  async #observe(claim: Promise<KeptClaim>): Promise<void> {
    if (claim === this.#observed) return;
    this.#observed = claim;
    this.#failure = undefined;
    this.#callbacks.sent();
    void this.#claimTask.run([claim]);
    // Unlike the task's callbacks this runs after its status has changed, and before the next drawing.
    await this.#claimTask.taskComplete;
    if (!this.#isClosed) this.#report();
  }

  async #awaitResult(claim: Promise<KeptClaim>): Promise<void> {
    try {
      const kept = await claim;
      if (hasResult(kept)) this.#kept = kept;
      else this.#failure = { problem: 'not-reserved' };
    } catch (thrown) {
      const error = thrown as ApiError;
      const problem = problemOf(error, this.#host.errorMap);
      this.#kept = this.record.get();
      this.#failure = { problem, error };
      if (problem === 'rate-limited') this.#lock = new Wait((error.retryAfter ?? 0) || LOCK_SECONDS);
    }
  }

  #report(): void {
    this.#host.requestUpdate();
    if (this.#failure) this.#callbacks.failed(this.#failure.problem, this.#failure.error);
    else if (this.#kept) this.#callbacks.granted(this.#kept);
  }

  /** A pending claim belongs to another tab that waits for its response, or its response was lost. */
  async #checkOtherTabs(): Promise<void> {
    const { name } = this.record;
    if (this.#isClaimedElsewhere || !(await isLocked(name)) || this.#isClosed) return;
    this.#isClaimedElsewhere = true;
    void withLock(name, () => Promise.resolve()).then(() => {
      if (this.#isClosed || !this.#isClaimedElsewhere) return;
      this.#isClaimedElsewhere = false;
      void this.read();
    });
  }

  readonly #onOnline = (): void => {
    if (this.#failure?.problem === 'offline') this.#failure = undefined;
    this.#host.requestUpdate();
  };
}
