/** All widths in every shop, and axe and the keyboard in those that the other tests leave out. */
import { setStage } from './shop-stage.ts';
import { testAccess, testWidths } from './shop-ways.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();

for (const shop of Object.values(shops))
  testWidths(stage, shop, { wholeWay: [320, 1280], lateElements: [320, 390, 1280] });
for (const shop of [shops.woocommerce, shops.bigcommerce]) testAccess(stage, shop);
