import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { otpLogin as terms, errors } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText } from '../base/error-text.ts';
import { StorefrontElement } from '../base/storefront-element.ts';
import { OtpLoginController } from './otp-login.controller.ts';
import { OtpLoginCodeSentEvent, OtpLoginErrorEvent, OtpLoginSuccessEvent } from './otp-login.events.ts';
import { styles } from './otp-login.styles.ts';

// The template checker's list of autocomplete values is older than this one.
const oneTimeCode = 'one-time-code' as 'on';

export type OtpLoginState = 'email' | 'sending' | 'code' | 'verifying' | 'verified' | 'misconfigured';

/**
 * @summary A shopper proves an e-mail address with a one-time code.
 *
 * The service returns no session, so what happens here is a convenience in the page, never an authorisation.
 *
 * @tagname otp-login
 *
 * @fires {OtpLoginCodeSentEvent} otp-login-code-sent - A code is on its way.
 * @fires {OtpLoginSuccessEvent} otp-login-success - The address is proven.
 * @fires {OtpLoginErrorEvent} otp-login-error - A code could not be sent or was not accepted.
 *
 * @slot heading - In place of the heading.
 * @slot verified - In place of what is shown after the login.
 *
 * @csspart heading - The heading.
 * @csspart form - The form of the step.
 * @csspart label - The label of a field.
 * @csspart input - The field for the address or the code.
 * @csspart button - The main button.
 * @csspart link - The smaller actions: a new code, another address.
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
export class OtpLogin extends StorefrontElement {
  static override styles = [baseStyles, styles];

  /** How long the code shall be valid, sent to the service as it is: the service document does not show the unit. */
  @property({ type: Number }) expires: number | undefined;

  /** What the shopper typed is wrong before anything is sent. */
  @state() private invalid = '';

  readonly #login = new OtpLoginController(this, {
    client: () => this.client,
    expires: () => this.expires,
    codeSent: (email, resent) => {
      this.dispatchEvent(new OtpLoginCodeSentEvent(email, resent));
      void this.focusPart('input');
    },
    verified: (email) => {
      this.dispatchEvent(new OtpLoginSuccessEvent(email));
      void this.focusPart('#message');
    },
    failed: (step, failure) => {
      const [reason, error] = failure === 'wrong-code' ? [failure] : [failure.code, failure];
      this.dispatchEvent(new OtpLoginErrorEvent(step, reason, error));
      void this.focusPart('input');
    },
  });

  override get state(): OtpLoginState {
    if (!this.client) return 'misconfigured';
    if (this.#login.sending) return 'sending';
    if (this.#login.verifying) return 'verifying';
    return this.#login.step;
  }

  /** The proven address, or undefined. */
  get email(): string | undefined {
    return this.#login.step === 'verified' ? this.#login.email : undefined;
  }

  protected override checkAttributes() {
    return Number.isNaN(this.expires) ? { attribute: 'expires', allowed: 'a number' } : undefined;
  }

  protected override abort(): void {
    this.#login.abort();
  }

  get #message(): { text: string; error: boolean } {
    const { failure, step, email, resent } = this.#login;
    if (this.invalid) return { text: this.invalid, error: true };
    if (failure === 'wrong-code') return { text: terms.codeWrong, error: true };
    if (failure) return { text: errorText(failure, errors), error: true };
    if (step === 'code') return { text: resent ? terms.resent(email) : terms.sentTo(email), error: false };
    return { text: terms.emailHint, error: false };
  }

  #sendCode(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('input')!;
    // The browser's own rules for an address, with our words.
    this.invalid = input.validity.valueMissing
      ? terms.emailMissing
      : input.validity.valid
        ? ''
        : terms.emailInvalid;
    if (this.invalid) input.focus();
    else void this.#login.send(input.value);
  }

  #verifyCode(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('input')!;
    // Mail programs wrap codes in spaces and print them in groups.
    const code = input.value.replace(/[\s\p{Dash}]/gu, '');
    this.invalid = code ? '' : terms.codeMissing;
    if (this.invalid) input.focus();
    else void this.#login.verify(code);
  }

  #resend(): void {
    this.invalid = '';
    const input = this.renderRoot.querySelector('input');
    if (input) input.value = '';
    void this.#login.send(this.#login.email, true);
  }

  #changeEmail(): void {
    this.invalid = '';
    this.#login.changeEmail();
    void this.focusPart('input');
  }

  #renderEmailField(invalid: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field">${terms.email}</label>
      <input
        id="field"
        part="input"
        name="email"
        type="email"
        autocomplete="email"
        required
        .value=${this.#login.email}
        aria-invalid=${invalid ? 'true' : 'false'}
        aria-describedby="message"
      />
    </div>`;
  }

  #renderCodeField(invalid: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field">${terms.code}</label>
      <input
        id="field"
        part="input"
        class="code"
        name="code"
        inputmode="text"
        autocomplete=${oneTimeCode}
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${invalid ? 'true' : 'false'}
        aria-describedby="message"
      />
    </div>`;
  }

  #renderButton(label: string, busyLabel: string, busy: boolean): TemplateResult {
    return html`<button part="button" class="button" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
      <span>${busy ? busyLabel : label}</span>
    </button>`;
  }

  #renderMore(): TemplateResult {
    return html`<div class="more">
      <button part="link" class="link" type="button" @click=${this.#resend}>
        ${this.#login.sending ? terms.sending : terms.resend}
      </button>
      <button part="link" class="link" type="button" @click=${this.#changeEmail}>${terms.changeEmail}</button>
    </div>`;
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
      <span>${terms.verified(this.#login.email)}</span>
    </slot>`;
  }

  protected override render(): TemplateResult {
    if (!this.client) return html`<p part="message" class="soft">${errors.unavailable}</p>`;
    const { step, sending, verifying } = this.#login;
    const { text, error } = this.#message;
    const onEmail = step === 'email';
    const onCode = step === 'code';
    // One message node for all steps: screen readers announce changes in a region they know, not a new region.
    return html`
      <div class="stack steps">
        <slot name="heading"><h2 part="heading" class="heading">${terms.heading}</h2></slot>
        <form part="form" class="stack" novalidate @submit=${onEmail ? this.#sendCode : this.#verifyCode}>
          ${onEmail ? this.#renderEmailField(error) : onCode ? this.#renderCodeField(error) : nothing}
          <div
            id="message"
            part="message"
            class="message ${error ? 'error' : ''} ${step}"
            role="status"
            tabindex="-1"
          >
            ${step === 'verified' ? this.#renderVerified() : text}
          </div>
          ${onEmail ? this.#renderButton(terms.send, terms.sending, sending) : nothing}
          ${onCode ? this.#renderButton(terms.verify, terms.verifying, verifying) : nothing}
          ${onCode ? this.#renderMore() : nothing}
        </form>
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'otp-login': OtpLogin;
  }
}
