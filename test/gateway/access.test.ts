import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GatewayError } from '../../src/gateway/errors.ts';
import { ADDRESS, away, errorOf, newEmail, open, refuses, SENT, shown, UNKNOWN } from './access-support.ts';

describe('sending a code', () => {
  test('mails it, and answers with nothing of the service', async () => {
    const { access, shop } = await open();
    const email = newEmail().replace('shopper', 'Shopper');
    const { id, ...others } = await access.send({ email: `  ${email} `, expires: 60 }, ADDRESS);
    assert.deepEqual(others, { message: SENT, email });
    const [mail] = (await shop.mails(email.toLowerCase())) as unknown as { id: string; text: string }[];
    assert.match(mail!.text, /60 seconds/);
    assert.match(id, /^[\da-f-]{36}$/);
    assert.notEqual(id, mail!.id);
  });

  test('is answered alike for a mailed code and a refused address while the store fails afterwards', async () => {
    const { access, shop, log } = await open({ store: { set: away, forgive: away } });
    const failures = () => log.splice(0).filter(({ event }) => event === 'store_failed').length;
    const email = newEmail();
    assert.equal((await access.send({ email }, ADDRESS)).message, SENT);
    assert.equal((await shop.mails(email)).length, 1);
    assert.equal(failures(), 2);
    await refuses(shop, 'createOtp', 404, UNKNOWN, 1);
    assert.equal((await access.send({ email: newEmail() }, ADDRESS)).message, SENT);
    assert.equal(failures(), 2);
  });

  test('is answered alike for every address that the service refuses, however it does, byte by byte', async () => {
    const { access, shop } = await open();
    const known = await access.send({ email: 'known@shop.example' }, ADDRESS);
    const bytes = (answer: object) => JSON.stringify({ ...answer, id: '', email: '' });
    const statuses = [400, 402, 404, 405, 409, 410, 418, 422, 426];
    for (const status of statuses)
      for (const body of [UNKNOWN, { ...UNKNOWN, code: 'no eve@shop.example' }, '<h1>eve</h1>']) {
        await refuses(shop, 'createOtp', status, body, 1);
        const unknown = await access.send({ email: newEmail() }, `192.0.2.${status % 256}`);
        assert.equal(bytes(unknown), bytes(known), `${status}`);
        assert.equal(unknown.id.length, known.id.length);
        assert.notEqual(unknown.id, known.id);
      }
    assert.deepEqual(
      (await shop.requests('createOtp')).map(({ status }) => status),
      [201, ...statuses.flatMap((status) => [status, status, status])],
    );
  });

  test('is answered with a code of the service that may be shown, in words of our own', async () => {
    const { access, shop } = await open({ options: { shownAddressCodes: ['invalid_email', 'upgrade'] } });
    for (const [status, code, shownStatus] of [
      [422, 'invalid_email', 422],
      [426, 'upgrade', 400],
    ] as const) {
      const body = { message: 'eve@…', code, details: { eve: 1 } };
      await refuses(shop, 'createOtp', status, body, 1);
      await refuses(shop, 'verifyOtp', status, body, 1);
      for (const call of [
        access.send({ email: 'eve@shop.example' }, ADDRESS),
        access.verify({ email: 'eve@shop.example', code: '135790' }, ADDRESS),
      ]) {
        const error = await errorOf(call);
        assert.deepEqual([error.status, error.code, error.details], [shownStatus, code, {}]);
        assert.doesNotMatch(shown(error), /eve/);
      }
    }
  });

  test('is limited by client address and by email, however that is written', async () => {
    const { access, shop } = await open({
      limits: {
        sendPerAddress: { points: 3, duration: 60 },
        sendPerEmailAndAddress: { points: 2, duration: 600 },
      },
    });
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    await access.send({ email: ` ${email.toUpperCase()} ` }, ADDRESS);
    const perEmail = await errorOf(access.send({ email }, ADDRESS));
    assert.equal(perEmail.code, 'rate_limited');
    assert.equal(perEmail.retryAfter, 600);
    const perAddress = await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(perAddress.code, 'rate_limited');
    assert.equal(perAddress.retryAfter, 60);
    await access.send({ email }, '192.0.2.2');
    assert.equal((await shop.requests('createOtp')).length, 3);
  });

  test('is slowed down for an email that many clients ask for, but not for one that logged in before', async () => {
    const { access, shop } = await open();
    const email = newEmail();
    await access.send({ email }, ADDRESS);
    await access.verify({ email, code: await shop.mailedCode(email) }, ADDRESS);
    for (let n = 0; n < 15; n++) await access.send({ email }, `198.51.100.${n}`);
    const error = await errorOf(access.send({ email }, '198.51.100.99'));
    assert.equal(error.code, 'rate_limited');
    assert.equal(error.retryAfter, 600);
    await access.send({ email }, ADDRESS);
    assert.equal((await shop.requests('createOtp')).length, 17);
  });

  test('is limited by email alone where no address is known', async () => {
    const { access } = await open({ limits: { sendPerEmail: { points: 2, duration: 600 } } });
    const email = newEmail();
    for (let n = 0; n < 3; n++) await access.send({ email }, undefined);
    assert.equal((await errorOf(access.send({ email }, undefined))).code, 'rate_limited');
    for (let n = 0; n < 30; n++) await access.send({ email: newEmail() }, undefined);
  });

  test('is refused at the same time with the same words whether or not the address is known', async () => {
    const { access, shop } = await open({
      limits: { sendPerEmailAndAddress: { points: 1, duration: 600 } },
    });
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
      'timeout',
      408,
      { message: 'eve', code: 'late', details: {} },
      { status: 504, code: 'service_unavailable' },
    ],
    [
      'missing permission',
      403,
      { message: 'eve', code: 'forbidden', details: {} },
      { status: 502, code: 'service_unavailable' },
    ],
  ];
  for (const [what, status, body, expected] of failures) {
    test(`tells of the service's ${what} in words of its own`, async () => {
      const { code } = body as { code: string };
      const { access, shop } = await open({ options: { shownAddressCodes: [code] } });
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
    const email = 'eve@shop.example';
    await refuses(shop, 'createOtp', 400, { message: 'eve', code: 'bad_expires', details: {} }, 1);
    await access.send({ email }, ADDRESS);
    await refuses(shop, 'verifyOtp', 410, { message: 'eve', code: 'gone', details: {} }, 1);
    await access.verify({ email, code: '135790' }, ADDRESS);
    await refuses(shop, 'verifyOtp', 404, UNKNOWN, 1);
    await access.verify({ email, code: '135790' }, ADDRESS);
    assert.deepEqual(log, [
      { level: 'warn', event: 'code_refused', operation: 'createOtp', status: 400, code: 'bad_expires' },
      { level: 'warn', event: 'code_refused', operation: 'verifyOtp', status: 410, code: 'gone' },
      { level: 'warn', event: 'code_refused', operation: 'verifyOtp', status: 404, code: UNKNOWN.code },
    ]);
  });
});
