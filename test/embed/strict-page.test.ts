/** Pages with a strict Content-Security-Policy and Trusted Types, as real headers, and whole ways through them. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { showsCode } from '../helpers/codes.ts';
import { goThroughEverything, laterFiles } from './shopper.ts';
import { leaveWithoutViolations, moduleTag, openPage, setStage, type Visit } from './strict.ts';

const stage = setStage(
  'storefront-elements',
  'storefront-elements.classic',
  'loader',
  // The scripts that the loader loads.
  'otp-login',
  'reward-claim',
  'collection-timeline',
);

/** All that the page's origin keeps, by key. */
const keptBy = (frame: Frame): Promise<Record<'sessionStorage' | 'localStorage', Record<string, string>>> =>
  frame.evaluate(() => ({
    sessionStorage: Object.fromEntries(Object.entries(sessionStorage)),
    localStorage: Object.fromEntries(Object.entries(localStorage)),
  }));

const otherScripts = {
  'the classic script': '<script src="/storefront-elements.classic.js"></script>',
  'the loader': moduleTag('/loader.js'),
};

describe('On a page with a strict Content-Security-Policy and Trusted Types', () => {
  describe('the script of all elements', () => {
    let visit: Visit;
    before(async () => {
      visit = await openPage(stage, { scripts: moduleTag('/storefront-elements.js') });
      await goThroughEverything(visit, { prints: true });
    });

    test('loads every part that is loaded later, and every language is as German is', async () => {
      const asked = new Set(stage.merchant.requests.map(({ path }) => path));
      const expected = await laterFiles();
      assert.ok(
        ['de', 'story', 'login-flow', 'claim-flow'].every((name) =>
          expected.some((file) => file.startsWith(name)),
        ),
      );
      assert.deepEqual(
        expected.filter((file) => !asked.has(`/${file}`)),
        [],
      );
    });

    test('keeps the login for the tab and the claim for the browser, and no token, one-time code or key', async () => {
      const kept = await keptBy(visit.frame);
      assert.deepEqual(
        Object.keys(kept.sessionStorage).filter((key) => !key.startsWith('storefront-elements:place:')),
        [`storefront-elements:login:${stage.sandbox.url}`],
      );
      // Beside the claim only times: when a login ended, and until when one holds that other tabs may ask for.
      const claims = Object.entries(kept.localStorage).filter(
        ([key, value]) => !/^storefront-elements:(end|there):/.test(key) || !/^\d+$/.test(value),
      );
      assert.equal(claims.length, 1);
      assert.match(claims[0]![0], /^storefront-elements:claim:[\da-f]{64}$/);
      const text = JSON.stringify(kept);
      for (const secret of visit.secrets) {
        const isCode = /^\d+$/.test(secret);
        assert.equal(isCode ? showsCode(text, secret) : text.includes(secret), false, secret);
      }
    });

    test('has gone through login, claim and timeline without a violation, a console line or a cookie', () =>
      leaveWithoutViolations(stage, visit));
  });

  for (const [name, tag] of Object.entries(otherScripts))
    test(`${name} goes through login, claim and timeline without a violation, a console line or a cookie`, async () => {
      const visit = await openPage(stage, { scripts: tag });
      await goThroughEverything(visit);
      await leaveWithoutViolations(stage, visit);
    });

  test('keeps nothing at all with no-storage', async () => {
    const visit = await openPage(stage, { attributes: 'no-storage' });
    await goThroughEverything(visit, { keeps: false });
    const { sessionStorage, localStorage } = await keptBy(visit.frame);
    assert.deepEqual(
      Object.keys({ ...sessionStorage, ...localStorage }).filter((key) => !key.includes(':place:')),
      [],
    );
    await leaveWithoutViolations(stage, visit);
  });

  test('can be loaded twice where the page allows a policy to be made twice, and says so once', async () => {
    const visit = await openPage(stage, {
      scripts: moduleTag('/first.js') + moduleTag('/assets/storefront-elements.js'),
      trustedTypes: "lit-html 'allow-duplicates'",
    });
    await goThroughEverything(visit);
    const note = 'is already registered';
    const notes = visit.complaints.filter((line) => line.includes(note));
    assert.equal(notes.length, 2, 'once, and once more after the reload');
    await leaveWithoutViolations(stage, visit, note);
  });
});
