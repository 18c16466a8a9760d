import { testWalks } from './window-walks.ts';

testWalks({
  steps: [900, 1700, 2900, 4300, 6100, 8000, -7100, -9000, -5300, -8000, -3700, -1300],
  strides: 40,
  shares: [0, 0.1, 0.2, 0.5, 0.55, 0.4, 0.9, 1, 0.15, 0],
});
