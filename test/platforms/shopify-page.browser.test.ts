import { expect } from '@open-wc/testing';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import type { ApplyOptions, Platform } from '../../src/platforms/platform.ts';
import { drawParts, findParts } from '../../src/platforms/shopify-sections.ts';
import { platform } from '../../src/platforms/shopify.ts';
import { newCart, type TestCart, watchRequests } from './support.ts';

interface CartEvent extends Event {
  discountCodes?: { code: string }[];
  promise?: Promise<{
    cart: Record<string, unknown>;
    detail?: { sections?: Record<string, string | null> };
  }>;
  code?: string;
  error?: string;
}

let cart: TestCart;
let remove: () => void;

beforeEach(async () => {
  remove = putShopify();
  cart = await newCart('shopify');
  await cart.fill('101');
});
afterEach(() => {
  remove();
  for (const section of document.querySelectorAll('[id^="shopify-section-"]')) section.remove();
});

const next = (type: string) =>
  new Promise<CartEvent>((resolve) => {
    document.addEventListener(type, (event) => resolve(event as CartEvent), { once: true });
  });

function putSection(id: string, content = 'old'): HTMLElement {
  const section = document.createElement('div');
  section.id = `shopify-section-${id}`;
  section.innerHTML = content;
  document.body.append(section);
  return section;
}

describe("a Shopify theme's sections after a code went in", () => {
  const apply = (sections: string[], code = 'PERCENT-10') =>
    platform.apply(code, { sections, mayReload: false });
  const draw = (parts: string[], html: Record<string, string | null>) => drawParts(findParts(parts), html);
  const shown = (section: HTMLElement) => section.querySelector('p')?.dataset['codes'];

  it('are drawn from the answer to the change itself', async () => {
    const drawer = putSection('cart-drawer');
    const bubble = putSection('cart-icon-bubble');
    const requests = watchRequests();
    await apply(['cart-drawer', 'cart-icon-bubble']);
    requests.stop();
    expect([shown(drawer), shown(bubble)]).to.deep.equal(['1', '1']);
    expect(requests.asked).to.deep.equal(['GET /cart.js', 'POST /cart/update.js']);
    expect(drawer.textContent.includes('old')).to.equal(false);
  });

  it('are asked for by themselves where the answer was lost', async () => {
    const drawer = putSection('cart-drawer');
    await cart.fail('/cart/update.js', { kind: 'drop', after: true });
    await apply(['cart-drawer']);
    expect(shown(drawer)).to.equal('1');
  });

  it('are missing where they cannot be asked for either, and the code is in all the same', async () => {
    const drawer = putSection('cart-drawer');
    await cart.fail('/cart/update.js', { kind: 'drop', after: true });
    await cart.fail(location.pathname, { kind: '500' });
    expect(await apply(['cart-drawer'])).to.deep.equal({ outcome: 'applied' });
    expect(drawer.textContent).to.equal('old');
  });

  it('stay as they are where the code is refused', async () => {
    const drawer = putSection('cart-drawer');
    await apply(['cart-drawer'], 'NO-SUCH-CODE');
    expect(drawer.textContent).to.equal('old');
  });

  it('stay as they are where the theme or the page has none of this id', async () => {
    const other = putSection('other');
    expect(await draw(['other', 'nowhere'], { other: null, nowhere: '<div></div>' })).to.equal(false);
    expect(other.textContent).to.equal('old');
    const wrong = await draw(['other'], { other: '<p>no section</p>' });
    expect([wrong, other.textContent]).to.deep.equal([false, 'old']);
  });

  it('may be parts of a section, of which the page need not have the whole', async () => {
    const part = document.createElement('div');
    part.className = 'cart-total';
    part.textContent = 'old';
    document.body.append(part);
    const html = '<div id="shopify-section-footer"><b>no</b><p class="cart-total">new</p></div>';
    expect(
      await draw(['footer=p.cart-total', 'footer=.not-here', 'footer=.cart-total'], { footer: html }),
    ).to.equal(true);
    expect(part.textContent).to.equal('new');
    part.remove();
  });

  it('may be parts of the section around them, whose id the theme cannot know', async () => {
    const section = putSection('template--42__cart', '<b>kept</b><p class="sum">old</p>');
    const [part] = findParts(['=.sum']);
    expect(part!.id).to.equal('template--42__cart');
    await draw(['=.sum'], {
      'template--42__cart':
        '<div id="shopify-section-template--42__cart"><i></i><p class="sum">new</p></div>',
    });
    expect(section.innerHTML).to.equal('<b>kept</b><p class="sum">new</p>');
  });

  it('have the old elements taken out before the new ones are made, with the focus where it was', async () => {
    const section = putSection('x', '<input id="quantity"><late-finder></late-finder>');
    const found: number[] = [];
    customElements.define(
      'late-finder',
      class extends HTMLElement {
        connectedCallback() {
          found.push(document.querySelectorAll('#quantity').length);
        }
      },
    );
    section.querySelector('input')!.focus();
    await draw(['x'], {
      x: '<div id="shopify-section-x"><input id="quantity"><late-finder></late-finder></div>',
    });
    expect(found).to.deep.equal([1, 1]);
    expect(document.activeElement === section.querySelector('input')).to.equal(true);
  });

  it('run no script of their HTML, and hold it where it belongs', async () => {
    const section = putSection('x');
    const html = `<div id="shopify-section-x"><script>globalThis.hasRun = true</script><b>new</b></div><p>out</p>`;
    expect(await draw(['x'], { x: html })).to.equal(true);
    expect([section.textContent.includes('new'), section.textContent.includes('out')]).to.deep.equal([
      true,
      false,
    ]);
    expect('hasRun' in globalThis).to.equal(false);
  });

  it('keep our own element that is in them, with the focus in it', async () => {
    const section = putSection('x', '<p>old</p><reward-claim tabindex="0"></reward-claim>');
    const element = section.querySelector<HTMLElement>('reward-claim')!;
    element.focus();
    await draw(['x'], {
      x: '<div id="shopify-section-x"><p>new</p><i><reward-claim></reward-claim></i></div>',
    });
    expect(section.querySelector('i > reward-claim') === element).to.equal(true);
    expect(section.querySelectorAll('reward-claim').length).to.equal(1);
    expect([section.textContent, document.activeElement === element]).to.deep.equal(['new', true]);
  });

  it('keep a claim with the login in its slot as they are', async () => {
    const content = '<reward-claim><otp-login slot="login"></otp-login></reward-claim>';
    const section = putSection('x', content);
    const [claim, login] = ['reward-claim', 'otp-login'].map((tag) => section.querySelector(tag)!);
    const { nextSibling } = section;
    expect(await draw(['x'], { x: `<div id="shopify-section-x"><p>new</p>${content}</div>` })).to.equal(true);
    expect(section.querySelector('p + reward-claim') === claim).to.equal(true);
    expect(claim!.firstElementChild === login).to.equal(true);
    expect(section.querySelectorAll('otp-login').length).to.equal(1);
    expect(section.nextSibling === nextSibling).to.equal(true);
  });

  it('keep of several elements those that are still in the theme’s HTML', async () => {
    const claim = (token: string) => `<reward-claim token="${token}"></reward-claim>`;
    const section = putSection('x', claim('first') + claim('second'));
    const [, second] = section.children;
    await draw(['x'], { x: `<div id="shopify-section-x">${claim('second')}${claim('third')}</div>` });
    expect(section.children.length).to.equal(2);
    expect(section.firstElementChild === second).to.equal(true);
    expect(section.lastElementChild!.getAttribute('token')).to.equal('third');
  });

  for (const [allowed, isDrawn] of [
    ['storefront-sections', true],
    ["'none'", false],
  ] as const) {
    it(`in a page with Trusted Types that allows ${allowed}: drawn ${isDrawn}`, async () => {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types ${allowed}">
        <div id="shopify-section-x">old</div>
        <script type="module">
          import { drawParts, findParts } from '/src/platforms/shopify-sections.ts';
          const isDrawn = await drawParts(findParts(['x']), { x: '<div id="shopify-section-x">new</div>' });
          parent.postMessage({ isDrawn, text: document.getElementById('shopify-section-x').textContent });
        </script>`;
      const answer = new Promise<unknown>((resolve) => {
        window.addEventListener('message', ({ data }) => resolve(data), { once: true });
      });
      document.body.append(frame);
      expect(await answer).to.deep.equal({ isDrawn, text: isDrawn ? 'new' : 'old' });
      frame.remove();
    });
  }
});

describe('the cart of a theme that nothing is said of', () => {
  const apply = () => platform.apply('PERCENT-10', { sections: [], mayReload: false });

  it('is drawn where it is like Dawn: in the drawer, which is no section, and on the page of the cart', async () => {
    const theme = document.createElement('div');
    theme.innerHTML = `<cart-drawer><div id="CartDrawer"><input>
        <div class="drawer__cart-items-wrapper">old</div><div class="cart-drawer__footer">old</div>
      </div></cart-drawer>
      <div id="shopify-section-template--1__cart-footer"><div id="main-cart-footer">
        <div class="cart__blocks"><div class="js-contents">old</div><button>Check out</button></div>
      </div></div>`;
    document.body.append(theme);
    const kept = theme.querySelector('input');
    const button = theme.querySelector('button');
    await cart.fill('102');
    await apply();
    const texts = ['.drawer__cart-items-wrapper', '.cart-drawer__footer', '.js-contents'].map(
      (selector) => theme.querySelector(selector)!.textContent,
    );
    expect(texts).to.deep.equal(['2 items', '21060', '21060']);
    expect([theme.contains(kept), theme.contains(button)]).to.deep.equal([true, true]);
    theme.remove();
  });

  it('is drawn by Horizon itself, from the event and its sections, and never loaded again', async () => {
    const items = document.createElement('cart-items-component');
    items.dataset['sectionId'] = 'cart-drawer-section';
    document.body.append(items);
    const drawn = new Promise<string | null | undefined>((resolve) => {
      document.addEventListener(
        'shopify:cart:discount-update',
        (event) =>
          void (event as CartEvent).promise!.then(({ detail }) =>
            resolve(detail?.sections?.['cart-drawer-section']),
          ),
        { once: true },
      );
    });
    const older = next('discount:update');
    await platform.apply('PERCENT-10', { sections: [], mayReload: true });
    expect(await drawn).to.match(/shopify-section-cart-drawer-section/);
    expect(((await older) as CustomEvent).detail).to.deep.equal({ data: {} });
    items.remove();
  });

  it('is drawn by Horizon itself, and the parts that are named beside it are drawn, too', async () => {
    const own = putSection('own', '<cart-items-component data-section-id="own"></cart-items-component>');
    const [items] = own.children;
    const named = ['a', 'b', 'c', 'cart-drawer', 'cart-icon-bubble'];
    const parts = named.map((id) => putSection(id));
    const told = next('shopify:cart:discount-update');
    await platform.apply('PERCENT-10', { sections: [...named, 'own'], mayReload: false });
    const { detail } = await (await told).promise!;
    // One answer has five sections at most.
    expect(Object.keys(detail!.sections!)).to.deep.equal(['own', ...named.slice(0, 4)]);
    expect(own.firstElementChild === items, 'left to Horizon').to.equal(true);
    expect(parts[3]!.querySelector('p')?.dataset['codes']).to.equal('1');
    expect(parts[4]!.textContent).to.equal('old');
  });
});

describe('loading the page again, as the last resort', () => {
  let frame: HTMLIFrameElement;
  const loaded = () => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));

  async function openPage(): Promise<Platform> {
    frame = document.createElement('iframe');
    frame.src = '/test/platforms/shopify-frame.html';
    const isLoaded = loaded();
    document.body.append(frame);
    await isLoaded;
    return (frame.contentWindow as unknown as { platform: Platform }).platform;
  }
  afterEach(() => frame.remove());

  const isKept = async (options: ApplyOptions, code = 'PERCENT-10') => {
    const page = await openPage();
    const before = frame.contentDocument;
    const left: Event[] = [];
    frame.contentWindow!.addEventListener('pagehide', (event) => left.push(event));
    await page.apply(code, options);
    // A page that is to be left is left before a later frame of it gets an answer.
    await new Promise((resolve) => setTimeout(resolve));
    await page.read();
    return left.length === 0 && frame.contentDocument === before;
  };

  for (const [name, sections] of [
    ['nothing else was named', []],
    ['no section is in the page', ['nowhere']],
    ['a section cannot be drawn', ['other']],
  ] as const) {
    it(`happens where ${name}, and the code is still in the cart`, async () => {
      const page = await openPage();
      const isLoaded = loaded();
      expect(await page.apply('PERCENT-10', { sections, mayReload: true })).to.deep.equal({
        outcome: 'applied',
      });
      await isLoaded;
      const { platform: again } = frame.contentWindow as unknown as { platform: Platform };
      expect((await again.read())?.codes).to.deep.equal([{ code: 'PERCENT-10', isApplicable: true }]);
    });
  }

  it('does not happen where the sections are drawn, the embedder does not want it, or the code is refused', async () => {
    expect(await isKept({ sections: ['cart-drawer'], mayReload: true })).to.equal(true);
    await cart.reset();
    await cart.fill('101');
    expect(await isKept({ sections: ['nowhere'], mayReload: false })).to.equal(true);
    expect(await isKept({ sections: [], mayReload: true }, 'NO-SUCH-CODE')).to.equal(true);
  });
});

describe('what a Shopify theme and apps hear of a code', () => {
  it('is the whole set as the change starts, and the cart when it is made', async () => {
    await cart.enter('PERCENT-10');
    const told = next('shopify:cart:discount-update');
    const applied = platform.apply('MINUS-500', { sections: [], mayReload: false });
    const { discountCodes, promise, bubbles } = await told;
    expect([discountCodes, bubbles]).to.deep.equal([[{ code: 'PERCENT-10' }, { code: 'MINUS-500' }], true]);
    const { cart: after } = await promise!;
    expect(after['cost']).to.deep.equal({ totalAmount: { amount: '165.10', currencyCode: 'EUR' } });
    expect(after['discountCodes']).to.deep.equal([
      { code: 'PERCENT-10', applicable: true },
      { code: 'MINUS-500', applicable: true },
    ]);
    expect([after['totalQuantity'], (after['lines'] as unknown[]).length]).to.deep.equal([1, 1]);
    await applied;
  });

  it('is the cart that the shopper is left with, where an earlier code comes back', async () => {
    await cart.enter('PERCENT-10');
    const told = next('shopify:cart:discount-update');
    const applied = platform.apply('PERCENT-50-ALONE', { sections: [], mayReload: false });
    const { cart: after } = await (await told).promise!;
    expect(after['discountCodes']).to.deep.equal([{ code: 'PERCENT-10', applicable: true }]);
    await applied;
  });

  it('is an error where the change fails, without the code', async () => {
    await cart.fail('/cart/update.js', { kind: 'drop' });
    const [told, failed] = [next('shopify:cart:discount-update'), next('shopify:cart:error')];
    void platform.apply('MINUS-500', { sections: [], mayReload: false });
    const reason = (await told).promise!.then(String, String);
    expect(await reason).to.not.match(/MINUS/);
    const { code, error } = await failed;
    expect([code, error!.includes('MINUS')]).to.deep.equal(['SERVICE_UNAVAILABLE', false]);
  });
});

describe('what is heard of changes of the cart', () => {
  let calls: number;
  let stop: () => void;
  let called: () => Promise<void>;
  beforeEach(() => {
    calls = 0;
    let resolve = (): void => undefined;
    called = () => new Promise<void>((done) => (resolve = done));
    stop = platform.watch(() => {
      calls += 1;
      resolve();
    });
  });
  afterEach(() => stop());

  const tell = (type: string, fields: object = {}) =>
    document.body.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), fields));
  const turn = () => new Promise((resolve) => setTimeout(resolve));

  for (const type of ['shopify:cart:discount-update', 'shopify:cart:lines-update']) {
    for (const end of ['resolves', 'rejects'] as const) {
      it(`${type}, when its promise ${end}`, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<undefined>();
        tell(type, { promise });
        await turn();
        expect(calls).to.equal(0);
        const heard = called();
        if (end === 'resolves') resolve(undefined);
        else reject(new Error('no'));
        await heard;
        expect(calls).to.equal(1);
      });
    }
  }

  it('an event without a promise', async () => {
    const heard = called();
    tell('shopify:cart:lines-update');
    await heard;
    expect(calls).to.equal(1);
  });

  it('a change by the Ajax API of a theme that has no such events, also in a market', async () => {
    for (const path of ['/cart/clear.js', '/en-ca/cart/add.js']) {
      const heard = called();
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"102"}',
      });
      await response.text();
      await heard;
    }
    expect(calls).to.equal(2);
  });

  it('nothing more after the end', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    tell('shopify:cart:lines-update', { promise });
    stop();
    resolve(undefined);
    tell('shopify:cart:discount-update');
    await turn();
    expect(calls).to.equal(0);
  });
});
