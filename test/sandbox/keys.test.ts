import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openSandbox, uniqueEmail, type TestSandbox } from './support.ts';

const COLLECTION = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';
const REWARD_CODE = '00000000-0000-4000-8000-000000000000';

/** One request per operation that succeeds, or fails only because the record does not exist. */
const PUBLISHABLE: Record<string, { route: string; body?: unknown; status: number }> = {
  listTimeline: { route: 'GET /v1/timeline?limit=1', status: 200 },
  getCollection: { route: `GET /v1/collections/${COLLECTION}`, status: 200 },
  claimRewardGrant: { route: 'POST /v1/rewards/grants/grant-nobody-knows-0001/claim', status: 404 },
  createOtp: { route: 'POST /v1/access/otp', body: { email: uniqueEmail() }, status: 201 },
  verifyOtp: {
    route: 'POST /v1/access/otp/verify',
    body: { email: uniqueEmail(), code: '000000' },
    status: 200,
  },
};

const SECRET_ONLY: typeof PUBLISHABLE = {
  deleteTimelineEntry: { route: 'DELETE /v1/timeline/999999', status: 404 },
  deleteActivity: { route: 'DELETE /v1/activities/unknown', status: 404 },
  reserveRewardCode: {
    route: `POST /v1/rewards/${REWARD_CODE}/codes/${REWARD_CODE}/reserve`,
    body: { reservedFor: 'mara' },
    status: 404,
  },
  listWebhooks: { route: 'GET /v1/team/webhooks', status: 200 },
  getInventory: { route: 'GET /v1/team/inventory', status: 200 },
  listUsers: { route: 'GET /v1/users', status: 200 },
  getComponentsBreakdown: { route: 'GET /v1/analytics/components/breakdown', status: 200 },
  getTapsBreakdown: { route: 'GET /v1/analytics/taps/breakdown', status: 200 },
  exportRawEvents: { route: 'GET /v1/analytics/export/raw-events?date_from=2026-09-01', status: 200 },
};

describe('API keys', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  test('the tables of these tests cover all fourteen operations', () => {
    assert.equal(Object.keys({ ...PUBLISHABLE, ...SECRET_ONLY }).length, 14);
  });

  for (const [operation, { route, body, status }] of Object.entries({ ...PUBLISHABLE, ...SECRET_ONLY })) {
    const call = (key: string | null) => sandbox.call(route, { key, ...(body !== undefined && { body }) });

    test(`${operation} answers to a secret key`, async () => {
      assert.equal((await call(sandbox.keys.secret)).status, status);
    });

    test(`${operation} is refused without a key and with an unknown one`, async () => {
      const missing = await call(null);
      assert.deepEqual([missing.status, missing.body.code], [401, 'missing_api_key']);
      const unknown = await call('pk_sandbox_somebody_else');
      assert.deepEqual([unknown.status, unknown.body.code], [401, 'invalid_api_key']);
      assert.ok(!JSON.stringify(unknown.body).includes('somebody_else'));
    });

    if (operation in PUBLISHABLE) {
      test(`${operation} answers to a publishable key`, async () => {
        assert.equal((await call(sandbox.keys.publishable)).status, status);
      });
    } else {
      test(`${operation} is not permitted to a publishable key`, async () => {
        const reply = await call(sandbox.keys.publishable);
        assert.deepEqual([reply.status, reply.body.code], [403, 'key_not_permitted']);
        assert.equal(reply.body.details.operation, operation);
      });
    }
  }

  test('fresh keys of both roles can be made and work at once', async () => {
    for (const [role, status] of [
      ['publishable', 403],
      ['secret', 200],
    ] as const) {
      const { status: created, body } = await sandbox.call('POST /sandbox/keys', {
        key: null,
        body: { role },
      });
      assert.equal(created, 201);
      assert.equal((await sandbox.call('GET /v1/users', { key: body.key })).status, status);
    }
  });
});
