import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { GatewayOptions, LogEntry, RequestContext } from '../../src/gateway/options.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { createVault } from '../../src/gateway/vault.ts';
import { withLeases } from './claims-support.ts';
import { BASE_URL, fetchVia, openGateway, ORIGIN, SECRET, SESSION_KEY, SESSIONS } from './support.ts';

const one = { points: 1, duration: 60 };

const APP = 'the client secret of the app, 32 bytes or more';
const SHOP = 'example.myshopify.com';
const signed = (): string => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', APP).update(`shop=${SHOP}timestamp=${timestamp}`).digest('hex');
  return `?shop=${SHOP}&timestamp=${timestamp}&signature=${signature}`;
};

/** A store that works until it is told not to. */
function breakable(): { store: GatewayStore; break(): void } {
  const inner = memoryStore();
  let isBroken = false;
  const store = Object.fromEntries(
    (['get', 'set', 'delete', 'lock', 'hit', 'forgive', 'check', 'close'] as const).map((name) => [
      name,
      (...parts: unknown[]) =>
        isBroken && name !== 'close'
          ? Promise.reject(new Error(`no connection to redis://:password@10.0.0.1 for ${String(parts[0])}`))
          : (inner[name] as (...given: unknown[]) => Promise<unknown>)(...parts),
    ]),
  ) as unknown as GatewayStore;
  return { store, break: () => (isBroken = true) };
}

describe('reads', () => {
  test('answer GET and HEAD with an ETag, and 304 where it is known', async () => {
    const { call, shop } = await openGateway();
    const first = await call('GET /v1/timeline?limit=3');
    assert.equal(first.status, 200);
    assert.equal(first.body.data.length, 3);
    const head = await call('HEAD /v1/timeline?limit=3');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal(head.headers.get('etag'), first.headers.get('etag'));
    const etag = first.headers.get('etag')!;
    const same = await call('GET /v1/timeline?limit=3', { headers: { 'if-none-match': etag } });
    assert.deepEqual([same.status, same.text], [304, '']);
    assert.equal((await shop.requests('listTimeline')).length, 1);
  });

  test('are one entry of the cache in whatever order and spelling the query is', async () => {
    const { call, shop } = await openGateway();
    for (const query of [
      'limit=3&order=asc&offset=0',
      'order=asc&offset=-0&limit=3.0',
      'offset=0.0&limit=03&order=%61sc',
    ])
      assert.equal((await call(`GET /v1/timeline?${query}`)).status, 200);
    assert.equal((await shop.requests('listTimeline')).length, 1);
  });

  test('give of a collection what the elements need, and more where an option says so', async () => {
    const gateway = await openGateway();
    const { collectionId, slug } = await gateway.shop.timeline({ entries: [] });
    const plain = await gateway.call(`GET /v1/collections/${collectionId}`);
    assert.equal(plain.status, 200);
    assert.equal(plain.body.slug, slug);
    const allowed = ['id', 'name', 'slug', 'description', 'keywords', 'image', 'video', 'launch_date'];
    assert.deepEqual(
      Object.keys(plain.body as object).filter((name) => !allowed.includes(name)),
      [],
    );
    const wider = await openGateway({ collectionFields: ['status', 'quantity'] }, gateway);
    const more = await wider.call(`GET /v1/collections/${collectionId}`);
    assert.ok('status' in more.body, more.text);
  });

  test('that reach the service are counted by address; what is kept is given without counting', async () => {
    const { call } = await openGateway({ limits: { readPerAddress: one } });
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 200);
    for (let n = 0; n < 3; n++) assert.equal((await call('GET /v1/timeline?limit=1')).status, 200);
    const refused = await call('GET /v1/timeline?limit=2');
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/);
  });

  test('are asked for again after one that its terminated Worker has left open', async (t) => {
    let time = Date.now();
    const asked = Promise.withResolvers<undefined>();
    const open = Promise.withResolvers<Response>();
    let calls = 0;
    const { gateway, sandbox, shop } = await openGateway({
      now: () => time,
      // The first call ends neither by an answer nor by its signal.
      fetch: (...request) => {
        if (++calls > 1) return fetchVia(sandbox.url)(...request);
        asked.resolve(undefined);
        return open.promise;
      },
    });
    const read = () =>
      gateway.fetch(new Request('http://gateway.example/v1/timeline?limit=3'), { address: '192.0.2.1' });
    // The timers of a terminated request never fire, such as that of its deadline.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const dead = read();
    await asked.promise;
    t.mock.timers.reset();
    time += 60_000;
    const later = await read();
    open.reject(new TypeError('The request is over.'));
    assert.equal((await dead).status, 502);
    assert.equal(later.status, 200);
    assert.equal(((await later.json()) as { data: unknown[] }).data.length, 3);
    assert.equal((await shop.requests('listTimeline')).length, 1);
  });

  test('go on while the store cannot be used, and what has to be counted does not', async () => {
    const { store, break: fail } = breakable();
    const { call, entries, shop } = await openGateway({ store });
    fail();
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 200);
    const code = await call('POST /v1/access/otp', { body: { email: 'a@shop.example' } });
    assert.deepEqual([code.status, code.body.code], [503, 'service_unavailable']);
    const { token } = await shop.grant();
    const claim = await call(`POST /v1/rewards/grants/${token}/claim`);
    assert.deepEqual([claim.status, claim.body.code], [503, 'claim_unavailable']);
    assert.equal((await shop.grantRecord(token)).claims, 0);
    assert.ok(entries.some(({ level, event }) => level === 'error' && event === 'store_failed'));
    assert.doesNotMatch(JSON.stringify(entries), /password|10\.0\.0\.1/);
  });
});

describe('pages', () => {
  test('of an origin on the list may read answers, errors too', async () => {
    const { call } = await openGateway();
    for (const route of [
      'GET /v1/timeline?limit=1',
      'GET /v1/timeline?limit=0',
      'GET /v1/collections/nope',
      'GET /v1/users',
    ]) {
      const { headers } = await call(route);
      assert.equal(headers.get('access-control-allow-origin'), ORIGIN, route);
      assert.equal(
        headers.get('access-control-expose-headers'),
        'Age, Date, ETag, Retry-After, X-Request-Id',
      );
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.equal(headers.get('vary'), 'Origin');
    }
  });

  test('are told in a preflight what they may send', async () => {
    const { call } = await openGateway();
    const { status, headers, text } = await call('OPTIONS /v1/access/otp', {
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers.get('access-control-allow-methods'), 'POST');
    assert.equal(headers.get('access-control-allow-headers'), 'accept, authorization, content-type');
    assert.equal(headers.get('access-control-max-age'), '7200');
  });

  test('on a server may read without an origin', async () => {
    const { call } = await openGateway();
    const { status, headers } = await call('GET /v1/timeline?limit=1', { origin: null });
    assert.equal(status, 200);
    assert.equal(headers.get('access-control-allow-origin'), null);
  });
});

describe('logins', () => {
  test('come as Authorization, in the body, and with a shop’s own Basic password beside it', async () => {
    const { call, login, shop } = await openGateway({ requireLogin: true });
    const token = await login('ada@shop.example');
    const claim = async (options: Parameters<typeof call>[1]) =>
      (await call(`POST /v1/rewards/grants/${(await shop.grant()).token}/claim`, options)).status;
    assert.equal(await claim({ token }), 200);
    assert.equal(await claim({ headers: { authorization: `bearer   ${token}` } }), 200);
    assert.equal(await claim({ body: { session: token } }), 200);
    assert.equal(await claim({ token, body: { session: token } }), 200);
    assert.equal(await claim({ body: { session: token }, headers: { authorization: 'Basic YTpi' } }), 200);
    assert.equal(await claim({ headers: { authorization: 'Basic YTpi' } }), 401);
  });

  test('can be ended again and again, also where there is none', async () => {
    const { call, login } = await openGateway();
    const token = await login('ada@shop.example');
    for (const options of [{ token }, { token }, {}, { body: { session: 'no token at all' } }, { body: {} }])
      assert.equal((await call('POST /v1/access/logout', options)).status, 204);
  });

  test('that are cookies can be ended too, and the cookie is deleted', async () => {
    const { call, shop } = await openGateway({
      sessions: { ...SESSIONS, cookie: {} },
      requireLogin: true,
    });
    const email = 'cookie-logout@shop.example';
    await call('POST /v1/access/otp', { body: { email } });
    const code = await shop.mailedCode(email);
    const login = await call('POST /v1/access/otp/verify', { body: { email, code } });
    assert.deepEqual(Object.keys(login.body.session as object), ['expires_at']);
    const headers = { cookie: login.headers.get('set-cookie')!.split(';')[0]! };
    const claim = async () =>
      (await call(`POST /v1/rewards/grants/${(await shop.grant()).token}/claim`, { headers })).status;
    assert.equal(await claim(), 200);
    for (let times = 0; times < 2; times++) {
      const { status, headers: given } = await call('POST /v1/access/logout', { headers });
      assert.equal(status, 204);
      assert.match(given.get('set-cookie')!, /^__Host-storefront-session=; .*Max-Age=0/);
      assert.equal(await claim(), 401);
    }
  });

  test('that cannot be ended, because the store is away, lose their cookie nevertheless', async () => {
    const store = breakable();
    const { call, shop } = await openGateway({
      sessions: { ...SESSIONS, cookie: {} },
      store: store.store,
    });
    const email = 'cookie-away@shop.example';
    await call('POST /v1/access/otp', { body: { email } });
    const code = await shop.mailedCode(email);
    const login = await call('POST /v1/access/otp/verify', { body: { email, code } });
    const headers = { cookie: login.headers.get('set-cookie')!.split(';')[0]! };
    store.break();
    const logout = await call('POST /v1/access/logout', { headers });
    assert.equal(logout.status, 503);
    assert.match(logout.headers.get('set-cookie')!, /^__Host-storefront-session=; .*Max-Age=0/);
  });

  test('that are over are taken out of the way where they are cookies', async () => {
    const { call, shop } = await openGateway({
      sessions: { ...SESSIONS, cookie: {} },
      requireLogin: true,
    });
    const { token } = await shop.grant();
    const stale = { cookie: '__Host-storefront-session=stale' };
    const refused = await call(`POST /v1/rewards/grants/${token}/claim`, { headers: stale });
    assert.deepEqual([refused.status, refused.body.code], [401, 'session_invalid']);
    assert.match(refused.headers.get('set-cookie')!, /^__Host-storefront-session=; .*Max-Age=0/);
    assert.equal((await shop.grantRecord(token)).claims, 0);
  });

  test('that are over do not get in the way of a claim that needs no login', async () => {
    const gateway = await openGateway({ sessions: { ...SESSIONS, cookie: {} }, reserve: true });
    const { call, shop } = gateway;
    const ended = await (await openGateway({}, gateway)).login('ended@shop.example');
    await call('POST /v1/access/logout', { token: ended });
    for (const options of [
      { token: ended },
      { body: { session: ended } },
      { body: { session: 'no token at all' } },
      { headers: { cookie: '__Host-storefront-session=stale' } },
    ]) {
      const { token } = await shop.grant();
      const { status, body } = await call(`POST /v1/rewards/grants/${token}/claim`, options);
      assert.deepEqual([status, body.discountCode], [200, (await shop.grantRecord(token)).discountCode]);
    }
    const { rewardId, codeId } = await shop.rewardCode();
    const reservation = await call(`POST /v1/rewards/${rewardId}/codes/${codeId}/reserve`, { token: ended });
    assert.deepEqual([reservation.status, reservation.body.code], [401, 'session_invalid']);
  });

  test('that are cookies count for pages on the list only, also where a signature lets a request in', async () => {
    const sessions = { ...SESSIONS, cookie: {} };
    const { call, shop } = await openGateway({
      sessions,
      requireLogin: true,
      appProxy: { secrets: [APP], shops: [SHOP] },
    });
    const email = 'ada@shop.example';
    await call('POST /v1/access/otp', { body: { email } });
    const { headers } = await call('POST /v1/access/otp/verify', {
      body: { email, code: await shop.mailedCode(email) },
    });
    const carried = { cookie: headers.get('set-cookie')!.split(';')[0]! };
    const claim = async (query: string, origin: string | null) =>
      call(`POST /v1/rewards/grants/${(await shop.grant()).token}/claim${query}`, {
        origin,
        headers: carried,
      });
    assert.equal((await claim('', ORIGIN)).status, 200);
    for (const origin of [null, `https://${SHOP}`]) {
      const { status, body } = await claim(signed(), origin);
      assert.deepEqual([status, body.code], [401, 'login_required']);
    }
  });

  test('may change their keys, or begin, without a claim being lost', async () => {
    const store = memoryStore();
    const before = await openGateway({ store, sessions: undefined });
    const { token } = await before.shop.grant();
    const route = `POST /v1/rewards/grants/${token}/claim`;
    const first = await before.call(route);
    const keys = [{ kid: 'test-2', secret: 'another secret of the sessions, also long' }];
    for (const sessions of [SESSIONS, { ...SESSIONS, keys: [...keys, SESSION_KEY] }, { ...SESSIONS, keys }]) {
      const later = await openGateway({ store, sessions }, before);
      assert.equal((await later.call(route)).text, first.text);
    }
    assert.equal((await before.shop.grantRecord(token)).claims, 1);
  });
});

describe('a claim', () => {
  test('keeps a Worker alive until its lock is released', async () => {
    const held = Promise.withResolvers<undefined>();
    const steps: string[] = [];
    const store = withLeases(memoryStore(), (lease) => ({
      async release() {
        await held.promise;
        await lease.release();
        steps.push('released');
      },
    }));
    const { gateway, shop } = await openGateway({ store, clientAddress: 'none' });
    const { token } = await shop.grant();
    const kept: Promise<unknown>[] = [];
    const answer = await gateway.fetch(
      new Request(`https://gateway.example/v1/rewards/grants/${token}/claim`, {
        method: 'POST',
        headers: { origin: ORIGIN },
      }),
      { waitUntil: (done) => kept.push(done) },
    );
    assert.equal(answer.status, 200);
    const ended = Promise.all(kept).then(() => steps.push('ended'));
    held.resolve(undefined);
    await ended;
    assert.deepEqual(steps, ['released', 'ended']);
  });
});

describe('claims that were stored with more fields than now', () => {
  test('are returned without them', async () => {
    const store = memoryStore();
    const keys: string[] = [];
    const { call, shop } = await openGateway({
      store: { ...store, get: (key) => (keys.push(key), store.get(key)) },
    });
    const { token } = await shop.grant();
    const route = `POST /v1/rewards/grants/${token}/claim`;
    const first = await call(route);
    const vault = createVault(SECRET);
    const [key = ''] = keys;
    const record = (await vault.open((await store.get(key))!, key)) as { result: object };
    Object.assign(record.result, { redeemedBy: 'mara@shop.example', deep: [[[['x']]]] });
    await store.set(key, await vault.seal(record, key), 600);
    const again = await call(route);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.ok(again.body.discountCode);
    assert.equal((await shop.grantRecord(token)).claims, 1);
  });
});

describe('limits by address behind the app proxy and one more', () => {
  const send = async (
    gateway: Awaited<ReturnType<typeof openGateway>>,
    query: string,
    headers: Record<string, string>,
  ) =>
    (
      await gateway.call(`POST /v1/access/otp${query}`, {
        body: { email: `${crypto.randomUUID()}@shop.example` },
        headers,
      })
    ).status;
  const options = { appProxy: { secrets: [APP], shops: [SHOP] }, limits: { sendPerAddress: one } };

  test('count a signed request by the entry that the shop’s platform wrote, a direct one by ours', async () => {
    const gateway = await openGateway({ ...options, clientAddress: { proxies: 1 } });
    const via = (text: string) => ({ 'x-forwarded-for': text });
    assert.equal(await send(gateway, signed(), via('198.51.100.1, 203.0.113.5')), 201);
    assert.equal(await send(gateway, signed(), via('198.51.100.2, 203.0.113.5')), 201);
    assert.equal(await send(gateway, signed(), via('198.51.100.2, 203.0.113.6')), 429);
    assert.equal(await send(gateway, '', via('10.0.0.1, 198.51.100.9')), 201);
    assert.equal(await send(gateway, '', via('10.0.0.2, 198.51.100.9')), 429);
  });

  test('count by the platform’s header, and past it where a request is signed', async () => {
    const gateway = await openGateway({ ...options, clientAddress: { header: 'cf-connecting-ip' } });
    const via = (connecting: string, text: string) => ({
      'cf-connecting-ip': connecting,
      'x-forwarded-for': text,
    });
    assert.equal(await send(gateway, signed(), via('203.0.113.5', '198.51.100.1, 203.0.113.5')), 201);
    assert.equal(await send(gateway, signed(), via('203.0.113.5', '198.51.100.2')), 201);
    assert.equal(await send(gateway, signed(), via('203.0.113.6', '198.51.100.2')), 429);
    assert.equal(await send(gateway, '', via('198.51.100.9', '10.0.0.1')), 201);
    assert.equal(await send(gateway, '', via('198.51.100.9', '10.0.0.2')), 429);
  });
});

describe('clients without a known address', () => {
  const route = '/v1/timeline?limit=3';
  const headers = { origin: ORIGIN };
  for (const clientAddress of ['connection', { proxies: 1 }, { header: 'cf-connecting-ip' }] as const)
    test(`never share a limit with clientAddress ${JSON.stringify(clientAddress)}: they get 500, and the log says why`, async () => {
      const { gateway, entries } = await openGateway({ clientAddress });
      const ask = (context: RequestContext) =>
        gateway.fetch(new Request(`https://gateway.example${route}`, { headers }), context);
      const refused = await ask({});
      assert.equal(refused.status, 500);
      assert.equal(((await refused.json()) as { code: string }).code, 'internal_error');
      const missing = entries.filter(({ event }) => event === 'client_address_missing');
      assert.deepEqual(missing, [
        { level: 'error', event: 'client_address_missing', operation: 'listTimeline' },
      ]);
      assert.equal((await ask({ address: '192.0.2.1' })).status, 200);
    });

  test('of a proxy that is not there are counted by their connection, and the log says so once', async () => {
    const { call, entries } = await openGateway({ clientAddress: { proxies: 1 } });
    for (const page of [1, 2]) assert.equal((await call(`GET ${route}&offset=${page}`)).status, 200);
    const events = entries.map(({ event }) => event).filter((event) => event !== 'request');
    assert.deepEqual(events, ['forwarded_header_missing']);
  });

  test('are answered with clientAddress "none", and X-Forwarded-For is nothing to warn about', async () => {
    const { gateway, entries } = await openGateway({ clientAddress: 'none' });
    const request = new Request(`https://gateway.example${route}`, {
      headers: { ...headers, 'x-forwarded-for': '192.0.2.1' },
    });
    assert.equal((await gateway.fetch(request)).status, 200);
    assert.deepEqual(
      entries.map(({ event }) => event),
      ['request'],
    );
  });
});

describe('/healthz', () => {
  test('says that it works, to anybody, and nothing else', async () => {
    const { call } = await openGateway();
    for (const origin of [null, ORIGIN, 'https://monitor.example'])
      assert.deepEqual((await call('GET /healthz', { origin })).body, { status: 'ok' });
    assert.equal((await call('HEAD /healthz')).status, 200);
    assert.equal((await call('POST /healthz')).status, 405);
  });

  test('says so when the store cannot be used', async () => {
    const { store, break: fail } = breakable();
    const { call } = await openGateway({ store });
    fail();
    const { status, text } = await call('GET /healthz');
    assert.deepEqual([status, text], [503, '{"status":"unavailable"}']);
  });
});

describe('the policy about https', () => {
  const policyOf = async (
    options: Partial<GatewayOptions>,
    route: string,
    origin: string | null = ORIGIN,
  ) => {
    const { call } = await openGateway(options);
    return (await call(route, { origin })).headers.get('strict-transport-security');
  };
  const appProxy = { secrets: [APP], shops: [SHOP] };

  test('is the gateway’s on a host of its own', async () => {
    for (const route of ['GET /v1/timeline?limit=1', 'GET /nowhere', 'GET /healthz'])
      assert.equal(await policyOf({}, route), 'max-age=31536000', route);
  });

  test('stays the shop’s behind a path of the shop', async () => {
    for (const route of ['GET /apps/rewards/v1/timeline?limit=1', 'GET /nowhere'])
      assert.equal(await policyOf({ basePath: '/apps/rewards' }, route), null, route);
    for (const route of [`GET /v1/timeline${signed()}`, 'GET /v1/timeline?signature=wrong', 'GET /nowhere'])
      assert.equal(await policyOf({ origins: undefined, appProxy }, route, null), null, route);
  });
});

describe('the log', () => {
  test('has one entry for each request, with the number that the answer carries', async () => {
    const { call, entries } = await openGateway();
    const replies = [
      await call('GET /v1/timeline?limit=1'),
      await call('GET /v1/timeline?limit=1'),
      await call('GET /v1/users'),
      await call('POST /v1/access/otp', { origin: 'https://evil.example', body: {} }),
    ];
    assert.deepEqual(
      entries.map(({ event, operation, status, code, cache }) => ({ event, operation, status, code, cache })),
      [
        { event: 'request', operation: 'listTimeline', status: 200, code: undefined, cache: 'miss' },
        { event: 'request', operation: 'listTimeline', status: 200, code: undefined, cache: 'hit' },
        { event: 'request', operation: undefined, status: 404, code: 'not_found', cache: undefined },
        {
          event: 'request',
          operation: 'createOtp',
          status: 403,
          code: 'origin_not_allowed',
          cache: undefined,
        },
      ],
    );
    assert.deepEqual(
      entries.map(({ requestId }) => requestId),
      replies.map(({ headers }) => headers.get('x-request-id')),
    );
    assert.ok(entries.every(({ duration }) => duration! >= 0));
    assert.equal(new Set(entries.map(({ requestId }) => requestId)).size, 4);
  });

  test('that throws changes no answer', async () => {
    const { call, login } = await openGateway({
      log: () => {
        throw new Error('disk full');
      },
    });
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 200);
    assert.ok(await login('ada@shop.example'));
  });

  test('contains no secret of the options, no host of the service and no email address, wherever they come from', async () => {
    const appProxy = { secrets: [APP], shops: [SHOP] };
    const claims = { keys: [{ kid: 'c', secret: 'a secret of the claims that is long enough' }] };
    const options = { appProxy, claims, apiKey: 'an-api-key-0123', baseUrl: 'http://rewards:8080/hidden' };
    const secrets = [APP, claims.keys[0]!.secret, SECRET, SESSION_KEY.secret, options.apiKey];
    const telling = [
      ...secrets,
      options.baseUrl,
      'rewards',
      'rewards:8080',
      'ada@shop.example',
      'ada%40shop.example',
    ];
    for (const text of telling) {
      const store = memoryStore();
      const error = Object.assign(new Error('no'), { name: `<${text}>` });
      const { call, entries } = await openGateway({
        ...options,
        store: { ...store, hit: () => Promise.reject(error) },
        fetch: () => Promise.resolve(Response.json({ data: [], pagination: {} })),
      });
      await call('GET /v1/timeline?limit=1');
      const failed = entries.find(({ event }) => event === 'store_failed');
      assert.equal(failed?.['error'], '<…>', text);
      assert.ok(entries.some(({ operation, status }) => operation === 'listTimeline' && status === 200));
    }
  });

  test('says where something unexpected was thrown, and not what', async () => {
    const entries: LogEntry[] = [];
    const { call } = await openGateway({
      log: (entry) => entries.push(entry),
      // The first of it is asked for while the request is on its way.
      now: (() => {
        let calls = 0;
        return () => {
          if (++calls > 1) throw new RangeError('secret detail of ada@shop.example');
          return 0;
        };
      })(),
    });
    const { status, body, text } = await call('GET /v1/timeline?limit=1');
    assert.deepEqual([status, body.code], [500, 'internal_error']);
    assert.doesNotMatch(text + JSON.stringify(entries), /secret detail|ada@/);
    const told = entries.find(({ event }) => event === 'internal_error');
    assert.equal(told?.['error'], 'RangeError');
    assert.match(String(told['at']), /at .+:\d+/);
  });
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('close()', () => {
  test('waits for what is in flight, takes nothing new, and closes the store once', async () => {
    const { sandbox, shop } = await openGateway();
    const closed: string[] = [];
    const inner = memoryStore();
    const store = {
      ...inner,
      close: async () => {
        closed.push('store');
        await inner.close();
      },
    };
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let arrived: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    const through = fetchVia(sandbox.url);
    const gateway = createGateway({
      baseUrl: BASE_URL,
      apiKey: shop.key,
      secret: SECRET,
      origins: [ORIGIN],
      clientAddress: 'none',
      store,
      fetch: async (input, init) => {
        arrived();
        await held;
        return through(input, init);
      },
    });
    const { token } = await shop.grant();
    const ask = () =>
      gateway.fetch(
        new Request(`https://gateway.example/v1/rewards/grants/${token}/claim`, {
          method: 'POST',
          headers: { origin: ORIGIN },
        }),
      );
    const claim = ask();
    await asked;
    const closing = Promise.all([gateway.close(), gateway.close()]);
    const late = await ask();
    assert.deepEqual([late.status, await codeOf(late)], [503, 'claim_unavailable']);
    assert.equal(late.headers.get('retry-after'), '1');
    for (const path of ['/healthz', '/v1/timeline?limit=1']) {
      const other = await gateway.fetch(new Request(`https://gateway.example${path}`));
      assert.deepEqual([other.status, await codeOf(other)], [503, 'service_unavailable']);
    }
    assert.deepEqual(closed, []);
    letGo();
    assert.equal((await claim).status, 200);
    await closing;
    assert.deepEqual(closed, ['store']);
    assert.equal((await shop.grantRecord(token)).claims, 1);
  });
});
