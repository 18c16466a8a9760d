/**
 * Grants whose repeats are refused, and a merchant who therefore lets the gateway never ask twice: nothing is granted
 * twice, and what nobody can know is said to be unknown. `SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { seed } from '../helpers/seed.ts';
import { storm } from './storm.ts';
import { ALLOWED_ANSWERS, CLAIMS, countAnswers, summaryOf, type StormReport } from './storm-report.ts';

describe('2,000 claims of grants whose repeats are refused', () => {
  let report: StormReport;
  before(async () => {
    report = await storm({ seed, claims: CLAIMS, repeats: 'refused', afterLostAnswer: 'stop' });
  });

  const isResult = ({ status }: { status: number }) => status === 200;
  const isUnconfirmed = ({ status, code }: { status: number; code: string }) =>
    status === 502 && code === 'claim_unconfirmed';

  test('were made in a storm: by two instances, of which one was killed twice', (t) => {
    const { outcomes } = report;
    const granted = outcomes.filter(({ record }) => record.claims > 0);
    const found = granted.filter(({ last }) => isResult(last)).length;
    t.diagnostic(summaryOf(report));
    t.diagnostic(
      `${granted.length} granted, ${found} of them retrievable and ${granted.length - found} said to be unconfirmed; ` +
        `${outcomes.length - granted.length} neither granted nor known`,
    );
    assert.equal(outcomes.length, CLAIMS);
    const [, first, second] = report.broken;
    assert.ok(first > 0 && second > 0, 'both kills hit somebody');
    assert.ok(granted.length - found > CLAIMS / 20, 'answers of grants were lost');
    assert.ok(outcomes.length - granted.length > CLAIMS / 20, 'requests were lost');
    assert.deepEqual(report.exitCodes, [0, 0]);
  });

  test('granted nothing twice, by the records of the service', () => {
    assert.deepEqual(
      report.outcomes.filter(({ record }) => record.claims > 1),
      [],
    );
  });

  test('asked the service at most once for each token, as it was counted on the way', () => {
    assert.deepEqual(
      report.outcomes.filter(({ asked }) => asked > 1),
      [],
    );
    const counted = report.outcomes.reduce((sum, { asked }) => sum + asked, 0);
    assert.equal(counted, report.requests, 'and the service counted the same');
    assert.equal(report.overlaps, 0);
  });

  test('left no grant that is neither retrievable nor said to be unconfirmed', () => {
    assert.deepEqual(
      report.outcomes.filter(({ last }) => !isResult(last) && !isUnconfirmed(last)),
      [],
    );
    // Every result belongs to a grant that was made.
    assert.deepEqual(
      report.outcomes.filter(({ last, record }) => isResult(last) && record.claims !== 1),
      [],
    );
  });

  test('gave no code but that of the record, and every shopper of a token the same', () => {
    assert.deepEqual(
      report.outcomes.filter(({ seen, last, record }) =>
        [...seen, last].some((each) => isResult(each) && each.discountCode !== record.discountCode),
      ),
      [],
    );
  });

  test('gave no result that could not be retrieved afterwards', () => {
    assert.deepEqual(
      report.outcomes.filter(({ seen, last }) => seen.some(isResult) && !isResult(last)),
      [],
    );
  });

  test('told nobody that it was claimed already, as if by somebody else', () => {
    const others = Object.keys(countAnswers(report)).filter((kind) => !ALLOWED_ANSWERS.includes(kind));
    assert.deepEqual(others, []);
  });

  test('recorded each that is unconfirmed, by the hash and not by the token', () => {
    const logged = new Set(
      [...report.logged.matchAll(/"event":"claim_unconfirmed".*?"claim":"([\w-]{43})"/g)].map(
        ([, hash]) => hash,
      ),
    );
    const answered = new Set(
      report.outcomes.flatMap(({ last }) => (isUnconfirmed(last) ? [last.reference] : [])),
    );
    assert.ok(answered.size > 0 && !answered.has(undefined));
    assert.deepEqual(
      [...answered].filter((reference) => !logged.has(reference)),
      [],
    );
    for (const { token, record } of report.outcomes) {
      assert.ok(!report.logged.includes(token));
      assert.ok(record.discountCode === null || !report.logged.includes(record.discountCode));
    }
  });
});
