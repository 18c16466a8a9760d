/** The lines that Orca speaks in Firefox ESR while a shopper uses the elements with the keyboard. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { moduleTag } from '../embed/strict.ts';
import { story } from '../embed/story.ts';
import { type Fault, openShop, type TestShop } from '../helpers/control.ts';
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
  const focus = ({ page }: Reader, selector: string): Promise<void> => page.focus(`body > * >>> ${selector}`);

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

  /** Presses Enter, and holds the service's answer until the line is heard. */
  async function presses(
    { page, hear }: Reader,
    line: string,
    operation: string,
    {
      at = shop,
      fault,
      meanwhile,
    }: { at?: TestShop; fault?: Omit<Fault, 'operation'>; meanwhile?: () => Promise<unknown> } = {},
  ): Promise<void> {
    const held = await at.hold(operation, fault);
    await page.keyboard.press('Enter');
    const spoken = await hear(line);
    assert.ok(spoken.includes(line), `"${line}" is not among ${JSON.stringify(spoken)}`);
    await meanwhile?.();
    await held.release();
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
    await presses(login, 'Sending…', 'createOtp');
    await hears(login, 'We sent a code to orca@example.com.');
    const code = await shop.mailedCode('orca@example.com');
    await keyboard.type(code === '111111' ? '222222' : '111111');
    await presses(login, 'Checking…', 'verifyOtp');
    await hears(login, 'That code is incorrect or has expired. Check it or request a new one.');
    await keyboard.type(code);
    await presses(login, 'Checking…', 'verifyOtp');
    await hears(login, 'You are logged in as orca@example.com.');
  });

  test('the failure and the success of a claim, and the copied code', async () => {
    const { token } = await shop.grant({ value: 10 });
    const claim = await open(`<reward-claim ${service} token="${token}"></reward-claim>`);
    const { keyboard } = claim.page;
    await focus(claim, '[part=button]');
    await hears(claim, 'Claim reward push button.');
    const body = { code: 'x', message: 'No' };
    await presses(claim, 'Claiming…', 'claimRewardGrant', {
      fault: { fault: 'status', status: 503, body },
    });
    await hears(claim, 'We can’t tell whether your reward was claimed. Please try again.');
    await keyboard.press('Enter');
    await hears(claim, 'Reward claimed: 10% off');
    await focus(claim, '[part=copy]');
    await hears(claim, 'Copy code push button.');
    await keyboard.press('Enter');
    await hears(claim, 'Code copied');
  });

  test('a login inside a claim, and the end of the code', async () => {
    // In the sandbox this operation takes a secret key, which a shop's gateway would add.
    const secret = await openShop(sandbox.url, 'secret');
    const { rewardId, codeId } = await secret.rewardCode({ expiresIn: 45 });
    const claim = await open(
      `<reward-claim base-url="${sandbox.url}" api-key="${secret.key}" reward-id="${rewardId}" code-id="${codeId}"></reward-claim>`,
    );
    const { keyboard } = claim.page;
    await focus(claim, 'otp-login >>> input');
    await hears(claim, 'Log in with your email panel.', 'Email address entry required.');
    await keyboard.type('orca@example.com');
    await presses(claim, 'Sending…', 'createOtp', { at: secret });
    await hears(claim, 'We sent a code to orca@example.com.');
    await keyboard.type(await secret.mailedCode('orca@example.com'));
    const reserve = () => {
      const expiresAt = new Date(Date.now() + 80_000).toISOString();
      const body = { code: 'KEEP-1', status: 'reserved', reservedFor: 'orca@example.com', expiresAt };
      return secret.fault({ operation: 'reserveRewardCode', fault: 'wrong-shape', body });
    };
    await presses(claim, 'Checking…', 'verifyOtp', { at: secret, meanwhile: reserve });
    // The claim goes on as soon as the shopper is logged in.
    await hears(claim, 'Reserved for orca@example.com');
    await focus(claim, '[part=copy]');
    await hears(claim, 'Copy code push button.', 'Expires in 60 seconds');
    await hears(claim, 'This code has expired');
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
    await presses(timeline, 'Loading…', 'listTimeline');
    await hears(timeline, 'Entries shown: 20');
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
