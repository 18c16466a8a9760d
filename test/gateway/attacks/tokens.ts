/** Logins that nobody has: forged, altered, foreign, expired and revoked sessions, and those of somebody else. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign as signWith } from 'node:crypto';
import { ORIGIN, SESSION_KEY, SESSIONS } from '../support.ts';
import { ask, type Attack, clock, codeOf, type Lab, post, type Reply, type Setup } from './lab.ts';

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

const now = (): number => Math.floor(clock.now() / 1000);

/** A token made by hand, in all but `change` like one of the gateway's. */
interface Change {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  secret?: string;
  digest?: string;
}

function forge({
  header = {},
  claims = {},
  secret = SESSION_KEY.secret,
  digest = 'sha256',
}: Change = {}): string {
  const parts = [
    { alg: 'HS256', typ: 'storefront-session+jwt', kid: SESSION_KEY.kid, ...header },
    {
      iss: SESSIONS.issuer,
      aud: SESSIONS.audience,
      sub: 'victim@shop.example',
      jti: randomUUID(),
      iat: now(),
      exp: now() + 600,
      ...claims,
    },
  ].map(encode);
  return [...parts, createHmac(digest, secret).update(parts.join('.')).digest('base64url')].join('.');
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function asymmetric(): string {
  const parts = forge({ header: { alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) } })
    .split('.')
    .slice(0, 2);
  return `${parts.join('.')}.${signWith('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')}`;
}

const withoutSignature = (token: string): string => `${token.split('.').slice(0, 2).join('.')}.`;

function altered(part: number, change: Record<string, unknown>): string {
  const parts = forge().split('.');
  const content = JSON.parse(Buffer.from(parts[part]!, 'base64url').toString()) as object;
  parts[part] = encode({ ...content, ...change });
  return parts.join('.');
}

const INVALID: readonly (readonly [string, () => string])[] = [
  ['alg none without a signature', () => withoutSignature(forge({ header: { alg: 'none' } }))],
  ['alg None', () => withoutSignature(forge({ header: { alg: 'None' } }))],
  ['alg NONE with a signature', () => forge({ header: { alg: 'NONE' } })],
  ['no alg', () => forge({ header: { alg: undefined } })],
  ['an empty alg', () => forge({ header: { alg: '' } })],
  ['a signature taken off', () => withoutSignature(forge())],
  ['two parts', () => forge().split('.').slice(0, 2).join('.')],
  ['five parts', () => `${forge()}.a.b`],
  ['HS512', () => forge({ header: { alg: 'HS512' }, digest: 'sha512' })],
  ['RS256 with a key in the header', asymmetric],
  [
    'a key in the header',
    () => forge({ header: { jwk: { kty: 'oct', k: encode('x'.repeat(32)) } }, secret: 'x'.repeat(32) }),
  ],
  [
    'the address of a key in the header',
    () => forge({ header: { jku: 'https://evil.example/keys' }, secret: 'x' }),
  ],
  ['another secret', () => forge({ secret: 'another secret that is also 32 bytes long' })],
  ['an empty secret', () => forge({ secret: '' })],
  ['the wrong kid', () => forge({ header: { kid: 'test-2' } })],
  ['no kid', () => forge({ header: { kid: undefined } })],
  ['a kid that is a path', () => forge({ header: { kid: '../../../../dev/null' }, secret: '' })],
  ['a kid that is a query', () => forge({ header: { kid: "x' UNION SELECT 'x" }, secret: 'x' })],
  ['the kid __proto__', () => forge({ header: { kid: '__proto__' }, secret: '' })],
  ['the kid constructor', () => forge({ header: { kid: 'constructor' }, secret: '' })],
  ['a kid that is a list', () => forge({ header: { kid: [SESSION_KEY.kid] } })],
  ['another type', () => forge({ header: { typ: 'JWT' } })],
  ['no type', () => forge({ header: { typ: undefined } })],
  ['an unknown critical extension', () => forge({ header: { crit: ['b64'], b64: false } })],
  ['a foreign issuer', () => forge({ claims: { iss: 'https://evil.example' } })],
  ['no issuer', () => forge({ claims: { iss: undefined } })],
  ['a foreign audience', () => forge({ claims: { aud: 'https://other.example' } })],
  ['no audience', () => forge({ claims: { aud: undefined } })],
  ['no subject', () => forge({ claims: { sub: undefined } })],
  ['an empty subject', () => forge({ claims: { sub: '' } })],
  ['no id', () => forge({ claims: { jti: undefined } })],
  ['no end', () => forge({ claims: { exp: undefined } })],
  ['an end that is a text', () => forge({ claims: { exp: '9999999999' } })],
  ['a begin in the future', () => forge({ claims: { nbf: now() + 3600 } })],
  ['another address put in', () => altered(1, { sub: 'attacker@evil.example' })],
  ['a later end put in', () => altered(1, { exp: now() + 999_999 })],
  ['another alg put in', () => altered(0, { alg: 'none' })],
  ['the last letter changed', () => forge().replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['no JSON in it', () => `${encode('x')}.${encode('y')}.z`],
  ['JSON null in it', () => `${encode('null')}.${encode('null')}.${encode('z')}`],
  ['5,000 characters', () => 'a'.repeat(5_000)],
  ['a word', () => 'admin'],
  ['nothing', () => ''],
];

const claimOf = async (lab: Lab, at: Setup): Promise<string> => {
  const { token } = await lab.gateways[at].shop.grant();
  lab.personal.add(token);
  return `/v1/rewards/grants/${token}/claim`;
};

const claim = (token: () => string): Pick<Attack, 'run'> => ({
  async run(lab) {
    return post(lab, await claimOf(lab, 'login'), undefined, {
      at: 'login',
      headers: [`Authorization: Bearer ${token()}`],
    });
  },
});

const login = async (lab: Lab, email: string, at: Setup = 'login'): Promise<string> => {
  const token = await lab.gateways[at].login(email);
  lab.personal.add(email).add(token);
  await lab.reached();
  return token;
};

const required = { status: 401, code: 'login_required' } as const;
const invalid = { status: 401, code: 'session_invalid' } as const;

export const tokens: Attack[] = [
  {
    name: 'a token made by hand as the gateway makes them is taken, so that the others show something',
    ...claim(() => forge()),
    status: 200,
    reached: { claimRewardGrant: 1 },
  },
  ...INVALID.map(([what, token]): Attack => ({ name: `a token with ${what}`, ...claim(token), ...invalid })),
  {
    name: 'a token with an end that was',
    ...claim(() => forge({ claims: { iat: now() - 1200, exp: now() - 600 } })),
    status: 401,
    code: 'session_expired',
  },
  {
    name: 'a genuine token a day later',
    async run(lab) {
      const token = await login(lab, 'late@shop.example');
      const target = await claimOf(lab, 'login');
      clock.ahead = 86_400_000;
      try {
        return await post(lab, target, undefined, {
          at: 'login',
          headers: [`Authorization: Bearer ${token}`],
        });
      } finally {
        clock.ahead = 0;
      }
    },
    status: 401,
    code: 'session_expired',
  },
  {
    name: 'a token that was logged out',
    async run(lab) {
      const token = await login(lab, 'gone@shop.example');
      const headers = [`Authorization: Bearer ${token}`];
      const left = await post(lab, '/v1/access/logout', undefined, { at: 'login', headers });
      assert.equal(left.status, 204);
      return post(lab, await claimOf(lab, 'login'), undefined, { at: 'login', headers });
    },
    ...invalid,
  },
  {
    name: 'a token from before all sessions of its address were ended',
    async run(lab) {
      const email = 'ended@shop.example';
      const [before, handmade] = [await login(lab, email), forge({ claims: { sub: email } })];
      await lab.gateways.login.gateway.endSessions(' Ended@Shop.example ');
      const after = await login(lab, email);
      const claimWith = async (token: string) =>
        post(lab, await claimOf(lab, 'login'), undefined, {
          at: 'login',
          headers: [`Authorization: Bearer ${token}`],
        });
      assert.equal((await claimWith(after)).status, 200);
      assert.equal(codeOf(await claimWith(handmade)), 'session_invalid');
      const ended = lab.gateways.login.entries.filter(({ event }) => event === 'sessions_ended');
      assert.match(String(ended[0]?.['account']), /^[\w-]{43}$/);
      return claimWith(before);
    },
    ...invalid,
    reached: { claimRewardGrant: 1 },
  },
  ...(
    [
      ['at its own address', 'open', { scheme: null }],
      ['through a proxy', 'open', { scheme: 'http' }],
      ['through a proxy before a proxy', 'open', { scheme: 'https, http' }],
      ['through a proxy on the same machine', 'open', { scheme: 'http', host: 'localhost' }],
      ['through a proxy on the same machine that says nothing', 'hops', { scheme: null, host: '127.0.0.1' }],
      ...[
        'X-Forwarded-For: 203.0.113.5',
        'X-Real-IP: 203.0.113.5',
        'Forwarded: for=203.0.113.5',
        'Via: 1.1 proxy',
      ].map(
        (header) =>
          [
            `through a proxy on the same machine that sends only ${header}`,
            'open',
            { scheme: null, host: '127.0.0.1', headers: [header] },
          ] as const,
      ),
      [
        'at an address that begins like the local one',
        'open',
        { scheme: null, host: '127.0.0.1.evil.example' },
      ],
    ] as const
  ).map(([way, at, parts]): Attack => ({
    name: `a login over plain http ${way}`,
    run: (lab) =>
      post(lab, '/v1/access/otp/verify', '{"email":"plain@shop.example","code":"135790"}', { at, ...parts }),
    status: 403,
    code: 'https_required',
  })),
  {
    name: 'no token',
    run: async (lab) => post(lab, await claimOf(lab, 'login'), undefined, { at: 'login' }),
    ...required,
  },
  ...['Basic dmljdGltOng=', 'Token x', 'bearerx'].map((authorization): Attack => ({
    name: `Authorization: ${authorization}`,
    run: async (lab) =>
      post(lab, await claimOf(lab, 'login'), undefined, {
        at: 'login',
        headers: [`Authorization: ${authorization}`],
      }),
    ...required,
  })),
  {
    name: 'a token in the address',
    run: async (lab) =>
      post(lab, `${await claimOf(lab, 'login')}?access_token=${forge()}`, undefined, { at: 'login' }),
    status: 400,
  },
  {
    name: 'a cookie where sessions are tokens',
    run: async (lab) =>
      post(lab, await claimOf(lab, 'login'), undefined, {
        at: 'login',
        headers: [`Cookie: __Host-storefront-session=${forge()}`],
      }),
    ...required,
  },
  {
    name: 'one token in the header and another in the body',
    run: async (lab) =>
      post(lab, await claimOf(lab, 'login'), JSON.stringify({ session: forge() }), {
        at: 'login',
        headers: [`Authorization: Bearer ${forge()}`],
      }),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a forged token in the body',
    run: async (lab) =>
      post(lab, await claimOf(lab, 'login'), JSON.stringify({ session: forge({ secret: 'x'.repeat(40) }) }), {
        at: 'login',
      }),
    ...invalid,
  },
  {
    name: 'a token in the body with a header in it',
    run: async (lab) =>
      post(lab, await claimOf(lab, 'login'), JSON.stringify({ session: 'a, Bearer b' }), { at: 'login' }),
    ...invalid,
  },
  {
    name: 'a reward that another account claimed',
    async run(lab) {
      const target = await claimOf(lab, 'login');
      const [first, second] = [
        await login(lab, 'first@shop.example'),
        await login(lab, 'second@shop.example'),
      ];
      const claimed = await post(lab, target, undefined, {
        at: 'login',
        headers: [`Authorization: Bearer ${first}`],
      });
      assert.equal(claimed.status, 200);
      return post(lab, target, undefined, { at: 'login', headers: [`Authorization: Bearer ${second}`] });
    },
    status: 403,
    code: 'wrong_account',
    reached: { claimRewardGrant: 1 },
    then: ({ body }) => assert.doesNotMatch(body, /TEST-/),
  },
  {
    name: 'a code reserved without a login',
    async run(lab) {
      const { rewardId, codeId } = await lab.gateways.login.shop.rewardCode();
      return post(lab, `/v1/rewards/${rewardId}/codes/${codeId}/reserve`, '{"reservedFor":"x"}', {
        at: 'login',
      });
    },
    ...required,
  },
  {
    name: 'a code reserved for somebody else is reserved for the session',
    async run(lab) {
      const { rewardId, codeId } = await lab.gateways.login.shop.rewardCode();
      return post(
        lab,
        `/v1/rewards/${rewardId}/codes/${codeId}/reserve`,
        JSON.stringify({ session: forge(), reservedFor: 'attacker@evil.example' }),
        { at: 'login' },
      );
    },
    status: 200,
    reached: { reserveRewardCode: 1 },
    then({ body }) {
      assert.match(body, /"reservedFor":"victim@shop\.example"/);
      assert.doesNotMatch(body, /attacker/);
    },
  },
];

/** The cookie that a logged-in shopper's browser sends by itself, with requests from any page. */
const COOKIE = '__Host-storefront-session';
const cookie = (token = forge()): string => `Cookie: ${COOKIE}=${token}`;

const ride = (
  name: string,
  expected: Pick<Attack, 'status' | 'code' | 'reached' | 'then'>,
  parts: Parameters<typeof post>[3],
  body?: string,
): Attack => ({
  name,
  run: async (lab) => post(lab, await claimOf(lab, 'cookies'), body, { at: 'cookies', ...parts }),
  ...expected,
});

const foreign = { status: 403, code: 'origin_not_allowed' } as const;

export const cookies: Attack[] = [
  ride(
    'a claim of the shop’s own page is taken, so that the others show something',
    { status: 200, reached: { claimRewardGrant: 1 } },
    {
      get headers() {
        return [cookie()];
      },
    },
  ),
  ...['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example'].map(
    (origin) => ride(`a claim of a page of ${origin}`, foreign, { origin, headers: [cookie()] }),
  ),
  ride('a claim without Origin', foreign, { origin: null, headers: [cookie()] }),
  ride('a claim without Origin that says same-origin', foreign, {
    origin: null,
    headers: [cookie(), 'Sec-Fetch-Site: same-origin'],
  }),
  {
    name: 'a form of another site',
    run: async (lab) =>
      ask(lab, await claimOf(lab, 'cookies'), {
        at: 'cookies',
        method: 'POST',
        origin: 'https://evil.example',
        body: 'a=b',
        headers: [cookie(), 'Content-Type: application/x-www-form-urlencoded', 'Sec-Fetch-Site: cross-site'],
      }),
    ...foreign,
  },
  {
    name: 'a form of the shop’s own page, that somebody put there',
    run: async (lab) =>
      ask(lab, await claimOf(lab, 'cookies'), {
        at: 'cookies',
        method: 'POST',
        body: 'session=x',
        headers: [cookie(), 'Content-Type: text/plain'],
      }),
    status: 415,
  },
  {
    name: 'a link of another site',
    run: async (lab) =>
      ask(lab, await claimOf(lab, 'cookies'), {
        at: 'cookies',
        origin: null,
        headers: [cookie(), 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'],
      }),
    status: 405,
  },
  {
    name: 'a log-out by another site',
    run: (lab) =>
      post(lab, '/v1/access/logout', undefined, {
        at: 'cookies',
        origin: 'https://evil.example',
        headers: [cookie()],
      }),
    ...foreign,
    then: ({ headers }) => assert.equal(headers['set-cookie'], undefined),
  },
  ride(
    'two cookies of two accounts, one of them planted',
    { status: 401, code: 'session_invalid' },
    {
      get headers() {
        return [`${cookie()}; ${COOKIE}=${forge({ claims: { sub: 'attacker@evil.example' } })}`];
      },
    },
  ),
  ...['', 'rubbish', forge({ secret: 'z'.repeat(40) })].map((planted) =>
    ride(
      `a cookie beside a planted one: ${planted.slice(0, 8)}`,
      { status: 200, reached: { claimRewardGrant: 1 } },
      {
        get headers() {
          return [`${cookie(planted)}; ${COOKIE}=${forge()}`];
        },
      },
    ),
  ),
  ride(
    'a cookie of another name',
    { status: 401, code: 'login_required' },
    {
      headers: [`Cookie: storefront-session=${forge()}; __host-storefront-session=${forge()}`],
    },
  ),
  ride(
    'a forged cookie, which is taken away',
    {
      status: 401,
      code: 'session_invalid',
      then: ({ headers }) =>
        assert.match(headers['set-cookie'] ?? '', /^__Host-storefront-session=; .*Max-Age=0/),
    },
    {
      headers: [cookie(forge({ secret: 'y'.repeat(40) }))],
    },
  ),
  {
    name: 'the cookie of a login is for this host and no script, and its token is not in the body',
    async run(lab) {
      const email = 'cookie@shop.example';
      lab.personal.add(email);
      const json = (value: unknown) => JSON.stringify(value);
      await post(lab, '/v1/access/otp', json({ email }), { at: 'cookies' });
      const code = await lab.gateways.cookies.shop.mailedCode(email);
      return post(lab, '/v1/access/otp/verify', json({ email, code }), { at: 'cookies' });
    },
    status: 200,
    reached: { createOtp: 1, verifyOtp: 1 },
    then(reply: Reply) {
      const { headers, body } = reply;
      const set = headers['set-cookie'] ?? '';
      assert.match(
        set,
        /^__Host-storefront-session=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Lax$/,
      );
      assert.equal(headers['access-control-allow-origin'], ORIGIN);
      assert.equal(headers['access-control-allow-credentials'], 'true');
      assert.equal(headers['cache-control'], 'no-store');
      assert.doesNotMatch(body, /eyJ|token/);
    },
  },
];
