import { adoptStyles, css, html, nothing } from 'lit';
import type { AttributeProblem } from '../base/attributes.ts';
import { property } from '../base/decorators.ts';
import { NAME, shared } from '../base/defaults.ts';
import { focusActed } from '../base/focus.ts';
import { inTime } from '../base/locale.ts';
import { isPreview } from '../base/preview.ts';
import { isServer } from '../base/server.ts';
import { StorefrontElement } from '../base/storefront-element.ts';
import type * as Account from './account.ts';

/** What comes after the first look, once its file is there. */
let account: typeof Account | undefined;
/** Undefined until there was a reason to load it, null after a failure. */
let loading: Promise<void> | null | undefined;

/** Loads the file for all elements of the page; after a failure the next call tries again. */
export const loadAccount = (): Promise<void> =>
  (loading ??= import('../account/account.ts').then(
    async (file) => {
      await file.useLit({ adoptStyles, css, html, nothing });
      account = file;
      // What happens in one element concerns the others, also those of another script.
      shared.account = true;
      dispatchEvent(new Event(NAME));
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  ));

/** Whether the page or the browser knows more of this shopper than what they read last and what a link brought. */
function isKnown(): boolean {
  try {
    return (
      // A merchant sees sample data at once.
      isPreview() ||
      (shared.account ??
        /storefront-elements:(?!place|token)/.test(
          String([Object.keys(localStorage), Object.keys(sessionStorage)]),
        ))
    );
  } catch {
    // Blocked.
    return false;
  }
}

/** After these there may be something to know: of another tab, the time while the page was left, or another script. */
const NEWS = ['storage', 'pageshow', NAME, 'online', 'offline'];
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
 * An element that draws its first look by itself and has the rest in a file that comes later: when the shopper turns to
 * it or is known, so that those who only pass by do not pay for it. What the shopper does before that shows at once and
 * goes on when the file is there.
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
    for (const type of NEWS) addEventListener(type, this.#look);
    // A finger that only scrolls brings neither; the second one also comes from what the page put into a slot.
    /* eslint-disable wc/require-listener-teardown -- the element's own go with it */
    this.addEventListener('mouseenter', this.load);
    this.addEventListener('focusin', this.load);
    /* eslint-enable wc/require-listener-teardown */
    this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of NEWS) removeEventListener(type, this.#look);
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
    return loading && !this.hasUpdated ? inTime(loading.then(() => this.#begin(account!))) : undefined;
  }

  #begin(file: typeof Account): Promise<unknown> | undefined {
    if (!this.later) {
      const [group, english] = this.english;
      Object.assign(english, file[group]);
      this.later = this.begin(file);
    }
    return this.later.prepare?.();
  }

  /** Loads the rest, and draws it when it is there. */
  protected readonly load = (): void => {
    if (!this.later)
      loadAccount().then(
        () => this.requestUpdate(),
        () => undefined,
      );
  };

  readonly #look = (event?: Event): void => {
    if (loading !== undefined || isKnown()) this.load();
    if (!event || this.later) return;
    // The network may be another, but not when the page has just been loaded.
    if ((event as Partial<PageTransitionEvent>).persisted !== false) this.requestUpdate();
    // What is wrong with the attributes is said by the rest; until the page is there, its scripts may set it right.
    void this.updateComplete.then(() => this.service ?? this.load());
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
