import { testWalks } from './window-walks.ts';

testWalks({ steps: [2900, 8000, -7100, -9000, -3700], strides: 8, shares: [0, 0.5, 0.55, 0] });
