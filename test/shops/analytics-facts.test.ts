/** The data that analytics receive for each event: neither the shopper's identity nor the reward's code. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type EventName, type Facts, factsOf } from '../../src/analytics/facts.ts';

const root = join(import.meta.dirname, '../..');

/** All events that the elements' sources declare. */
const declared = globSync('src/elements/*/*.events.ts', { cwd: root })
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {4}'([a-z-]+)': \w+;$/gm)].map(
      ([, name]) => name!,
    ),
  )
  .sort();

const MARK = 'SECRET me@example.com SAVE-10';
const NUMBER = 424_242_424;

/** An event of which every field is that, or every field of every field, and so on. */
const filled = (leaf: unknown, depth: number): unknown =>
  depth ? new Proxy({}, { get: () => filled(leaf, depth - 1) }) : leaf;

const tell = (name: string, event: unknown): Facts => factsOf[name as EventName]?.(event as never) ?? {};

describe('Of every event', () => {
  test('it is decided what is told', () => {
    assert.ok(declared.length > 30);
    assert.deepEqual(Object.keys(factsOf).sort(), declared);
  });

  test('nothing is told that may still be prevented', () => {
    for (const name of declared.filter((each) => each.endsWith('-before')))
      assert.equal(factsOf[name as EventName], null, name);
  });

  for (const name of declared)
    test(`no text gets out that is not one of ours: ${name}`, () => {
      for (const event of [1, 2, 3].map((depth) => filled(MARK, depth))) {
        const text = JSON.stringify(tell(name, event));
        for (const part of MARK.split(' ')) assert.ok(!text.includes(part), text);
      }
    });

  for (const name of declared)
    test(`no number gets out that is not a count or a status: ${name}`, () => {
      for (const event of [1, 2].flatMap((depth) => [filled(NUMBER, depth), filled(String(NUMBER), depth)]))
        assert.ok(!JSON.stringify(tell(name, event)).includes(String(NUMBER)));
    });
});

/** The facts of each event in the table of docs/privacy.md. */
const documented = Object.fromEntries(
  [
    ...readFileSync(join(root, 'docs/privacy.md'), 'utf8').matchAll(
      /^\| ((?:`(?:otp|reward|collection)_\w+`,? *)+)\|(.*)\|$/gm,
    ),
  ].flatMap(([, names = '', facts = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => [name, [...facts.matchAll(/\w+/g)].map(([fact]) => fact)]),
  ),
) as Record<string, string[]>;

describe('What is told', () => {
  test('is what docs/privacy.md says', () => {
    const facts = declared
      .filter((name) => factsOf[name as EventName])
      .map((name) => [name.replaceAll('-', '_'), Object.keys(tell(name, filled('', 3)))]);
    assert.deepEqual(documented, Object.fromEntries(facts));
  });

  const error = { name: 'ServiceError', status: 409, code: 'SECRET', message: 'SECRET', details: 'SECRET' };
  const result = {
    grantId: 'SECRET',
    discountCode: 'SECRET',
    codeType: 'unique_codes',
    valueType: 'percentage',
    value: 10,
    scope: 'sitewide',
  };
  const told: Partial<Record<EventName, [event: object, facts: Facts]>> = {
    'otp-login-code-sent': [{ email: 'SECRET', resent: true }, { resent: true }],
    'otp-login-success': [{ email: 'SECRET' }, {}],
    'otp-login-error': [
      { step: 'verify', kind: 'wrong-code', reason: 'SECRET', error },
      { step: 'verify', kind: 'wrong-code', error: 'ServiceError', error_status: 409 },
    ],
    'reward-claim-success': [
      { result },
      { code_type: 'unique_codes', value_type: 'percentage', scope: 'sitewide' },
    ],
    'reward-claim-reserve': [{ code: { code: 'SECRET', status: 'reserved' } }, { status: 'reserved' }],
    'reward-claim-error': [
      { kind: 'already-claimed', reason: 'SECRET', error },
      { kind: 'already-claimed', error: 'ServiceError', error_status: 409 },
    ],
    'reward-claim-applied': [{ platform: 'shopify' }, { platform: 'shopify' }],
    'reward-claim-apply-error': [
      { platform: 'woocommerce', reason: 'empty-cart', text: 'SECRET', error },
      { platform: 'woocommerce', reason: 'empty-cart' },
    ],
    'collection-timeline-page': [
      { count: 40, complete: false, pagination: 'SECRET' },
      { count: 40, complete: false },
    ],
    'collection-timeline-error': [
      { reason: 'SECRET', error: { name: 'NetworkError', code: 'SECRET' } },
      { error: 'NetworkError' },
    ],
  };
  for (const [name, [event, facts]] of Object.entries(told))
    test(`is what a shop wants to count: ${name}`, () => {
      const known = Object.entries(tell(name, event)).filter(([, value]) => value !== undefined);
      assert.deepEqual(Object.fromEntries(known), facts);
    });

  test('is a word of ours also for what the service names in a word of its own', () => {
    const result = { codeType: ['automatic'], valueType: 'SECRET', scope: 'constructor' };
    const facts = tell('reward-claim-success', { result });
    assert.deepEqual(facts, { code_type: 'other', value_type: 'other', scope: 'other' });
  });
});
