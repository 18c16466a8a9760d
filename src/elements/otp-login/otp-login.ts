import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from '../base/decorators.ts';
import { isServiceError } from '../../api/errors.ts';
import { otpLogin } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText, limitText, ownMessage } from '../base/errors.ts';
import { fill, formatDuration } from '../base/locale.ts';
import {
  areTexts,
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  numberAttribute,
  StorefrontElement,
} from '../base/storefront-element.ts';
import { type LoginReason, loginReasons, OtpLoginController } from './otp-login.controller.ts';
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
import { styles } from './otp-login.styles.ts';

// The template checker's list of autocomplete values is older than this one.
const oneTimeCode = 'one-time-code' as 'on';

const secondsIn = { milliseconds: 0.001, seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

const RESEND_AFTER = 30;
const REMEMBER_FOR = 43_200;

const isSeconds = (value: Maybe<number>) => Number.isFinite(value ?? 0) && (value ?? 0) >= 0;
/** An attribute that makes no sense is as good as none. */
const secondsOr = (value: Maybe<number>, otherwise: number) =>
  isSeconds(value) ? (value ?? otherwise) : otherwise;

/** An address of a length that few exceed, to reserve the space of a sentence that names one. */
const longAddress = 'shopper'.repeat(5);

export type OtpLoginState =
  'email' | 'sending' | 'code' | 'verifying' | 'verified' | 'locked-out' | 'offline' | 'misconfigured';

/**
 * @summary A shopper proves an e-mail address with a one-time code.
 *
 * The service returns no session, so what happens here is a convenience in the page, never an authorisation.
 *
 * Inside a form it contributes the proven address under its `name`, and submits nothing by itself.
 *
 * @tagname otp-login
 *
 * @fires {OtpLoginBeforeEvent} otp-login-send-before - A code is about to be sent; cancelable.
 * @fires {OtpLoginCodeSentEvent} otp-login-code-sent - A code is on its way.
 * @fires {OtpLoginEmailChangeEvent} otp-login-email-change - The shopper goes back to type another address.
 * @fires {OtpLoginBeforeEvent} otp-login-verify-before - A code is about to be checked; cancelable.
 * @fires {OtpLoginSuccessEvent} otp-login-success - The address is proven.
 * @fires {OtpLoginErrorEvent} otp-login-error - A code could not be sent or was not accepted.
 * @fires {OtpLoginRestoreEvent} otp-login-restore - The login is known from before a reload, another element or tab.
 * @fires {OtpLoginBeforeEvent} otp-login-logout-before - The shopper is about to log out; cancelable.
 * @fires {OtpLoginLogoutEvent} otp-login-logout - The login is over.
 *
 * @slot heading - In place of the heading.
 * @slot email-label - In place of the label of the address field.
 * @slot email-input - An `<input>` of the page for the address, for password managers that do not see the element's own.
 * @slot send - In place of the words on the button that sends the code.
 * @slot code-label - In place of the label of the code field.
 * @slot code-input - An `<input>` of the page for the code.
 * @slot verify - In place of the words on the button that logs in.
 * @slot resend - In place of the words on the button for a new code.
 * @slot change-email - In place of the words on the button for another address.
 * @slot verified - In place of what is shown after the login.
 * @slot logout - In place of the words on the button that logs out.
 * @slot unavailable - In place of what is shown while the attributes are wrong.
 *
 * @csspart heading - The heading.
 * @csspart form - The form of the step.
 * @csspart label - The label of a field.
 * @csspart input - The field for the address or the code.
 * @csspart button - The main button.
 * @csspart link - The smaller actions: a new code, another address, log out.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the main button. Default: the text colour.
 * @cssprop --storefront-on-accent - Text on the main button. Default: black or white, whichever reads.
 * @cssprop --storefront-field - Background of the field. Default: transparent.
 * @cssprop --storefront-danger - Colour of errors.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class OtpLogin extends StorefrontElement<'otpLogin'> {
  static override styles = [baseStyles, styles];
  static readonly formAssociated = true;

  /** An address to begin with; the shopper can change it. */
  @property() email: Maybe<string>;

  /** How long the code shall be valid, sent to the service as it is: the service document does not show the unit. */
  @property({ converter: numberAttribute }) expires: Maybe<number>;

  /** What `expires` counts at your service; only then the shopper is told how long a code is valid. */
  @property({ attribute: 'expires-unit' }) expiresUnit: Maybe<keyof typeof secondsIn>;

  /** How many characters a code has; without it any number. */
  @property({ attribute: 'code-length', converter: numberAttribute }) codeLength: Maybe<number>;

  /** `numeric`: digits only, with their keypad; sent when `code-length` of them are there. */
  @property({ attribute: 'code-mode' }) codeMode: Maybe<'text' | 'numeric'>;

  /** Seconds until a new code may be asked for. */
  @property({ attribute: 'resend-after', converter: numberAttribute }) resendAfter: Maybe<number> =
    RESEND_AFTER;

  /** Seconds that this tab remembers the login, a code on its way for an hour at most; with 0 only the page does. */
  @property({ attribute: 'remember-for', converter: numberAttribute }) rememberFor: Maybe<number> =
    REMEMBER_FOR;

  /** Nothing is kept in the browser's storage; a reload then begins anew. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  /** What the service's error codes mean: `wrong-code`, `locked-out` or `unknown-address` by `code`, in JSON. */
  @property({ attribute: 'error-map', converter: jsonAttribute }) errorMap: Maybe<
    Record<string, LoginReason>
  >;

  protected override readonly english = ['otpLogin', otpLogin] as const;
  readonly #internals = this.attachInternals();

  readonly #login = new OtpLoginController(this, {
    client: () => this.client,
    expires: () => this.expires ?? undefined,
    resendAfter: () => secondsOr(this.resendAfter, RESEND_AFTER),
    rememberFor: () => secondsOr(this.rememberFor, REMEMBER_FOR),
    isStored: () => !this.noStorage && this.rememberFor !== 0,
    reasonOf: (code) =>
      Object.hasOwn(this.errorMap ?? {}, code)
        ? loginReasons.find((reason) => reason === this.errorMap![code])
        : undefined,
    codeSent: (email, resent) => {
      if (resent) this.#clearCode();
      this.dispatchEvent(new OtpLoginCodeSentEvent(email, resent));
      void this.focusPart('input');
    },
    verified: (email) => {
      this.#clearCode();
      this.#contribute();
      this.dispatchEvent(new OtpLoginSuccessEvent(email));
      void this.focusPart('#message');
    },
    failed: (step, { reason, error }) => {
      this.dispatchEvent(new OtpLoginErrorEvent(step, reason, error));
      void this.focusPart('input').then(() => {
        // What is typed next takes its place.
        if (reason === 'wrong-code' && this.#input?.matches(':focus')) this.#input.select();
      });
    },
    restored: (email) => {
      this.#contribute();
      void this.updateComplete.then(() => this.dispatchEvent(new OtpLoginRestoreEvent(email)));
      // Whoever was in the field is led to what came in its place.
      void this.focusPart('#message');
    },
    loggedOut: () => {
      this.#contribute();
      this.dispatchEvent(new OtpLoginLogoutEvent());
      void this.focusPart('input');
    },
  });

  override get state(): OtpLoginState {
    const { step, busy, failure, isOffline } = this.#login;
    // What is proven stays proven, whatever becomes of the attributes.
    if (step === 'verified') return step;
    if (!this.client) return 'misconfigured';
    if (busy) return busy;
    if (this.#lockedFor) return 'locked-out';
    return isOffline || failure?.reason === 'offline' ? 'offline' : step;
  }

  /** The proven address, or undefined. */
  get verifiedEmail(): string | undefined {
    return this.#login.step === 'verified' ? this.#login.email : undefined;
  }

  /** Puts the focus into the field of the step. */
  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.#input?.focus(options));
  }

  /** Forgets the login here, in every other element on the page, and in other tabs. */
  logout(): void {
    this.#login.logout();
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    const { codeMode, errorMap, expires, expiresUnit, rememberFor, resendAfter } = this;
    if (!Number.isFinite(expires ?? 0)) return { attribute: 'expires', allowed: 'a number' };
    const isMinor = true;
    const units = Object.keys(secondsIn);
    if (!units.includes(expiresUnit || 'seconds'))
      return { attribute: 'expires-unit', allowed: `one of ${units.join(', ')}`, isMinor };
    if (!['text', 'numeric'].includes(codeMode || 'text'))
      return { attribute: 'code-mode', allowed: 'text or numeric', isMinor };
    if (this.codeLength !== this.#codeLength)
      return { attribute: 'code-length', allowed: 'a whole number above 0', isMinor };
    if (!isSeconds(resendAfter)) return { attribute: 'resend-after', allowed: 'seconds, 0 or more', isMinor };
    if (!isSeconds(rememberFor)) return { attribute: 'remember-for', allowed: 'seconds, 0 or more', isMinor };
    if (
      !areTexts(errorMap) ||
      !Object.values(errorMap ?? {}).every((reason) => loginReasons.includes(reason))
    )
      return { attribute: 'error-map', allowed: `a JSON object of ${loginReasons.join(', ')}`, isMinor };
    return undefined;
  }

  protected override abort(): void {
    this.#login.abort();
  }

  /** The field of the step: the page's own where one is slotted. */
  get #input(): HTMLInputElement | undefined {
    const slot = this.renderRoot.querySelector<HTMLSlotElement>('slot[name$="-input"]');
    const [own] = slot?.assignedElements() ?? [];
    return own
      ? own instanceof HTMLInputElement
        ? own
        : (own.querySelector('input') ?? undefined)
      : (slot?.querySelector('input') ?? undefined);
  }

  protected override focusTarget(selector: string): HTMLElement | null {
    return selector === 'input' ? (this.#input ?? null) : super.focusTarget(selector);
  }

  /** Undefined or null, too, where the attribute makes no sense. */
  get #codeLength(): Maybe<number> {
    const { codeLength } = this;
    return Number.isInteger(codeLength ?? 1) && (codeLength ?? 1) > 0 ? codeLength : undefined;
  }

  get #isNumeric(): boolean {
    return this.codeMode === 'numeric';
  }

  get #lockedFor(): number {
    return this.countDown(this.#login.lockedUntil);
  }

  /** Isolated, so that an address does not rearrange a sentence that runs from right to left. */
  #withAddress(text: string, email = this.#login.email): string {
    return fill(text, { email: `\u2068${email}\u2069` });
  }

  /** What the shopper is told; `wrong` also marks the field. */
  get #message(): { text: string; error?: boolean | undefined; wrong?: boolean } {
    const { t, errorMessages } = this;
    const { failure, isOffline, notice, step, resent, resendAt } = this.#login;
    // What is wrong with the text in the field is wrong until it is another; a time to wait passes.
    if (notice && Date.now() < (notice.until ?? Infinity)) return { ...notice, error: notice.wrong };
    const { error, reason } = failure ?? {};
    const isLocked = this.#lockedFor > 0;
    if (isOffline && !isLocked) return { text: t.offline, error: true };
    // Too many mails: only another one must wait.
    const isLimited = isLocked || (reason === 'locked-out' && !failure?.until && Date.now() < resendAt);
    if (!failure || (reason === 'locked-out' && !isLimited))
      return { text: step === 'code' ? this.#sentTo(resent) : t.emailHint };
    const { language } = this.locale;
    const own = ownMessage(error, errorMessages);
    if (reason === 'wrong-code') return { text: own || t.codeWrong, error: true, wrong: true };
    // Also where only the page knows that the error means this.
    if (isLimited) return { text: own || limitText(error, t, language), error: true };
    // Only these say something about what was typed; a lost connection does not.
    const wrong = isServiceError(error) && (error.status === 400 || error.status === 422);
    return { text: errorText(error, t, language, errorMessages), error: true, wrong };
  }

  #sentTo(resent: boolean, email?: string): string {
    const { expires, expiresUnit, t } = this;
    const unit = secondsIn[expiresUnit ?? ('' as 'seconds')];
    const valid =
      unit && expires ? fill(t.validFor, { time: formatDuration(this.locale.language, expires * unit) }) : '';
    return `${this.#withAddress(resent ? t.resent : t.sentTo, email)} ${valid}`.trim();
  }

  #mayGoOn(step: 'send' | 'verify' | 'logout', email: string): boolean {
    return this.dispatchEvent(new OtpLoginBeforeEvent(step, email));
  }

  #submit(event: Event): void {
    event.preventDefault();
    const input = this.#input;
    if (!input || this.#isBlocked) return;
    this.actedOn(event);
    const onEmail = this.#login.step === 'email';
    const code = readCode(input.value, this.#isNumeric);
    const text = onEmail ? this.#checkEmail(input) : this.#checkCode(code);
    this.#login.tell(text ? { text, wrong: true } : undefined);
    if (text) input.focus();
    else if (onEmail) this.#send(input.value, false);
    else if (this.#mayGoOn('verify', this.#login.email)) void this.#login.verify(code);
  }

  #send(email: string, resent: boolean): void {
    if (this.#mayGoOn('send', email)) void this.#login.send(email, resent);
  }

  /** The browser's own rules for an address, with our words. */
  #checkEmail({ validity, value }: HTMLInputElement): string {
    return value ? (validity.valid ? '' : this.t.emailInvalid) : this.t.emailMissing;
  }

  #checkCode({ length }: string): string {
    const count = this.#codeLength ?? length;
    return !length ? this.t.codeMissing : length === count ? '' : fill(this.t.codeLength, { count });
  }

  #typed(event: Event): void {
    if (this.#login.step !== 'code' || !this.#isNumeric || !this.#codeLength) return;
    if (!this.#checkCode(readCode(this.#input?.value ?? '', true))) this.#submit(event);
  }

  /** In a field of the page Enter would submit the page's own form. */
  #pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || event.target !== this.#input) return;
    this.#submit(event);
  }

  #resend(event: Event): void {
    const { email, resendAt } = this.#login;
    if (this.#isBlocked) return;
    this.actedOn(event);
    const seconds = this.countDown(resendAt);
    if (seconds) {
      const time = formatDuration(this.locale.language, seconds);
      this.#login.tell({ text: fill(this.t.resendWait, { time }), wrong: false, until: resendAt });
      return;
    }
    this.#login.tell(undefined);
    this.#send(email, true);
  }

  #changeEmail(event: Event): void {
    this.actedOn(event);
    this.#clearCode();
    this.#login.changeEmail();
    this.dispatchEvent(new OtpLoginEmailChangeEvent());
    void this.focusPart('input');
  }

  #logout(event: Event): void {
    this.actedOn(event);
    if (this.#mayGoOn('logout', this.#login.email)) this.logout();
  }

  get #isBlocked(): boolean {
    return Boolean(this.#login.busy ?? this.#lockedFor);
  }

  /** A field of the page would keep it. */
  #clearCode(): void {
    if (this.#input) this.#input.value = '';
  }

  #contribute(): void {
    this.#internals.setFormValue(this.verifiedEmail ?? null);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#adoptInput();
  }

  /** A field of the page gets what the element's own has; its words cannot be referred to across the shadow root. */
  #adoptInput(): void {
    const input = this.#input;
    if (!input || input.getRootNode() === this.renderRoot) return;
    const onEmail = this.#login.step === 'email';
    const { text, wrong = false } = this.#message;
    adopt(input, {
      dir: 'ltr',
      'aria-description': text,
      'aria-invalid': String(wrong),
      ...(!input.labels?.length && { 'aria-label': this.#labelText }),
      ...(onEmail
        ? { type: 'email', autocomplete: 'email', value: this.#prefill }
        : {
            autocomplete: oneTimeCode,
            inputmode: this.#inputMode,
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
    });
  }

  /** The words of the label as the page sees them: its own where they are slotted. */
  get #labelText(): string {
    const slot = this.renderRoot.querySelector<HTMLSlotElement>('slot[name$="-label"]');
    const nodes = slot?.assignedNodes({ flatten: true }) ?? [];
    return nodes
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
  }

  /** A label cannot refer to a field of the page. */
  #focusField(): void {
    this.#input?.focus();
  }

  /** As a default value, which browsers show until the shopper types. */
  get #prefill(): string {
    return this.#login.email || this.email || '';
  }

  get #inputMode(): 'numeric' | 'text' {
    return this.#isNumeric ? 'numeric' : 'text';
  }

  // A label is for pointers: keys reach its field without it.
  /* eslint-disable lit-a11y/click-events-have-key-events */
  #renderEmailField(wrong: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field" @click=${this.#focusField}
        ><slot name="email-label">${this.t.email}</slot></label
      >
      <slot name="email-input" @slotchange=${this.#adoptInput}>
        <input
          id="field"
          part="input"
          name="email"
          type="email"
          dir="ltr"
          autocomplete="email"
          required
          .defaultValue=${this.#prefill}
          aria-invalid=${wrong ? 'true' : 'false'}
          aria-describedby="message"
        />
      </slot>
    </div>`;
  }

  #renderCodeField(wrong: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field" @click=${this.#focusField}
        ><slot name="code-label">${this.t.code}</slot></label
      >
      <slot name="code-input" @slotchange=${this.#adoptInput}>
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

  #renderActions(): TemplateResult {
    const { t } = this;
    const { step, busy, resendAt } = this.#login;
    const onCode = step === 'code';
    const blocked = this.#isBlocked ? 'true' : 'false';
    const resendIn = onCode ? this.countDown(resendAt) : 0;
    const label = onCode
      ? html`<slot name="verify">${t.verify}</slot>`
      : html`<slot name="send">${t.send}</slot>`;
    return html`
      <button part="button" class="button" type="submit" aria-disabled=${blocked}>
        <span
          >${busy && (busy === 'verifying') === onCode ? t[busy] : label}
          ${this.renderSeconds(this.#lockedFor)}</span
        >
      </button>
      ${
        onCode
          ? html`<div class="more">
              <button
                part="link"
                class="link"
                type="button"
                aria-disabled=${resendIn ? 'true' : blocked}
                @click=${this.#resend}
              >
                <slot name="resend">${t.resend}</slot>${this.renderSeconds(resendIn)}
              </button>
              <button part="link" class="link" type="button" @click=${this.#changeEmail}>
                <slot name="change-email">${t.changeEmail}</slot>
              </button>
            </div>`
          : nothing
      }
    `;
  }

  /** The words before stay in sight, so that the button does not move under the finger; it says itself what goes on. */
  #renderBusy(text: string, announced: string): TemplateResult {
    return html`<span aria-hidden="true">${text}</span><span class="unseen">${announced}</span>`;
  }

  #renderVerified(): TemplateResult {
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
      <span>${this.#withAddress(this.t.verified)}</span>
    </slot>`;
  }

  /** The tallest step, unseen, so that nothing below the element moves from one step to the next. */
  #renderSpace(): TemplateResult {
    const { t } = this;
    const time = formatDuration(this.locale.language, 3540);
    const words = [
      this.#sentTo(true, longAddress),
      this.#withAddress(t.verified, longAddress),
      t.emailHint,
      t.codeWrong,
      fill(t.rateLimited, { time }),
      t.offline,
      t.slow,
    ];
    return html`<div class="stack space" aria-hidden="true">
      <div class="field">
        <div part="label">${t.code}</div>
        <div part="input" class="input"></div>
      </div>
      <div part="message" class="message cells">${words.map((text) => html`<span>${text}</span>`)}</div>
      <div part="button" class="button">${t.verify}</div>
      <div class="more">
        <div part="link" class="link">
          ${t.resend} ${this.renderSeconds(secondsOr(this.resendAfter, RESEND_AFTER))}
        </div>
        <div part="link" class="link">${t.changeEmail}</div>
      </div>
    </div>`;
  }

  protected override renderContent(): TemplateResult {
    const { t } = this;
    const { busy, step, until } = this.#login;
    const verified = step === 'verified';
    if (until) this.countDown(until);
    if (this.state === 'misconfigured')
      return html`<p part="message" class="soft"><slot name="unavailable">${t.unavailable}</slot></p>`;
    const { text, error, wrong = false } = this.#message;
    // One message node for all steps: screen readers announce changes in a region they know, not a new region.
    return html`
      <div class="stack steps">
        <slot name="heading"
          ><h2 part="heading" class="heading cells">
            <span>${verified ? t.headingVerified : t.heading}</span>
            <span class="space" aria-hidden="true">${verified ? t.heading : t.headingVerified}</span>
          </h2></slot
        >
        <div class="cells">
          <form
            part="form"
            class="stack"
            novalidate
            @submit=${this.#submit}
            @input=${this.#typed}
            @keydown=${this.#pressed}
          >
            ${step === 'email' ? this.#renderEmailField(wrong) : step === 'code' ? this.#renderCodeField(wrong) : nothing}
            <div
              id="message"
              part="message"
              class="message ${verified ? 'verified' : error ? 'error' : ''}"
              role="status"
              tabindex="-1"
            >
              ${verified ? this.#renderVerified() : busy ? this.#renderBusy(text, t[busy]) : text}
            </div>
            ${
              verified
                ? html`<div class="more">
                    <button part="link" class="link" type="button" @click=${this.#logout}>
                      <slot name="logout">${t.logout}</slot>
                    </button>
                  </div>`
                : this.#renderActions()
            }
          </form>
          ${this.#renderSpace()}
        </div>
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'otp-login': OtpLogin;
  }
}
