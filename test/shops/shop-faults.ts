/** A shopper whose network fails in each of the steps by which a code gets into the cart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, giveFullBag, newGrant, type Stage } from './shop-stage.ts';
import type { Fault, Shopper } from './shopper.ts';
import type { ShopUnderTest } from './shops-under-test.ts';

type Kind = Omit<Fault, 'path'>;

/** One request is lost, its answer is lost, and the shop does not come back, also while everything is put back. */
const losses: Kind[] = [{ kind: 'drop' }, { kind: 'drop', after: true }, { kind: 'drop', times: 100 }];

/** The shop answers, but with an error or a page. */
export const refusals: Kind[] = [{ kind: '500' }, { kind: '429' }, { kind: 'html', after: true }];

/** For a request that only reads, a lost answer is the same as a lost request. */
const isTheSame = (method: string, { kind, after }: Kind) => method === 'GET' && kind === 'drop' && after;

/** Every step fails in every one of these ways. */
export function testSteps(stage: Stage, shop: ShopUnderTest, kinds: Kind[]): void {
  const { system, path, steps } = shop;
  for (const step of steps)
    test(`at ${step.method} ${step.path}, the element shows what is so, and another try helps`, async () => {
      const shopper = await enter(stage, path, { fullBagOf: shop });
      for (const [index, kind] of kinds.filter((each) => !isTheSame(step.method, each)).entries()) {
        if (index) {
          await giveFullBag(stage, shopper.page.browserContext(), shop);
          await shopper.go(`${path}?token=${await newGrant(stage)}`);
        }
        const code = await shopper.claim();
        await shopper.plant(system, 'faults', { path: step.path, ...kind });
        await shopper.told();
        await shopper.apply();
        await isSettled(shopper, code, system, JSON.stringify(kind));
      }
      await shopper.leave();
    });
}

export function testLosses(stage: Stage, shop: ShopUnderTest): void {
  describe(`When the network of a ${shop.system} shop fails`, { concurrency: true }, () =>
    testSteps(stage, shop, losses),
  );
}

export function testSilence(stage: Stage, shop: ShopUnderTest): void {
  const { system, path, steps } = shop;
  test(`When a ${system} shop does not answer, the shopper is not left waiting for ever`, async () => {
    await Promise.all(
      steps.map(async (step) => {
        const shopper = await enter(stage, path, { fullBagOf: shop });
        const code = await shopper.claim();
        const end = step.path.split('*').at(-1)!;
        let isHanging = true;
        let held = 0;
        await shopper.page.setRequestInterception(true);
        shopper.page.on('request', (request) => {
          const isMeant = request.method() === step.method && new URL(request.url()).pathname.endsWith(end);
          if (isMeant && isHanging) held += 1;
          else void request.continue();
        });
        await shopper.apply();
        await isSettled(shopper, code, system, `${step.path} hangs`, () => {
          assert.ok(held > 0, `${step.path} was not asked`);
          isHanging = false;
        });
        await shopper.leave();
      }),
    );
  });
}

/**
 * The shopper can rely on the displayed state: it is true, no other code is lost, and the reward is still available.
 */
async function isSettled(
  shopper: Shopper,
  code: string,
  system: ShopUnderTest['system'],
  what: string,
  heal?: () => void,
): Promise<void> {
  const { page } = shopper;
  const settled = await page.waitForFunction(
    () => {
      const { state = '' } = document.querySelector('reward-claim')!.dataset;
      return ['applied', 'not-applied'].includes(state) && state;
    },
    { timeout: 60_000 },
  );
  const state = await settled.jsonValue();
  assert.equal(await shopper.code(), code, what);
  const told = state === 'applied' ? 'reward-claim-applied' : 'reward-claim-apply-error';
  assert.deepEqual(await shopper.told(), [told], what);
  heal?.();
  const faults = (await shopper.plant(system, 'heal')) as { path: string; met: number }[];
  for (const fault of faults) assert.ok(fault.met > 0, `${what}: no request met the fault`);
  await shopper.reload();
  await shopper.waitForCodes(state === 'applied' ? ['OTHER-10', code] : ['OTHER-10']);
  if (state === 'not-applied') await shopper.apply();
  await shopper.state('applied');
  await shopper.waitForCodes(['OTHER-10', code]);
}
