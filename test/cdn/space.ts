/** With the style sheet of the quick start nothing moves when the elements come: the pages of these tests. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstLookRules } from '../../build/first-look.ts';
import { stopLongTimers } from '../helpers/timers.ts';
import { examplesOf } from './examples.ts';
import { allEntries, drawn, frames, hold, loginDrawn, openPage, setStage } from './support.ts';

const stage = setStage(...allEntries);
/** The rules of the quick start, with the words of all languages. */
const sheet =
  examplesOf('quick-start.md').find(({ language }) => language === 'css')!.code + (await firstLookRules());
const data = 'data-base-url="/apps/rewards" data-currency="EUR"';
const scripts = {
  loader: `<script type="module" src="/loader.js" ${data}></script>`,
  module: `<script type="module" src="/storefront-elements.js" ${data}></script>`,
  'classic script': `<script async src="/storefront-elements.classic.js" ${data}></script>`,
};

interface Shift {
  value: number;
  sources: { node?: Node }[];
}

/** The layout shifts of a page whose elements come late: how much, and the nodes that moved. */
async function shiftsOf(script: string, width: number, language: string, style: string): Promise<string[]> {
  let files: Awaited<ReturnType<typeof hold>> | undefined;
  const { page, complaints, context } = await openPage(
    stage,
    async (shop) => {
      const [first, second] = [await shop.grant(), await shop.grant()];
      return `<main><h1>Members</h1><otp-login></otp-login><p>Below the login</p>
        <reward-claim token="${first.token}"></reward-claim>
        <p>Below the claim</p>
        <reward-claim token="${second.token}" requires-login></reward-claim><p>Below the other</p>
        <collection-timeline collection-slug="nordlicht-aw26"></collection-timeline></main>${script}`;
    },
    {
      attributes: `lang="${language}"`,
      head: `<style>body { margin: 1rem; font: 1rem/1.5 sans-serif } main { max-width: 40rem; margin: auto }${style}</style>`,
      isLate: true,
      prepare: async (opened) => {
        // All of it in view, because only what is seen counts.
        await opened.setViewport({ width, height: 3000 });
        // A language that is too late moves what English took.
        await stopLongTimers(opened);
        await opened.evaluateOnNewDocument(() => {
          const shifts: string[] = [];
          Object.assign(globalThis, { shifts });
          new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries() as (PerformanceEntry & Shift)[])
              shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.nodeName).join(' ')}`);
          }).observe({ type: 'layout-shift', buffered: true });
        });
        files = await hold(
          opened,
          /\/((otp-login|reward-claim|collection-timeline)-element\.\w+|storefront-elements.*)\.js$/,
        );
      },
    },
  );
  await page.waitForSelector('main');
  await frames(page);
  await files!.letGo();
  await drawn(page, 'otp-login', 'email');
  await drawn(page, 'reward-claim', 'ready');
  await loginDrawn(page);
  await drawn(page, 'collection-timeline', 'ready');
  await frames(page);
  await frames(page);
  const shifts = (await page.evaluate('shifts')) as string[];
  assert.deepEqual(complaints, []);
  await context.close();
  return shifts;
}

export type Case = [script: keyof typeof scripts, width: number, language: string];

/**
 * @param cases scripts, the width of the page in pixels, and its language
 * @param spacings letter spacings, which stand for narrower and wider fonts
 */
export function testSpace(cases: Case[], spacings: string[]): void {
  describe('When the elements come late, nothing moves', () => {
    for (const [script, width, language] of cases)
      test(`with the ${script}, ${width} px, ${language}`, async () => {
        assert.deepEqual(await shiftsOf(scripts[script], width, language, sheet), []);
      });

    for (const spacing of spacings)
      test(`with the letter spacing ${spacing}, 390 px, fr`, async () => {
        const font = `body { letter-spacing: ${spacing} }`;
        assert.deepEqual(await shiftsOf(scripts.module, 390, 'fr', sheet + font), []);
      });

    test('which is due to the style sheet', async () => {
      assert.notDeepEqual(await shiftsOf(scripts.module, 390, 'en', ''), []);
    });
  });
}
