import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { createAppProxy } from '../../src/gateway/app-proxy.ts';
import { GatewayError } from '../../src/gateway/errors.ts';
import { ORIGIN, openGateway, signedQuery } from './support.ts';

/**
 * The examples of Shopify's documentation (shopify.dev, "Authenticate app proxies"), for the secret `hush`. The first
 * is from the page before customers were signed too, the second from the current page. The page writes `{shop}` for the
 * shop's name.
 */
const DOCUMENTED = [
  {
    query:
      'extra=1&extra=2&shop=shop-name.myshopify.com&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555',
    signature: 'a9718877bea71c2484f91608a7eaea1532bdf71f5c56825065fa4ccabe549ef3',
    customer: undefined,
  },
  {
    query:
      'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555',
    signature: '4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb',
    customer: { shop: 'shop-name.myshopify.com', id: '1' },
  },
];
const THEN = 1_317_327_555_000;
const SHOP = 'shop-name.myshopify.com';

const proxyAt = (now: number, secrets: readonly string[] = ['hush']) =>
  createAppProxy({ secrets, shops: [SHOP] }, () => now);

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof GatewayError);
    return error.code;
  }
};

describe('the signature of the app proxy', () => {
  for (const [index, { query, signature, customer }] of DOCUMENTED.entries())
    test(`is the one that Shopify documents (${index + 1})`, async () => {
      const given = new URLSearchParams(`${query}&signature=${signature}`);
      assert.deepEqual(await proxyAt(THEN).verify(given), { shop: SHOP, customer });
      assert.equal(given.toString(), 'extra=1&extra=2', 'what the proxy added is taken off');
    });

  // Each text is written out by hand: sorted, decoded, joined by commas, without a separator.
  for (const [what, query, text] of [
    ['an empty value', `b=&a=1&shop=${SHOP}&timestamp=1317327555`, `a=1b=shop=${SHOP}timestamp=1317327555`],
    [
      'encoded signs and a plus for a space',
      `q=a%26b%3Dc+d%2Be&shop=${SHOP}&timestamp=1317327555`,
      `q=a&b=c d+eshop=${SHOP}timestamp=1317327555`,
    ],
    [
      'letters that are not ASCII',
      `q=K%C3%A4se%20%F0%9F%8E%81&shop=${SHOP}&timestamp=1317327555`,
      `q=Käse 🎁shop=${SHOP}timestamp=1317327555`,
    ],
    [
      'a name three times, with others between',
      `x=3&shop=${SHOP}&x=1&timestamp=1317327555&x=2`,
      `shop=${SHOP}timestamp=1317327555x=3,1,2`,
    ],
    [
      'a name that begins like another one',
      `limits=2&limit=1&shop=${SHOP}&timestamp=1317327555`,
      `limit=1limits=2shop=${SHOP}timestamp=1317327555`,
    ],
  ] as const)
    test(`covers ${what}`, async () => {
      const signature = createHmac('sha256', 'hush').update(text).digest('hex');
      const verified = proxyAt(THEN).verify(new URLSearchParams(`${query}&signature=${signature}`));
      assert.equal((await verified).shop, SHOP);
    });

  test('may be made with either secret while one is being replaced', async () => {
    const { query, signature } = DOCUMENTED[0]!;
    const given = () => new URLSearchParams(`${query}&signature=${signature}`);
    assert.equal(await codeOf(proxyAt(THEN, ['new', 'hush']).verify(given())), 'taken');
    assert.equal(await codeOf(proxyAt(THEN, ['new']).verify(given())), 'signature_invalid');
  });

  for (const [late, code] of [
    [0, 'taken'],
    [90_000, 'taken'],
    [-90_000, 'taken'],
    [90_001, 'signature_expired'],
    [-90_001, 'signature_expired'],
  ] as const)
    test(`is ${code} when it arrives ${late} ms after its time`, async () => {
      const { query, signature } = DOCUMENTED[1]!;
      const verified = proxyAt(THEN + late).verify(new URLSearchParams(`${query}&signature=${signature}`));
      assert.equal(await codeOf(verified), code);
    });

  test('is not taken with any one of its characters changed', async () => {
    const { query, signature } = DOCUMENTED[0]!;
    for (let at = 0; at < signature.length; at++) {
      const other = signature[at] === '0' ? '1' : '0';
      const changed = signature.slice(0, at) + other + signature.slice(at + 1);
      const verified = proxyAt(THEN).verify(new URLSearchParams(`${query}&signature=${changed}`));
      assert.equal(await codeOf(verified), 'signature_invalid');
    }
  });

  test('is no reason to take another shop', async () => {
    const text = 'shop=other.myshopify.comtimestamp=1317327555';
    const signature = createHmac('sha256', 'hush').update(text).digest('hex');
    const query = `shop=other.myshopify.com&timestamp=1317327555&signature=${signature}`;
    assert.equal(await codeOf(proxyAt(THEN).verify(new URLSearchParams(query))), 'shop_not_allowed');
  });
});

describe('a gateway behind the app proxy', () => {
  const SECRET = 'the client secret of the app, 32 bytes or more';
  const signed = (pairs?: Record<string, string>) => signedQuery(SECRET, SHOP, pairs);
  const open = (origins: string[] | undefined) =>
    openGateway({ origins, appProxy: { secrets: [SECRET], shops: [SHOP] } });

  test('serves a whole visit: timeline, code, login in a body, claim', async () => {
    const { call, shop } = await open(undefined);
    const go = (route: string, body?: unknown, origin: string | null = null) =>
      call(`${route}?${signed()}`, { origin, ...(body !== undefined && { body }) });

    const timeline = await call(`GET /v1/timeline?${signed({ limit: '2' })}`, { origin: null });
    assert.equal(timeline.status, 200);
    assert.equal(timeline.body.data.length, 2);

    const email = 'proxied@shop.example';
    assert.equal((await go('POST /v1/access/otp', { email })).status, 201);
    const { body } = await go('POST /v1/access/otp/verify', { email, code: await shop.mailedCode(email) });
    // Headers and cookies may not come through the proxy; bodies do.
    const { token } = await shop.grant();
    const claim = await go(`POST /v1/rewards/grants/${token}/claim`, { session: body.session.token });
    assert.equal(claim.status, 200, claim.text);
    assert.equal((await shop.grantRecord(token)).claims, 1);
  });

  test('takes pages of the shop itself, and of its own domain by what the browser says of the page', async () => {
    const { call } = await open(undefined);
    const send = (origin: string, headers: Record<string, string> = {}) =>
      call(`POST /v1/access/otp?${signed()}`, { body: { email: 'a@shop.example' }, origin, headers });
    assert.equal((await send(`https://${SHOP}`)).status, 201);
    assert.equal((await send('https://www.shop.example', { 'sec-fetch-site': 'same-origin' })).status, 201);
    assert.equal((await send('https://www.shop.example')).status, 403);
  });

  test('takes pages of the domains that are said to be the shop, only with a signature', async () => {
    const domain = 'https://www.shop.example';
    const { call } = await openGateway({
      origins: undefined,
      appProxy: { secrets: [SECRET], shops: [SHOP], origins: [domain] },
    });
    const send = (query: string, origin: string) =>
      call(`POST /v1/access/otp${query}`, { body: { email: 'a@shop.example' }, origin });
    assert.equal((await send(`?${signed()}`, domain)).status, 201);
    assert.equal((await send(`?${signed()}`, 'https://shop.example')).status, 403);
    assert.equal((await send('', domain)).body.code, 'signature_invalid');
  });

  test('needs no signature from origins on the list, where there are some', async () => {
    const { call } = await open([ORIGIN]);
    assert.equal((await call('GET /v1/timeline')).status, 200);
    assert.equal((await call('POST /v1/access/otp', { body: { email: 'a@shop.example' } })).status, 201);
    assert.equal((await call(`GET /v1/timeline?${signed()}`, { origin: null })).status, 200);
  });

  test('asks for a signature before it looks at anything, but its health', async () => {
    const { call } = await open(undefined);
    assert.equal((await call('GET /v1/timeline')).body.code, 'signature_invalid');
    assert.equal((await call('GET /healthz')).status, 200);
  });
});
