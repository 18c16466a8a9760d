import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { rewardClaim } from '../../locales/en/reward-claim.ts';
import { type AttributeProblem, jsonAttribute, type Maybe } from '../shared/attributes.ts';
import { baseStyles } from '../shared/base.styles.ts';
import { FlowElement, type LoadFailure } from '../shared/flow-element.ts';
import { lazy } from '../shared/lazy.ts';
import { withinPatience } from '../shared/patience.ts';
import { motionStyles } from '../shared/motion.styles.ts';
import { renderNews } from '../shared/news.ts';
import type * as FlowModule from './claim-flow.ts';
import type { ClaimFlow } from './claim-flow.ts';
import type { ClaimHost } from './claim-host.ts';
import type { claimProblems, RewardClaimProblem } from './claim-problem.ts';
import { type RewardClaimState, stateWithoutResult } from './claim-state.ts';
import type { ClaimView } from './claim-view.ts';
import { isGrantToken, isTrusted, takeToken } from './link-token.ts';
import { renderCartMessages, renderReservedSpace } from './reserved-space.ts';
import { RewardClaimErrorEvent } from './reward-claim.events.ts';
import { styles } from './reward-claim.styles.ts';

const flowModule = lazy('claim-flow', () => import('./claim-flow.ts'));

/**
 * @summary A shopper claims a reward grant by its token and uses the discount, or reserves a reward's code.
 *
 * Nothing is claimed on load, only on a click: link previews and prefetching must not use up a grant. The browser keeps
 * a claimed reward, and the element shows it again.
 *
 * @tagname reward-claim
 *
 * @attr {'include'} credentials - Also sends cookies to a gateway on another host, if its sessions are cookies.
 * @attr {'granted' | 'denied' | 'pending'} consent - Whether the browser may store the claim. By default, the page or Shopify decides.
 *
 * @fires {RewardClaimBeforeEvent} reward-claim-claim-before - The reward is about to be claimed; cancelable.
 * @fires {RewardClaimSuccessEvent} reward-claim-success - The service granted the reward.
 * @fires {RewardClaimBeforeEvent} reward-claim-reserve-before - The code is about to be reserved; cancelable.
 * @fires {RewardClaimReserveEvent} reward-claim-reserve - The service reserved the code.
 * @fires {RewardClaimRestoreEvent} reward-claim-restore - The reward or code was restored after a reload, or taken over from another tab.
 * @fires {RewardClaimErrorEvent} reward-claim-error - The claim failed, or could not be confirmed.
 * @fires {RewardClaimBeforeEvent} reward-claim-copy-before - The code is about to be copied; cancelable.
 * @fires {RewardClaimCopyEvent} reward-claim-copy - The discount code is on the clipboard.
 * @fires {RewardClaimBeforeEvent} reward-claim-share-before - The reward is about to be shared; cancelable.
 * @fires {RewardClaimShareEvent} reward-claim-share - The shopper shared the reward.
 * @fires {RewardClaimBeforeEvent} reward-claim-apply-before - The code is about to be added to the cart, or its link to be followed; cancelable.
 * @fires {RewardClaimApplyEvent} reward-claim-apply - The shopper follows the link that uses the code.
 * @fires {RewardClaimAppliedEvent} reward-claim-applied - The code was added to the shop's cart for the shopper.
 * @fires {RewardClaimApplyErrorEvent} reward-claim-apply-error - The code could not be added to the cart; the shopper still has it.
 * @fires {RewardClaimExpireEvent} reward-claim-expire - The reserved code expired while the page was open.
 *
 * @slot heading - In place of the heading before the claim.
 * @slot intro - In place of the sentence below it.
 * @slot login - An `<otp-login>` of the page, in place of the built-in one.
 * @slot claim - In place of the words on the button that claims.
 * @slot reserve - In place of the words on the button that reserves.
 * @slot retry - In place of the words on the button that tries again.
 * @slot claimed - In place of the word above the claimed reward.
 * @slot gated - Shown after the claim of a reward that unlocks content.
 * @slot automatic - In place of the words for a discount that needs no code.
 * @slot copy - In place of the words on the button that copies.
 * @slot share - In place of the words on the button that shares.
 * @slot apply - In place of the words on the button that adds the code to the cart, or on the link that uses it.
 * @slot applied - In place of the words for a code in the cart.
 * @slot cart - In place of the words on the link to the cart.
 * @slot contact - How to reach the shop; shown when a reward cannot be claimed.
 * @slot no-token - Shown when `token-param` is set and the URL has no token.
 * @slot unavailable - In place of the message while attributes are wrong.
 *
 * @csspart heading - The heading.
 * @csspart intro - The sentence below it.
 * @csspart login - The built-in login.
 * @csspart card - The card around the claimed reward.
 * @csspart value - The value of the reward.
 * @csspart scope - The products it applies to.
 * @csspart code - The discount code.
 * @csspart button - The main button: claim, reserve, try again.
 * @csspart copy - The button that copies the code.
 * @csspart apply - The button that adds the code to the cart, or the link that uses it.
 * @csspart apply-link - The link that uses the code after the cart rejected it.
 * @csspart applied - The confirmation that the code is in the cart.
 * @csspart cart - The link to the cart.
 * @csspart share - The button that shares.
 * @csspart expiry - The validity of a reserved code.
 * @csspart message - The message to the shopper.
 *
 * @cssprop --storefront-accent - Colour of the main button. Default: the theme's button colour, else the text colour.
 * @cssprop --storefront-on-accent - Text on the main button. Default: the theme's text on its buttons, else black or white, whichever is easier to read.
 * @cssprop --storefront-danger - Colour of errors. Default: the theme's, else a red.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius. Default: the theme's for buttons and for fields, else 0.5em.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class RewardClaim
  extends FlowElement<typeof rewardClaim, typeof FlowModule, ClaimFlow>
  implements ClaimHost
{
  static override styles = [baseStyles, motionStyles, styles];

  /** The grant's token, 16 to 200 characters. Never reflected, logged or put into an event. */
  @property() token: Maybe<string> = '';

  /**
   * The parameter with the token in the page's URL, as `?name=` or `#name=`. It is removed once it has been read. The
   * token is sent only to the page's origin, or to the base URL of the script tag or `configure()`.
   */
  @property({ attribute: 'token-param' }) tokenParam: Maybe<string>;

  /** The reward whose code is reserved for the shopper's proven address. */
  @property({ attribute: 'reward-id' }) rewardId: Maybe<string>;

  /** The code of that reward. */
  @property({ attribute: 'code-id' }) codeId: Maybe<string>;

  /** The shopper must log in first. The claim then continues automatically. */
  @property({ attribute: 'requires-login', type: Boolean }) requiresLogin = false;

  /** Claims without a click as soon as a shopper sees the page. Never in a frame, such as a theme editor's. */
  @property({ attribute: 'auto-claim', type: Boolean }) autoClaim = false;

  /**
   * The currency of fixed amounts, ISO 4217. The service names none, so no amount is shown without it, unless a Shopify
   * page has a currency.
   */
  @property() currency: Maybe<string>;

  /** Fixed amounts are in the currency's smallest unit, such as cents. */
  @property({ attribute: 'minor-units', type: Boolean }) minorUnits = false;

  /** The shop system whose cart takes the code. `auto`, the default, detects it. */
  @property() platform: Maybe<'shopify' | 'woocommerce' | 'bigcommerce' | 'auto' | 'none'>;

  /** When the code is added to the cart: on a click (the default), automatically after a claim in this element, or never. */
  @property() apply: Maybe<'click' | 'after-claim' | 'none'>;

  /**
   * The parts of a Shopify theme that show the cart and are rendered again, at most five, separated by spaces: `id` for a
   * whole section, `id=selector` for a part of it, `=selector` for a part of whichever section contains it. The defaults
   * fit Dawn, Horizon and the themes based on them.
   */
  @property({ attribute: 'cart-sections' }) cartSections: Maybe<string>;

  /** Reloads the page if nothing else would show the new cart. */
  @property({ attribute: 'cart-reload', type: Boolean }) cartReload = false;

  /** The URL that uses the code without a cart, or after the cart failed: `/discount/{code}?redirect={path}`. */
  @property({ attribute: 'apply-url' }) applyUrl: Maybe<string>;

  /** The other hosts that `apply-url` may lead to, separated by spaces. */
  @property({ attribute: 'apply-hosts' }) applyHosts: Maybe<string>;

  /** The meaning of the service's error codes, in JSON: `{ "grant_expired": "expired" }`. */
  @property({ attribute: 'error-map', converter: jsonAttribute }) errorMap: Maybe<
    Record<string, (typeof claimProblems)[number]>
  >;

  protected override readonly english = rewardClaim;
  protected override readonly wordGroup = 'rewardClaim';
  protected override readonly flowModule = flowModule;
  /** The token from a link. */
  #linkToken = '';

  override get state(): RewardClaimState {
    // An action shows at once, even before the flow has loaded.
    if (this.isStarting) return 'claiming';
    if (this.flow) return this.flow.state;
    return stateWithoutResult({
      hasService: this.hasService,
      hasTarget: Boolean(this.grantToken || this.rewardId),
      asksLogin: this.needsLogin && !this.isLinkBroken,
      problem: this.#problem,
    });
  }

  /** The claim result as the service sent it, once there is one. */
  get result(): RewardGrantClaim | undefined {
    return this.flow?.claim.grant;
  }

  /** The reserved code as the service sent it, once there is one. */
  get reservedCode(): RewardCode | undefined {
    return this.flow?.claim.code;
  }

  /** @internal */
  get grantToken(): string {
    return this.token || this.#linkToken;
  }

  /**
   * A broken token in a link is reported to the shopper: it is not a mistake of the page.
   *
   * @internal
   */
  get isLinkBroken(): boolean {
    return !this.token && this.#linkToken !== '' && !isGrantToken(this.#linkToken);
  }

  /** @internal */
  get needsLogin(): boolean {
    return this.requiresLogin || (!this.grantToken && Boolean(this.rewardId));
  }

  get #problem(): RewardClaimProblem | undefined {
    if (this.flow) return this.flow.problem;
    return this.isLinkBroken ? 'unknown-token' : this.loadFailure;
  }

  constructor() {
    super();
    // The claim follows the login without another action.
    this.addEventListener('otp-login-verify-before', () => (this.roomFor = 'claiming'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#addressChanged);
    addEventListener('popstate', this.#addressChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#addressChanged);
    removeEventListener('popstate', this.#addressChanged);
  }

  /** A link to this page may bring another token. */
  readonly #addressChanged = (): void => this.requestUpdate();

  protected override createFlow({ ClaimFlow }: typeof FlowModule): ClaimFlow {
    return new ClaimFlow(this);
  }

  protected override reportLoadFailure(failure: LoadFailure): void {
    this.dispatchEvent(new RewardClaimErrorEvent(failure, undefined));
  }

  protected override prepare(): Promise<unknown> | undefined {
    this.#linkToken = this.tokenParam ? takeToken(this, this.tokenParam) : '';
    const flow = super.prepare();
    if (this.hasUpdated || !this.needsLogin || customElements.get('otp-login')) return flow;
    // The built-in login is drawn with the claim, so that its height moves nothing later.
    return Promise.all([flow, withinPatience(customElements.whenDefined('otp-login'))]);
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const problem = this.#problem;
    if (this.autoClaim && this.state === 'ready') this.preloadFlow();
    if (problem) this.dataset['problem'] = problem;
    else delete this.dataset['problem'];
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    const { service, token } = this;
    // Hydration has to repeat the server's drawing, and a server does not know the page's origin.
    const takesLink = this.tokenParam && !token && !this.isFromServer;
    if (takesLink && service && !isTrusted(service)) return { attribute: 'base-url' };
    if (this.result ?? this.reservedCode) return undefined;
    if (token ? !isGrantToken(token) : !this.tokenParam && !this.rewardId) return { attribute: 'token' };
    return this.rewardId && !this.codeId ? { attribute: 'code-id' } : undefined;
  }

  /**
   * Identifies the reward that a press claims.
   *
   * @internal
   */
  get target(): string {
    return [this.grantToken, this.rewardId, this.codeId].join(' ');
  }

  #start(event: Event): void {
    const target = this.target;
    // While the flow loads, the page may reuse the element for a reward that the shopper did not press for.
    void this.withFlow(event, (flow) => target === this.target && flow.start());
  }

  /** The view until the flow has loaded. */
  get #initialView(): ClaimView {
    const { isLinkBroken, isStarting, loadFailure, t } = this;
    if (isLinkBroken)
      return { message: { text: t.unknownToken, kind: 'error' }, isFinal: true, hasContact: true };
    if (isStarting) return { message: { text: t.claiming, kind: 'unseen' } };
    if (!loadFailure) return { message: { text: '', kind: 'unseen' } };
    const isOffline = loadFailure === 'offline';
    return {
      message: { text: isOffline ? t.offlineUnsent : t.general, kind: 'error' },
      label: html`<slot name="retry">${t.retry}</slot>`,
      hasContact: !isOffline,
    };
  }

  #renderHead({ head, intro, isFinal }: ClaimView): TemplateResult {
    const { state, t } = this;
    const titled = (text: string) =>
      html`<h2 part="heading" aria-level=${this.levelOf()} class="heading">${text}</h2>`;
    if (head || isFinal) return head ?? titled(t.headingFailed);
    const heading = html`<slot name="heading">${titled(t.heading)}</slot>`;
    return state === 'login'
      ? html`${heading} ${this.#renderLogin()}`
      : html`${heading}
          <p part="intro" class="intro">
            <slot name="intro">${intro ?? t.intro}</slot>
          </p>`;
  }

  #renderLogin(): TemplateResult {
    const { service, t } = this;
    return html`<slot name="login">
      <otp-login
        part="login"
        data-when
        .baseUrl=${service?.baseUrl}
        .apiKey=${service?.apiKey}
        .noStorage=${this.noStorage}
      >
        <p slot="heading" part="intro">${t.loginFirst}</p>
      </otp-login>
    </slot>`;
  }

  #renderButton({ label, isBlocked, seconds }: ClaimView): TemplateResult {
    const { isStarting, t } = this;
    return html`<button
      part="button"
      class="button"
      type="button"
      aria-disabled=${isStarting || isBlocked ? 'true' : 'false'}
      @click=${this.#start}
    >
      <span
        >${isStarting ? t.claiming : (label ?? html`<slot name="claim">${t.claim}</slot>`)}${seconds}</span
      >
    </button>`;
  }

  protected override get regionLabel(): string | undefined {
    const { state, t } = this;
    return state === 'misconfigured' || state === 'no-token' ? undefined : t.reward;
  }

  protected override renderContent(): TemplateResult {
    const { state, t } = this;
    if (state === 'misconfigured')
      return html`<p part="message" class="soft"><slot name="unavailable">${t.unavailable}</slot></p>`;
    if (state === 'no-token') return html`<slot name="no-token"></slot>`;
    const view = this.flow?.view ?? this.#initialView;
    const { text, kind, isOdd = false } = view.message;
    const button = view.isFinal || state === 'login' ? nothing : this.#renderButton(view);
    // The message is the same node in all states: screen readers announce changes in a region they know. It is below the
    // button, so that the button stays in its place; below another heading, the button is a new node.
    return html`
      <div class="cells">
        <div class="stack">
          ${this.#renderHead(view)} ${view.head ? html`${button}` : button}
          <div class=${kind === 'unseen' && !this.room ? kind : 'cells'}>
            <p
              id="message"
              part="message"
              class=${kind === 'error' ? 'message error' : kind}
              role="status"
              tabindex="-1"
            >
              ${renderNews(text, isOdd)}
            </p>
            ${this.room === 'applying' ? renderCartMessages(t) : nothing}
          </div>
          ${view.action}
          ${view.hasContact ? html`<slot name="contact"><p class="soft">${t.contact}</p></slot>` : nothing}
        </div>
        ${renderReservedSpace(this, this.room, !this.isFromServer)}
      </div>
    `;
  }
}

export type { RewardClaimState };
// Importing the class also gives the types of its events.
export type * from './reward-claim.events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'reward-claim': RewardClaim;
  }
}
