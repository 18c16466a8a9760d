/** Failures of the service: how a page hears that a claim granted nothing, and what the log says. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogEntry } from '../../src/gateway/options.ts';
import { CLOSED } from '../helpers/ports.ts';
import { fetchVia, openGateway } from './support.ts';

describe('a claim', () => {
  for (const [what, status] of [
    ['the service refuses the gateway’s key', 401],
    ['the gateway’s key lacks a permission', 403],
    ['the service knows no such method', 405],
  ] as const)
    test(`granted nothing if ${what}: the shopper can try again at once`, async () => {
      const { call, shop } = await openGateway();
      const { token } = await shop.grant();
      const claim = () => call(`POST /v1/rewards/grants/${token}/claim`);
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status });
      const failed = await claim();
      assert.deepEqual([failed.status, failed.body.code], [502, 'claim_unavailable']);
      assert.equal((await shop.grantRecord(token)).claims, 0);
      const { discountCode } = (await claim()).body as { discountCode: string };
      assert.equal(discountCode, (await shop.grantRecord(token)).discountCode);
    });

  test('granted nothing if the service cannot be reached, and says how long to wait', async () => {
    const gateway = await openGateway();
    const away = await openGateway({ fetch: fetchVia(CLOSED) }, gateway);
    const { token } = await gateway.shop.grant();
    const { status, body, headers } = await away.call(`POST /v1/rewards/grants/${token}/claim`);
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'claim_unavailable', '2']);
    assert.equal((await gateway.call(`POST /v1/rewards/grants/${token}/claim`)).status, 200);
  });

  test('whose answer is lost may have been granted, which is another code', async () => {
    const { call, shop } = await openGateway();
    const { token } = await shop.grant();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 503 });
    const { status, body } = await call(`POST /v1/rewards/grants/${token}/claim`);
    assert.deepEqual([status, body.code], [502, 'claim_unconfirmed']);
  });
});

describe('the log', () => {
  const failures = (entries: LogEntry[]) => entries.filter(({ event }) => event === 'service_failed');

  test('says why the service could not be reached', async () => {
    const { call, entries } = await openGateway({ fetch: fetchVia(CLOSED) });
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 502);
    const [failure] = failures(entries);
    assert.deepEqual(
      [failure?.level, failure?.operation, failure?.['cause']],
      ['error', 'listTimeline', 'ECONNREFUSED'],
    );
    assert.equal(failure?.['reason'], 'GET /v1/timeline got no complete answer');
  });

  test('says what was wrong with the service’s answer', async () => {
    const { call, entries, shop } = await openGateway();
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 200, body: { data: 'none' } });
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 502);
    assert.match(String(failures(entries)[0]?.['reason']), /^GET \/v1\/timeline answered with .*data/);
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 405 });
    assert.equal((await call('GET /v1/timeline?limit=2')).status, 502);
    assert.equal(failures(entries)[1]?.status, 405);
  });

  test('has the code of a failing service, and not its message, which may be about the shopper', async () => {
    const { call, entries, shop } = await openGateway();
    const body = { message: 'Mara has no account.', code: 'accounts_down', details: {} };
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 500, body });
    assert.equal((await call('POST /v1/access/otp', { body: { email: 'mara@shop.example' } })).status, 502);
    const [failure] = failures(entries);
    assert.deepEqual([failure?.status, failure?.code], [500, 'accounts_down']);
    assert.doesNotMatch(JSON.stringify(entries), /mara/i);
  });

  test('has no failure of the service where it refuses a request, or our key, which has an entry of its own', async () => {
    const { call, entries, shop } = await openGateway();
    assert.equal((await call('GET /v1/collections/nobody-knows-it')).status, 404);
    await shop.fault({ operation: 'listTimeline', fault: 'status', status: 401 });
    assert.equal((await call('GET /v1/timeline?limit=1')).status, 502);
    assert.deepEqual(failures(entries), []);
    assert.ok(entries.some(({ event }) => event === 'service_refused_key'));
  });
});
