import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEqualTime, realStopwatch } from '../../src/gateway/equal-time.ts';
import { ADDRESS, errorOf, fakeTime, newEmail, open, refuses } from './access-support.ts';

describe('the time that an answer takes', () => {
  const STEP = 700;

  /** How long each of these addresses is waited for, where the service takes so long for each. */
  async function timesOf(durations: number[], operation: 'send' | 'verify', codeAnswerTime?: number) {
    const { time, stopwatch } = fakeTime();
    let duration = 0;
    const { access, log } = await open({
      stopwatch,
      limits: {
        sendPerAddress: { points: 1_000, duration: 60 },
        verifyPerAddress: { points: 1_000, duration: 60 },
      },
      options: {
        ...(codeAnswerTime !== undefined && { codeAnswerTime }),
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
    assert.deepEqual((await timesOf([20, 90], 'send', 100)).times, [100, 100]);
    assert.deepEqual((await timesOf([20, 90], 'send', 0)).times, [20, 90]);
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

  /** A run that takes so long, and how long it was made. */
  function pacer() {
    const { time, stopwatch } = fakeTime();
    const equal = createEqualTime(STEP, stopwatch);
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

  test('is remembered for ten minutes at least and twenty at most', async () => {
    const { time, run } = pacer();
    await run(1_000);
    time.now += 590_000;
    assert.equal(await run(20), 2 * STEP);
    time.now += 20_000;
    assert.equal(await run(20), 2 * STEP);
    time.now += 600_000;
    assert.equal(await run(20), STEP);
    await run(1_000);
    time.now += 3_600_000;
    assert.equal(await run(20), STEP);
  });

  test('is not longer for others after a failure', async () => {
    const { run } = pacer();
    assert.equal(await run(8_000, true), 12 * STEP);
    assert.equal(await run(20), STEP);
    assert.equal(await run(20, true), STEP);
  });

  test('is waited for by the real clock where no other is given', async () => {
    const begun = realStopwatch.now();
    assert.equal(await createEqualTime(30).run(() => Promise.resolve('done')), 'done');
    // A timer may come up to a millisecond early; late it may come as it likes.
    assert.ok(realStopwatch.now() - begun >= 28);
  });
});
