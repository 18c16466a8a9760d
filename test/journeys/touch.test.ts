/** A phone: fingers that swipe and tap, and a keyboard that covers the lower half of the screen. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { codeOf, enter, inState, script, setStage, shopPage, type Visit } from './support.ts';

const stage = setStage();
const SCREEN = { width: 390, height: 780 };
const KEYBOARD = 340;

async function open(body: (visit: Visit) => string | Promise<string>): Promise<Visit> {
  const visit = await enter(stage);
  await visit.page.setViewport({ ...SCREEN, isMobile: true, hasTouch: true });
  stage.merchant.html = shopPage(
    await body(visit),
    `<style>body { margin: 16px; font: 16px/1.5 sans-serif }</style>
     ${script}`,
  );
  await visit.page.goto(stage.merchant.origin);
  return visit;
}

/** The middle of the first visible element in a shadow root. */
const middleOf = (page: Page, tag: string, selector: string) =>
  page.evaluate(
    (name, wanted) => {
      const root = document.querySelector(name)!.shadowRoot!;
      const { x, y, width, height } = root.querySelector(wanted)!.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    tag,
    selector,
  );

/** A finger moves over the screen by so many pixels, half of them on each side of a point. */
async function swipe(
  page: Page,
  { x, y }: { x: number; y: number },
  { x: across = 0, y: down = 0 }: { x?: number; y?: number },
): Promise<void> {
  await isStill(page);
  const finger = await page.touchscreen.touchStart(x - across / 2, y - down / 2);
  for (let step = -9; step <= 10; step++) await finger.move(x + (across * step) / 20, y + (down * step) / 20);
  await finger.end();
  await isStill(page);
}

/** Waits until neither the page nor a row of pictures has moved for some frames. */
const isStill = (page: Page) =>
  page.evaluate(async () => {
    const root = document.querySelector('collection-timeline')!.shadowRoot!;
    const position = () => [scrollY, ...[...root.querySelectorAll('ul')].map((row) => row.scrollLeft)].join();
    let before = '';
    for (let frames = 0; frames < 8; frames++) {
      if (position() !== before) frames = 0;
      before = position();
      await new Promise(requestAnimationFrame);
    }
  });

async function tap(page: Page, tag: string, selector: string): Promise<void> {
  const { x, y } = await middleOf(page, tag, selector);
  await page.touchscreen.tap(x, y);
}

const textIs = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    (wanted, words) =>
      document
        .querySelector('collection-timeline')!
        .shadowRoot!.querySelector(wanted)
        ?.textContent.replace(/[\u2066-\u2069]/g, '') === words,
    {},
    selector,
    text,
  );

const countIs = (page: Page, count: string) =>
  page.waitForFunction(
    (wanted) => {
      const { dataset } = document
        .querySelector('collection-timeline')!
        .shadowRoot!.querySelector<HTMLElement>('.count')!;
      return `${dataset['at']} / ${dataset['of']}` === wanted;
    },
    {},
    count,
  );

/** Waits until an element has the focus, in whatever shadow root. */
const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction(
    (wanted) => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.matches(wanted);
    },
    {},
    selector,
  );

describe('A finger', () => {
  const galleryPage = async ({ shop }: Visit) => {
    const items = [1, 2, 3].map((number) => ({
      url: `${stage.sandbox.url}/media/nordlicht-0${number}.webp`,
      file_type: 'image/webp',
      order: number,
    }));
    const { slug } = await shop.timeline({
      entries: [
        { title: 'Yarn', gallery: items },
        ...Array.from({ length: 8 }, (_, index) => ({
          title: `Entry ${index}`,
          content: 'Words. '.repeat(80),
        })),
      ],
    });
    return `<collection-timeline collection-slug="${slug}"></collection-timeline>`;
  };

  test('moves a gallery by one picture, as far as the last, and back', async () => {
    const { page, context, complaints } = await open(galleryPage);
    await inState(page, 'collection-timeline', 'ready');
    const middle = await middleOf(page, 'collection-timeline', '.slides');
    for (const [by, count] of [
      [-220, '2 / 3'],
      [-220, '3 / 3'],
      [-220, '3 / 3'],
      [220, '2 / 3'],
    ] as const) {
      await swipe(page, middle, { x: by });
      await countIs(page, count);
    }
    // The buttons go on from where the finger stopped.
    await tap(page, 'collection-timeline', '[part=next]');
    await countIs(page, '3 / 3');
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('that moves up on a gallery scrolls the page and not the gallery', async () => {
    const { page, context, complaints } = await open(galleryPage);
    await inState(page, 'collection-timeline', 'ready');
    await swipe(page, await middleOf(page, 'collection-timeline', '.slides'), { y: -200 });
    await page.waitForFunction(() => scrollY > 100);
    await countIs(page, '1 / 3');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('taps on a picture, swipes through the lightbox, and taps beside the picture to close it', async () => {
    const { page, context, complaints } = await open(galleryPage);
    await inState(page, 'collection-timeline', 'ready');
    await isStill(page);
    await tap(page, 'collection-timeline', '.enlarge');
    await textIs(page, '[part=caption]', 'Yarn · 1 / 3');
    const middle = { x: SCREEN.width / 2, y: SCREEN.height / 2 };
    await swipe(page, middle, { x: -250 });
    await textIs(page, '[part=caption]', 'Yarn · 2 / 3');
    await swipe(page, middle, { x: -250 });
    await textIs(page, '[part=caption]', 'Yarn · 3 / 3');
    await swipe(page, middle, { x: 250 });
    await textIs(page, '[part=caption]', 'Yarn · 2 / 3');
    // The page behind it stays where it is.
    await swipe(page, middle, { y: -250 });
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.touchscreen.tap(SCREEN.width / 2, 90);
    await page.waitForFunction(
      () => !document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog'),
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('With an on-screen keyboard', () => {
  /** The keyboard opens, and the browser scrolls the focused field into the rest of the screen. */
  async function openKeyboard(page: Page): Promise<void> {
    await page.setViewport({ ...SCREEN, height: SCREEN.height - KEYBOARD, isMobile: true, hasTouch: true });
    await page.evaluate(() => {
      const field = document.activeElement!.shadowRoot!.activeElement!;
      field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
  }

  /** Whether a finger can reach all of an element above the keyboard, without scrolling. */
  const isReachable = (page: Page, selector: string) =>
    page.evaluate((wanted) => {
      const root = document.querySelector('otp-login')!.shadowRoot!;
      const target = root.querySelector(wanted)!;
      const { top, bottom, left, width, height } = target.getBoundingClientRect();
      const { height: visible } = visualViewport!;
      return (
        top >= -1 &&
        bottom <= visible + 1 &&
        target.contains(root.elementFromPoint(left + width / 2, top + height / 2))
      );
    }, selector);

  test('a shopper sees the field and the button of each step of a login', async () => {
    const { page, shop, context, complaints } = await open(
      () => `<p style="height: 520px">The shop</p><otp-login></otp-login><p style="height: 900px">More</p>`,
    );
    await inState(page, 'otp-login', 'email');
    await tap(page, 'otp-login', '[part=input]');
    await hasFocus(page, '[part=input]');
    await openKeyboard(page);
    assert.equal(await isReachable(page, '[part=input]'), true);
    // A field that gets smaller letters makes iOS zoom in.
    assert.ok(
      (await page.$eval('otp-login >>> [part=input]', (field) =>
        parseFloat(getComputedStyle(field).fontSize),
      )) >= 16,
    );
    await page.keyboard.type('phone@example.com');
    // Both fit above the keyboard once the shopper scrolls a little.
    await page.evaluate(() => scrollBy({ top: 160, behavior: 'instant' }));
    assert.equal(await isReachable(page, '[part=input]'), true);
    assert.equal(await isReachable(page, '[part=button]'), true);
    await tap(page, 'otp-login', '[part=button]');
    await inState(page, 'otp-login', 'code');
    // The keyboard stays open, because the code's field has the focus.
    await hasFocus(page, '[autocomplete=one-time-code]');
    assert.equal(await isReachable(page, '[part=input]'), true);
    await page.keyboard.type(await shop.mailedCode('phone@example.com'));
    await page.keyboard.press('Enter');
    await inState(page, 'otp-login', 'verified');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a claim that asks for a login goes on when the keyboard closes', async () => {
    const { page, shop, context, complaints } = await open(
      async (visit) =>
        `<reward-claim token="${(await visit.shop.grant()).token}" requires-login></reward-claim><p style="height: 900px">More</p>`,
    );
    await page.waitForFunction(() =>
      document
        .querySelector('reward-claim')
        ?.shadowRoot?.querySelector('otp-login')
        ?.shadowRoot?.querySelector('[part=input]'),
    );
    const inLogin = 'reward-claim >>> otp-login >>> ';
    await page.locator(`${inLogin}[part=input]`).fill('claim@example.com');
    await page.setViewport({ ...SCREEN, height: SCREEN.height - KEYBOARD, isMobile: true, hasTouch: true });
    await page.keyboard.press('Enter');
    await hasFocus(page, '[autocomplete=one-time-code]');
    await page.keyboard.type(await shop.mailedCode('claim@example.com'));
    await page.keyboard.press('Enter');
    await page.setViewport({ ...SCREEN, isMobile: true, hasTouch: true });
    assert.notEqual(await codeOf(page), '');
    // The reward is in view where the login was.
    assert.ok(
      await page.$eval('reward-claim >>> [part=code]', (code) => code.getBoundingClientRect().top >= 0),
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
