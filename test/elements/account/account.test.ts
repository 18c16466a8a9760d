/** What shoppers see and can do while what comes after the first look is not there yet, and when it does not come. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  askForCode,
  buttonOf,
  inState,
  messageOf,
  newEmail,
  openPage,
  press,
  setStage,
  told,
  type Visit,
} from './stage.ts';

const stage = setStage();
const both = { 'otp-login': '', 'reward-claim': 'token="TOKEN"' };

/** Logs in, in one go. */
async function logIn(visit: Visit, email = newEmail()): Promise<string> {
  await askForCode(visit, email);
  await inState(visit.page, 'otp-login', 'code');
  await visit.page.locator('otp-login >>> [part=input]').fill(await visit.shop.mailedCode(email));
  await visit.page.locator('otp-login >>> [part=button]').click();
  await inState(visit.page, 'otp-login', 'verified');
  return email;
}

describe('The later part of login and claim', () => {
  test('comes by itself once the page has nothing to do, once for both scripts, which share one login', async () => {
    const visit = await openPage(stage, {
      elements: { 'otp-login': '', 'reward-claim': 'token="TOKEN" requires-login' },
    });
    const { page } = visit;
    await visit.askedFor(1);
    await inState(page, 'reward-claim', 'login');
    const email = newEmail();
    const login = 'body > otp-login';
    await page.locator(`${login} >>> [part=input]`).fill(email);
    await page.locator(`${login} >>> [part=button]`).click();
    await page.waitForSelector(`${login}[data-state=code]`);
    await page.locator(`${login} >>> [part=input]`).fill(await visit.shop.mailedCode(email));
    await page.locator(`${login} >>> [part=button]`).click();
    await inState(page, 'reward-claim', 'ready');
    assert.equal(visit.asked(), 1);
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });

  test('is waited for by a shopper who acts first: that shows at once, happens once, and goes on by itself', async () => {
    const visit = await openPage(stage, { fate: 'is held', elements: both });
    const { page, shop } = visit;
    const email = newEmail();
    await inState(page, 'otp-login', 'email');
    await askForCode(visit, email);
    await inState(page, 'otp-login', 'sending');
    assert.deepEqual(await buttonOf(page, 'otp-login'), ['Sending…', 'true']);
    assert.equal(await messageOf(page, 'otp-login'), 'Sending…');
    await press(visit, 'otp-login');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claiming');
    assert.deepEqual(await buttonOf(page, 'reward-claim'), ['Claiming…', 'true']);
    assert.equal(await messageOf(page, 'reward-claim'), 'Claiming…');
    await press(visit, 'reward-claim');
    assert.deepEqual(await shop.requests(), []);
    await visit.let('comes');
    await inState(page, 'otp-login', 'code');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await shop.requests('createOtp')).length, 1);
    assert.equal((await shop.grantRecord(visit.token)).claims, 1);
    assert.deepEqual(await told(page, 'otp-login'), ['email', 'sending', 'code']);
    assert.deepEqual(await told(page, 'reward-claim'), ['ready', 'claiming', 'claimed']);
    assert.deepEqual((await told(page, 'events')).toSorted(), [
      'otp-login-code-sent',
      'otp-login-send-before',
      'reward-claim-claim-before',
      'reward-claim-success',
    ]);
    await page.waitForFunction(
      () => document.activeElement?.shadowRoot?.activeElement?.matches('[tabindex="-1"], input') === true,
    );
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });

  test('says what is wrong with an address that was sent before it came', async () => {
    const visit = await openPage(stage, { fate: 'is held', elements: { 'otp-login': '' } });
    await inState(visit.page, 'otp-login', 'email');
    await askForCode(visit, 'nonsense');
    await inState(visit.page, 'otp-login', 'sending');
    await visit.let('comes');
    await inState(visit.page, 'otp-login', 'email');
    assert.equal(await messageOf(visit.page, 'otp-login'), 'Enter an e-mail address like name@example.com.');
    assert.deepEqual(await visit.shop.requests(), []);
    await visit.context.close();
  });

  test('never comes: each try is told with one error, nothing is sent, and what was typed stays', async () => {
    const visit = await openPage(stage, { fate: 'fails', elements: both });
    const { page } = visit;
    const email = newEmail();
    await inState(page, 'otp-login', 'email');
    for (const tries of [1, 2]) {
      const errors = async (tag: string) =>
        (await told(page, 'events')).filter((name) => name === `${tag}-error other`).length;
      await askForCode(visit, email);
      await page.waitForFunction(
        (count) =>
          (globalThis as unknown as { told: Record<string, string[]> }).told['events']!.filter(
            (name) => name === 'otp-login-error other',
          ).length === count,
        {},
        tries,
      );
      await inState(page, 'otp-login', 'email');
      assert.equal(await messageOf(page, 'otp-login'), 'Something went wrong. Please try again.');
      assert.equal(await page.$eval('otp-login >>> input', ({ value }) => value), email);
      assert.deepEqual(await buttonOf(page, 'otp-login'), ['Send me a code', 'false']);
      await press(visit, 'reward-claim');
      await page.waitForFunction(
        (count) =>
          (globalThis as unknown as { told: Record<string, string[]> }).told['events']!.filter(
            (name) => name === 'reward-claim-error other',
          ).length === count,
        {},
        tries,
      );
      await inState(page, 'reward-claim', 'error');
      assert.equal(await messageOf(page, 'reward-claim'), 'Something went wrong. Please try again.');
      assert.deepEqual(await buttonOf(page, 'reward-claim'), ['Try again', 'false']);
      assert.equal(await page.$eval('reward-claim', ({ dataset }) => dataset['problem']), 'other');
      assert.deepEqual([await errors('otp-login'), await errors('reward-claim')], [tries, tries]);
    }
    assert.deepEqual(await visit.shop.requests(), []);
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });

  test('comes at the third try: the shopper just presses again', async () => {
    const visit = await openPage(stage, { fate: 'fails', elements: both });
    const { page } = visit;
    await inState(page, 'reward-claim', 'ready');
    // The first try is that of the idle page.
    await visit.askedFor(1);
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'error');
    const failed = visit.asked();
    assert.ok(failed >= 1);
    await visit.let('comes');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal(visit.asked(), failed + 1);
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    // What failed for the one script does not stand in the way of the other.
    await askForCode(visit, newEmail());
    await inState(page, 'otp-login', 'code');
    const errors = (await told(page, 'events')).filter((name) => name.includes('-error'));
    assert.deepEqual(errors, ['reward-claim-error other']);
    await visit.context.close();
  });

  test('does not come without a connection: nothing was sent, it says so, and goes on when the connection is back', async () => {
    const visit = await openPage(stage, { fate: 'is held', elements: both });
    const { page } = visit;
    await inState(page, 'otp-login', 'email');
    await visit.askedFor(1);
    await page.setOfflineMode(true);
    await visit.let('fails');
    await askForCode(visit, newEmail());
    await inState(page, 'otp-login', 'offline');
    assert.equal(
      await messageOf(page, 'otp-login'),
      'No connection. Please check your internet and try again.',
    );
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'offline');
    assert.equal(
      await messageOf(page, 'reward-claim'),
      'No connection. Nothing was sent; your reward is still there.',
    );
    const errors = (await told(page, 'events')).filter((name) => name.includes('-error'));
    assert.deepEqual(errors, ['otp-login-error offline', 'reward-claim-error offline']);
    await visit.let('comes');
    await page.setOfflineMode(false);
    await inState(page, 'otp-login', 'email');
    await inState(page, 'reward-claim', 'ready');
    assert.equal(await messageOf(page, 'reward-claim'), '');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    await visit.context.close();
  });

  test('is waited for by the first drawing of a returning shopper, who sees no step that is done', async () => {
    const first = await openPage(stage, { elements: both });
    const email = await logIn(first);
    await press(first, 'reward-claim');
    await inState(first.page, 'reward-claim', 'claimed');
    // The login is the tab's.
    await first.page.reload();
    await inState(first.page, 'otp-login', 'verified');
    await inState(first.page, 'reward-claim', 'claimed');
    assert.deepEqual(await told(first.page, 'otp-login'), ['verified']);
    assert.deepEqual(await told(first.page, 'reward-claim'), ['claimed']);
    assert.match(await messageOf(first.page, 'otp-login'), new RegExp(email));
    assert.deepEqual((await told(first.page, 'events')).toSorted(), [
      'otp-login-restore',
      'reward-claim-restore',
    ]);
    await first.context.close();
  });

  test('is not waited for too long by that drawing; what was claimed is seen when it comes', async () => {
    const first = await openPage(stage, { elements: both });
    await press(first, 'reward-claim');
    await inState(first.page, 'reward-claim', 'claimed');
    const next = await openPage(stage, { elements: both, fate: 'is held', before: first });
    await inState(next.page, 'reward-claim', 'ready');
    const top = () => next.page.$eval('body > p', ({ offsetTop }) => offsetTop);
    const before = await top();
    await next.let('comes');
    await inState(next.page, 'reward-claim', 'claimed');
    assert.equal(await top(), before);
    assert.deepEqual(await told(next.page, 'reward-claim'), ['ready', 'claimed']);
    assert.deepEqual(await told(next.page, 'events'), ['reward-claim-restore']);
    await next.context.close();
  });

  test('goes on with a claim that another tab has made meanwhile: it is shown, and not sent again', async () => {
    const slow = await openPage(stage, { fate: 'is held', elements: both });
    await inState(slow.page, 'reward-claim', 'ready');
    const quick = await openPage(stage, { elements: both, before: slow });
    await press(quick, 'reward-claim');
    await inState(quick.page, 'reward-claim', 'claimed');
    await press(slow, 'reward-claim');
    await slow.let('comes');
    await inState(slow.page, 'reward-claim', 'claimed');
    assert.deepEqual(await told(slow.page, 'events'), ['reward-claim-restore']);
    assert.equal((await slow.shop.requests('claimRewardGrant')).length, 1);
    await slow.context.close();
  });

  for (const width of [390, 1280])
    test(`moves nothing when it comes, ${width} px wide`, async () => {
      const visit = await openPage(stage, { fate: 'is held', elements: both, width });
      const { page } = visit;
      await inState(page, 'otp-login', 'email');
      await inState(page, 'reward-claim', 'ready');
      const heights = () =>
        page.$$eval('otp-login, reward-claim', (elements) =>
          elements.map(({ offsetHeight }) => offsetHeight),
        );
      const before = await heights();
      // What moved before the elements were there is the page's own business: see `:not(:defined)`.
      await page.evaluate(() =>
        (globalThis as unknown as { told: Record<string, unknown[]> }).told['shifts']!.splice(0),
      );
      await visit.let('comes');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('otp-login, reward-claim')].every((each) =>
          Boolean((each as unknown as { later?: unknown }).later),
        ),
      );
      assert.deepEqual(await heights(), before);
      assert.deepEqual(await told(page, 'shifts'), []);
      await press(visit, 'reward-claim');
      await inState(page, 'reward-claim', 'claimed');
      await askForCode(visit, newEmail());
      await inState(page, 'otp-login', 'code');
      assert.deepEqual(await heights(), before);
      await visit.context.close();
    });

  test('is not needed to take a token out of the address, nor to keep it for a reload', async () => {
    const first = await openPage(stage, { elements: {} });
    const elements = { 'reward-claim': 'token-param="reward"' };
    const visit = await openPage(stage, {
      fate: 'is held',
      elements,
      before: first,
      path: `/?a=1&reward=${first.token}`,
    });
    const { page } = visit;
    await page.waitForFunction(() => location.search === '?a=1');
    await page.reload();
    await inState(page, 'reward-claim', 'ready');
    await visit.let('comes');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    await visit.context.close();
  });

  test('is not needed to say that an element is set up wrongly, or that a link is broken', async () => {
    const visit = await openPage(stage, {
      fate: 'fails',
      elements: { 'otp-login': 'expires="soon"', 'reward-claim': 'token-param="reward"' },
      path: '/?reward=short',
    });
    await inState(visit.page, 'otp-login', 'misconfigured');
    await inState(visit.page, 'reward-claim', 'error');
    assert.equal(
      await messageOf(visit.page, 'reward-claim'),
      'We do not know this reward. Please check the link that you were sent.',
    );
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });
});
