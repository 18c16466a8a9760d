import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GatewayOptionsError } from '../../src/gateway/errors.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';

const FINE: GatewayOptions = {
  baseUrl: 'https://api.example',
  apiKey: 'sk_live_never_to_be_seen',
  secret: 'a secret of the gateway that is long enough',
  origins: ['https://shop.example'],
  clientAddress: 'connection',
};

const KEY = { kid: '2025-06', secret: 'a secret of the sessions that is long enough' };
const APP_SECRET = 'a client secret of the app that is long enough';
const SESSIONS = { keys: [KEY], issuer: 'https://gateway.example', audience: 'https://shop.example' };

const rate = (points: number) => ({ points, duration: 3600 });

function problemsOf(options: unknown): readonly string[] {
  try {
    createGateway(options as GatewayOptions);
  } catch (error) {
    assert.ok(error instanceof GatewayOptionsError, String(error));
    assert.ok(error.problems.every((problem) => error.message.includes(problem)));
    return error.problems;
  }
  return [];
}

describe('options', () => {
  test('that are the least there can be are taken', () => {
    assert.deepEqual(problemsOf(FINE), []);
  });

  test('that are all given are taken', () => {
    assert.deepEqual(
      problemsOf({
        ...FINE,
        baseUrl: 'http://127.0.0.1:8080/prefix/',
        basePath: '/apps/rewards',
        appProxy: { secrets: [APP_SECRET, `previous ${APP_SECRET}`], shops: ['example.myshopify.com'] },
        secret: crypto.getRandomValues(new Uint8Array(32)),
        sessions: { ...SESSIONS, lifetime: 60, cookie: { sameSite: 'Strict', domain: 'shop.example' } },
        requireLogin: true,
        reserve: true,
        claims: {
          keys: [{ kid: 'now', secret: 'a secret of the claims that is long enough' }],
          lifetime: 86_400,
          afterLostAnswer: 'repeat',
        },
        limits: { sendPerEmail: { points: 1, duration: 1 } },
        shownAddressCodes: ['mailbox_full', 'mail:full'],
        codeAnswerTime: 0,
        collectionFields: ['status'],
        cache: { fresh: 0, whileRevalidate: 0, ifError: 0 },
        clientAddress: { proxies: 2 },
        bodyLimit: 1024,
        bodyTimeout: 1000,
        timeouts: { read: 1, claim: 1 },
        store: memoryStore(),
        log: () => undefined,
        fetch,
        now: Date.now,
      } satisfies GatewayOptions),
      [],
    );
  });

  for (const [name, change] of [
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: '/apps/rewards' }],
    ['baseUrl', { baseUrl: 'ftp://api.example' }],
    ['baseUrl', { baseUrl: 'https://user:password@api.example' }],
    ['baseUrl', { baseUrl: 'https://api.example?x=1' }],
    ['baseUrl', { baseUrl: 'https://api.example/v1' }],
    ['baseUrl', { baseUrl: 'https://api.example/shop/v1/' }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: 'two\nlines' }],
    ['apiKey', { apiKey: ' spaces ' }],
    ['apiKey', { apiKey: 7 }],
    ['basePath', { basePath: '/' }],
    ['basePath', { basePath: 'apps' }],
    ['basePath', { basePath: '/apps/' }],
    ['basePath', { basePath: '/apps/../x' }],
    ['basePath', { basePath: '/a%2fb' }],
    ['origins', { origins: 'https://shop.example' }],
    ['origins', { origins: ['*'] }],
    ['origins', { origins: ['null'] }],
    ['origins', { origins: ['https://shop.example/'] }],
    ['origins', { origins: ['https://SHOP.example'] }],
    ['origins', { origins: ['https://*.shop.example'] }],
    ['origins', { origins: ['shop.example'] }],
    ['origins', { origins: ['file:///x'] }],
    ['origins', { origins: [] }],
    ['origins', { origins: undefined }],
    ['appProxy.secrets', { appProxy: { secrets: [], shops: ['a.myshopify.com'] } }],
    [
      'appProxy.origins',
      { appProxy: { secrets: [APP_SECRET], shops: ['a.myshopify.com'], origins: ['https://shop.example/'] } },
    ],
    ['appProxy.shops', { appProxy: { secrets: [APP_SECRET], shops: ['https://a.myshopify.com'] } }],
    ['appProxy', { appProxy: true }],
    ['secret', { secret: 'short' }],
    ['secret', { secret: new Uint8Array(31) }],
    ['secret', { secret: new Uint8Array(32) }],
    ['secret', { secret: 'x'.repeat(64) }],
    ['secret', { secret: 'abcdefghi'.repeat(4) }],
    ['secret', { secret: 'h7Qz0kWp3vXs'.repeat(3) }],
    ['secret', { secret: 'change-me-to-something-long-and-random' }],
    ['secret', { secret: 'your-secret-here, at least 32 characters' }],
    ['secret', { secret: '0123456789abcdef0123456789ABCDEF' }],
    ['appProxy.secrets', { appProxy: { secrets: ['shpss_short'], shops: ['a.myshopify.com'] } }],
    ['sessions.keys', { sessions: { ...SESSIONS, keys: [{ kid: 'a', secret: FINE.secret }] } }],
    [
      'claims.keys',
      { claims: { keys: [{ kid: 'a', secret: new TextEncoder().encode(String(FINE.secret)) }] } },
    ],
    ['claims.keys', { sessions: SESSIONS, claims: { keys: [KEY] } }],
    [
      'appProxy.secrets',
      { sessions: SESSIONS, appProxy: { secrets: [KEY.secret], shops: ['a.myshopify.com'] } },
    ],
    [
      'secret',
      { apiKey: 'one-text-for-the-key-and-the-secret', secret: 'one-text-for-the-key-and-the-secret' },
    ],
    ['baseUrl', { baseUrl: 'http://api.example' }],
    ['baseUrl', { baseUrl: 'http://203.0.113.7' }],
    ['origins', { origins: ['http://shop.example'] }],
    [
      'appProxy.origins',
      { appProxy: { secrets: [APP_SECRET], shops: ['a.myshopify.com'], origins: ['http://shop.example'] } },
    ],
    ['secret', { secret: undefined }],
    ['sessions.keys', { sessions: { ...SESSIONS, keys: [] } }],
    ['sessions.keys[0].kid', { sessions: { ...SESSIONS, keys: [{ ...KEY, kid: 'a b' }] } }],
    ['sessions.keys', { sessions: { ...SESSIONS, keys: [KEY, KEY] } }],
    ['sessions.keys[0].secret', { sessions: { ...SESSIONS, keys: [{ ...KEY, secret: 'short' }] } }],
    ['sessions.issuer', { sessions: { ...SESSIONS, issuer: '' } }],
    ['sessions.audience', { sessions: { ...SESSIONS, audience: undefined } }],
    ['sessions.lifetime', { sessions: { ...SESSIONS, lifetime: 0.5 } }],
    ['sessions.cookie.sameSite', { sessions: { ...SESSIONS, cookie: { sameSite: 'None' } } }],
    ['sessions.cookie.domain', { sessions: { ...SESSIONS, cookie: { domain: 'a; Path=/' } } }],
    ['requireLogin', { requireLogin: true }],
    ['reserve', { reserve: true }],
    ['requireLogin', { requireLogin: 'yes' }],
    ['claims.keys', { claims: { keys: [] } }],
    ['claims.lifetime', { claims: { lifetime: -1 } }],
    ['claims.lifetime', { claims: { lifetime: 86_399 } }],
    ['claims.afterLostAnswer', { claims: { afterLostAnswer: 'guess' } }],
    ['limits.sendPerEmail.points', { limits: { sendPerEmail: { points: 0, duration: 1 } } }],
    ['limits.sendPerEmail', { limits: { sendPerEmail: 5 } }],
    ['limits.readPerAddress', { limits: { readPerAddress: { points: 1, duration: 3_000_000 } } }],
    ['limits.perMoon', { limits: { perMoon: { points: 1, duration: 1 } } }],
    ['shownAddressCodes', { shownAddressCodes: 'x' }],
    // The gateway passes on no code that is longer than 64 characters.
    ['shownAddressCodes[0]', { shownAddressCodes: ['x'.repeat(65)] }],
    ['collectionFields', { collectionFields: [1] }],
    ['codeAnswerTime', { codeAnswerTime: -1 }],
    ['cache.fresh', { cache: { fresh: '60' } }],
    ['clientAddress', { clientAddress: undefined }],
    ['clientAddress', { clientAddress: 'proxy' }],
    ['clientAddress', { clientAddress: { proxies: 1.5 } }],
    ['clientAddress', { clientAddress: { header: 'a b' } }],
    ['clientAddress', { clientAddress: { proxies: 1, header: 'x-real-ip' } }],
    ['clientAddress', { clientAddress: { header: 'x-forwarded-for' } }],
    ['requireLogin', { requireLogin: 'true', sessions: SESSIONS }],
    ['reserve', { reserve: 1, sessions: SESSIONS }],
    ['sessions.endOthers', { sessions: { ...SESSIONS, endOthers: 'no' } }],
    ['tokenPattern', { tokenPattern: '[' }],
    ['tokenPattern', { tokenPattern: 'a)|(b' }],
    ['tokenPattern', { tokenPattern: /[0-9a-f]+/ }],
    ['maxCodeExpires', { maxCodeExpires: 0 }],
    ['maxCodeAnswerTime', { codeAnswerTime: 3000 }],
    ['responseLimit', { responseLimit: '4 MB' }],
    ['timeouts.claim', { timeouts: { read: 5000, claim: 4000 } }],
    ['limits.triesPerCode', { limits: { triesPerCode: rate(30), verifyPerEmailAndAddress: rate(20) } }],
    ['cache.ifError', { cache: { whileRevalidate: 600, ifError: 300 } }],
    ['sessions.keys', { sessions: { issuer: 'https://gateway.example', audience: 'https://shop.example' } }],
    ['bodyLimit', { bodyLimit: 0 }],
    ['bodyTimeout', { bodyTimeout: Infinity }],
    ['timeouts.claim', { timeouts: { claim: 2 ** 31 } }],
    ['store', { store: {} }],
    ['log', { log: 'stdout' }],
    ['apikey', { apikey: 'misspelt' }],
  ] as const)
    test(`with ${JSON.stringify(change)} name ${name}`, () => {
      const problems = problemsOf({ ...FINE, ...change });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.ok(problems[0]!.startsWith(name), problems[0]);
    });

  for (const [name, change] of [
    ['a service on this machine', { baseUrl: 'http://localhost:8080' }],
    ['a service in a private network', { baseUrl: 'http://service:8080' }],
    ['pages on this machine', { origins: ['http://localhost:5173', 'http://127.0.0.1:5173'] }],
    ['a secret as openssl writes it', { secret: 'OJ1rXrWZrbcV6wX0a1fWSZp2vLDh3kP9Q5n7t8yUo4M=' }],
    [
      'the old secret as the last key of claims',
      { claims: { keys: [KEY, { kid: 'own', secret: FINE.secret }] } },
    ],
    [
      'a cookie for a domain with an internationalised ending',
      { sessions: { ...SESSIONS, cookie: { domain: 'shop.xn--p1ai' } } },
    ],
    ['one limit below the default of another', { limits: { verifyPerEmail: rate(3) } }],
    ['no stored answers for an outage', { cache: { ifError: 0 } }],
    [
      'an empty list of origins with an app proxy',
      { origins: [], appProxy: { secrets: [APP_SECRET], shops: ['a.myshopify.com'] } },
    ],
  ] as const)
    test(`with ${name} are taken`, () => {
      assert.deepEqual(problemsOf({ ...FINE, ...change }), []);
    });

  test('without a decision about client addresses list the choices', () => {
    const [problem = ''] = problemsOf({ ...FINE, clientAddress: undefined });
    for (const choice of ['connection', 'proxies:1', 'header:cf-connecting-ip', 'none'])
      assert.ok(problem.includes(choice), problem);
  });

  test('with /v1 in the address of the service say that it must be left out, beside the other mistakes', () => {
    const problems = problemsOf({ ...FINE, baseUrl: 'https://api.example/v1', requireLogin: true });
    assert.equal(problems.length, 2, problems.join('\n'));
    assert.match(problems[0]!, /^baseUrl ends with \/v1, which must be left out\./);
    assert.match(problems[1]!, /^requireLogin /);
  });

  test('with many mistakes name them all at once', () => {
    const problems = problemsOf({ baseUrl: 'x', apiKey: '', secret: 'x', requireLogin: true });
    assert.deepEqual(
      problems.map((problem) => problem.split(' ')[0]),
      ['baseUrl', 'apiKey', 'clientAddress', 'secret', 'origins', 'requireLogin'],
    );
  });

  test('that are none are one mistake', () => {
    for (const options of [undefined, null, 'x', []])
      assert.deepEqual(problemsOf(options), ['options must be an object.']);
  });

  test('are never quoted where they may be secret', () => {
    const secrets = [
      'short-secret',
      'sk_live\nsplit',
      'short-kid-secret',
      'https://user:pass-word@api.example',
    ];
    const [secret, apiKey, kidSecret, baseUrl] = secrets;
    const problems = problemsOf({
      baseUrl,
      apiKey,
      secret,
      clientAddress: 'connection',
      appProxy: { secrets: ['', 'app-secret'], shops: [] },
      sessions: { ...SESSIONS, keys: [{ kid: 'bad kid', secret: kidSecret }] },
    });
    assert.equal(problems.length, 8, problems.join('\n'));
    for (const value of [...secrets, 'sk_live', 'pass-word', 'app-secret', 'bad kid'])
      assert.ok(!problems.join('\n').includes(value), value);
  });
});
