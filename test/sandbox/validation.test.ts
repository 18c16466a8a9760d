import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openSandbox, type TestSandbox } from './support.ts';

describe('requests that do not fit the interface', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });

  /** The places that the answer points to. */
  async function refusedAt(route: string): Promise<string[]> {
    const { status, body } = await sandbox.call(route);
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
    const errors = body.details.errors as { path: string; message: string }[];
    assert.ok(errors.every(({ message }) => message.length > 0));
    return errors.map(({ path }) => path);
  }

  for (const [query, path] of [
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['limit=ten', '/query/limit'],
    ['limit=', '/query/limit'],
    ['limit=1.5', '/query/limit'],
    ['limit=1&limit=2', '/query/limit'],
    ['collection_slug=a&collection_slug=b', '/query/collection_slug'],
    ['min_date=', '/query/min_date'],
    ['order_by=', '/query/order_by'],
    ['offset=-1', '/query/offset'],
    ['token_id=0', '/query/token_id'],
    ['token_id=1.5', '/query/token_id'],
    ['order=newest', '/query/order'],
    ['order_by=title', '/query/order_by'],
    ['order_by=constructor', '/query/order_by'],
    ['include_count=maybe', '/query/include_count'],
    ['min_date=yesterday', '/query/min_date'],
    ['max_date=2026-02-31', '/query/max_date'],
    ['max_date=2026-02-31T10:00', '/query/max_date'],
    ['min_date=2026-04-31T23:30:00-02:00', '/query/min_date'],
    ['__proto__=1', '/query/__proto__'],
    ['unknown=1', '/query/unknown'],
  ] as const) {
    test(`listTimeline refuses ?${query} and points to it`, async () => {
      assert.deepEqual(await refusedAt(`GET /v1/timeline?${query}`), [path]);
    });
  }

  for (const [path, where] of [
    ['/v1/users?limit=0', '/query/limit'],
    ['/v1/users?limit=1001', '/query/limit'],
    ['/v1/users?order=up', '/query/order'],
    ['/v1/analytics/taps/breakdown?device=fridge', '/query/device'],
    ['/v1/analytics/components/breakdown?dimension=city', '/query/dimension'],
    ['/v1/analytics/export/raw-events', '/query'],
    ['/v1/analytics/export/raw-events?date_from=2026-02-30', '/query/date_from'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-02&date_to=2026-09-01', '/query/date_to'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-01&limit=10001', '/query/limit'],
    ['/v1/analytics/export/raw-events?date_from=2026-09-01&collection_id=7', '/query/collection_id'],
  ] as const) {
    test(`GET ${path} is refused at ${where}`, async () => {
      assert.deepEqual(await refusedAt(`GET ${path}`), [where]);
    });
  }

  for (const path of [
    '/v1/timeline?collection_slug=',
    '/v1/analytics/export/raw-events?date_from=2026-01-01&collection_slug=',
    '/v1/analytics/export/raw-events?date_from=2026-01-01&action=',
  ]) {
    test(`GET ${path} finds nothing, because the parameter is an empty text`, async () => {
      const seeded = await openSandbox();
      const { status, body } = await seeded.call(`GET ${path}`);
      assert.deepEqual([status, body.data], [200, []]);
    });
  }

  test('several mistakes are told at once', async () => {
    const found = await refusedAt('GET /v1/timeline?limit=0&order=up&token_id=x');
    assert.deepEqual(found.toSorted(), ['/query/limit', '/query/order', '/query/token_id']);
  });

  test('a token of 15 or 201 characters does not reach the grants, and is not quoted', async () => {
    for (const token of ['s'.repeat(15), 's'.repeat(201)]) {
      const { status, body } = await sandbox.call(`POST /v1/rewards/grants/${token}/claim`);
      assert.deepEqual([status, body.code], [400, 'invalid_request']);
      assert.equal(body.details.errors[0].path, '/path/token');
      assert.ok(!JSON.stringify(body).includes('sss'));
    }
  });

  test('the length of a token is counted in characters, not in escapes', async () => {
    const short = encodeURIComponent('ö/'.repeat(5));
    assert.deepEqual(await refusedAt(`POST /v1/rewards/grants/${short}/claim`), ['/path/token']);
    const long = encodeURIComponent('ö/'.repeat(8));
    assert.equal((await sandbox.call(`POST /v1/rewards/grants/${long}/claim`)).body.code, 'grant_not_found');
  });
});
