import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createOtp, verifyOtp } from '../../api/access.ts';
import type { Client } from '../../api/client.ts';
import { type ApiError, isAbortedError, isNetworkError } from '../../api/errors.ts';
import { statusOf } from '../base/errors.ts';
import { type Login, loginRecord } from '../base/login.ts';
import type { SharedRecord } from '../base/records.ts';

/** Where the shopper is: typing the address, typing the code, or done. */
export type LoginStep = 'email' | 'code' | 'verified';

/** What an error can mean beyond its own words; `error-map` gives these by the service's `code`. */
export const loginReasons = ['wrong-code', 'locked-out', 'unknown-address'] as const;
export type LoginReason = (typeof loginReasons)[number];

/** What went wrong last. Without an error the service did not accept the code, or there is no connection. */
export interface LoginFailure {
  reason: LoginReason | 'offline' | 'other';
  error?: ApiError | undefined;
}

/** What the controller asks of its element, and tells it. */
interface LoginHooks {
  /** Undefined while the attributes are wrong. */
  client: () => Client | undefined;
  /** Sent to the service as it is; its unit is not shown. */
  expires: () => number | undefined;
  /** Seconds until another code may be asked for. */
  resendAfter: () => number;
  /** Seconds that a login is remembered. */
  rememberFor: () => number;
  isStored: () => boolean;
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

/** Decides what happens between an e-mail address and a proven one. It knows no DOM but storage and the network's state. */
export class OtpLoginController implements ReactiveController {
  step: LoginStep = 'email';
  /** The address as the shopper gave it; the code was sent to it. */
  email = '';
  /** Whether the latest code replaced an earlier one. */
  resent = false;
  busy: 'sending' | 'verifying' | undefined;
  failure: LoginFailure | undefined;
  /** When a new code may be asked for, and when anything may be tried again; milliseconds since the epoch. */
  resendAt = 0;
  lockedUntil = 0;

  readonly #host: ReactiveControllerHost;
  readonly #hooks: LoginHooks;
  #service = '';
  #record: SharedRecord<Login> | undefined;
  #unwatch: (() => void) | undefined;
  #request: AbortController | undefined;

  constructor(host: ReactiveControllerHost, hooks: LoginHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('online', this.#networkChanged);
    addEventListener('offline', this.#networkChanged);
    this.#watch();
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#networkChanged);
    removeEventListener('offline', this.#networkChanged);
    this.#unwatch?.();
  }

  hostUpdate(): void {
    const client = this.#hooks.client();
    if (!client || client.baseUrl === this.#service) return;
    if (this.#service) this.#leave();
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
        if (this.#reasonOf(error) !== 'unknown-address') throw error;
      }
      return undefined;
    });
    if (!sent) return;
    this.#host.requestUpdate();
    this.step = 'code';
    this.email = email;
    this.resent = resent;
    this.resendAt = Date.now() + this.#hooks.resendAfter() * 1000;
    this.#remember(Math.min(CODE_LIFE, this.#hooks.rememberFor()));
    this.#hooks.codeSent(email, resent);
  }

  async verify(code: string): Promise<void> {
    const done = await this.#run('verify', async (client, signal) => {
      const { success } = await verifyOtp(client, { email: this.email, code }, { signal });
      // Anything but a plain `true` proves nothing.
      return success === true ? undefined : { reason: 'wrong-code' };
    });
    if (!done) return;
    this.#host.requestUpdate();
    this.step = 'verified';
    this.#remember(this.#hooks.rememberFor());
    this.#hooks.verified(this.email);
  }

  changeEmail(): void {
    this.#leave();
    this.#record?.set(undefined);
  }

  /** Forgets the address, here, in every element on the page and in other tabs. */
  logout(): void {
    if (this.step !== 'verified') return;
    this.changeEmail();
    this.email = '';
    this.#hooks.loggedOut();
  }

  abort(): void {
    this.#request?.abort();
    this.busy = undefined;
  }

  #leave(): void {
    this.abort();
    this.step = 'email';
    this.failure = undefined;
    this.#host.requestUpdate();
  }

  /** One action at a time, and none while nothing can be sent. Whether it succeeded. */
  async #run(
    step: 'send' | 'verify',
    work: (client: Client, signal: AbortSignal) => Promise<LoginFailure | undefined>,
  ): Promise<boolean> {
    const client = this.#hooks.client();
    if (!client || this.busy || Date.now() < this.lockedUntil) return false;
    this.busy = step === 'send' ? 'sending' : 'verifying';
    this.failure = undefined;
    this.#host.requestUpdate();
    const request = (this.#request = new AbortController());
    try {
      this.failure = await work(client, request.signal);
    } catch (error) {
      if (isAbortedError(error)) return false;
      this.failure = { reason: this.#reasonOf(error), error: error as ApiError };
      if (this.failure.reason === 'locked-out')
        this.lockedUntil = Date.now() + ((error as ApiError).retryAfter ?? LOCK_TIME) * 1000;
    }
    if (request.signal.aborted) return false;
    this.busy = undefined;
    if (!this.failure) return true;
    this.#host.requestUpdate();
    this.#hooks.failed(step, this.failure);
    return false;
  }

  #reasonOf(error: unknown): LoginFailure['reason'] {
    const mapped = this.#hooks.reasonOf((error as ApiError).code);
    return mapped ?? (statusOf(error) === 429 ? 'locked-out' : isNetworkError(error) ? 'offline' : 'other');
  }

  #remember(seconds: number): void {
    const { email, step, resendAt } = this;
    this.#record?.set({ email, verified: step === 'verified', resendAt }, Date.now() + seconds * 1000);
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#record?.watch(() => this.#restore(false));
  }

  /** Takes over what is known: everything at first, then only logins and logouts. */
  #restore(atFirst: boolean): void {
    const login = this.#record?.get();
    const isKnown = login?.verified ? this.step === 'verified' && login.email === this.email : !atFirst;
    if (login && !isKnown) {
      this.abort();
      this.failure = undefined;
      this.email = login.email;
      this.resendAt = login.resendAt ?? 0;
      this.step = login.verified ? 'verified' : 'code';
      this.#host.requestUpdate();
      if (login.verified) this.#hooks.restored(login.email);
    } else if (!login && this.step === 'verified') {
      this.#leave();
      this.email = '';
      this.#hooks.loggedOut();
    }
  }

  readonly #networkChanged = (): void => {
    if (!navigator.onLine) this.failure = { reason: 'offline' };
    else if (this.failure?.reason === 'offline') this.failure = undefined;
    this.#host.requestUpdate();
  };
}
