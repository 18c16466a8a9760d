/** The quick start's rules keep a place as high as the first look. first-look.soak.test.ts has all fonts and more widths. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { files, firstLookRules, rulesOf, withFirstLook } from '../../build/first-look.ts';
import { stopLongTimers } from '../helpers/timers.ts';
import { families, placesFit } from './first-look.ts';
import { drawn, frames, hold, openPage, setStage } from './support.ts';

const stage = setStage('storefront-elements');
const tags = ['otp-login', 'reward-claim', 'collection-timeline'];
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

/** The heights of all elements before their script, while they wait for their language, and drawn; 0 if they are hidden. */
async function heightsOf(attributes: string, style: string): Promise<number[][]> {
  let german: Awaited<ReturnType<typeof hold>> | undefined;
  const shop = `base-url="/apps/rewards" ${attributes}`;
  const { page, context } = await openPage(
    stage,
    `<otp-login ${shop}></otp-login>
     <reward-claim token="0123456789abcdef" ${shop}></reward-claim>
     <reward-claim token="0123456789abcdef" requires-login ${shop}></reward-claim>
     <collection-timeline collection-slug="nordlicht-aw26" ${shop}></collection-timeline>`,
    {
      attributes: 'lang="de"',
      // The theme's rules come first, so that order alone would not let them win.
      head: `<style>${style} ${await firstLookRules()}</style>`,
      prepare: async (opened) => {
        // The elements would stop waiting for their language.
        await stopLongTimers(opened);
        german = await hold(opened, /\/de\.\w+\.js$/);
      },
    },
  );
  const heights = () =>
    page.$$eval(tags.join(), (all) => all.map((each) => each.getBoundingClientRect().height));
  const before = await heights();
  await page.addScriptTag({ type: 'module', url: '/storefront-elements.js' });
  await page.waitForFunction((names) => names.every((name) => customElements.get(name)), {}, tags);
  await frames(page);
  assert.equal(await page.$$eval('[data-state]', ({ length }) => length), 0);
  const waiting = await heights();
  await german!.letGo();
  for (const tag of tags) await drawn(page, tag);
  await frames(page);
  const after = await heights();
  await context.close();
  return [before, waiting, after];
}

const HIDING = `${tags.join()} { display: none }`;
for (const [how, attributes, style] of [
  ['with the attribute hidden', 'hidden', ''],
  ['with the attributes hidden and reserve', 'hidden reserve', ''],
  ['by a rule for its tag', '', HIDING],
  ['by a rule for its tag, with the attribute reserve', 'reserve', HIDING],
] as const)
  test(`An element that the page hides takes no space before its script, nor after it: ${how}`, async () => {
    const none = [0, 0, 0, 0];
    assert.deepEqual(await heightsOf(attributes, style), [none, none, none]);
  });

for (const gap of ['0px', '0.5em', '1em', '2em'])
  test(`An element that waits for its language is as high as its place, with a gap of ${gap}`, async () => {
    const [before, waiting] = await heightsOf('', `body { --storefront-gap: ${gap} }`);
    assert.deepEqual(waiting, before);
    assert.ok(before!.every((height) => height > 60));
  });
