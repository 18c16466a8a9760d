import { test } from 'node:test';
import { families, placesFit } from './first-look.ts';
import { setStage } from './support.ts';

const stage = setStage('storefront-elements');

/** From 320 to 1280 pixels. */
const widths = [
  ...Array.from({ length: 19 }, (_, index) => 320 + index * 20),
  ...Array.from({ length: 6 }, (_, index) => 700 + index * 116),
];

test('The place of the first look is right to within a line in 20 fonts, every language and many widths', () =>
  placesFit(stage, families, widths));
