/**
 * Grants whose repeats get the same result, and a merchant who therefore lets the gateway ask again: everything that was
 * granted is found. `SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { seed } from '../helpers/seed.ts';
import { storm } from './storm.ts';
import { ALLOWED_ANSWERS, CLAIMS, countAnswers, summaryOf, type StormReport } from './storm-report.ts';

describe('2,000 claims of grants whose repeats get the same result', () => {
  let report: StormReport;
  before(async () => {
    report = await storm({ seed, claims: CLAIMS, repeats: 'same-result', afterLostAnswer: 'repeat' });
  });

  test('were made in a storm: by two instances, of which one was killed twice', (t) => {
    t.diagnostic(summaryOf(report));
    assert.equal(report.outcomes.length, CLAIMS);
    const [, first, second] = report.broken;
    assert.ok(first > 0 && second > 0, 'both kills hit somebody');
    assert.ok(countAnswers(report)['502 claim_unconfirmed']! > CLAIMS / 10, 'answers were lost');
    const counted = report.outcomes.reduce((sum, { asked }) => sum + asked, 0);
    assert.equal(counted, report.requests, 'what was counted on the way is what the service got');
    assert.ok(report.requests > CLAIMS * 1.1, 'lost answers were asked for again');
    assert.deepEqual(report.exitCodes, [0, 0]);
  });

  test('asked the service for each token by one request at a time', () => {
    assert.equal(report.overlaps, 0);
  });

  test('granted each once, by the records of the service', () => {
    assert.deepEqual(
      report.outcomes.filter(({ record }) => record.claims !== 1),
      [],
    );
  });

  test('left no grant that cannot be retrieved', () => {
    assert.deepEqual(
      report.outcomes.filter(
        ({ last, record }) => last.status !== 200 || last.discountCode !== record.discountCode,
      ),
      [],
    );
  });

  test('gave no code but that of the record, so that each token has one', () => {
    const wrong = report.outcomes.filter(({ seen, record }) =>
      seen.some(({ status, discountCode }) => status === 200 && discountCode !== record.discountCode),
    );
    assert.deepEqual(wrong, []);
  });

  test('answered with nothing but results, "not known yet" and "later"', () => {
    const others = Object.keys(countAnswers(report)).filter((kind) => !ALLOWED_ANSWERS.includes(kind));
    assert.deepEqual(others, []);
  });

  test('logged no token and no code', () => {
    assert.ok(report.logged.includes('claim_unconfirmed'));
    for (const { token, record } of report.outcomes)
      assert.ok(!report.logged.includes(token) && !report.logged.includes(record.discountCode!));
  });
});
