/** What `<otp-login>` shows and does after its first look. It is part of a file that is loaded later: see account.ts. */
import type { ReactiveController, TemplateResult } from 'lit';
import { isServiceError } from '../../api/errors.ts';
import { Clock, renderSeconds } from '../shared/countdown.ts';
import { html } from '../account/lit.ts';
import { accountClient, checkCredentials } from '../shared/session.ts';
import { addStyles } from '../account/sheet.ts';
import { allowed, checkTexts } from '../shared/attributes.ts';
import { warnOfKey } from '../shared/api-key.ts';
import { checkConsent, mayStore } from '../shared/consent.ts';
import { ConsentWatch } from '../shared/consent-watch.ts';
import { errorText, limitText, ownMessage } from '../shared/error-text.ts';
import { Focus } from '../shared/focus-keeper.ts';
import { fill, formatDuration } from '../shared/locale.ts';
import { areTexts, type AttributeProblem, type Maybe } from '../shared/attributes.ts';
import { loginReasons, OtpLoginController } from './otp-login.controller.ts';
import {
  OtpLoginBeforeEvent,
  OtpLoginCodeSentEvent,
  OtpLoginEmailChangeEvent,
  OtpLoginErrorEvent,
  OtpLoginLogoutEvent,
  OtpLoginRestoreEvent,
  OtpLoginSuccessEvent,
} from './otp-login.events.ts';
import { adopt, readCode } from './otp-login.fields.ts';
import { styles } from './otp-login.later.styles.ts';
import type { OtpLogin, OtpLoginState } from './otp-login.ts';

// The template checker's list of autocomplete values is older than this one.
const oneTimeCode = 'one-time-code' as 'on';

const REMEMBER_FOR = 43_200;

const secondsIn = { milliseconds: 0.001, seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

const isSeconds = (value: Maybe<number>) => Number.isFinite(value ?? 0) && (value ?? 0) >= 0;

/** The element, with what it keeps from the page. */
export type LoginHost = { [K in keyof OtpLogin]: OtpLogin[K] } & {
  readonly t: OtpLogin['t'];
  readonly locale: OtpLogin['locale'];
  readonly service: OtpLogin['service'];
  readonly internals: OtpLogin['internals'];
  readonly input: OtpLogin['input'];
  readonly prefill: OtpLogin['prefill'];
  readonly resendSeconds: OtpLogin['resendSeconds'];
  readonly act: OtpLogin['act'];
};

/** What the element draws: around what it brings itself where nothing else is said. */
export interface LoginLook {
  /** What the shopper is told. */
  text: string | TemplateResult;
  kind: '' | 'error' | 'verified';
  /** Whether what was typed is wrong. */
  wrong?: boolean | undefined;
  /** What goes on just now. */
  busy?: string | undefined;
  /** In place of the field for the address. */
  field?: TemplateResult | undefined;
  /** The words on the button, in place of those that ask for a code. */
  label?: string | TemplateResult | undefined;
  isBlocked?: boolean;
  seconds?: ReturnType<typeof renderSeconds>;
  /** What can be done beside that. */
  more?: TemplateResult | undefined;
}

/** Isolated, so that an address does not rearrange a sentence that runs from right to left. */
const withAddress = (text: string, email: string) => fill(text, { email: `\u2068${email}\u2069` });

export class LoginLater implements ReactiveController {
  readonly #host: LoginHost;
  readonly #login: OtpLoginController;
  readonly #focus: Focus;
  readonly #clock: Clock;

  constructor(host: LoginHost) {
    this.#host = host;
    this.#clock = new Clock(host);
    new ConsentWatch(host, 'login');
    this.#login = new OtpLoginController(host, {
      client: (session) => accountClient(host, session),
      expires: () => host.expires ?? undefined,
      resendAfter: () => host.resendSeconds,
      rememberFor: () => (isSeconds(host.rememberFor) ? (host.rememberFor ?? REMEMBER_FOR) : REMEMBER_FOR),
      isStored: () => !host.noStorage && host.rememberFor !== 0 && mayStore(host),
      reasonOf: (code) =>
        Object.hasOwn(host.errorMap ?? {}, code)
          ? loginReasons.find((reason) => reason === host.errorMap![code])
          : undefined,
      codeSent: (email, resent) => {
        if (resent) this.#clearCode();
        host.dispatchEvent(new OtpLoginCodeSentEvent(email, resent));
        void this.#focus.move('input');
      },
      verified: (email) => {
        this.#clearCode();
        this.#contribute();
        host.dispatchEvent(new OtpLoginSuccessEvent(email));
        void this.#focus.move('#message');
      },
      failed: (step, { reason, error }) => {
        host.dispatchEvent(new OtpLoginErrorEvent(step, reason, error));
        void this.#focus.move('input').then(() => {
          // What is typed next takes its place.
          if (reason === 'wrong-code' && host.input?.matches(':focus')) host.input.select();
        });
      },
      restored: (email) => {
        this.#contribute();
        void host.updateComplete.then(() => host.dispatchEvent(new OtpLoginRestoreEvent(email)));
        // Whoever was in the field is led to what came in its place.
        void this.#focus.move('#message');
      },
      loggedOut: () => {
        this.#contribute();
        host.dispatchEvent(new OtpLoginLogoutEvent());
        void this.#focus.move('input');
      },
    });
    this.#focus = new Focus(host, (name) => (name === 'input' ? host.input : undefined));
    host.addController(this);
    addStyles(host, styles());
  }

  hostUpdated(): void {
    this.adopt();
    warnOfKey(this.#host.service?.apiKey);
  }

  get state(): OtpLoginState {
    const { step, busy, failure, isOffline } = this.#login;
    // What is proven stays proven, whatever becomes of the attributes.
    if (step === 'verified') return step;
    if (!this.#host.service) return 'misconfigured';
    if (busy) return busy;
    if (this.#lockedFor) return 'locked-out';
    return isOffline || failure?.reason === 'offline' ? 'offline' : step;
  }

  get email(): string {
    return this.#login.email;
  }

  get verifiedEmail(): string | undefined {
    return this.#login.step === 'verified' ? this.#login.email : undefined;
  }

  logout(): void {
    this.#login.logout();
  }

  abort(): void {
    this.#login.abort();
  }

  explain(attribute: string): string {
    return attribute === 'expires' ? 'a number' : allowed[attribute]!;
  }

  /** What is wrong with the attributes that the element works without. */
  checkRest(): AttributeProblem | undefined {
    const { codeMode, errorMap, expiresUnit, rememberFor, resendAfter } = this.#host;
    const isMinor = true;
    const units = Object.keys(secondsIn);
    if (!units.includes(expiresUnit || 'seconds'))
      return { attribute: 'expires-unit', allowed: `one of ${units.join(', ')}`, isMinor };
    if (!['text', 'numeric'].includes(codeMode || 'text'))
      return { attribute: 'code-mode', allowed: 'text or numeric', isMinor };
    if (this.#host.codeLength !== this.#codeLength)
      return { attribute: 'code-length', allowed: 'a whole number above 0', isMinor };
    if (!isSeconds(resendAfter)) return { attribute: 'resend-after', allowed: 'seconds, 0 or more', isMinor };
    if (!isSeconds(rememberFor)) return { attribute: 'remember-for', allowed: 'seconds, 0 or more', isMinor };
    if (
      !areTexts(errorMap) ||
      !Object.values(errorMap ?? {}).every((reason) => loginReasons.includes(reason))
    )
      return { attribute: 'error-map', allowed: `a JSON object of ${loginReasons.join(', ')}`, isMinor };
    return checkCredentials(this.#host) ?? checkConsent(this.#host) ?? checkTexts(this.#host);
  }

  /** Undefined or null, too, where the attribute makes no sense. */
  get #codeLength(): Maybe<number> {
    const { codeLength } = this.#host;
    return Number.isInteger(codeLength ?? 1) && (codeLength ?? 1) > 0 ? codeLength : undefined;
  }

  get #isNumeric(): boolean {
    return this.#host.codeMode === 'numeric';
  }

  get #lockedFor(): number {
    return this.#clock.until(this.#login.lockedUntil);
  }

  get #isBlocked(): boolean {
    return Boolean(this.#login.busy ?? this.#lockedFor);
  }

  /** A code that was tried too often is no reason not to ask for a new one. */
  get #mayNotResend(): boolean {
    return Boolean(this.#login.busy) || (this.#lockedFor > 0 && !this.#login.isCodeLocked);
  }

  get #language(): string {
    return this.#host.locale.language;
  }

  /** What the shopper is told; `wrong` also marks the field. */
  get #message(): { text: string; error?: boolean | undefined; wrong?: boolean } {
    const { t, errorMessages } = this.#host;
    const { email, failure, isOffline, notice, step, resent, resendAt } = this.#login;
    // What is wrong with the text in the field is wrong until it is another; a time to wait passes.
    if (notice && Date.now() < (notice.until ?? Infinity)) return { ...notice, error: notice.wrong };
    const { error, reason } = failure ?? {};
    const isLocked = this.#lockedFor > 0;
    if (isOffline && !isLocked) return { text: t.offline, error: true };
    // Too many mails: only another one must wait.
    const isLimited = isLocked || (reason === 'locked-out' && !failure?.until && Date.now() < resendAt);
    if (!failure || (reason === 'locked-out' && !isLimited))
      return { text: step === 'code' ? this.#sentTo(resent, email) : t.emailHint };
    const own = ownMessage(error, errorMessages);
    if (reason === 'wrong-code' || failure.ofCode)
      return { text: own || t.codeWrong, error: true, wrong: true };
    // Also where only the page knows that the error means this.
    if (isLimited) return { text: own || limitText(error, t, this.#language), error: true };
    // Only these say something about what was typed; a lost connection does not.
    const wrong = isServiceError(error) && (error.status === 400 || error.status === 422);
    return { text: errorText(error, t, this.#language, errorMessages), error: true, wrong };
  }

  #sentTo(resent: boolean, email: string): string {
    const { expires, expiresUnit, t } = this.#host;
    const unit = secondsIn[expiresUnit ?? ('' as 'seconds')];
    const valid =
      unit && expires ? fill(t.validFor, { time: formatDuration(this.#language, expires * unit) }) : '';
    return `${withAddress(resent ? t.resent : t.sentTo, email)} ${valid}`.trim();
  }

  #mayGoOn(step: 'send' | 'verify' | 'logout', email: string): boolean {
    return this.#host.dispatchEvent(new OtpLoginBeforeEvent(step, email));
  }

  /** Sends what was typed: the address, or the code. */
  submit(): void {
    const { input } = this.#host;
    const { email, step } = this.#login;
    if (!input || this.#isBlocked || step === 'verified') return;
    this.#focus.acted();
    const code = readCode(input.value, this.#isNumeric);
    const text = step === 'email' ? this.#checkEmail(input) : this.#checkCode(code);
    this.#login.tell(text ? { text, wrong: true } : undefined);
    if (text) input.focus();
    else if (step === 'email') this.#send(input.value, false);
    else if (this.#mayGoOn('verify', email)) void this.#login.verify(code);
  }

  #send(email: string, resent: boolean): void {
    if (this.#mayGoOn('send', email)) void this.#login.send(email, resent);
  }

  /** The browser's own rules for an address, with our words. */
  #checkEmail({ validity, value }: HTMLInputElement): string {
    const { t } = this.#host;
    return value ? (validity.valid ? '' : t.emailInvalid) : t.emailMissing;
  }

  #checkCode({ length }: string): string {
    const { t } = this.#host;
    const count = this.#codeLength ?? length;
    return !length ? t.codeMissing : length === count ? '' : fill(t.codeLength, { count });
  }

  typed(event: Event): void {
    if (this.#login.step !== 'code' || !this.#isNumeric || !this.#codeLength) return;
    const { value = '' } = this.#host.input ?? {};
    if (!this.#checkCode(readCode(value, true))) void this.#host.act(event, () => this.submit());
  }

  readonly #resend = (event: Event): void => {
    const { email, resendAt } = this.#login;
    if (this.#mayNotResend) return;
    void this.#host.act(event, () => {
      this.#focus.acted();
      const seconds = this.#clock.until(resendAt);
      if (seconds) {
        const time = formatDuration(this.#language, seconds);
        const text = fill(this.#host.t.resendWait, { time });
        return this.#login.tell({ text, wrong: false, until: resendAt });
      }
      this.#login.tell(undefined);
      this.#send(email, true);
    });
  };

  readonly #changeEmail = (event: Event): void => {
    void this.#host.act(event, () => {
      this.#focus.acted();
      this.#clearCode();
      this.#login.changeEmail();
      this.#host.dispatchEvent(new OtpLoginEmailChangeEvent());
      void this.#focus.move('input');
    });
  };

  readonly #logout = (event: Event): void => {
    void this.#host.act(event, () => {
      this.#focus.acted();
      if (this.#mayGoOn('logout', this.#login.email)) this.logout();
    });
  };

  /** A field of the page would keep it. */
  #clearCode(): void {
    const { input } = this.#host;
    if (input) input.value = '';
  }

  #contribute(): void {
    this.#host.internals.setFormValue(this.verifiedEmail ?? null);
  }

  /** A field of the page gets what the element's own has; its words cannot be referred to across the shadow root. */
  readonly adopt = (): void => {
    const { input, prefill, renderRoot } = this.#host;
    if (!input || input.getRootNode() === renderRoot) return;
    const { text, wrong = false } = this.#message;
    adopt(input, {
      dir: 'ltr',
      'aria-description': text,
      'aria-invalid': String(wrong),
      ...(!input.labels?.length && { 'aria-label': this.#labelText }),
      ...(this.#login.step === 'email'
        ? { type: 'email', autocomplete: 'email', value: prefill }
        : {
            autocomplete: oneTimeCode,
            inputmode: this.#inputMode,
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
    });
  };

  /** The words of the label as the page sees them: its own where they are slotted. */
  get #labelText(): string {
    const slot = this.#host.renderRoot.querySelector<HTMLSlotElement>('slot[name$="-label"]');
    const nodes = slot?.assignedNodes({ flatten: true }) ?? [];
    return nodes
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
  }

  get #inputMode(): 'numeric' | 'text' {
    return this.#isNumeric ? 'numeric' : 'text';
  }

  // A label is for pointers: keys reach its field without it.
  /* eslint-disable lit-a11y/click-events-have-key-events */
  #renderCodeField(wrong: boolean | undefined): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field" @click=${() => this.#host.input?.focus()}
        ><slot name="code-label">${this.#host.t.code}</slot></label
      >
      <slot name="code-input" @slotchange=${this.adopt}>
        <input
          id="field"
          part="input"
          class="code"
          name="code"
          dir="ltr"
          inputmode=${this.#inputMode}
          autocomplete=${oneTimeCode}
          autocapitalize="off"
          spellcheck="false"
          aria-invalid=${wrong ? 'true' : 'false'}
          aria-describedby="message"
        />
      </slot>
    </div>`;
  }

  /* eslint-enable lit-a11y/click-events-have-key-events */

  #renderMore(): TemplateResult {
    const { t } = this.#host;
    const resendIn = this.#clock.until(this.#login.resendAt);
    return html`<div class="more">
      <button
        part="link"
        class="link"
        type="button"
        aria-disabled=${resendIn || this.#mayNotResend ? 'true' : 'false'}
        @click=${this.#resend}
      >
        <slot name="resend">${t.resend}</slot>${renderSeconds(resendIn, this.#language)}
      </button>
      <button part="link" class="link" type="button" @click=${this.#changeEmail}>
        <slot name="change-email">${t.changeEmail}</slot>
      </button>
    </div>`;
  }

  #renderVerified(): TemplateResult {
    const { t } = this.#host;
    return html`<slot name="verified">
      <svg
        class="tick"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="10.5" stroke-width="1.5" opacity="0.4" />
        <path d="m7.5 12.5 3 3 6-6.5" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      <span>${withAddress(t.verified, this.#login.email)}</span>
    </slot>`;
  }

  #renderLogout(): TemplateResult {
    return html`<div class="more">
      <button part="link" class="link" type="button" @click=${this.#logout}>
        <slot name="logout">${this.#host.t.logout}</slot>
      </button>
    </div>`;
  }

  look(): LoginLook {
    const { t } = this.#host;
    const { busy, step, until } = this.#login;
    if (step === 'verified') {
      if (until) this.#clock.until(until);
      return { text: this.#renderVerified(), kind: 'verified', more: this.#renderLogout() };
    }
    const { text, error, wrong } = this.#message;
    const onCode = step === 'code';
    const isOwn = busy && (busy === 'verifying') === onCode;
    return {
      text,
      kind: error ? 'error' : '',
      wrong,
      busy: busy && t[busy],
      field: onCode ? this.#renderCodeField(wrong) : undefined,
      label: isOwn ? t[busy] : onCode ? html`<slot name="verify">${t.verify}</slot>` : undefined,
      isBlocked: this.#isBlocked,
      seconds: renderSeconds(this.#login.isCodeLocked ? 0 : this.#lockedFor, this.#language),
      more: onCode ? this.#renderMore() : undefined,
    };
  }
}
