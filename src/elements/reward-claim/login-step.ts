import type { ReactiveController } from 'lit';
import type { ClaimHost } from './claim-host.ts';

/** How long after a login in the element the claim may continue, in milliseconds. */
const CONTINUE_WITHIN = 2000;

/** How long the script of `<otp-login>` may take, in milliseconds. */
const SCRIPT_PATIENCE = 5000;

interface Claim {
  /** Whether the element shows the login. */
  isShown: () => boolean;
  isLoggedIn: () => boolean;
  /** Continues the claim that waited for the login. */
  proceed: () => void;
  /** Moves the focus to the next step. */
  focusNext: () => void;
}

/** The login that a claim asks for: the built-in `<otp-login>`, or one of the page in the slot. */
export class LoginStep implements ReactiveController {
  readonly #host: ClaimHost;
  readonly #claim: Claim;
  #expectsScript = false;
  /** Whether the page's own login had the focus before the last drawing. */
  #hadFocus = false;
  #continuesUntil = 0;

  constructor(host: ClaimHost, claim: Claim) {
    this.#host = host;
    this.#claim = claim;
    host.addController(this);
    host.addEventListener('otp-login-success', this.#loggedIn);
  }

  hostUpdate(): void {
    this.#hadFocus = Boolean(this.slotted?.matches(':focus-within'));
  }

  hostUpdated(): void {
    if (!this.#claim.isShown()) {
      if (this.#hadFocus) this.#claim.focusNext();
      return;
    }
    this.#configureLogin();
    this.#expectScript();
  }

  /** The page's own login. */
  get slotted(): HTMLElement | undefined {
    const slot = this.#host.renderRoot.querySelector<HTMLSlotElement>('slot[name=login]');
    return slot?.assignedElements().find((element) => element instanceof HTMLElement);
  }

  /** Continues the claim if the shopper has just logged in here. */
  continue(): void {
    if (Date.now() > this.#continuesUntil || !this.#claim.isLoggedIn()) return;
    this.#continuesUntil = 0;
    this.#claim.proceed();
  }

  /** A login in this element is the shopper's own action. A login elsewhere must not claim. */
  readonly #loggedIn = (): void => {
    const host = this.#host;
    if (host.dataset['state'] !== 'login') return;
    // The login disappears, and the focus would be lost with it.
    const hasFocus = host.matches(':focus-within');
    // A login of another copy of this library shares its record a moment later.
    this.#continuesUntil = Date.now() + CONTINUE_WITHIN;
    this.continue();
    if (hasFocus) void host.updateComplete.then(this.#claim.focusNext);
  };

  /** The built-in login sends and stores under the same conditions as the claim. */
  #configureLogin(): void {
    const login = this.#host.renderRoot.querySelector('otp-login');
    for (const name of ['credentials', 'consent']) {
      const value = this.#host.getAttribute(name);
      if (value === null) login?.removeAttribute(name);
      else login?.setAttribute(name, value);
    }
  }

  #expectScript(): void {
    if (this.#expectsScript) return;
    this.#expectsScript = true;
    setTimeout(() => {
      if (!customElements.get('otp-login'))
        console.warn(`<${this.#host.localName}> needs the script of <otp-login> to let shoppers log in.`);
    }, SCRIPT_PATIENCE);
  }
}
