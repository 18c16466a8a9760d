/** The steps of `<reward-claim>` after the first one; loaded when a shopper uses the element. */
import type { ReactiveController } from 'lit';
import { commonLater } from '../../locales/en/common-later.ts';
import { rewardClaimLater } from '../../locales/en/reward-claim-later.ts';
import { warnOfKey } from '../shared/api-key.ts';
import { type AttributeProblem, checkCommon } from '../shared/attributes.ts';
import { ConsentWatch } from '../shared/consent-watch.ts';
import { mayStore } from '../shared/consent.ts';
import { Countdown } from '../shared/countdown.ts';
import { dispatchInPage } from '../shared/dispatch.ts';
import type { Flow } from '../shared/flow-element.ts';
import { FocusKeeper, focusPressed } from '../shared/focus-keeper.ts';
import { isPreview } from '../shared/preview.ts';
import { AutoClaim } from './auto-claim.ts';
import { CartController, type CartTarget } from './cart.ts';
import type { ClaimHost, ClaimWords } from './claim-host.ts';
import type { ClaimModel } from './claim-model.ts';
import { isPermanent, type RewardClaimProblem } from './claim-problem.ts';
import { allowedFor, checkOptional, platformOf, sectionsOf } from './claim-settings.ts';
import { type RewardClaimState, stateWithoutResult } from './claim-state.ts';
import { type ClaimView, viewOf } from './claim-view.ts';
import { claimedStyles } from './claimed.styles.ts';
import { CodeActions } from './code-actions.ts';
import { CurrentClaim } from './current-claim.ts';
import type { KeptClaim } from './kept-claim.ts';
import { forgetToken, keepToken } from './link-token.ts';
import { LoginStep } from './login-step.ts';
import {
  RewardClaimAppliedEvent,
  RewardClaimApplyErrorEvent,
  RewardClaimBeforeEvent,
  RewardClaimErrorEvent,
  RewardClaimExpireEvent,
  RewardClaimReserveEvent,
  RewardClaimRestoreEvent,
  RewardClaimSuccessEvent,
} from './reward-claim.events.ts';

/** The states of a reserved code that can be used. */
const usableStates = ['reserved', 'applying', 'applied', 'not-applied'];

export class ClaimFlow implements Flow, ReactiveController, ClaimModel {
  readonly host: ClaimHost;
  readonly claim: CurrentClaim;
  readonly cart: CartController;
  readonly actions: CodeActions;
  readonly countdown: Countdown;
  readonly #loginStep: LoginStep;
  readonly #autoClaim: AutoClaim;
  readonly #focus: FocusKeeper;
  /** Whether the shopper has to log in before the next attempt, although the attributes don't ask for it. */
  #asksLogin = false;
  /** Whether this element sent the claim, not another one with the same reward. */
  #isSender = false;
  #resultAt = 0;
  /** The reward, the state, and the focused control at the last drawing. */
  #lastReward: string;
  #lastState: string | undefined;
  #focused: Element | null | undefined;

  constructor(host: ClaimHost) {
    this.host = host;
    this.#lastReward = host.target;
    this.countdown = new Countdown(host);
    new ConsentWatch(host, 'claim');
    const isStored = () => !host.noStorage && !isPreview() && mayStore(host);
    this.claim = new CurrentClaim(host, isStored, {
      granted: (kept) => this.#granted(kept),
      restored: (kept) => this.#restored(kept),
      failed: (problem, error) => {
        this.#isSender = false;
        if (isPermanent(problem)) forgetToken(host.tokenParam ?? '', host.grantToken);
        dispatchInPage(host, new RewardClaimErrorEvent(problem, error));
        // A refusal removes the button.
        void this.#focus.move('button.button, #message');
      },
    });
    this.actions = new CodeActions(host, this);
    this.cart = new CartController(host, {
      target: () => this.#cartTarget,
      options: () => ({ sections: sectionsOf(host), mayReload: host.cartReload }),
      mayApply: () => this.#mayApply(),
      applied: (platform) => this.#dispatchOnceDrawn(new RewardClaimAppliedEvent(platform)),
      failed: (platform, { reason, text, error }) =>
        this.#dispatchOnceDrawn(new RewardClaimApplyErrorEvent(platform, reason, text, error)),
    });
    this.#focus = new FocusKeeper(host, (name) =>
      name === 'otp-login' ? this.#loginStep.slotted : undefined,
    );
    this.#loginStep = new LoginStep(host, {
      isShown: () => this.state === 'login',
      isLoggedIn: () => this.claim.email !== undefined,
      proceed: () => this.#claimOrReserve(),
      focusNext: () => this.#focus.find('h2.value, button.button')?.focus(),
    });
    this.#autoClaim = new AutoClaim(host, {
      isReady: () => this.state === 'ready',
      claim: () => this.#claimOrReserve(),
    });
    host.addController(this);
    const { styleSheet } = claimedStyles;
    if (styleSheet) host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
  }

  get t(): ClaimWords {
    return { ...commonLater, ...rewardClaimLater, ...this.host.t };
  }

  get state(): RewardClaimState {
    const { claim, host, problem } = this;
    const { code, email, grant, isClaiming } = claim;
    if (grant) return this.cart.state ?? 'claimed';
    if (code && !isClaiming) return this.#isCodeOver ? 'expired' : (this.cart.state ?? 'reserved');
    const asksLogin = this.#asksLogin || problem === 'login-needed' || (host.needsLogin && !problem);
    return stateWithoutResult({
      hasService: Boolean(host.service),
      hasTarget: Boolean(host.grantToken || host.rewardId),
      isClaiming,
      asksLogin: asksLogin && !email,
      isLocked: this.secondsLocked > 0,
      problem,
    });
  }

  get problem(): RewardClaimProblem | undefined {
    return this.host.isLinkBroken ? 'unknown-token' : this.claim.problem;
  }

  get secondsLocked(): number {
    return this.countdown.secondsUntil(this.claim.lockedUntil);
  }

  get resultAt(): number {
    return this.#resultAt;
  }

  get view(): ClaimView {
    return viewOf(this);
  }

  hostUpdate(): void {
    const { dataset, shadowRoot, target } = this.host;
    const isSame = target === this.#lastReward;
    this.#lastReward = target;
    this.#lastState = isSame ? dataset['state'] : undefined;
    if (!isSame) {
      this.actions.forgetCopy();
      this.#asksLogin = this.#isSender = false;
    }
    this.#focused = shadowRoot?.activeElement;
  }

  hostUpdated(): void {
    const { host } = this;
    warnOfKey(host.service?.apiKey);
    if (this.claim.grant ?? this.claim.isUnconfirmed) this.#keepLink();
    const hasExpired = usableStates.includes(this.#lastState ?? '') && this.state === 'expired';
    if (this.#focused?.isConnected === false) {
      // The retry button stands below a heading that goes, so the next drawing has a new button.
      if (hasExpired || this.state === 'claiming') void this.#focus.move('button.button, #message');
      else if (this.#focused.matches('[part=apply], [part=cart]'))
        void this.#focus.move('[part=applied], button[part=apply]');
      // A login or logout elsewhere brings another step.
      else if (this.#lastState === 'login' || (this.state === 'login' && this.#lastState !== 'claiming'))
        void this.#focus.move('otp-login, h2.value, button.button, #message');
    }
    // Changes that listeners make during an update would be lost.
    queueMicrotask(() => {
      if (hasExpired) host.dispatchEvent(new RewardClaimExpireEvent());
      this.#loginStep.continue();
      this.#autoClaim.run();
    });
  }

  prepare(): Promise<unknown> | undefined {
    return this.claim.find()?.then(() => this.cart.prepare()) ?? this.cart.prepare();
  }

  checkOptional(): AttributeProblem | undefined {
    return this.claim.grant || this.claim.code ? checkCommon(this.host) : checkOptional(this.host);
  }

  allowedFor(attribute: string): string | undefined {
    return allowedFor(this.host, attribute);
  }

  /** Claims, reserves or tries again; asks for the login first if it is needed. */
  start(): void {
    const { code, email, grant } = this.claim;
    this.#focus.reset();
    // A click that waited for the flow may find the result in storage.
    if (grant ?? (code && !this.#isCodeOver)) return;
    // After a reload the login may be over, and the claim still unconfirmed.
    if (this.host.needsLogin && !email) this.#askLogin();
    else this.#claimOrReserve();
  }

  readonly addToCart = (event: Event): void => {
    focusPressed(this.host, event);
    this.#focus.reset();
    this.#applyCode();
  };

  readonly useOtherAccount = (event: Event): void => {
    focusPressed(this.host, event);
    this.#focus.reset();
    this.claim.switchAccount();
    this.#askLogin();
  };

  /** Also redraws the element when the code ends. */
  get #isCodeOver(): boolean {
    const { codeEnd, isOver } = this.claim;
    if (codeEnd) this.countdown.secondsUntil(codeEnd);
    return isOver;
  }

  get #cartTarget(): CartTarget | undefined {
    const { usable } = this.claim;
    // Carts store codes without the spaces around them.
    const code = this.actions.code.trim();
    const platform = usable && code ? platformOf(this.host) : undefined;
    return usable && platform && { ...usable, platform, code };
  }

  #claimOrReserve(): void {
    if (this.claim.isClaiming || this.secondsLocked) return;
    this.actions.forgetCopy();
    if (!this.host.dispatchEvent(new RewardClaimBeforeEvent(this.host.grantToken ? 'claim' : 'reserve')))
      return;
    this.#keepLink();
    this.#isSender = true;
    void this.claim.send();
  }

  /** Lets the shop's other pages know the reward of a link. */
  #keepLink(): void {
    const { grantToken, noStorage, token, tokenParam } = this.host;
    if (tokenParam && grantToken && !token && !noStorage && mayStore(this.host))
      keepToken(tokenParam, grantToken);
  }

  #mayApply(): boolean {
    const { isOffered, state } = this.cart;
    if (!isOffered || state === 'applying' || state === 'applied') return false;
    this.actions.forgetCopy();
    return this.host.dispatchEvent(new RewardClaimBeforeEvent('apply'));
  }

  #applyCode(): void {
    if (this.#mayApply()) void this.cart.apply();
  }

  #askLogin(): void {
    this.#asksLogin = true;
    this.host.requestUpdate();
    void this.#focus.move('otp-login');
  }

  #granted({ grant, code }: KeptClaim): void {
    this.#resultAt = Date.now();
    this.#asksLogin = false;
    this.actions.forgetCopy();
    if (grant) dispatchInPage(this.host, new RewardClaimSuccessEvent(grant));
    else if (code) dispatchInPage(this.host, new RewardClaimReserveEvent(code));
    void this.#focus.move('h2.value');
    if (this.host.apply === 'after-claim' && this.#isSender) this.#applyCode();
    this.#isSender = false;
  }

  #restored({ grant, code }: KeptClaim): void {
    this.#resultAt = Date.now();
    this.actions.forgetCopy();
    this.#dispatchOnceDrawn(new RewardClaimRestoreEvent(grant ?? undefined, code ?? undefined));
    // The result replaces the button, which may have had the focus.
    void this.#focus.move('h2.value');
  }

  /** Waits for the drawing: after a reload, the page has added its listeners by then. */
  #dispatchOnceDrawn(event: Event): void {
    void this.host.updateComplete.then(() => dispatchInPage(this.host, event));
  }
}
