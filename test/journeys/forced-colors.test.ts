/** Shoppers whose system replaces the colours of a page, as Windows does with its contrast themes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pixelmatch from 'pixelmatch';
import type { Page } from 'puppeteer-core';
import { readPixels } from '../helpers/pixels.ts';
import { enter, frames, inState, press, setStage, shopPage, type Visit } from './support.ts';

const stage = setStage();

for (const scheme of ['light', 'dark'])
  describe(`With the system’s own colours, ${scheme}`, () => {
    async function open(body: (visit: Visit) => string | Promise<string>): Promise<Visit> {
      const visit = await enter(stage);
      const session = await visit.page.createCDPSession();
      const features = [
        { name: 'forced-colors', value: 'active' },
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ];
      await session.send('Emulation.setEmulatedMedia', { features });
      await visit.page.setViewport({ width: 400, height: 700 });
      stage.merchant.html = shopPage(await body(visit)).replace(
        '<html',
        '<html style="color-scheme: light dark"',
      );
      await visit.page.goto(stage.merchant.origin);
      assert.equal(await visit.page.evaluate(() => matchMedia('(forced-colors: active)').matches), true);
      return visit;
    }

    test('a button is outlined, and one that is busy has the colour of inactive text', async () => {
      const { page, context } = await open(
        async ({
          shop,
        }) => `<reward-claim token="${(await shop.grant({ state: 'expired' })).token}"></reward-claim>
          <otp-login></otp-login><p id="inactive" style="color: GrayText"></p>`,
      );
      await inState(page, 'reward-claim', 'ready');
      const { border, ground } = await page.$eval('reward-claim >>> [part=button]', (button) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(button);
        return {
          border: `${borderTopWidth} ${borderTopColor}`,
          ground: `1px ${getComputedStyle(button).backgroundColor}`,
        };
      });
      assert.match(border, /^1px/);
      assert.notEqual(border, ground);
      const words = (selector: string) => page.$eval(selector, (text) => getComputedStyle(text).color);
      const inactive = await words('#inactive');
      assert.notEqual(await words('reward-claim >>> [part=button] > span'), inactive);
      await page.$eval('reward-claim >>> [part=button]', (button) => {
        button.setAttribute('aria-disabled', 'true');
      });
      assert.equal(await words('reward-claim >>> [part=button] > span'), inactive);
      await context.close();
    });

    test('an error has a mark that is more than a colour', async () => {
      const { page, context } = await open(() => '<otp-login></otp-login>');
      await inState(page, 'otp-login', 'email');
      await press(page, 'otp-login');
      await page.waitForSelector('otp-login >>> [aria-invalid=true]');
      const mark = await page.$eval('otp-login >>> .message.error', (message) => {
        const { borderTopColor, borderTopStyle, webkitTextFillColor, backgroundColor } = getComputedStyle(
          message,
          '::before',
        );
        return { borderTopColor, borderTopStyle, webkitTextFillColor, backgroundColor };
      });
      assert.equal(mark.borderTopStyle, 'solid');
      assert.notEqual(mark.borderTopColor, mark.backgroundColor);
      assert.notEqual(mark.webkitTextFillColor, mark.backgroundColor);
      await context.close();
    });

    test('the focus can be seen wherever Tab leads', async () => {
      const { page, context } = await open(async ({ shop }) => {
        const image = { url: `${stage.sandbox.url}/media/nordlicht-01.webp` };
        const { slug } = await shop.timeline({ entries: [{ title: 'An entry', image }] });
        return `<otp-login></otp-login><reward-claim token="${(await shop.grant()).token}"></reward-claim>
          <collection-timeline collection-slug="${slug}"></collection-timeline>`;
      });
      await inState(page, 'otp-login', 'email');
      await inState(page, 'reward-claim', 'ready');
      await inState(page, 'collection-timeline', 'ready');
      const names: string[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const name = await focused(page);
        if (!name) break;
        names.push(name);
        assert.ok(await isRinged(page), `no focus ring: ${name}`);
      }
      assert.deepEqual(names, ['input', 'button', 'button', 'skip', 'link', 'enlarge']);
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      assert.equal(await focused(page), 'enlarge');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() =>
        document.querySelector('collection-timeline')!.shadowRoot!.activeElement?.closest('dialog[open]'),
      );
      assert.ok(await isRinged(page), 'no focus ring in the lightbox');
      await context.close();
    });
  });

/** The part or class of the focused element; undefined if it is not in one of our elements. */
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement;
    return inside ? (inside.getAttribute('part') ?? inside.className) : undefined;
  });

/** Whether the focused element looks different without the focus, all around. */
async function isRinged(page: Page): Promise<boolean> {
  const clip = await page.evaluate(() => {
    const { x, y, width, height } =
      document.activeElement!.shadowRoot!.activeElement!.getBoundingClientRect();
    const left = Math.max(0, Math.floor(x + scrollX) - 6);
    const top = Math.max(0, Math.floor(y + scrollY) - 6);
    return { x: left, y: top, width: Math.ceil(width) + 12, height: Math.ceil(height) + 12 };
  });
  const picture = async () => {
    await frames(page);
    return readPixels(await page.screenshot({ clip }));
  };
  const style = (css: string) =>
    page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      const root = document.activeElement!.shadowRoot!;
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }, css);
  // A blinking cursor is no ring.
  await style('* { caret-color: transparent !important }');
  const withRing = await picture();
  await style('*, :focus-visible, :focus-visible * { outline: none !important }');
  const without = await picture();
  const { width, height } = withRing;
  const changed = pixelmatch(withRing.data, without.data, undefined, width, height, { threshold: 0.1 });
  await page.evaluate(() => {
    const root = document.activeElement!.shadowRoot!;
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -2);
  });
  return changed > width + height;
}
