/**
 * The `window.Shopify` of a Shopify theme's page, for pages without a theme.
 * The actions are as documented: https://shopify.dev/docs/api/storefront-events-and-actions/actions/update-cart
 * They call the fake cart's Ajax API, while those of a real shop call its Storefront API. A page cannot tell the
 * difference.
 */
import type { ShopifyCart } from './shopify-cart.ts';

export interface ShopifyPage {
  /** Ends with a slash, with a market as in `/en-ca/`; default `/`. */
  root?: string;
  currency?: string;
  locale?: string;
  country?: string;
  /** Whether the page is open in the theme editor. */
  designMode?: boolean;
  /**
   * Whether there is `Shopify.actions`. With `redraw` the theme has configured it, and shows the new cart in place.
   * Without, it is the default, which reloads a page whose theme it does not recognise; `reload` is for tests, which a
   * real reload would end. https://shopify.dev/docs/api/storefront-events-and-actions/actions/configure
   */
  actions?: { redraw?: (cart: ShopifyCart) => void | Promise<void>; reload?: () => void };
}

interface CartResult {
  cart: ReturnType<typeof standardCart>;
  userErrors?: { code: string; field: string[]; message: string }[];
  warnings?: { code: string; message: string; target: string }[];
}

interface UpdateCartPayload {
  discountCodes?: string[];
  note?: string;
}

/** The fields that Storefront API and actions share: https://shopify.dev/docs/api/storefront/latest/objects/Cart */
function standardCart({ token, total_price, currency, item_count, discount_codes }: ShopifyCart) {
  return {
    id: `gid://shopify/Cart/${token}`,
    totalQuantity: item_count,
    discountCodes: discount_codes,
    cost: { totalAmount: { amount: (total_price / 100).toFixed(2), currencyCode: currency } },
  };
}

function createActions(
  root: string,
  { redraw, reload = () => location.reload() }: ShopifyPage['actions'] & {},
) {
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${root}${path}`, init);
    return {
      status: response.status,
      body: (await response.json()) as ShopifyCart & { description?: string },
    };
  };

  async function change({ discountCodes, note }: UpdateCartPayload): Promise<CartResult> {
    const { status, body } = await read('cart/update.js', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ note, discount: discountCodes?.join(',') }),
    });
    // A change that the cart declines is not a failure: the result contains the unchanged cart.
    if (status === 422) {
      const message = body.description ?? '';
      const { body: cart } = await read('cart.js');
      return { cart: standardCart(cart), userErrors: [{ code: 'INVALID', field: [], message }] };
    }
    if (status !== 200) throw new Error(`The cart answered ${status}`);
    await (redraw ? redraw(body) : reload());
    // https://shopify.dev/docs/api/storefront/latest/enums/CartWarningCode
    const warnings = body.discount_codes
      .filter(({ applicable }) => !applicable)
      .map(({ code }) => ({
        code: 'DISCOUNT_CODE_NOT_HONOURED',
        message: 'The discount code cannot be honored.',
        target: code,
      }));
    return { cart: standardCart(body), ...(warnings.length > 0 && { warnings }) };
  }

  /** https://shopify.dev/docs/api/storefront-events-and-actions/events/cart-discount-update: as it starts, with a promise. */
  function updateCart(payload: UpdateCartPayload): Promise<CartResult> {
    const promise = change(payload);
    const { discountCodes } = payload;
    if (discountCodes) {
      const event = new Event('shopify:cart:discount-update', { bubbles: true });
      document.dispatchEvent(
        Object.assign(event, { discountCodes: discountCodes.map((code) => ({ code })), promise }),
      );
    }
    promise.catch((error: unknown) => {
      const event = new Event('shopify:cart:error', { bubbles: true });
      document.dispatchEvent(Object.assign(event, { error: String(error), code: 'SERVICE_UNAVAILABLE' }));
    });
    return promise;
  }

  return {
    getCart: async () => ({ cart: standardCart((await read('cart.js')).body) }),
    updateCart: Object.assign(updateCart, { isDefault: () => !redraw }),
  };
}

/** Makes this page one of a theme, until the returned function is called. */
export function putShopify(page: ShopifyPage = {}): () => void {
  const { root = '/', currency = 'EUR', locale = 'en', country = 'DE', designMode, actions } = page;
  const shopify = {
    shop: 'nordlicht.myshopify.com',
    locale,
    country,
    currency: { active: currency, rate: '1.0' },
    routes: { root },
    theme: { name: 'Nordlicht', id: 1, schema_name: 'Nordlicht', role: 'main' },
    ...(designMode && { designMode }),
    ...(actions && { actions: createActions(root, actions) }),
  };
  Object.assign(globalThis, { Shopify: shopify });
  return () => Reflect.deleteProperty(globalThis, 'Shopify');
}
