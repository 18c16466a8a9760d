import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Client } from '../../api/client.ts';
import { type ApiError, isInvalidArgumentError, isServiceError } from '../../api/errors.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { claimRewardGrant, reserveRewardCode } from '../../api/rewards.ts';
import { endSession } from '../shared/session.ts';
import { statusOf } from '../shared/error-text.ts';
import { type Login, loginRecord, type Session } from '../shared/login-record.ts';
import type { SharedRecord } from '../shared/shared-record.ts';
import {
  type ClaimRecord,
  claimOnce,
  claimRecord,
  claimUnderWay,
  endOf,
  isOver,
  isLocked,
  type KeptClaim,
  withLock,
} from './claims.ts';

/** What the service's error codes can mean; `error-map` gives these by `code`. */
export const claimProblems = [
  'already-claimed',
  'expired',
  'not-started',
  'used-up',
  'wrong-account',
  'login-needed',
  'unknown-token',
  'rate-limited',
  'unconfirmed',
  'misconfigured',
] as const;

/** `refused` and `other` are what no map names: a refusal in the service's own words, and what may pass. */
export type RewardClaimProblem =
  (typeof claimProblems)[number] | 'offline' | 'not-reserved' | 'refused' | 'other';

/** What a gateway's own error codes mean, unless the page says otherwise; all else is told by the status. */
const gatewayProblems: Record<string, RewardClaimProblem> = {
  login_required: 'login-needed',
  session_expired: 'login-needed',
  session_invalid: 'login-needed',
  wrong_account: 'wrong-account',
};

/** What is asked of the service: a grant's claim, or a code kept for an address. */
export interface ClaimTarget {
  token: string;
  rewardId: string;
  codeId: string;
}

/** What the controller asks of its element, and tells it. */
interface ClaimHooks {
  /** Undefined while the attributes are wrong; it carries the session that it is given. */
  client: (session?: Session) => Client | undefined;
  target: () => ClaimTarget;
  isStored: () => boolean | undefined;
  problemOf: (code: string) => RewardClaimProblem | undefined;
  granted: (kept: KeptClaim) => void;
  restored: (kept: KeptClaim) => void;
  failed: (problem: RewardClaimProblem, error: ApiError | undefined) => void;
}

/** Without a word of the service's own, so long is everybody locked out, in seconds. */
const LOCK_TIME = 30;

/**
 * How often a claim is sent while the gateway says that the same one is under way, and how many seconds it waits in
 * between where the answer does not say.
 */
const TRIES = 4;
const PAUSE = 2;

/** Decides what happens between a grant's token and its discount. It knows no DOM but storage and the network's state. */
export class RewardClaimController implements ReactiveController {
  busy = false;
  /** When it may be tried again, in milliseconds since the epoch. */
  lockedUntil = 0;

  readonly #host: ReactiveControllerHost;
  readonly #hooks: ClaimHooks;
  #key = '';
  #record: ClaimRecord | undefined;
  #kept: KeptClaim | undefined;
  #failure: { problem: RewardClaimProblem; error?: ApiError | undefined } | undefined;
  /** Whether another tab is claiming it just now. */
  #isElsewhere = false;
  #preparing: Promise<void> | undefined;
  #followed: Promise<KeptClaim> | undefined;
  #isConnected = false;
  #service = '';
  #login: SharedRecord<Login> | undefined;
  #unwatch: (() => void)[] = [];

  constructor(host: ReactiveControllerHost, hooks: ClaimHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    addEventListener('online', this.#online);
    this.#watch();
    if (this.#record) void this.#changed();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    removeEventListener('online', this.#online);
    this.#watch();
  }

  get claiming(): boolean {
    return this.busy || this.#isElsewhere;
  }

  /** The claim with its record, where it came to a grant or a code: what else becomes of it is kept there, too. */
  get settled(): { record: ClaimRecord; kept: KeptClaim } | undefined {
    const record = this.#record;
    const kept = this.#kept;
    return record && kept && !kept.pending ? { record, kept } : undefined;
  }

  /** The claim result, once the service granted the reward. It stays when the page takes the token away. */
  get grant(): RewardGrantClaim | undefined {
    return this.#kept?.grant ?? undefined;
  }

  /** The reserved code. */
  get code(): RewardCode | undefined {
    return this.#kept?.code ?? undefined;
  }

  /** When the reserved code ends, on the device's own clock; undefined without an end that can be read. */
  get codeEnd(): number | undefined {
    return this.#kept && endOf(this.#kept);
  }

  /** Whether the reserved code has ended. */
  get isOver(): boolean {
    return Boolean(this.#kept && isOver(this.#kept));
  }

  /** The proven address of the shopper. */
  get email(): string | undefined {
    const login = this.#login?.get();
    return login?.verified ? login.email : undefined;
  }

  get error(): ApiError | undefined {
    return this.#failure?.error;
  }

  get problem(): RewardClaimProblem | undefined {
    const problem = this.#failure?.problem;
    const isOver = problem === 'rate-limited' && Date.now() >= this.lockedUntil;
    return (isOver ? undefined : problem) ?? (this.isOpen ? 'unconfirmed' : undefined);
  }

  /** Whether the service may have granted it in a try whose answer was lost. */
  get isOpen(): boolean {
    return Boolean(this.#kept?.pending) && !this.claiming;
  }

  /** Finds what is known of the claim that the attributes name. */
  prepare(): Promise<void> | undefined {
    const client = this.#hooks.client();
    if (client && client.baseUrl !== this.#service) {
      this.#service = client.baseUrl;
      this.#login = loginRecord(client.baseUrl, this.#hooks.isStored);
      this.#watch();
    }
    const { token, rewardId } = this.#hooks.target();
    const key = this.#findKey(client);
    // What is claimed stays in sight, whatever becomes of the attributes; a code goes when its owner logs out.
    const isLoggedOut = this.code && client && rewardId && !token;
    const stays = this.grant ?? (this.code && !isLoggedOut);
    if (key !== this.#key && (key || !stays)) {
      const preparing = (this.#preparing = this.#use(key).then(() => {
        if (this.#preparing === preparing) this.#preparing = undefined;
      }));
    }
    return this.#preparing;
  }

  async claim(): Promise<void> {
    if (this.claiming || Date.now() < this.lockedUntil) return;
    const wasOffline = this.#failure?.problem === 'offline';
    this.busy = true;
    this.#failure = undefined;
    this.#host.requestUpdate();
    // The shopper may have logged in just now.
    await this.prepare();
    this.busy = false;
    const session = this.#session;
    const client = this.#hooks.client(session);
    const record = this.#record;
    if (!client || !record || this.grant || (this.code && !this.isOver)) return this.#host.requestUpdate();
    // Some devices say so and are wrong; who presses again means it.
    if (!navigator.onLine && !wasOffline) return this.#fail('offline');
    const { token, rewardId, codeId } = this.#hooks.target();
    const email = this.email ?? '';
    const send = async (): Promise<KeptClaim> => {
      // Leaving the page must not cut it.
      // Nor must a slow network: the answer is the only way to the code.
      const options = { keepalive: true, timeout: 30_000 };
      if (token) return { grant: await claimRewardGrant(client, token, options) };
      const reservation = { id: rewardId, codeId, reservedFor: email };
      const code = await reserveRewardCode(client, reservation, options);
      return { code, ahead: client.now() - Date.now() };
    };
    const claim = claimOnce(
      record,
      () => this.#whileInProgress(send),
      (error) => {
        this.#forgetRefused(session, error);
        return this.#isRefusal(error);
      },
    );
    await this.#follow(claim);
  }

  /** Forgets the login, so that another address can be proven. */
  useOtherAccount(): void {
    this.#failure = undefined;
    const session = this.#session;
    if (session) endSession(this.#hooks.client(session));
    this.#login?.set(undefined);
    this.#host.requestUpdate();
  }

  /** What the gateway gave for the login. */
  get #session(): Session | undefined {
    const login = this.#login?.get();
    return login?.verified ? login.session : undefined;
  }

  /** Of all errors only this one says that the try itself sent nothing, so only after this one it is tried again. */
  async #whileInProgress<T>(send: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await send();
      } catch (thrown) {
        const { code, retryAfter } = thrown as ApiError;
        const isUnderWay = code === 'claim_in_progress' && !this.#hooks.problemOf(code);
        if (!isUnderWay || tried === TRIES) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, retryAfter ?? PAUSE) * 1000));
      }
    }
  }

  /** A login that the gateway does not take is none, unless it is already another one. */
  #forgetRefused(session: Session | undefined, { code }: ApiError): void {
    const isRefused = this.#problemOfCode(code) === 'login-needed' && Object.hasOwn(gatewayProblems, code);
    if (isRefused && this.#session?.token === session?.token) this.#login?.set(undefined);
  }

  #findKey(client: Client | undefined): string {
    const { token, rewardId, codeId } = this.#hooks.target();
    if (!client) return '';
    if (token) return `${client.baseUrl} ${token}`;
    return rewardId && this.email ? [client.baseUrl, rewardId, codeId, this.email].join(' ') : '';
  }

  async #use(key: string): Promise<void> {
    this.#key = key;
    this.#record = this.#kept = this.#failure = undefined;
    this.lockedUntil = 0;
    this.busy = this.#isElsewhere = false;
    this.#watch();
    const record = key ? await claimRecord(key, this.#hooks.isStored) : undefined;
    if (key !== this.#key) return;
    this.#record = record;
    this.#watch();
    if (record) await this.#changed();
  }

  /** Waits for a claim that this page has sent, be it for this element or for another with the same token. */
  async #follow(claim: Promise<KeptClaim>): Promise<void> {
    const record = this.#record!;
    this.busy = true;
    if (claim === this.#followed) return;
    this.#followed = claim;
    this.#failure = undefined;
    this.#host.requestUpdate();
    try {
      const kept = await claim;
      if (record !== this.#record) return;
      this.busy = false;
      if (!kept.grant && !kept.code) return this.#fail('not-reserved');
      this.#kept = kept;
      this.#host.requestUpdate();
      this.#hooks.granted(kept);
    } catch (thrown) {
      if (record !== this.#record) return;
      const error = thrown as ApiError;
      this.busy = false;
      this.#kept = record.get();
      if (this.#problemOf(error) === 'rate-limited')
        this.lockedUntil = Date.now() + ((error.retryAfter ?? 0) || LOCK_TIME) * 1000;
      this.#fail(this.#problemOf(error), error);
    }
  }

  #fail(problem: RewardClaimProblem, error?: ApiError): void {
    this.#failure = { problem, error };
    this.#host.requestUpdate();
    this.#hooks.failed(problem, error);
  }

  /** What an error's code means by itself: as the page says, else as gateways mean it. */
  #problemOfCode(code: string): RewardClaimProblem | undefined {
    return (
      this.#hooks.problemOf(code) ??
      (Object.hasOwn(gatewayProblems, code) ? gatewayProblems[code] : undefined)
    );
  }

  #problemOf(error: ApiError): RewardClaimProblem {
    const mapped = this.#problemOfCode(error.code);
    if (mapped) return mapped;
    if (isInvalidArgumentError(error)) return 'misconfigured';
    const status = statusOf(error);
    if (status === 429) return 'rate-limited';
    if (!this.#isRefusal(error)) return 'unconfirmed';
    // A missing permission or a page of some proxy says nothing about the reward.
    return isServiceError(error) && ![401, 403, 408].includes(status) ? 'refused' : 'other';
  }

  /** Only an answer of the 4xx kind says that nothing was granted, unless the embedder knows better. */
  #isRefusal(error: ApiError): boolean {
    const mapped = this.#problemOfCode(error.code);
    const status = statusOf(error);
    if (mapped) return mapped !== 'unconfirmed';
    return isInvalidArgumentError(error) || (status >= 400 && status < 500);
  }

  #watch(): void {
    for (const stop of this.#unwatch.splice(0)) stop();
    if (!this.#isConnected) return;
    if (this.#login) this.#unwatch.push(this.#login.watch(() => this.#host.requestUpdate()));
    if (this.#record) this.#unwatch.push(this.#record.watch(() => void this.#changed()));
  }

  /** Something happened to the record: in this page, or elsewhere. */
  async #changed(): Promise<void> {
    const record = this.#record!;
    if (this.busy) return;
    const running = claimUnderWay(record);
    if (running) return void this.#follow(running);
    // Before it is drawn as a claim whose answer was lost.
    if (record.get()?.pending) await this.#lookElsewhere(record);
    if (claimUnderWay(record) || record !== this.#record) return;
    const before = this.#kept;
    this.#kept = record.get() ?? (before?.pending ? undefined : before);
    if (this.#kept && !this.#kept.pending && (!before || before.pending)) {
      this.#failure = undefined;
      this.#isElsewhere = false;
      this.#hooks.restored(this.#kept);
    }
    this.#host.requestUpdate();
  }

  /** A pending claim is another tab's that waits for its answer, or one whose answer was lost. */
  async #lookElsewhere(record: ClaimRecord): Promise<void> {
    if (this.#isElsewhere || !(await isLocked(record.name)) || record !== this.#record) return;
    this.#isElsewhere = true;
    void withLock(record.name, () => Promise.resolve()).then(() => {
      if (record !== this.#record || !this.#isElsewhere) return;
      this.#isElsewhere = false;
      void this.#changed();
    });
  }

  readonly #online = (): void => {
    if (this.#failure?.problem === 'offline') this.#failure = undefined;
    this.#host.requestUpdate();
  };
}
