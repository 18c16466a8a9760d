import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type {
  Applied,
  ApplyOptions,
  CartCode,
  Platform,
  PlatformName,
  Refusal,
} from '../../platforms/platform.ts';
import { loadPlatform } from '../../platforms/platforms.ts';
import { inTime } from '../base/locale.ts';
import { isPreview } from '../base/preview.ts';
import { loadPreview } from '../base/preview-part.ts';
import { type ClaimRecord, type KeptClaim, withLock } from './claims.ts';

/** A code that can be used, the cart that it is for, and where it is kept what became of it. */
export interface CartTarget {
  platform: PlatformName;
  code: string;
  record: ClaimRecord;
  kept: KeptClaim;
}

/** Why a code is not in the cart although the shopper wanted it there. */
export interface CartFailure {
  reason: Refusal | 'not-possible';
  text?: string | undefined;
  error?: unknown;
}

/** What the controller asks of its element, and tells it. */
interface CartHooks {
  /** Undefined without a code, and where the page has no cart that takes it. */
  target: () => CartTarget | undefined;
  options: () => ApplyOptions;
  applied: (platform: PlatformName) => void;
  failed: (platform: PlatformName, failure: CartFailure) => void;
}

/** In an editor a made-up cart takes every code. */
const load = async (name: PlatformName): Promise<Platform> =>
  isPreview() ? (await loadPreview()).platform : loadPlatform(name);

/** The cart is one, however many elements and tabs there are; who changes or reads it does so while no other changes it. */
const whileAlone = <T>(work: () => Promise<T>) => withLock('cart', work);

/** Shop systems spell codes in their own way. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const find = (codes: CartCode[] | undefined, wanted: string) =>
  codes?.find(({ code }) => isSame(code, wanted));

/** Keeps what is known of the code in the cart, for other elements and tabs, and for a page that is loaded again. */
function mark(record: ClaimRecord, kept: KeptClaim | undefined, cart?: 'begun' | 'applied'): void {
  // What was deleted meanwhile does not come back.
  if (kept && (kept.cart ?? undefined) !== cart) record.set({ ...kept, cart });
}

/**
 * Takes a claimed code into the shop's cart, and knows whether it is there. The shop system is loaded when there is a
 * code. What it says counts for more than what was kept: a cart changes in other ways, too.
 */
export class CartController implements ReactiveController {
  failure: CartFailure | undefined;

  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  readonly #hooks: CartHooks;
  #target: CartTarget | undefined;
  #platform: Platform | undefined;
  #opening: Promise<void> | undefined;
  #isBusy = false;
  /** Whether a look at the cart waits for its turn. */
  #isAsked = false;
  #unwatch: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & { readonly isConnected: boolean }, hooks: CartHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#look);
    addEventListener('pageshow', this.#pageShown);
    this.#watch();
    this.#look();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#look);
    removeEventListener('pageshow', this.#pageShown);
    this.#watch();
  }

  hostUpdate(): void {
    this.#follow();
    // Another element or tab was luckier.
    if (this.state === 'applied') this.failure = undefined;
  }

  hostUpdated(): void {
    // Another element or tab is at it, or a page that is no more was.
    if (!this.#isBusy && this.state === 'applying') void this.#ask();
  }

  /** Whether there is a cart for a code that can be used. */
  get isOffered(): boolean {
    return Boolean(this.#hooks.target());
  }

  /** Undefined while the code is only claimed. */
  get state(): 'applying' | 'applied' | 'not-applied' | undefined {
    const target = this.#hooks.target();
    if (!target) return undefined;
    if (this.#isBusy) return 'applying';
    if (target.kept.cart === 'applied') return 'applied';
    if (this.failure) return 'not-applied';
    return target.kept.cart === 'begun' ? 'applying' : undefined;
  }

  /** Where the shopper sees the cart; undefined while the shop system's file is not there. */
  get url(): string | undefined {
    return this.#platform?.cartUrl;
  }

  /** An address that brings the code into the cart by hand. */
  get link(): string | undefined {
    return this.#target && this.#platform?.linkFor(this.#target.code);
  }

  /** What a drawing of a code that was in the cart, or was about to be, needs. */
  prepare(): Promise<void> | undefined {
    this.#follow();
    return this.state && this.#opening ? inTime(this.#opening) : undefined;
  }

  /** Takes the code into the cart, and ends in one of the two hooks. */
  async apply(): Promise<void> {
    this.#follow();
    const target = this.#target;
    if (!target || this.#isBusy) return;
    this.failure = undefined;
    this.#isBusy = true;
    this.#host.requestUpdate();
    const result = await this.#take(target);
    if (target !== this.#target) return;
    this.#isBusy = false;
    this.#host.requestUpdate();
    if (result.outcome === 'applied') return this.#hooks.applied(target.platform);
    this.failure = result.outcome === 'not-applicable' ? result : { ...result, reason: 'not-possible' };
    this.#hooks.failed(target.platform, this.failure);
  }

  async #take({ code, kept, platform: name, record }: CartTarget): Promise<Applied> {
    try {
      const platform = (this.#platform ??= await load(name));
      return await whileAlone(async () => {
        // Another element or tab was faster.
        if (record.get()?.cart === 'applied') return { outcome: 'applied' };
        // The shop system may load the page again before it answers.
        mark(record, record.get() ?? kept, 'begun');
        const options = { ...this.#hooks.options(), mustStay: !record.isLasting };
        const result = await platform.apply(code, options);
        // Perhaps only the answer was lost.
        const isThere =
          result.outcome === 'applied' ||
          (result.outcome === 'not-possible' && find(await platform.codes(), code)?.isApplicable);
        mark(record, record.get() ?? kept, isThere ? 'applied' : undefined);
        return isThere ? { outcome: 'applied' } : result;
      });
    } catch (error) {
      // The shop system's file did not come.
      return { outcome: 'not-possible', error };
    }
  }

  /** Turns to the code that there is now. */
  #follow(): void {
    const target = this.#hooks.target();
    const { platform, code, record } = this.#target ?? {};
    if (platform === target?.platform && code === target?.code && record === target?.record) return;
    this.#target = target;
    this.#platform = this.failure = undefined;
    this.#isBusy = this.#isAsked = false;
    this.#watch();
    this.#opening = target && this.#open(target);
  }

  async #open(target: CartTarget): Promise<void> {
    // Without the file it is tried again when the shopper wants the code in the cart.
    const platform = await load(target.platform).catch(() => undefined);
    if (target !== this.#target) return;
    this.#platform ??= platform;
    this.#opening = undefined;
    if (!platform && this.state === 'applying' && !this.#isBusy) this.failure = { reason: 'not-possible' };
    this.#watch();
    this.#look();
    this.#host.requestUpdate();
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#host.isConnected ? this.#platform?.watch(this.#look) : undefined;
  }

  readonly #look = (): void => {
    if (document.visibilityState !== 'hidden') void this.#ask();
  };

  readonly #pageShown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#look();
    // By now the page has what tells its shop system.
    else this.#host.requestUpdate();
  };

  /** Asks the shop system for the codes of the cart. */
  async #ask(): Promise<void> {
    const target = this.#target;
    const platform = this.#platform;
    if (!target || !platform || this.#isAsked || this.#isBusy) return;
    this.#isAsked = true;
    await whileAlone(async () => {
      if (target !== this.#target) return;
      this.#isAsked = false;
      const before = target.record.get()?.cart;
      const codes = await platform.codes();
      // An element that left the page hears of no change; when it comes back it asks again.
      if (target === this.#target && this.#host.isConnected) this.#settle(target, codes, before === 'begun');
    });
  }

  /** @param wasBegun by a page that ended before it heard of it */
  #settle(target: CartTarget, codes: CartCode[] | undefined, wasBegun: boolean): void {
    const held = find(codes, target.code);
    const isThere = held?.isApplicable;
    if (codes) mark(target.record, target.record.get(), isThere ? 'applied' : undefined);
    if (isThere) {
      this.failure = undefined;
      if (wasBegun) this.#hooks.applied(target.platform);
    } else if (wasBegun || this.state === 'applying') {
      this.failure = { reason: held ? 'refused' : 'not-possible' };
      // Where nobody answers it may still turn out well.
      if (wasBegun && codes) this.#hooks.failed(target.platform, this.failure);
    }
    this.#host.requestUpdate();
  }
}
