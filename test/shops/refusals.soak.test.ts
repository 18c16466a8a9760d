/** The carts' refusals and broken answers, in every step and shop. */
import { describe } from 'node:test';
import { refusals, testSteps } from './shop-faults.ts';
import { setStage } from './shop-stage.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();

for (const shop of Object.values(shops))
  describe(`When a ${shop.system} shop refuses`, () => testSteps(stage, shop, refusals));
