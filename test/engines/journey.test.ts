/** A shopper's way through the elements in Firefox and WebKit: `ENGINE=webkit` runs it in one of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { moduleTag, strictPolicy } from '../embed/strict.ts';
import { story } from '../embed/story.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import {
  type Engine,
  focused,
  reach,
  type Shopper,
  startShopper,
  type Tab,
  tabTo,
  textOf,
  until,
} from './shopper.ts';

const chosen = process.env['ENGINE'] as Engine | undefined;
const engines: Engine[] = chosen ? [chosen] : ['firefox', 'webkit'];

const pageOf = (body: string, head = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <title>Shop</title>${head}${moduleTag('/first.js')}</head><body>${body}</body></html>`;

for (const engine of engines)
  describe(`A shopper in ${engine}`, () => {
    let sandbox: Sandbox;
    let merchant: MerchantPage;
    let shopper: Shopper;
    let tab: Tab;
    let shop: TestShop;
    let token: string;
    let email: string;
    before(async () => {
      [sandbox, merchant] = await Promise.all([startSandbox(), startMerchantPage('storefront-elements')]);
    });
    after(async () => {
      merchant.close();
      await sandbox.close();
    });

    let count = 0;
    beforeEach(async () => {
      shop = await openShop(sandbox.url, 'publishable');
      ({ token } = await shop.grant());
      const { collectionId } = await shop.timeline(story);
      email = `journey-${++count}@example.com`;
      const service = `base-url="${sandbox.url}" api-key="${shop.key}"`;
      merchant.headers = {};
      merchant.handle = undefined;
      merchant.html = pageOf(`<otp-login ${service}></otp-login>
        <reward-claim ${service} token="${token}"></reward-claim>
        <collection-timeline ${service} collection-id="${collectionId}" limit="10" paging="button"></collection-timeline>`);
      merchant.pages = {
        '/other': '<!doctype html><html lang="en"><title>Other</title><h1>Other</h1></html>',
      };
      shopper = await startShopper(engine);
      tab = await shopper.newTab();
      await tab.open(merchant.origin);
      await reach(tab, 'collection-timeline', 'ready');
    });
    afterEach(() => shopper.close());

    const logIn = async () => {
      await tabTo(tab, 'otp-login input');
      await tab.type(email);
      await tab.press('Enter');
      await reach(tab, 'otp-login', 'code');
      assert.equal(await focused(tab), 'otp-login input', 'the focus goes on to the code');
      await tab.type(await shop.mailedCode(email));
      await tab.press('Enter');
      await reach(tab, 'otp-login', 'verified');
    };
    const claim = async () => {
      await tabTo(tab, 'reward-claim button');
      await tab.press('Enter');
      await reach(tab, 'reward-claim', 'claimed');
    };
    const entryCount = (there = tab) =>
      there.run(
        () => document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length,
      );

    test('logs in and claims with the keyboard alone, once, also after a reload', async () => {
      await logIn();
      assert.match(await textOf(tab, 'otp-login', 'message'), new RegExp(email));
      await claim();
      assert.equal(await focused(tab), 'reward-claim value', 'the focus goes on to the code');
      const { discountCode } = await shop.grantRecord(token);
      assert.equal(await textOf(tab, 'reward-claim', 'code'), discountCode);
      await tab.reload();
      await reach(tab, 'otp-login', 'verified');
      await reach(tab, 'reward-claim', 'claimed');
      assert.equal(await textOf(tab, 'reward-claim', 'code'), discountCode);
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    });

    test('keeps the reward of a link through a reload, though the page replaces the address and the state', async () => {
      const service = `data-base-url="${sandbox.url}" data-api-key="${shop.key}"`;
      merchant.html = pageOf('<reward-claim token-param="reward"></reward-claim>').replace(
        'src="/first.js"',
        `src="/first.js" ${service}`,
      );
      await tab.open(`${merchant.origin}/?link#reward=${token}`);
      await reach(tab, 'reward-claim', 'ready');
      await tab.run(() => history.replaceState({ variant: 1 }, '', '/?variant=1'));
      await tab.reload();
      await reach(tab, 'reward-claim', 'ready');
      assert.equal(await tab.run(() => location.search), '?variant=1');
      await claim();
    });

    test('logs in, although the page clears its head, as Turbo does, while the next step loads', async () => {
      const asked = Promise.withResolvers<undefined>();
      const held = Promise.withResolvers<undefined>();
      merchant.handle = async ({ url }) => {
        if (!url!.includes('login-flow')) return false;
        asked.resolve(undefined);
        await held.promise;
        return false;
      };
      await tabTo(tab, 'otp-login input');
      await asked.promise;
      await tab.run(() => document.querySelectorAll('head link').forEach((link) => link.remove()));
      held.resolve(undefined);
      await tab.type(email);
      await tab.press('Enter');
      await reach(tab, 'otp-login', 'code');
    });

    test('finds in a second tab the login and the claim of the first one', async () => {
      const second = await shopper.newTab();
      await second.open(`${merchant.origin}/?second`);
      await reach(second, 'reward-claim', 'ready');
      await tab.show();
      await logIn();
      await claim();
      await second.show();
      await reach(second, 'otp-login', 'verified');
      await reach(second, 'reward-claim', 'claimed');
      const { discountCode } = await shop.grantRecord(token);
      assert.equal(await textOf(second, 'reward-claim', 'code'), discountCode);
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    });

    test('comes back to the login, the claim and the story with the back button, also after the forward button', async () => {
      await logIn();
      await claim();
      await tab.open(`${merchant.origin}/other`);
      const arrived = async () => {
        await reach(tab, 'otp-login', 'verified');
        await reach(tab, 'reward-claim', 'claimed');
        await reach(tab, 'collection-timeline', 'ready');
      };
      await tab.back();
      await arrived();
      await tab.forward();
      await until(tab, () => document.title === 'Other');
      await tab.back();
      await arrived();
      assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    });

    test('reads on in the story page by page', async () => {
      assert.equal(await entryCount(), 10);
      for (const count of [20, 30]) {
        await tabTo(tab, 'collection-timeline button');
        await tab.press('Enter');
        await until(
          tab,
          (wanted) =>
            document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length ===
            wanted,
          count,
        );
      }
    });

    test('sees a picture in full, goes on to the next and returns to where they were', async () => {
      await tabTo(tab, 'collection-timeline enlarge');
      await tab.press('Tab');
      await tabTo(tab, 'collection-timeline enlarge');
      await tab.press('Enter');
      const caption = () =>
        tab.run(
          () =>
            document
              .querySelector('collection-timeline')!
              .shadowRoot!.querySelector('dialog[open] [part=caption]')?.textContent ?? '',
        );
      await until(tab, () =>
        Boolean(
          document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog[open]:modal'),
        ),
      );
      const before = await caption();
      assert.match(before, /1 \/ 3\u2069$/);
      await tab.press('ArrowRight');
      await until(tab, () =>
        document
          .querySelector('collection-timeline')!
          .shadowRoot!.querySelector('dialog [part=caption]')!
          .textContent.endsWith('2 / 3\u2069'),
      );
      await tab.press('Escape');
      await until(
        tab,
        () => document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog') === null,
      );
      assert.equal(await focused(tab), 'collection-timeline enlarge');
    });

    test('arrives at the entry of a link, on a page of the story that was not loaded', async () => {
      await tabTo(tab, 'collection-timeline button');
      await tab.press('Enter');
      const wanted = await until(tab, () => {
        const entries = document
          .querySelector('collection-timeline')!
          .shadowRoot!.querySelectorAll('article');
        return entries.length === 20 && entries[17]!.id;
      });
      await tab.open(`${merchant.origin}/?link#${wanted}`);
      await until(
        tab,
        (name) => {
          const entry = document
            .querySelector('collection-timeline')
            ?.shadowRoot?.querySelector<HTMLElement>(`#${name}`);
          const { top, bottom } = entry?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
          return bottom > 0 && top < innerHeight && entry!.matches(':focus');
        },
        wanted,
      );
    });

    test('logs in and claims on a page with a strict policy, which has nothing to report', async () => {
      merchant.headers = { 'content-security-policy': strictPolicy(sandbox) };
      merchant.reports = [];
      await tab.open(`${merchant.origin}/?strict`);
      await reach(tab, 'collection-timeline', 'ready');
      await logIn();
      await claim();
      // Reports come in order: the page does one forbidden thing last.
      const patience = AbortSignal.timeout(20_000);
      await tab.run(() => void (new Image().src = 'http://forbidden.invalid/picture.png'));
      while (!merchant.reports.length) await once(merchant.reported, 'report', { signal: patience });
      assert.match(merchant.reports.join(), /^img-src http:\/\/forbidden\.invalid[^,]*$/);
    });

    test('sees samples in a theme editor, and nothing is sent', async () => {
      merchant.html = pageOf(
        `<otp-login></otp-login><reward-claim></reward-claim><collection-timeline></collection-timeline>`,
        '<script>globalThis.Shopify = { designMode: true }</script>',
      );
      await tab.open(`${merchant.origin}/?editor`);
      await reach(tab, 'otp-login', 'email');
      await reach(tab, 'reward-claim', 'ready');
      await reach(tab, 'collection-timeline', 'ready');
      for (const tag of ['otp-login', 'reward-claim', 'collection-timeline'])
        assert.match(
          await until(
            tab,
            (name) => document.querySelector(name)!.shadowRoot!.querySelector('.badge')?.textContent,
            tag,
          ),
          /Preview with sample data. Nothing is sent./,
        );
      await tab.run(() =>
        document
          .querySelector('reward-claim')!
          .shadowRoot!.querySelector<HTMLElement>('[part~=button]')!
          .click(),
      );
      await reach(tab, 'reward-claim', 'claimed');
      const asked = await tab.run(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => !/\.(js|svg|ico)$|^data:/.test(name)),
      );
      assert.deepEqual(asked, []);
    });
  });
