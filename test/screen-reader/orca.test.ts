/** The lines that Orca speaks in Firefox ESR while a shopper uses the elements with the keyboard. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { moduleTag } from '../embed/strict.ts';
import { story } from '../embed/story.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { type Reader, startReader } from './orca.ts';

describe('Orca speaks', { timeout: 300_000 }, () => {
  let sandbox: Sandbox;
  let merchant: MerchantPage;
  let shop: TestShop;
  let service: string;
  let reader: Reader | undefined;
  before(async () => {
    [sandbox, merchant] = await Promise.all([startSandbox(), startMerchantPage('storefront-elements')]);
  });
  after(async () => {
    merchant.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    shop = await openShop(sandbox.url, 'publishable');
    service = `base-url="${sandbox.url}" api-key="${shop.key}"`;
  });
  afterEach(async () => {
    await reader?.stop();
    reader = undefined;
  });

  /** Opens a page with one element. */
  async function open(element: string): Promise<Reader> {
    merchant.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
      ${moduleTag('/first.js')}</head><body>${element}</body></html>`;
    reader = await startReader(merchant.origin);
    return reader;
  }

  /** Brings the focus to the first such thing in the element. */
  const focus = ({ page }: Reader, selector: string): Promise<void> =>
    page.evaluate((wanted) => {
      const { shadowRoot } = document.querySelector('otp-login, reward-claim, collection-timeline')!;
      shadowRoot!.querySelector<HTMLElement>(wanted)!.focus();
    }, selector);

  /** Waits for these lines, in this order; Orca may speak others between them. */
  async function hears({ hear }: Reader, ...lines: string[]): Promise<void> {
    const spoken = await hear(lines.at(-1));
    let from = 0;
    for (const line of lines) {
      const index = spoken.indexOf(line, from);
      assert.ok(index >= from, `"${line}" is not among ${JSON.stringify(spoken.slice(from))}`);
      from = index + 1;
    }
  }

  test('the field, the errors and the result of a login', async () => {
    const login = await open(`<otp-login ${service}></otp-login>`);
    const { keyboard } = login.page;
    await focus(login, 'input');
    await hears(
      login,
      'Email address entry required.',
      'We’ll email you a one-time code. No password needed.',
    );
    await keyboard.type('x');
    await keyboard.press('Enter');
    await hears(login, 'Enter an email address like name@example.com.');
    await keyboard.press('Backspace');
    await keyboard.type('orca@example.com');
    await login.hear();
    await keyboard.press('Enter');
    await hears(login, 'Sending…', 'We sent a code to orca@example.com.');
    const code = await shop.mailedCode('orca@example.com');
    await keyboard.type(code === '111111' ? '222222' : '111111');
    await keyboard.press('Enter');
    await hears(login, 'Checking…', 'That code is incorrect or has expired. Check it or request a new one.');
    await keyboard.type(code);
    await keyboard.press('Enter');
    await hears(login, 'Checking…', 'You are logged in as orca@example.com.');
  });

  test('the failure and the success of a claim, and the copied code', async () => {
    const { token } = await shop.grant({ value: 10 });
    const claim = await open(`<reward-claim ${service} token="${token}"></reward-claim>`);
    const { keyboard } = claim.page;
    await focus(claim, '[part=button]');
    await hears(claim, 'Claim reward push button.');
    const refusal = { code: 'x', message: 'No' };
    await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 503, body: refusal });
    await keyboard.press('Enter');
    await hears(claim, 'Claiming…', 'We can’t tell whether your reward was claimed. Please try again.');
    await keyboard.press('Enter');
    await hears(claim, 'Reward claimed: 10% off');
    await focus(claim, '[part=copy]');
    await hears(claim, 'Copy code push button.');
    await keyboard.press('Enter');
    await hears(claim, 'Code copied');
  });

  test('further entries, the next picture and the pictures in full', async () => {
    const { collectionId } = await shop.timeline(story);
    const timeline = await open(
      `<collection-timeline ${service} collection-id="${collectionId}" limit="10" paging="button"></collection-timeline>`,
    );
    const { keyboard } = timeline.page;
    await timeline.page.waitForSelector('collection-timeline >>> .foot [part=button]');
    await focus(timeline, '.foot [part=button]');
    await hears(timeline, 'Show more push button.');
    await keyboard.press('Enter');
    await hears(timeline, 'Loading…', 'Entries shown: 20');
    await focus(timeline, '[part=next]');
    await hears(timeline, 'Next: At the mill, 2 of 3 push button.');
    await keyboard.press('Enter');
    await hears(timeline, '2 / 3');
    await focus(timeline, '[part=enlarge]');
    await hears(timeline, 'Enlarge: The cloth has come push button.');
    await keyboard.press('Enter');
    await hears(timeline, 'The cloth has come.', 'List with 1 item.');
    await keyboard.press('Escape');
    await hears(timeline, 'Enlarge: The cloth has come push button.');
  });
});
