/** The contract allows `null` only where the service document says so; the client accepts it in every optional field. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadContract, type Contract } from '../../demo/sandbox/contract.ts';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import {
  createClient,
  createOtp,
  exportRawEvents,
  listTimeline,
  type OtpVerification,
  type TimelineEntry,
  verifyOtp,
} from '../../src/api/index.ts';
import { openShop } from '../helpers/control.ts';
import { calls, type OperationId, recordingClient, type Records } from './calls.ts';

/** The fields that the document calls required. */
const REQUIRED: Partial<Record<OperationId, string[]>> = {
  listTimeline: ['data', 'pagination', 'id', 'type', 'created_at'],
};

/** Sets each optional field to null whose value is neither an object nor a list, at any depth. */
function withNullValues(value: unknown, required: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withNullValues(item, required));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isNested = typeof inner === 'object' && inner !== null;
      return [name, isNested ? withNullValues(inner, required) : required.includes(name) ? inner : null];
    }),
  );
}

/** Sets each optional field to null, and does the same inside required ones. */
function withNullFields(value: unknown, required: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withNullFields(item, required));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      required.includes(name) ? withNullFields(inner, required) : null,
    ]),
  );
}

describe('A field that is null', () => {
  let sandbox: Sandbox;
  let contract: Contract;
  let records: Records;
  before(async () => {
    [sandbox, contract] = await Promise.all([startSandbox(), loadContract()]);
    const shop = await openShop(sandbox.url);
    const [{ rewardId, codeId }, { token }] = await Promise.all([shop.rewardCode(), shop.grant()]);
    records = {
      entryId: 1,
      activityId: 'act_0001',
      rewardId,
      codeId,
      token,
      collectionId: '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01',
      collectionSlug: 'nordlicht-aw26',
    };
  });
  after(() => sandbox.close());

  const withBody = Object.entries(calls).filter(([id]) => !id.startsWith('delete')) as [
    OperationId,
    (typeof calls)[OperationId],
  ][];

  for (const [id, call] of withBody) {
    test(`is accepted by the client and refused by the contract in an answer to ${id}`, async () => {
      const shop = await openShop(sandbox.url);
      const { client, exchanges } = recordingClient(sandbox.url, shop.key);
      await call(client, records);
      const { status, responseBody } = exchanges[0]!;
      const operation = contract.operations.find((candidate) => candidate.id === id)!;
      const required = REQUIRED[id] ?? [];
      for (const body of [withNullValues(responseBody, required), withNullFields(responseBody, required)]) {
        assert.notDeepEqual(body, responseBody);
        await shop.fault({ operation: id, fault: 'wrong-shape', body });
        assert.deepEqual(await call(client, records), body);
        // The document gives null to each optional field of a timeline entry, and shows no others there.
        if (id !== 'listTimeline') assert.notDeepEqual(contract.checkResponse(operation, status, body), []);
      }
    });
  }

  test('is refused by both where the document requires it', async () => {
    const shop = await openShop(sandbox.url);
    const client = createClient({ baseUrl: sandbox.url, apiKey: shop.key });
    const operation = contract.operations.find(({ id }) => id === 'listTimeline')!;
    const entry = { id: 1, type: 'update', created_at: '2026-01-01' } satisfies TimelineEntry;
    for (const [path, body] of [
      ['pagination', { data: [entry], pagination: null }],
      ['data[0].id', { data: [{ ...entry, id: null }], pagination: {} }],
    ] as const) {
      await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body });
      await assert.rejects(listTimeline(client), { name: 'InvalidResponseError', path });
      assert.notDeepEqual(contract.checkResponse(operation, 200, body), []);
    }
  });

  test('is in the types of responses', async () => {
    const shop = await openShop(sandbox.url);
    const client = createClient({ baseUrl: sandbox.url, apiKey: shop.key });
    const body: OtpVerification = { success: null, message: null };
    await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body });
    assert.deepEqual(await verifyOtp(client, { email: 'shopper@example.com', code: '000000' }), body);
  });
});

describe('An argument that is undefined', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  test('compiles under exactOptionalPropertyTypes and is not sent', async () => {
    const { client, exchanges } = recordingClient(sandbox.url, sandbox.keys.secret);
    const missing = undefined;
    await listTimeline(client, { limit: 1, offset: missing, order: missing, token_id: missing });
    await exportRawEvents(client, { date_from: '2026-09-01', limit: 1, after_cursor: missing });
    await createOtp(client, { email: 'shopper@example.com', expires: missing });
    assert.deepEqual(
      exchanges.map(({ target, requestBody }) => [target, requestBody]),
      [
        ['/v1/timeline?limit=1', undefined],
        ['/v1/analytics/export/raw-events?date_from=2026-09-01&limit=1', undefined],
        ['/v1/access/otp', { email: 'shopper@example.com' }],
      ],
    );
  });
});
