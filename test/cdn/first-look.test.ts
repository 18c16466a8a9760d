/** The quick start's rules keep a place as high as the first look. first-look.soak.test.ts has all fonts and more widths. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { files, rulesOf, withFirstLook } from '../../build/first-look.ts';
import { families, placesFit } from './first-look.ts';
import { setStage } from './support.ts';

const stage = setStage('storefront-elements');
const root = join(import.meta.dirname, '../..');

describe('The place of the first look', () => {
  test('is right to within a line in narrow, wide and spaced fonts, and in every language', () =>
    placesFit(
      stage,
      families.filter(({ size, spacing }) => size === 80 || size === 125 || spacing !== 'normal'),
      [320, 360, 390, 460, 540, 640, 820, 1280],
    ));

  for (const file of files)
    test(`is up to date in ${file}: \`npm run build:cdn\` writes it`, async () => {
      const page = readFileSync(join(root, file), 'utf8');
      const rules = await rulesOf(file);
      assert.ok(page.includes(rules));
      assert.equal(withFirstLook(page, rules), page);
    });
});
