/** Shoppers who enlarge the text or set its spacing, on a phone that is 320 px wide. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { codeOf, enter, inState, press, script, setStage, shopPage, type Visit } from './support.ts';
import { styleInside, textFaults, textSpacing } from './text-faults.ts';

const stage = setStage();

interface Reading {
  name: string;
  /** Of the page. */
  size: string;
  /** In every shadow root. */
  inside: string;
}

const readings: Reading[] = [
  { name: 'text of 200 %', size: 'html { font-size: 200% }', inside: '' },
  { name: 'text spacing', size: '', inside: textSpacing },
  { name: 'both', size: 'html { font-size: 200% }', inside: textSpacing },
];

/** Opens a page in German, whose words are long. */
async function open(body: (visit: Visit) => string | Promise<string>, { size }: Reading): Promise<Visit> {
  const visit = await enter(stage);
  const style = `<style>body { margin: 8px; font: 1rem/1.5 sans-serif } ${size}</style>`;
  stage.merchant.html = shopPage(await body(visit), style + script).replace('lang="en"', 'lang="de"');
  await visit.page.setViewport({ width: 320, height: 640 });
  await visit.page.goto(stage.merchant.origin);
  return visit;
}

async function assertReadable(page: Page, { inside }: Reading): Promise<void> {
  await styleInside(page, inside);
  assert.deepEqual(await textFaults(page), []);
}

for (const reading of readings)
  describe(`With ${reading.name}, nothing is clipped or covered, and nothing scrolls sideways`, () => {
    test('in the steps of a login', async () => {
      const { page, shop, context } = await open(() => '<otp-login></otp-login>', reading);
      await inState(page, 'otp-login', 'email');
      await press(page, 'otp-login');
      await page.waitForSelector('otp-login >>> [aria-invalid=true]');
      await assertReadable(page, reading);
      const email = 'a.shopper.with.a.long.name@subdomain.example.com';
      await page.locator('otp-login >>> [part=input]').fill(email);
      await press(page, 'otp-login');
      await inState(page, 'otp-login', 'code');
      await page.locator('otp-login >>> [part=input]').fill('12');
      await press(page, 'otp-login');
      await page.waitForSelector('otp-login >>> [aria-invalid=true]');
      await assertReadable(page, reading);
      await page.locator('otp-login >>> [part=input]').fill(await shop.mailedCode(email));
      await press(page, 'otp-login');
      await inState(page, 'otp-login', 'verified');
      await assertReadable(page, reading);
      await context.close();
    });

    test('in a reward before and after the claim, and in one that failed', async () => {
      const { page, shop, context } = await open(async ({ shop: each }) => {
        const { token } = await each.grant();
        return `<reward-claim token="${token}" apply-url="/discount/{code}"></reward-claim>`;
      }, reading);
      await inState(page, 'reward-claim', 'ready');
      await assertReadable(page, reading);
      await press(page, 'reward-claim');
      assert.notEqual(await codeOf(page), '');
      await assertReadable(page, reading);
      const { token } = await shop.grant({ state: 'expired' });
      await page.$eval(
        'reward-claim',
        (claim, other) =>
          claim.replaceWith(Object.assign(document.createElement('reward-claim'), { token: other })),
        token,
      );
      await inState(page, 'reward-claim', 'ready');
      await press(page, 'reward-claim');
      await inState(page, 'reward-claim', 'error');
      await assertReadable(page, reading);
      await context.close();
    });

    test('in a story and in its lightbox', async () => {
      const { page, context } = await open(async ({ shop }) => {
        const image = { url: `${stage.sandbox.url}/media/nordlicht-01.webp` };
        const entries = [
          {
            title: 'Dampfschifffahrtsgesellschaft',
            content: 'Ein Eintrag mit Worten.',
            location: 'Reykjavík',
            image,
          },
          {
            title: 'Ein langer Titel, der mehr als eine Zeile braucht',
            content: 'Worte. '.repeat(20),
            image,
          },
        ];
        const { slug } = await shop.timeline({ entries });
        return `<collection-timeline collection-slug="${slug}" group-by="month" scrubber></collection-timeline>`;
      }, reading);
      await inState(page, 'collection-timeline', 'ready');
      await assertReadable(page, reading);
      await page.locator('collection-timeline >>> .enlarge').click();
      await page.waitForFunction(() =>
        document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog[open]'),
      );
      await assertReadable(page, reading);
      await context.close();
    });
  });
