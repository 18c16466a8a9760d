/** A shop's analytics beside the elements: docs/privacy.md. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import { drawn, openPage, settle, setListeningStage, type Visit } from '../cdn/support.ts';
import { type CartServer, openCarts } from '../helpers/cart-server.ts';

const stage = setListeningStage('storefront-elements');

let carts: CartServer;
before(async () => {
  carts = await openCarts(createShopifyCart({ discountOf: () => ({ kind: 'percentage', value: 10 }) }));
});
after(() => carts.close());

const EMAIL = 'shopper@example.com';
const tag = (data: string) => `<script type="module" src="/analytics.js" ${data}></script>`;

type Published = [name: string, facts: Record<string, unknown>];
interface Told {
  shopify: Published[];
  dataLayer: { event: string; storefront_elements: Record<string, unknown> }[];
}

/** The data that analytics have received so far. */
const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { published, dataLayer = [] } = globalThis as unknown as {
      published: Told['shopify'];
      dataLayer?: Told['dataLayer'];
    };
    // JSON omits undefined fields, which do not count as values.
    return JSON.parse(JSON.stringify({ shopify: published, dataLayer })) as Told;
  });

/** As much of a Shopify store as the page's scripts find; its requests for the cart go to a fake one. */
async function prepareShopify(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const published: unknown[] = [];
    const publish = (...call: unknown[]) => published.push(call);
    const Shopify = { shop: 'shop.example', routes: { root: '/' }, analytics: { publish } };
    Object.assign(globalThis, { published, Shopify });
  });
  const shopper = carts.newShopper();
  await shopper('POST /cart/add.js', { items: [{ id: 101, quantity: 1 }] });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/cart')) return void request.continue();
    const answer = async () => {
      const sent = request.hasPostData() ? await request.fetchPostData() : undefined;
      const { status, body } = await shopper(`${request.method()} ${pathname}${search}`, sent);
      await request.respond({ status, contentType: 'application/json', body: JSON.stringify(body) });
    };
    void answer();
  });
}

interface ShopPage extends Visit {
  token: string;
}

async function openAll(head: string, attributes = ''): Promise<ShopPage> {
  let token = '';
  const visit = await openPage(
    stage,
    async (shop) => {
      ({ token } = await shop.grant());
      const { slug } = await shop.timeline({ entries: [{ title: 'One' }, { title: 'Two' }] });
      return `<otp-login ${attributes}></otp-login>
        <reward-claim token="${token}" ${attributes}></reward-claim>
        <collection-timeline collection-slug="${slug}" ${attributes}></collection-timeline>`;
    },
    {
      head: `${head}<script type="module" src="/first.js" data-base-url="/apps/rewards"></script>`,
      prepare: prepareShopify,
    },
  );
  await drawn(visit.page, 'reward-claim');
  await drawn(visit.page, 'collection-timeline', 'ready');
  return { ...visit, token };
}

/** Logs in after a wrong code, claims, and takes the code into the cart. Gives the code. */
async function useAll({ page, shop }: ShopPage): Promise<string> {
  const click = (part: string) => page.locator(part).click();
  await page.locator('otp-login >>> input').fill(EMAIL);
  await click('otp-login >>> [part=button]');
  await drawn(page, 'otp-login', 'code');
  await page.locator('otp-login >>> input').fill('no-code');
  await click('otp-login >>> [part=button]');
  await page.waitForSelector('otp-login >>> [aria-invalid=true]');
  await page.locator('otp-login >>> input').fill(await shop.mailedCode(EMAIL));
  await click('otp-login >>> [part=button]');
  await drawn(page, 'otp-login', 'verified');
  await click('reward-claim >>> [part=button]');
  await drawn(page, 'reward-claim', 'claimed');
  await click('reward-claim >>> [part=apply]');
  await drawn(page, 'reward-claim', 'applied');
  await settle(page);
  return page.$eval('reward-claim', (claim) =>
    claim.shadowRoot!.querySelector('[part=code]')!.textContent.trim(),
  );
}

const reward = { code_type: 'unique_codes', value_type: 'percentage', scope: 'sitewide' };
const expected: Published[] = [
  ['collection_timeline_load', { count: 2 }],
  ['otp_login_code_sent', { resent: false }],
  ['otp_login_error', { step: 'verify', kind: 'wrong-code' }],
  ['otp_login_success', {}],
  ['reward_claim_success', reward],
  ['reward_claim_applied', { platform: 'shopify' }],
];

describe('A shop’s analytics', () => {
  test('are told of a login, a claim, a cart and a story, and of nobody’s address, code or token', async () => {
    const visit = await openAll(tag('data-to="shopify data-layer"'));
    const { page, context, shop, token, complaints } = visit;
    const code = await useAll(visit);
    const { shopify, dataLayer } = await told(page);
    assert.deepEqual(
      shopify,
      expected.map(([name, facts]) => [`storefront_elements:${name}`, facts]),
    );
    assert.deepEqual(
      dataLayer,
      expected.map(([event, facts]) => ({ event, storefront_elements: facts })),
    );
    const text = JSON.stringify({ shopify, dataLayer });
    for (const secret of [EMAIL, code, token, shop.key, await shop.mailedCode(EMAIL)])
      assert.ok(!text.includes(secret), secret);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('are told nothing without the script', async () => {
    const visit = await openAll('');
    await useAll(visit);
    assert.deepEqual(await told(visit.page), { shopify: [], dataLayer: [] });
    assert.deepEqual(
      visit.loaded().filter((file) => file.startsWith('analytics')),
      [],
    );
    await visit.context.close();
  });

  test('are told only where the tag says, and nothing with a tag that says nothing', async () => {
    const one = await openAll(tag('data-to="data-layer"'));
    const { shopify, dataLayer } = await told(one.page);
    assert.deepEqual([shopify.length, dataLayer.length], [0, 1]);
    await one.context.close();
    const none = await openAll(tag(''));
    assert.deepEqual(await told(none.page), { shopify: [], dataLayer: [] });
    assert.deepEqual(none.complaints, [
      'analytics.js: data-to must be shopify, data-layer, or both with a space.',
    ]);
    await none.context.close();
  });

  test('are told nothing after a no, by an attribute or by the page', async () => {
    for (const [head, attributes] of [
      [tag('data-to="shopify data-layer"'), 'consent="denied"'],
      [tag('data-to="shopify data-layer" data-consent="denied"'), ''],
    ] as const) {
      const visit = await openAll(head, attributes);
      await useAll(visit);
      assert.deepEqual(await told(visit.page), { shopify: [], dataLayer: [] });
      await visit.context.close();
    }
  });

  test('are told nothing where Shopify does not allow it, also of elements that may store something', async () => {
    const head = `<script>
      Shopify.customerPrivacy = {
        preferencesProcessingAllowed: () => true,
        analyticsProcessingAllowed: () => false,
      };
    </script>`;
    const visit = await openAll(tag('data-to="shopify data-layer"') + head, 'consent="granted"');
    assert.deepEqual(await told(visit.page), { shopify: [], dataLayer: [] });
    await visit.context.close();
  });

  test('are told once, also by two copies of the script', async () => {
    const { page, context } = await openAll(
      tag('data-to="data-layer"') + tag('data-to="data-layer shopify"').replace('/a', '/copy/a'),
    );
    const { shopify, dataLayer } = await told(page);
    assert.deepEqual([shopify.length, dataLayer.length], [1, 1]);
    await context.close();
  });

  test('are told what happened before they were there, or before the shopper had answered', async () => {
    const late = `<script>
      const { publish } = Shopify.analytics;
      delete Shopify.analytics;
      Shopify.loadFeatures = (features, done) => {
        globalThis.answer = (isAllowed) => {
          Shopify.analytics = { publish };
          Shopify.customerPrivacy = {
            preferencesProcessingAllowed: () => isAllowed,
            analyticsProcessingAllowed: () => isAllowed,
          };
          done();
        };
      };
    </script>`;
    for (const answer of [true, false]) {
      const { page, context } = await openAll(tag('data-to="shopify data-layer"') + late);
      assert.deepEqual(await told(page), { shopify: [], dataLayer: [] });
      await page.evaluate(
        (is) => (globalThis as unknown as { answer(is: boolean): void }).answer(is),
        answer,
      );
      await settle(page);
      const { shopify, dataLayer } = await told(page);
      assert.deepEqual([shopify.length, dataLayer.length], answer ? [1, 1] : [0, 0]);
      await context.close();
    }
  });

  for (const [how, answer] of Object.entries({
    'the page': () => document.querySelector('collection-timeline')!.setAttribute('consent', 'granted'),
    'the script': async (file: string) => {
      const { configure } = (await import(file)) as {
        configure: (defaults: { consent: string }) => void;
      };
      configure({ consent: 'granted' });
    },
  }))
    test(`are told what happened before the shopper’s yes as soon as ${how} passes it on`, async () => {
      const { page, context } = await openAll(tag('data-to="data-layer" data-consent="pending"'));
      assert.deepEqual((await told(page)).dataLayer, []);
      await page.evaluate(answer, '/first.js');
      await settle(page);
      assert.equal((await told(page)).dataLayer.length, 1);
      await context.close();
    });

  test('are told what happened before the shopper answered Shopify’s banner', async () => {
    const banner = `<script>
      let answer = '';
      Shopify.customerPrivacy = {
        preferencesProcessingAllowed: () => answer === 'yes',
        analyticsProcessingAllowed: () => answer === 'yes',
        currentVisitorConsent: () => ({ preferences: answer, analytics: answer }),
      };
      globalThis.choose = (choice) => {
        answer = choice;
        document.dispatchEvent(new CustomEvent('visitorConsentCollected'));
      };
    </script>`;
    for (const choice of ['yes', 'no']) {
      const { page, context } = await openAll(tag('data-to="shopify data-layer"') + banner);
      assert.deepEqual(await told(page), { shopify: [], dataLayer: [] });
      await page.evaluate(
        (given) => (globalThis as unknown as { choose(choice: string): void }).choose(given),
        choice,
      );
      const { shopify, dataLayer } = await told(page);
      assert.deepEqual([shopify.length, dataLayer.length], choice === 'yes' ? [1, 1] : [0, 0]);
      await context.close();
    }
  });

  test('are told until a page that started it by itself stops it', async () => {
    const { page, complaints, context } = await openAll(
      `<script type="module">
        import { startAnalytics } from '/analytics.js';
        globalThis.stop = startAnalytics({ to: ['data-layer'] });
      </script>`,
    );
    assert.equal((await told(page)).dataLayer.length, 1);
    await page.evaluate(() => (globalThis as unknown as { stop(): void }).stop());
    await page.$eval('collection-timeline', (timeline) => timeline.refresh());
    assert.equal((await told(page)).dataLayer.length, 1);
    assert.deepEqual(complaints, [], 'there is no tag that could lack data-to');
    await context.close();
  });

  test('are still told of the elements after the page has dispatched events with their names', async () => {
    const { page, complaints, context } = await openAll(tag('data-to="data-layer"'));
    await page.evaluate(() => {
      for (const target of [document, document.querySelector('reward-claim')!])
        for (const name of ['collection-timeline-load', 'reward-claim-reserve'])
          target.dispatchEvent(new Event(name));
    });
    const { length } = (await told(page)).dataLayer;
    await page.$eval('collection-timeline', (timeline) => timeline.after(timeline.cloneNode()));
    await page.waitForFunction(
      (before) => (globalThis as unknown as { dataLayer: unknown[] }).dataLayer.length > before,
      {},
      length,
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
