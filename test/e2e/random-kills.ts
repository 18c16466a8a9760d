/** Pages that die at random instants of a claim, many of them. `SEED` repeats the delays of a run. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom, seed } from '../helpers/seed.ts';
import { press, servedAll, setClaimStage, settle, tryAgain, waysToDie } from './claim-stage.ts';
import type { Way } from './way.ts';

const KILLS = 50;
/** Fewer behind a gateway, where each claim takes longer, and where the shown state is certain. */
const KILLS_BEHIND_GATEWAY = 30;
/** More kills, if on this machine no page died at one of the times. */
const MOST_KILLS = 100;

export const randomKills = (way: Way): void => {
  describe(`A shopper whose page dies at a random instant of a claim${way.name}`, () => {
    const stage = setClaimStage(way);

    const leastKills = way.hasGateway ? KILLS_BEHIND_GATEWAY : KILLS;
    test(`finds the code, or learns that the result is unknown, after ${leastKills} deaths at random instants`, async (t) => {
      const random = randomFrom(seed);
      const times = {
        'before the request': 0,
        'during the request': 0,
        'after the answer, before it was drawn': 0,
        'after it was drawn': 0,
      };
      const returns: Record<string, number> = {};
      const started = Date.now();
      let kills = 0;
      while (kills < leastKills || (kills < MOST_KILLS && Object.values(times).includes(0))) {
        const [death, die] = Object.entries(waysToDie)[kills % 3]!;
        const isSlow = kills % 2 === 1;
        const isMissing = (time: keyof typeof times) => kills >= leastKills && !times[time];
        // The time that a claim takes on an idle machine, and some more. Longer if no page was drawn so far, and none at all
        // if no page died before its request.
        const most = (isSlow ? 120 : 60) * way.slowness * (isMissing('after it was drawn') ? 5 : 1);
        const delay = isMissing('before the request') ? 0 : random() * most;
        const what = `${death} ${delay.toFixed(1)} ms after the click${isSlow ? ', slow service' : ''}, SEED=${seed}`;
        kills++;

        const { shop, token } = await stage.offerGrant(kills % 4 < 2);
        if (isSlow)
          await shop.fault({
            operation: 'claimRewardGrant',
            fault: 'latency',
            ms: Math.round(random() * 60),
          });
        const { page, isDrawn } = await stage.visitWatched();
        assert.equal((await settle(page)).state, 'ready', what);
        press(page).catch(() => undefined);
        await pause(delay);
        const wasDrawn = isDrawn();
        await die(page);

        const back = await stage.visit();
        const shown = await settle(back);
        const requests = await servedAll(shop);
        const record = await shop.grantRecord(token);
        assert.ok(record.claims <= 1, what);
        returns[`${record.state}, shown ${shown.state}`] =
          (returns[`${record.state}, shown ${shown.state}`] ?? 0) + 1;
        switch (shown.state) {
          case 'claimed':
            assert.deepEqual([record.claims, shown.code], [1, record.discountCode], what);
            times[wasDrawn ? 'after it was drawn' : 'after the answer, before it was drawn']++;
            break;
          case 'unconfirmed':
            times[requests ? 'during the request' : 'before the request']++;
            await tryAgain(back, shop, token, what, way.hasGateway);
            break;
          case 'ready':
            assert.deepEqual([record.claims, requests], [0, 0], `nothing is lost: ${what}`);
            times['before the request']++;
            await tryAgain(back, shop, token, what, way.hasGateway);
            break;
          default:
            assert.fail(`${shown.state} after a page ${what}`);
        }
      }
      t.diagnostic(`${kills} pages died in ${Date.now() - started} ms: ${JSON.stringify(times)}`);
      t.diagnostic(`what the service had done, and what was shown: ${JSON.stringify(returns)}`);
      assert.ok(
        !Object.values(times).includes(0),
        `pages died at each of the times: ${JSON.stringify(times)}`,
      );
    });
  });
};
