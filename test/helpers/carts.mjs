/**
 * The fake carts of all three shop systems on one origin, and codes whose names state their value. A code has no state,
 * so parallel tests cannot affect each other's codes:
 *
 *   PERCENT-10     10 per cent           MINUS-500      5.00 less        FREE-SHIPPING
 *
 * Any further text makes another code of the same value: `PERCENT-10-B`. With ALONE in that text, the code applies only
 * without others. With HAT, it applies only to the wool hat (product 102). Any other code is unknown.
 */
import { createBigCommerceCart } from '../../demo/carts/bigcommerce.ts';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { createWooCommerceCart } from '../../demo/carts/woocommerce.ts';

/**
 * @param {string} code
 * @returns {import('../../demo/carts/cart.ts').Discount | undefined}
 */
export function discountOf(code) {
  const [known, percent, amount, rest = ''] =
    /^(?:PERCENT-(\d+)|MINUS-(\d+)|FREE-SHIPPING)(.*)$/i.exec(code) ?? [];
  if (known === undefined) return undefined;
  return {
    kind: percent ? 'percentage' : amount ? 'fixed-amount' : 'free-shipping',
    value: Number(percent ?? amount ?? 0),
    isCombinable: !/alone/i.test(rest),
    ...(/hat/i.test(rest) && { products: ['102'] }),
  };
}

/**
 * Sections of a theme, with the number of items, the total and the applicable codes. The drawer and the page's footer also
 * have Dawn's markup, and the drawer has Horizon's name.
 * @type {import('../../demo/carts/shopify.ts').ShopifyCartOptions['renderSection']}
 */
function renderSection(id, { cart, root }) {
  const codes = cart.discount_codes.filter(({ applicable }) => applicable);
  const sum = `<p class="${id}" data-root="${root}" data-count="${cart.item_count}" data-codes="${codes.length}">${cart.total_price}</p>`;
  const sections = /** @type {Record<string, string>} */ ({
    'cart-drawer': `${sum}<div class="drawer__cart-items-wrapper">${cart.item_count} items</div><div class="cart-drawer__footer">${cart.total_price}</div>`,
    'cart-icon-bubble': sum,
    'cart-drawer-section': sum,
    'template--1__cart-footer': `<div id="main-cart-footer"><div class="cart__blocks"><div class="js-contents">${cart.total_price}</div></div></div>`,
  });
  return sections[id];
}

/** @returns {import('@web/test-runner').Middleware} */
export function fakeCarts() {
  const carts = [
    createShopifyCart({ discountOf, renderSection }),
    createWooCommerceCart({ discountOf }),
    createBigCommerceCart({ discountOf }),
  ];
  // A separate shop that accepts several coupons, for pages with the cookie that test/platforms/support.ts sets.
  const several = createBigCommerceCart({ discountOf, coupons: 5 });
  return async (context, next) => {
    // One connection for each request: if a reused connection breaks, Chrome automatically repeats the request.
    context.res.shouldKeepAlive = false;
    const isSeveral = context.req.headers.cookie?.includes('fake-coupons=5');
    for (const cart of isSeveral ? [several, ...carts] : carts)
      if (await cart.handle(context.req, context.res)) {
        // Bypasses the server's own handling, which would answer a second time.
        context.respond = false;
        return undefined;
      }
    return next();
  };
}
