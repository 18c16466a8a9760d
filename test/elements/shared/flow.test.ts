/**
 * Shoppers before an element's flow has loaded, and after its loading has failed: what they see, and what they can do.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { stopLongTimers } from '../../helpers/timers.ts';
import {
  askForCode,
  buttonOf,
  inState,
  isThere,
  messageOf,
  moveFinger,
  newEmail,
  openPage,
  press,
  setStage,
  tap,
  told,
  type Visit,
} from './flow-stage.ts';

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

/** Has the page's `heard` resolve with the next event of that type. */
const listen = (page: Page, type: string) =>
  page.evaluate((name) => {
    const heard = new Promise<void>((resolve) => {
      addEventListener(name, () => resolve(), { once: true, passive: true });
    });
    Object.assign(globalThis, { heard });
  }, type);

describe('The flow of login and claim', () => {
  test('stays where it is while nobody turns to an element, whatever else happens on the page', async () => {
    const visit = await openPage(stage, {
      elements: { 'otp-login': '', 'reward-claim': 'token="TOKEN" requires-login' },
      path: '/?a=1',
      hasTouch: true,
    });
    const { page } = visit;
    await page.evaluate(() => sessionStorage.setItem('storefront-elements:place:/:autumn', 'what was read'));
    await page.reload();
    await inState(page, 'reward-claim', 'login');
    await page.mouse.move(5, 880);
    await page.keyboard.press('PageDown');
    await listen(page, 'touchmove');
    await moveFinger(page, 'otp-login');
    await page.evaluate('heard');
    // Another script of the shop keeps something in another tab.
    const other = await visit.context.newPage();
    await other.goto(page.url().replace('?a=1', 'favicon.ico'));
    await listen(page, 'storage');
    await other.evaluate(() => localStorage.setItem('cart', '1'));
    await page.evaluate('heard');
    await page.waitForNetworkIdle();
    assert.equal(visit.asked(), 0);
    assert.deepEqual(await told(page, 'events'), []);
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });

  const signs: Record<string, (page: Page) => Promise<unknown>> = {
    'a pointer over it': (page) => page.hover('reward-claim'),
    'the Tab key': (page) => page.keyboard.press('Tab'),
    'a finger’s tap': (page) => tap(page, 'otp-login', 'input'),
    'a script of the page': (page) =>
      page.$eval('otp-login', (element) => {
        element.focus();
      }),
  };
  for (const [sign, give] of Object.entries(signs))
    test(`comes with ${sign}, once for each element, and tells nothing`, async () => {
      const visit = await openPage(stage, { elements: both, hasTouch: sign.includes('finger') });
      const { page } = visit;
      await inState(page, 'reward-claim', 'ready');
      await give(page);
      await isThere(page);
      assert.equal(visit.asked(), 2);
      assert.deepEqual(await told(page, 'events'), []);
      assert.deepEqual(visit.lines, []);
      await visit.context.close();
    });

  test('comes with a tap of a finger, which needs no second one', async () => {
    const visit = await openPage(stage, { elements: both, hasTouch: true });
    const { page } = visit;
    await inState(page, 'reward-claim', 'ready');
    await tap(page, 'reward-claim', 'button[part=button]');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    await visit.context.close();
  });

  for (const [what, attributes] of Object.entries({ stored: '', 'in memory only': 'no-storage' }))
    test(`is loaded once for each element, and a login is shared by both scripts, ${what}`, async () => {
      const visit = await openPage(stage, {
        elements: { 'otp-login': attributes, 'reward-claim': `token="TOKEN" requires-login ${attributes}` },
      });
      const { page } = visit;
      await inState(page, 'reward-claim', 'login');
      const email = newEmail();
      const login = 'body > otp-login';
      await page.locator(`${login} >>> [part=input]`).fill(email);
      await page.locator(`${login} >>> [part=button]`).click();
      await page.waitForSelector(`${login}[data-state=code]`);
      await page.locator(`${login} >>> [part=input]`).fill(await visit.shop.mailedCode(email));
      await page.locator(`${login} >>> [part=button]`).click();
      await inState(page, 'reward-claim', 'ready');
      assert.equal(visit.asked(), 2);
      await press(visit, 'reward-claim');
      await inState(page, 'reward-claim', 'claimed');
      assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
      assert.deepEqual(visit.lines, []);
      await visit.context.close();
    });

  test('knows of a login from before its script came, which only the memory of the page has', async () => {
    const visit = await openPage(stage, {
      elements: { 'otp-login': 'no-storage', 'reward-claim': 'token="TOKEN" requires-login no-storage' },
      scripts: ['otp-login'],
    });
    const { page } = visit;
    await logIn(visit);
    await page.addScriptTag({ type: 'module', url: '/assets/reward-claim.js' });
    await inState(page, 'reward-claim', 'ready');
    assert.equal(visit.asked(), 2);
    await visit.context.close();
  });

  test('comes in a tab that nobody has touched when another one logs in or claims, and shows it', async () => {
    const untouched = await openPage(stage, { elements: both });
    await inState(untouched.page, 'reward-claim', 'ready');
    await untouched.page.waitForNetworkIdle();
    assert.equal(untouched.asked(), 0);
    const active = await openPage(stage, { elements: both, before: untouched });
    const email = await logIn(active);
    await inState(untouched.page, 'otp-login', 'verified');
    assert.match(await messageOf(untouched.page, 'otp-login'), new RegExp(email));
    await press(active, 'reward-claim');
    await inState(untouched.page, 'reward-claim', 'claimed');
    assert.deepEqual(await told(untouched.page, 'events'), ['otp-login-restore', 'reward-claim-restore']);
    assert.equal((await active.shop.requests('claimRewardGrant')).length, 1);
    // In one that is opened later the first thing that is seen is the login.
    const later = await openPage(stage, { elements: { 'otp-login': '' }, before: untouched });
    await inState(later.page, 'otp-login', 'verified');
    await later.page.$eval('otp-login', (element) => {
      element.logout();
    });
    await inState(untouched.page, 'otp-login', 'email');
    await inState(active.page, 'otp-login', 'email');
    await untouched.context.close();
  });

  test('comes for a claim of another tab alone', async () => {
    const untouched = await openPage(stage, { elements: both });
    await inState(untouched.page, 'reward-claim', 'ready');
    const active = await openPage(stage, { elements: both, before: untouched });
    await press(active, 'reward-claim');
    await inState(untouched.page, 'reward-claim', 'claimed');
    await untouched.context.close();
  });

  test('comes when the shopper is back on a page that could not hear what happened', async () => {
    const away = await openPage(stage, { elements: both });
    await inState(away.page, 'reward-claim', 'ready');
    await away.page.waitForNetworkIdle();
    await away.page.evaluate(() => {
      addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
      // Listeners that were added earlier would still receive the event, so the elements are inserted again.
      for (const element of document.querySelectorAll('otp-login, reward-claim')) {
        const { nextSibling } = element;
        element.remove();
        document.body.insertBefore(element, nextSibling);
      }
    });
    const active = await openPage(stage, { elements: both, before: away });
    await press(active, 'reward-claim');
    await inState(active.page, 'reward-claim', 'claimed');
    await away.page.waitForNetworkIdle();
    assert.equal(away.asked(), 0);
    await away.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await inState(away.page, 'reward-claim', 'claimed');
    await away.context.close();
  });

  test('comes for a reward that is claimed without a click', async () => {
    const visit = await openPage(stage, { elements: { 'reward-claim': 'token="TOKEN" auto-claim' } });
    await inState(visit.page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    await visit.context.close();
  });

  test('comes for a field of the page, which gets what the element’s own has before anybody is in it', async () => {
    const visit = await openPage(stage, {
      elements: { 'otp-login': '' },
      inside: '<input slot="email-input">',
    });
    const field = await visit.page.waitForSelector('otp-login > input[autocomplete=email]');
    assert.equal(await field!.evaluate((input) => input.ariaLabel), 'Email address');
    await visit.context.close();
  });

  test('comes to say in the console what is wrong with an element, unless a script of the page sets it right', async () => {
    const visit = await openPage(stage, { elements: { 'otp-login': 'base-url="nowhere"' } });
    await inState(visit.page, 'otp-login', 'misconfigured');
    await isThere(visit.page);
    assert.deepEqual(visit.lines, [
      '<otp-login> base-url must be an http(s) URL or a same-origin path like /apps/rewards, without credentials, query or fragment.',
    ]);
    const right = await openPage(stage, {
      elements: { 'otp-login': 'base-url="nowhere"' },
      script: "await 0; document.querySelector('otp-login').baseUrl = '';",
    });
    await inState(right.page, 'otp-login', 'email');
    await right.page.waitForNetworkIdle();
    assert.equal(right.asked(), 0);
    assert.deepEqual(right.lines, []);
    await right.context.close();
    await visit.context.close();
  });

  test('is waited for by a page that logs the shopper out before it came', async () => {
    const visit = await openPage(stage, { elements: { 'otp-login': '' } });
    const { page } = visit;
    await logIn(visit);
    const other = await openPage(stage, { elements: { 'otp-login': '' }, before: visit });
    await inState(other.page, 'otp-login', 'verified');
    const asked = visit.asked();
    await visit.let('is held');
    await page.reload();
    await visit.askedFor(asked + 1);
    await page.$eval('otp-login', (element) => {
      element.logout();
    });
    await visit.let('comes');
    await isThere(page);
    await inState(other.page, 'otp-login', 'email');
    assert.equal(await page.$eval('otp-login', ({ state }) => state), 'email');
    assert.deepEqual(await told(page, 'events'), []);
    await page.reload();
    await isThere(page);
    await inState(page, 'otp-login', 'email');
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

  const changes: Record<string, (claim: HTMLElement, token: string) => void> = {
    'names another reward by then': (claim, token) => claim.setAttribute('token', token),
    'has left the page by then': (claim) => claim.remove(),
  };
  for (const [change, make] of Object.entries(changes))
    test(`claims nothing in an element that ${change}`, async () => {
      const visit = await openPage(stage, { fate: 'is held', elements: { 'reward-claim': 'token="TOKEN"' } });
      const { page, shop } = visit;
      const other = await shop.grant();
      const claim = (await page.waitForSelector('reward-claim[data-state=ready]'))!;
      await press(visit, 'reward-claim');
      await inState(page, 'reward-claim', 'claiming');
      await claim.evaluate(make, other.token);
      await visit.let('comes');
      await page.waitForFunction((element) => element.state !== 'claiming', {}, claim);
      assert.deepEqual(await shop.requests(), []);
      assert.deepEqual(await told(page, 'events'), []);
      await visit.context.close();
    });

  test('says what is wrong with an address that was sent before it came', async () => {
    const visit = await openPage(stage, { fate: 'is held', elements: { 'otp-login': '' } });
    await inState(visit.page, 'otp-login', 'email');
    await askForCode(visit, 'nonsense');
    await inState(visit.page, 'otp-login', 'sending');
    await visit.let('comes');
    await inState(visit.page, 'otp-login', 'email');
    assert.equal(await messageOf(visit.page, 'otp-login'), 'Enter an email address like name@example.com.');
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
      assert.deepEqual(await buttonOf(page, 'otp-login'), ['Send code', 'false']);
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
    // The first try is that of the pointer.
    await page.hover('reward-claim');
    await visit.askedFor(1);
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'error');
    const failed = visit.asked();
    assert.ok(failed >= 1);
    await visit.let('comes');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.ok(visit.asked() > failed);
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    // A failure of one script does not affect the other.
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
    await page.hover('otp-login');
    await visit.askedFor(1);
    await page.setOfflineMode(true);
    await visit.let('fails');
    await askForCode(visit, newEmail());
    await inState(page, 'otp-login', 'offline');
    assert.equal(
      await messageOf(page, 'otp-login'),
      'No connection. Please check your internet connection and try again.',
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
    // The drawing waits for a while only.
    await stopLongTimers(first.page);
    // The login belongs to the tab.
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
    const elements = { ...both, 'reward-claim': `${both['reward-claim']} reserve` };
    const first = await openPage(stage, { elements });
    await press(first, 'reward-claim');
    await inState(first.page, 'reward-claim', 'claimed');
    const next = await openPage(stage, { elements, fate: 'is held', before: first });
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
      // Shifts before the elements are defined are the page's responsibility: see `:not(:defined)`.
      await page.evaluate(() =>
        (globalThis as unknown as { told: Record<string, unknown[]> }).told['shifts']!.splice(0),
      );
      await page.hover('reward-claim');
      await visit.let('comes');
      await isThere(page);
      assert.deepEqual(await heights(), before);
      assert.deepEqual(await told(page, 'shifts'), []);
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
    await page.waitForNetworkIdle();
    assert.equal(visit.asked(), 0);
    await visit.let('comes');
    await press(visit, 'reward-claim');
    await inState(page, 'reward-claim', 'claimed');
    assert.equal((await visit.shop.grantRecord(visit.token)).claims, 1);
    await visit.context.close();
  });

  test('is not needed to say that an element is set up wrongly, or that a link is broken', async () => {
    const visit = await openPage(stage, {
      fate: 'fails',
      elements: { 'otp-login': 'base-url="nowhere"', 'reward-claim': 'token-param="reward"' },
      path: '/#reward=short',
    });
    await inState(visit.page, 'otp-login', 'misconfigured');
    await inState(visit.page, 'reward-claim', 'error');
    assert.equal(
      await messageOf(visit.page, 'reward-claim'),
      'We can’t find this reward. Please check the link you were sent.',
    );
    assert.deepEqual(visit.lines, []);
    await visit.context.close();
  });
});
