/**
 * A Shopify shop's cart, as its Ajax API is documented: https://shopify.dev/docs/api/ajax/reference/cart.
 * Every path may have a market before it, such as `/en-ca/cart.js`: https://shopify.dev/docs/api/ajax#locale-aware-urls
 */
import { randomUUID } from 'node:crypto';
import { type CartOptions, type FakeCart, products } from './cart.ts';
import { type Answer, type Call, serveCart } from './server.ts';
import { type Market, readCart, type ShopifyCart, type StoredCart } from './shopify-cart.ts';

export interface ShopifyCartOptions extends CartOptions {
  /** The HTML inside of a section of the theme; undefined where the theme has none of this id. */
  renderSection?: (
    id: string,
    shown: { cart: ShopifyCart; root: string; page: string },
  ) => string | undefined;
}

/** By country; without one the shop's own. */
const markets: Record<string, Market> = {
  ca: { currency: 'CAD', rate: 1.5 },
  us: { currency: 'USD', rate: 1.1 },
};
const home: Market = { currency: 'EUR', rate: 1 };

const paths = /^\/(?:cart\.(?:js|json)|cart\/(?:add|change|update|clear)\.js|discount\/[^/]+)$/;

/** `/en-ca/cart.js` → root `/en-ca/`, path `/cart.js`. */
function split(pathname: string) {
  const [, prefix = '', country = ''] = /^(\/[a-z]{2}(?:-([a-z]{2}))?)(?=\/)/.exec(pathname) ?? [];
  return { root: `${prefix}/`, path: pathname.slice(prefix.length), market: markets[country] ?? home };
}

/** https://shopify.dev/docs/api/ajax/reference/cart: how a change is refused. */
const refused = (status: 404 | 422, description: string): Answer => ({
  status,
  body: { status, message: 'Cart Error', description },
});

const quantityOf = (value: unknown, otherwise: number) => {
  const quantity = Math.floor(Number(value ?? otherwise));
  return Number.isFinite(quantity) && quantity >= 0 ? quantity : otherwise;
};

function put(cart: StoredCart, id: string, quantity: (had: number) => number): boolean {
  if (!products.some((each) => each.id === id)) return false;
  const line = cart.lines.find((each) => each.id === id);
  if (line) line.quantity = quantity(line.quantity);
  else cart.lines.push({ id, quantity: quantity(0) });
  cart.lines = cart.lines.filter((each) => each.quantity > 0);
  return true;
}

/** Comma-separated; the whole set is replaced, and upper and lower case are one. */
function codesOf(discount: unknown): string[] {
  const codes = new Map<string, string>();
  for (const each of String(discount).split(',')) {
    const code = each.trim();
    if (code && !codes.has(code.toLowerCase())) codes.set(code.toLowerCase(), code);
  }
  return [...codes.values()];
}

const textOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise);

/** Up to five: https://shopify.dev/docs/api/ajax/section-rendering */
function idsOf(sections: unknown): string[] {
  const ids = Array.isArray(sections) ? sections.map(String) : textOf(sections).split(',');
  return ids
    .map((id) => id.trim())
    .filter(Boolean)
    .slice(0, 5);
}

export function createShopifyCart(options: ShopifyCartOptions): FakeCart {
  const { renderSection } = options;

  function draw(id: string, cart: ShopifyCart, root: string, page: string): string | null {
    const inside = renderSection?.(id, { cart, root, page });
    return inside === undefined
      ? null
      : `<div id="shopify-section-${id}" class="shopify-section">${inside}</div>`;
  }

  /** https://shopify.dev/docs/api/ajax/reference/cart#bundled-section-rendering: on `sections_url`, or the page that asks. */
  async function answerWith(call: Call<StoredCart>, body?: object): Promise<Answer> {
    const { url, request, sent } = call;
    const { root, market } = split(url.pathname);
    const cart = await readCart(call.cart, options, market);
    const ids = idsOf(sent['sections']);
    if (ids.length === 0) return { status: 200, body: body ?? cart };
    const page = textOf(sent['sections_url'], request.headers.referer ?? root);
    const { pathname } = new URL(page, url);
    const sections = Object.fromEntries(ids.map((id) => [id, draw(id, cart, root, pathname)]));
    return { status: 200, body: { ...(body ?? cart), sections } };
  }

  async function add(call: Call<StoredCart>): Promise<Answer> {
    const { sent, cart } = call;
    const several = Array.isArray(sent['items']) ? (sent['items'] as Record<string, unknown>[]) : undefined;
    const items = several ?? [sent];
    for (const { id, quantity } of items) {
      const more = quantityOf(quantity, 1);
      if (!put(cart, String(id), (had) => had + more)) return refused(404, 'Cannot find variant');
    }
    const { items: lines } = await readCart(cart, options, split(call.url.pathname).market);
    const added = lines.filter(({ id }) => items.some((item) => String(item['id']) === String(id)));
    return answerWith(call, several ? { items: added } : added[0]);
  }

  /** By the id of its variant, by its key, or by its place, counted from 1. */
  function change(call: Call<StoredCart>): Answer | Promise<Answer> {
    const { id, line, quantity } = call.sent;
    const known = line === undefined ? String(id).split(':')[0]! : call.cart.lines[Number(line) - 1]?.id;
    if (known === undefined || !call.cart.lines.some((each) => each.id === known))
      return refused(422, 'There is no valid id or line parameter');
    put(call.cart, known, (had) => quantityOf(quantity, had));
    return answerWith(call);
  }

  function update(call: Call<StoredCart>): Answer | Promise<Answer> {
    const { updates, note, attributes, discount } = call.sent;
    const { cart } = call;
    const wanted = Array.isArray(updates)
      ? updates.map((quantity, i) => [cart.lines[i]?.id ?? '', quantity] as const)
      : Object.entries(updates ?? {});
    for (const [id, quantity] of wanted)
      if (!put(cart, id.split(':')[0]!, (had) => quantityOf(quantity, had)))
        return refused(422, 'Cannot find variant');
    if (typeof note === 'string') cart.note = note;
    if (attributes && typeof attributes === 'object') cart.attributes = { ...cart.attributes, ...attributes };
    // https://shopify.dev/docs/api/ajax/reference/cart#update-discounts-in-the-cart
    if (discount !== undefined) cart.codes = codesOf(discount);
    return answerWith(call);
  }

  /** Sets all quantities to 0; the codes stay. */
  function clear(call: Call<StoredCart>): Promise<Answer> {
    call.cart.lines = [];
    return answerWith(call);
  }

  /**
   * A link to share: https://help.shopify.com/en/manual/discounts/managing-discount-codes. The page does not say what
   * happens to a code that is already in the cart. Here it is lost, which is the worst case for a shopper.
   */
  function follow({ url, path, cart }: Call<StoredCart>): Answer {
    cart.codes = codesOf(decodeURIComponent(path.slice('/discount/'.length)));
    const target = url.searchParams.get('redirect') ?? '/';
    // Only into the shop itself.
    const isOwn = target.startsWith('/') && !/^\/[/\\]/.test(target);
    return { status: 302, headers: { location: isOwn ? target : '/' } };
  }

  /** https://shopify.dev/docs/api/ajax/section-rendering: any page, in pieces. */
  async function pieces({ url, cart }: Call<StoredCart>): Promise<Answer> {
    const { root, market } = split(url.pathname);
    const shown = await readCart(cart, options, market);
    const single = url.searchParams.get('section_id');
    const several = url.searchParams.get('sections') ?? url.searchParams.getAll('sections[]');
    if (single === null)
      return {
        status: 200,
        body: Object.fromEntries(idsOf(several).map((id) => [id, draw(id, shown, root, url.pathname)])),
      };
    const html = draw(single, shown, root, url.pathname);
    return { status: html === null ? 404 : 200, body: html ?? '' };
  }

  const changes: Record<string, (call: Call<StoredCart>) => Answer | Promise<Answer>> = {
    '/cart/add.js': add,
    '/cart/change.js': change,
    '/cart/update.js': update,
    '/cart/clear.js': clear,
  };

  return serveCart({
    system: 'shopify',
    cookie: 'cart',
    empty: (): StoredCart => ({ token: randomUUID(), lines: [], codes: [], note: '', attributes: {} }),
    pathOf: ({ pathname, searchParams }, { method }) => {
      const { path } = split(pathname);
      if (paths.test(path)) return path;
      const asksForSections = ['section_id', 'sections', 'sections[]'].some((each) => searchParams.has(each));
      return method === 'GET' && renderSection && asksForSections ? path : undefined;
    },
    answer: (call) => {
      const { path, request } = call;
      const make = changes[path];
      if (make) return request.method === 'POST' ? make(call) : { status: 404, body: '' };
      if (path.startsWith('/discount/')) return follow(call);
      return path.startsWith('/cart.') ? answerWith(call) : pieces(call);
    },
  });
}
