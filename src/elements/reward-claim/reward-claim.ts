import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from '../base/decorators.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { rewardClaim } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText, limitText, ownMessage } from '../base/errors.ts';
import { fill, formatDuration } from '../base/locale.ts';
import {
  type AttributeProblem,
  jsonAttribute,
  type Maybe,
  StorefrontElement,
} from '../base/storefront-element.ts';
import { isSpent } from './claims.ts';
import { applyUrl, describeReward, describeScope, isCurrency } from './discount.ts';
import { claimProblems, RewardClaimController, type RewardClaimProblem } from './reward-claim.controller.ts';
import {
  RewardClaimApplyEvent,
  RewardClaimBeforeEvent,
  RewardClaimCopyEvent,
  RewardClaimErrorEvent,
  RewardClaimExpireEvent,
  RewardClaimReserveEvent,
  RewardClaimRestoreEvent,
  RewardClaimShareEvent,
  RewardClaimSuccessEvent,
} from './reward-claim.events.ts';
import { styles } from './reward-claim.styles.ts';
import { renderSpace } from './space.ts';
import { takeToken } from './token-param.ts';

export type RewardClaimState =
  | 'login'
  | 'ready'
  | 'claiming'
  | 'claimed'
  | 'reserved'
  | 'not-reserved'
  | 'expired'
  | 'unconfirmed'
  | 'locked-out'
  | 'offline'
  | 'error'
  | 'no-token'
  | 'misconfigured';

/** The words of each problem that has its own. */
const problemWords = {
  'already-claimed': 'alreadyClaimed',
  expired: 'expired',
  'not-started': 'notStarted',
  'used-up': 'usedUp',
  'wrong-account': 'wrongAccount',
  'login-needed': 'loginNeeded',
  'unknown-token': 'unknownToken',
  unconfirmed: 'unconfirmed',
} as const;

/** After these another try cannot help. */
const isFinal = (problem: RewardClaimProblem) =>
  !['unconfirmed', 'rate-limited', 'offline', 'other', 'not-started'].includes(problem);

/**
 * @summary A shopper claims a reward grant by its token, gets the discount and uses it; or reserves a reward's code.
 *
 * Nothing is claimed on load, only on a click: link previews and prefetching must not use up a grant. What was claimed
 * is kept in the browser and shown again.
 *
 * @tagname reward-claim
 *
 * @fires {RewardClaimBeforeEvent} reward-claim-claim-before - The reward is about to be claimed; cancelable.
 * @fires {RewardClaimSuccessEvent} reward-claim-success - The service granted the reward.
 * @fires {RewardClaimBeforeEvent} reward-claim-reserve-before - The code is about to be reserved; cancelable.
 * @fires {RewardClaimReserveEvent} reward-claim-reserve - The service reserved the code.
 * @fires {RewardClaimRestoreEvent} reward-claim-restore - It is known from before a reload, or from another tab.
 * @fires {RewardClaimErrorEvent} reward-claim-error - The claim failed, or nobody knows whether it did.
 * @fires {RewardClaimBeforeEvent} reward-claim-copy-before - The code is about to be copied; cancelable.
 * @fires {RewardClaimCopyEvent} reward-claim-copy - The clipboard took the discount code.
 * @fires {RewardClaimBeforeEvent} reward-claim-share-before - The reward is about to be shared; cancelable.
 * @fires {RewardClaimShareEvent} reward-claim-share - The shopper shared the reward.
 * @fires {RewardClaimBeforeEvent} reward-claim-apply-before - The link that uses the code is about to be followed; cancelable.
 * @fires {RewardClaimApplyEvent} reward-claim-apply - The shopper follows that link.
 * @fires {RewardClaimExpireEvent} reward-claim-expire - The reserved code's time is up, while the page is open.
 *
 * @slot heading - In place of the heading before the claim.
 * @slot intro - In place of the sentence below it.
 * @slot login - An `<otp-login>` of the page, in place of the built-in one.
 * @slot claim - In place of the words on the button that claims.
 * @slot reserve - In place of the words on the button that reserves.
 * @slot retry - In place of the words on the button for another try.
 * @slot claimed - In place of the word above what was claimed.
 * @slot gated - Shown after the claim of a reward that unlocks content.
 * @slot automatic - In place of the words for a discount that needs no code.
 * @slot copy - In place of the words on the button that copies.
 * @slot share - In place of the words on the button that shares.
 * @slot apply - In place of the words of the link that uses the code.
 * @slot contact - How to reach the shop, shown where a reward cannot be claimed.
 * @slot no-token - Shown where `token-param` is set and the address has no token.
 * @slot unavailable - In place of what is shown while the attributes are wrong.
 *
 * @csspart heading - The heading.
 * @csspart intro - The sentence below it.
 * @csspart login - The built-in login.
 * @csspart value - What the reward is worth.
 * @csspart scope - What it is for.
 * @csspart code - The discount code.
 * @csspart button - The main button: claim, reserve, try again.
 * @csspart copy - The button that copies the code.
 * @csspart apply - The link that uses the code.
 * @csspart share - The button that shares.
 * @csspart expiry - How long a reserved code is valid.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the main button. Default: the text colour.
 * @cssprop --storefront-on-accent - Text on the main button. Default: black or white, whichever reads.
 * @cssprop --storefront-danger - Colour of errors.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class RewardClaim extends StorefrontElement<'rewardClaim'> {
  static override styles = [baseStyles, styles];

  /** The grant's token, 16 to 200 characters. Never reflected, logged or put into an event. */
  @property() token: Maybe<string> = '';

  /** The parameter of the page's address that carries the token, as `?name=` or `#name=`; removed once it is read. */
  @property({ attribute: 'token-param' }) tokenParam: Maybe<string>;

  /** The reward whose code is reserved for the shopper's proven address. */
  @property({ attribute: 'reward-id' }) rewardId: Maybe<string>;

  /** The code of that reward. */
  @property({ attribute: 'code-id' }) codeId: Maybe<string>;

  /** The shopper must log in first; after that it goes on by itself. */
  @property({ attribute: 'requires-login', type: Boolean }) requiresLogin = false;

  /** Claims without a click, once a shopper sees the page; never in a frame, such as a theme editor's. */
  @property({ attribute: 'auto-claim', type: Boolean }) autoClaim = false;

  /** The currency of fixed amounts, ISO 4217. The service names none, so without it no amount is shown. */
  @property() currency: Maybe<string>;

  /** Fixed amounts are in the currency's smallest unit, such as cents. */
  @property({ attribute: 'minor-units', type: Boolean }) minorUnits = false;

  /** The address that uses the code, such as `/discount/{code}?redirect={path}`. */
  @property({ attribute: 'apply-url' }) applyUrl: Maybe<string>;

  /** The other hosts that `apply-url` may lead to, separated by spaces. */
  @property({ attribute: 'apply-hosts' }) applyHosts: Maybe<string>;

  /** Nothing is kept in the browser's storage: what is claimed is lost with the page. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  /** What the service's error codes mean, in JSON: `{ "grant_expired": "expired" }`. */
  @property({ attribute: 'error-map', converter: jsonAttribute }) errorMap: Maybe<
    Record<string, (typeof claimProblems)[number]>
  >;

  /** What became of the last copy: said until the next action. */
  @state() private copied: 'copied' | 'failed' | undefined;

  protected override readonly english = ['rewardClaim', rewardClaim] as const;
  /** The token in the page's address. */
  #paramToken = '';
  #expectsLogin = false;
  #autoClaimed = '';
  #copiedAt = 0;
  /** Until when a login is the one that was just made here. */
  #goesOnUntil = 0;
  /** Whether the shopper shall log in before another try. */
  #asksLogin = false;

  readonly #claim = new RewardClaimController(this, {
    client: () => this.client,
    target: () => ({
      token: this.#token,
      rewardId: this.rewardId ?? '',
      codeId: this.codeId ?? '',
    }),
    isStored: () => !this.noStorage,
    problemOf: (code) =>
      Object.hasOwn(this.errorMap ?? {}, code)
        ? claimProblems.find((problem) => problem === this.errorMap![code])
        : undefined,
    granted: ({ grant, code }) => {
      this.#asksLogin = false;
      this.copied = undefined;
      if (grant) this.dispatchEvent(new RewardClaimSuccessEvent(grant));
      else if (code) this.dispatchEvent(new RewardClaimReserveEvent(code));
      void this.focusPart('h2.value');
    },
    restored: ({ grant, code }) => {
      this.copied = undefined;
      void this.updateComplete.then(() =>
        this.dispatchEvent(new RewardClaimRestoreEvent(grant ?? undefined, code ?? undefined)),
      );
      // Whoever was at the button is led to what came in its place.
      void this.focusPart('h2.value');
    },
    failed: (problem, error) => {
      this.dispatchEvent(new RewardClaimErrorEvent(problem, error));
      // The button goes with a refusal.
      void this.focusPart('button.button, #message');
    },
  });

  constructor() {
    super();
    // A login in here is the shopper's own act, so it may go on; one that happened elsewhere must not claim.
    this.addEventListener('otp-login-success', () => {
      if (this.dataset['state'] !== 'login') return;
      // The login goes out of sight, and the focus would go with it.
      const isHere = this.matches(':focus-within');
      // Of another copy of this library, such as its own script's, the login is heard of a moment later.
      this.#goesOnUntil = Date.now() + 2000;
      this.#goOn();
      if (isHere) void this.updateComplete.then(() => this.focusTarget('h2.value, button.button')?.focus());
    });
  }

  override get state(): RewardClaimState {
    const { grant, code, claiming, email } = this.#claim;
    const problem = this.#problem;
    if (grant) return 'claimed';
    if (code && !claiming) return this.#isOver ? 'expired' : 'reserved';
    if (!this.client || problem === 'misconfigured') return 'misconfigured';
    if (claiming) return 'claiming';
    if (!this.#token && !this.rewardId) return 'no-token';
    const asksLogin = this.#asksLogin || problem === 'login-needed' || (this.#needsLogin && !problem);
    if (asksLogin && !email) return 'login';
    if (this.#lockedFor) return 'locked-out';
    if (problem === 'offline' || problem === 'unconfirmed' || problem === 'not-reserved') return problem;
    return problem ? 'error' : 'ready';
  }

  /** The claim result as the service sent it, once there is one. */
  get result(): RewardGrantClaim | undefined {
    return this.#claim.grant;
  }

  /** The reserved code as the service sent it, once there is one. */
  get reservedCode(): RewardCode | undefined {
    return this.#claim.code;
  }

  get #token(): string {
    return this.token || this.#paramToken;
  }

  get #needsLogin(): boolean {
    return this.requiresLogin || (!this.#token && Boolean(this.rewardId));
  }

  get #problem(): RewardClaimProblem | undefined {
    // A token in an address is the shopper's link, and no mistake of the page.
    const isBroken = !this.token && this.#paramToken && !isGrantToken(this.#paramToken);
    return isBroken ? 'unknown-token' : this.#claim.problem;
  }

  get #lockedFor(): number {
    return this.countDown(this.#claim.lockedUntil);
  }

  /** Whether the reserved code has ended. */
  get #isOver(): boolean {
    const { codeEnd, isOver } = this.#claim;
    if (codeEnd) this.countDown(codeEnd);
    return isOver;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#maybeClaim);
    document.addEventListener('prerenderingchange', this.#maybeClaim);
    addEventListener('hashchange', this.#addressChanged);
    addEventListener('popstate', this.#addressChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#maybeClaim);
    document.removeEventListener('prerenderingchange', this.#maybeClaim);
    removeEventListener('hashchange', this.#addressChanged);
    removeEventListener('popstate', this.#addressChanged);
  }

  readonly #addressChanged = () => this.requestUpdate();

  protected override prepare(): Promise<void> | undefined {
    if (this.tokenParam) this.#paramToken = takeToken(this.tokenParam, () => !this.noStorage);
    return this.#claim.prepare();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('token')) this.copied = undefined;
  }

  protected override update(changed: PropertyValues): void {
    const before = this.dataset['state'];
    const box = this.renderRoot.firstElementChild as HTMLElement | null;
    // A login is taller than what follows it, and what stands below must not jump up.
    if (before === 'login' && this.state !== 'login' && box) box.style.minBlockSize = `${box.offsetHeight}px`;
    super.update(changed);
    const problem = this.#problem;
    if (problem) this.dataset['problem'] = problem;
    else delete this.dataset['problem'];
    if (this.state === 'login') this.#expectLogin();
    const isOverNow = before === 'reserved' && this.state === 'expired';
    // What listeners change now would be lost.
    queueMicrotask(() => {
      if (isOverNow) this.dispatchEvent(new RewardClaimExpireEvent());
      this.#goOn();
      this.#maybeClaim();
    });
  }

  protected override checkAttributes(): AttributeProblem | undefined {
    if (this.#claim.grant ?? this.#claim.code) return undefined;
    const { applyHosts, codeId, currency, errorMap, rewardId, token } = this;
    const isMinor = true;
    if (!token && !this.tokenParam && !rewardId)
      return { attribute: 'token', allowed: 'given, or token-param, or reward-id with code-id' };
    if (token && !isGrantToken(token))
      return { attribute: 'token', allowed: 'a grant token of 16 to 200 characters' };
    if (rewardId && !codeId) return { attribute: 'code-id', allowed: 'given with reward-id' };
    if (currency && !isCurrency(currency))
      return { attribute: 'currency', allowed: 'an ISO 4217 code such as EUR', isMinor };
    if (this.applyUrl && !applyUrl(this.applyUrl, 'CODE', applyHosts ?? ''))
      return {
        attribute: 'apply-url',
        allowed: 'an address of this site, or of a host in apply-hosts',
        isMinor,
      };
    if (!Object.values(errorMap ?? {}).every((problem) => claimProblems.includes(problem)))
      return { attribute: 'error-map', allowed: `a JSON object of ${claimProblems.join(', ')}`, isMinor };
    return undefined;
  }

  protected override abort(): void {
    // A claim goes on: see the controller.
  }

  get #message(): { text: string; error?: boolean; unseen?: boolean } {
    const { t } = this;
    const { claiming, error, email, grant, isOpen, codeEnd } = this.#claim;
    const problem = this.#problem;
    if (this.state === 'expired' && !problem) return { text: t.headingExpired, error: true };
    const left = this.state === 'reserved' && codeEnd ? this.countDown(codeEnd) : Infinity;
    // Read out at these moments only, not every second; and not left to stand, because it is soon no longer so.
    const soon = [60, 300].find((seconds) => left <= seconds && left > seconds - 10);
    // What was copied before it is old news.
    const isNews = !soon || this.#copiedAt > codeEnd! - soon * 1000;
    if (this.copied && isNews) return { text: this.copied === 'copied' ? t.copied : t.copyFailed };
    if (soon) return { text: fill(t.expires, { time: this.#duration(soon) }), unseen: true };
    // The button shows it.
    if (claiming) return { text: this.#token ? t.claiming : t.reserving, unseen: true };
    // The page shows it; those who do not see it, and were elsewhere, hear it.
    if (grant) return { text: `${t.claimed}: ${this.#title}`, unseen: true };
    if (this.state === 'reserved' && left > 300)
      return { text: fill(t.reserved, { email: isolate(email ?? '') }), unseen: true };
    if (!problem) return { text: '' };
    const own = ownMessage(error, this.errorMessages);
    const known = problemWords[problem as keyof typeof problemWords] as
      (typeof problemWords)[keyof typeof problemWords] | undefined;
    let text = own || (known && t[known]) || errorText(error, t, this.locale.language, this.errorMessages);
    if (problem === 'rate-limited' && !own) text = limitText(error, t, this.locale.language);
    if (problem === 'offline') text = isOpen ? t.offline : t.offlineUnsent;
    if (problem === 'not-reserved') text = fill(t.notReserved, { email: isolate(email ?? '') });
    const isPerhapsYours = problem === 'already-claimed' || (isOpen && problem === 'refused');
    return { text: isPerhapsYours ? `${text} ${t.perhapsYours}` : text, error: true };
  }

  #duration(seconds: number): string {
    return formatDuration(this.locale.language, seconds);
  }

  #mayGoOn(step: 'claim' | 'reserve' | 'copy' | 'share' | 'apply'): boolean {
    return this.dispatchEvent(new RewardClaimBeforeEvent(step));
  }

  #start(event: Event): void {
    this.actedOn(event);
    // After a reload the login may be over, and the claim still open.
    if (this.#needsLogin && !this.#claim.email) this.#askLogin();
    else this.#act();
  }

  #askLogin(): void {
    this.#asksLogin = true;
    this.requestUpdate();
    void this.focusPart('otp-login');
  }

  /** After a login of the shopper's own in here. */
  #goOn(): void {
    if (Date.now() > this.#goesOnUntil || !this.#claim.email) return;
    this.#goesOnUntil = 0;
    this.#act();
  }

  #act(): void {
    if (this.#claim.claiming || this.#lockedFor) return;
    this.copied = undefined;
    if (this.#mayGoOn(this.#token ? 'claim' : 'reserve')) void this.#claim.claim();
  }

  /** What `auto-claim` asks for, but not where nobody looks, and not in the preview of an editor, which is a frame. */
  readonly #maybeClaim = (): void => {
    if (!this.autoClaim || this.state !== 'ready' || this.#autoClaimed === this.#token) return;
    const { prerendering } = document as { prerendering?: boolean };
    if (prerendering || document.visibilityState !== 'visible' || window.top !== window) return;
    this.#autoClaimed = this.#token;
    this.#act();
  };

  get #discountCode(): string {
    const { grant, code } = this.#claim;
    return (grant ? grant.codeType !== 'automatic' && grant.discountCode : code?.code) || '';
  }

  async #copy(): Promise<void> {
    if (!this.#mayGoOn('copy')) return;
    // A second copy is said again only if the words were gone in between.
    this.copied = undefined;
    this.#copiedAt = Date.now();
    await this.updateComplete;
    try {
      await navigator.clipboard.writeText(this.#discountCode);
      this.copied = 'copied';
      this.dispatchEvent(new RewardClaimCopyEvent());
    } catch {
      // No permission, or no secure context: the shopper can still copy by hand.
      this.copied = 'failed';
      const code = this.renderRoot.querySelector('.code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  }

  async #share(): Promise<void> {
    if (!this.#mayGoOn('share')) return;
    try {
      // The address without its parameters, which may be the shopper's own.
      await navigator.share({
        text: `${this.#title}: ${this.#discountCode}`,
        url: location.origin + location.pathname,
      });
      this.dispatchEvent(new RewardClaimShareEvent());
    } catch {
      // The shopper thought better of it.
    }
  }

  #apply(event: Event): void {
    if (this.#mayGoOn('apply')) this.dispatchEvent(new RewardClaimApplyEvent());
    else event.preventDefault();
  }

  get #title(): string {
    const { grant } = this.#claim;
    const { currency, locale, minorUnits, t } = this;
    if (!grant) return t.code;
    const known = currency && isCurrency(currency) ? currency : '';
    return describeReward(grant, t, { language: locale.language, currency: known, isMinor: minorUnits });
  }

  #renderTicket(code: string, end?: string): TemplateResult {
    const { t } = this;
    const url = this.applyUrl ? applyUrl(this.applyUrl, code, this.applyHosts ?? '') : undefined;
    const isShared = code && 'share' in navigator;
    return html`
      ${
        code
          ? html`<div class="ticket">
              <span class="unseen">${t.code}</span>
              <code part="code" class="code" dir="ltr">${code}</code>
              <button part="copy" class="button ${url ? 'quiet' : ''}" type="button" @click=${this.#copy}>
                <span><slot name="copy">${t.copy}</slot></span>
              </button>
            </div>`
          : nothing
      }
      ${end ? html`<p part="expiry" class="soft">${end}</p>` : nothing}
      ${
        url || isShared
          ? html`<div class="ways">
              ${
                url
                  ? html`<a part="apply" class="button" href=${url} @click=${this.#apply}
                      ><span><slot name="apply">${t.apply}</slot></span></a
                    >`
                  : nothing
              }
              ${
                isShared
                  ? html`<button part="share" class="link" type="button" @click=${this.#share}>
                      <slot name="share">${t.share}</slot>
                    </button>`
                  : nothing
              }
            </div>`
          : nothing
      }
    `;
  }

  #renderClaimed(grant: RewardGrantClaim): TemplateResult {
    const { t } = this;
    const code = this.#discountCode;
    const isGated = grant.valueType === 'gated_content';
    const scope = describeScope(grant, t);
    return html`
      <p class="soft"><slot name="claimed">${t.claimed}</slot></p>
      <h2 part="value" class="value intro" tabindex="-1">${this.#title}</h2>
      ${scope ? html`<p part="scope" class="soft intro">${scope}</p>` : nothing}
      ${
        code || isGated
          ? nothing
          : html`<p>
              <slot name="automatic">${grant.codeType === 'automatic' ? t.automatic : t.noCode}</slot>
            </p>`
      }
      ${this.#renderTicket(code)} ${isGated ? html`<slot name="gated"></slot>` : nothing}
    `;
  }

  #renderReserved({ code, status, expiresAt, reservedFor }: RewardCode): TemplateResult {
    const { t } = this;
    // What the service says of a code in a word that the document does not list is shown as it came.
    const words = { reserved: '', available: '', redeemed: t.redeemed, revoked: t.revoked, expired: '' };
    const known = Object.hasOwn(words, status ?? 'reserved')
      ? words[(status ?? 'reserved') as 'reserved']
      : status;
    const email = reservedFor || this.#claim.email;
    const usable = this.state === 'reserved' && !isSpent(status);
    return html`
      <p class="soft">${email ? fill(t.reserved, { email: isolate(email) }) : nothing}</p>
      <h2 part="value" class="value intro" tabindex="-1">${t.code}</h2>
      ${known ? html`<p>${known}</p>` : nothing}
      ${
        usable
          ? this.#renderTicket(code ?? '', expiresAt ? this.#expiry(expiresAt) : '')
          : html`<p>
              <s class="soft"><code part="code" dir="ltr">${code}</code></s>
            </p>`
      }
    `;
  }

  #expiry(expiresAt: string): string {
    const { t } = this;
    const { codeEnd } = this.#claim;
    const left = codeEnd === undefined ? Infinity : this.countDown(codeEnd);
    if (left <= 86_400) return fill(t.expires, { time: this.#duration(left) });
    const format = { dateStyle: 'long', timeStyle: 'short' } as const;
    const date =
      codeEnd === undefined
        ? expiresAt
        : new Intl.DateTimeFormat(this.locale.language, format).format(codeEnd);
    return fill(t.expiresOn, { date });
  }

  #renderContact(): TemplateResult {
    return html`<slot name="contact"><p class="soft">${this.t.contact}</p></slot>`;
  }

  #renderLogin(): TemplateResult {
    const { t } = this;
    return html`
      <slot name="heading"><h2 part="heading" class="heading">${t.heading}</h2></slot>
      <slot name="login">
        <otp-login part="login" .baseUrl=${this.baseUrl} .apiKey=${this.apiKey} .noStorage=${this.noStorage}>
          <p slot="heading" part="intro" class="soft">${t.loginFirst}</p>
        </otp-login>
      </slot>
    `;
  }

  /** Its script may come later, but not never. */
  #expectLogin(): void {
    if (this.#expectsLogin) return;
    this.#expectsLogin = true;
    setTimeout(() => {
      if (!customElements.get('otp-login'))
        console.warn(`<${this.localName}> needs the script of <otp-login> to let shoppers log in.`);
    }, 5000);
  }

  protected override focusTarget(selector: string): HTMLElement | null {
    const [own] =
      selector === 'otp-login'
        ? (this.renderRoot.querySelector<HTMLSlotElement>('slot[name=login]')?.assignedElements() ?? [])
        : [];
    return (own as HTMLElement | undefined) ?? super.focusTarget(selector);
  }

  /** A refused reward must not go on promising itself, nor offer a try that cannot help. */
  #renderRefused(problem: RewardClaimProblem): [head: TemplateResult, actions?: TemplateResult] {
    const { t } = this;
    const head = html`<h2 part="heading" class="heading">${t.headingFailed}</h2>`;
    if (!['wrong-account', 'login-needed', 'not-reserved'].includes(problem)) return [head];
    const actions = html`<button part="button" class="button" type="button" @click=${this.#useOtherAccount}>
      <span>${t.otherAccount}</span>
    </button>`;
    return [head, actions];
  }

  #useOtherAccount(event: Event): void {
    this.actedOn(event);
    this.#claim.useOtherAccount();
    this.#askLogin();
  }

  #renderUnclaimed(): [head: TemplateResult, actions: TemplateResult] {
    const { t } = this;
    const intro = this.#token ? t.intro : fill(t.reserveIntro, { email: isolate(this.#claim.email ?? '') });
    const head =
      this.#problem === 'unconfirmed'
        ? html`<h2 part="heading" class="heading">${t.headingUnconfirmed}</h2>`
        : html`<slot name="heading"><h2 part="heading" class="heading">${t.heading}</h2></slot>
            <p part="intro" class="soft intro"><slot name="intro">${intro}</slot></p>`;
    return [head, this.#renderButton()];
  }

  /** Claims, reserves, or tries again. */
  #renderButton(): TemplateResult {
    const { t } = this;
    const { claiming, code } = this.#claim;
    const isClaim = Boolean(this.#token);
    const label =
      this.#problem || code
        ? html`<slot name="retry">${t.retry}</slot>`
        : isClaim
          ? html`<slot name="claim">${t.claim}</slot>`
          : html`<slot name="reserve">${t.reserve}</slot>`;
    const lockedFor = this.#lockedFor;
    return html`<button
      part="button"
      class="button"
      type="button"
      aria-disabled=${claiming || lockedFor ? 'true' : 'false'}
      @click=${this.#start}
    >
      <span>${claiming ? (isClaim ? t.claiming : t.reserving) : label} ${this.renderSeconds(lockedFor)}</span>
    </button>`;
  }

  /** What stands above the message, and what below. */
  #renderState(): [head: TemplateResult, actions?: TemplateResult | undefined] {
    const { grant, code } = this.#claim;
    const problem = this.#problem;
    if (grant) return [this.#renderClaimed(grant)];
    // What is over may be had again.
    if (code) return [this.#renderReserved(code), this.#isOver ? this.#renderButton() : undefined];
    if (this.state === 'login') return [this.#renderLogin()];
    return problem && isFinal(problem) ? this.#renderRefused(problem) : this.#renderUnclaimed();
  }

  protected override renderContent(): TemplateResult {
    const { state, t } = this;
    if (state === 'misconfigured')
      return html`<p part="message" class="soft"><slot name="unavailable">${t.unavailable}</slot></p>`;
    if (state === 'no-token') return html`<slot name="no-token"></slot>`;
    const { text, error, unseen } = this.#message;
    const [head, actions] = this.#renderState();
    const isStuck = error && state !== 'offline' && state !== 'locked-out';
    // Always the same node, and never out of the tree: screen readers announce changes in a region they know.
    return html`
      <div class="cells">
        <div class="stack">
          ${head}
          <p
            id="message"
            part="message"
            class=${error ? 'message error' : text && !unseen ? 'message' : 'unseen'}
            role="status"
            tabindex="-1"
          >
            ${text}
          </p>
          ${actions} ${isStuck ? this.#renderContact() : nothing}
        </div>
        ${renderSpace(t, Boolean(this.applyUrl) || 'share' in navigator, Boolean(this.rewardId))}
      </div>
    `;
  }
}

/** Counted in characters, as the service counts them. */
const isGrantToken = (token: string): boolean => {
  const { length } = Array.from(token);
  return length >= 16 && length <= 200;
};

/** So that an address does not rearrange a sentence that runs from right to left. */
const isolate = (email: string) => `\u2068${email}\u2069`;

declare global {
  interface HTMLElementTagNameMap {
    'reward-claim': RewardClaim;
  }
}
