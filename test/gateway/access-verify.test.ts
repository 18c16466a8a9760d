import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GatewayError } from '../../src/gateway/errors.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import {
  ADDRESS,
  away,
  errorOf,
  newEmail,
  not,
  open,
  refuses,
  shown,
  UNKNOWN,
  WRONG,
} from './access-support.ts';

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
    assert.deepEqual(headers, {});
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
    const cookie = headers['set-cookie']!.split(';')[0]!;
    assert.equal((await sessions!.read({ headers: new Headers({ cookie }) }))?.email, email);
  });

  test('gives no session where there are none', async () => {
    const { access, shop } = await open({ sessions: false });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const answer = await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    assert.deepEqual(answer, { body: { success: true, message: 'The code is right.' }, headers: {} });
  });

  test('keeps a right code right while the store fails to count and to trust', async () => {
    const { access, shop, sessions, log } = await open({ store: { set: away, forgive: away } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    log.length = 0;
    const { body } = await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    const headers = new Headers({ authorization: `Bearer ${body.session!.token}` });
    assert.equal((await sessions!.read({ headers }))?.email, email);
    assert.deepEqual(
      log.map(({ event }) => event),
      ['store_failed', 'store_failed', 'store_failed'],
    );
  });

  test('fails while the store cannot keep the session, and trusts nobody then', async () => {
    const kept: string[] = [];
    const set = (key: string) => {
      kept.push(key.split(':')[0]!);
      return away();
    };
    const { access, shop } = await open({ sessions: { endOthers: true }, store: { set } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    kept.length = 0;
    const error = await errorOf(access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS));
    assert.deepEqual([error.status, error.code], [503, 'service_unavailable']);
    assert.deepEqual(kept, ['sessions']);
  });

  test('is answered alike for every code that is not right, byte by byte', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    const wrong = async (given: string, code: string) =>
      JSON.stringify(await access.verify({ email: given, code }, ADDRESS));
    const expected = JSON.stringify({ body: WRONG, headers: {} });
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

  test('of a hundred guesses at once by one client, five reach the service', async () => {
    const { access, shop } = await open({ limits: { verifyPerAddress: { points: 1_000, duration: 60 } } });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const wrong = not(await shop.mailedCode(email));
    const guesses = await Promise.allSettled(
      Array.from({ length: 100 }, () => access.verify({ email, code: wrong }, ADDRESS)),
    );
    assert.equal((await shop.requests('verifyOtp')).length, 5);
    const refused = guesses.flatMap((guess) =>
      guess.status === 'rejected' ? [guess.reason as GatewayError] : [],
    );
    assert.equal(refused.length, 95);
    for (const error of refused) {
      assert.equal(error.code, 'too_many_tries');
      assert.equal(error.retryAfter, 3_600);
    }
    const right = await errorOf(access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS));
    assert.equal(right.code, 'too_many_tries');
  });

  test('of a hundred guesses at once by as many clients, thirty and one a minute reach the service', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    const code = await shop.mailedCode(email);
    // The sandbox allows five guesses for a code, so it is not asked.
    await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body: { success: false }, times: 0 });
    const guesses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        access.verify({ email, code: not(code) }, `198.51.100.${index}`),
      ),
    );
    assert.equal((await shop.requests('verifyOtp')).length, 31);
    for (const guess of guesses)
      if (guess.status === 'rejected') {
        const { code, retryAfter } = guess.reason as GatewayError;
        assert.equal(code, 'rate_limited');
        assert.ok(retryAfter! >= 1 && retryAfter! <= 60, String(retryAfter));
      }
    await shop.clearFaults();
    const { body } = await access.verify({ email, code }, ADDRESS);
    assert.equal(body.success, true, 'the client that asked for the code');
  });

  test('never delays a client that logged in within 30 days, also if it has asked for another code since', async () => {
    let now = Date.now();
    const rate = { points: 1, duration: 3_600 };
    const { access, shop } = await open({
      store: memoryStore({ now: () => now }),
      limits: { verifyPerEmail: rate, verifyPerBusyEmail: rate },
    });
    const email = newEmail();
    const passHours = (hours: number) => (now += hours * 3_600_000);
    await access.send({ email }, ADDRESS);
    await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    passHours(24);
    await access.send({ email }, ADDRESS);
    const code = await shop.mailedCode(email);
    passHours(2);
    for (const address of ['198.51.100.1', '198.51.100.2'])
      await access.verify({ email, code: not(code) }, address);
    const stranger = await errorOf(access.verify({ email, code: not(code) }, '198.51.100.3'));
    assert.equal(stranger.code, 'rate_limited');
    assert.equal((await access.verify({ email, code: not(code) }, ADDRESS)).body.success, false);
    passHours(30 * 24);
    for (const address of ['198.51.100.1', '198.51.100.2'])
      await access.verify({ email, code: not(code) }, address);
    assert.equal((await errorOf(access.verify({ email, code: not(code) }, ADDRESS))).code, 'rate_limited');
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
                assert.equal(retryAfter, 3_600);
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
        { body: WRONG, headers: {} },
        String(round),
      );
      assert.equal((await access.verify({ email, code }, ADDRESS)).body.success, true);
      for (let tries = 0; tries < 2; tries += 1)
        assert.deepEqual(await access.verify({ email, code }, ADDRESS), { body: WRONG, headers: {} });
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

  test('is limited for one email and client over all of its codes', async () => {
    const { access, shop } = await open({
      limits: { verifyPerEmailAndAddress: { points: 3, duration: 600 } },
    });
    const email = newEmail();
    for (let code = 0; code < 3; code += 1) {
      await access.send({ email }, ADDRESS);
      await access.verify({ email: email.toUpperCase(), code: '000000' }, ADDRESS);
    }
    await access.send({ email }, ADDRESS);
    const error = await errorOf(access.verify({ email, code: '000000' }, ADDRESS));
    assert.equal(error.code, 'rate_limited');
    assert.equal((await shop.requests('verifyOtp')).length, 3);
  });

  test('is limited for one client address over all emails', async () => {
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
