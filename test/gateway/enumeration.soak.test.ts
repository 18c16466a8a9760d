/** Whether an address is known cannot be told from many answers and how long each of them takes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomFrom, seed } from '../helpers/seed.ts';
import { MAIL, open, SEND, VERIFY } from './enumeration-support.ts';
import type { TestGateway } from './support.ts';

/** How often a value of the first is larger than one of the second: 0.5 where they cannot be told apart. */
function chance(first: readonly number[], second: readonly number[]): number {
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  return larger / (first.length * second.length);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Times of both, in turns and in random order, so that whatever else the machine does affects both alike. */
async function times(
  gateway: TestGateway,
  route: string,
  rounds: number,
): Promise<{ known: number[]; unknown: number[] }> {
  const random = randomFrom(seed);
  const measured = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds + 2; round++) {
    const order = random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const body = { email: `${who}-${round}@shop.example`, ...(route === VERIFY && { code: '000000' }) };
      const begun = performance.now();
      await gateway.call(route, { body });
      // The first requests are slower for every address, because all code runs for the first time.
      if (round >= 2) measured[who].push(performance.now() - begun);
    }
  }
  return measured;
}

const ROUNDS = 60;
/**
 * With 60 of each, the ranks of equals are outside 0.5 ± 0.22 in three of a hundred thousand runs (the standard deviation
 * is 0.053).
 */
const MOST = 0.72;

describe('the time of an answer is the same for known and unknown addresses', () => {
  for (const route of [SEND, VERIFY]) {
    test(`${route}: neither by its middle nor by its ranks`, async () => {
      const { known, unknown } = await times(await open(120), route, ROUNDS);
      const [middle, ranks] = [median(known) - median(unknown), chance(known, unknown)];
      // A mail takes 40 ms, and does so in the test below.
      assert.ok(Math.abs(middle) < MAIL / 4, `the middle of known ones is ${middle} ms later`);
      assert.ok(ranks > 1 - MOST && ranks < MOST, `a known one is slower in ${ranks * 100} % of the pairs`);
    });

    test(`${route}: without equal time the same measure would tell`, async () => {
      const { known, unknown } = await times(await open(0), route, ROUNDS);
      assert.ok(median(known) - median(unknown) > MAIL / 2, `${median(known)} and ${median(unknown)} ms`);
      assert.ok(chance(known, unknown) > MOST, `${chance(known, unknown)}`);
    });
  }
});
