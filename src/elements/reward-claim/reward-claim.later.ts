/** What `<reward-claim>` does after its first look. It is part of a file that is loaded later: see account.ts. */
import type { ReactiveController } from 'lit';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { Clock } from '../shared/countdown.ts';
import { accountClient } from '../shared/session.ts';
import { addStyles } from '../account/sheet.ts';
import { checkTexts } from '../shared/attributes.ts';
import { warnOfKey } from '../shared/api-key.ts';
import type { AttributeProblem } from '../shared/attributes.ts';
import { mayStore } from '../shared/consent.ts';
import { ConsentWatch } from '../shared/consent-watch.ts';
import { Focus } from '../shared/focus-keeper.ts';
import { formatDuration } from '../shared/locale.ts';
import { isPreview } from '../shared/preview.ts';
import { isSpent } from './claims.ts';
import { checkMinor, explain, platformOf, sectionsOf } from './reward-claim.attributes.ts';
import { CartController, type CartTarget } from './reward-claim.cart.ts';
import { claimProblems, RewardClaimController, type RewardClaimProblem } from './reward-claim.controller.ts';
import {
  RewardClaimAppliedEvent,
  RewardClaimApplyErrorEvent,
  RewardClaimErrorEvent,
  RewardClaimExpireEvent,
  RewardClaimReserveEvent,
  RewardClaimRestoreEvent,
  RewardClaimSuccessEvent,
} from './reward-claim.events.ts';
import type { ClaimHost } from './reward-claim.host.ts';
import { styles } from './reward-claim.later.styles.ts';
import type { RewardClaimState } from './reward-claim.ts';
import { CodeUse, mayGoOn } from './reward-claim.use.ts';
import { type ClaimLook, lookOf } from './reward-claim.view.ts';
import { keepToken } from './token-param.ts';

export type { ClaimLook };

/** The states of a reserved code that can be used. */
const usable = ['reserved', 'applying', 'applied', 'not-applied'];

export class ClaimLater implements ReactiveController {
  readonly host: ClaimHost;
  readonly claim: RewardClaimController;
  readonly cart: CartController;
  readonly use: CodeUse;
  readonly clock: Clock;
  readonly #focus: Focus;
  /** The token that this was about. */
  #token: string;
  /** The state of the drawing before. */
  #before: string | undefined;
  /** Which way into the cart had the focus before the drawing. */
  #way: Element | undefined;
  #expectsLogin = false;
  #autoClaimed = '';
  /** Until when a login is the one that was just made here. */
  #goesOnUntil = 0;
  /** Whether the shopper shall log in before another try. */
  #asksLogin = false;

  constructor(host: ClaimHost) {
    this.host = host;
    this.#token = host.token ?? '';
    this.clock = new Clock(host);
    new ConsentWatch(host, 'claim');
    this.claim = new RewardClaimController(host, {
      client: (session) => accountClient(host, session),
      target: () => ({
        token: host.grantToken,
        rewardId: host.rewardId ?? '',
        codeId: host.codeId ?? '',
      }),
      isStored: () => !host.noStorage && !isPreview() && mayStore(host),
      problemOf: (code) =>
        Object.hasOwn(host.errorMap ?? {}, code)
          ? claimProblems.find((problem) => problem === host.errorMap![code])
          : undefined,
      granted: ({ grant, code }) => {
        this.#asksLogin = false;
        this.use.tell(undefined);
        if (grant) host.dispatchEvent(new RewardClaimSuccessEvent(grant));
        else if (code) host.dispatchEvent(new RewardClaimReserveEvent(code));
        void this.#focus.move('h2.value');
        if (host.apply === 'after-claim') this.#takeIntoCart();
      },
      restored: ({ grant, code }) => {
        this.use.tell(undefined);
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
    this.use = new CodeUse(host, this.claim);
    this.cart = new CartController(host, {
      target: () => this.#cartTarget,
      options: () => ({ sections: sectionsOf(host), mayReload: host.cartReload }),
      // When it shows, and after a reload when there is somebody who listens.
      applied: (platform) =>
        void host.updateComplete.then(() => host.dispatchEvent(new RewardClaimAppliedEvent(platform))),
      failed: (platform, { reason, text, error }) =>
        void host.updateComplete.then(() =>
          host.dispatchEvent(new RewardClaimApplyErrorEvent(platform, reason, text, error)),
        ),
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
    const { grant, code, claiming, email } = this.claim;
    const { grantToken, needsLogin, problem, rewardId, service } = this.host;
    if (grant) return this.cart.state ?? 'claimed';
    if (code && !claiming) return this.isOver ? 'expired' : (this.cart.state ?? 'reserved');
    if (!service || problem === 'misconfigured') return 'misconfigured';
    if (claiming) return 'claiming';
    if (!grantToken && !rewardId) return 'no-token';
    const asksLogin = this.#asksLogin || problem === 'login-needed' || (needsLogin && !problem);
    if (asksLogin && !email) return 'login';
    if (this.lockedFor) return 'locked-out';
    if (problem === 'offline' || problem === 'unconfirmed' || problem === 'not-reserved') return problem;
    return problem ? 'error' : 'ready';
  }

  get grant(): RewardGrantClaim | undefined {
    return this.claim.grant;
  }

  get code(): RewardCode | undefined {
    return this.claim.code;
  }

  get problem(): RewardClaimProblem | undefined {
    return this.claim.problem;
  }

  explain(attribute: string): string {
    return explain(this.host, attribute);
  }

  checkRest(): AttributeProblem | undefined {
    return this.grant || this.code ? checkTexts(this.host) : checkMinor(this.host);
  }

  prepare(): Promise<void> | undefined {
    const preparing = this.claim.prepare();
    return preparing ? preparing.then(() => this.cart.prepare()) : this.cart.prepare();
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

  readonly #addressChanged = () => this.host.requestUpdate();

  hostUpdate(): void {
    const { dataset, renderRoot, token } = this.host;
    if (token !== this.#token) this.use.copied = undefined;
    this.#token = token ?? '';
    const box = renderRoot.firstElementChild as HTMLElement | null;
    this.#before = dataset['state'];
    this.#way = this.host.shadowRoot?.activeElement?.closest('[part=apply], [part=cart]') ?? undefined;
    // A login is taller than what follows it, and what stands below must not jump up.
    if (this.#before === 'login' && this.state !== 'login' && box)
      box.style.minBlockSize = `${box.offsetHeight}px`;
  }

  hostUpdated(): void {
    warnOfKey(this.host.service?.apiKey);
    if (this.state === 'login') this.#expectLogin();
    if (this.#way && !this.#way.isConnected) void this.#focus.move('.applied, button[part=apply]');
    const isOverNow = usable.includes(this.#before!) && this.state === 'expired';
    // What listeners change now would be lost.
    queueMicrotask(() => {
      if (isOverNow) this.host.dispatchEvent(new RewardClaimExpireEvent());
      this.#goOn();
      this.#maybeClaim();
    });
  }

  get lockedFor(): number {
    return this.clock.until(this.claim.lockedUntil);
  }

  /** Whether the reserved code has ended. */
  get isOver(): boolean {
    const { codeEnd, isOver } = this.claim;
    if (codeEnd) this.clock.until(codeEnd);
    return isOver;
  }

  readonly duration = (seconds: number): string => formatDuration(this.host.locale.language, seconds);

  look(): ClaimLook {
    return lookOf(this);
  }

  get #cartTarget(): CartTarget | undefined {
    const { claim, use } = this;
    const { settled } = claim;
    const isUsable = claim.grant ?? (!claim.isOver && !isSpent(claim.code?.status));
    // Carts know it without the spaces around it.
    const code = use.code.trim();
    const platform = settled && code && isUsable ? platformOf(this.host) : undefined;
    return platform && { ...settled!, platform, code };
  }

  /** What the button asks for. */
  start(): void {
    this.#focus.acted();
    // What was pressed before this was there may be done already.
    if (this.grant ?? (this.code && !this.isOver)) return;
    // After a reload the login may be over, and the claim still open.
    if (this.host.needsLogin && !this.claim.email) this.#askLogin();
    else this.#act();
  }

  readonly applyNow = (event: Event): void => {
    void this.host.act(event, () => {
      this.#focus.acted();
      this.#takeIntoCart();
    });
  };

  #takeIntoCart(): void {
    const { isOffered, state } = this.cart;
    if (!isOffered || state === 'applying' || state === 'applied') return;
    this.use.tell(undefined);
    if (mayGoOn(this.host, 'apply')) void this.cart.apply();
  }

  #askLogin(): void {
    this.#asksLogin = true;
    this.host.requestUpdate();
    void this.#focus.move('otp-login');
  }

  /** After a login of the shopper's own in here. */
  #goOn(): void {
    if (Date.now() > this.#goesOnUntil || !this.claim.email) return;
    this.#goesOnUntil = 0;
    this.#act();
  }

  #act(): void {
    if (this.claim.claiming || this.lockedFor) return;
    this.use.tell(undefined);
    const { grantToken, noStorage, token, tokenParam } = this.host;
    if (!mayGoOn(this.host, grantToken ? 'claim' : 'reserve')) return;
    // On the shop's other pages the link's reward is then known, too.
    if (tokenParam && grantToken && !token && !noStorage && mayStore(this.host))
      keepToken(tokenParam, grantToken);
    void this.claim.claim();
  }

  /** What `auto-claim` asks for, but not where nobody looks, and not in the preview of an editor, which is a frame. */
  readonly #maybeClaim = (): void => {
    const { autoClaim, grantToken } = this.host;
    if (!autoClaim || this.state !== 'ready' || this.#autoClaimed === grantToken || isPreview()) return;
    const { prerendering } = document as { prerendering?: boolean };
    if (prerendering || document.visibilityState !== 'visible' || window.top !== window) return;
    this.#autoClaimed = grantToken;
    this.#act();
  };

  /** The built-in login sends what the claim sends. Its script may come later, but not never. */
  #expectLogin(): void {
    const login = this.host.renderRoot.querySelector('otp-login');
    for (const name of ['credentials', 'consent']) {
      const value = this.host.getAttribute(name);
      if (value) login?.setAttribute(name, value);
    }
    if (this.#expectsLogin) return;
    this.#expectsLogin = true;
    setTimeout(() => {
      if (!customElements.get('otp-login'))
        console.warn(`<${this.host.localName}> needs the script of <otp-login> to let shoppers log in.`);
    }, 5000);
  }

  get #slottedLogin(): HTMLElement | undefined {
    const slot = this.host.renderRoot.querySelector<HTMLSlotElement>('slot[name=login]');
    return slot?.assignedElements()[0] as HTMLElement | undefined;
  }

  readonly useOtherAccount = (event: Event): void => {
    void this.host.act(event, () => {
      this.#focus.acted();
      this.claim.useOtherAccount();
      this.#askLogin();
    });
  };
}
