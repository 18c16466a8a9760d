/** If a page has more than one element, it paints its own content before they begin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, openPage, setStage } from './support.ts';

const stage = setStage('storefront-elements');

/** If no frame is drawn for this many milliseconds, the elements begin anyway, as in an iframe that is not visible. */
const LONG = 400;

/** Runs in the page: when the frame began after the first element was defined, and when the first of them was drawn. */
const watch = `
  const at = (globalThis.at = {});
  customElements.whenDefined('otp-login').then(() => {
    new MutationObserver(() => (at.drawn ??= performance.now()))
      .observe(document.body, { subtree: true, attributeFilter: ['data-state'] });
    const late = performance.now() + ${LONG};
    requestAnimationFrame(() => (at.frame = Math.min(late, performance.now())));
  });`;

test('A page with several elements paints what it has before one of them is drawn or loads more code', async () => {
  const { page, context } = await openPage(
    stage,
    `<h1>A product</h1>
     <otp-login base-url="/apps/rewards"><h2 slot="heading">Members</h2></otp-login>
     <reward-claim base-url="/apps/rewards" token="some-token"><p slot="contact">Ask us</p></reward-claim>
     <collection-timeline base-url="/apps/rewards" collection-slug="some-slug">
       <svg slot="icon-milestone" viewBox="0 0 1 1"></svg>
     </collection-timeline>
     <script>${watch}</script>
     <script type="module" src="/first.js"></script>`,
  );
  for (const tag of ['otp-login', 'reward-claim', 'collection-timeline']) await drawn(page, tag);
  const asked = await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        // The timeline's own request leaves with the script.
        .filter(({ name }) => /story\.\w+\.js/.test(name))
        .map(({ startTime }) => startTime)
        .sort((a, b) => a - b)[0],
  );
  const at = (await page.evaluate('at')) as { frame: number; drawn: number };
  assert.ok(at.drawn > at.frame, `drawn at ${at.drawn}, the frame was at ${at.frame}`);
  const first = (await asked.jsonValue())!;
  assert.ok(first > at.frame, `asked at ${first}, the frame was at ${at.frame}`);
  await context.close();
});
