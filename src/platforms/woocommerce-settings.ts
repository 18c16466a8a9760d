/** What a WordPress page says of itself: where its API is, and its cart. */

interface Page {
  wpApiSettings?: { root?: string };
  /** Of blocks. */
  wcSettings?: { homeUrl?: string; storePages?: { cart?: { permalink?: string } } };
  /** Of blocks that talk with the Store API. */
  wcBlocksMiddlewareConfig?: { storeApiNonce?: string };
  /** Of classic themes: the address has the folder of WordPress before its query. */
  wc_add_to_cart_params?: { wc_ajax_url?: string; cart_url?: string };
}
const page = () => globalThis as Page;

/** The shop's front page, with a slash at its end. */
function home(): string {
  const { wcSettings, wc_add_to_cart_params: classic } = page();
  const known = wcSettings?.homeUrl ?? classic?.wc_ajax_url?.split('?')[0] ?? '/';
  return known.endsWith('/') ? known : `${known}/`;
}

/**
 * WordPress names its REST API in the page (https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/), which
 * themes may take out. Without "pretty permalinks" it is a query: `/?rest_route=/`.
 */
function apiRoot(): URL {
  const link = document.querySelector<HTMLLinkElement>('link[rel="https://api.w.org/"]')?.href;
  const root = new URL(link ?? page().wpApiSettings?.root ?? `${home()}wp-json/`, location.href);
  // The cart's cookie is for the host that the shopper sees, even where the settings name another, as with `www.`.
  return new URL(root.pathname + root.search, location.origin);
}

/** The address of a path of the Store API. */
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
