import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { findCode } from '../../platforms/codes.ts';
import type {
  Applied,
  ApplyOptions,
  CartContent,
  Platform,
  PlatformName,
  Refusal,
} from '../../platforms/platform.ts';
import { lazy } from '../shared/lazy.ts';
import { withinPatience } from '../shared/patience.ts';
import { isPreview, preview } from '../shared/preview.ts';
import type { ClaimRecord } from './claim-ledger.ts';
import type { KeptClaim } from './kept-claim.ts';
import { withLock } from './tab-lock.ts';

/** A usable code, the cart that it is for, and the record of its claim. */
export interface CartTarget {
  platform: PlatformName;
  code: string;
  record: ClaimRecord;
  kept: KeptClaim;
}

/** The reason why a code is not in the cart although the shopper wanted it there. */
export interface CartFailure {
  reason: Refusal | 'not-possible';
  text?: string | undefined;
  error?: unknown;
}

interface Callbacks {
  /** Undefined without a usable code, and if the page has no cart that takes it. */
  target: () => CartTarget | undefined;
  options: () => ApplyOptions;
  /** Whether a code that waited for the cart's first item may be applied now. The page can prevent it. */
  mayApply: () => boolean;
  applied: (platform: PlatformName) => void;
  failed: (platform: PlatformName, failure: CartFailure) => void;
}

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

const platforms = {
  shopify: lazy('shopify', () => import('../../platforms/shopify.ts')),
  woocommerce: lazy('woocommerce', () => import('../../platforms/woocommerce.ts')),
  bigcommerce: lazy('bigcommerce', () => import('../../platforms/bigcommerce.ts')),
};

/** In a theme editor a sample cart takes every code. */
const loadPlatform = async (name: PlatformName): Promise<Platform> =>
  isPreview() ? (await preview.load()).platform : (await platforms[name].load()).platform;

/** All elements and tabs share one cart, so only one of them reads or changes it at a time. */
const withCart = <T>(work: () => Promise<T>) => withLock('cart', work);

/** Replaces `withCart` for work that already runs inside it and would otherwise wait for itself. */
const atOnce: typeof withCart = (work) => work();

/** Notes the code's place for other elements and tabs, and for the page after a reload. */
function notePlace(
  record: ClaimRecord,
  kept: KeptClaim | undefined,
  cart?: 'begun' | 'applied' | 'waiting',
): void {
  // A record that was deleted meanwhile must not come back.
  if (kept && (kept.cart ?? undefined) !== cart) record.set({ ...kept, cart });
}

/**
 * Adds a claimed code to the shop's cart, and tracks whether the cart has it. The shop's response overrides the record,
 * because other scripts and the shopper change the cart too.
 */
export class CartController implements ReactiveController {
  readonly #host: Host;
  readonly #callbacks: Callbacks;
  #failure: CartFailure | undefined;
  #target: CartTarget | undefined;
  #platform: Platform | undefined;
  /** Loading the shop system for the target. */
  #opening: Promise<void> | undefined;
  #isApplying = false;
  /** Whether a read of the cart waits for the lock. */
  #isReadQueued = false;
  #unwatch: (() => void) | undefined;

  constructor(host: Host, callbacks: Callbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#refresh);
    addEventListener('pageshow', this.#onPageShow);
    this.#watch();
    this.#refresh();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#refresh);
    removeEventListener('pageshow', this.#onPageShow);
    this.#watch();
  }

  hostUpdate(): void {
    this.#retarget();
    // Another element or tab may have succeeded.
    if (this.state === 'applied') this.#failure = undefined;
  }

  hostUpdated(): void {
    // Another element or tab is applying the code, or a page that has since closed was.
    if (!this.#isApplying && this.state === 'applying') void this.#readCart();
  }

  get failure(): CartFailure | undefined {
    return this.#failure;
  }

  /** Whether there is a cart for a usable code. */
  get isOffered(): boolean {
    return Boolean(this.#callbacks.target());
  }

  /** Undefined while the code is only claimed. */
  get state(): 'applying' | 'applied' | 'not-applied' | undefined {
    const target = this.#callbacks.target();
    if (!target) return undefined;
    if (this.#isApplying) return 'applying';
    if (target.kept.cart === 'applied') return 'applied';
    if (this.#failure) return 'not-applied';
    return target.kept.cart === 'begun' ? 'applying' : undefined;
  }

  /** The cart's URL; undefined until the shop system has been loaded. */
  get url(): string | undefined {
    return this.#platform?.cartUrl;
  }

  /** A URL that lets the shopper add the code to the cart by hand. */
  get link(): string | undefined {
    return this.#target && this.#platform?.linkFor(this.#target.code);
  }

  /** Resolves when a code that was in the cart, or about to be, can be drawn; undefined if there is nothing to wait for. */
  prepare(): Promise<void> | undefined {
    this.#retarget();
    return this.state && this.#opening ? withinPatience(this.#opening) : undefined;
  }

  /**
   * Adds the code to the cart, and calls back with the outcome.
   *
   * @param inTurn runs the work while no other element or tab uses the cart
   */
  async apply(inTurn = withCart): Promise<void> {
    this.#retarget();
    const target = this.#target;
    if (!target || this.#isApplying) return;
    this.#failure = undefined;
    this.#isApplying = true;
    this.#host.requestUpdate();
    const result = await this.#add(target, inTurn);
    if (target !== this.#target) return;
    this.#isApplying = false;
    this.#host.requestUpdate();
    // Back in the page, the element asks the cart, and reports then.
    if (target.record.get()?.cart === 'begun') return;
    if (result.outcome === 'applied') return this.#callbacks.applied(target.platform);
    this.#failure = result.outcome === 'not-applicable' ? result : { ...result, reason: 'not-possible' };
    this.#callbacks.failed(target.platform, this.#failure);
  }

  async #add(target: CartTarget, inTurn: typeof withCart): Promise<Applied> {
    const { code, kept, record } = target;
    try {
      const platform = this.#platform ?? (await loadPlatform(target.platform));
      if (!this.#platform && target === this.#target) {
        // It could not be loaded before.
        this.#platform = platform;
        this.#watch();
      }
      return await inTurn(async () => {
        // Another element or tab was faster.
        if (record.get()?.cart === 'applied') return { outcome: 'applied' };
        // The shop system may reload the page before it responds.
        notePlace(record, record.get() ?? kept, 'begun');
        const options = { ...this.#callbacks.options(), mustStay: !record.isLasting };
        const result = await platform.apply(code, options);
        // The request may have succeeded although its response was lost.
        const isThere =
          result.outcome === 'applied' ||
          (result.outcome === 'not-possible' && findCode((await platform.read())?.codes, code)?.isApplicable);
        const isEmpty = result.outcome === 'not-applicable' && result.reason === 'empty-cart';
        // The theme may have replaced the element meanwhile. The new one then asks the cart, and tells the page.
        if (this.#host.isConnected || isEmpty)
          notePlace(record, record.get() ?? kept, isThere ? 'applied' : isEmpty ? 'waiting' : undefined);
        return isThere ? { outcome: 'applied' } : result;
      });
    } catch (error) {
      // The shop system could not be loaded.
      return { outcome: 'not-possible', error };
    }
  }

  /** Switches to the current code and cart. */
  #retarget(): void {
    const target = this.#callbacks.target();
    const { platform, code, record } = this.#target ?? {};
    if (platform === target?.platform && code === target?.code && record === target?.record) return;
    this.#target = target;
    this.#platform = this.#failure = undefined;
    this.#isApplying = this.#isReadQueued = false;
    this.#watch();
    this.#opening = target && this.#open(target);
  }

  async #open(target: CartTarget): Promise<void> {
    // After a failure, the next attempt loads the shop system again.
    const platform = await loadPlatform(target.platform).catch(() => undefined);
    if (target !== this.#target) return;
    this.#platform ??= platform;
    this.#opening = undefined;
    if (!platform && this.state === 'applying' && !this.#isApplying)
      this.#failure = { reason: 'not-possible' };
    this.#watch();
    this.#refresh();
    this.#host.requestUpdate();
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#host.isConnected ? this.#platform?.watch(this.#refresh) : undefined;
  }

  readonly #refresh = (): void => {
    if (document.visibilityState !== 'hidden') void this.#readCart();
  };

  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#refresh();
    // The shop system's scripts have run by now, so that it can be detected.
    else this.#host.requestUpdate();
  };

  async #readCart(): Promise<void> {
    const target = this.#target;
    const platform = this.#platform;
    if (!target || !platform || this.#isReadQueued || this.#isApplying) return;
    this.#isReadQueued = true;
    await withCart(async () => {
      if (target !== this.#target) return;
      this.#isReadQueued = false;
      const wasBegun = target.record.get()?.cart === 'begun';
      const cart = await platform.read();
      // An element that has left the page reads the cart again when it comes back.
      if (target === this.#target && this.#host.isConnected) await this.#reconcile(target, cart, wasBegun);
    });
  }

  /**
   * Applies the shop's response. A code that waits for the cart's first item is added in the same turn, because other
   * elements and tabs with the same reward have seen that item too.
   *
   * @param wasBegun whether a page began to apply the code and closed before the response
   */
  async #reconcile(target: CartTarget, cart: CartContent | undefined, wasBegun: boolean): Promise<void> {
    const held = findCode(cart?.codes, target.code);
    const isThere = held?.isApplicable;
    const isWaiting = target.record.get()?.cart === 'waiting';
    if (cart)
      notePlace(target.record, target.record.get(), isThere ? 'applied' : isWaiting ? 'waiting' : undefined);
    if (isThere) {
      this.#failure = undefined;
      if (wasBegun) this.#callbacks.applied(target.platform);
    } else if (wasBegun || this.state === 'applying') {
      this.#failure = { reason: held ? 'not-yet' : 'not-possible' };
      // Without a response, the code may still have been applied.
      if (wasBegun && cart) this.#callbacks.failed(target.platform, this.#failure);
    } else if (cart?.isEmpty === false) {
      if (this.#failure?.reason === 'empty-cart') this.#failure = undefined;
      if (isWaiting && this.#callbacks.mayApply()) await this.apply(atOnce);
    }
    this.#host.requestUpdate();
  }
}
