/** A merchant in Shopify's theme editor, and what sections that come and go leave behind. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { setListeningStage } from '../cdn/support.ts';
import { ASSETS, fresh, openTheme, readNotes, redraw } from './editor-support.ts';
import { testRedraws } from './redraws.ts';

const stage = setListeningStage('loader.unchecked.classic');

/** All requests except those for the page and the extension's files. */
const strange = () =>
  stage.merchant.requests.map(({ path }) => path).filter((path) => path !== '/' && !path.startsWith(ASSETS));

/** Types into the field of a login, also of one in a claim, and sends it. */
async function enter(page: Page, login: string, text: string): Promise<void> {
  const field = await page.waitForSelector(`${login} >>> input`);
  await field!.type(text);
  await field!.press('Enter');
}

testRedraws(stage, 12);

describe('A merchant in the theme editor', () => {
  test('tries the login, the reward and the story, and nothing is sent or stored', async () => {
    const { page, context, complaints } = await openTheme(stage, fresh, true);
    const block = (id: string) => `#shopify-block-${id}`;
    const state = (id: string, wanted: string) =>
      page.waitForSelector(`${block(id)} > [data-state=${wanted}]`);
    await state('story', 'ready');
    await enter(page, `${block('login')} otp-login`, 'anybody@example.com');
    await state('login', 'code');
    await enter(page, `${block('login')} otp-login`, 'any code');
    await state('login', 'verified');
    // The gated reward uses the login.
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
