import { expect } from '@open-wc/testing';
import { platform } from '../../src/platforms/woocommerce.ts';
import { openPage } from './page.ts';
import { newCart, type TestCart, watchRequests } from './support.ts';

const apply = (code: string) => platform.apply(code, { sections: [], mayReload: false });

const page = globalThis as unknown as Record<string, unknown>;
const placed: Element[] = [];
afterEach(() => {
  for (const element of placed.splice(0)) element.remove();
  for (const name of ['jQuery', 'wp', 'wcSettings', 'wpApiSettings', 'wc_add_to_cart_params'])
    Reflect.deleteProperty(page, name);
});

function put(tag: string, attributes: Record<string, string>, where: Element = document.body): void {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  where.append(element);
  placed.push(element);
}

/** A stand-in for jQuery, as a theme's scripts use it for events. Only the names of the events matter here. */
function putJQuery() {
  const triggered: string[] = [];
  const listeners = new Map<() => void, string[]>();
  page['jQuery'] = () => ({
    trigger: (event: string) => {
      triggered.push(event);
    },
    on: (events: string, listener: () => void) => listeners.set(listener, events.split(' ')),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  });
  const happen = (event: string) => {
    for (const [listener, events] of listeners) if (events.includes(event)) listener();
  };
  return { triggered, happen };
}

/** The store of the cart's blocks. */
function putStore() {
  const state = { coupons: [] as { code: string }[], invalidated: 0, listeners: new Set<() => void>() };
  const isCart = (name: string) => name === 'wc/store/cart';
  page['wp'] = {
    data: {
      dispatch: (name: string) =>
        isCart(name) ? { invalidateResolutionForStore: () => void (state.invalidated += 1) } : undefined,
      select: (name: string) => (isCart(name) ? { getCartData: () => state } : undefined),
      subscribe: (listener: () => void) => {
        state.listeners.add(listener);
        return () => state.listeners.delete(listener);
      },
    },
  };
  return state;
}

describe('a WordPress page', () => {
  /** Where the cart is asked for; that there may be no shop is no matter. */
  async function asked(): Promise<string> {
    const requests = watchRequests();
    await platform.read();
    requests.stop();
    return requests.asked.join();
  }
  const named = (href: string) => put('link', { rel: 'https://api.w.org/', href }, document.head);

  it('names its API', async () => {
    named(`${location.origin}/blog/wp-json/`);
    expect(await asked()).to.equal('GET /blog/wp-json/wc/store/v1/cart');
  });

  it('names it by another host, whose cart would not be the shopper’s', async () => {
    named('https://www.shop.example/wp-json/');
    expect(await asked()).to.equal('GET /wp-json/wc/store/v1/cart');
  });

  it('has plain permalinks', async () => {
    const cart = await newCart('woocommerce');
    await cart.fill('101');
    named(`${location.origin}/index.php?rest_route=/`);
    expect(await asked()).to.equal('GET /index.php?rest_route=%2Fwc%2Fstore%2Fv1%2Fcart');
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    expect(await cart.codes()).to.deep.equal(['percent-10']);
  });

  it('names nothing, but its scripts do', async () => {
    page['wc_add_to_cart_params'] = { wc_ajax_url: '/sub/?wc-ajax=%%endpoint%%', cart_url: '/sub/basket/' };
    expect([await asked(), platform.cartUrl]).to.deep.equal([
      'GET /sub/wp-json/wc/store/v1/cart',
      '/sub/basket/',
    ]);
    page['wcSettings'] = {
      homeUrl: `${location.origin}/shop`,
      storePages: { cart: { permalink: '/shop/cart-page/' } },
    };
    expect([await asked(), platform.cartUrl]).to.deep.equal([
      'GET /shop/wp-json/wc/store/v1/cart',
      '/shop/cart-page/',
    ]);
    page['wpApiSettings'] = { root: `${location.origin}/api/` };
    expect(await asked()).to.equal('GET /api/wc/store/v1/cart');
  });

  it('says nothing at all', async () => {
    expect([await asked(), platform.cartUrl]).to.deep.equal(['GET /wp-json/wc/store/v1/cart', '/cart/']);
    expect(platform.linkFor('PERCENT-10')).to.equal(undefined);
  });
});

describe('what shows a WooCommerce cart', () => {
  let cart: TestCart;
  beforeEach(async () => {
    cart = await newCart('woocommerce');
    await cart.fill('101');
  });

  it('of a classic theme draws it again after a code came in, and only then', async () => {
    const { triggered } = putJQuery();
    await apply('NOBODY');
    expect(triggered).to.deep.equal([]);
    await apply('PERCENT-10');
    expect(triggered).to.deep.equal(['wc_update_cart', 'wc_fragment_refresh', 'update_checkout']);
  });

  it('draws it again also where something of the theme throws, and that is no failure', async () => {
    const reported: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => void reported.push(error);
    const fault = new Error('A plugin has a fault');
    const fail = () => {
      throw fault;
    };
    page['jQuery'] = () => ({ trigger: fail, on: fail, off: fail });
    const store = putStore();
    const stop = platform.watch(() => undefined);
    expect(await apply('PERCENT-10')).to.deep.equal({ outcome: 'applied' });
    stop();
    globalThis.reportError = reportError;
    expect(store.invalidated).to.equal(1);
    expect(store.listeners.size).to.equal(0);
    expect(reported.every((error) => error === fault)).to.equal(true);
    expect(reported.length).to.equal(5);
  });

  it('of blocks reads it again', async () => {
    const store = putStore();
    await apply('PERCENT-10');
    expect(store.invalidated).to.equal(1);
  });

  it('of a Mini-Cart whose scripts are not there yet hears of it, and is not opened', async () => {
    put('div', { class: 'wp-block-woocommerce-mini-cart' });
    const heard: string[] = [];
    const listening = new AbortController();
    const { signal } = listening;
    for (const event of ['wc-blocks_added_to_cart', 'wc-blocks_removed_from_cart'])
      document.body.addEventListener(event, () => heard.push(event), { signal });
    const sync = ({ detail }: CustomEvent<{ type: string }>) => heard.push(detail.type);
    addEventListener('wc-blocks_store_sync_required', sync as unknown as EventListener, { signal });
    await apply('PERCENT-10');
    listening.abort();
    expect(heard).to.deep.equal(['wc-blocks_removed_from_cart', 'from_@wordpress/data']);
  });

  it('is loaded again where nothing of that is there, and its merchant asked for it', async () => {
    const shop = await openPage('woocommerce');
    const reloaded = shop.loaded();
    await shop.apply('NOBODY', true);
    await shop.apply('MINUS-500', false);
    expect(shop.loads()).to.equal(1);
    void shop.apply('PERCENT-10', true);
    await reloaded;
    expect([shop.loads(), await cart.codes()]).to.deep.equal([2, ['minus-500', 'percent-10']]);
    shop.close();
  });

  describe('with jQuery, whose merchant wants it to be loaded again', () => {
    const openWith = async (globals: object) => {
      const shop = await openPage('woocommerce');
      const jQuery = () => ({ trigger: () => undefined, on: () => undefined, off: () => undefined });
      Object.assign(shop.window(), { jQuery, ...globals });
      return shop;
    };

    it('is loaded again where no script of WooCommerce listens', async () => {
      const shop = await openWith({});
      const reloaded = shop.loaded();
      void shop.apply('PERCENT-10', true);
      await reloaded;
      expect(shop.loads()).to.equal(2);
      shop.close();
    });

    for (const settings of ['wc_cart_params', 'wc_cart_fragments_params', 'wc_checkout_params'])
      it(`stays where a script of WooCommerce draws the cart: ${settings}`, async () => {
        const shop = await openWith({ [settings]: {} });
        await shop.apply('PERCENT-10', true);
        expect(shop.loads()).to.equal(1);
        // A page that is to be left ignores what comes later.
        expect(await cart.codes()).to.deep.equal(['percent-10']);
        expect(shop.loads()).to.equal(1);
        shop.close();
      });
  });
});

describe('something else that changes a WooCommerce cart', () => {
  let told: number;
  let stop: () => void;
  const watch = () => {
    told = 0;
    stop = platform.watch(() => void (told += 1));
  };
  afterEach(() => stop());

  it('is heard of from a classic theme', () => {
    const { happen } = putJQuery();
    watch();
    for (const event of ['removed_coupon', 'added_to_cart', 'scroll']) happen(event);
    expect(told).to.equal(2);
    stop();
    happen('removed_coupon');
    expect(told).to.equal(2);
  });

  it('is heard of from blocks', () => {
    watch();
    document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart'));
    dispatchEvent(new CustomEvent('wc-blocks_store_sync_required'));
    expect(told).to.equal(2);
    stop();
    document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart'));
    expect(told).to.equal(2);
  });

  it('is seen in the store of the blocks, where coupons have no event', () => {
    const store = putStore();
    watch();
    const change = (...codes: string[]) => {
      store.coupons = codes.map((code) => ({ code }));
      for (const listener of store.listeners) listener();
    };
    change();
    expect(told).to.equal(0);
    change('percent-10');
    change('percent-10');
    change('percent-10', 'minus-500');
    expect(told).to.equal(2);
    stop();
    expect(store.listeners.size).to.equal(0);
  });
});
