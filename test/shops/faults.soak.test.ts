/** The carts' refusals and broken answers in every step and shop, and the losses that the other tests leave out. */
import { describe } from 'node:test';
import { refusals, testLosses, testSteps } from './shop-faults.ts';
import { setStage } from './shop-stage.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();

for (const shop of Object.values(shops))
  describe(`When a ${shop.system} shop refuses`, () => testSteps(stage, shop, refusals));
for (const shop of [shops.woocommerce, shops.bigcommerce]) testLosses(stage, shop);
