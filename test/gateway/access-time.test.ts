import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckedOptions } from '../../src/gateway/check-options.ts';
import { createEqualTime, realStopwatch } from '../../src/gateway/equal-time.ts';
import { ADDRESS, errorOf, fakeTime, newEmail, open, refuses } from './access-support.ts';

describe('the time that an answer takes', () => {
  const STEP = 700;

  /** The duration of the answer for each address, if the service takes the given durations. */
  async function timesOf(
    durations: number[],
    operation: 'send' | 'verify',
    options: Partial<Pick<CheckedOptions, 'codeAnswerTime' | 'maxCodeAnswerTime'>> = {},
  ) {
    const { time, stopwatch } = fakeTime();
    let duration = 0;
    const { access, log } = await open({
      stopwatch,
      limits: {
        sendPerAddress: { points: 1_000, duration: 60 },
        verifyPerAddress: { points: 1_000, duration: 60 },
      },
      options: {
        ...options,
        fetch: async (...request) => {
          time.now += duration;
          return fetch(...request);
        },
      },
    });
    const times: number[] = [];
    for (duration of durations) {
      const begun = time.now;
      if (operation === 'send') await access.send({ email: newEmail() }, ADDRESS);
      else await access.verify({ email: newEmail(), code: '000000' }, ADDRESS);
      times.push(time.now - begun);
    }
    return { times, log };
  }

  for (const operation of ['send', 'verify'] as const) {
    test(`to ${operation} is the same, whatever the service took within it`, async () => {
      const { times, log } = await timesOf([3, 690, 41, 0, 333, STEP], operation);
      assert.deepEqual(times, Array(6).fill(STEP));
      assert.deepEqual(log, []);
    });

    test(`to ${operation} is the same after the first that was slower`, async () => {
      const { times, log } = await timesOf([20, 1_050, 20, 960, 31, 1_200, 20], operation);
      assert.deepEqual(times, [STEP, ...Array<number>(6).fill(2 * STEP)]);
      assert.equal(log.filter(({ event }) => event === 'code_answer_slow').length, 3);
    });
  }

  test('is what the option says, and nothing is waited for where it says 0', async () => {
    assert.deepEqual((await timesOf([20, 90], 'send', { codeAnswerTime: 100 })).times, [100, 100]);
    assert.deepEqual((await timesOf([20, 90], 'send', { codeAnswerTime: 0 })).times, [20, 90]);
  });

  test('is never made longer by others than the option says', async () => {
    const { times } = await timesOf([5_000, 20], 'send', { maxCodeAnswerTime: 3_000 });
    assert.deepEqual(times, [8 * STEP, 4 * STEP]);
  });

  test('is full for errors too', async () => {
    const { time, stopwatch } = fakeTime();
    const { access, shop } = await open({ stopwatch });
    await refuses(shop, 'createOtp', 500, {});
    await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(time.now, STEP);
  });

  test('is not taken from those who come too often', async () => {
    const { time, stopwatch } = fakeTime();
    const { access } = await open({ stopwatch, limits: { sendPerAddress: { points: 1, duration: 60 } } });
    await access.send({ email: newEmail() }, ADDRESS);
    await errorOf(access.send({ email: newEmail() }, ADDRESS));
    assert.equal(time.now, STEP);
  });

  /** Runs work of a given duration, and returns the resulting duration. */
  function pacer() {
    const { time, stopwatch } = fakeTime();
    const equal = createEqualTime({ step: STEP, most: 2_000, stopwatch });
    const run = async (duration: number, fails = false) => {
      const begun = time.now;
      await equal
        .run(() => {
          time.now += duration;
          return fails ? Promise.reject(new Error('It failed.')) : Promise.resolve();
        })
        .catch((error: unknown) => assert.equal((error as Error).message, 'It failed.'));
      return time.now - begun;
    };
    return { time, run };
  }

  test('tells addresses apart by nothing: two spreads of the service, one of the gateway', async () => {
    const { run } = pacer();
    await run(1_399);
    const random = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const next = random(7);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let times = 0; times < 500; times += 1) {
      known.push(await run(400 + 990 * next()));
      unknown.push(await run(5 + 40 * next()));
    }
    for (const spread of [known, unknown])
      assert.deepEqual([...new Set(spread.map((time) => Math.round(time)))], [2 * STEP]);
  });

  test('is remembered for two minutes, and longer while others are slow too', async () => {
    const { time, run } = pacer();
    await run(1_000);
    time.now += 110_000;
    assert.equal(await run(20), 2 * STEP);
    await run(1_000);
    time.now += 110_000;
    assert.equal(await run(20), 2 * STEP);
    time.now += 20_000;
    assert.equal(await run(20), STEP);
  });

  test('is no more than two seconds for others, however slow one was', async () => {
    const { time, run } = pacer();
    assert.equal(await run(8_000), 12 * STEP);
    assert.equal(await run(20), 2 * STEP);
    time.now += 120_000;
    assert.equal(await run(20), STEP);
  });

  test('falls by half every two minutes', async () => {
    const { time, stopwatch } = fakeTime();
    const equal = createEqualTime({ step: 100, most: 2_000, stopwatch });
    const run = async (duration: number) => {
      const begun = time.now;
      await equal.run(() => Promise.resolve((time.now += duration)));
      return time.now - begun;
    };
    await run(9_000);
    const times: number[] = [];
    for (let minutes = 0; minutes < 12; minutes += 2) {
      times.push(await run(20));
      // Every wait so far is part of the time that passes.
      time.now += 120_000 - times.at(-1)!;
    }
    assert.deepEqual(times, [2_000, 1_000, 500, 300, 200, 100]);
  });

  test('is not longer for others after a failure', async () => {
    const { run } = pacer();
    assert.equal(await run(8_000, true), 12 * STEP);
    assert.equal(await run(20), STEP);
    assert.equal(await run(20, true), STEP);
  });

  test('is waited for by the real clock where no other is given', async () => {
    const begun = realStopwatch.now();
    assert.equal(await createEqualTime({ step: 30, most: 30 }).run(() => Promise.resolve('done')), 'done');
    // A timer may come up to a millisecond early; late it may come as it likes.
    assert.ok(realStopwatch.now() - begun >= 28);
  });
});
