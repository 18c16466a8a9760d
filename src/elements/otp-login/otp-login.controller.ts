import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createOtp, verifyOtp } from '../../api/access.ts';
import type { Client } from '../../api/client.ts';
import { type ApiError, isNetworkError } from '../../api/errors.ts';
import { endSession, readSession } from '../shared/session.ts';
import { statusOf } from '../shared/error-text.ts';
import { type Login, loginRecord, type Session } from '../shared/login-record.ts';
import type { SharedRecord } from '../shared/shared-record.ts';

/** Where the shopper is: typing the address, typing the code, or done. */
export type LoginStep = 'email' | 'code' | 'verified';

/** What an error can mean beyond its own words; `error-map` gives these by the service's `code`. */
export const loginReasons = ['wrong-code', 'locked-out', 'unknown-address'] as const;
export type LoginReason = (typeof loginReasons)[number];

/** What went wrong last. Without an error the service did not accept the code. */
export interface LoginFailure {
  reason: Exclude<LoginReason, 'unknown-address'> | 'offline' | 'other';
  error?: ApiError | undefined;
  /** When anything may be tried again, in milliseconds since the epoch. */
  until?: number;
  /** Whether only the code that was sent cannot be tried again: a new one can. */
  ofCode?: boolean;
}

/** What the shopper is told without a word from the service. */
export interface LoginNotice {
  text: string;
  /** Whether what was typed is wrong. */
  wrong: boolean;
  /** Until when it is true, in milliseconds since the epoch. */
  until?: number;
}

/** What the controller asks of its element, and tells it. */
interface LoginHooks {
  /** Undefined while the attributes are wrong; it carries the session that it is given. */
  client: (session?: Session) => Client | undefined;
  /** Sent to the service as it is; its unit is not shown. */
  expires: () => number | undefined;
  /** Seconds until another code may be asked for. */
  resendAfter: () => number;
  /** Seconds that a login is remembered; 0 for as long as the page lasts. */
  rememberFor: () => number;
  /** Undefined while that is not known. */
  isStored: () => boolean | undefined;
  reasonOf: (code: string) => LoginReason | undefined;
  codeSent: (email: string, resent: boolean) => void;
  verified: (email: string) => void;
  failed: (step: 'send' | 'verify', failure: LoginFailure) => void;
  /** Known from before a reload, or from another element or tab. */
  restored: (email: string) => void;
  loggedOut: () => void;
}

/** A code that is on its way is not waited for longer than this, in seconds. */
const CODE_LIFE = 3600;

/** Without a word of the service's own, so long is everybody locked out, in seconds. */
const LOCK_TIME = 30;

/** A gateway's word for a code that was tried too often; another code may be tried as often again. */
const TOO_MANY_TRIES = 'too_many_tries';

/** Decides what happens between an e-mail address and a proven one. It knows no DOM but storage and the network's state. */
export class OtpLoginController implements ReactiveController {
  step: LoginStep = 'email';
  /** The address as the shopper gave it; the code was sent to it. */
  email = '';
  /** Whether the latest code replaced an earlier one. */
  resent = false;
  busy: 'sending' | 'verifying' | undefined;
  failure: LoginFailure | undefined;
  notice: LoginNotice | undefined;
  /** Whether the device says that it has no connection. */
  isOffline = false;
  /** When a new code may be asked for, in milliseconds since the epoch. */
  resendAt = 0;

  readonly #host: ReactiveControllerHost;
  readonly #hooks: LoginHooks;
  #service = '';
  #record: SharedRecord<Login> | undefined;
  #unwatch: (() => void) | undefined;
  #isConnected = false;
  #request: AbortController | undefined;

  constructor(host: ReactiveControllerHost, hooks: LoginHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    addEventListener('online', this.#networkChanged);
    addEventListener('offline', this.#networkChanged);
    this.isOffline = !navigator.onLine;
    this.#watch();
    // Nothing was heard while it was out of the page.
    this.#restore(false);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    removeEventListener('online', this.#networkChanged);
    removeEventListener('offline', this.#networkChanged);
    this.#unwatch?.();
  }

  hostUpdate(): void {
    const client = this.#hooks.client();
    if (client?.baseUrl === this.#service) {
      // Its time may be up.
      if (this.step === 'verified') this.#restore(false);
      return;
    }
    if (!client) return;
    this.failure = undefined;
    this.#forget();
    this.#service = client.baseUrl;
    this.#record = loginRecord(client.baseUrl, this.#hooks.isStored);
    this.#watch();
    this.#restore(true);
  }

  /** Sends a code, the first or a new one. */
  async send(email: string, resent = false): Promise<void> {
    const sent = await this.#run('send', async (client, signal) => {
      const expires = this.#hooks.expires();
      try {
        await createOtp(client, expires === undefined ? { email } : { email, expires }, { signal });
      } catch (error) {
        // Whether an address is known is nobody's business, so this looks like any other.
        if (this.#hooks.reasonOf((error as ApiError).code) !== 'unknown-address') throw error;
      }
      return undefined;
    });
    if (!sent) return;
    this.#host.requestUpdate();
    this.step = 'code';
    this.email = email;
    this.resent = resent;
    this.resendAt = Date.now() + this.#hooks.resendAfter() * 1000;
    this.#remember(Math.min(CODE_LIFE, this.#hooks.rememberFor() || CODE_LIFE));
    this.#hooks.codeSent(email, resent);
  }

  async verify(code: string): Promise<void> {
    let given: ReturnType<typeof readSession>;
    const done = await this.#run('verify', async (client, signal) => {
      const answer = await verifyOtp(client, { email: this.email, code }, { signal });
      given = readSession(answer, client.now());
      // Anything but a plain `true` proves nothing.
      return answer.success === true ? undefined : { reason: 'wrong-code' };
    });
    if (!done) return;
    this.#host.requestUpdate();
    this.step = 'verified';
    const { left = Infinity, session } = given ?? {};
    this.#remember(Math.min(this.#hooks.rememberFor() || Infinity, left / 1000), session);
    this.#hooks.verified(this.email);
  }

  changeEmail(): void {
    this.#leave('email');
    this.#record?.set(undefined);
  }

  /** Forgets the address, here, in every element on the page and in other tabs. */
  logout(): void {
    if (this.step !== 'verified') return;
    const session = this.#record?.get()?.session;
    if (session) endSession(this.#hooks.client(session));
    this.#record?.set(undefined);
    this.#forget();
  }

  tell(notice: LoginNotice | undefined): void {
    this.notice = notice;
    this.#host.requestUpdate();
  }

  /** When the login is over, in milliseconds since the epoch. */
  get until(): number | undefined {
    return this.step === 'verified' ? this.#record?.until : undefined;
  }

  /** When anything may be tried again, in milliseconds since the epoch; if `ofCode`, but a new code. */
  get lockedUntil(): number {
    return this.failure?.until ?? 0;
  }

  /** Whether only the code that was sent is locked. */
  get isCodeLocked(): boolean {
    return Boolean(this.failure?.ofCode);
  }

  abort(): void {
    this.#request?.abort();
    this.busy = undefined;
  }

  /** Whoever is locked out stays so at another address. */
  #leave(step: LoginStep): void {
    this.abort();
    if (Date.now() >= this.lockedUntil || this.isCodeLocked) this.failure = undefined;
    this.step = step;
    this.resent = false;
    this.tell(undefined);
  }

  /** The login is over. */
  #forget(): void {
    const wasVerified = this.step === 'verified';
    this.#leave('email');
    if (!wasVerified) return;
    this.email = '';
    this.#hooks.loggedOut();
  }

  /** One action at a time, and none while nothing can be sent. Whether it succeeded. */
  async #run(
    step: 'send' | 'verify',
    work: (client: Client, signal: AbortSignal) => Promise<LoginFailure | undefined>,
  ): Promise<boolean> {
    const client = this.#hooks.client();
    const isLocked = Date.now() < this.lockedUntil && !(this.isCodeLocked && step === 'send');
    if (!client || this.busy || isLocked) return false;
    this.busy = step === 'send' ? 'sending' : 'verifying';
    this.failure = undefined;
    // Some devices say so and are wrong.
    this.isOffline = false;
    this.tell(undefined);
    const { signal } = (this.#request = new AbortController());
    let failure: LoginFailure | undefined;
    try {
      failure = await work(client, signal);
    } catch (error) {
      failure = this.#failureOf(error as ApiError);
    }
    if (signal.aborted) return false;
    this.busy = undefined;
    if (!failure) return true;
    this.failure = failure;
    // Too many mails say nothing of the code that is there.
    if (step === 'send' && this.step === 'code' && failure.until) {
      this.resendAt = failure.until;
      delete failure.until;
    }
    this.#host.requestUpdate();
    this.#hooks.failed(step, failure);
    return false;
  }

  #failureOf(error: ApiError): LoginFailure {
    const mapped = this.#hooks.reasonOf(error.code);
    const reason = mapped ?? (statusOf(error) === 429 ? 'locked-out' : undefined);
    // Not even the page is told which of the two it was.
    if (reason === 'unknown-address') return { reason: 'wrong-code' };
    if (reason === 'locked-out') {
      const until = Date.now() + ((error.retryAfter ?? 0) || LOCK_TIME) * 1000;
      return { reason, error, until, ofCode: !mapped && error.code === TOO_MANY_TRIES };
    }
    return { reason: reason ?? (isNetworkError(error) ? 'offline' : 'other'), error };
  }

  #remember(seconds: number, session?: Session): void {
    const { email, step, resendAt } = this;
    const until = seconds < Infinity ? Date.now() + seconds * 1000 : undefined;
    this.#record?.set({ email, verified: step === 'verified', resendAt, session }, until);
  }

  #watch(): void {
    this.#unwatch?.();
    // One that was taken away before its first drawing is drawn all the same.
    this.#unwatch = this.#isConnected ? this.#record?.watch(() => this.#restore(false)) : undefined;
  }

  /** Takes over what is known: everything at first, then only logins and logouts. */
  #restore(atFirst: boolean): void {
    const login = this.#record?.get();
    const isKnown = login?.verified ? this.step === 'verified' && login.email === this.email : !atFirst;
    if (login && !isKnown) {
      this.failure = undefined;
      this.#leave(login.verified ? 'verified' : 'code');
      this.email = login.email;
      this.resendAt = login.resendAt ?? 0;
      if (login.verified) this.#hooks.restored(login.email);
    } else if (!login && this.step === 'verified') this.#forget();
  }

  readonly #networkChanged = (): void => {
    this.isOffline = !navigator.onLine;
    if (!this.isOffline && this.failure?.reason === 'offline') this.failure = undefined;
    this.tell(undefined);
  };
}
