/** What `<reward-claim>` shows and does after its first look. It is part of a file that is loaded later: see account.ts. */
import type { ReactiveController, TemplateResult } from 'lit';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { Clock, renderSeconds } from '../account/clock.ts';
import { html, nothing } from '../account/lit.ts';
import { accountClient, checkCredentials } from '../account/session.ts';
import { addStyles } from '../account/sheet.ts';
import { allowed, checkTexts } from '../base/allowed.ts';
import { warnOfKey } from '../base/api-key.ts';
import type { AttributeProblem } from '../base/attributes.ts';
import { errorText, limitText, ownMessage } from '../base/errors.ts';
import { Focus } from '../base/focus.ts';
import { fill, formatDuration } from '../base/locale.ts';
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
import { styles } from './reward-claim.later.styles.ts';
import type { RewardClaim, RewardClaimState } from './reward-claim.ts';

/** The element, with what it keeps from the page. */
export type ClaimHost = { [K in keyof RewardClaim]: RewardClaim[K] } & {
  readonly t: RewardClaim['t'];
  readonly locale: RewardClaim['locale'];
  readonly service: RewardClaim['service'];
  readonly grantToken: RewardClaim['grantToken'];
  readonly isBroken: RewardClaim['isBroken'];
  readonly needsLogin: RewardClaim['needsLogin'];
  readonly money: RewardClaim['money'];
  readonly problem: RewardClaim['problem'];
  readonly act: RewardClaim['act'];
};

/** What the element draws: around what it brings itself where nothing else is said. */
export interface ClaimLook {
  /** In place of the promise of a reward. */
  head?: TemplateResult | undefined;
  /** The sentence of that promise. */
  intro?: string;
  /** What the shopper is told. */
  text: string;
  kind: 'message' | 'error' | 'unseen';
  /** Whether there is nothing to try: the reward must not go on promising itself, nor offer what cannot help. */
  isFinal?: boolean | undefined;
  /** In place of the button that claims. */
  actions?: TemplateResult | undefined;
  /** The words on that button, in place of its own. */
  label?: string | TemplateResult | undefined;
  isBlocked?: boolean;
  seconds?: ReturnType<typeof renderSeconds>;
  /** Whether it is said how to reach the shop. */
  hasContact?: boolean | undefined;
}

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

/** So that an address does not rearrange a sentence that runs from right to left. */
const isolate = (email: string) => `\u2068${email}\u2069`;

export class ClaimLater implements ReactiveController {
  readonly #host: ClaimHost;
  readonly #claim: RewardClaimController;
  readonly #focus: Focus;
  readonly #clock: Clock;
  /** What became of the last copy: said until the next action. */
  #copied: 'copied' | 'failed' | undefined;
  #copiedAt = 0;
  /** The token that this was about. */
  #token: string;
  /** The state of the drawing before. */
  #before: string | undefined;
  #expectsLogin = false;
  #autoClaimed = '';
  /** Until when a login is the one that was just made here. */
  #goesOnUntil = 0;
  /** Whether the shopper shall log in before another try. */
  #asksLogin = false;

  constructor(host: ClaimHost) {
    this.#host = host;
    this.#token = host.token ?? '';
    this.#clock = new Clock(host);
    this.#claim = new RewardClaimController(host, {
      client: (session) => accountClient(host, session),
      target: () => ({
        token: host.grantToken,
        rewardId: host.rewardId ?? '',
        codeId: host.codeId ?? '',
      }),
      isStored: () => !host.noStorage,
      problemOf: (code) =>
        Object.hasOwn(host.errorMap ?? {}, code)
          ? claimProblems.find((problem) => problem === host.errorMap![code])
          : undefined,
      granted: ({ grant, code }) => {
        this.#asksLogin = false;
        this.#tell(undefined);
        if (grant) host.dispatchEvent(new RewardClaimSuccessEvent(grant));
        else if (code) host.dispatchEvent(new RewardClaimReserveEvent(code));
        void this.#focus.move('h2.value');
      },
      restored: ({ grant, code }) => {
        this.#tell(undefined);
        void host.updateComplete.then(() =>
          host.dispatchEvent(new RewardClaimRestoreEvent(grant ?? undefined, code ?? undefined)),
        );
        // Whoever was at the button is led to what came in its place.
        void this.#focus.move('h2.value');
      },
      failed: (problem, error) => {
        host.dispatchEvent(new RewardClaimErrorEvent(problem, error));
        // The button goes with a refusal.
        void this.#focus.move('button.button, #message');
      },
    });
    this.#focus = new Focus(host, (name) => (name === 'otp-login' ? this.#slottedLogin : undefined));
    host.addController(this);
    addStyles(host, styles());
    // A login in here is the shopper's own act, so it may go on; one that happened elsewhere must not claim.
    host.addEventListener('otp-login-success', () => {
      if (host.dataset['state'] !== 'login') return;
      // The login goes out of sight, and the focus would go with it.
      const isHere = host.matches(':focus-within');
      // Of another copy of this library, such as its own script's, the login is heard of a moment later.
      this.#goesOnUntil = Date.now() + 2000;
      this.#goOn();
      if (isHere) void host.updateComplete.then(() => this.#focus.target('h2.value, button.button')?.focus());
    });
  }

  get state(): RewardClaimState {
    const { grant, code, claiming, email } = this.#claim;
    const { grantToken, needsLogin, problem, rewardId, service } = this.#host;
    if (grant) return 'claimed';
    if (code && !claiming) return this.#isOver ? 'expired' : 'reserved';
    if (!service || problem === 'misconfigured') return 'misconfigured';
    if (claiming) return 'claiming';
    if (!grantToken && !rewardId) return 'no-token';
    const asksLogin = this.#asksLogin || problem === 'login-needed' || (needsLogin && !problem);
    if (asksLogin && !email) return 'login';
    if (this.#lockedFor) return 'locked-out';
    if (problem === 'offline' || problem === 'unconfirmed' || problem === 'not-reserved') return problem;
    return problem ? 'error' : 'ready';
  }

  get grant(): RewardGrantClaim | undefined {
    return this.#claim.grant;
  }

  get code(): RewardCode | undefined {
    return this.#claim.code;
  }

  get problem(): RewardClaimProblem | undefined {
    return this.#claim.problem;
  }

  explain(attribute: string): string {
    if (attribute === 'code-id') return 'given with reward-id';
    if (attribute !== 'token') return allowed[attribute]!;
    return this.#host.token
      ? 'a grant token of 16 to 200 characters'
      : 'given, or token-param, or reward-id with code-id';
  }

  /** What is wrong with the attributes that the element works without. */
  checkRest(): AttributeProblem | undefined {
    if (this.grant ?? this.code) return checkTexts(this.#host);
    const { applyHosts, applyUrl: template, errorMap, money } = this.#host;
    const isMinor = true;
    if (money && !isCurrency(money))
      return { attribute: 'currency', allowed: 'an ISO 4217 code such as EUR', isMinor };
    if (template && !applyUrl(template, 'CODE', applyHosts ?? ''))
      return {
        attribute: 'apply-url',
        allowed: 'an address of this site, or of a host in apply-hosts',
        isMinor,
      };
    if (!Object.values(errorMap ?? {}).every((problem) => claimProblems.includes(problem)))
      return { attribute: 'error-map', allowed: `a JSON object of ${claimProblems.join(', ')}`, isMinor };
    return checkCredentials(this.#host) ?? checkTexts(this.#host);
  }

  prepare(): Promise<void> | undefined {
    return this.#claim.prepare();
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#maybeClaim);
    document.addEventListener('prerenderingchange', this.#maybeClaim);
    addEventListener('hashchange', this.#addressChanged);
    addEventListener('popstate', this.#addressChanged);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#maybeClaim);
    document.removeEventListener('prerenderingchange', this.#maybeClaim);
    removeEventListener('hashchange', this.#addressChanged);
    removeEventListener('popstate', this.#addressChanged);
  }

  readonly #addressChanged = () => this.#host.requestUpdate();

  hostUpdate(): void {
    const { dataset, renderRoot, token } = this.#host;
    if (token !== this.#token) this.#copied = undefined;
    this.#token = token ?? '';
    const box = renderRoot.firstElementChild as HTMLElement | null;
    this.#before = dataset['state'];
    // A login is taller than what follows it, and what stands below must not jump up.
    if (this.#before === 'login' && this.state !== 'login' && box)
      box.style.minBlockSize = `${box.offsetHeight}px`;
  }

  hostUpdated(): void {
    warnOfKey(this.#host.service?.apiKey);
    if (this.state === 'login') this.#expectLogin();
    const isOverNow = this.#before === 'reserved' && this.state === 'expired';
    // What listeners change now would be lost.
    queueMicrotask(() => {
      if (isOverNow) this.#host.dispatchEvent(new RewardClaimExpireEvent());
      this.#goOn();
      this.#maybeClaim();
    });
  }

  get #lockedFor(): number {
    return this.#clock.until(this.#claim.lockedUntil);
  }

  /** Whether the reserved code has ended. */
  get #isOver(): boolean {
    const { codeEnd, isOver } = this.#claim;
    if (codeEnd) this.#clock.until(codeEnd);
    return isOver;
  }

  get #message(): Pick<ClaimLook, 'text' | 'kind'> {
    const { errorMessages, grantToken, locale, problem, t } = this.#host;
    const { claiming, error, email, grant, isOpen, codeEnd } = this.#claim;
    if (this.state === 'expired' && !problem) return { text: t.headingExpired, kind: 'error' };
    const left = this.state === 'reserved' && codeEnd ? this.#clock.until(codeEnd) : Infinity;
    // Read out at these moments only, not every second; and not left to stand, because it is soon no longer so.
    const soon = [60, 300].find((seconds) => left <= seconds && left > seconds - 10);
    // What was copied before it is old news.
    const isNews = !soon || this.#copiedAt > codeEnd! - soon * 1000;
    if (this.#copied && isNews)
      return { text: this.#copied === 'copied' ? t.copied : t.copyFailed, kind: 'message' };
    if (soon) return { text: fill(t.expires, { time: this.#duration(soon) }), kind: 'unseen' };
    // The button shows it.
    if (claiming) return { text: grantToken ? t.claiming : t.reserving, kind: 'unseen' };
    // The page shows it; those who do not see it, and were elsewhere, hear it.
    if (grant) return { text: `${t.claimed}: ${this.#title}`, kind: 'unseen' };
    if (this.state === 'reserved' && left > 300)
      return { text: fill(t.reserved, { email: isolate(email ?? '') }), kind: 'unseen' };
    if (!problem) return { text: '', kind: 'unseen' };
    const own = ownMessage(error, errorMessages);
    const known = problemWords[problem as keyof typeof problemWords] as
      (typeof problemWords)[keyof typeof problemWords] | undefined;
    let text = own || (known && t[known]) || errorText(error, t, locale.language, errorMessages);
    if (problem === 'rate-limited' && !own) text = limitText(error, t, locale.language);
    if (problem === 'offline') text = isOpen ? t.offline : t.offlineUnsent;
    if (problem === 'not-reserved') text = fill(t.notReserved, { email: isolate(email ?? '') });
    const isPerhapsYours = problem === 'already-claimed' || (isOpen && problem === 'refused');
    return { text: isPerhapsYours ? `${text} ${t.perhapsYours}` : text, kind: 'error' };
  }

  #duration(seconds: number): string {
    return formatDuration(this.#host.locale.language, seconds);
  }

  #mayGoOn(step: 'claim' | 'reserve' | 'copy' | 'share' | 'apply'): boolean {
    return this.#host.dispatchEvent(new RewardClaimBeforeEvent(step));
  }

  /** What the button asks for. */
  start(): void {
    this.#focus.acted();
    // What was pressed before this was there may be done already.
    if (this.grant ?? (this.code && !this.#isOver)) return;
    // After a reload the login may be over, and the claim still open.
    if (this.#host.needsLogin && !this.#claim.email) this.#askLogin();
    else this.#act();
  }

  #askLogin(): void {
    this.#asksLogin = true;
    this.#host.requestUpdate();
    void this.#focus.move('otp-login');
  }

  /** After a login of the shopper's own in here. */
  #goOn(): void {
    if (Date.now() > this.#goesOnUntil || !this.#claim.email) return;
    this.#goesOnUntil = 0;
    this.#act();
  }

  #act(): void {
    if (this.#claim.claiming || this.#lockedFor) return;
    this.#tell(undefined);
    if (this.#mayGoOn(this.#host.grantToken ? 'claim' : 'reserve')) void this.#claim.claim();
  }

  /** What `auto-claim` asks for, but not where nobody looks, and not in the preview of an editor, which is a frame. */
  readonly #maybeClaim = (): void => {
    const { autoClaim, grantToken } = this.#host;
    if (!autoClaim || this.state !== 'ready' || this.#autoClaimed === grantToken) return;
    const { prerendering } = document as { prerendering?: boolean };
    if (prerendering || document.visibilityState !== 'visible' || window.top !== window) return;
    this.#autoClaimed = grantToken;
    this.#act();
  };

  #tell(copied: 'copied' | 'failed' | undefined): void {
    this.#copied = copied;
    this.#host.requestUpdate();
  }

  get #discountCode(): string {
    const { grant, code } = this.#claim;
    return (grant ? grant.codeType !== 'automatic' && grant.discountCode : code?.code) || '';
  }

  readonly #copy = async (): Promise<void> => {
    if (!this.#mayGoOn('copy')) return;
    // A second copy is said again only if the words were gone in between.
    this.#tell(undefined);
    this.#copiedAt = Date.now();
    await this.#host.updateComplete;
    try {
      await navigator.clipboard.writeText(this.#discountCode);
      this.#tell('copied');
      this.#host.dispatchEvent(new RewardClaimCopyEvent());
    } catch {
      // No permission, or no secure context: the shopper can still copy by hand.
      this.#tell('failed');
      const code = this.#host.renderRoot.querySelector('.code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  };

  readonly #share = async (): Promise<void> => {
    if (!this.#mayGoOn('share')) return;
    try {
      // The address without its parameters, which may be the shopper's own.
      await navigator.share({
        text: `${this.#title}: ${this.#discountCode}`,
        url: location.origin + location.pathname,
      });
      this.#host.dispatchEvent(new RewardClaimShareEvent());
    } catch {
      // The shopper thought better of it.
    }
  };

  readonly #apply = (event: Event): void => {
    if (this.#mayGoOn('apply')) this.#host.dispatchEvent(new RewardClaimApplyEvent());
    else event.preventDefault();
  };

  get #title(): string {
    const { grant } = this.#claim;
    const { locale, minorUnits, money, t } = this.#host;
    if (!grant) return t.code;
    const currency = isCurrency(money) ? money : '';
    return describeReward(grant, t, { language: locale.language, currency, isMinor: minorUnits });
  }

  #renderTicket(code: string, end?: string): TemplateResult {
    const { applyHosts, applyUrl: template, t } = this.#host;
    const url = template ? applyUrl(template, code, applyHosts ?? '') : undefined;
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
    const { t } = this.#host;
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
    const { t } = this.#host;
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
    const { locale, t } = this.#host;
    const { codeEnd } = this.#claim;
    const left = codeEnd === undefined ? Infinity : this.#clock.until(codeEnd);
    if (left <= 86_400) return fill(t.expires, { time: this.#duration(left) });
    const format = { dateStyle: 'long', timeStyle: 'short' } as const;
    const date =
      codeEnd === undefined ? expiresAt : new Intl.DateTimeFormat(locale.language, format).format(codeEnd);
    return fill(t.expiresOn, { date });
  }

  /** The built-in login sends what the claim sends. Its script may come later, but not never. */
  #expectLogin(): void {
    const { renderRoot } = this.#host;
    const credentials = this.#host.getAttribute('credentials');
    if (credentials) renderRoot.querySelector('otp-login')?.setAttribute('credentials', credentials);
    if (this.#expectsLogin) return;
    this.#expectsLogin = true;
    setTimeout(() => {
      if (!customElements.get('otp-login'))
        console.warn(`<${this.#host.localName}> needs the script of <otp-login> to let shoppers log in.`);
    }, 5000);
  }

  get #slottedLogin(): HTMLElement | undefined {
    const slot = this.#host.renderRoot.querySelector<HTMLSlotElement>('slot[name=login]');
    return slot?.assignedElements()[0] as HTMLElement | undefined;
  }

  #renderOtherAccount(): TemplateResult {
    return html`<button part="button" class="button" type="button" @click=${this.#useOtherAccount}>
      <span>${this.#host.t.otherAccount}</span>
    </button>`;
  }

  readonly #useOtherAccount = (event: Event): void => {
    void this.#host.act(event, () => {
      this.#focus.acted();
      this.#claim.useOtherAccount();
      this.#askLogin();
    });
  };

  /** The words on the button that claims, reserves, or tries again; undefined for those it has by itself. */
  get #label(): ClaimLook['label'] {
    const { grantToken, problem, t } = this.#host;
    const { claiming, code } = this.#claim;
    if (claiming) return grantToken ? t.claiming : t.reserving;
    if (problem || code) return html`<slot name="retry">${t.retry}</slot>`;
    return grantToken ? undefined : html`<slot name="reserve">${t.reserve}</slot>`;
  }

  look(): ClaimLook {
    const { grantToken, problem, t } = this.#host;
    const { claiming, code, email, grant } = this.#claim;
    const { state } = this;
    const message = this.#message;
    const lockedFor = this.#lockedFor;
    const isError = message.kind === 'error';
    const look: ClaimLook = {
      ...message,
      hasContact: isError && state !== 'offline' && state !== 'locked-out',
      label: this.#label,
      isBlocked: claiming || lockedFor > 0,
      seconds: renderSeconds(lockedFor, this.#host.locale.language),
    };
    if (grant) return { ...look, head: this.#renderClaimed(grant), isFinal: true };
    // What is over may be had again.
    if (code) return { ...look, head: this.#renderReserved(code), isFinal: !this.#isOver };
    if (state === 'login') return look;
    if (problem && isFinal(problem)) {
      const mayBeAnother = ['wrong-account', 'login-needed', 'not-reserved'].includes(problem);
      return { ...look, isFinal: true, actions: mayBeAnother ? this.#renderOtherAccount() : undefined };
    }
    if (problem === 'unconfirmed')
      look.head = html`<h2 part="heading" class="heading">${t.headingUnconfirmed}</h2>`;
    if (!grantToken) look.intro = fill(t.reserveIntro, { email: isolate(email ?? '') });
    return look;
  }
}
