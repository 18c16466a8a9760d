import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { createClient } from '../../src/api/client.ts';
import { createAccess } from '../../src/gateway/access.ts';
import { canonicalEmail } from '../../src/gateway/email.ts';
import { createEqualTime, realStopwatch, type Stopwatch } from '../../src/gateway/equal-time.ts';
import { GatewayError } from '../../src/gateway/errors.ts';
import { createLimits } from '../../src/gateway/limits.ts';
import type { GatewayOptions, LogEntry, RateLimits, SessionOptions } from '../../src/gateway/options.ts';
import { createSessions } from '../../src/gateway/sessions.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import { createVault } from '../../src/gateway/vault.ts';
import { openShop, type TestShop } from '../helpers/control.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const SESSIONS: SessionOptions = {
  keys: [{ kid: 'one', secret: 'the key of the sessions, 32 bytes or more' }],
  issuer: 'https://gateway.shop.example',
  audience: 'https://shop.example',
};
const UNKNOWN = {
  message: 'There is no customer eve@shop.example.',
  code: 'unknown_address',
  details: { a: 1 },
};
const ADDRESS = '192.0.2.1';
const SENT = 'If this address can log in, a code is on its way to it.';
const WRONG = { success: false, message: 'The code is wrong or no longer valid.' };

/** Time that passes only while somebody waits, and by what a test says. */
function fakeTime() {
  const time = { now: 0 };
  const stopwatch: Stopwatch = {
    now: () => time.now,
    wait: (milliseconds) => {
      time.now += milliseconds;
      return Promise.resolve();
    },
  };
  return { time, stopwatch };
}

interface Setting {
  options?: Partial<GatewayOptions>;
  limits?: Partial<RateLimits>;
  sessions?: Partial<SessionOptions> | false;
  stopwatch?: Stopwatch;
  timeout?: number;
}

/** A login of its own: key, store and limits. */
async function open({
  options = {},
  limits,
  sessions = {},
  stopwatch = fakeTime().stopwatch,
  timeout = 5_000,
}: Setting = {}) {
  const shop = await openShop(sandbox.url);
  const store = memoryStore();
  const log: LogEntry[] = [];
  const issued = sessions ? createSessions({ ...SESSIONS, ...sessions }, store, Date.now) : undefined;
  const access = createAccess({
    client: createClient({ baseUrl: sandbox.url, apiKey: shop.key, timeout, ...options }),
    limits: createLimits(limits, store, createVault('a secret of the gateway, 32 bytes or more')),
    sessions: issued,
    options: { unknownAddressCodes: ['unknown_address'], log: (entry) => log.push(entry), ...options },
    stopwatch,
  });
  return { shop, access, sessions: issued, log };
}

const refuses = (shop: TestShop, operation: string, status: number, body: unknown, times = 0) =>
  shop.fault({ operation, fault: 'status', status, body, times });

const errorOf = async (call: Promise<unknown>): Promise<GatewayError> => {
  const error = await call.then(
    () => assert.fail('It was answered.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GatewayError, String(error));
  return error;
};

/** Everything of an error that goes out. */
const shown = ({ status, code, message, details, retryAfter, headers }: GatewayError) =>
  JSON.stringify({ status, code, message, details, retryAfter, headers });

let count = 0;
/** An address that no other test has used. */
const newEmail = () => `shopper-${(count += 1)}@shop.example`;

/** A code that is not the right one. */
const not = (code: string) => (code === '000000' ? '000001' : '000000');

describe('sending a code', () => {
  test('mails it, and answers with nothing of the service', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    const { id, ...others } = await access.send({ email: `  ${email} `, expires: 60 }, ADDRESS);
    assert.deepEqual(others, { message: SENT, email });
    const [mail] = (await shop.mails(email)) as unknown as { id: string; text: string }[];
    assert.match(mail!.text, /60 seconds/);
    assert.match(id, /^[\da-f-]{36}$/);
    assert.notEqual(id, mail!.id);
  });

  test('is answered alike for an address that the service does not know, byte by byte', async () => {
    const { access, shop } = await open();
    const known = await access.send({ email: 'known@shop.example' }, ADDRESS);
    await refuses(shop, 'createOtp', 404, UNKNOWN);
    const unknown = await access.send({ email: 'other@shop.example' }, ADDRESS);
    assert.deepEqual(
      (await shop.requests('createOtp')).map(({ status }) => status),
      [201, 404],
    );
    const bytes = (answer: object) => JSON.stringify({ ...answer, id: '', email: '' });
    assert.equal(bytes(unknown), bytes(known));
    assert.equal(unknown.id.length, known.id.length);
    assert.notEqual(unknown.id, known.id);
  });

  test('is limited by client address and by e-mail, however that is written', async () => {
    const { access, shop } = await open({
      limits: { sendPerAddress: { points: 3, duration: 60 }, sendPerEmail: { points: 2, duration: 600 } },
    });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    await access.send({ email: ` ${email.toUpperCase()} ` }, ADDRESS);
    const perEmail = await errorOf(access.send({ email }, '192.0.2.2'));
    assert.equal(perEmail.code, 'rate_limited');
    assert.ok(perEmail.retryAfter! > 590 && perEmail.retryAfter! <= 600);
    await access.send({ email: newEmail() }, ADDRESS);
    const perAddress = await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(perAddress.code, 'rate_limited');
    assert.ok(perAddress.retryAfter! <= 60);
    assert.equal((await shop.requests('createOtp')).length, 3);
  });

  test('is refused at the same time with the same words whether or not the address is known', async () => {
    const { access, shop } = await open({ limits: { sendPerEmail: { points: 1, duration: 600 } } });
    await access.send({ email: 'limited@shop.example' }, ADDRESS);
    const known = await errorOf(access.send({ email: 'limited@shop.example' }, ADDRESS));
    await refuses(shop, 'createOtp', 404, UNKNOWN);
    await access.send({ email: 'unlimited@shop.example' }, ADDRESS);
    const unknown = await errorOf(access.send({ email: 'unlimited@shop.example' }, ADDRESS));
    assert.equal(shown(known), shown(unknown));
  });

  const failures: [string, number, unknown, Partial<GatewayError>][] = [
    [
      'rate limit',
      429,
      { message: 'eve: slow', code: 'slow', details: { eve: 1 } },
      { status: 429, code: 'rate_limited' },
    ],
    [
      'outage',
      500,
      { message: 'eve', code: 'down', details: {} },
      { status: 502, code: 'service_unavailable' },
    ],
    [
      'pause',
      503,
      { message: 'eve', code: 'down', details: {} },
      { status: 503, code: 'service_unavailable' },
    ],
    [
      'refusal of the key',
      401,
      { message: 'eve', code: 'invalid_api_key', details: {} },
      { status: 502, code: 'service_unavailable' },
    ],
    [
      'refusal',
      400,
      { message: 'eve@…', code: 'invalid_email', details: { eve: 1 } },
      { status: 400, code: 'invalid_email' },
    ],
    [
      'refusal with an odd code',
      400,
      { message: 'eve', code: 'no eve@shop.example', details: {} },
      { status: 400, code: 'invalid_request' },
    ],
    ['page of a proxy', 404, '<h1>eve</h1>', { status: 502, code: 'service_unavailable' }],
  ];
  for (const [what, status, body, expected] of failures) {
    test(`tells of the service's ${what} in words of its own`, async () => {
      const { access, shop } = await open();
      await refuses(shop, 'createOtp', status, body);
      const error = await errorOf(access.send({ email: 'eve@shop.example' }, ADDRESS));
      assert.deepEqual(
        { status: error.status, code: error.code, details: error.details },
        { ...expected, details: {} },
      );
      assert.doesNotMatch(shown(error), /eve/);
      assert.doesNotMatch(shown(error), new RegExp(shop.key));
    });
  }

  test('passes on how long the service wants to be left alone', async () => {
    const { access, shop } = await open();
    await shop.fault({ operation: 'createOtp', fault: 'rate-limited', retryAfter: 42 });
    assert.equal((await errorOf(access.send({ email: newEmail() }, ADDRESS))).retryAfter, 42);
  });

  test('says that the service is away where no answer comes, or none in time', async () => {
    const lost = await open();
    await lost.shop.fault({ operation: 'createOtp', fault: 'drop-before' });
    assert.equal((await errorOf(lost.access.send({ email: newEmail() }, ADDRESS))).status, 502);
    const late = await open({ timeout: 1, options: { fetch: () => new Promise(() => undefined) } });
    assert.equal((await errorOf(late.access.send({ email: newEmail() }, ADDRESS))).status, 504);
  });

  test('lets whoever runs the gateway know of refusals, without the address', async () => {
    const { access, shop, log } = await open();
    await refuses(shop, 'createOtp', 401, { message: 'eve', code: 'invalid_api_key', details: {} });
    await errorOf(access.send({ email: 'eve@shop.example' }, ADDRESS));
    assert.deepEqual(log, [
      { level: 'warn', event: 'code_refused', operation: 'createOtp', status: 401, code: 'invalid_api_key' },
    ]);
  });
});

describe('verifying a code', () => {
  test('begins a session for the address in its one form', async () => {
    const { access, shop, sessions } = await open();
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const typed = ` ${email.toUpperCase()} `;
    const { body, headers } = await access.verify(
      { email: typed, code: await shop.mailedCode(email) },
      ADDRESS,
    );
    assert.equal(headers, undefined);
    const { token, expires_at } = body.session!;
    assert.deepEqual(body, { success: true, message: 'The code is right.', session: { token, expires_at } });
    const session = await sessions!.read({ headers: new Headers({ authorization: `Bearer ${token}` }) });
    assert.equal(session?.email, email);
    assert.equal(new Date(session.expiresAt).toISOString(), expires_at);
  });

  test('gives no token to scripts where sessions are cookies', async () => {
    const { access, shop, sessions } = await open({ sessions: { cookie: {} } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const { body, headers } = await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    assert.deepEqual(Object.keys(body.session!), ['expires_at']);
    const cookie = headers!['set-cookie']!.split(';')[0]!;
    assert.equal((await sessions!.read({ headers: new Headers({ cookie }) }))?.email, email);
  });

  test('gives no session where there are none', async () => {
    const { access, shop } = await open({ sessions: false });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const answer = await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    assert.deepEqual(answer, { body: { success: true, message: 'The code is right.' } });
    assert.deepEqual(await access.logout({ headers: new Headers() }), { headers: {} });
  });

  test('is answered alike for every code that is not right, byte by byte', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    const wrong = async (given: string, code: string) =>
      JSON.stringify(await access.verify({ email: given, code }, ADDRESS));
    const expected = JSON.stringify({ body: WRONG });
    await access.send({ email }, ADDRESS);
    assert.equal(await wrong(email, not(await shop.mailedCode(email))), expected, 'wrong code');
    assert.equal(await wrong(newEmail(), '000000'), expected, 'never asked for one');
    await refuses(shop, 'verifyOtp', 404, UNKNOWN, 1);
    assert.equal(await wrong(newEmail(), '000000'), expected, 'unknown address');
    await refuses(shop, 'verifyOtp', 410, { message: 'Too late.', code: 'expired', details: {} }, 1);
    assert.equal(await wrong(newEmail(), '000000'), expected, 'refused');
    for (const body of [{ success: null }, {}, { success: false, message: 'No.', session: { token: 'x' } }]) {
      await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body });
      assert.equal(await wrong(newEmail(), '000000'), expected, JSON.stringify(body));
    }
  });

  test('takes nothing but a plain true for a yes', async () => {
    const { access, shop } = await open();
    for (const success of ['true', 1, [true]]) {
      await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body: { success, message: 'Yes.' } });
      const error = await errorOf(access.verify({ email: newEmail(), code: '000000' }, ADDRESS));
      assert.equal(error.code, 'service_unavailable', JSON.stringify(success));
    }
    assert.equal((await shop.requests('verifyOtp')).length, 3);
  });

  test('of a hundred guesses at once from as many addresses, five reach the service', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const wrong = not(await shop.mailedCode(email));
    const guesses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => access.verify({ email, code: wrong }, `198.51.100.${index}`)),
    );
    assert.equal((await shop.requests('verifyOtp')).length, 5);
    const refused = guesses.flatMap((guess) =>
      guess.status === 'rejected' ? [guess.reason as GatewayError] : [],
    );
    assert.equal(refused.length, 95);
    for (const error of refused) {
      assert.equal(error.code, 'too_many_tries');
      assert.ok(error.retryAfter! > 3_590 && error.retryAfter! <= 3_600);
    }
    const right = await errorOf(access.verify({ email, code: await shop.mailedCode(email) }, '203.0.113.9'));
    assert.equal(right.code, 'too_many_tries');
  });

  test('runs out of tries alike for addresses that the service does not know', async () => {
    const answers = async (isKnown: boolean) => {
      const { access, shop } = await open();
      const email = newEmail();
      if (!isKnown) {
        await refuses(shop, 'createOtp', 404, UNKNOWN);
        await refuses(shop, 'verifyOtp', 404, UNKNOWN);
      }
      const seen: string[] = [];
      for (const round of [1, 2]) {
        await access.send({ email }, ADDRESS);
        const code = isKnown ? not(await shop.mailedCode(email)) : '000000';
        for (let tries = 0; tries < 7; tries += 1)
          seen.push(
            await access.verify({ email, code }, ADDRESS).then(
              (answer) => `${round} ${JSON.stringify(answer)}`,
              (error: unknown) => {
                const { retryAfter, status, code: why, message } = error as GatewayError;
                assert.ok(retryAfter! > 3_590 && retryAfter! <= 3_600);
                return `${round} ${status} ${why} ${message}`;
              },
            ),
          );
      }
      return seen;
    };
    const known = await answers(true);
    assert.deepEqual(await answers(false), known);
    assert.deepEqual(
      known.map((answer) => answer.includes('too_many_tries')),
      [1, 2].flatMap(() => [false, false, false, false, false, true, true]),
    );
  });

  test('begins anew with a new code, and with success', async () => {
    const { access, shop } = await open({ limits: { triesPerCode: { points: 2, duration: 60 } } });
    const email = newEmail();
    for (const round of [1, 2]) {
      await access.send({ email }, ADDRESS);
      const code = await shop.mailedCode(email);
      assert.deepEqual(
        await access.verify({ email, code: not(code) }, ADDRESS),
        { body: WRONG },
        String(round),
      );
      assert.equal((await access.verify({ email, code }, ADDRESS)).body.success, true);
      for (let tries = 0; tries < 2; tries += 1)
        assert.deepEqual(await access.verify({ email, code }, ADDRESS), { body: WRONG });
      assert.equal((await errorOf(access.verify({ email, code }, ADDRESS))).code, 'too_many_tries');
    }
  });

  test('keeps its count where no new code was made', async () => {
    const { access, shop } = await open({ limits: { triesPerCode: { points: 1, duration: 60 } } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    await access.verify({ email, code: not(await shop.mailedCode(email)) }, ADDRESS);
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 500 });
    await errorOf(access.send({ email }, ADDRESS));
    const error = await errorOf(access.verify({ email, code: '000000' }, ADDRESS));
    assert.equal(error.code, 'too_many_tries');
  });

  test('is limited for one e-mail over all of its codes', async () => {
    const { access, shop } = await open({ limits: { verifyPerEmail: { points: 3, duration: 600 } } });
    const email = newEmail();
    for (let code = 0; code < 3; code += 1) {
      await access.send({ email }, ADDRESS);
      await access.verify({ email: email.toUpperCase(), code: '000000' }, `192.0.2.${code}`);
    }
    await access.send({ email }, ADDRESS);
    const error = await errorOf(access.verify({ email, code: '000000' }, '192.0.2.9'));
    assert.equal(error.code, 'rate_limited');
    assert.equal((await shop.requests('verifyOtp')).length, 3);
  });

  test('is limited for one client address over all e-mails', async () => {
    const { access, shop } = await open({ limits: { verifyPerAddress: { points: 3, duration: 600 } } });
    for (let tries = 0; tries < 3; tries += 1)
      await access.verify({ email: newEmail(), code: '000000' }, ADDRESS);
    const error = await errorOf(access.verify({ email: newEmail(), code: '000000' }, ADDRESS));
    assert.equal(error.code, 'rate_limited');
    assert.equal((await shop.requests('verifyOtp')).length, 3);
  });

  test('says of an outage that it is one, and does not call the code wrong', async () => {
    const { access, shop } = await open();
    for (const [status, code] of [
      [500, 'service_unavailable'],
      [401, 'service_unavailable'],
      [429, 'rate_limited'],
    ] as const) {
      await refuses(shop, 'verifyOtp', status, { message: 'eve', code: 'other', details: { eve: 1 } }, 1);
      const error = await errorOf(access.verify({ email: 'eve@shop.example', code: '135790' }, ADDRESS));
      assert.equal(error.code, code);
      assert.doesNotMatch(shown(error), /eve|135790/);
    }
  });
});

describe('a logout', () => {
  test('ends the session, clears the cookie, and can be repeated', async () => {
    const { access, shop, sessions } = await open({ sessions: { cookie: {} } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const { headers } = await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    const request = { headers: new Headers({ cookie: headers!['set-cookie']!.split(';')[0]! }) };
    assert.equal((await sessions!.read(request))?.email, email);
    for (let times = 0; times < 2; times += 1) {
      const answer = await access.logout(request);
      assert.match(answer.headers['set-cookie']!, /^__Host-storefront-session=; .*Max-Age=0/);
      assert.equal((await errorOf(sessions!.read(request))).code, 'session_invalid');
    }
  });
});

describe('the time that an answer takes', () => {
  const STEP = 700;

  /** How long each of these addresses is waited for, where the service takes so long for each. */
  async function timesOf(durations: number[], operation: 'send' | 'verify', codeAnswerTime?: number) {
    const { time, stopwatch } = fakeTime();
    let duration = 0;
    const { access, log } = await open({
      stopwatch,
      limits: {
        sendPerAddress: { points: 1_000, duration: 60 },
        verifyPerAddress: { points: 1_000, duration: 60 },
      },
      options: {
        ...(codeAnswerTime !== undefined && { codeAnswerTime }),
        fetch: async (...request) => {
          time.now += duration;
          return fetch(...request);
        },
      },
    });
    const times: number[] = [];
    for (duration of durations) {
      const begun = time.now;
      if (operation === 'send') await access.send({ email: newEmail() }, ADDRESS);
      else await access.verify({ email: newEmail(), code: '000000' }, ADDRESS);
      times.push(time.now - begun);
    }
    return { times, log };
  }

  for (const operation of ['send', 'verify'] as const) {
    test(`to ${operation} is the same, whatever the service took within it`, async () => {
      const { times, log } = await timesOf([3, 690, 41, 0, 333, STEP], operation);
      assert.deepEqual(times, Array(6).fill(STEP));
      assert.deepEqual(log, []);
    });

    test(`to ${operation} is the same after the first that was slower`, async () => {
      const { times, log } = await timesOf([20, 1_050, 20, 960, 31, 1_200, 20], operation);
      assert.deepEqual(times, [STEP, ...Array<number>(6).fill(2 * STEP)]);
      assert.equal(log.filter(({ event }) => event === 'code_answer_slow').length, 3);
    });
  }

  test('is what the option says, and nothing is waited for where it says 0', async () => {
    assert.deepEqual((await timesOf([20, 90], 'send', 100)).times, [100, 100]);
    assert.deepEqual((await timesOf([20, 90], 'send', 0)).times, [20, 90]);
  });

  test('is full for errors too', async () => {
    const { time, stopwatch } = fakeTime();
    const { access, shop } = await open({ stopwatch });
    await refuses(shop, 'createOtp', 500, {});
    await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(time.now, STEP);
  });

  test('is not taken from those who come too often', async () => {
    const { time, stopwatch } = fakeTime();
    const { access } = await open({ stopwatch, limits: { sendPerAddress: { points: 1, duration: 60 } } });
    await access.send({ email: newEmail() }, ADDRESS);
    await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(time.now, STEP);
  });

  /** A run that takes so long, and how long it was made. */
  function pacer() {
    const { time, stopwatch } = fakeTime();
    const equal = createEqualTime(STEP, stopwatch);
    const run = async (duration: number, fails = false) => {
      const begun = time.now;
      await equal
        .run(() => {
          time.now += duration;
          return fails ? Promise.reject(new Error('It failed.')) : Promise.resolve();
        })
        .catch((error: unknown) => assert.equal((error as Error).message, 'It failed.'));
      return time.now - begun;
    };
    return { time, run };
  }

  test('tells addresses apart by nothing: two spreads of the service, one of the gateway', async () => {
    const { run } = pacer();
    await run(1_399);
    const random = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const next = random(7);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let times = 0; times < 500; times += 1) {
      known.push(await run(400 + 990 * next()));
      unknown.push(await run(5 + 40 * next()));
    }
    for (const spread of [known, unknown])
      assert.deepEqual([...new Set(spread.map((time) => Math.round(time)))], [2 * STEP]);
  });

  test('is remembered for ten minutes at least and twenty at most', async () => {
    const { time, run } = pacer();
    await run(1_000);
    time.now += 590_000;
    assert.equal(await run(20), 2 * STEP);
    time.now += 20_000;
    assert.equal(await run(20), 2 * STEP);
    time.now += 600_000;
    assert.equal(await run(20), STEP);
    await run(1_000);
    time.now += 3_600_000;
    assert.equal(await run(20), STEP);
  });

  test('is not longer for others after a failure', async () => {
    const { run } = pacer();
    assert.equal(await run(8_000, true), 12 * STEP);
    assert.equal(await run(20), STEP);
    assert.equal(await run(20, true), STEP);
  });

  test('is waited for by the real clock where no other is given', async () => {
    const begun = realStopwatch.now();
    assert.equal(await createEqualTime(30).run(() => Promise.resolve('done')), 'done');
    // A timer may come up to a millisecond early; late it may come as it likes.
    assert.ok(realStopwatch.now() - begun >= 28);
  });
});

describe('the one form of an address', () => {
  test('is trimmed, composed and in lower case', () => {
    assert.equal(canonicalEmail('  Ada.Lovelace+Shop@Shop.Example '), 'ada.lovelace+shop@shop.example');
    assert.equal(canonicalEmail('Ame\u0301lie@shop.example'), 'am\u00e9lie@shop.example');
    assert.equal(canonicalEmail('AM\u00c9LIE@shop.example'), 'am\u00e9lie@shop.example');
  });

  const refused: Record<string, string> = {
    'a Kelvin sign for a k': 'mi\u212ae@shop.example',
    'a dotted capital I': '\u0130da@shop.example',
    'a long s': 'je\u017fs@shop.example',
    'letters of full width': '\uff41da@shop.example',
    'a ligature': 'o\ufb03ce@shop.example',
    'an @ of full width': 'eve\uff20shop.example',
    'an invisible space': 'ad\u200ba@shop.example',
    'a line break': 'ada@shop.example\nbcc:eve@shop.example',
    'a space within': 'ada @shop.example',
    'two addresses': 'ada@shop.example,eve@shop.example',
    'a name': 'Ada <ada@shop.example>',
    quotes: '"ada"@shop.example',
    'two signs': 'ada@eve@shop.example',
    'no domain': 'ada@',
    'half a character': 'ada\ud800@shop.example',
    nothing: '',
  };
  for (const [what, email] of Object.entries(refused)) {
    test(`is refused for ${what}, before anything is counted or sent`, async () => {
      const { access, shop } = await open();
      for (const call of [
        access.send({ email }, ADDRESS),
        access.verify({ email, code: '000000' }, ADDRESS),
      ]) {
        const error = await errorOf(call);
        assert.equal(error.status, 400);
        assert.equal(error.code, 'invalid_request');
        assert.deepEqual(error.details, {
          errors: [{ path: '/body/email', message: 'must be one e-mail address' }],
        });
      }
      assert.deepEqual(await shop.requests(), []);
    });
  }
});
