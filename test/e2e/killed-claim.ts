/**
 * A page may die at any moment of a claim, whatever the service has done by then. The shopper who comes back finds the
 * code, or learns that the result is unknown, and never meets a dead end.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { TestShop } from '../helpers/control.ts';
import type { Hold } from '../helpers/gate.ts';
import {
  assertStillUnknown,
  type ClaimStage,
  press,
  servedAll,
  setClaimStage,
  settle,
  tryAgain,
  waysToDie,
} from './claim-stage.ts';
import type { Way } from './way.ts';

/** Holds the requests for a file for good. */
async function holdFile(page: Page, urlPattern: string): Promise<Pick<Hold, 'held'>> {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  const session = await page.createCDPSession();
  session.on('Fetch.requestPaused', () => resolve(undefined));
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
  return { held };
}

/** Lets storage take nothing from the first result on, as if the page had died before it was stored. */
async function holdResult(page: Page): Promise<Pick<Hold, 'held'>> {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  await page.exposeFunction('resultRead', () => resolve(undefined));
  await page.evaluate(() => {
    const { resultRead } = globalThis as unknown as { resultRead: () => void };
    const { setItem } = Storage.prototype;
    let isDead = false;
    Storage.prototype.setItem = function (name, text) {
      if (text.includes('"discountCode"')) {
        isDead = true;
        resultRead();
      }
      if (!isDead) setItem.call(this, name, text);
    };
    Storage.prototype.removeItem = () => undefined;
  });
  return { held };
}

interface Moment {
  name: string;
  /** Opens the page so that a claim stops there, presses the button, and resolves when the claim is there. */
  reach(stage: ClaimStage, shop: TestShop): Promise<Page>;
  /** Called when the page has died. */
  release?(shop: TestShop): Promise<void>;
  /** How many claims the service has made by then. */
  claims: number;
  /** The state that the shopper finds on coming back. */
  shown: 'ready' | 'unconfirmed' | 'claimed';
}

/** Opens a page whose claim `hold` will stop, and presses the button. */
async function pressHeld(
  stage: ClaimStage,
  hold: (page: Page) => Pick<Hold, 'held'> | Promise<Pick<Hold, 'held'>>,
): Promise<Page> {
  const page = await stage.visit();
  assert.equal((await settle(page)).state, 'ready');
  const { held } = await hold(page);
  press(page).catch(() => undefined);
  await held;
  return page;
}

const MOMENTS: Moment[] = [
  {
    name: 'before the files of the claim are there',
    reach: (stage) => pressHeld(stage, (page) => holdFile(page, '*/claim-flow.*')),
    claims: 0,
    shown: 'ready',
  },
  {
    name: 'before the service has the request',
    reach: (stage) => pressHeld(stage, () => stage.hold('request')),
    claims: 0,
    shown: 'unconfirmed',
  },
  {
    name: 'while the service has the request',
    reach: (stage, shop) =>
      pressHeld(stage, async () => {
        const { arrived } = await shop.hold('claimRewardGrant');
        return { held: arrived() };
      }),
    release: (shop) => shop.clearFaults(),
    claims: 1,
    shown: 'unconfirmed',
  },
  {
    name: 'after the service answered',
    reach: (stage) => pressHeld(stage, () => stage.hold('answer')),
    claims: 1,
    shown: 'unconfirmed',
  },
  {
    name: 'after the answer was read, before it is stored',
    reach: (stage) => pressHeld(stage, holdResult),
    claims: 1,
    shown: 'unconfirmed',
  },
  {
    name: 'after the code was drawn',
    async reach(stage) {
      const { page, drawn } = await stage.visitWatched();
      assert.equal((await settle(page)).state, 'ready');
      await press(page);
      await drawn;
      return page;
    },
    claims: 1,
    shown: 'claimed',
  },
];

const FINDS = {
  ready: 'finds the reward as it was',
  unconfirmed: 'learns that the result is unknown',
  claimed: 'finds the code',
};

export const killedClaim = (way: Way): void => {
  describe(`A shopper whose page dies while a reward is being claimed${way.name}`, () => {
    const stage = setClaimStage(way);

    for (const { name, reach, release, claims, shown } of MOMENTS)
      for (const [index, [death, die]] of Object.entries(waysToDie).entries())
        test(`${FINDS[shown]} where it ${death} ${name}`, async () => {
          const { shop, token } = await stage.offerGrant(index === 0);
          await die(await reach(stage, shop));
          await release?.(shop);
          const back = await stage.visit();
          const seen = await settle(back);
          await servedAll(shop);
          const record = await shop.grantRecord(token);
          const code = shown === 'claimed' ? record.discountCode! : undefined;
          assert.deepEqual([seen.state, seen.code, record.claims], [shown, code, claims]);
          if (shown !== 'claimed') await tryAgain(back, shop, token, name, way.hasGateway);
        });

    for (const fault of ['drop-before', 'drop-after', 'truncated-body'] as const)
      test(`hears that nobody knows after an answer that was lost (${fault}), also after a reload`, async () => {
        const { shop, token } = await stage.offerGrant(fault === 'drop-after');
        await shop.fault({ operation: 'claimRewardGrant', fault });
        const page = await stage.visit();
        assert.equal((await settle(page)).state, 'ready');
        await press(page);
        await page.waitForSelector('reward-claim[data-state=unconfirmed]');
        const shown = await settle(page);
        assert.match(shown.words, /can’t tell whether/);
        assert.ok(shown.contact);
        assert.equal((await shop.grantRecord(token)).claims, fault === 'drop-before' ? 0 : 1);

        await page.reload();
        assert.deepEqual(await settle(page), shown);
        if (way.hasGateway) await assertStillUnknown(page, shop, token, fault);
        else await tryAgain(page, shop, token, fault, false);
        await page.reload();
        const isClaimed = fault === 'drop-before' && !way.hasGateway;
        assert.equal((await settle(page)).state, isClaimed ? 'claimed' : 'unconfirmed');
      });
  });
};
