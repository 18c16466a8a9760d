// The gallery: makes a tile for every state, and goes the shopper's way to it. Nothing here is part of the elements.
import { codeFor, errorMap, type Fault, type Shopper, type Tile, tiles } from './gallery-tiles.ts';
import { ask, offer, offerLooks, options } from './options.ts';

const root = document.documentElement;

/**
 * How long the answers of the busy tiles take, in milliseconds: somewhat longer than the client waits, because a claim
 * goes on when the page is left, and a browser has few connections. A test with an endless patience asks for more.
 */
const latency = Number(options.get('latency') ?? 12_000);

// Tabs share a login if they use the same service address, so each gallery has its own.
const visit = crypto.randomUUID().slice(0, 8);

offerLooks(['', '160', '320', '480', '640']);
const only = offer('state', ['', ...tiles.map(({ name }) => name)], 'all');

const addFault = (fault: Fault, key: string) => ask('faults', { ...fault, key });

// Waiting for a tile. Real time, even if a test stops `Date.now`.

const PATIENCE = 60_000;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function until<T>(find: () => T | null | undefined | false, what: () => string): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`);
    await pause(20);
  }
}

function shopperIn(element: HTMLElement, key: string): Shopper {
  const trees = () =>
    [element, element.shadowRoot?.querySelector('otp-login')].flatMap((each) => each?.shadowRoot ?? []);
  const find = (part: string, index = 0) =>
    until(
      () =>
        trees().flatMap((tree) =>
          Array.from(tree.querySelectorAll<HTMLElement>(`[part~=${part}]:not([aria-hidden] *)`)),
        )[index],
      () => `the part ${part}`,
    );
  const reach = async (state: string) => {
    const hosts = () => [element, ...trees().map(({ host }) => host as HTMLElement)];
    await until(
      () => hosts().some((host) => host.dataset['state'] === state),
      () =>
        `${state}; it is ${hosts()
          .map((host) => host.dataset['state'])
          .join(', ')}`,
    );
  };
  return {
    reach,
    async type(part, text) {
      const input = (await find(part)) as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    },
    async click(part, index) {
      (await find(part, index)).click();
      await (element as HTMLElement & { updateComplete?: Promise<unknown> }).updateComplete;
    },
    async mailedCode(email) {
      const [mail] = await ask<{ code: string }[]>(`mailbox.json?email=${encodeURIComponent(email)}`);
      if (!mail) throw new Error(`no code was mailed to ${email}`);
      return mail.code;
    },
    spoil: async (fault) => {
      await addFault(fault.fault === 'latency' ? { ms: latency, ...fault } : fault, key);
    },
    see: async (selector) => {
      await until(
        () => element.shadowRoot?.querySelector(selector),
        () => selector,
      );
    },
    follow: async () => {
      const { href } = location;
      location.hash = (await find('entry')).id;
      await find('entry-current');
      history.replaceState(null, '', href);
    },
    refresh: async () => {
      await (element as HTMLElement & { refresh?(): Promise<number> }).refresh?.();
    },
  };
}

// Whether a browser can copy and whether it is online may differ between visits. Here each case is simulated for one
// tile.

const browsers: Record<NonNullable<Tile['browser']>, [name: 'onLine' | 'clipboard', value: unknown]> = {
  offline: ['onLine', false],
  clipboard: ['clipboard', { writeText: () => Promise.resolve() }],
  'no-clipboard': ['clipboard', { writeText: () => Promise.reject(new Error('not allowed')) }],
};

async function inBrowser(browser: Tile['browser'], work: () => Promise<void>): Promise<void> {
  if (!browser) return work();
  const [name, value] = browsers[browser];
  Object.defineProperty(navigator, name, { value, configurable: true });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(navigator, name);
  }
}

// Phones have a share button, and a tile must look the same on a computer.
if (!('share' in navigator))
  Object.defineProperty(navigator, 'share', {
    value: () => Promise.reject(new Error('nobody to share with')),
  });

// The carts that the tiles use. The BigCommerce cart stays empty.

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function fillCarts(): Promise<void> {
  for (const system of ['shopify', 'woocommerce', 'bigcommerce'])
    await send(`/fake-carts/${system}/reset`, {});
  await send('/cart/add.js', { items: [{ id: '102', quantity: 1 }] });
  const store = '/wp-json/wc/store/v1/cart';
  const nonce = (await fetch(store)).headers.get('nonce') ?? '';
  await send(`${store}/add-item`, { id: 102, quantity: 1 }, { nonce });
}

/** Holds the cart's lock, as another element that never finishes would. */
const keepCartBusy = () =>
  void navigator.locks.request('storefront-elements:cart', () => new Promise(() => undefined));

// One tile.

const progress = document.querySelector('#progress')!;
let arrived = 0;
const lost: string[] = [];

function showProgress(): void {
  progress.textContent = lost.length
    ? `Not as it should be: ${lost.join(', ')}`
    : `${arrived} of ${shown.length} tiles have arrived.`;
  progress.classList.toggle('lost', lost.length > 0);
}

function frame(tile: Tile): HTMLElement {
  const article = document.createElement('article');
  article.id = tile.name;
  article.setAttribute('aria-labelledby', `${tile.name}-title`);
  const title = document.createElement('h3');
  title.id = `${tile.name}-title`;
  title.lang = 'en';
  title.dir = 'ltr';
  const link = document.createElement('a');
  link.href = `?${new URLSearchParams([...options].filter(([name]) => name !== 'state').concat([['state', tile.name]]))}`;
  link.textContent = tile.title;
  title.append(link);
  const stage = document.createElement('div');
  stage.className = 'stage';
  article.append(title, stage);
  document.querySelector(`#${tile.tag} .tiles`)!.append(article);
  return article;
}

async function place(tile: Tile, article: HTMLElement): Promise<void> {
  const role = tile.code ? 'secret' : 'publishable';
  const { key } = await ask<{ key: string }>('keys', { role });
  const attributes: Record<string, string> = {
    'base-url': `/gallery/${key}/${tile.name}-${visit}`,
    'no-storage': '',
  };
  if (tile.grant) attributes['token'] = (await ask<{ token: string }>('grants', tile.grant)).token;
  if (tile.code) {
    const { rewardId, codeId } = await ask<{ rewardId: string; codeId: string }>('codes', tile.code);
    Object.assign(attributes, { 'reward-id': rewardId, 'code-id': codeId });
  }
  if (tile.timeline) {
    const { collectionId, slug } = await ask<{ collectionId: string; slug: string }>(
      'timelines',
      tile.timeline,
    );
    Object.assign(
      attributes,
      tile.hasHeader ? { 'collection-id': collectionId } : { 'collection-slug': slug },
    );
  }
  for (const fault of tile.faults ?? []) await addFault(fault, key);
  const { busy } = tile;
  // A timeline only reads, so the client repeats its requests by itself.
  const times = tile.tag === 'collection-timeline' ? 0 : 1;
  const delay = () =>
    busy && busy !== 'cart' && addFault({ operation: busy, fault: 'latency', ms: latency, times }, key);
  await delay();
  Object.assign(attributes, tile.attributes);

  const create = (tag: Tile['tag']) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const stage = article.querySelector('.stage')!;
  if (tile.login) {
    const login = create('otp-login');
    login.hidden = true;
    stage.append(login);
    const shopper = shopperIn(login, key);
    await codeFor(tile.login)(shopper);
    await shopper.reach('verified');
    login.remove();
  }
  const element = create(tile.tag);
  if (tile.tag === 'reward-claim') element.setAttribute('error-map', errorMap);
  for (const [slot, text] of Object.entries(tile.slots ?? {})) {
    const words = document.createElement('p');
    words.slot = slot;
    words.lang = 'en';
    words.dir = 'auto';
    words.textContent = text;
    element.append(words);
  }
  for (const [type, line] of Object.entries(tile.icons ?? {})) element.append(icon(type, line));
  stage.append(element);

  if (busy === 'cart') keepCartBusy();
  const shopper = shopperIn(element, key);
  await arrive(tile, element, shopper);
  if (!busy && !tile.staysBusy) return;
  const isCart = busy === 'cart';
  element.addEventListener(isCart ? 'reward-claim-apply-error' : `${tile.tag}-error`, () => {
    const again = async () => {
      if (times) await delay();
      await shopper.click(isCart ? 'apply' : 'button');
    };
    again().catch((error: unknown) => isLost(tile, article, error));
  });
}

function icon(type: string, line: string): Element {
  const SVG = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.slot = `icon-${type}`;
  const looks = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' };
  for (const [name, value] of Object.entries(looks)) drawing.setAttribute(name, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', line);
  drawing.append(path);
  return drawing;
}

async function arrive(tile: Tile, element: HTMLElement, shopper: Shopper): Promise<void> {
  await inBrowser(tile.browser, async () => {
    await tile.act?.(shopper);
    await shopper.reach(tile.state);
    await until(
      () => element.dataset['state'] === tile.state,
      () => `${tile.state} itself; it is ${element.dataset['state']}`,
    );
    if (tile.has) await shopper.see(tile.has);
  });
}

function isLost(tile: Tile, article: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`Gallery: ${tile.name} did not arrive: ${reason}`);
  lost.push(tile.name);
  const note = document.createElement('p');
  note.className = 'lost';
  note.lang = 'en';
  note.textContent = `Did not arrive: ${reason}`;
  article.append(note);
  showProgress();
}

const open = async (tile: Tile) => {
  const article = document.getElementById(tile.name)!;
  try {
    await place(tile, article);
    arrived += 1;
    showProgress();
  } catch (error) {
    isLost(tile, article, error);
  }
};

// All of them.

const shown = tiles.filter(({ name, isModal }) => (only ? name === only : !isModal));
for (const tile of shown) frame(tile);
for (const section of document.querySelectorAll('main > section'))
  (section as HTMLElement).hidden = !section.querySelector('article');
showProgress();

if (shown.some(({ attributes }) => attributes?.['platform'])) await fillCarts();
const isAlone = ({ browser, busy, staysBusy }: Tile) => Boolean(browser ?? busy ?? staysBusy);
for (const tile of shown) if (tile.comesFirst) await open(tile);
await Promise.all(shown.filter((tile) => !isAlone(tile) && !tile.comesFirst).map(open));
// The selection of a code that cannot be copied lasts until another element takes the focus, so that tile comes last.
const alone = shown.filter(isAlone).sort((one, other) => Number(!one.busy) - Number(!other.busy));
for (const tile of alone) await open(tile);

(document.activeElement as HTMLElement | null)?.blur();
await document.fonts.ready;
root.dataset['ready'] = lost.length ? 'lost' : 'all';
