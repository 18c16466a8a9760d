/** docs/shopify.md: what it says to paste works, under the policy that it names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Liquid } from 'liquidjs';
import { examplesOf } from '../cdn/examples.ts';
import { openShop } from '../helpers/control.ts';
import { CDN, openPage, setStage } from './shop.ts';

const stage = setStage();
const text = readFileSync(join(import.meta.dirname, '../../docs/shopify.md'), 'utf8');
const written = (language: string) =>
  examplesOf('shopify.md').filter((example) => example.language === language);

/** An example as the theme's Liquid gives it, with the addresses of the test. */
async function asServed(code: string, slug: string): Promise<string> {
  const context = { shop: { currency: 'EUR' }, collection: { handle: slug } };
  const html = (await new Liquid().parseAndRender(code, context)) as string;
  return html.replace(/https:\/\/cdn\.example\/storefront-elements\/[\d.]+/, CDN);
}

const policy = () =>
  written('http')[0]!
    .code.replace('Content-Security-Policy: ', '')
    .replace(/\n\s+/g, ' ')
    .replaceAll('https://media.example', stage.sandbox.url)
    .trim();

for (const [name, headers] of [
  ['', () => ({})],
  [' under the policy that the page names', () => ({ 'content-security-policy': policy() })],
] as const)
  test(`what is pasted into a theme without an app works${name}`, async () => {
    const shop = await openShop(stage.sandbox.url);
    const [{ token }, { slug }] = await Promise.all([
      shop.grant(),
      shop.timeline({ entries: [{ type: 'update', title: 'The yarn is here' }] }),
    ]);
    const [head, section] = await Promise.all(written('html').map(({ code }) => asServed(code, slug)));
    const { page, complaints, context } = await openPage(stage, [], {
      pasted: { head: head!, section: section! },
      address: `#reward=${token}`,
      headers: headers(),
    });
    await page.waitForSelector('otp-login[data-state=email]');
    await page.waitForSelector('collection-timeline[data-state=ready]');
    await page.locator('reward-claim >>> [part=button]').click();
    await page.waitForSelector('reward-claim[data-state=claimed]');
    assert.deepEqual(complaints, []);
    await context.close();
  });

test('the recipe for Hydrogen links to the route of its template', async () => {
  const { token } = await (await openShop(stage.sandbox.url)).grant();
  const [head, , recipe] = await Promise.all(written('html').map(({ code }) => asServed(code, '')));
  const { page, context } = await openPage(stage, [], {
    pasted: { head: head!, section: recipe! },
    address: `#reward=${token}`,
  });
  await page.locator('reward-claim >>> [part=button]').click();
  await page.waitForSelector('reward-claim[data-state=claimed]');
  const link = await page.$eval('reward-claim >>> a[part=apply]', (each) => each.getAttribute('href')!);
  const code = await page.$eval('reward-claim >>> [part=code]', (each) => each.textContent.trim());
  assert.equal(link, `${stage.origin}/discount/${code}?redirect=%2F`);
  await context.close();
});

test('the blocks and the panel work under that policy', async () => {
  const shop = await openShop(stage.sandbox.url);
  const { token } = await shop.grant();
  const { page, complaints, context } = await openPage(stage, [{ block: 'otp-login' }], {
    embed: {},
    address: `#reward=${token}`,
    headers: { 'content-security-policy': policy() },
  });
  await page.waitForSelector('otp-login[data-state=email]');
  await page.locator('.storefront-panel reward-claim >>> [part=button]').click();
  await page.waitForSelector('.storefront-panel reward-claim[data-state=claimed]');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the page names the blocks as the editor does', () => {
  const { names } = JSON.parse(stage.extension.files.get('locales/en.default.schema.json')!);
  for (const name of Object.values<string>(names)) assert.ok(text.includes(`| ${name} `), name);
});

test('the classes that it names are those of the style sheet', () => {
  const css = stage.extension.files.get('assets/storefront-elements.css')!;
  const named = [...text.matchAll(/`(\.storefront-[\w-]+)`/g)].map(([, name]) => name!);
  assert.ok(named.length > 1);
  for (const name of named) assert.ok(css.includes(`${name},`) || css.includes(`${name} `), name);
});
