import { Task, TaskStatus } from '@lit/task';
import type { ReactiveController } from 'lit';
import { isApiError } from '../../api/errors.ts';
import { mayStore } from '../shared/consent.ts';
import { Wait } from '../shared/countdown.ts';
import { dispatchInPage } from '../shared/dispatch.ts';
import type { FocusKeeper } from '../shared/focus-keeper.ts';
import { type Login, loginRecord, type Session } from '../shared/login-record.ts';
import { existsElsewhere } from '../shared/record-store.ts';
import { endSession, sendsCookies, sessionClient } from '../shared/session.ts';
import type { SharedRecord } from '../shared/shared-record.ts';
import type { LoginHost } from './login-host.ts';
import { type RequestArguments, sendCode, type Verification, verifyCode } from './login-requests.ts';
import { type LoginSettings, readSettings, reasonOf } from './login-settings.ts';
import {
  failureOf,
  lockedUntil,
  type LoginFailure,
  type LoginNotice,
  type LoginState,
  type LoginStep,
} from './login-state.ts';
import {
  OtpLoginBeforeEvent,
  OtpLoginCodeSentEvent,
  OtpLoginEmailChangeEvent,
  OtpLoginErrorEvent,
  OtpLoginLogoutEvent,
  OtpLoginRestoreEvent,
  OtpLoginSuccessEvent,
} from './otp-login.events.ts';

/** Seconds that the browser remembers that a code was sent. */
const CODE_LIFE = 3600;

const EMAIL_FIELD = ':scope > input[slot=email-input], :scope > [slot=email-input] input';

/**
 * The state machine of a login: from the address through the code to the proven address. It sends the requests, shares
 * the login with other elements and tabs, dispatches the events, and moves the focus to the next step.
 */
export class LoginMachine implements LoginState, ReactiveController {
  step: LoginStep = 'email';
  email = '';
  isResent = false;
  /** The request in progress. */
  busy: 'sending' | 'verifying' | undefined;
  failure: LoginFailure | undefined;
  notice: LoginNotice | undefined;
  /** Changes with every notice. */
  isOdd = false;
  isOffline = false;

  readonly #host: LoginHost;
  readonly #focus: FocusKeeper;
  readonly #sendTask: Task<RequestArguments, boolean>;
  readonly #verifyTask: Task<RequestArguments, Verification>;
  /** Until a new code may be requested. */
  #resendWait: Wait | undefined;
  #serviceUrl = '';
  #record: SharedRecord<Login> | undefined;
  #unwatch: (() => void) | undefined;
  /** Whether the page asked for a logout before there was a service. */
  #isLogoutDue = false;

  constructor(host: LoginHost, focus: FocusKeeper) {
    this.#host = host;
    this.#focus = focus;
    this.#sendTask = new Task(host, {
      autoRun: false,
      task: (request: RequestArguments, { signal }) => sendCode(host, request, signal),
    });
    this.#verifyTask = new Task(host, {
      autoRun: false,
      task: (request: RequestArguments, { signal }) => verifyCode(this.email, request, signal),
    });
    host.addController(this);
  }

  /** When the login ends, in milliseconds since the epoch. */
  get until(): number | undefined {
    return this.step === 'verified' ? this.#record?.until : undefined;
  }

  get resendAt(): number {
    return this.#resendWait?.until ?? 0;
  }

  get #settings(): LoginSettings {
    return readSettings(this.#host);
  }

  hostConnected(): void {
    addEventListener('online', this.#networkChanged);
    addEventListener('offline', this.#networkChanged);
    this.isOffline = !navigator.onLine;
    this.#watchRecord();
    // It received no changes while it was disconnected.
    this.#restore();
    // The shopper may act before the next drawing, and adopting the service then would end their request.
    this.hostUpdate();
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#networkChanged);
    removeEventListener('offline', this.#networkChanged);
    this.#unwatch?.();
  }

  hostUpdate(): void {
    const { service } = this.#host;
    if (service && service.baseUrl !== this.#serviceUrl) this.#useService(service.baseUrl);
    // The login may have ended.
    else if (service && this.step === 'verified') this.#restore();
  }

  /** Sends a code, the first or a new one. */
  send(email: string, isResend: boolean): void {
    if (!this.#isAllowed('send', email)) return;
    void this.#run('send', this.#sendTask, email, () => {
      this.step = 'code';
      this.email = email;
      this.isResent = isResend;
      const { rememberFor, resendAfter } = this.#settings;
      this.#resendWait = new Wait(resendAfter);
      this.#remember(Math.min(CODE_LIFE, rememberFor || CODE_LIFE));
      if (isResend) this.#clearField();
      this.#host.dispatchEvent(new OtpLoginCodeSentEvent(email, isResend));
      void this.#focus.move('field');
    });
  }

  verify(code: string): void {
    const { email } = this;
    if (!this.#isAllowed('verify', email)) return;
    void this.#run('verify', this.#verifyTask, code, () => {
      const { isProven, left = Infinity, session } = this.#verifyTask.value ?? {};
      if (!isProven) return this.#fail('verify', { reason: 'wrong-code' });
      this.step = 'verified';
      this.#remember(Math.min(this.#settings.rememberFor || Infinity, left / 1000), session);
      this.#clearField();
      this.#host.setFormValue(email);
      dispatchInPage(this.#host, new OtpLoginSuccessEvent(email));
      void this.#focus.move('.verified');
    });
  }

  /** Goes back to the email step. */
  changeEmail(): void {
    this.#enter('email');
    this.#record?.set(undefined);
    this.#host.dispatchEvent(new OtpLoginEmailChangeEvent());
  }

  /** Ends the login after the shopper pressed the button, unless the page prevents it. */
  requestLogout(): void {
    if (this.#isAllowed('logout', this.email)) this.logout();
  }

  /** Ends the login here, in the page's other elements, and in other tabs. */
  logout(): void {
    const record = this.#record;
    // The page's settings may still be loading.
    this.#isLogoutDue = !record;
    if (!record) return;
    if (this.busy === 'verifying') {
      // Otherwise the response would log the shopper in again.
      this.abort();
      this.#host.requestUpdate();
    }
    const { session, verified } = record.get() ?? {};
    // Another tab may have a login that this one has not heard of yet. The browser sends its cookie, but not its token.
    const hasCookie = !verified && sendsCookies(this.#host) && existsElsewhere(record.name);
    if (session ?? hasCookie) endSession(sessionClient(this.#host, session));
    record.end();
    if (this.step === 'verified') this.#endLogin();
  }

  notify(notice: LoginNotice | undefined): void {
    this.notice = notice;
    this.isOdd = !this.isOdd;
    this.#host.requestUpdate();
  }

  abort(): void {
    this.#sendTask.abort();
    this.#verifyTask.abort();
    this.busy = undefined;
  }

  #isAllowed(step: 'send' | 'verify' | 'logout', email: string): boolean {
    return this.#host.dispatchEvent(new OtpLoginBeforeEvent(step, email));
  }

  /**
   * Runs one request at a time, and none while the shopper is locked out. Its outcome is handled after the run, because
   * Lit's own callbacks come before the task's status changes and swallow exceptions. `busy` changes together with the
   * step: the status of an aborted task is pending for a moment longer, that of a finished one changes a moment earlier.
   */
  async #run<R>(
    step: 'send' | 'verify',
    task: Task<RequestArguments, R>,
    text: string,
    complete: () => void,
  ): Promise<void> {
    const client = sessionClient(this.#host);
    // A new code may be sent while the current one is locked.
    const isLocked = Date.now() < lockedUntil(this) && !(this.failure?.isOfCode && step === 'send');
    if (!client || this.busy || isLocked) return;
    const busy = (this.busy = step === 'send' ? 'sending' : 'verifying');
    this.failure = this.notice = undefined;
    // Some devices wrongly report that they are offline.
    this.isOffline = false;
    await task.run([client, text]);
    const { error, status } = task;
    const hasEnded = status === TaskStatus.COMPLETE || status === TaskStatus.ERROR;
    // This request was aborted, and another one may be in progress.
    if (this.busy !== busy || !hasEnded) return;
    this.busy = undefined;
    this.#host.requestUpdate();
    if (status === TaskStatus.COMPLETE) complete();
    else this.#fail(step, failureOf(error, isApiError(error) ? reasonOf(error.code, this.#host) : undefined));
  }

  #fail(step: 'send' | 'verify', failure: LoginFailure): void {
    const { error, lock, reason } = failure;
    this.failure = failure;
    // A limit on mails does not lock the code that was sent.
    if (step === 'send' && this.step === 'code' && lock) {
      this.#resendWait = lock;
      this.failure = { ...failure, lock: undefined };
    }
    dispatchInPage(this.#host, new OtpLoginErrorEvent(step, reason, error));
    void this.#focus.move('field').then(() => {
      const { field } = this.#host;
      // Typing the next code replaces the wrong one.
      if (reason === 'wrong-code' && field?.matches(':focus')) field.select();
    });
  }

  #useService(baseUrl: string): void {
    this.failure = undefined;
    this.#endLogin();
    this.#serviceUrl = baseUrl;
    this.#record = loginRecord(baseUrl, () => this.#isStored());
    this.#watchRecord();
    if (this.#isLogoutDue) this.logout();
    this.#restore({ withCode: true });
  }

  #isStored(): boolean | undefined {
    const isWanted = !this.#host.noStorage && this.#settings.rememberFor !== 0;
    const isAllowed = mayStore(this.#host);
    if (isWanted || !isAllowed) return isWanted && isAllowed;
    // A login stays one when the page no longer wants it stored.
    return this.step === 'verified' ? undefined : false;
  }

  #remember(seconds: number, session?: Session): void {
    const { email, step, resendAt } = this;
    const until = seconds < Infinity ? Date.now() + seconds * 1000 : undefined;
    this.#record?.set({ email, verified: step === 'verified', resendAt, session }, until);
  }

  #watchRecord(): void {
    this.#unwatch?.();
    // Lit still updates an element that was removed before its first drawing; it must not watch the record.
    this.#unwatch = this.#host.isConnected ? this.#record?.watch(() => this.#restore()) : undefined;
  }

  /** Applies a stored login or logout, and at first also a sent code. */
  #restore({ withCode = false } = {}): void {
    const login = this.#record?.get();
    if (!login) return this.step === 'verified' ? this.#endLogin() : undefined;
    const { email, resendAt = 0, verified } = login;
    const isKnown = verified ? this.step === 'verified' && email === this.email : !withCode;
    if (isKnown) return;
    this.failure = undefined;
    this.#enter(verified ? 'verified' : 'code');
    this.email = email;
    this.#resendWait = new Wait(this.#settings.resendAfter, resendAt);
    if (!verified) return;
    this.#host.setFormValue(email);
    void this.#host.updateComplete.then(() => {
      // The page may have logged the shopper out already.
      if (this.step === 'verified') this.#host.dispatchEvent(new OtpLoginRestoreEvent(email));
    });
  }

  /** Changes the step. A shopper who is locked out stays so with another address. */
  #enter(step: LoginStep): void {
    const before = this.step;
    this.abort();
    if (Date.now() >= lockedUntil(this) || this.failure?.isOfCode) this.failure = undefined;
    if (before === 'code') this.#clearField();
    this.step = step;
    this.isResent = false;
    this.notify(undefined);
    // The earlier step may have had the focus.
    if (before !== step) void this.#focus.move(step === 'verified' ? '.verified' : 'field');
  }

  #endLogin(): void {
    const wasVerified = this.step === 'verified';
    this.#enter('email');
    if (!wasVerified) return;
    this.email = '';
    this.#resetEmailField();
    this.#host.setFormValue(undefined);
    this.#host.dispatchEvent(new OtpLoginLogoutEvent());
  }

  /** Otherwise a slotted field would keep its value. */
  #clearField(): void {
    const { field } = this.#host;
    if (field) field.value = '';
  }

  /** The next shopper at a shared device must not find the address in a slotted field, which is not drawn at this step. */
  #resetEmailField(): void {
    const host = this.#host;
    const field = host.querySelector<HTMLInputElement>(EMAIL_FIELD);
    if (field) field.value = host.email ?? '';
  }

  readonly #networkChanged = (): void => {
    this.isOffline = !navigator.onLine;
    if (!this.isOffline && this.failure?.reason === 'offline') this.failure = undefined;
    this.notify(undefined);
  };
}
