import { Task, TaskStatus } from '@lit/task';
import type { ReactiveController } from 'lit';
import type { ApiError } from '../../api/errors.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { hasOwnConsent, mayStore } from '../shared/consent.ts';
import { isPreview } from '../shared/preview.ts';
import type { ClaimHost } from './claim-host.ts';
import { openRecord } from './claim-ledger.ts';
import { isSessionRejected, mayHelpToSwitchAccount, type RewardClaimProblem } from './claim-problem.ts';
import { type ClaimCallbacks, ClaimProcess } from './claim-process.ts';
import { claimRequest } from './claim-request.ts';
import { endOf, isOver, isSpent, type KeptClaim } from './kept-claim.ts';
import { ShopperLogin } from './shopper-login.ts';

/** The claim that the attributes name: its stored state, and the next attempt. */
export class CurrentClaim implements ReactiveController {
  readonly login: ShopperLogin;
  readonly #host: ClaimHost;
  /** Opens the record of a claim. It is asynchronous, because the record's name is a hash of the key. */
  readonly #openTask: Task<[string], void>;
  #key = '';
  /** Undefined until the record has been opened. */
  #process: ClaimProcess | undefined;
  /** Whether an attempt waits for the record. */
  #isPreparing = false;
  /** The shopper's proven address at the last attempt. */
  #claimant: string | undefined;

  constructor(host: ClaimHost, isStored: () => boolean | undefined, callbacks: Omit<ClaimCallbacks, 'sent'>) {
    this.#host = host;
    // A login that other elements stored is read, also where a claim is not stored.
    const isOnlyRead = () => host.noStorage && !isPreview() && mayStore(host) !== false;
    this.login = new ShopperLogin(host, () => (isOnlyRead() ? undefined : isStored()));
    this.#openTask = new Task(host, {
      autoRun: false,
      task: async ([key]: [string], { signal }) => {
        const record = key ? await openRecord(key, isStored, () => hasOwnConsent(host)) : undefined;
        // The attributes may name another claim by now.
        if (!record || signal.aborted) return;
        const sent = () => void (this.#claimant = this.email);
        this.#process = new ClaimProcess(host, record, { ...callbacks, sent });
        await this.#process.read();
      },
    });
    host.addController(this);
  }

  hostConnected(): void {
    void this.#process?.read();
  }

  get grant(): RewardGrantClaim | undefined {
    return this.#kept?.grant ?? undefined;
  }

  /** The reserved code. */
  get code(): RewardCode | undefined {
    return this.#kept?.code ?? undefined;
  }

  /** When the reserved code ends, by the device's clock. */
  get codeEnd(): number | undefined {
    return this.#kept && endOf(this.#kept);
  }

  /** Whether the reserved code has ended. */
  get isOver(): boolean {
    return Boolean(this.#kept && isOver(this.#kept));
  }

  /** A result that can be used, with its record. */
  get usable(): (Pick<ClaimProcess, 'record'> & { kept: KeptClaim }) | undefined {
    const record = this.#process?.record;
    const kept = this.#kept;
    const isUsable = kept && !kept.pending && (kept.grant ?? (!isOver(kept) && !isSpent(kept.code?.status)));
    return record && isUsable ? { record, kept } : undefined;
  }

  /** The shopper's proven address. */
  get email(): string | undefined {
    return this.login.email;
  }

  get isClaiming(): boolean {
    return this.#isPreparing || Boolean(this.#process?.isClaiming);
  }

  /** Whether an attempt whose response was lost may have succeeded. */
  get isUnconfirmed(): boolean {
    return !this.#isPreparing && Boolean(this.#process?.isUnconfirmed);
  }

  get problem(): RewardClaimProblem | undefined {
    return this.#isPreparing ? undefined : this.#process?.problem;
  }

  /** The error behind the problem, if there is one. */
  get error(): ApiError | undefined {
    return this.#process?.error;
  }

  /** When the shopper may try again, in milliseconds since the epoch. */
  get lockedUntil(): number {
    return this.#process?.lockedUntil ?? 0;
  }

  /** Finds the stored state for the current attributes and login; undefined if it is known. */
  find(): Promise<void> | undefined {
    this.login.read();
    const { rewardId, service } = this.#host;
    const key = this.#findKey();
    // A new login replaces the rejected one, and a refusal of one account says nothing about another.
    if (this.email && (this.#isRejected || this.#isAboutOtherAccount)) this.#process?.forgetFailure();
    // A claimed reward stays visible, whatever happens to the attributes. A reserved code disappears when its owner logs
    // out. The outcome of a press is shown even if it ended the login.
    const isLoggedOut = !key && service && rewardId;
    const hasOutcome = Boolean(this.#process?.isSending) || (this.#isRejected && !this.code);
    const staysVisible = this.grant ?? (isLoggedOut ? hasOutcome : this.code);
    if (key !== this.#key && (key || !staysVisible)) {
      this.#key = key;
      this.#process?.close();
      this.#process = undefined;
      void this.#openTask.run([key]);
    }
    return this.#openTask.status === TaskStatus.PENDING ? this.#openTask.taskComplete : undefined;
  }

  /** Claims or reserves. */
  async send(): Promise<void> {
    // Some devices report no connection although there is one: a second click sends anyway.
    const ignoreOffline = this.problem === 'offline';
    this.#process?.forgetFailure();
    this.#isPreparing = true;
    this.#host.requestUpdate();
    // The shopper may have logged in just now.
    const found = this.find();
    const key = this.#findKey();
    await found;
    this.#isPreparing = false;
    // The attributes may have changed meanwhile: only the reward that the shopper pressed for is claimed.
    const request = key === this.#findKey() && claimRequest(this.#host, this.login);
    if (request && this.#process) this.#process.claim(request, ignoreOffline);
    else this.#host.requestUpdate();
  }

  /** Logs out, so that another account can claim. */
  switchAccount(): void {
    this.#process?.forgetFailure();
    this.login.end();
    this.#host.requestUpdate();
  }

  get #kept(): KeptClaim | undefined {
    return this.#process?.kept;
  }

  /** Whether the gateway rejected the login, which is forgotten then. */
  get #isRejected(): boolean {
    return Boolean(this.error && isSessionRejected(this.error, this.#host.errorMap));
  }

  get #isAboutOtherAccount(): boolean {
    const { problem } = this;
    return Boolean(problem && mayHelpToSwitchAccount(problem)) && this.email !== this.#claimant;
  }

  /** Empty if the attributes name no claim, or its owner is not logged in. */
  #findKey(): string {
    const { codeId, grantToken, rewardId, service } = this.#host;
    if (!service) return '';
    if (grantToken) return `${service.baseUrl} ${grantToken}`;
    return rewardId && this.email ? [service.baseUrl, rewardId, codeId ?? '', this.email].join(' ') : '';
  }
}
