import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { loadContract } from '../../demo/sandbox/contract.ts';
import { openSandbox, type TestSandbox } from './support.ts';

const CONTRACT = new URL('../../src/api/openapi.yaml', import.meta.url);
const NORDLICHT = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';
const TIEFSEE = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a02';
const LEERLAUF = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a03';

interface BreakdownRow {
  dimension: string;
  dimension_value: string;
  total_clicks: number;
  total_taps: number;
  unique_users: number;
}

describe('stored records', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  const read = async (path: string) => {
    const { status, body } = await sandbox.call(`GET ${path}`);
    assert.equal(status, 200);
    return body;
  };

  test('one collection fills every field of the interface', async () => {
    const body = await read(`/v1/collections/${NORDLICHT}`);
    const document = parse(await readFile(CONTRACT, 'utf8'));
    const fields = Object.keys(document.components.schemas.Collection.properties);
    assert.deepEqual(
      fields.filter((field) => body[field] === undefined || body[field] === null),
      [],
    );
    assert.equal(body.image.url, `${sandbox.url}/media/nordlicht-01.webp`);
  });

  test('another collection has few fields, and null only where the interface allows it', async () => {
    const body = await read(`/v1/collections/${LEERLAUF}`);
    assert.deepEqual(Object.keys(body).toSorted(), [
      'attributes',
      'created_at',
      'id',
      'keywords',
      'link_methods',
      'name',
      'share_image',
      'slug',
      'status',
      'touchpoint_role',
      'variants',
    ]);
    assert.equal(body.touchpoint_role, null);
  });

  test('collections are found by id and not by slug', async () => {
    assert.equal((await read(`/v1/collections/${TIEFSEE}`)).slug, 'tiefsee-records');
    for (const id of ['tiefsee-records', '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a99']) {
      const { status, body } = await sandbox.call(`GET /v1/collections/${id}`);
      assert.deepEqual([status, body.code], [404, 'collection_not_found']);
    }
  });

  test('users come newest first, or oldest first, and as many as asked for', async () => {
    const all = await read('/v1/users');
    assert.deepEqual([all.data.length, all.pagination], [25, { limit: 50, total: 25 }]);
    const oldest = await read('/v1/users?order=asc&limit=3');
    assert.deepEqual(oldest.data, all.data.toReversed().slice(0, 3));
  });

  test('parameters of a user query that nobody knows are ignored', async () => {
    assert.equal((await read('/v1/users?page=2')).data.length, 25);
  });

  test('the team has three webhooks and six kinds of chips', async () => {
    assert.equal((await read('/v1/team/webhooks')).length, 3);
    const inventory = await read('/v1/team/inventory');
    assert.equal(inventory.length, 6);
    assert.equal(inventory[0].chip.image.url, `${sandbox.url}/media/nordlicht-01.webp`);
  });

  test('an activity is deleted once', async () => {
    assert.equal((await sandbox.call('DELETE /v1/activities/act_0001')).status, 204);
    const again = await sandbox.call('DELETE /v1/activities/act_0001');
    assert.deepEqual([again.status, again.body.code], [404, 'activity_not_found']);
  });

  test('all 2,500 raw events can be exported page by page', async () => {
    const cursors: string[] = [];
    let after = '';
    for (;;) {
      const page = await read(`/v1/analytics/export/raw-events?date_from=2026-09-01&limit=400${after}`);
      if (page.data.length === 0) break;
      assert.equal(page.rows, page.data.length);
      assert.ok(page.data.every((event: { total_in_page: number }) => event.total_in_page === page.rows));
      cursors.push(...page.data.map((event: { cursor: string }) => event.cursor));
      after = `&after_cursor=${cursors.at(-1)}`;
    }
    assert.equal(new Set(cursors).size, 2500);
  });

  test('exports are filtered by day, action and collection', async () => {
    const path = '/v1/analytics/export/raw-events?limit=10000&date_from=2026-09-03&date_to=2026-09-03';
    const day = await read(path);
    assert.ok(day.rows > 100);
    assert.ok(day.data.every(({ timestamp }: { timestamp: string }) => timestamp.startsWith('2026-09-03')));
    const taps = await read(`${path}&action=tap`);
    assert.ok(taps.rows > 0 && taps.rows < day.rows);
    assert.ok(taps.data.every(({ action }: { action: string }) => action === 'tap'));
    const byId = await read(`${path}&collection_id=${TIEFSEE.toUpperCase()}`);
    const bySlug = await read(`${path}&collection_slug=tiefsee-records`);
    assert.ok(byId.rows > 0);
    assert.deepEqual(byId.data, bySlug.data);
    assert.equal((await read(`${path}&collection_slug=nobody-knows`)).rows, 0);
  });

  test('the statistics count the bytes of the payloads, not their characters', async () => {
    const { data, statistics } = await read(
      '/v1/analytics/export/raw-events?limit=10000&date_from=2026-09-01&action=tap',
    );
    const payloads = data.map(({ payload }: { payload: string }) => payload).join('');
    assert.ok(payloads.includes('Borås'));
    assert.equal(statistics.bytes_read, Buffer.byteLength(payloads));
  });

  test('a cursor that was not given out is invalid_cursor', async () => {
    const { status, body } = await sandbox.call(
      'GET /v1/analytics/export/raw-events?date_from=2026-09-01&after_cursor=1',
    );
    assert.deepEqual([status, body.code], [400, 'invalid_cursor']);
  });

  for (const [operation, action, counter] of [
    ['components', 'component_click', 'total_clicks'],
    ['taps', 'tap', 'total_taps'],
  ] as const) {
    test(`the ${operation} breakdown agrees with the raw events in every dimension and device`, async () => {
      const events = await read(
        `/v1/analytics/export/raw-events?date_from=2026-09-01&limit=10000&action=${action}`,
      );
      const devices = events.data.map(({ payload }: { payload: string }) => JSON.parse(payload).device);
      const own = operation === 'taps' ? ['link_method', 'city'] : ['component'];
      for (const dimension of [...own, 'collection', 'device', 'day']) {
        for (const device of ['all', 'mobile', 'tablet', 'desktop']) {
          const { data, meta, rows } = await read(
            `/v1/analytics/${operation}/breakdown?dimension=${dimension}&device=${device}`,
          );
          const total = data.reduce((sum: number, row: BreakdownRow) => sum + row[counter], 0);
          const expected =
            device === 'all' ? devices.length : devices.filter((one: string) => one === device).length;
          assert.equal(total, expected);
          assert.equal(rows, data.length);
          assert.ok(
            data.every(
              (row: BreakdownRow) => row.dimension === dimension && row.unique_users <= row[counter],
            ),
          );
          assert.deepEqual(
            meta.map(({ name }: { name: string }) => name),
            Object.keys(data[0]),
          );
        }
      }
    });
  }

  test('two sandboxes tell the same story', async () => {
    const other = await openSandbox();
    for (const path of ['/v1/timeline?limit=1000', '/v1/users', '/v1/analytics/components/breakdown']) {
      const [here, there] = [await read(path), (await other.call(`GET ${path}`)).body];
      delete here.statistics;
      delete there.statistics;
      assert.equal(
        JSON.stringify(here).replaceAll(sandbox.url, ''),
        JSON.stringify(there).replaceAll(other.url, ''),
      );
    }
  });
});

describe('the contract check itself', () => {
  test('knows all fourteen operations', async () => {
    assert.equal((await loadContract()).operations.length, 14);
  });

  test('refuses answers with unknown enum values, broken ids, wrong types, nulls and undeclared statuses', async () => {
    const { operations, checkResponse } = await loadContract();
    const check = (id: string, status: number, body: unknown): string[] => {
      const operation = operations.find((candidate) => candidate.id === id);
      assert.ok(operation);
      return checkResponse(operation, status, body).map(({ path }) => path);
    };
    assert.deepEqual(check('claimRewardGrant', 200, { codeType: 'automatic' }), []);
    assert.deepEqual(check('claimRewardGrant', 200, { codeType: 'barter' }), ['/codeType']);
    assert.deepEqual(check('claimRewardGrant', 200, { grantId: 'seven' }), ['/grantId']);
    assert.deepEqual(check('claimRewardGrant', 200, { value: null }), ['/value']);
    assert.deepEqual(check('claimRewardGrant', 409, { code: 7 }), ['/code']);
    assert.deepEqual(check('listWebhooks', 200, {}), ['/']);
    assert.deepEqual(check('listTimeline', 200, { data: [] }), ['/']);
    assert.deepEqual(check('createOtp', 200, {}), ['/']);
    assert.deepEqual(check('reserveRewardCode', 200, null), []);
    assert.notDeepEqual(check('reserveRewardCode', 200, []), []);
  });
});
