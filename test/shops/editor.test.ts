/** A merchant in Shopify's theme editor, and what sections that come and go leave behind. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openPage, setStage, type Visit } from '../cdn/support.ts';
import { ASSETS, count, readNotes, redraw, takeNotes, themePage } from './editor-support.ts';

const stage = setStage('loader.unchecked.classic');

const head = (shopify: object) => `<script>Shopify = ${JSON.stringify(shopify)}</script>
  <script src="${ASSETS}loader.unchecked.classic.js" async></script>`;

/** Opens a page of the shop with these blocks, in the editor or not, and draws them once. */
async function openTheme(blocks: Record<string, string>, isEditor: boolean): Promise<Visit> {
  const { scripts } = stage.merchant;
  for (const [path, code] of Object.entries(scripts)) scripts[ASSETS + path.slice(1)] ??= code;
  const visit = await openPage(stage, themePage(blocks), {
    head: head(isEditor ? { designMode: true } : {}),
    prepare: takeNotes,
  });
  await redraw(visit.page, 1);
  return visit;
}

/** As a merchant has just put them into the theme: nothing is set. */
const fresh = {
  login: '<otp-login></otp-login>',
  claim: '<reward-claim platform="shopify" apply-url="/discount/{code}"></reward-claim>',
  gated: '<reward-claim requires-login auto-claim token-param="reward"></reward-claim>',
  story: '<collection-timeline></collection-timeline>',
};

/** What was asked for beside the page and the files of the extension. */
const strange = () =>
  stage.merchant.requests.map(({ path }) => path).filter((path) => path !== '/' && !path.startsWith(ASSETS));

/** Types into the field of a login, also of one in a claim, and sends it. */
async function enter(page: Page, login: string, text: string): Promise<void> {
  const field = await page.waitForSelector(`${login} >>> input`);
  await field!.type(text);
  await field!.press('Enter');
}

describe('Sections that are drawn anew a hundred times', () => {
  for (const isEditor of [true, false])
    test(`leave nothing behind ${isEditor ? 'in the editor' : 'in the shop'}`, async () => {
      const shopBlocks = async () => {
        const { context, shop } = await openPage(stage, '');
        await context.close();
        const { token } = await shop.grant();
        const { slug } = await shop.timeline({ count: 12 });
        const at = 'base-url="/apps/rewards"';
        return {
          login: `<otp-login ${at}></otp-login>`,
          claim: `<reward-claim ${at} token="${token}"></reward-claim>`,
          gated: `<reward-claim ${at} requires-login token="${token}"></reward-claim>`,
          story: `<collection-timeline ${at} collection-slug="${slug}"></collection-timeline>`,
        };
      };
      const { page, context, complaints } = await openTheme(isEditor ? fresh : await shopBlocks(), isEditor);
      const session = await page.createCDPSession();
      // Whatever is made once is made by now, the engine's own machine code too.
      await redraw(page, 50);
      const { heap: heapBefore, nodes: nodesBefore, ...before } = await count(page, session);
      await redraw(page, 100);
      const { heap, nodes, ...after } = await count(page, session, before.timers);
      assert.deepEqual(after, before);
      assert.deepEqual(after.elements, { 'otp-login': 2, 'reward-claim': 2, 'collection-timeline': 1 });
      // One that stayed each time would make a hundred. On a slow machine a template may be drawn for the first time: that
      // makes some twenty.
      assert.ok(nodes < nodesBefore + 50, `${nodesBefore} nodes became ${nodes}`);
      assert.ok(heap <= heapBefore * 1.15, `${heapBefore} bytes became ${heap}`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
});

describe('A merchant in the theme editor', () => {
  test('tries the login, the reward and the story, and nothing is sent or stored', async () => {
    const { page, context, complaints } = await openTheme(fresh, true);
    const block = (id: string) => `#shopify-block-${id}`;
    const state = (id: string, wanted: string) =>
      page.waitForSelector(`${block(id)} > [data-state=${wanted}]`);
    await state('story', 'ready');
    await enter(page, `${block('login')} otp-login`, 'anybody@example.com');
    await state('login', 'code');
    await enter(page, `${block('login')} otp-login`, 'any code');
    await state('login', 'verified');
    // The gated reward knows of the login.
    await state('gated', 'ready');
    await page.locator(`${block('claim')} >>> button.button`).click();
    await state('claim', 'claimed');
    await page.locator(`${block('claim')} >>> [part=copy]`).click();
    await page.locator(`${block('claim')} >>> [part=apply]`).click();
    await state('claim', 'applied');
    await page.locator(`${block('claim')} >>> [part=badge] button`).click();
    await state('claim', 'ready');
    await state('login', 'email');
    await redraw(page, 1);
    assert.deepEqual(await readNotes(page), { stored: [], told: 0, kept: [] });
    assert.deepEqual(strange(), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
