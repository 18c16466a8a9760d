import { html, nothing, type TemplateResult } from 'lit';
import { property } from '../shared/decorators.ts';
import { otpLogin } from '../../locales/en.ts';
import { AccountElement } from '../shared/flow-element.ts';
import type * as Account from '../account/account.ts';
import { baseStyles } from '../shared/base.styles.ts';
import { fill, longest } from '../shared/locale.ts';
import {
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  numberAttribute,
} from '../shared/storefront-element.ts';
import type { LoginReason } from './otp-login.controller.ts';
import { OtpLoginErrorEvent } from './otp-login.events.ts';
import type { LoginHost, LoginLater, LoginLook } from './otp-login.later.ts';
import { styles } from './otp-login.styles.ts';

const RESEND_AFTER = 30;
const REMEMBER_FOR = 43_200;

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
 * @attr {string} name - Inside a form, the proven address is submitted under this name.
 * @attr {'include'} credentials - Sends cookies also to a gateway on another host, where its sessions are cookies.
 * @attr {'granted' | 'denied' | 'pending'} consent - Whether the browser may store the login; else as the page says, or Shopify.
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
export class OtpLogin extends AccountElement<'otpLogin', LoginLater> {
  static override styles = [baseStyles, styles];
  static readonly formAssociated = true;

  /** An address to begin with; the shopper can change it. */
  @property() email: Maybe<string>;

  /** How long the code shall be valid, sent to the service as it is: the service document does not show the unit. */
  @property({ converter: numberAttribute }) expires: Maybe<number>;

  /** What `expires` counts at your service; only then the shopper is told how long a code is valid. */
  @property({ attribute: 'expires-unit' }) expiresUnit: Maybe<
    'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days'
  >;

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

  /** What the service's error codes mean: `wrong-code`, `locked-out` or `unknown-address` by `code`, in JSON. */
  @property({ attribute: 'error-map', converter: jsonAttribute }) errorMap: Maybe<
    Record<string, LoginReason>
  >;

  protected override readonly english = ['otpLogin', otpLogin] as const;
  protected readonly internals = this.attachInternals();

  override get state(): OtpLoginState {
    if (this.isWaiting) return 'sending';
    if (this.later) return this.later.state;
    return !this.service ? 'misconfigured' : this.isOffline ? 'offline' : 'email';
  }

  /** The proven address, or undefined. */
  get verifiedEmail(): string | undefined {
    return this.later?.verifiedEmail;
  }

  /** Puts the focus into the field of the step. */
  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.input?.focus(options));
  }

  /** Forgets the login here, in every other element on the page, and in other tabs. */
  logout(): void {
    this.later?.logout();
  }

  protected override begin({ LoginLater }: typeof Account): LoginLater {
    return new LoginLater(this as unknown as LoginHost);
  }

  protected override failed(kind: 'offline' | 'other'): void {
    this.dispatchEvent(new OtpLoginErrorEvent('send', kind));
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    return Number.isFinite(this.expires ?? 0) ? undefined : { attribute: 'expires' };
  }

  /** The field of the step: the page's own where one is slotted. */
  protected get input(): HTMLInputElement | undefined {
    const slot = this.renderRoot.querySelector<HTMLSlotElement>('slot[name$="-input"]');
    const own = slot?.assignedElements()[0] ?? slot;
    return (own?.matches('input') ? own : own?.querySelector('input')) as HTMLInputElement | undefined;
  }

  /** An attribute that makes no sense is as good as none. */
  protected get resendSeconds(): number {
    const seconds = this.resendAfter ?? -1;
    return seconds >= 0 && Number.isFinite(seconds) ? seconds : RESEND_AFTER;
  }

  #submit(event: Event): void {
    event.preventDefault();
    // Whoever took it away does not want it any more.
    void this.act(event, (later) => this.isConnected && later.submit());
  }

  /** In a field of the page Enter would submit the page's own form. */
  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.isComposing && event.target === this.input) this.#submit(event);
  }

  /** A label cannot refer to a field of the page. */
  #focusField(): void {
    this.input?.focus();
  }

  /** A field of the page gets what the element's own has, before anybody is in it: browsers and helpers look at it. */
  #adopt(): void {
    this.load();
    this.later?.adopt();
  }

  /** As a default value, which browsers show until the shopper types. */
  protected get prefill(): string {
    return this.later?.email || this.email || '';
  }

  // A label is for pointers: keys reach its field without it.
  /* eslint-disable lit-a11y/click-events-have-key-events */
  #renderEmailField(isWrong: boolean | undefined): TemplateResult {
    return html`<div class="field">
      <label part="label" for="field" @click=${this.#focusField}
        ><slot name="email-label">${this.t.email}</slot></label
      >
      <slot name="email-input" @slotchange=${this.#adopt}>
        <input
          id="field"
          part="input"
          name="email"
          type="email"
          dir="ltr"
          autocomplete="email"
          required
          .defaultValue=${this.prefill}
          aria-invalid=${isWrong ? 'true' : 'false'}
          aria-describedby="message"
        />
      </slot>
    </div>`;
  }
  /* eslint-enable lit-a11y/click-events-have-key-events */

  /** The tallest step, unseen, so that nothing below the element moves from one step to the next. */
  #renderSpace(): TemplateResult {
    const { t } = this;
    // Of a length that few exceed. A page's first `Intl` takes as long as all the rest of the first drawing.
    const email = 'shopper'.repeat(5);
    const time = '59 minutes';
    const valid = this.expires && this.expiresUnit && fill(t.validFor, { time });
    const message = longest(
      `${fill(t.resent, { email })} ${valid || ''}`,
      fill(t.verified, { email }),
      t.emailHint,
      t.codeWrong,
      fill(t.rateLimited, { time }),
      t.offline,
      t.slow,
    );
    return html`<div class="stack space" aria-hidden="true">
      <div class="field">
        <div part="label" class="line"></div>
        <div part="input" class="input"></div>
      </div>
      <div part="message" class="message">${message}</div>
      <div part="button" class="button"></div>
      <div class="more">
        <div part="link" class="link">
          ${t.resend}&nbsp; ${fill(t.seconds, { count: this.resendSeconds })}
        </div>
        <div part="link" class="link">${t.changeEmail}</div>
      </div>
    </div>`;
  }

  /** What is seen before the rest is there. */
  get #firstLook(): LoginLook {
    const { failure, isOffline, t } = this;
    return {
      text: isOffline ? t.offline : failure ? t.general : t.emailHint,
      kind: isOffline || failure ? 'error' : '',
    };
  }

  protected override renderContent(): TemplateResult {
    const { isWaiting, later, t } = this;
    const isVerified = this.verifiedEmail !== undefined;
    if (this.state === 'misconfigured')
      return html`<p part="message" class="soft"><slot name="unavailable">${t.unavailable}</slot></p>`;
    const look = later?.look() ?? this.#firstLook;
    const busy = isWaiting ? t.sending : look.busy;
    // One message node for all steps: screen readers announce changes in a region they know, not a new region.
    return html`
      <div class="stack steps">
        <slot name="heading"
          ><h2 part="heading" class="heading cells">
            <span>${isVerified ? t.headingVerified : t.heading}</span>
            <span class="space" aria-hidden="true">${isVerified ? t.heading : t.headingVerified}</span>
          </h2></slot
        >
        <div class="cells">
          <form
            part="form"
            class="stack"
            novalidate
            @submit=${this.#submit}
            @input=${(event: Event) => later?.typed(event)}
            @keydown=${this.#pressed}
          >
            ${isVerified ? nothing : (look.field ?? this.#renderEmailField(look.wrong))}
            <div id="message" part="message" class="message ${look.kind}" role="status" tabindex="-1">
              ${
                // The words before stay in sight, so that the button does not move under the finger; it says itself
                // what goes on.
                busy
                  ? html`<span aria-hidden="true">${look.text}</span><span class="unseen">${busy}</span>`
                  : look.text
              }
            </div>
            ${
              isVerified
                ? nothing
                : html`<button
                    part="button"
                    class="button"
                    type="submit"
                    @click=${this.#submit}
                    aria-disabled=${isWaiting || look.isBlocked ? 'true' : 'false'}
                  >
                    <span
                      >${(isWaiting ? busy : look.label) ?? html`<slot name="send">${t.send}</slot>`}
                      ${look.seconds}</span
                    >
                  </button>`
            }
            ${look.more}
          </form>
          ${this.#renderSpace()}
        </div>
      </div>
    `;
  }
}

// Whoever has the class has the types of its events.
export type * from './otp-login.events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'otp-login': OtpLogin;
  }
}
