/** Where the focus of a page is, for tests that go through it with the keyboard alone. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';

/** The focused element, from the page down through the elements: `reward-claim otp-login input`. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const names: string[] = [];
    let at = document.activeElement;
    while (at) {
      // The message is named by its id, because that is what it is focused by.
      names.push(at.shadowRoot ? at.localName : at.getAttribute('part') || at.id || at.localName);
      at = at.shadowRoot?.activeElement ?? null;
    }
    return names.join(' ');
  });

/** Where the focus is, and that it can be seen there: it has a ring, and once the page has scrolled it is in view. */
export async function assertFocus(page: Page, expected: string): Promise<void> {
  assert.equal(await focused(page), expected);
  await page
    .waitForFunction(
      () => {
        let at = document.activeElement!;
        while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        // `auto` is the browser's own ring, around what is the page's.
        const isRing =
          outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
        const { top, bottom, width, height } = at.getBoundingClientRect();
        const isInView = bottom > 0 && top < innerHeight && width > 0 && height > 0;
        return at.matches(':focus-visible') && isRing && isInView;
      },
      { timeout: 60_000 },
    )
    .catch(() => assert.fail(`The focus cannot be seen at ${expected}.`));
}

export async function tabTo(page: Page, expected: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === expected) return assertFocus(page, expected);
  }
  assert.fail(`The Tab key does not reach ${expected}.`);
}

/** Goes through these stops with the Tab key, one press each, and back to where it began. */
export async function assertOrder(page: Page, ...stops: string[]): Promise<void> {
  const begin = await focused(page);
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await assertFocus(page, stop);
  }
  for (const stop of [begin, ...stops].slice(0, -1).reverse()) {
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await assertFocus(page, stop);
  }
}
