/**
 * The scripts of a WooCommerce page that display the cart: `redraw` makes them read it again, `watch` reports changes by
 * other scripts.
 */

type JQuery = (target: EventTarget) => {
  trigger(events: string): void;
  on(events: string, listener: () => void): void;
  off(events: string, listener: () => void): void;
};

interface CartStore {
  dispatch(store: string): { invalidateResolutionForStore?: () => void } | undefined;
  select(store: string): { getCartData?: () => { coupons?: { code: string }[] } | undefined } | undefined;
  subscribe(listener: () => void, store?: string): () => void;
}

const page = () =>
  globalThis as { jQuery?: JQuery; wp?: { data?: CartStore } } & Partial<
    Record<(typeof classicScripts)[number], unknown>
  >;

/** https://developer.woocommerce.com/docs/block-development/reference/data-store/cart */
const store = 'wc/store/cart';

/** Synchronises the two stores of the blocks: plugins/woocommerce/client/blocks/assets/js/data/cart in WooCommerce. */
const syncEvent = 'wc-blocks_store_sync_required';

/**
 * Events of the blocks: https://developer.woocommerce.com/docs/cart-and-checkout-dom-events. Each makes the Mini-Cart read
 * the cart again; `wc-blocks_added_to_cart` also opens it.
 */
const blockChanges = ['wc-blocks_added_to_cart', 'wc-blocks_removed_from_cart'];

/**
 * Events of classic themes, which update the cart page, the cart in the header and the checkout:
 * assets/js/frontend/{cart,cart-fragments,checkout}.js in WooCommerce.
 */
const classicRedraw = ['wc_update_cart', 'wc_fragment_refresh', 'update_checkout'];

/** WooCommerce's settings of those scripts. Without them, jQuery has no listener for these events. */
const classicScripts = ['wc_cart_params', 'wc_cart_fragments_params', 'wc_checkout_params'] as const;

/** The blocks that show the cart. */
const cartBlocks = ['mini-cart', 'cart', 'checkout'].map((name) => `.wp-block-woocommerce-${name}`).join();

const classicChanges =
  'added_to_cart removed_from_cart applied_coupon removed_coupon applied_coupon_in_checkout ' +
  'removed_coupon_in_checkout updated_cart_totals wc_cart_emptied';

/** jQuery and the stores call listeners of themes and plugins synchronously. Their exceptions must not stop us. */
function guard<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Makes everything that displays the cart read it again; reloads the page if nothing else can. */
export function redraw(mayReload: boolean): void {
  const { jQuery, wp } = page();
  const isBlockPage = document.querySelector('[class*="wp-block-woocommerce-"]') !== null;
  for (const event of classicRedraw) guard(() => jQuery?.(document.body).trigger(event));
  const invalidate = guard(() => wp?.data?.dispatch(store)?.invalidateResolutionForStore);
  if (invalidate) guard(invalidate);
  else if (isBlockPage) document.body.dispatchEvent(new CustomEvent('wc-blocks_removed_from_cart'));
  if (isBlockPage) dispatchEvent(new CustomEvent(syncEvent, { detail: { type: 'from_@wordpress/data' } }));
  const hasListeners = classicScripts.some((name) => page()[name]) || document.querySelector(cartBlocks);
  if (mayReload && !invalidate && !hasListeners) location.reload();
}

/** Calls `changed` when something else may have changed the cart. Returns a function that stops watching. */
export function watch(changed: () => void): () => void {
  const { jQuery, wp } = page();
  const listening = new AbortController();
  const { signal } = listening;
  for (const event of blockChanges) document.body.addEventListener(event, changed, { signal });
  addEventListener(syncEvent, changed, { signal });
  guard(() => jQuery?.(document.body).on(classicChanges, changed));

  // The coupon form of the blocks dispatches no event and only changes the store.
  const codes = () =>
    guard(() =>
      wp?.data
        ?.select(store)
        ?.getCartData?.()
        ?.coupons?.map(({ code }) => code)
        .join(),
    );
  let known = codes();
  const unsubscribe = guard(() =>
    wp?.data?.subscribe(() => {
      const now = codes();
      if (now === known) return;
      known = now;
      changed();
    }, store),
  );

  return () => {
    listening.abort();
    guard(() => jQuery?.(document.body).off(classicChanges, changed));
    guard(() => unsubscribe?.());
  };
}
