/** The app embed: a panel for shoppers whose link has a reward, and what holds for the whole page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { violations } from '../gallery/support.ts';
import { openShop } from '../helpers/control.ts';
import { openPage, setStage } from './shop.ts';

const stage = setStage();

const newGrant = async () => (await openShop(stage.sandbox.url)).grant();
const box = '.storefront-panel__box';
const opener = '.storefront-panel__open';
const shown = (page: Page, selector: string) => page.waitForSelector(selector, { visible: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.className ?? '');
const claimFiles = /\/reward-claim(-element\.\w+)?\.js/;
/** Has the page's requests for these files fail. */
async function refuse(page: Page, files: RegExp, isRefused = () => true): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void (isRefused() && files.test(request.url()) ? request.abort() : request.continue());
  });
}
/** All requests except those for the page, the theme's style sheet and the embed's own files. */
const further = () =>
  stage.requests.filter((path) => !/^\/$|theme\.css|reward-panel\.js|storefront-elements\.css/.test(path));

describe('The reward panel', () => {
  test('is not there for those who come without a reward, and nothing is loaded for it', async () => {
    const { page, context, complaints } = await openPage(stage, [], { embed: {} });
    await page.waitForSelector('storefront-reward-panel:defined');
    assert.equal(await page.$(box), null);
    assert.equal(await page.$(opener), null);
    assert.deepEqual(further(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const mark of ['?', '#'])
    test(`opens where the link has a reward (${mark}reward=), moves nothing and takes no focus`, async () => {
      const { token } = await newGrant();
      const { page, context, complaints, shifts, shop } = await openPage(stage, [], {
        embed: {},
        address: `${mark}reward=${token}`,
      });
      await shown(page, `${box} reward-claim[data-state=ready]`);
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      await page.waitForFunction(
        () => document.querySelector('.storefront-panel [role=status]')!.textContent,
      );
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await shifts(), []);
      assert.equal((await shop.requests()).length, 0);
      await page.locator(`${box} reward-claim >>> [part=button]`).click();
      await shown(page, `${box} reward-claim[data-state=claimed]`);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await shifts(), []);
      assert.deepEqual(
        complaints.map((text) => text.includes('token in ?reward=')),
        mark === '?' ? [true] : [],
      );
      await context.close();
    });

  test('has the colours of the page, or the browser’s where the theme names its own in another way', async () => {
    const { token } = await newGrant();
    const visit = await openPage(stage, [], { embed: {}, address: `#reward=${token}`, scheme: 3 });
    const { page, context } = visit;
    await shown(page, `${box} reward-claim[data-state=ready]`);
    const colors = () =>
      page.$eval(box, (each) => {
        const { backgroundColor, color } = getComputedStyle(each);
        return [backgroundColor, color];
      });
    assert.deepEqual(await colors(), ['rgb(36, 40, 51)', 'rgb(255, 255, 255)']);
    await page.evaluate(() => {
      document.body.style.setProperty('--color-background', '#242833');
      document.body.style.setProperty('--color-foreground', '#fff');
    });
    assert.deepEqual(await colors(), ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await context.close();
  });

  test('names the page’s gateway in its script tag; markup that passes for the panel names none', async () => {
    const { token } = await newGrant();
    const { page, context, complaints } = await openPage(stage, [], {
      embed: {},
      address: `#reward=${token}`,
    });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.evaluate(() => {
      const base = 'https://evil.example';
      document.querySelector('main')!.insertAdjacentHTML(
        'beforeend',
        `<storefront-reward-panel data-base-url="${base}"></storefront-reward-panel>
           <reward-claim id="stranger" base-url="${base}" token-param="reward" auto-claim></reward-claim>`,
      );
    });
    await page.waitForSelector('#stranger[data-state=misconfigured]');
    await page.locator(`${box} reward-claim >>> [part=button]`).click();
    await shown(page, `${box} reward-claim[data-state=claimed]`);
    assert.equal(complaints.length, 1);
    assert.match(complaints[0]!, /^<reward-claim> base-url must be on the origin of the page/);
    await context.close();
  });

  test('is closed and opened again by keyboard, and the focus comes back', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], { embed: {}, address: `#reward=${token}` });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.focus('.storefront-panel__close');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await shown(page, opener);
    assert.match(await focused(page), /panel__open/);
    assert.equal(await page.$eval(box, (each) => each.checkVisibility()), false);
    await page.keyboard.press('Enter');
    await shown(page, box);
    assert.match(await focused(page), /panel__box/);
    await page.keyboard.press('Tab');
    assert.match(await focused(page), /panel__close/);
    await page.keyboard.press('Enter');
    assert.match(await focused(page), /panel__open/);
    await context.close();
  });

  test('that is closed from elsewhere leaves the focus where it was', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], { embed: {}, address: `#reward=${token}` });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.focus('.footer a');
    await page.keyboard.press('Escape');
    await shown(page, opener);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Contact');
    await context.close();
  });

  test('is there again after a reload, and as a button on the pages after a claim', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], { embed: {}, address: `#reward=${token}` });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.reload();
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.locator(`${box} reward-claim >>> [part=button]`).click();
    await shown(page, `${box} reward-claim[data-state=claimed]`);
    await page.goto(`${stage.origin}/pages/another`);
    await shown(page, opener);
    assert.equal(await page.$eval(box, (each) => each.checkVisibility()), false);
    await page.click(opener);
    await shown(page, `${box} reward-claim[data-state=claimed]`);
    await context.close();
  });

  test('opens when a link leads to the page that is open', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], { embed: {} });
    await page.waitForSelector('storefront-reward-panel:defined');
    await page.evaluate((link) => (location.hash = link), `#reward=${token}`);
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.locator('.storefront-panel__close').click();
    await shown(page, opener);
    const { token: other } = await newGrant();
    await page.evaluate((link) => (location.hash = link), `#reward=${other}`);
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.locator('.storefront-panel__close').click();
    await page.evaluate(() => (location.hash = '#reviews'));
    await shown(page, opener);
    assert.equal(await page.$eval(box, (each) => each.checkVisibility()), false);
    await context.close();
  });

  test('leaves no button on the pages after a reward that the service refused for good', async () => {
    const { token } = await (await openShop(stage.sandbox.url)).grant({ state: 'expired' });
    const { page, context } = await openPage(stage, [], { embed: {}, address: `#reward=${token}` });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await page.locator(`${box} reward-claim >>> [part=button]`).click();
    await shown(page, `${box} reward-claim[data-state=error]`);
    await page.goto(`${stage.origin}/pages/another`);
    await page.waitForSelector('storefront-reward-panel:defined');
    assert.equal(await page.$(opener), null);
    await context.close();
  });

  test('stays away where a block of the page shows the reward', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [{ block: 'reward-claim' }], {
      embed: {},
      address: `#reward=${token}`,
    });
    await page.waitForSelector('storefront-reward-panel:defined');
    await page.waitForSelector('reward-claim[data-state=ready]');
    assert.equal((await page.$$('reward-claim')).length, 1);
    assert.equal(await page.$(box), null);
    await context.close();
  });

  test('that cannot be loaded gives way to its button, and nothing unseen lies over the page', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], {
      embed: {},
      address: `#reward=${token}`,
      prepare: async (each) => {
        await refuse(each, /\/loader\.unchecked\.classic\.js$/);
      },
    });
    await shown(page, opener);
    assert.equal(await page.$eval(box, (each) => each.checkVisibility()), false);
    await page.click(opener);
    await shown(page, opener);
    assert.match(await focused(page), /panel__open/);
    await context.close();
  });

  test('takes no clicks while it is not seen yet', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], {
      embed: {},
      address: `#reward=${token}`,
      prepare: async (each) => {
        await refuse(each, claimFiles);
      },
    });
    await page.waitForSelector(`${box}:not([hidden])`);
    assert.equal(
      await page.$eval(box, (each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return each.contains(document.elementFromPoint(x, y));
      }),
      false,
    );
    await context.close();
  });

  test('gives way to its button where the claim’s files do not come, and tries again', async () => {
    const { token } = await newGrant();
    let isBroken = true;
    const { page, context } = await openPage(stage, [], {
      embed: {},
      address: `#reward=${token}`,
      prepare: async (each) => {
        await refuse(each, claimFiles, () => isBroken);
        // The panel's patience ends when the test says so.
        await each.evaluateOnNewDocument(() => {
          const ends: AbortController[] = [];
          AbortSignal.timeout = () => {
            ends.push(new AbortController());
            return ends.at(-1)!.signal;
          };
          Object.assign(globalThis, { ends });
        });
      },
    });
    await page.waitForFunction('ends.length');
    assert.equal(await page.$eval(box, (each) => each.checkVisibility({ opacityProperty: true })), false);
    await page.evaluate('ends.splice(0).forEach((each) => each.abort())');
    await shown(page, opener);
    isBroken = false;
    await page.click(opener);
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await context.close();
  });

  test('takes a blank name of the token for none', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], {
      embed: { token_param: ' ' },
      address: `#reward=${token}`,
    });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    await context.close();
  });

  test('can be switched off', async () => {
    const { page, context } = await openPage(stage, [], { embed: { panel: false }, address: '#reward=abc' });
    await page.waitForSelector('storefront-reward-panel:defined');
    assert.equal(await page.$(box), null);
    assert.equal(await page.$('storefront-reward-panel template'), null);
    await context.close();
  });

  test('speaks the language of the shop', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], {
      embed: {},
      address: `#reward=${token}`,
      locale: 'de',
    });
    await shown(page, `${box} reward-claim[data-state=ready]`);
    assert.equal(
      await page.$eval('.storefront-panel__close', (each) => each.getAttribute('aria-label')),
      'Schließen',
    );
    await context.close();
  });
});

describe('The theme editor', () => {
  const select = (page: Page, type: string) =>
    page.evaluate(
      (name) =>
        document
          .querySelector('[data-shopify-editor-block]')!
          .dispatchEvent(
            new CustomEvent(`shopify:block:${name}`, { bubbles: true, detail: { blockId: '1787' } }),
          ),
      type,
    );

  test('shows the panel while its settings are chosen, with sample data, and nothing is sent', async () => {
    const { page, context, complaints } = await openPage(stage, [], {
      embed: { analytics: 'shopify' },
      designMode: true,
      address: '#reward=abcdefghijklmnop',
    });
    await page.waitForSelector('storefront-reward-panel:defined');
    assert.equal(await page.$(box), null, 'it is closed until it is chosen');
    await select(page, 'select');
    await shown(page, `${box} reward-claim[data-state]`);
    await select(page, 'deselect');
    await page.waitForSelector(box, { hidden: true });
    assert.deepEqual(
      further().filter((path) => !path.startsWith('/cdn/')),
      [],
    );
    assert.ok(!stage.requests.some((path) => path.includes('analytics')));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('can take the embed out and put it in again: one panel, one answer to a choice', async () => {
    const { page, context } = await openPage(stage, [], { embed: {}, designMode: true });
    await page.waitForSelector('storefront-reward-panel:defined');
    await page.evaluate(() => {
      const panel = document.querySelector('storefront-reward-panel')!;
      for (let times = 0; times < 100; times++) panel.replaceWith(panel);
      const again = panel.cloneNode(true);
      panel.replaceWith(again);
    });
    await select(page, 'select');
    await shown(page, `${box} reward-claim[data-state]`);
    assert.equal((await page.$$(box)).length, 1);
    await context.close();
  });
});

describe('What holds for the whole page', () => {
  test('is for elements that do not say otherwise: the address of the gateway', async () => {
    const { page, context, complaints } = await openPage(
      stage,
      [{ block: 'otp-login', settings: { base_url: ' ' } }],
      { embed: { base_url: '/apps/rewards' } },
    );
    await page.waitForSelector('otp-login[data-state=email]');
    assert.equal(await page.$eval('otp-login', (each) => each.hasAttribute('base-url')), false);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('is a no to storing anything, where the merchant says so', async () => {
    const { token } = await newGrant();
    const { page, context } = await openPage(stage, [], {
      embed: { consent: 'denied' },
      address: `#reward=${token}`,
    });
    await page.locator(`${box} reward-claim >>> [part=button]`).click();
    await shown(page, `${box} reward-claim[data-state=claimed]`);
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
    await context.close();
  });

  test('is analytics only where the merchant wants it', async () => {
    const off = await openPage(stage, [], { embed: {} });
    assert.equal(await off.page.$('script[data-to]'), null);
    await off.context.close();
    const on = await openPage(stage, [], { embed: { analytics: 'shopify data-layer', consent: 'denied' } });
    // Before the embed's own script is there.
    assert.equal(await on.page.$eval('script[data-to]', ({ dataset }) => dataset['consent']), 'denied');
    assert.equal(
      await on.page.$eval('script[data-to]', ({ dataset }) => dataset['to']),
      'shopify data-layer',
    );
    await on.context.close();
  });
});
