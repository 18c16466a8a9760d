/** The URLs of the API and of the cart page, which a WordPress page contains. */

interface Page {
  wpApiSettings?: { root?: string };
  /** Defined by blocks. */
  wcSettings?: { homeUrl?: string; storePages?: { cart?: { permalink?: string } } };
  /** Defined by blocks that use the Store API. */
  wcBlocksMiddlewareConfig?: { storeApiNonce?: string };
  /** Defined by classic themes. The path of `wc_ajax_url` is the folder of WordPress. */
  wc_add_to_cart_params?: { wc_ajax_url?: string; cart_url?: string };
}
const page = () => globalThis as Page;

/** The URL of the shop's front page, with a slash at the end. */
function home(): string {
  const { wcSettings, wc_add_to_cart_params: classic } = page();
  const known = wcSettings?.homeUrl ?? classic?.wc_ajax_url?.split('?')[0] ?? '/';
  return known.endsWith('/') ? known : `${known}/`;
}

/**
 * The root of the REST API. WordPress links it in the page, but themes may remove the link:
 * https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/
 * Without "pretty permalinks", the root is a query: `/?rest_route=/`.
 */
function apiRoot(): URL {
  const link = document.querySelector<HTMLLinkElement>('link[rel="https://api.w.org/"]')?.href;
  const root = new URL(link ?? page().wpApiSettings?.root ?? `${home()}wp-json/`, location.href);
  // The cart's cookie belongs to the host that the shopper sees, even if the settings name another, such as `www.`.
  return new URL(root.pathname + root.search, location.origin);
}

/** The URL of a Store API path. */
export function addressOf(path: string): string {
  const url = apiRoot();
  const route = url.searchParams.get('rest_route');
  const end = `wc/store/v1/${path}`;
  if (route === null) url.pathname = `${url.pathname.replace(/\/?$/, '/')}${end}`;
  else url.searchParams.set('rest_route', `${route.replace(/\/?$/, '/')}${end}`);
  return url.href;
}

export const pageNonce = (): string | undefined => page().wcBlocksMiddlewareConfig?.storeApiNonce;

export function cartUrl(): string {
  const { wcSettings, wc_add_to_cart_params: classic } = page();
  return wcSettings?.storePages?.cart?.permalink ?? classic?.cart_url ?? `${home()}cart/`;
}
