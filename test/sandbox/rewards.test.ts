import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { openSandbox, type Reply, type TestSandbox } from './support.ts';

const CODE_TYPES = { automatic: 'automatic', global: 'global_code', unique: 'unique_codes' };
const VALUE_TYPES = { percentage: 20, fixed_amount: 15, free_shipping: 0, gated_content: undefined };
const SCOPES = ['sitewide', 'collection', 'product', 'variant'];

describe('claiming a reward grant', () => {
  let sandbox: TestSandbox;
  let time = Date.parse('2026-11-21T10:00:00Z');
  before(async () => {
    sandbox = await openSandbox({ now: () => time });
  });

  const claim = (token: string): Promise<Reply> => sandbox.call(`POST /v1/rewards/grants/${token}/claim`);
  const look = async (token: string) => (await sandbox.call(`GET /sandbox/grants/${token}`)).body;
  const grant = async (body: unknown = {}) => (await sandbox.call('POST /sandbox/grants', { body })).body;

  for (const [short, codeType] of Object.entries(CODE_TYPES)) {
    for (const [valueType, value] of Object.entries(VALUE_TYPES)) {
      for (const scope of SCOPES) {
        const token = `grant-${short}-${valueType.replaceAll('_', '-')}-${scope}-0001`;
        test(`${token} gives what its name says`, async () => {
          const { status, body } = await claim(token);
          assert.equal(status, 200);
          assert.deepEqual(
            [body.codeType, body.valueType, body.value, body.scope],
            [codeType, valueType, value, scope],
          );
          assert.match(body.discountCode, codeType === 'automatic' ? /^AUTO-/ : /^(NL|NORDLICHT)-/);
          assert.equal(body.externalIds[0].system, 'demo-shop');
          assert.equal((await look(token)).discountCode, body.discountCode);
        });
      }
    }
  }

  for (const [token, status, code] of [
    ['grant-nobody-knows-0001', 404, 'grant_not_found'],
    ['grant-claimed-0000001', 409, 'grant_already_claimed'],
    ['grant-expired-000001', 410, 'grant_expired'],
    ['grant-revoked-000001', 410, 'grant_revoked'],
    ['grant-not-started-001', 409, 'grant_not_started'],
    ['grant-used-up-0000001', 409, 'reward_used_up'],
  ] as const) {
    test(`${token} is refused with ${code} and not quoted`, async () => {
      const reply = await claim(token);
      assert.deepEqual([reply.status, reply.body.code], [status, code]);
      assert.ok(!JSON.stringify(reply.body).includes(token));
    });
  }

  test('the welcome grant of the demo shop is open and takes fifteen percent off everything', async () => {
    assert.equal((await look('grant-demo-welcome-0001')).state, 'open');
    const { body } = await claim('grant-demo-welcome-0001');
    assert.deepEqual(
      [body.codeType, body.valueType, body.value, body.scope],
      ['unique_codes', 'percentage', 15, 'sitewide'],
    );
  });

  test('a second claim is refused and says when the first one was', async () => {
    const { token } = await grant();
    const claimedAt = new Date(time).toISOString();
    assert.equal((await claim(token)).status, 200);
    time += 60_000;
    const second = await claim(token);
    assert.deepEqual(
      [second.status, second.body.code, second.body.details],
      [409, 'grant_already_claimed', { claimedAt }],
    );
  });

  test('a grant whose repeats get the same result gives it again, and that is no second grant', async () => {
    const { token } = await grant({ repeats: 'same-result' });
    const first = await claim(token);
    const repeats = await Promise.all(Array.from({ length: 5 }, () => claim(token)));
    for (const { status, body } of repeats) assert.deepEqual([status, body], [200, first.body]);
    const seen = await look(token);
    assert.deepEqual([seen.state, seen.claims, seen.discountCode], ['claimed', 1, first.body.discountCode]);
  });

  test('of twenty claims of a grant whose repeats get the same result one is granted', async () => {
    const { token } = await grant({ repeats: 'same-result' });
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(token)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 20);
    assert.equal(new Set(replies.map(({ body }) => body.discountCode)).size, 1);
    assert.equal((await look(token)).claims, 1);
  });

  test('repeats are refused or get the same result, and nothing else', async () => {
    const refused = await sandbox.call('POST /sandbox/grants', { body: { repeats: 'always' } });
    assert.deepEqual([refused.status, refused.body.details.errors[0].path], [400, '/repeats']);
    const { token } = await grant({ repeats: 'refused', state: 'claimed' });
    assert.equal((await claim(token)).body.code, 'grant_already_claimed');
  });

  test('of twenty claims at the same time exactly one succeeds', async () => {
    const { token } = await grant();
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(token)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal(replies.filter(({ body }) => body.code === 'grant_already_claimed').length, 19);
    assert.equal((await look(token)).claims, 1);
  });

  test('grants of one reward with unique codes never share a code, and the pool runs dry', async () => {
    const first = await grant();
    const others = await Promise.all(Array.from({ length: 9 }, () => grant({ rewardId: first.rewardId })));
    const replies = await Promise.all([first, ...others].map(({ token }) => claim(token)));
    assert.equal(new Set(replies.map(({ body }) => body.discountCode)).size, 10);
    const late = await grant({ rewardId: first.rewardId, state: 'used_up' });
    assert.equal((await claim(late.token)).body.code, 'reward_used_up');
  });

  test('a grant that has not started can be claimed when its day comes, and no more after it ended', async () => {
    const { token } = await grant({ state: 'not_started' });
    assert.equal((await claim(token)).body.code, 'grant_not_started');
    time += 86_400_000;
    assert.equal((await claim(token)).status, 200);
  });

  for (const state of ['claimed', 'expired', 'revoked', 'not_started', 'used_up', 'open']) {
    test(`a test can have a grant that is ${state}`, async () => {
      const { token, grantId, rewardId } = await grant({ state });
      const seen = await look(token);
      assert.equal(seen.state, state);
      assert.equal(seen.claims, state === 'claimed' ? 1 : 0);
      assert.equal(seen.claimedAt !== null, state === 'claimed');
      assert.match(`${grantId}${rewardId}`, /^[0-9a-f-]{72}$/);
    });
  }

  test('a test can choose what a grant gives', async () => {
    const wanted = { codeType: 'global_code', valueType: 'fixed_amount', value: 7.5, scope: 'variant' };
    const { body } = await claim((await grant(wanted)).token);
    assert.deepEqual(
      { codeType: body.codeType, valueType: body.valueType, value: body.value, scope: body.scope },
      wanted,
    );
  });
});

describe('reserving a reward code', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });

  const code = async (body: unknown = {}) => (await sandbox.call('POST /sandbox/codes', { body })).body;
  const reserve = (
    { rewardId, codeId }: { rewardId: string; codeId: string },
    reservedFor: string,
  ): Promise<Reply> =>
    sandbox.call(`POST /v1/rewards/${rewardId}/codes/${codeId}/reserve`, { body: { reservedFor } });

  test('an available code becomes reserved for the person', async () => {
    const made = await code();
    const { status, body } = await reserve(made, 'mara');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.id, body.rewardId, body.status, body.reservedFor],
      [made.codeId, made.rewardId, 'reserved', 'mara'],
    );
  });

  test('the same person gets the same record again', async () => {
    const made = await code();
    const first = await reserve(made, 'mara');
    assert.deepEqual((await reserve(made, 'mara')).body, first.body);
  });

  test('somebody else gets null', async () => {
    const made = await code();
    await reserve(made, 'mara');
    const { status, body } = await reserve(made, 'jonas');
    assert.deepEqual([status, body], [200, null]);
  });

  test('of ten people at the same time exactly one gets the code', async () => {
    const made = await code();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reserve(made, `person ${index}`)),
    );
    assert.equal(replies.filter(({ body }) => body !== null).length, 1);
  });

  for (const status of ['redeemed', 'expired', 'revoked']) {
    test(`a code that is ${status} is code_not_available`, async () => {
      const reply = await reserve(await code({ status }), 'mara');
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.details],
        [409, 'code_not_available', { status }],
      );
    });
  }

  test('an unknown code, and a code of another reward, are code_not_found', async () => {
    const [one, other] = [await code(), await code()];
    for (const wrong of [
      { ...one, codeId: randomUUID() },
      { ...one, rewardId: other.rewardId },
    ]) {
      const reply = await reserve(wrong, 'mara');
      assert.deepEqual([reply.status, reply.body.code], [404, 'code_not_found']);
    }
  });

  test('the person has 1 to 500 characters', async () => {
    const made = await code();
    for (const person of ['', 'a'.repeat(501)]) {
      const reply = await reserve(made, person);
      assert.deepEqual([reply.status, reply.body.details.errors[0].path], [400, '/requestBody/reservedFor']);
    }
    assert.equal((await reserve(made, 'a'.repeat(500))).status, 200);
  });
});
