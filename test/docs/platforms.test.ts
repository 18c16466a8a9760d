/** The recipes of the shop systems: what they say to paste works, under the policies that they name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { codesIn, tablesOf, testExamples } from './examples.ts';
import { addressed, claim, openExample, setStage, type ShopPage, styleOf } from './shop.ts';

const stage = setStage();

/** The gateway of the examples is the shop's own here. */
const placed = (text: string) =>
  text.replaceAll('https://rewards.example', `${stage.merchant.origin}/apps/rewards`);

/** The header of an example; with a host, not a path, for the gateway. */
function headersOf(text = ''): Record<string, string> {
  const policy = /^Content-Security-Policy: (.*)$/s.exec(text.replace(/\n\s+/g, ' ').trim())?.[1];
  const hosts = policy?.replaceAll('https://rewards.example', stage.merchant.origin);
  return hosts ? { 'content-security-policy': `${addressed(hosts, stage)}; report-uri /reports` } : {};
}

interface Code {
  html?: string[];
  css?: string[];
  js?: string[];
  http?: string[];
}

/** A page with an example, opened by the link to a reward, which is claimed. */
async function claimIn({ html, css, js, http }: Code): Promise<ShopPage> {
  const visit = await openExample(stage, {
    ...(html && { html: placed(html.join('\n')) }),
    ...(css && { css: css.join('\n') }),
    ...(js && { js: placed(addressed(js.join('\n'), stage)) }),
    headers: headersOf(http?.[0]),
  });
  const { token } = await visit.shop.grant();
  // The address as shoppers get it; the page has read its own before.
  await visit.page.goto(`${stage.merchant.origin}/?link#reward=${token}`);
  await claim(visit);
  return visit;
}

async function leave({ complaints, context }: ShopPage): Promise<void> {
  assert.deepEqual(complaints, []);
  assert.deepEqual(stage.merchant.reports, [], 'nothing was forbidden');
  await context.close();
}

const linkOf = async ({ page }: ShopPage): Promise<string> => {
  const link = await page.waitForSelector('reward-claim >>> a[part=apply]');
  return link!.evaluate((element) => element.getAttribute('href')!);
};

const codeOf = ({ page }: ShopPage): Promise<string> =>
  page.$eval('reward-claim >>> [part=code]', ({ textContent }) => textContent.trim());

const tag = (attributes = '') =>
  `<reward-claim base-url="/apps/rewards" token-param="reward" ${attributes}></reward-claim>`;

/** A Shopify cart with something in it, which takes every code and draws its drawer. */
async function applyTo(visit: ShopPage): Promise<void> {
  const cart = {
    token: 'cart',
    item_count: 1,
    total_price: 900,
    currency: 'EUR',
    items: [],
    discount_codes: [],
  };
  const sections = {
    'cart-drawer': '<div id="shopify-section-cart-drawer" class="shopify-section">Drawn again</div>',
  };
  const codes = [{ code: await codeOf(visit), applicable: true }];
  const after = JSON.stringify({ ...cart, discount_codes: codes, sections });
  const { pages } = stage.merchant;
  pages['/cart.js'] = JSON.stringify(cart);
  Object.defineProperty(pages, '/cart/update.js', {
    configurable: true,
    // From then on the cart has it.
    get: () => (pages['/cart.js'] = after),
  });
  await visit.page.locator('reward-claim >>> [part=apply]').click();
  await visit.page.waitForSelector('reward-claim[data-state=applied]');
}

/** The function that a theme would have to provide. It records that it was called. */
const drawCart = 'globalThis.drawCart = () => { globalThis.drawn = true; };';
const tell = ({ page }: ShopPage) =>
  page.evaluate(() => {
    document
      .querySelector('reward-claim')!
      .dispatchEvent(new Event('reward-claim-applied', { bubbles: true }));
    return 'drawn' in globalThis;
  });

testExamples('platforms.md', {
  known: async ({ html }) => {
    const visit = await claimIn({ html: html! });
    assert.ok(await visit.page.$('reward-claim >>> [part=copy]'));
    await leave(visit);
  },

  redraw: async ({ js }) => {
    const visit = await claimIn({ html: [tag()], js: [drawCart, ...js!] });
    assert.equal(await tell(visit), true);
    await leave(visit);
  },

  link: async ({ html }) => {
    const visit = await claimIn({ html: html! });
    assert.equal(
      new URL(await linkOf(visit), stage.merchant.origin).searchParams.get('coupon'),
      await codeOf(visit),
    );
    await leave(visit);
  },

  copy: async ({ html }) => {
    const visit = await claimIn({ html: html! });
    assert.equal(new URL(await linkOf(visit), stage.merchant.origin).pathname, '/cart');
    assert.ok(await visit.page.$('reward-claim >>> [part=copy]'));
    await leave(visit);
  },

  own: async ({ js }) => {
    const addToCart = 'globalThis.addToCart = (code) => { globalThis.added = code; };';
    const visit = await claimIn({ html: [tag('apply-url="/cart"')], js: [addToCart, ...js!] });
    await visit.page.locator('reward-claim >>> a[part=apply]').click();
    await visit.page.waitForFunction('globalThis.added');
    assert.equal(await visit.page.evaluate('globalThis.added'), await codeOf(visit));
    assert.equal(new URL(visit.page.url()).pathname, '/', 'the link is not followed');
    await leave(visit);
  },

  style: async ({ css }) => {
    const html = [tag('platform="shopify"')];
    const visit = await claimIn({ html, css: css! });
    await applyTo(visit);
    const { page } = visit;
    assert.equal(await styleOf(page, 'reward-claim >>> [part=applied]', 'color'), 'rgb(27, 107, 67)');
    assert.equal(await styleOf(page, 'reward-claim >>> [part=cart]', 'border-top-left-radius'), '0px');
    await leave(visit);
  },

  policy: async ({ html, http }) => {
    const drawer = '<div id="shopify-section-cart-drawer" class="shopify-section">As it was</div>';
    const visit = await openExample(stage, {
      html: html![0]! + drawer,
      headers: headersOf(http![0]),
    });
    await claim(visit);
    await applyTo(visit);
    await visit.page.waitForFunction(() => document.body.textContent.includes('Drawn again'));
    await leave(visit);
  },
});

testExamples('bigcommerce.md', {
  bigcommerce: async ({ html, http }) => {
    const visit = await claimIn({ html: html!, http: http! });
    await leave(visit);
  },
  bigcommerceRedraw: async ({ js }) => {
    const visit = await claimIn({ html: [tag()], js: [drawCart, ...js!] });
    assert.equal(await tell(visit), true);
    await leave(visit);
  },
  bigcommerceStyle: ({ css }) => checkStyle(css!),
});

testExamples('magento.md', {
  magento: async ({ html, http }) => {
    const visit = await claimIn({ html: html!, http: http! });
    assert.equal(new URL(await linkOf(visit), stage.merchant.origin).pathname, '/checkout/cart/');
    await leave(visit);
  },
  magentoLink: async ({ html }) => {
    const base = html![0]!.replace('<reward-claim', '<reward-claim base-url="/apps/rewards"');
    const visit = await claimIn({ html: [base] });
    assert.match(await linkOf(visit), new RegExp(`discount=${await codeOf(visit)}$`));
    await leave(visit);
  },
  magentoStyle: ({ css }) => checkStyle(css!),
  magentoHosts: async ({ xml, ...others }) => {
    assert.deepEqual(Object.keys(others), []);
    const { page, context } = await openExample(stage, { html: '<p>Shop</p>' });
    const error = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'text/xml').querySelector('parsererror')?.textContent,
      xml![0]!,
    );
    assert.equal(error, undefined);
    await context.close();
  },
});

testExamples('wix.md', {
  wix: async ({ js }) => {
    const visit = await openExample(stage, {
      html: '<reward-box></reward-box>',
      js: placed(addressed(js![0]!, stage)),
      hasScript: false,
    });
    const { token } = await visit.shop.grant();
    await visit.page.goto(`${stage.merchant.origin}/?link#reward=${token}`);
    await visit.page.$eval('reward-box', (box) => {
      box.addEventListener('claimed', (event) => {
        Object.assign(globalThis, { heard: (event as CustomEvent<{ code: string }>).detail.code });
      });
    });
    await claim(visit);
    assert.equal(await visit.page.evaluate('globalThis.heard'), await codeOf(visit));
    await leave(visit);
  },
  velo: async ({ js }) => {
    const noCart = () => Promise.reject(new Error('OWNED_CART_NOT_FOUND'));
    const cartWith =
      (...appliedDiscounts: object[]) =>
      () =>
        Promise.resolve({ appliedDiscounts });
    assert.deepEqual(await appliedByVelo(js![0]!, cartWith(), 'SAVE-10'), ['SAVE-10']);
    assert.deepEqual(await appliedByVelo(js![0]!, () => Promise.resolve({}), 'SAVE-10'), ['SAVE-10']);
    assert.deepEqual(await appliedByVelo(js![0]!, cartWith({ coupon: { code: 'OTHER' } }), 'SAVE-10'), []);
    assert.deepEqual(await appliedByVelo(js![0]!, noCart, 'SAVE-10'), []);
    assert.deepEqual(await appliedByVelo(js![0]!, cartWith(), undefined), []);
  },
});

/** The codes that the example puts into the cart after a claim. Its modules exist only on Wix. */
async function appliedByVelo(
  example: string,
  getCurrentCart: () => Promise<object>,
  code: string | undefined,
): Promise<unknown[]> {
  const applied: unknown[] = [];
  let claimed: ((event: object) => Promise<void>) | undefined;
  const element = { on: (_: string, listener: typeof claimed) => (claimed = listener) };
  runInNewContext(example.replaceAll(/^import .*$/gm, ''), {
    currentCart: {
      getCurrentCart,
      updateCurrentCart: ({ couponCode }: { couponCode: unknown }) => applied.push(couponCode),
    },
    wixEcomFrontend: { refreshCart: () => undefined },
    $w: Object.assign(() => element, { onReady: (start: () => void) => start() }),
  });
  await claimed!({ detail: { code } });
  return applied;
}

testExamples('squarespace.md', {
  squarespace: async ({ html }) => {
    const visit = await claimIn({ html: html! });
    assert.equal(new URL(await linkOf(visit), stage.merchant.origin).pathname, '/cart');
    await leave(visit);
  },
  squarespaceStyle: ({ css }) => checkStyle(css!),
});

async function checkStyle(css: string[]): Promise<void> {
  const visit = await claimIn({ html: [tag()], css });
  const { page } = visit;
  const [, accent] = /--storefront-accent: (#\w+)/.exec(css[0]!)!;
  assert.equal((await styleOf(page, 'reward-claim', '--storefront-accent')).trim(), accent);
  await leave(visit);
}

test('docs/platforms.md names every shop system that the elements know', () => {
  const [table] = tablesOf('platforms.md').filter(({ head }) => head[0] === 'attribute');
  const platform = table!.rows.find(([cell]) => codesIn(cell).includes('platform'))!;
  for (const name of ['auto', 'shopify', 'woocommerce', 'bigcommerce', 'none'])
    assert.ok(codesIn(platform[1]).includes(name), name);
});
