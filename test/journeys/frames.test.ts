/** Elements in a frame of another site: the browser gives it a storage of its own under each page, or none at all. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { enter, press, setStage, shopPage, type Visit } from './support.ts';

// Puppeteer can lose a frame that has a process of its own when the page is reloaded. Storage is partitioned all the same.
const stage = setStage(() => [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
]);

/** The shop under another name, which is another site for the browser. */
const frameOrigin = () => stage.merchant.origin.replace('127.0.0.1', 'localhost');

/** Opens a page with frames of another site. `body` is in each of them. */
async function open(
  body: (visit: Visit) => string | Promise<string>,
  { sandbox = '', query = '', count = 1 } = {},
): Promise<Visit & { frames: () => Promise<Frame[]> }> {
  const visit = await enter(stage);
  const { merchant } = stage;
  const frame = `<iframe src="${frameOrigin()}/frame${query}" ${sandbox} width="600" height="600"></iframe>`;
  merchant.pages['/frame'] = shopPage(await body(visit));
  merchant.html = shopPage(frame.repeat(count), '');
  await visit.page.goto(merchant.origin);
  return { ...visit, frames: () => framesOf(visit.page) };
}

async function framesOf(page: Page): Promise<Frame[]> {
  const handles = await page.$$('iframe');
  return Promise.all(handles.map((handle) => handle.contentFrame()));
}

const inState = (frame: Frame, tag: string, state: string) =>
  frame.waitForSelector(`${tag}[data-state=${state}]`);
const pressIn = (frame: Frame, tag: string) => frame.locator(`${tag} >>> [part=button]`).click();
const codeIn = async (frame: Frame): Promise<string> => {
  await inState(frame, 'reward-claim', 'claimed');
  return frame.$eval('reward-claim >>> [part=code]', ({ textContent }) => textContent.trim());
};

const claimPage = async ({ shop }: Visit) =>
  `<reward-claim token="${(await shop.grant()).token}"></reward-claim>`;

describe('In a frame of another site', () => {
  test('a claimed reward is still there after a reload, and in a second frame', async () => {
    const { page, shop, frames, context, complaints } = await open(claimPage, { count: 2 });
    const [first, second] = await frames();
    await inState(second!, 'reward-claim', 'ready');
    await inState(first!, 'reward-claim', 'ready');
    await pressIn(first!, 'reward-claim');
    const code = await codeIn(first!);
    assert.equal(await codeIn(second!), code);
    await page.reload();
    for (const frame of await frames()) assert.equal(await codeIn(frame), code);
    assert.equal((await shop.requests('claimRewardGrant')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a login lasts over a reload, and ends in both frames', async () => {
    const { page, shop, frames, context, complaints } = await open(() => '<otp-login></otp-login>', {
      count: 2,
    });
    const [first, second] = await frames();
    await inState(second!, 'otp-login', 'email');
    await inState(first!, 'otp-login', 'email');
    await first!.locator('otp-login >>> [part=input]').fill('frame@example.com');
    await pressIn(first!, 'otp-login');
    await inState(first!, 'otp-login', 'code');
    await first!.locator('otp-login >>> [part=input]').fill(await shop.mailedCode('frame@example.com'));
    await pressIn(first!, 'otp-login');
    for (const frame of [first!, second!]) await inState(frame, 'otp-login', 'verified');
    await page.reload();
    const [, again] = await frames();
    for (const frame of await frames()) await inState(frame, 'otp-login', 'verified');
    await again!.locator('otp-login >>> button[part=link]').click();
    for (const frame of await frames()) await inState(frame, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('a claim is unknown to the framed shop’s own pages, which can still be used', async () => {
    const { page, frames, context, complaints } = await open(claimPage);
    const [frame] = await frames();
    await inState(frame!, 'reward-claim', 'ready');
    await pressIn(frame!, 'reward-claim');
    await codeIn(frame!);
    // The browser keeps the storage of the frame apart.
    await page.goto(`${frameOrigin()}/frame`);
    await page.waitForSelector('reward-claim[data-state=ready]');
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    await press(page, 'reward-claim');
    await page.waitForSelector('reward-claim[data-state=error]');
    const words = await page.$eval('reward-claim >>> [part=message]', ({ textContent }) =>
      textContent.trim(),
    );
    assert.notEqual(words, '');
    assert.deepEqual(
      complaints.filter((line) => !line.includes('409')),
      [],
    );
    await context.close();
  });

  test('a reward can be claimed by the link’s token where storage is blocked', async () => {
    const visit = await enter(stage);
    const { page, shop, context, complaints } = visit;
    const { token } = await shop.grant();
    const { merchant } = stage;
    merchant.pages['/frame'] = shopPage(
      '<reward-claim token-param="reward"></reward-claim>',
      `<script type="module" src="/storefront-elements.js"
        data-base-url="${stage.sandbox.url}" data-api-key="${shop.key}"></script>`,
    );
    merchant.html = shopPage(
      `<iframe src="${frameOrigin()}/frame#reward=${token}" sandbox="allow-scripts" width="600" height="600"></iframe>`,
      '',
    );
    await page.goto(merchant.origin);
    const [frame] = await framesOf(page);
    assert.equal(
      await frame!.evaluate(() => {
        try {
          return typeof localStorage;
        } catch (error) {
          return (error as Error).name;
        }
      }),
      'SecurityError',
    );
    await inState(frame!, 'reward-claim', 'ready');
    assert.equal(await frame!.evaluate(() => location.search), '', 'the token is not in the address');
    await pressIn(frame!, 'reward-claim');
    assert.notEqual(await codeIn(frame!), '');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

test('In a frame without an address of its own, a path is a base URL as on the page around it', async () => {
  const { page, context, complaints } = await enter(stage);
  const content = shopPage('<otp-login></otp-login>').replaceAll('"', '&quot;');
  stage.merchant.html = shopPage(`<iframe srcdoc="${content}"></iframe>`, '');
  await page.goto(stage.merchant.origin);
  const [frame] = await framesOf(page);
  await inState(frame!, 'otp-login', 'email');
  assert.deepEqual(complaints, []);
  await context.close();
});
