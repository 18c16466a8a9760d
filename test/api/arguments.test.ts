import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as api from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

const BAD: unknown[] = [
  null,
  'text',
  7,
  7n,
  Symbol('x'),
  () => undefined,
  ['limit', 5],
  new Map([['limit', 5]]),
  new URLSearchParams('limit=5'),
];

describe('A call from JavaScript', () => {
  test('without an argument object, or with something else in its place, rejects and sends nothing', async () => {
    const { client, shop } = await open();
    const calls = api as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
    for (const [name, argument] of Object.entries({
      createOtp: 'body',
      verifyOtp: 'body',
      reserveRewardCode: 'reservation',
      exportRawEvents: 'query',
      listTimeline: 'query',
      listUsers: 'query',
      getComponentsBreakdown: 'query',
      getTapsBreakdown: 'query',
    }))
      for (const value of BAD) {
        const error = await rejection(calls[name]!(client, value));
        assert.ok(api.isInvalidArgumentError(error), `${name}(${String(value)}): ${String(error)}`);
        assert.equal(error.argument, argument);
      }
    for (const name of ['createOtp', 'verifyOtp', 'reserveRewardCode', 'exportRawEvents'])
      assert.ok(api.isInvalidArgumentError(await rejection(calls[name]!(client))), name);
    for (const options of BAD)
      assert.ok(api.isInvalidArgumentError(await rejection(calls['listTimeline']!(client, {}, options))));
    assert.deepEqual(await shop.requests(), []);
  });

  test('with a value that cannot be sent rejects, names the argument, and sends nothing', async () => {
    const { client, shop } = await open();
    const circle: Record<string, unknown> = { email: 'a@b.example' };
    circle['self'] = circle;
    const query = (value: unknown) => api.listUsers(client, { value });
    const exported = (more: Record<string, unknown>) =>
      api.exportRawEvents(client, { date_from: '2026-01-01', ...more });
    const calls: [argument: string, call: () => Promise<unknown>][] = [
      ...[{}, new Date(), Number.NaN, Infinity, 7n, Symbol('x'), [{}], () => 1].map(
        (value): [string, () => Promise<unknown>] => ['value', () => query(value)],
      ),
      ...[7n, Symbol('x'), {}, Number.NaN, null, undefined].map((id): [string, () => Promise<unknown>] => [
        'id',
        () => api.deleteTimelineEntry(client, id as never),
      ]),
      ['expires', () => api.createOtp(client, { email: 'a@b.example', expires: Number.NaN })],
      ['expires', () => api.createOtp(client, { email: 'a@b.example', expires: '600' as never })],
      ['email', () => api.createOtp(client, { email: 7n as never })],
      ['code', () => api.verifyOtp(client, { email: 'a@b.example', code: 482913 as never })],
      ['body', () => api.createOtp(client, circle)],
      ['body', () => api.createOtp(client, { email: 'a@b.example', more: 7n } as never)],
      ['offset', () => api.listTimeline(client, { offset: Number.NaN })],
      ['limit', () => api.listTimeline(client, { limit: '5' as never })],
      ['token_id', () => api.listTimeline(client, { token_id: 1.5 })],
      ['limit', () => exported({ limit: 2.5 })],
      ['collection_id', () => exported({ collection_id: 'nordlicht' })],
      ['collection_id', () => exported({ collection_id: 7 })],
      ...[
        '',
        'yesterday',
        '2026-13-01',
        '2026-02-30',
        '2026-01-01T00:00:00Z',
        '01.02.2026',
        new Date(),
        20260101,
      ].map((date): [string, () => Promise<unknown>] => ['date_from', () => exported({ date_from: date })]),
      ['date_to', () => exported({ date_to: '2026-1-1' })],
      ['timeout', () => api.listTimeline(client, {}, { timeout: -5 })],
      ['retries', () => api.listTimeline(client, {}, { retries: 1.5 })],
      ['maxResponseBytes', () => api.listTimeline(client, {}, { maxResponseBytes: 0 })],
    ];
    for (const [argument, call] of calls) {
      const error = await rejection(call());
      assert.ok(api.isInvalidArgumentError(error), `${argument}: ${String(error)}`);
      assert.equal(error.argument, argument, error.message);
      assert.match(error.message, new RegExp(`^${argument} must be `));
    }
    assert.deepEqual(await shop.requests(), []);
  });

  test('creates no client from options that cannot work', () => {
    const baseUrl = 'https://service.example';
    for (const [argument, options] of [
      ['options', undefined],
      ['options', null],
      ['fetch', { baseUrl, fetch: 'x' }],
      ['timeout', { baseUrl, timeout: -5 }],
      ['timeout', { baseUrl, timeout: '5' }],
      ['retries', { baseUrl, retries: -1 }],
      ['maxResponseBytes', { baseUrl, maxResponseBytes: Number.NaN }],
      ['apiKey', { baseUrl, apiKey: 7 }],
      ['apiKey', { baseUrl, apiKey: null }],
    ] as const)
      assert.throws(() => api.createClient(options as never), { name: 'InvalidArgumentError', argument });
  });
});

describe('An answer', () => {
  test('whose number of rows is a fraction is invalid', async () => {
    const { client, shop } = await open();
    await shop.fault({ operation: 'exportRawEvents', fault: 'wrong-shape', body: { rows: 1.5 } });
    const error = await rejection(api.exportRawEvents(client, { date_from: '2026-01-01' }));
    assert.ok(api.isInvalidResponseError(error));
    assert.equal(error.path, 'rows');
    assert.match(error.message, /expected integer, received fraction/);
  });
});
