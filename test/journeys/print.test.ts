/** Paper has what a shopper reads, and neither the theme editor's badge nor a lightbox. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { enter, inState, script, setStage, shopPage } from './support.ts';

const stage = setStage();

const isVisible = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.checkVisibility() && element.getClientRects().length > 0);

describe('On paper', () => {
  test('a story is there without the lightbox, which is still open afterwards', async () => {
    const { page, shop, context, complaints } = await enter(stage);
    const image = { url: `${stage.sandbox.url}/media/nordlicht-01.webp` };
    const { slug } = await shop.timeline({ entries: [{ title: 'An entry', image }] });
    stage.merchant.html = shopPage(`<collection-timeline collection-slug="${slug}"></collection-timeline>`);
    await page.goto(stage.merchant.origin);
    await inState(page, 'collection-timeline', 'ready');
    await page.locator('collection-timeline >>> .enlarge').click();
    const lightbox = 'collection-timeline >>> dialog[open]';
    await page.waitForFunction(() =>
      document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog[open]'),
    );
    assert.equal(await isVisible(page, lightbox), true);
    await page.emulateMediaType('print');
    assert.equal(await isVisible(page, lightbox), false);
    assert.equal(await isVisible(page, 'collection-timeline >>> article [part=title]'), true);
    assert.equal(await isVisible(page, 'collection-timeline >>> .permalink'), false);
    await page.emulateMediaType('screen');
    // Goes through the browser's own events before and after printing.
    const pdf = await page.pdf();
    assert.ok(pdf.length > 10_000, `${pdf.length} bytes`);
    assert.equal(await isVisible(page, lightbox), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.$(lightbox), null);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a film is its poster', async () => {
    const { page, shop, context, complaints } = await enter(stage);
    const video = {
      url: `${stage.sandbox.url}/media/nordlicht-film.webm`,
      poster_url: `${stage.sandbox.url}/media/nordlicht-02.webp`,
    };
    const { slug } = await shop.timeline({ entries: [{ title: 'A film', video }] });
    stage.merchant.html = shopPage(`<collection-timeline collection-slug="${slug}"></collection-timeline>`);
    await page.goto(stage.merchant.origin);
    await inState(page, 'collection-timeline', 'ready');
    await page.waitForSelector('collection-timeline >>> video[controls][poster]');
    await page.waitForNetworkIdle();
    const pdf = Buffer.from(await page.pdf()).toString('latin1');
    // Controls would cover it, and their shadow would be a second picture.
    assert.equal(pdf.match(/\/Subtype\s*\/Image/g)?.length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a reward of the theme editor is there without its badge', async () => {
    const { page, shop, context, complaints } = await enter(stage);
    const editor = `<script>Shopify = { shop: 'shop.example', routes: { root: '/' }, designMode: true }</script>`;
    const { token } = await shop.grant();
    stage.merchant.html = shopPage(
      `<p>The shop</p><reward-claim token="${token}"></reward-claim>`,
      editor + script,
    );
    await page.goto(stage.merchant.origin);
    await page.waitForFunction(() =>
      document.querySelector('reward-claim')?.shadowRoot?.querySelector('[part=badge]'),
    );
    const badge = 'reward-claim >>> [part=badge]';
    assert.equal(await isVisible(page, badge), true);
    await page.emulateMediaType('print');
    assert.equal(await isVisible(page, badge), false);
    assert.equal(await isVisible(page, 'reward-claim >>> [part=heading]'), true);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
