/** Services that say too much, and what of it goes out: gateways before a service that the case makes up. */
import assert from 'node:assert/strict';
import type { LogEntry } from '../../../src/gateway/options.ts';
import { BASE_URL, openGateway, ORIGIN, type TestGateway } from '../support.ts';
import { type Attack, converse, type Lab, parse, type Reply, write } from './lab.ts';

/** The service's answer to a request with this key. */
type Service = (url: string, key: string) => Response | Promise<Response>;

/** A service whose name may be a part of a discount code. */
const WELCOME = 'http://welcome:8080';

/** A service that never answers. Its gateway waits only a moment. */
const SILENT = `${BASE_URL}/silent`;

const opened: Record<string, TestGateway> = {};
let answer: Service;

/** One gateway for all cases of a service at `baseUrl`, which answers as the case wants. */
async function through(
  lab: Lab,
  service: Service,
  target: string,
  method = 'GET',
  body?: string,
  baseUrl = BASE_URL,
): Promise<Reply> {
  const { sandbox, gateways } = lab;
  const gateway = (opened[baseUrl] ??= await openGateway(
    {
      baseUrl,
      fetch: (input, init) =>
        Promise.resolve(answer(input as string, new Headers(init?.headers).get('x-api-key') ?? '')),
      cache: { fresh: 0, whileRevalidate: 0, ifError: 0 },
      ...(baseUrl === SILENT && { timeouts: { read: 400, claim: 400 } }),
      reserve: true,
    },
    { sandbox, shop: gateways.open.shop },
  ));
  answer = service;
  const headers = body === undefined ? [] : ['Content-Type: application/json'];
  const port = Number(new URL(gateway.url).port);
  const text = await converse(port, write(target, { method, headers, ...(body !== undefined && { body }) }));
  lab.heard.push(text);
  return parse(text);
}

/** The log entries of these cases' gateways. */
export const upstreamEntries = (): readonly LogEntry[] =>
  Object.values(opened).flatMap(({ entries }) => entries);

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const TELLING = {
  server: 'nginx/1.2.3 on service.internal.example',
  'x-powered-by': 'secret framework',
  'set-cookie': 'upstream=1',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  location: `${BASE_URL}/elsewhere`,
  link: `<${BASE_URL}/v1/users>; rel=next`,
  'x-request-id': 'upstream-id',
  'content-security-policy': "script-src 'unsafe-inline'",
};

const COLLECTION = '/v1/collections/some-collection';

const quoting =
  (status: number): Service =>
  (url, key) =>
    json(
      status,
      {
        code: 'quoted',
        message: `The key ${key} at ${url} was refused by service.internal.example`,
        details: {
          key,
          nested: [{ url, header: `x-api-key: ${key}`, encoded: encodeURIComponent(BASE_URL) }],
        },
      },
      TELLING,
    );

function quiet({ headers, body }: Reply, { gateways }: Lab): void {
  assert.doesNotMatch(body, /internal\.example|hidden-base|secret framework| at .*\.(js|ts):/);
  assert.ok(!body.includes(gateways.open.shop.key));
  assert.notEqual(headers['x-request-id'], 'upstream-id');
  assert.equal(headers['access-control-allow-origin'], ORIGIN);
  for (const name of [
    'server',
    'x-powered-by',
    'set-cookie',
    'location',
    'link',
    'access-control-allow-credentials',
  ])
    assert.equal(headers[name], undefined, name);
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
}

const read = (
  name: string,
  service: Service,
  status: number,
  code?: string,
  then?: Attack['then'],
  baseUrl = BASE_URL,
): Attack => ({
  name,
  run: (lab) => through(lab, service, COLLECTION, 'GET', undefined, baseUrl),
  status,
  ...(code !== undefined && { code }),
  async then(reply, lab) {
    quiet(reply, lab);
    await then?.(reply, lab);
  },
});

const unavailable = 'service_unavailable';

const VERIFY = '/v1/access/otp/verify';
const otp = (email: string): string =>
  JSON.stringify({ email, ...(!email.startsWith('sent') && { code: '135790' }) });

const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

const GRANT = {
  grantId: 'g',
  rewardId: 'r',
  discountCode: 'A-1',
  codeType: 'unique_codes',
  valueType: 'percentage',
  value: 10,
  scope: 'sitewide',
  externalIds: [{ system: 'shop', externalId: 'e', externalCodeId: 'c' }],
};

let claims = 0;

/** A claim that the service grants in this way, and that is asked for again when the service is away. */
const claim = (name: string, service: Service, then: (reply: Reply) => void, baseUrl = BASE_URL): Attack => ({
  name,
  async run(lab) {
    const token = `granted-token-${++claims}-0123456789`;
    lab.personal.add(token);
    const target = `/v1/rewards/grants/${token}/claim`;
    const first = await through(lab, service, target, 'POST', undefined, baseUrl);
    const away: Service = () => new Response(null, { status: 500 });
    const again = await through(lab, away, target, 'POST', undefined, baseUrl);
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    return first;
  },
  status: 200,
  then,
});

export const upstream: Attack[] = [
  ...[
    [400, 400, 'quoted'],
    [401, 502, unavailable],
    [402, 402, 'quoted'],
    [403, 502, unavailable],
    [404, 404, 'quoted'],
    [405, 502, unavailable],
    [408, 504, unavailable],
    [409, 409, 'quoted'],
    [410, 410, 'quoted'],
    [415, 502, unavailable],
    [418, 400, 'quoted'],
    [422, 422, 'quoted'],
    [429, 429, 'quoted'],
    [500, 502, unavailable],
    [502, 502, unavailable],
    [503, 503, unavailable],
    [504, 504, unavailable],
  ].map(([from, to, code]) =>
    read(
      `the service answers ${from} and quotes key and address`,
      quoting(from as number),
      to as number,
      code as string,
    ),
  ),
  read(
    'how long to wait goes on',
    () => json(429, { code: 'slow_down', message: 'Wait.' }, { 'retry-after': '7' }),
    429,
    'slow_down',
    ({ headers }) => assert.equal(headers['retry-after'], '7'),
  ),
  read(
    'a stack trace in the details',
    () =>
      json(500, {
        code: 'oops',
        message: 'TypeError\n    at x (/srv/app.js:1:1)',
        details: { stack: 'at y (z.ts:1)' },
      }),
    502,
    unavailable,
  ),
  read(
    'details without end',
    () => json(409, { code: 'big', message: 'x'.repeat(9_000), details: { list: Array(9_000).fill('y') } }),
    409,
    'big',
    ({ body }) => assert.ok(body.length < 1_000, `${body.length} bytes`),
  ),
  read(
    'details with a prototype in them',
    () => new Response('{"code":"x","message":"y","details":{"__proto__":{"admin":true}}}', { status: 409 }),
    409,
    'x',
    () => assert.equal(({} as Record<string, unknown>)['admin'], undefined),
  ),
  read('a code that is markup', () => json(409, { code: '<script>', message: 'no' }), 409, 'refused'),
  read(
    'a page in place of JSON',
    () => new Response(`<h1>${BASE_URL}</h1>`, { headers: { 'content-type': 'text/html', ...TELLING } }),
    502,
    unavailable,
  ),
  read('a page that says 404', () => new Response('<h1>nginx</h1>', { status: 404 }), 404, 'refused'),
  read(
    'a redirect to somebody else is not followed',
    (url) => {
      assert.ok(url.startsWith(BASE_URL));
      return new Response(null, { status: 302, headers: { location: 'https://evil.example/' } });
    },
    502,
    unavailable,
  ),
  read('a body of the wrong shape', () => json(200, ['collection']), 502, unavailable),
  read('a field of the wrong type', (_, key) => json(200, { name: { key } }), 502, unavailable),
  read('an empty body', () => new Response(''), 502, unavailable),
  read('no answer', () => new Promise<Response>(() => undefined), 504, unavailable, undefined, SILENT),
  read(
    'no connection',
    (url, key) => Promise.reject(new TypeError(`fetch failed: ${url} with ${key}`)),
    502,
    unavailable,
  ),
  read(
    'fields that nobody needs stay behind',
    (url, key) =>
      json(200, {
        id: 'c',
        name: 'Story',
        slug: 's',
        image: { url: 'https://media.example/a.jpg', bucket: 'private' },
        redirect_conditions: [{ id: 'secret-condition' }],
        retail_settings: { margin: 'secret-margin' },
        registration_settings: { webhook: url },
        app_id: 7,
        internal: key,
      }),
    200,
    undefined,
    ({ body }) =>
      assert.deepEqual(JSON.parse(body), {
        id: 'c',
        name: 'Story',
        slug: 's',
        image: { url: 'https://media.example/a.jpg' },
      }),
  ),
  read(
    'the key in a field that goes out',
    (_, key) => json(200, { id: 'c', name: `with ${key} in it` }),
    200,
    undefined,
    ({ body }) => assert.match(body, /with … in it/),
  ),
  {
    name: 'who did something stays behind',
    run: (lab) =>
      through(
        lab,
        () =>
          json(200, {
            data: [
              {
                id: 1,
                type: 't',
                created_at: 'now',
                user_id: 'secret-user',
                ip: 'secret-ip',
                gallery: [{ url: 'u', exif: 'secret-exif' }],
              },
            ],
            pagination: {},
          }),
        '/v1/timeline',
      ),
    status: 200,
    then: ({ body }) => assert.doesNotMatch(body, /secret/),
  },
  {
    name: 'a code that is asked for while the service refuses our key',
    run: (lab) => through(lab, quoting(401), '/v1/access/otp', 'POST', '{"email":"key@shop.example"}'),
    status: 502,
    code: unavailable,
    then(reply, lab) {
      quiet(reply, lab);
      const told = upstreamEntries().filter(({ event }) => event === 'service_refused_key');
      assert.ok(told.length > 0 && told.every(({ level }) => level === 'error'));
    },
  },
  {
    name: 'a claim whose refusal quotes the token',
    run: (lab) =>
      through(
        lab,
        (url, key) =>
          json(409, { code: 'taken', message: `Grant quoted-token-0123456789 at ${url} for ${key}` }),
        '/v1/rewards/grants/quoted-token-0123456789/claim',
        'POST',
      ),
    status: 409,
    code: 'taken',
    then(reply, lab) {
      quiet(reply, lab);
      assert.doesNotMatch(reply.body, /quoted-token/);
    },
  },
  {
    name: 'a claim whose answer is lost',
    run: (lab) =>
      through(
        lab,
        () => Promise.reject(new TypeError('reset')),
        '/v1/rewards/grants/lost-token-0123456789/claim',
        'POST',
      ),
    status: 502,
    code: 'claim_unconfirmed',
    then: quiet,
  },

  ...['-5', 'NaN', 'soon', '9'.repeat(400), '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'].map((value) =>
    read(
      `Retry-After: ${value.slice(0, 30)}`,
      () => json(429, { code: 'slow_down', message: 'Wait.' }, { 'retry-after': value }),
      429,
      'slow_down',
      // Some runtimes read a negative number as a year.
      ({ headers }) => assert.ok([undefined, '0'].includes(headers['retry-after']), headers['retry-after']),
    ),
  ),
  read(
    'details that name somebody',
    () =>
      json(409, {
        code: 'taken',
        message: 'mara@shop.example has it (mara%40shop.example).',
        details: { claimedBy: 'mara@shop.example', reservedFor: 'mara' },
      }),
    409,
    'taken',
    ({ body }) =>
      assert.deepEqual(JSON.parse(body), { message: '… has it (…).', code: 'taken', details: {} }),
  ),
  read(
    'details nested more deeply than calls can be',
    () => new Response(`{"code":"deep","message":"no","details":{"a":${DEEP}}}`, { status: 409 }),
    409,
    'deep',
  ),
  read('a code that is an address', () => json(409, { code: 'x@y.example', message: 'no' }), 409, 'refused'),
  read(
    'a code that is the name of a host',
    () => json(409, { code: new URL(BASE_URL).host, message: 'no' }),
    409,
    'refused',
  ),
  claim(
    'a granted claim with fields that nobody needs, and one that is nested more deeply than calls can be',
    () =>
      new Response(
        JSON.stringify({
          ...GRANT,
          redeemedBy: 'mara@shop.example',
          team: { id: 'secret-team' },
          externalIds: [{ ...GRANT.externalIds[0], secret: 'secret-id' }],
        }).replace('{', `{"deep":${DEEP},`),
      ),
    ({ body }) => assert.deepEqual(JSON.parse(body), GRANT),
  ),
  claim(
    'a claim whose code contains the name of the service’s host',
    () => json(200, { ...GRANT, discountCode: 'welcome-10-AB12' }),
    ({ body }) => assert.equal((JSON.parse(body) as typeof GRANT).discountCode, 'welcome-10-AB12'),
    WELCOME,
  ),
  claim(
    'a claim whose code contains the key',
    (_, key) => json(200, { ...GRANT, discountCode: `A-${key}` }),
    ({ body }) => assert.equal((JSON.parse(body) as typeof GRANT).discountCode, 'A-…'),
  ),
  {
    name: 'an error that contains the name of the host as a word and as a part of one',
    run: (lab) =>
      through(
        lab,
        () =>
          json(409, {
            code: 'welcome_over',
            message: 'Welcomes of welcome.x by welcome at welcome:8080: welcome-10',
          }),
        COLLECTION,
        'GET',
        undefined,
        WELCOME,
      ),
    status: 409,
    code: 'welcome_over',
    then: ({ body }) =>
      assert.equal((JSON.parse(body) as Error).message, 'Welcomes of welcome.x by … at …: welcome-10'),
  },
  {
    name: 'a reservation that says who else was there',
    async run(lab) {
      const email = 'reserver@shop.example';
      const verified = await through(lab, () => json(200, { success: true }), VERIFY, 'POST', otp(email));
      const { session } = JSON.parse(verified.body) as { session: { token: string } };
      lab.personal.add(email).add(session.token);
      const reserve = (reservedFor: string) =>
        through(
          lab,
          () =>
            json(200, {
              id: 'c',
              rewardId: 'r',
              code: 'A-1',
              status: 'reserved',
              expiresAt: '2030-01-01T00:00:00Z',
              reservedFor,
              redeemedBy: 'mara@shop.example',
              orderId: 'secret-order',
              externalOrderId: 'secret-order',
              externalIds: { shop: { discountId: 'secret-discount', error: 'secret-error' } },
              extra: 'secret-extra',
            }),
          '/v1/rewards/r/codes/c/reserve',
          'POST',
          JSON.stringify({ session: session.token }),
        );
      assert.doesNotMatch((await reserve('mara@shop.example')).body, /mara/);
      return reserve(' Reserver@Shop.example');
    },
    status: 200,
    then: ({ body }) =>
      assert.deepEqual(JSON.parse(body), {
        id: 'c',
        rewardId: 'r',
        code: 'A-1',
        status: 'reserved',
        expiresAt: '2030-01-01T00:00:00Z',
        reservedFor: 'reserver@shop.example',
      }),
  },
  ...[400, 402, 404, 405, 409, 410, 413, 422, 451].flatMap((status): Attack[] => {
    const refusing: Service = () =>
      json(status, { code: new URL(BASE_URL).host, message: 'no such customer' });
    return [
      {
        name: `an address that the service refuses with ${status} looks like one that it knows`,
        run: (lab) => through(lab, refusing, '/v1/access/otp', 'POST', otp(`sent-${status}@shop.example`)),
        status: 201,
        then: ({ body }) => assert.match(body, /"message":"If this address can log in, /),
      },
      {
        name: `a code that the service refuses with ${status} looks like a wrong one`,
        run: (lab) => through(lab, refusing, VERIFY, 'POST', otp(`verified-${status}@shop.example`)),
        status: 200,
        then({ body }) {
          assert.equal((JSON.parse(body) as { success: boolean }).success, false);
          const noted = upstreamEntries().filter(({ event }) => event === 'code_refused');
          assert.deepEqual([noted.at(-1)?.status, noted.at(-1)?.code], [status, 'refused']);
        },
      },
    ];
  }),
  ...[
    ['an expired certificate', 'CERT_HAS_EXPIRED'],
    ['a certificate of another host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['a certificate of nobody', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['no TLS at all', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ['a name that DNS does not know', 'ENOTFOUND'],
  ].map(([what, code]) => ({
    name: `a claim at a service with ${what} can be made later, because nothing was sent`,
    async run(lab: Lab) {
      const target = `/v1/rewards/grants/unsent-${code}/claim`;
      const cause = Object.assign(new Error('no connection'), { code });
      const failed = await through(lab, () => Promise.reject(new TypeError('x', { cause })), target, 'POST');
      assert.equal(failed.status, 503, failed.body);
      return through(lab, () => json(200, { discountCode: 'CODE' }), target, 'POST');
    },
    status: 200,
  })),
  read(
    'an answer of five megabytes',
    () => json(200, { id: 'c', name: 'n'.repeat(5 * 2 ** 20) }),
    502,
    unavailable,
  ),
  {
    name: 'a claim at a load balancer that has no service may have been granted',
    run: (lab) =>
      through(
        lab,
        () => new Response('<h1>502</h1>', { status: 502 }),
        '/v1/rewards/grants/balancer-token-0123456789/claim',
        'POST',
      ),
    status: 502,
    code: 'claim_unconfirmed',
  },
  ...[
    ['that Cloudflare could not pass on was not sent', 'cloudflare', 503, 'claim_unavailable'],
    ['that something else answers like Cloudflare may have been granted', 'other', 502, 'claim_unconfirmed'],
  ].map(([what, server, status, code]) => ({
    name: `a claim ${what}`,
    run: (lab: Lab) =>
      through(
        lab,
        () => new Response('error', { status: 525, headers: { server: server as string } }),
        `/v1/rewards/grants/edge-token-of-${server}/claim`,
        'POST',
      ),
    status: status as number,
    code: code as string,
  })),
];
