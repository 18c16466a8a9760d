import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isServiceError } from '../../api/errors.ts';
import { otpLogin as terms, errors } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText } from '../base/error-text.ts';
import { type Maybe, numberAttribute, StorefrontElement } from '../base/storefront-element.ts';
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
  @property({ converter: numberAttribute }) expires: Maybe<number>;

  /** What the shopper typed is wrong before anything is sent. */
  @state() private invalid = '';

  readonly #login = new OtpLoginController(this, {
    client: () => this.client,
    expires: () => this.expires ?? undefined,
    codeSent: (email, resent) => {
      this.invalid = '';
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
    // What is proven stays proven, whatever becomes of the attributes.
    if (!this.client && this.#login.step !== 'verified') return 'misconfigured';
    if (this.#login.sending) return 'sending';
    if (this.#login.verifying) return 'verifying';
    return this.#login.step;
  }

  /** The proven address, or undefined. */
  get email(): string | undefined {
    return this.#login.step === 'verified' ? this.#login.email : undefined;
  }

  protected override checkAttributes() {
    return !Number.isFinite(this.expires ?? 0) ? { attribute: 'expires', allowed: 'a number' } : undefined;
  }

  protected override abort(): void {
    this.#login.abort();
  }

  /** What the shopper is told; `wrong` also marks the field. */
  get #message(): { text: string; error?: boolean; wrong?: boolean } {
    const { failure, step, email, resent, sending, verifying } = this.#login;
    // Isolated, so that an address does not rearrange a sentence that runs from right to left.
    const address = `\u2068${email}\u2069`;
    if (sending || verifying) return { text: sending ? terms.sending : terms.verifying };
    if (this.invalid) return { text: this.invalid, error: true, wrong: true };
    if (failure === 'wrong-code') return { text: terms.codeWrong, error: true, wrong: true };
    // Only these say something about what was typed; a lost connection or a limit does not.
    const wrong = isServiceError(failure) && (failure.status === 400 || failure.status === 422);
    if (failure) return { text: errorText(failure, errors), error: true, wrong };
    if (step === 'code') return { text: resent ? terms.resent(address) : terms.sentTo(address) };
    return { text: terms.emailHint };
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.#isBusy) return;
    this.actedOn(event);
    const input = this.renderRoot.querySelector<HTMLInputElement>('input')!;
    const onEmail = this.#login.step === 'email';
    // Mail programs wrap codes in spaces and print them in groups.
    const code = input.value.replace(/[\s\p{Dash}]/gu, '');
    this.invalid = onEmail ? this.#checkEmail(input.validity) : code ? '' : terms.codeMissing;
    if (this.invalid) input.focus();
    else void (onEmail ? this.#login.send(input.value) : this.#login.verify(code));
  }

  /** The browser's own rules for an address, with our words. */
  #checkEmail({ valueMissing, valid }: ValidityState): string {
    return valueMissing ? terms.emailMissing : valid ? '' : terms.emailInvalid;
  }

  #resend(event: Event): void {
    if (this.#isBusy) return;
    this.actedOn(event);
    this.invalid = '';
    this.renderRoot.querySelector('input')!.value = '';
    void this.#login.send(this.#login.email, true);
  }

  #changeEmail(event: Event): void {
    this.actedOn(event);
    this.invalid = '';
    this.#login.changeEmail();
    void this.focusPart('input');
  }

  get #isBusy(): boolean {
    return this.#login.sending || this.#login.verifying;
  }

  #renderEmailField(wrong: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field">${terms.email}</label>
      <input
        id="field"
        part="input"
        name="email"
        type="email"
        dir="ltr"
        autocomplete="email"
        required
        .value=${this.#login.email}
        aria-invalid=${wrong ? 'true' : 'false'}
        aria-describedby="message"
      />
    </div>`;
  }

  #renderCodeField(wrong: boolean): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field">${terms.code}</label>
      <input
        id="field"
        part="input"
        class="code"
        name="code"
        dir="ltr"
        inputmode="text"
        autocomplete=${oneTimeCode}
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong ? 'true' : 'false'}
        aria-describedby="message"
      />
    </div>`;
  }

  #renderActions(): TemplateResult {
    const { step, sending, verifying } = this.#login;
    const onCode = step === 'code';
    const busy = this.#isBusy ? 'true' : 'false';
    const label = onCode
      ? verifying
        ? terms.verifying
        : terms.verify
      : sending
        ? terms.sending
        : terms.send;
    return html`
      <button part="button" class="button" type="submit" aria-disabled=${busy}><span>${label}</span></button>
      ${
        onCode
          ? html`<div class="more">
              <button part="link" class="link" type="button" aria-disabled=${busy} @click=${this.#resend}>
                ${terms.resend}
              </button>
              <button part="link" class="link" type="button" @click=${this.#changeEmail}>
                ${terms.changeEmail}
              </button>
            </div>`
          : nothing
      }
    `;
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
      <span>${terms.verified(`\u2068${this.#login.email}\u2069`)}</span>
    </slot>`;
  }

  protected override renderContent(): TemplateResult {
    const { step } = this.#login;
    const verified = step === 'verified';
    if (!this.client && !verified) return html`<p part="message" class="soft">${errors.unavailable}</p>`;
    const { text, error, wrong = false } = this.#message;
    // One message node for all steps: screen readers announce changes in a region they know, not a new region.
    return html`
      <div class="stack steps">
        <slot name="heading"
          ><h2 part="heading" class="heading">${verified ? terms.headingVerified : terms.heading}</h2></slot
        >
        <form part="form" class="stack" novalidate @submit=${this.#submit}>
          ${step === 'email' ? this.#renderEmailField(wrong) : step === 'code' ? this.#renderCodeField(wrong) : nothing}
          <div
            id="message"
            part="message"
            class="message ${error ? 'error' : verified ? 'verified' : ''}"
            role="status"
            tabindex="-1"
          >
            ${verified ? this.#renderVerified() : text}
          </div>
          ${verified ? nothing : this.#renderActions()}
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
