import { adoptStyles, css, html, nothing } from 'lit';
import type { AttributeProblem } from '../base/attributes.ts';
import { property } from '../base/decorators.ts';
import { focusActed } from '../base/focus.ts';
import { inTime } from '../base/locale.ts';
import { isServer } from '../base/server.ts';
import { StorefrontElement } from '../base/storefront-element.ts';
import type * as Account from './account.ts';

/** What comes after the first look, once its file is there. */
let account: typeof Account | undefined;
let loading: Promise<void> | undefined;

/** Loads the file for all elements; after a failure the next call tries again. */
export const loadAccount = (): Promise<void> =>
  (loading ??= import('../account/account.ts').then(
    (file) => {
      file.useLit({ adoptStyles, css, html, nothing });
      account = file;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));

/** Whether the browser remembers anything of this shopper. */
function isReturning(): boolean {
  try {
    return [localStorage, sessionStorage].some((area) =>
      Object.keys(area).some((key) => key.startsWith('storefront-elements:')),
    );
  } catch {
    // Blocked.
    return false;
  }
}

/** The later half of an element. */
interface Later {
  readonly state: string;
  /** What must be known before a drawing. */
  prepare?(): Promise<unknown> | undefined;
  abort?(): void;
  /** What is wrong with attributes that the element works without. */
  checkRest(): AttributeProblem | undefined;
  /** What an attribute must be. */
  explain(attribute: string): string;
}

/**
 * An element that draws its first look by itself and has the rest in a file that comes later. What the shopper does
 * before that shows at once and goes on when the file is there.
 */
export abstract class AccountElement<
  G extends 'otpLogin' | 'rewardClaim',
  L extends Later,
> extends StorefrontElement<G> {
  /** Nothing is kept in the browser's storage. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  protected later: L | undefined;
  /** Whether the shopper did something that waits for the file. */
  protected isWaiting = false;
  #hasFailed = false;

  protected abstract begin(file: typeof Account): L;

  /** Tells the page that the file did not come. */
  protected abstract failed(kind: 'offline' | 'other'): void;

  /** Whether the device says that it has no connection. */
  protected get isOffline(): boolean {
    return !isServer && !this.isFromServer && !navigator.onLine;
  }

  /** Why what the shopper did came to nothing. */
  protected get failure(): 'offline' | 'other' | undefined {
    return this.#hasFailed ? (this.isOffline ? 'offline' : 'other') : undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#load);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#load);
  }

  protected override abort(): void {
    this.later?.abort?.();
  }

  protected override checkRest(): AttributeProblem | undefined {
    return this.later?.checkRest();
  }

  protected override explain(attribute: string): string | undefined {
    return this.later?.explain(attribute);
  }

  protected override prepare(): Promise<unknown> | undefined {
    if (account) return this.#begin(account);
    // A returning shopper must not see the first step of what is done.
    if (this.hasUpdated || !isReturning()) return undefined;
    return inTime(loadAccount().then(() => this.#begin(account!)));
  }

  #begin(file: typeof Account): Promise<unknown> | undefined {
    if (!this.later) {
      const [group, english] = this.english;
      Object.assign(english, file[group]);
      this.later = this.begin(file);
    }
    return this.later.prepare?.();
  }

  protected override firstUpdated(): void {
    // Logins and claims of other tabs are heard only by what comes later; some pages are never idle.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Safari has none
    (globalThis.requestIdleCallback ?? setTimeout)(this.#load, { timeout: 2000 });
  }

  readonly #load = () => {
    loadAccount().then(
      () => this.requestUpdate(),
      () => undefined,
    );
    // The connection is back.
    this.requestUpdate();
  };

  /** Does what the shopper asks for, as soon as it can be done. */
  protected async act(event: Event, run: (later: L) => unknown): Promise<void> {
    focusActed(this, event);
    if (this.later) return void run(this.later);
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.#hasFailed = false;
    this.requestUpdate();
    await loadAccount().catch(() => undefined);
    this.requestUpdate();
    await this.updateComplete;
    this.isWaiting = false;
    this.requestUpdate();
    const later = this.later as L | undefined;
    if (later) return void run(later);
    this.#hasFailed = true;
    this.failed(this.failure!);
  }
}
