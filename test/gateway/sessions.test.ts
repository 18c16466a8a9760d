import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { GatewayError, GatewayOptionsError } from '../../src/gateway/errors.ts';
import type { SessionOptions } from '../../src/gateway/options.ts';
import { createSessions } from '../../src/gateway/sessions.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { createVault } from '../../src/gateway/vault.ts';
import { verifySession, type VerifySessionOptions } from '../../src/gateway/verify-session.ts';

const OLD = { kid: 'old', secret: 'the old key of the sessions, 32 bytes' };
const NEW = { kid: 'new', secret: new TextEncoder().encode('the new key of the sessions, 32 bytes') };
const OPTIONS = {
  lifetime: 43_200,
  keys: [NEW, OLD],
  issuer: 'https://gateway.shop.example',
  audience: 'https://shop.example',
} satisfies SessionOptions;
type Given = Omit<Partial<SessionOptions>, 'lifetime'> & { lifetime?: number };
const START = Date.UTC(2025, 5, 1, 12);
const EMAIL = 'ada@shop.example';
const VAULT = createVault('the secret of the gateway, 32 bytes or more');

/** One instance of a gateway. */
function instance(store: GatewayStore, now: () => number, options: Given = {}) {
  const sessions = createSessions({ options: { ...OPTIONS, ...options }, store, vault: VAULT, now });
  return {
    ...sessions,
    /** A new session's token, wherever it is. */
    async issue(email: string) {
      const { session, headers } = await sessions.begin(email);
      const token = session.token ?? headers['set-cookie']!.split(/[=;]/)[1]!;
      return { token, expiresAt: Date.parse(session.expires_at), headers };
    },
  };
}

const open = (options: Given = {}) => {
  const clock = { time: START };
  const now = () => clock.time;
  const store = memoryStore({ now });
  return { clock, now, store, sessions: instance(store, now, options) };
};

/** The options that a merchant's own server passes to `verifySession`. */
const IGNORING: VerifySessionOptions = { ...OPTIONS, revocation: 'ignored', now: () => START };

const withHeaders = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
const bearer = (token: string) => withHeaders({ authorization: `Bearer ${token}` });

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const decode = (token: string): Record<string, unknown>[] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

/** A token made by hand, so that nothing of what is tested makes it. */
function forge({
  header = {},
  claims = {},
  secret = OLD.secret,
  digest = 'sha256',
}: {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  secret?: string;
  digest?: string;
} = {}): string {
  const signed = [
    { alg: 'HS256', typ: 'storefront-session+jwt', kid: 'old', ...header },
    {
      iss: OPTIONS.issuer,
      aud: OPTIONS.audience,
      sub: EMAIL,
      jti: 'd2b0',
      iat: START / 1000,
      exp: START / 1000 + 600,
      ...claims,
    },
  ]
    .map(encode)
    .join('.');
  return `${signed}.${createHmac(digest, secret).update(signed).digest('base64url')}`;
}

const rejectedAs = async (call: Promise<unknown>, code: string, what = code) => {
  const error = await call.then(
    () => assert.fail(`${what} was taken.`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GatewayError, `${what}: ${String(error)}`);
  assert.equal(error.status, 401, what);
  assert.equal(error.code, code, what);
  assert.equal(error.headers['www-authenticate'], 'Bearer');
};

describe('a session', () => {
  test('is a token with key, type, issuer, audience, address, random id and end', async () => {
    const { sessions } = open({ lifetime: 600 });
    const { token, expiresAt } = await sessions.issue(EMAIL);
    const [header, claims] = decode(token);
    assert.deepEqual(header, { alg: 'HS256', typ: 'storefront-session+jwt', kid: 'new' });
    const { jti, acc, ...others } = claims!;
    assert.equal(acc, await VAULT.hash('session', EMAIL));
    assert.match(String(jti), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.deepEqual(others, {
      iss: OPTIONS.issuer,
      aud: OPTIONS.audience,
      sub: EMAIL,
      iat: START / 1000,
      exp: START / 1000 + 600,
    });
    assert.equal(expiresAt, START + 600_000);
    assert.deepEqual(await sessions.read(bearer(token)), { email: EMAIL, id: jti, expiresAt });
  });

  test('lasts for twelve hours where nothing is said, and a few seconds more for clocks that differ', async () => {
    const { sessions, clock } = open();
    const { token, expiresAt } = await sessions.issue(EMAIL);
    assert.equal(expiresAt, START + 43_200_000);
    clock.time = expiresAt + 4_000;
    assert.equal((await sessions.read(bearer(token)))?.email, EMAIL);
    clock.time = expiresAt + 6_000;
    await rejectedAs(sessions.read(bearer(token)), 'session_expired');
  });

  test('is none where the request carries none', async () => {
    const { sessions } = open({ cookie: {} });
    assert.equal(await sessions.read(withHeaders({})), undefined);
    assert.equal(await sessions.read(withHeaders({ authorization: 'Basic c2hvcDpzaG9w' })), undefined);
    assert.equal(await sessions.read(withHeaders({ cookie: 'theme=dark' })), undefined);
  });

  test('is read from the scheme in any case, and not from what only looks like it', async () => {
    const { sessions } = open();
    const { token } = await sessions.issue(EMAIL);
    assert.equal((await sessions.read(withHeaders({ authorization: `bEARER  ${token}` })))?.email, EMAIL);
    assert.equal(await sessions.read(withHeaders({ authorization: `Bearerx ${token}` })), undefined);
    await rejectedAs(sessions.read(withHeaders({ authorization: 'Bearer' })), 'session_invalid');
    await rejectedAs(
      sessions.read(withHeaders({ authorization: `Bearer ${token}, Bearer ${token}` })),
      'session_invalid',
    );
  });
});

describe('keys can be changed', () => {
  test('tokens of the key before are taken as long as it is in the list', async () => {
    const before = open({ keys: [OLD] });
    const { token } = await before.sessions.issue(EMAIL);
    assert.equal(decode(token)[0]!['kid'], 'old');
    assert.equal((await open({ keys: [NEW, OLD] }).sessions.read(bearer(token)))?.email, EMAIL);
    await rejectedAs(open({ keys: [NEW] }).sessions.read(bearer(token)), 'session_invalid');
  });

  test('a secret under 32 bytes, or no key, is refused before anything is signed or read', async () => {
    const keys = [{ kid: 'short', secret: 'x'.repeat(31) }];
    assert.throws(() => open({ keys }), GatewayOptionsError);
    assert.throws(() => open({ keys: [] }), GatewayOptionsError);
    for (const wrong of [keys, [{ kid: 'empty', secret: '' }], []])
      await assert.rejects(verifySession(forge(), { ...IGNORING, keys: wrong }), GatewayOptionsError);
  });
});

describe('a token is refused', () => {
  const signed = forge();
  const [head, body, signature] = signed.split('.') as [string, string, string];
  const unsigned = (alg: string) => `${encode({ alg, typ: 'storefront-session+jwt', kid: 'old' })}.${body}.`;
  const noTime = { iat: undefined };
  const wrong: Record<string, string> = {
    'signed with another secret': forge({ secret: 'a key of somebody else, 32 bytes long' }),
    'with the name of another key': forge({ header: { kid: 'new' } }),
    'of a key that is not known': forge({ header: { kid: 'never' } }),
    'without the name of a key': forge({ header: { kid: undefined } }),
    'with a key name out of the prototype': forge({ header: { kid: '__proto__' } }),
    'with another address in it': `${head}.${encode({ ...decode(signed)[1], sub: 'eve@shop.example' })}.${signature}`,
    'with another header': `${encode({ alg: 'HS256', typ: 'storefront-session+jwt', kid: 'old', x: 1 })}.${body}.${signature}`,
    'with a cut signature': signed.slice(0, -2),
    'without its signature': `${head}.${body}.`,
    'of alg none': unsigned('none'),
    'of alg None': unsigned('None'),
    'of alg none with a signature': `${unsigned('none')}${signature}`,
    'of HS512': forge({ header: { alg: 'HS512' }, digest: 'sha512' }),
    'of HS384': forge({ header: { alg: 'HS384' }, digest: 'sha384' }),
    'of RS256': forge({ header: { alg: 'RS256' } }),
    'of another issuer': forge({ claims: { iss: 'https://other.example' } }),
    'without an issuer': forge({ claims: { iss: undefined } }),
    'for another audience': forge({ claims: { aud: 'https://other.example' } }),
    'for nobody': forge({ claims: { aud: undefined } }),
    'of another type': forge({ header: { typ: 'JWT' } }),
    'of no type': forge({ header: { typ: undefined } }),
    'without an address': forge({ claims: { sub: undefined } }),
    'with an empty address': forge({ claims: { sub: '' } }),
    'with an address that is no text': forge({ claims: { sub: { email: EMAIL } } }),
    'with an id that is no text': forge({ claims: { jti: 7 } }),
    'without an id': forge({ claims: { jti: undefined } }),
    'without an end': forge({ claims: { exp: undefined } }),
    'with an end that is no number': forge({ claims: { exp: '9999999999' } }),
    'without its time': forge({ claims: noTime }),
    'that is not yet valid': forge({ claims: { nbf: START / 1000 + 60 } }),
    'with a critical header that nobody knows': forge({ header: { crit: ['exp'], exp: 1 } }),
    'that brings its own key': forge({
      header: { kid: undefined, jwk: { kty: 'oct', k: encode('own') } },
      secret: 'own',
    }),
    'of three dots': '..',
    'that is no token': 'x',
    'in five parts': `${signed}.${signature}.x`,
    'that is very long': forge({ claims: { filler: 'x'.repeat(5_000) } }),
  };
  test('the token that the others are made of is taken', async () => {
    assert.equal((await open().sessions.read(bearer(signed)))?.email, EMAIL);
    assert.equal((await verifySession(signed, IGNORING)).email, EMAIL);
  });
  for (const [what, token] of Object.entries(wrong)) {
    test(what, async () => {
      await rejectedAs(open().sessions.read(bearer(token)), 'session_invalid', what);
      await rejectedAs(verifySession(token, IGNORING), 'session_invalid', what);
    });
  }
  test('that has expired, as expired', async () => {
    const token = forge({ claims: { exp: START / 1000 - 6 } });
    await rejectedAs(open().sessions.read(bearer(token)), 'session_expired');
    await rejectedAs(verifySession(token, IGNORING), 'session_expired');
  });
  test('that has expired and is forged, as forged', async () => {
    const token = forge({
      claims: { exp: START / 1000 - 60 },
      secret: 'a key of somebody else, 32 bytes long',
    });
    await rejectedAs(open().sessions.read(bearer(token)), 'session_invalid');
  });
});

describe('a logout', () => {
  test('ends the session in every instance that shares the store, and no other session', async () => {
    const { sessions, store, now } = open();
    const [one, two] = [await sessions.issue(EMAIL), await sessions.issue(EMAIL)];
    await sessions.logout(bearer(one.token));
    const elsewhere = instance(store, now);
    await rejectedAs(elsewhere.read(bearer(one.token)), 'session_invalid');
    assert.equal((await elsewhere.read(bearer(two.token)))?.email, EMAIL);
  });

  test('is remembered for as long as any clock might take the token', async () => {
    const { sessions, store, clock, now } = open({ lifetime: 600 });
    const { token, expiresAt } = await sessions.issue(EMAIL);
    clock.time = START + 300_000;
    await sessions.logout(bearer(token));
    clock.time = expiresAt + 4_000;
    await rejectedAs(instance(store, now).read(bearer(token)), 'session_invalid');
    clock.time = expiresAt + 60_000;
    const slow = instance(store, () => expiresAt - 1_000);
    await rejectedAs(slow.read(bearer(token)), 'session_invalid');
  });

  test('ends what is in the header and what is in the cookie', async () => {
    const { sessions } = open({ cookie: {} });
    const [one, two] = [await sessions.issue(EMAIL), await sessions.issue(EMAIL)];
    await sessions.logout(
      withHeaders({
        authorization: `Bearer ${one.token}`,
        cookie: `__Host-storefront-session=${two.token}`,
      }),
    );
    await rejectedAs(sessions.read(bearer(one.token)), 'session_invalid');
    await rejectedAs(sessions.read(bearer(two.token)), 'session_invalid');
  });

  test('of a session that is over, wrong or not there is no error', async () => {
    const { sessions } = open({ cookie: {} });
    const { token } = await sessions.issue(EMAIL);
    await sessions.logout(bearer(token));
    await sessions.logout(bearer(token));
    await sessions.logout(bearer('x'));
    await sessions.logout(withHeaders({}));
    await rejectedAs(sessions.read(bearer(token)), 'session_invalid');
  });

  test('that the store cannot keep is an error, and so is a session that it cannot look up', async () => {
    const away = () => Promise.reject(new Error('The store is away.'));
    const { sessions } = open();
    const { token } = await sessions.issue(EMAIL);
    const store: GatewayStore = { ...memoryStore(), get: away, set: away };
    const without = instance(store, () => START);
    await assert.rejects(without.logout(bearer(token)), { message: 'The store is away.' });
    await assert.rejects(without.read(bearer(token)), { message: 'The store is away.' });
  });
});

describe('a cookie', () => {
  test('of one host has every attribute that keeps it there', async () => {
    const { sessions } = open({ cookie: {}, lifetime: 600 });
    const { token, headers } = await sessions.issue(EMAIL);
    const attributes = 'HttpOnly; Secure; SameSite=Lax';
    assert.equal(
      headers['set-cookie'],
      `__Host-storefront-session=${token}; Path=/; Max-Age=600; ${attributes}`,
    );
    assert.equal(
      sessions.clearing['set-cookie'],
      `__Host-storefront-session=; Path=/; Max-Age=0; ${attributes}`,
    );
  });

  test('of a domain has the name that allows one, on both ways', async () => {
    const { sessions } = open({ cookie: { domain: 'shop.example', sameSite: 'Strict' }, lifetime: 600 });
    const { token, headers } = await sessions.issue(EMAIL);
    const attributes = 'HttpOnly; Secure; SameSite=Strict';
    assert.equal(
      headers['set-cookie'],
      `__Secure-storefront-session=${token}; Domain=shop.example; Path=/; Max-Age=600; ${attributes}`,
    );
    assert.equal(
      sessions.clearing['set-cookie'],
      `__Secure-storefront-session=; Domain=shop.example; Path=/; Max-Age=0; ${attributes}`,
    );
    const cookie = `a=1; __Secure-storefront-session=${token};b=2`;
    assert.equal((await sessions.read(withHeaders({ cookie })))?.email, EMAIL);
  });

  test('counts only where sessions are cookies, and by its exact name', async () => {
    const { sessions } = open({ cookie: {} });
    const { token, expiresAt } = await sessions.issue(EMAIL);
    const own = `__Host-storefront-session=${token}`;
    assert.deepEqual(await sessions.read(withHeaders({ cookie: own })), {
      email: EMAIL,
      id: decode(token)[1]!['jti'],
      expiresAt,
    });
    const without = open();
    assert.deepEqual((await without.sessions.begin(EMAIL)).headers, {});
    assert.deepEqual(without.sessions.clearing, {});
    assert.equal(await without.sessions.read(withHeaders({ cookie: own })), undefined);
    for (const name of [
      '__Secure-storefront-session',
      '__host-storefront-session',
      'x__Host-storefront-session',
    ])
      assert.equal(await sessions.read(withHeaders({ cookie: `${name}=${token}` })), undefined, name);
    await rejectedAs(sessions.read(withHeaders({ cookie: '__Host-storefront-session=' })), 'session_invalid');
  });

  test('that another host has planted locks nobody out, and logs nobody in as somebody else', async () => {
    for (const cookie of [{}, { domain: 'shop.example' }]) {
      const { sessions, store } = open({ cookie });
      const name = cookie.domain ? '__Secure-storefront-session' : '__Host-storefront-session';
      const read = (...tokens: string[]) =>
        sessions.read(withHeaders({ cookie: tokens.map((token) => `${name}=${token}`).join('; ') }));
      const { token } = await sessions.issue(EMAIL);
      const { token: loggedOut } = await sessions.issue('eve@shop.example');
      await sessions.logout(bearer(loggedOut));
      for (const planted of [
        '',
        'x',
        forge({ secret: 'x'.repeat(32) }),
        forge({ claims: { exp: 1 } }),
        loggedOut,
      ]) {
        assert.equal((await read(planted, token))?.email, EMAIL);
        assert.equal((await read(token, planted))?.email, EMAIL);
      }
      assert.equal((await read(token, token))?.email, EMAIL);
      const { token: attackers } = await sessions.issue('eve@shop.example');
      await rejectedAs(read(attackers, token), 'session_invalid');
      await rejectedAs(read('x', 'y'), 'session_invalid');
      const options = { ...OPTIONS, cookie, revocation: store, now: () => START };
      const request = withHeaders({ cookie: `${name}=x; ${name}=${token}` });
      assert.equal((await verifySession(request, options)).email, EMAIL);
    }
  });

  test('is not looked at where there is a token in the header', async () => {
    const { sessions } = open({ cookie: {} });
    const mine = await sessions.issue(EMAIL);
    const planted = await sessions.issue('eve@shop.example');
    const both = (authorization: string) =>
      withHeaders({ authorization, cookie: `__Host-storefront-session=${planted.token}` });
    assert.equal((await sessions.read(both(`Bearer ${mine.token}`)))?.email, EMAIL);
    await rejectedAs(sessions.read(both('Bearer x')), 'session_invalid');
    assert.equal((await sessions.read(both('Basic c2hvcDpzaG9w')))?.email, 'eve@shop.example');
  });
});

describe('verifySession, on a merchant’s own server', () => {
  test('says whose login a request carries, with the keys and the store', async () => {
    const { sessions, store, now } = open();
    const { token, expiresAt } = await sessions.issue(EMAIL);
    const request = new Request('https://api.shop.example/', {
      headers: { authorization: `Bearer ${token}` },
    });
    const session = await verifySession(request, { ...OPTIONS, now, revocation: store });
    assert.deepEqual(session, { email: EMAIL, id: decode(token)[1]!['jti'], expiresAt });
  });

  test('asks for a login where there is none, and takes no cookie unasked', async () => {
    const { sessions } = open({ cookie: {} });
    const { token } = await sessions.issue(EMAIL);
    const request = withHeaders({ cookie: `__Host-storefront-session=${token}` });
    await rejectedAs(verifySession(withHeaders({}), IGNORING), 'login_required');
    await rejectedAs(verifySession('', IGNORING), 'login_required');
    await rejectedAs(verifySession(request, IGNORING), 'login_required');
    assert.equal((await verifySession(request, { ...IGNORING, cookie: {} })).email, EMAIL);
  });

  test('rejects sessions that were logged out or ended, unless it ignores that in so many words', async () => {
    const { sessions, store, now } = open();
    const [loggedOut, ended] = [await sessions.issue(EMAIL), await sessions.issue('bob@shop.example')];
    await sessions.logout(bearer(loggedOut.token));
    await sessions.endAll('bob@shop.example');
    for (const { token } of [loggedOut, ended]) {
      await rejectedAs(verifySession(token, { ...OPTIONS, now, revocation: store }), 'session_invalid');
      assert.ok(await verifySession(token, IGNORING));
    }
    const { token } = await sessions.issue('bob@shop.example');
    assert.ok(await verifySession(token, { ...OPTIONS, now, revocation: store }));
  });

  test('does nothing without a decision about revocation, in JavaScript too', async () => {
    const { revocation: _, ...undecided } = IGNORING;
    await assert.rejects(
      verifySession(forge(), undecided as VerifySessionOptions),
      (error) => error instanceof GatewayOptionsError && error.message.includes('revocation'),
    );
  });

  test('passes on an error of the store, and does not call the session invalid', async () => {
    const revocation = { get: () => Promise.reject(new Error('The store is away.')) };
    await assert.rejects(verifySession(forge(), { ...IGNORING, revocation }), {
      message: 'The store is away.',
    });
  });

  test('uses the real time where no clock is given', async () => {
    const store = memoryStore();
    const { token } = await instance(store, Date.now).issue(EMAIL);
    const options = { ...OPTIONS, revocation: store };
    assert.equal((await verifySession(token, options)).email, EMAIL);
    await rejectedAs(verifySession(forge({ claims: { exp: 1_000 } }), options), 'session_expired');
  });
});

describe('all sessions of an address', () => {
  test('end on every instance, whatever their clocks say, and those of other addresses go on', async () => {
    const { sessions, store } = open();
    const ahead = instance(store, () => START + 60_000);
    const mine = [await sessions.issue(EMAIL), await ahead.issue(EMAIL)];
    const other = await sessions.issue('bob@shop.example');
    await sessions.endAll(EMAIL);
    for (const { token } of mine)
      for (const each of [sessions, ahead]) await rejectedAs(each.read(bearer(token)), 'session_invalid');
    assert.equal((await ahead.read(bearer(other.token)))?.email, 'bob@shop.example');
  });

  test('can be followed by a login in the same second, also where a clock is behind', async () => {
    const { sessions, store } = open();
    const behind = instance(store, () => START - 3_000);
    await sessions.endAll(EMAIL);
    const logins = [await sessions.issue(EMAIL), await behind.issue(EMAIL)];
    for (const { token } of logins) assert.equal((await sessions.read(bearer(token)))?.email, EMAIL);
    await sessions.endAll(EMAIL);
    for (const { token } of logins) await rejectedAs(sessions.read(bearer(token)), 'session_invalid');
  });

  test('include those from before a change of the gateway’s secret', async () => {
    const { sessions, store, now } = open();
    const [one, two] = [await sessions.issue(EMAIL), await sessions.issue('bob@shop.example')];
    await sessions.endAll(EMAIL);
    const vault = createVault('another secret of the gateway, as long');
    const changed = createSessions({ options: OPTIONS, store, vault, now });
    await rejectedAs(changed.read(bearer(one.token)), 'session_invalid');
    assert.equal((await changed.read(bearer(two.token)))?.email, 'bob@shop.example');
    await changed.endAll('bob@shop.example');
    await rejectedAs(changed.read(bearer(two.token)), 'session_invalid');
  });

  test('include tokens from before accounts were in them', async () => {
    const { sessions } = open();
    const token = forge();
    assert.equal((await sessions.read(bearer(token)))?.email, EMAIL);
    await sessions.endAll(EMAIL);
    await rejectedAs(sessions.read(bearer(token)), 'session_invalid');
  });

  test('stay ended for as long as any clock might accept a token', async () => {
    const { sessions, store, clock } = open({ lifetime: 600 });
    const { token, expiresAt } = await sessions.issue(EMAIL);
    await sessions.endAll(EMAIL);
    clock.time = expiresAt + 60_000;
    const slow = instance(store, () => expiresAt - 1_000, { lifetime: 600 });
    await rejectedAs(slow.read(bearer(token)), 'session_invalid');
  });

  test('but the last are ended by a login where the option says so, and only then', async () => {
    for (const endOthers of [true, false]) {
      const { sessions, store, now } = open({ endOthers });
      const first = await sessions.issue(EMAIL);
      const second = await instance(store, now, { endOthers }).issue(EMAIL);
      assert.equal((await sessions.read(bearer(second.token)))?.email, EMAIL);
      if (endOthers) await rejectedAs(sessions.read(bearer(first.token)), 'session_invalid');
      else assert.equal((await sessions.read(bearer(first.token)))?.email, EMAIL);
    }
  });
});

describe('a shorter lifetime', () => {
  test('applies to existing tokens, and a longer one does not', async () => {
    const { sessions, store, clock, now } = open({ lifetime: 3600 });
    const { token, expiresAt } = await sessions.issue(EMAIL);
    const shorter = instance(store, now, { lifetime: 600 });
    const longer = instance(store, now, { lifetime: 7200 });
    assert.equal((await shorter.read(bearer(token)))?.expiresAt, START + 600_000);
    assert.equal((await longer.read(bearer(token)))?.expiresAt, expiresAt);
    clock.time = START + 606_000;
    await rejectedAs(shorter.read(bearer(token)), 'session_expired');
    await rejectedAs(verifySession(token, { ...IGNORING, lifetime: 600, now }), 'session_expired');
    assert.equal((await verifySession(token, { ...IGNORING, now })).email, EMAIL);
    clock.time = expiresAt + 6_000;
    await rejectedAs(longer.read(bearer(token)), 'session_expired');
  });

  test('leaves ended sessions ended on a merchant’s own server, which accepts tokens until their own end', async () => {
    const { sessions, store, clock, now } = open({ lifetime: 43_200 });
    const [one, two, three] = [
      await sessions.issue(EMAIL),
      await sessions.issue(EMAIL),
      await sessions.issue('bob@shop.example'),
    ];
    const shorter = instance(store, now, { lifetime: 600 });
    await shorter.logout(bearer(one.token));
    await shorter.endAll('bob@shop.example');
    // For the gateway this one is over, but not for the merchant's server.
    clock.time = START + 700_000;
    await shorter.logout(bearer(two.token));
    const { lifetime: _, ...documented } = { ...OPTIONS, now, revocation: store };
    for (const time of [clock.time, one.expiresAt - 1_000]) {
      clock.time = time;
      for (const [what, { token }] of Object.entries({
        'logged out': one,
        'logged out late': two,
        'ended with all of its address': three,
      }))
        await rejectedAs(verifySession(token, documented), 'session_invalid', `${what}, at ${time - START}`);
    }
  });
});
