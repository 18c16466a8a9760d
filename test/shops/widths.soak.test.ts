/** All widths in every shop. */
import { setStage } from './shop-stage.ts';
import { testWidths } from './shop-ways.ts';
import { shops } from './shops-under-test.ts';

const stage = setStage();

for (const shop of Object.values(shops))
  testWidths(stage, shop, { wholeWay: [320, 1280], lateElements: [320, 390, 1280] });
