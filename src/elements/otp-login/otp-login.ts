import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { when } from 'lit/directives/when.js';
import { otpLogin } from '../../locales/en/otp-login.ts';
import { jsonAttribute, type Maybe, numberAttribute } from '../shared/attributes.ts';
import { baseStyles } from '../shared/base.styles.ts';
import { FlowElement, type LoadFailure } from '../shared/flow-element.ts';
import { fill } from '../shared/format.ts';
import { lazy } from '../shared/lazy.ts';
import { motionStyles } from '../shared/motion.styles.ts';
import { renderNews } from '../shared/news.ts';
import { LONG_ADDRESS, renderLongest } from '../shared/reserved-texts.ts';
import { REMEMBER_FOR, RESEND_AFTER, secondsOr } from './login-defaults.ts';
import type * as LoginFlowModule from './login-flow.ts';
import type { LoginHost, StepView } from './login-host.ts';
import type { LoginReason } from './login-settings.ts';
import type { OtpLoginState } from './login-state.ts';
import { OtpLoginErrorEvent } from './otp-login.events.ts';
import { styles } from './otp-login.styles.ts';
import { nameField } from './slotted-field.ts';

export type { OtpLoginState };

const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input';

const flowModule = lazy('login-flow', () => import('./login-flow.ts'));

/**
 * @summary A shopper proves an email address with a one-time code.
 *
 * The service returns no session: a login here is a convenience for the page, never an authorisation.
 *
 * Inside a form it contributes the proven address under its `name`. It never submits the form.
 *
 * @tagname otp-login
 *
 * @attr {string} name - Inside a form, the proven address is submitted under this name.
 * @attr {'include'} credentials - Also sends cookies to a gateway on another host, if its sessions are cookies.
 * @attr {'granted' | 'denied' | 'pending'} consent - Whether the browser may store the login. By default, the page or Shopify decides.
 *
 * @fires {OtpLoginBeforeEvent} otp-login-send-before - A code is about to be sent; cancelable.
 * @fires {OtpLoginCodeSentEvent} otp-login-code-sent - A code is on its way.
 * @fires {OtpLoginEmailChangeEvent} otp-login-email-change - The shopper goes back to type another address.
 * @fires {OtpLoginBeforeEvent} otp-login-verify-before - A code is about to be checked; cancelable.
 * @fires {OtpLoginSuccessEvent} otp-login-success - The address is proven.
 * @fires {OtpLoginErrorEvent} otp-login-error - A code could not be sent or was not accepted.
 * @fires {OtpLoginRestoreEvent} otp-login-restore - The login was restored after a reload, or taken over from another element or tab.
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
 * @slot verified - In place of the confirmation after the login.
 * @slot logout - In place of the words on the button that logs out.
 * @slot unavailable - In place of the message while attributes are wrong.
 *
 * @csspart heading - The heading.
 * @csspart form - The form of the step.
 * @csspart label - The label of a field.
 * @csspart input - The field for the address or the code.
 * @csspart button - The main button.
 * @csspart link - The smaller actions: a new code, another address, log out.
 * @csspart message - The message to the shopper.
 *
 * @cssprop --storefront-accent - Colour of the main button. Default: the theme's button colour, else the text colour.
 * @cssprop --storefront-on-accent - Text on the main button. Default: the theme's text on its buttons, else black or white, whichever is easier to read.
 * @cssprop --storefront-field - Background of the field. Default: transparent.
 * @cssprop --storefront-danger - Colour of errors. Default: the theme's, else a red.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius. Default: the theme's for buttons and for fields, else 0.5em.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class OtpLogin
  extends FlowElement<typeof otpLogin, typeof LoginFlowModule, LoginFlowModule.LoginFlow>
  implements LoginHost
{
  static override styles = [baseStyles, motionStyles, styles];
  static readonly formAssociated = true;

  /** The address in the field at the beginning. The shopper can change it. */
  @property() email: Maybe<string>;

  /** How long a code is valid. It is sent to the service unchanged, because the service document does not name the unit. */
  @property({ converter: numberAttribute }) expires: Maybe<number>;

  /** The unit of `expires` in your service. If set, the message says how long a code is valid. */
  @property({ attribute: 'expires-unit' }) expiresUnit: Maybe<
    'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days'
  >;

  /** The number of characters of a code; any number by default. */
  @property({ attribute: 'code-length', converter: numberAttribute }) codeLength: Maybe<number>;

  /**
   * `numeric`: digits only, with a keypad. With `code-length`, a complete code is sent at once. `text`: as typed, without
   * spaces, dashes and invisible characters, which mail programs add. Full-width letters and the digits of all scripts count
   * as the usual ones.
   */
  @property({ attribute: 'code-mode' }) codeMode: Maybe<'text' | 'numeric'>;

  /** Seconds before a new code may be requested. */
  @property({ attribute: 'resend-after', converter: numberAttribute }) resendAfter: Maybe<number> =
    RESEND_AFTER;

  /** Seconds that this tab remembers the login, and a sent code for at most an hour; 0: while the page is open. */
  @property({ attribute: 'remember-for', converter: numberAttribute }) rememberFor: Maybe<number> =
    REMEMBER_FOR;

  /** The meaning of the service's error codes, as JSON by code: `wrong-code`, `locked-out` or `unknown-address`. */
  @property({ attribute: 'error-map', converter: jsonAttribute }) errorMap: Maybe<
    Record<string, LoginReason>
  >;

  @query('slot[name$="-input"]') private readonly fieldSlot?: HTMLSlotElement | null;

  protected override readonly english = otpLogin;
  protected override readonly wordGroup = 'otpLogin';
  protected override readonly flowModule = flowModule;
  readonly #internals = this.attachInternals();
  /** Whether a code had been sent when the shopper last acted. */
  #hasCode = false;
  /** Whether the page asked for a logout before the flow had loaded. */
  #isLogoutDue = false;

  override get state(): OtpLoginState {
    if (this.isStarting) return 'sending';
    if (this.flow) return this.flow.state;
    return !this.hasService ? 'misconfigured' : this.isOffline ? 'offline' : 'email';
  }

  /** The proven address, or undefined. */
  get verifiedEmail(): string | undefined {
    return this.flow?.verifiedEmail;
  }

  /** @internal */
  get field(): HTMLInputElement | undefined {
    const content = this.fieldSlot?.assignedElements()[0] ?? this.fieldSlot;
    if (content && isInput(content)) return content;
    return content?.querySelector('input') ?? undefined;
  }

  /** @internal */
  setFormValue(email: string | undefined): void {
    this.#internals.setFormValue(email ?? null);
  }

  /** Focuses the field of the current step. */
  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.field?.focus(options));
  }

  /** Ends the login here, in every other element on the page, and in other tabs. */
  logout(): void {
    this.#isLogoutDue = !this.flow;
    this.flow?.logout();
    this.preloadFlow();
  }

  protected override createFlow({ LoginFlow }: typeof LoginFlowModule): LoginFlowModule.LoginFlow {
    const flow = new LoginFlow(this);
    if (this.#isLogoutDue) flow.logout();
    return flow;
  }

  protected override reportLoadFailure(failure: LoadFailure): void {
    this.dispatchEvent(new OtpLoginErrorEvent('send', failure));
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { view } = this.flow ?? {};
    if (this.isStarting || view?.progress) this.#hasCode = Boolean(view?.field);
  }

  /** The email step until the flow has loaded. */
  get #initialView(): StepView {
    const { isOffline, loadFailure, t } = this;
    if (isOffline) return { message: t.offline, kind: 'error' };
    return loadFailure ? { message: t.general, kind: 'error' } : { message: t.emailHint, kind: '' };
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.withFlow(event, (flow) => flow.submit());
  }

  /** In a slotted field, Enter would submit the page's own form. A held key would go on in the next field. */
  #keyPressed(event: KeyboardEvent): void {
    // Safari ends a composition before this event. Then only this deprecated property tells of the input method.
    // oxlint-disable-next-line typescript/no-deprecated
    const isComposing = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing) return;
    if (event.repeat) event.preventDefault();
    else if (event.target === this.field) this.#submit(event);
  }

  /** A label cannot refer to a slotted field. */
  #focusField(): void {
    this.field?.focus();
  }

  /** Browsers and password managers read a slotted field's attributes before the shopper enters it. */
  #fieldSlotted(): void {
    // The flow adds the rest. A screen reader may reach the field before that.
    if (this.field) nameField(this.field, this.renderRoot);
    this.preloadFlow();
    this.flow?.completeField();
  }

  // The label's click handler is for pointers. Keyboards reach the field itself.
  /* eslint-disable lit-a11y/click-events-have-key-events */
  #renderEmailField(isWrong = false): TemplateResult {
    // A default value, which browsers show until the shopper types.
    const prefill = this.flow ? this.flow.prefill : (this.email ?? '');
    return html`<div class="field">
      <label part="label" for="field" @click=${this.#focusField}
        ><slot name="email-label">${this.t.email}</slot></label
      >
      <slot name="email-input" @slotchange=${this.#fieldSlotted}>
        <input
          id="field"
          part="input"
          name="email"
          type="email"
          dir="ltr"
          autocomplete="email"
          required
          .defaultValue=${prefill}
          aria-invalid=${isWrong ? 'true' : 'false'}
          aria-describedby="message"
        />
      </slot>
    </div>`;
  }
  /* eslint-enable lit-a11y/click-events-have-key-events */

  /** The messages that may follow, invisible, so that a later one does not move the content below. */
  #renderMessages(): TemplateResult {
    const { reserve, room, t } = this;
    // The first use of `Intl` takes as long as the rest of the first drawing, so it is avoided here.
    const time = '59 minutes';
    const valid = this.expires && this.expiresUnit ? fill(t.validFor, { time }) : '';
    const checked = this.codeMode === 'numeric' && this.codeLength ? t.checkedAtOnce : '';
    const sent = reserve || this.#hasCode ? t.resent : t.sentTo;
    return html`<div class="cells space" aria-hidden="true">
      ${when(
        reserve || room === 'sending',
        () =>
          html`<div part="message" class="message">
            ${fill(sent, { email: LONG_ADDRESS })} ${valid} ${checked}
          </div>`,
      )}
      ${renderLongest(
        [
          reserve || room === 'verifying' ? t.codeWrong : '',
          fill(t.rateLimited, { time }),
          t.offline,
          t.slow,
        ],
        (text) => html`<div part="message" class="message error">${text}</div>`,
      )}
    </div>`;
  }

  /** The tallest step, invisible, so that the content below the element does not move between steps. */
  #renderSpace(): TemplateResult {
    const { t } = this;
    const count = secondsOr(this.resendAfter, RESEND_AFTER);
    return html`<div class="stack space" aria-hidden="true">
      <div class="field">
        ${renderLongest([t.email, t.code], (text) => html`<div part="label">${text}</div>`)}
        <div part="input" class="input"></div>
      </div>
      ${this.#renderMessages()}
      <div part="button" class="button"></div>
      <div class="more">
        <div part="link" class="link">${t.resend}&nbsp; ${fill(t.seconds, { count: String(count) })}</div>
        <div part="link" class="link">${t.changeEmail}</div>
      </div>
    </div>`;
  }

  /** The visible text stays, so that the button does not move under the finger. The button shows the progress. */
  #renderMessage({ message, isOdd = false }: StepView, progress: string | undefined): unknown {
    return progress
      ? html`<span aria-hidden="true">${message}</span><span class="unseen">${progress}</span>`
      : renderNews(message, isOdd);
  }

  #renderSubmitButton({ isBlocked, label, seconds = nothing }: StepView): TemplateResult {
    const { isStarting, t } = this;
    const text = isStarting ? t.sending : label;
    return html`<button
      part="button"
      class="button"
      type="submit"
      @click=${this.#submit}
      aria-disabled=${isStarting || isBlocked ? 'true' : 'false'}
    >
      <span>${text ?? html`<slot name="send">${t.send}</slot>`}${seconds}</span>
    </button>`;
  }

  protected override get regionLabel(): string | undefined {
    return this.state === 'misconfigured' ? undefined : this.t.heading;
  }

  protected override renderContent(): TemplateResult {
    const { flow, isStarting, t } = this;
    if (this.state === 'misconfigured')
      return html`<p part="message" class="soft"><slot name="unavailable">${t.unavailable}</slot></p>`;
    const view = flow?.view ?? this.#initialView;
    const progress = isStarting ? t.sending : view.progress;
    const isVerified = this.verifiedEmail !== undefined;
    const hasSpace = Boolean(this.reserve || this.room);
    // One live region for all steps: screen readers do not announce a new one. The confirmation is another node, because
    // one that moves up would count as a layout shift.
    return html`
      <div class="stack steps">
        <slot name="heading"
          ><h2 part="heading" aria-level=${this.levelOf()} class="heading cells">
            <span>${isVerified ? t.headingVerified : t.heading}</span>
            ${when(hasSpace, () => html`<span class="space" aria-hidden="true">${isVerified ? t.heading : t.headingVerified}</span>`)}
          </h2></slot
        >
        <div class="cells">
          <form
            part="form"
            class="stack"
            novalidate
            @submit=${this.#submit}
            @input=${(event: Event) => flow?.submitIfComplete(event)}
            @keydown=${this.#keyPressed}
          >
            ${when(!isVerified, () => view.field ?? this.#renderEmailField(view.isWrong))}
            ${view.confirmation}
            <div class=${isVerified ? 'unseen' : 'cells'}>
              <div id="message" part="message" class="message ${view.kind}" role="status" tabindex="-1">
                ${this.#renderMessage(view, progress)}
              </div>
              ${when(this.room && !isVerified, () => this.#renderMessages())}
            </div>
            ${when(!isVerified, () => this.#renderSubmitButton(view))} ${view.actions}
          </form>
          ${when(hasSpace, () => this.#renderSpace())}
        </div>
      </div>
    `;
  }
}

// Exports the types of its events with the class.
export type * from './otp-login.events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'otp-login': OtpLogin;
  }
}
