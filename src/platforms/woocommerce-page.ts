/** What is on a WooCommerce page and shows the cart: told when it changed, and heard when something else changed it. */

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

const page = () => globalThis as { jQuery?: JQuery; wp?: { data?: CartStore } };

/** https://developer.woocommerce.com/docs/block-development/reference/data-store/cart */
const store = 'wc/store/cart';

/** Between the two stores that blocks have: plugins/woocommerce/client/blocks/assets/js/data/cart in WooCommerce. */
const sync = 'wc-blocks_store_sync_required';

/**
 * Of blocks: https://developer.woocommerce.com/docs/cart-and-checkout-dom-events. All of them have the Mini-Cart read the
 * cart again; that of an added product would also open it.
 */
const changed = ['wc-blocks_added_to_cart', 'wc-blocks_removed_from_cart'];

/**
 * Classic themes: assets/js/frontend/{cart,cart-fragments,checkout}.js in WooCommerce. The cart's page, the cart of the
 * header, and the checkout draw themselves again.
 */
const classicRedraw = ['wc_update_cart', 'wc_fragment_refresh', 'update_checkout'];

const classicChanges =
  'added_to_cart removed_from_cart applied_coupon removed_coupon applied_coupon_in_checkout ' +
  'removed_coupon_in_checkout updated_cart_totals wc_cart_emptied';

/** jQuery and stores run the listeners of the theme and of plugins at once, and what one of them throws is not for us. */
function guard<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Has whatever shows the cart show it as it is now. */
export function redraw(mayReload: boolean): void {
  const { jQuery, wp } = page();
  const isBlockPage = document.querySelector('[class*="wp-block-woocommerce-"]') !== null;
  for (const event of classicRedraw) guard(() => jQuery?.(document.body).trigger(event));
  const invalidate = guard(() => wp?.data?.dispatch(store)?.invalidateResolutionForStore);
  if (invalidate) guard(invalidate);
  else if (isBlockPage) document.body.dispatchEvent(new CustomEvent('wc-blocks_removed_from_cart'));
  if (isBlockPage) dispatchEvent(new CustomEvent(sync, { detail: { type: 'from_@wordpress/data' } }));
  if (mayReload && !jQuery && !invalidate && !isBlockPage) location.reload();
}

export function watch(tell: () => void): () => void {
  const { jQuery, wp } = page();
  const listening = new AbortController();
  const { signal } = listening;
  for (const event of changed) document.body.addEventListener(event, tell, { signal });
  addEventListener(sync, tell, { signal });
  guard(() => jQuery?.(document.body).on(classicChanges, tell));

  // The coupon form of a block has no event, only the store.
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
      tell();
    }, store),
  );

  return () => {
    listening.abort();
    guard(() => jQuery?.(document.body).off(classicChanges, tell));
    guard(() => unsubscribe?.());
  };
}
