/** Every example of docs/themes.md on a real page, and what a shopper sees of it. */
import assert from 'node:assert/strict';
import { testExamples } from './examples.ts';
import { claim, logIn, openExample, setStage, styleOf } from './shop.ts';

const stage = setStage();
const first = (blocks: string[] | undefined) => blocks![0]!;

testExamples('themes.md', {
  accentAndCorners: async ({ css }) => {
    const { page, context } = await openExample(stage, { css: first(css) });
    const button = 'otp-login >>> [part=button]';
    assert.match(
      await styleOf(page, button, 'background-color'),
      /^color\(srgb 0\.078\d* 0\.376\d* 0\.309\d*\)$/,
    );
    assert.equal(await styleOf(page, `${button} > span`, 'color'), 'rgb(255, 255, 255)');
    assert.equal(await styleOf(page, button, 'border-top-left-radius'), '999px');
    assert.equal(await styleOf(page, 'reward-claim >>> .stack', 'row-gap'), '20px');
    await context.close();
  },

  darkPageWithBar: async ({ css }) => {
    const { page, context } = await openExample(stage, { css: first(css) });
    const heading = 'collection-timeline >>> [part=group-heading] > span';
    assert.match(
      await styleOf(page, heading, 'background-color'),
      /^color\(srgb 0\.168\d* 0\.184\d* 0\.211\d*\)$/,
    );
    assert.equal(await styleOf(page, 'otp-login >>> [part=heading]', 'color'), 'rgb(236, 238, 241)');
    const top = await page.evaluate(async () => {
      const { shadowRoot } = document.querySelector('collection-timeline')!;
      // Far down in the first group its heading stands below the bar.
      shadowRoot!.querySelectorAll('article')[1]!.scrollIntoView();
      await new Promise(requestAnimationFrame);
      return shadowRoot!.querySelector('[part=group-heading]')!.getBoundingClientRect().top;
    });
    assert.equal(top, 64);
    await context.close();
  },

  partsOfAll: async ({ css }) => {
    const visit = await openExample(stage, { css: first(css) });
    const { page, context } = visit;
    const input = 'otp-login >>> [part=input]';
    assert.equal(await styleOf(page, input, 'border-top-width'), '0px');
    assert.equal(await styleOf(page, input, 'border-bottom-width'), '1px');
    const button = 'otp-login >>> [part=button]';
    assert.equal(await styleOf(page, button, 'text-decoration-line'), 'none');
    await page.locator(button).hover();
    assert.equal(await styleOf(page, button, 'text-decoration-line'), 'underline');
    await claim(visit);
    assert.equal(await styleOf(page, 'reward-claim >>> [part=code]', 'border-top-style'), 'solid');
    const milestone = 'collection-timeline >>> [part~=entry-milestone]';
    assert.equal(await styleOf(page, milestone, 'background-color'), 'rgb(244, 239, 230)');
    await context.close();
  },

  states: async ({ css }) => {
    const visit = await openExample(stage, { css: first(css) });
    const { page, context } = visit;
    assert.equal(await styleOf(page, '.members-only', 'visibility'), 'hidden');
    await logIn(visit);
    assert.equal(await styleOf(page, '.members-only', 'visibility'), 'visible');
    await claim(visit);
    assert.equal(await styleOf(page, 'reward-claim', 'background-color'), 'rgb(233, 245, 239)');
    await page.$eval('collection-timeline', (timeline) => timeline.removeAttribute('base-url'));
    await page.waitForSelector('collection-timeline[data-state=misconfigured]');
    assert.equal(await styleOf(page, 'collection-timeline', 'display'), 'none');
    await context.close();
  },

  ownWords: async ({ html }) => {
    const { page, shop, context } = await openExample(stage, { html: first(html) });
    await page.waitForSelector('reward-claim[data-state=ready]');
    const visible = () =>
      page.$$eval('reward-claim > *', (own) =>
        own.filter((each) => each.checkVisibility()).map(({ textContent }) => textContent),
      );
    assert.deepEqual(await visible(), ['A thank-you for your patience', 'Yes, please']);
    const heights = await page.$eval('reward-claim', async (claim) => {
      const own = claim.offsetHeight;
      const heading = claim.querySelector('[slot=heading]')!;
      heading.remove();
      await new Promise(requestAnimationFrame);
      const usual = claim.offsetHeight;
      claim.prepend(heading);
      return { own, usual };
    });
    assert.equal(heights.own, heights.usual, 'as high as with the words that a page reserves space for');
    await shop.fault({
      operation: 'claimRewardGrant',
      fault: 'status',
      status: 410,
      body: { message: 'It is over.', code: 'gone', details: {} },
    });
    await page.locator('reward-claim >>> [part=button]').click();
    await page.waitForSelector('reward-claim[data-state=error]');
    assert.deepEqual(await visible(), ['Write to hello@shop.example.']);
    await context.close();
  },

  ownFields: async ({ html }) => {
    const visit = await openExample(stage, { html: first(html) });
    const { page, context } = visit;
    // Before the first drawing, the fields have no place and no style.
    await page.waitForSelector('otp-login[data-state=email]');
    const fields = ['email', 'code'].map((name) => `otp-login > input[slot=${name}-input]`);
    assert.equal(await styleOf(page, fields[0]!, 'background-color'), 'rgb(238, 240, 243)');
    assert.equal(await styleOf(page, fields[0]!, 'border-top-width'), '0px');
    await logIn(visit, fields.join(', '));
    await context.close();
  },

  ownIcon: async ({ html }) => {
    const { page, context } = await openExample(stage, { html: first(html) });
    await page.waitForSelector('collection-timeline[data-state=ready]');
    const counts = await page.$eval('collection-timeline', ({ shadowRoot }) =>
      ['[part~=entry-milestone]', '[part~=entry-milestone] > [part=icon] path', '[part=icon]'].map(
        (part) => shadowRoot!.querySelectorAll(part).length,
      ),
    );
    assert.ok(counts[0]! > 0);
    assert.deepEqual(
      counts,
      [counts[0], counts[0], counts[0]],
      'each milestone has one, and nothing else has',
    );
    assert.ok(await page.$eval('collection-timeline > [slot=more]', (words) => words.checkVisibility()));
    await context.close();
  },

  replacedWords: async ({ html }) => {
    const { page, context } = await openExample(stage, { html: first(html) });
    const words = ['[part=heading] span', '[part=button]'].map((part) =>
      page
        .waitForSelector(`otp-login >>> ${part}`)
        .then((found) => found!.evaluate(({ textContent }) => textContent.trim())),
    );
    assert.deepEqual(await Promise.all(words), ['Members only', 'Mail me a code']);
    await context.close();
  },
});
