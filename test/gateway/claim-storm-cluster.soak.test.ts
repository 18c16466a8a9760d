/**
 * The storms of claims over a Redis Cluster: a node is killed for good in the middle, and its replica takes over. The
 * gateway's instances are killed too. `SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { withoutRedis } from '../helpers/redis.ts';
import { seed } from '../helpers/seed.ts';
import { storm } from './storm.ts';
import { ALLOWED_ANSWERS, CLAIMS, countAnswers, summaryOf, type StormReport } from './storm-report.ts';

for (const [repeats, afterLostAnswer] of [
  ['refused', 'stop'],
  ['same-result', 'repeat'],
] as const)
  describe(
    `2,000 claims over a cluster that loses a node (${afterLostAnswer})`,
    { skip: withoutRedis },
    () => {
      let report: StormReport;
      before(async () => {
        report = await storm({ seed, claims: CLAIMS, repeats, afterLostAnswer, killsNode: true });
      });
      const wrong = (isWrong: (outcome: StormReport['outcomes'][number]) => boolean) =>
        report.outcomes.filter(isWrong);

      test('were made in a storm, in which the store failed', (t) => {
        t.diagnostic(summaryOf(report));
        assert.equal(report.outcomes.length, CLAIMS);
        assert.match(report.logged, /"event":"store_failed"/);
        assert.deepEqual(report.exitCodes, [0, 0]);
      });

      test('granted nothing twice, and asked for each token by one request at a time', () => {
        assert.deepEqual(
          wrong(({ record, asked }) => record.claims > 1 || (afterLostAnswer === 'stop' && asked > 1)),
          [],
        );
        assert.equal(report.overlaps, 0);
      });

      test('lost nothing: each grant can be retrieved, or is said to be unconfirmed', () => {
        const isKnown = ({ status, code }: { status: number; code: string }) =>
          status === 200 || (afterLostAnswer === 'stop' && code === 'claim_unconfirmed');
        assert.deepEqual(
          wrong(({ last }) => !isKnown(last)),
          [],
        );
        const wasGiven = ({ seen }: StormReport['outcomes'][number]) =>
          seen.some(({ status }) => status === 200);
        assert.deepEqual(
          wrong((outcome) => wasGiven(outcome) && outcome.last.status !== 200),
          [],
        );
      });

      test('gave each token one code, that of the record', () => {
        assert.deepEqual(
          wrong(({ seen, last, record }) =>
            [...seen, last].some(
              ({ status, discountCode }) => status === 200 && discountCode !== record.discountCode,
            ),
          ),
          [],
        );
      });

      test('answered with nothing but results, "not known" and "later"', () => {
        const others = Object.keys(countAnswers(report)).filter((kind) => !ALLOWED_ANSWERS.includes(kind));
        assert.deepEqual(others, []);
      });
    },
  );
