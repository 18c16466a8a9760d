/** An earlier build of the elements beside this one, on one page or in two tabs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPast, pastFiles, pastStage } from './past-build/past-build.ts';
import { codeOf, enter, holdAnswers, inState, logIn, openTab, press, script } from './support.ts';

const stage = pastStage();
const open = openPast(stage);

const pastScript =
  '<script type="module" src="/past/storefront-elements.js" data-base-url="/apps/rewards"></script>';

async function enterShop() {
  const visit = await enter(stage);
  for (const [name, code] of Object.entries(pastFiles)) stage.merchant.scripts[`/past/${name}`] = code;
  return visit;
}

describe('An earlier build beside this one', () => {
  for (const [name, head] of [
    ['first', pastScript + script],
    ['second', script + pastScript],
  ] as const)
    test(`on one page, as the ${name} script: all elements work, and the console names the second copy once`, async (t) => {
      const { page, shop, context, complaints } = await enterShop();
      const { token } = await shop.grant();
      await open(
        page,
        `<otp-login></otp-login><reward-claim token="${token}"></reward-claim>
         <collection-timeline collection-slug="nordlicht-aw26"></collection-timeline>`,
        head,
      );
      await logIn(page, shop, 'two@example.com');
      await press(page, 'reward-claim');
      const code = await codeOf(page);
      await inState(page, 'collection-timeline', 'ready');
      await page.reload();
      assert.equal(await codeOf(page), code);
      await inState(page, 'otp-login', 'verified');
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);
      // One for each visit; the second copy's script may run after the elements are drawn.
      await t.waitFor(() => assert.ok(complaints.length >= 2), { timeout: 20_000 });
      assert.equal(complaints.length, 2, complaints.join('\n'));
      for (const line of complaints) assert.match(line, /is already registered .* Load it once\.$/);
      await context.close();
    });

  for (const [name, heads] of [
    ['an earlier build', [pastScript, script]],
    ['this build', [script, pastScript]],
  ] as const)
    test(`in another tab hears of a login, a logout and a claim of ${name}`, async () => {
      const { page, shop, context, complaints } = await enterShop();
      const { token } = await shop.grant();
      const body = `<otp-login></otp-login><reward-claim token="${token}"></reward-claim>`;
      const other = await openTab(context, complaints);
      await open(other, body, heads[1], '/other');
      await inState(other, 'reward-claim', 'ready');
      await open(page, body, heads[0], '/this');
      await page.bringToFront();
      await logIn(page, shop, 'tabs@example.com');
      await inState(other, 'otp-login', 'verified');

      const letGo = holdAnswers(stage);
      await press(page, 'reward-claim');
      await inState(page, 'reward-claim', 'claiming');
      await other.bringToFront();
      await inState(other, 'reward-claim', 'claiming');
      letGo();
      assert.equal(await codeOf(other), await codeOf(page));
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);

      await other.locator('otp-login >>> button[part=link]').click();
      await inState(page, 'otp-login', 'email');
      assert.deepEqual(complaints, []);
      await context.close();
    });
});
